package table

import (
	"bytes"
	"encoding/json"
	"slices"

	"banco/dice"
	"banco/game"
)

// VerifyError is the first thing in a record that does not hold. Its sentence
// stands under "table.verify.<code>", with the entry's Seq as first argument
// where one entry is at fault.
type VerifyError struct {
	Code  string
	Entry int // Seq of the entry that differs; 0 for the record as a whole
	Text  game.Message
}

func (e *VerifyError) Error() string { return e.Code + ": " + e.Text.String() }

func verifyError(code string, entry int, args ...any) *VerifyError {
	if entry > 0 {
		args = append([]any{entry}, args...)
	}
	return &VerifyError{code, entry, game.Msg("table.verify."+code, args...)}
}

// Verify plays a record again and compares: the commitment with the server
// seed, every roll with what the seeds give, every state's hash, what was told,
// and the result. It trusts nothing in the record but the rules it names, and
// returns the first difference as a *VerifyError.
func Verify(rec *Record, find func(string) (game.Game, bool)) error {
	g, ok := find(rec.Game)
	if !ok {
		return verifyError("game", 0, printable(rec.Game))
	}
	if have := g.Info().Rules; rec.Rules != have {
		return verifyError("rules", 0, printable(rec.Rules), have)
	}
	if rec.ServerSeed == "" || rec.Result == nil {
		return verifyError("unfinished", 0)
	}
	seed, err := dice.ParseServerSeed(rec.ServerSeed)
	if err != nil || dice.Commitment(seed) != rec.Commitment {
		return verifyError("commitment", 0)
	}
	if len(rec.Players) != len(rec.ClientSeeds) {
		return verifyError("seeds", 0)
	}
	for i, p := range rec.Players {
		if p.ClientSeed != rec.ClientSeeds[i] || dice.CheckClientSeed(p.ClientSeed) != nil || int(p.Seat) != i {
			return verifyError("seeds", 0)
		}
	}
	if len(rec.Entries) == 0 {
		return verifyError("truncated", 0)
	}
	err = guard(func() error {
		config, err := g.Configure(rec.Options, len(rec.Players))
		if err != nil {
			return verifyError("options", 0)
		}
		return replayRecord(rec, config, dice.NewFair(seed, rec.ClientSeeds))
	})
	if p, failed := err.(*panicked); failed {
		return verifyError("rules_failed", 0, p.Error())
	}
	return err
}

func replayRecord(rec *Record, config game.Config, src *dice.Fair) error {
	var state game.State
	var kept way
	people, away, last := peopleOf(rec), game.Seats(0), lastChanges(rec)
	for i, e := range rec.Entries {
		n := i + 1
		if e.Seq != n {
			return verifyError("order", n)
		}
		var log game.Log
		before := state
		amends := e.Undo != 0 || e.Correct != nil
		switch {
		case i == 0:
			if e.Seat != game.Watcher || amends || e.Bot != nil || e.Back || !sameJSON(e.Action, startAction) {
				return verifyError("start", n)
			}
			state = config.Start(src, &log)
		case e.At.Before(rec.Entries[i-1].At):
			return verifyError("time", n)
		case e.Bot != nil:
			if err := takeoverAgain(rec, e, state, people, last[i], &log); err != nil {
				return err
			}
			people &^= game.Only(e.Bot.Seat)
			away |= game.Only(e.Bot.Seat)
		case e.Back:
			if err := backAgain(rec, e, state, away, last[i], &log); err != nil {
				return err
			}
			people |= game.Only(e.Seat)
			away &^= game.Only(e.Seat)
		case amends:
			var err error
			if state, err = amendAgain(rec, e, state, people, kept, &log); err != nil {
				return err
			}
		default:
			a, err := config.Game().ParseAction(e.Action)
			if err != nil {
				return verifyError("action", n, sentence(err))
			}
			if !state.ToAct().Has(e.Seat) {
				return verifyError("turn", n, int(e.Seat)+1)
			}
			if _, ok := state.(game.Amender); ok {
				before = state.Copy(nil)
			}
			if err := state.Apply(e.Seat, a, src, &log); err != nil {
				return verifyError("action", n, sentence(err))
			}
		}
		if !slices.Equal(src.Take(), e.Rolls) {
			return verifyError("rolls", n)
		}
		hash, err := game.HashOf(state)
		if err != nil || hash.String() != e.Hash {
			return verifyError("hash", n)
		}
		var told []game.Message
		for _, event := range log.Events {
			told = append(told, event.Text)
		}
		if !sameJSON(told, e.News) {
			return verifyError("news", n)
		}
		switch {
		case e.Bot != nil, e.Back: // it is none of the steps that can be taken back
		case !amends && len(e.Agreed) > 0:
			return verifyError("agreed", n)
		case e.Undo > 0:
			kept = kept[:len(kept)-e.Undo]
		case i > 0:
			kept = kept.on(back{before: before, seat: e.Seat}, len(e.Rolls) > 0)
		}
	}
	if !state.Over() {
		return verifyError("truncated", 0)
	}
	if !sameJSON(state.Result(), *rec.Result) {
		return verifyError("result", 0)
	}
	return nil
}

// lastChanges are the entries after which a seat does not change hands any more:
// they say who has it at the end.
func lastChanges(rec *Record) map[int]bool {
	last := map[game.Seat]int{}
	for i, e := range rec.Entries {
		switch {
		case e.Bot != nil:
			last[e.Bot.Seat] = i
		case e.Back:
			last[e.Seat] = i
		}
	}
	is := map[int]bool{}
	for _, i := range last {
		is[i] = true
	}
	return is
}

// peopleOf is whose seats were people's when the match began: those that still
// are, and those that a bot took over.
func peopleOf(rec *Record) (people game.Seats) {
	for _, p := range rec.Players {
		if p.Kind == human {
			people |= game.Only(p.Seat)
		}
	}
	for _, e := range rec.Entries {
		if e.Bot != nil && e.Bot.Seat >= 0 && int(e.Bot.Seat) < len(rec.Players) {
			people |= game.Only(e.Bot.Seat)
		}
	}
	return people
}

// amendAgain makes an amendment of a record again: one that everybody at the
// table agreed to, and that goes back across no roll.
func amendAgain(rec *Record, e RecordEntry, state game.State, people game.Seats, kept way, log *game.Log) (next game.State, err error) {
	_, amends := state.(game.Amender)
	if !amends || state.Over() || !people.Has(e.Seat) || e.Action != nil || e.Undo < 0 || e.Undo > 0 && e.Correct != nil {
		return nil, verifyError("amendment", e.Seq)
	}
	if !slices.Equal(e.Agreed, (people &^ game.Only(e.Seat)).List()) {
		return nil, verifyError("agreed", e.Seq)
	}
	name := rec.Players[e.Seat].Name
	if e.Undo > 0 {
		if e.Undo > len(kept) {
			return nil, verifyError("undo_barrier", e.Seq)
		}
		log.Events = append(log.Events, undone(name, e.Undo))
		next, err = kept.undo(state, e.Seat, e.Undo)
	} else {
		fact, wrong := checkFact(e.Correct)
		if wrong != nil {
			return nil, verifyError("amendment", e.Seq)
		}
		log.Events = append(log.Events, corrected(name))
		next, err = correct(state, fact, log)
	}
	if err != nil {
		return nil, verifyError("action", e.Seq, sentence(err))
	}
	return next, nil
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// sentence is what an error says, as an argument for another sentence.
func sentence(err error) any {
	if e, ok := err.(*game.Error); ok {
		return e.Text
	}
	return err.Error()
}

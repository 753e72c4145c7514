package gametest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"

	"banco/game"
)

// toyFact is a mark that stands elsewhere than the toy thinks.
type toyFact struct {
	Type string `json:"type"`
	Seat int    `json:"seat"`
	N    int    `json:"n"`
}

// toyFacts says where a mark might be, now and then off the table.
func toyFacts(st game.State, rng *rand.Rand) json.RawMessage {
	data, _ := json.Marshal(toyFact{"mark", rng.IntN(st.(*toyState).config.seats), rng.IntN(1200)})
	return data
}

// Undo goes back as long as nobody but the asker has acted. That something was
// taken back everybody goes on to see.
func (s *toyState) Undo(before game.State, asks game.Seat, acted game.Seats) (game.State, error) {
	if s.is("goes back to nothing") && before == nil {
		return s.Copy(nil), nil
	}
	b, ok := before.(*toyState)
	if s.is("panics at a strange moment") && before != nil && !ok {
		_ = b.Round
	}
	if !ok || b.config != s.config && !s.is("goes back to another match") || b.Round > s.Round || s.ended() {
		e := game.Refuse("toy", "undo_never", "T5")
		if s.is("no rule for going back") {
			e.Rule = ""
		}
		return nil, e
	}
	if asks < 0 || acted&^game.Only(asks) != 0 {
		if s.is("secret in going back") {
			return nil, game.Refuse("toy", "bad_bid", "T5", int(s.Dice[0]))
		}
		return nil, game.Refuse("toy", "undo_others", "T5")
	}
	back := b.Copy(nil).(*toyState)
	back.Backs = s.Backs + 1
	switch {
	case s.is("goes back to a new round"):
		back.Scores[0]++
	case s.is("goes back and keeps what was placed"):
		back.Placed = s.Placed
	case s.is("going back changes the past"):
		b.Backs++
	case s.is("going back shares memory"):
		back.Marks = b.Marks
	case s.is("the past is not copied"):
		back = b
	case s.is("going back by chance"):
		back.Backs = int(looked.Add(1))
	case s.is("secret after going back"):
		back.Backs = 10 + int(s.Dice[0])
	}
	return back, nil
}

// Correct moves a mark.
func (s *toyState) Correct(fact json.RawMessage, log *game.Log) error {
	if s.is("a correction panics on odd JSON") && bytes.Contains(fact, []byte("[")) {
		_ = fact[len(fact)+1]
	}
	if s.is("a correction of everything") {
		s.Backs++
		return nil
	}
	var f toyFact
	bad := game.Refuse("toy", "bad_fact", "T6")
	if s.is("a correction without a rule") {
		bad.Rule = ""
	}
	if json.Unmarshal(fact, &f) != nil || f.Type != "mark" || f.Seat < 0 || f.Seat >= s.config.seats || s.Over() {
		return bad
	}
	if f.N < 0 || f.N > 1000 || s.Marks[f.Seat] == f.N {
		if s.is("a correction changes on refusal") {
			s.Backs++
		}
		if s.is("a correction tells a secret") {
			return game.Refuse("toy", "off_the_table", "T6", int(s.Dice[0]))
		}
		return game.Refuse("toy", "off_the_table", "T6", f.N)
	}
	to := game.Everyone
	switch {
	case s.is("a correction told to nobody"):
		to = 0
	case s.is("a correction minds who listens") && log == nil:
		s.Backs++
	}
	s.Marks[f.Seat] = f.N
	log.Tell(to, "toy.event.corrected", f.Seat, f.N)
	return nil
}

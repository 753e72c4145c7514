package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"banco/dice"
	"banco/game"
	"banco/journal"
)

const (
	human = "human"
	bot   = "bot"
)

// match is the fold of a match's journal. It does no I/O and is not safe for
// concurrent use: a [room] keeps it.
type match struct {
	id       string
	find     func(string) (game.Game, bool)
	head     journal.Head
	archived bool

	stage      string
	parked     string // why it is Parked: a code for the log
	game       game.Game
	rules      string
	config     game.Config
	options    json.RawMessage
	listed     bool
	created    time.Time
	commitment string
	serverSeed [32]byte
	players    []Player // who sits where; replaced, never changed: snapshots share it
	shown      []Player // the same as everybody sees it: while the table is silent, as it was before

	invites []string   // by seat: hash of the invitation
	tokens  [][]string // by seat: hashes of the tokens
	links   []string   // by seat: hash of the link not yet used, or ""
	away    game.Seats // at whose seats bots stand in
	changes []int      // by seat: how often it changed hands
	veil    []int      // the steps by which seats did so in silence, as long as it lasts
	hands   []int      // by seat: how often it went to a bot since the last step that everybody saw

	dice   *dice.Fair
	diceAt dice.Position // where the step being tried began
	state  game.State
	spare  game.State // a state nobody needs, to be filled again
	steps  []step
	done   map[command]int // what clients asked for and got: the index of the step
	last   time.Time       // of the last entry

	way       way // the states that can be gone back to
	proposal  *proposal
	proposals int                // how many there were
	asked     []int              // by seat: how many since the last step
	undone    []game.Message     // what the latest step took back, as far as everybody knows which that is
	said      map[command]string // proposals and answers, by their names
	asides    []aside

	stopwatch Stopwatch // as everybody sees it
	timing    *timing   // the stretch under way
	ended     []timing  // those of stopwatch.Done
	paused    *Pause
	toAct     game.Seats // as everybody may know it, at the last public change
	since     time.Time  // of that change
	viewers   []viewer   // the watcher, then the seats
	unseen    bool       // no seat will be looked through
}

type command struct {
	seat game.Seat
	id   string
}

// stepMeta is who took a step, and when.
type stepMeta struct {
	at      time.Time
	seat    game.Seat
	kind    string
	command string
}

// errReplay: the journal and the rules disagree.
var errReplay = errors.New("the journal does not replay")

// panicked is a ruleset's panic, caught.
type panicked struct{ value any }

func (p *panicked) Error() string { return fmt.Sprintf("the rules failed: %v", p.value) }

// guard calls into a ruleset and catches its panic.
func guard(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicked{r}
		}
	}()
	return fn()
}

// fold takes in a stretch of history. Whatever is wrong with it parks the match
// at the last good entry.
func (m *match) fold(h journal.History) {
	for _, e := range h.Entries {
		if m.stage == Parked {
			return
		}
		if err := guard(func() error { return m.take(e) }); err != nil {
			m.parkFor(fmt.Errorf("entry %d: %w", e.N, err))
			return
		}
	}
	if len(h.Entries) > 0 && m.stage != Parked {
		m.head = h.Head
		m.archived = h.Archived
		if err := guard(m.checkHash); err != nil {
			m.parkFor(err)
		}
	}
}

// checkHash compares the present state with the hash recorded of it. Rolls are
// compared at every step; a state that went astray in between shows here.
func (m *match) checkHash() error {
	if len(m.steps) == 0 {
		return nil
	}
	hash, err := game.HashOf(m.state)
	if err != nil {
		return err
	}
	if want := m.steps[len(m.steps)-1].Hash; hash.String() != want {
		return fmt.Errorf("%w: the state has another hash than recorded", errReplay)
	}
	return nil
}

func (m *match) parkFor(err error) {
	code := "replay"
	var p *panicked
	var damage *journal.DamageError
	switch {
	case errors.As(err, &p):
		code = "rules_failed"
	case errors.As(err, &damage):
		code = "damaged"
	}
	m.park(code + ": " + err.Error())
}

// park takes the match out of play. It stays to be looked at.
func (m *match) park(why string) {
	m.stage, m.parked = Parked, why
	m.changedForAll() // a page that shows the last good state must hear of it
}

// take folds one entry.
func (m *match) take(e journal.Entry) error {
	seat := game.Seat(e.Seat)
	if e.Kind != kindCreated && m.config == nil {
		return fmt.Errorf("%w: the match was not created", errReplay)
	}
	m.last = e.At
	switch e.Kind {
	case kindCreated:
		var d createdData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeCreated(e.At, d)
	case kindTaken:
		var d takenData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeTaken(seat, d)
	case kindLink:
		var d linkData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeLink(seat, d)
	case kindResumed:
		var d resumedData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeResumed(seat, d)
	case kindStarted, kindAction, kindTimeout:
		var d stepData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.replay(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindProposed:
		var d proposedData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeProposed(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindAnswered:
		var d answeredData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeAnswered(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindPassed:
		var d passedData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takePassed(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindHanded:
		var d handedData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeHanded(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindRelieved:
		var d relievedData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeRelieved(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindBack:
		var d backData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			return err
		}
		return m.takeBack(stepMeta{e.At, seat, e.Kind, e.Command}, d, e.N)
	case kindPaused, kindUnpaused:
		return m.takePause(e.At, seat, e.Kind == kindPaused)
	}
	return fmt.Errorf("%w: entries of kind %q are not known", errReplay, e.Kind)
}

func (m *match) takeCreated(at time.Time, d createdData) error {
	if m.config != nil {
		return fmt.Errorf("%w: created twice", errReplay)
	}
	g, ok := m.find(d.Game)
	if !ok {
		return fmt.Errorf("%w: game %q is not known", errReplay, d.Game)
	}
	if have := g.Info().Rules; have != d.Rules {
		return fmt.Errorf("%w: it was begun by rules %s, here are %s", errReplay, d.Rules, have)
	}
	config, err := g.Configure(d.Options, len(d.Seats))
	if err != nil {
		return err
	}
	seed, err := dice.ParseServerSeed(d.ServerSeed)
	if err != nil {
		return err
	}
	m.stage, m.game, m.rules, m.config = Waiting, g, d.Rules, config
	m.options, m.listed, m.created, m.commitment, m.serverSeed = d.Options, d.Listed, at, d.Commitment, seed
	m.since = at
	m.stopwatch.Done = []Stretch{}
	m.done, m.said = map[command]int{}, map[command]string{}
	n := len(d.Seats)
	m.invites, m.tokens, m.links = make([]string, n), make([][]string, n), make([]string, n)
	m.viewers, m.asked = make([]viewer, n+1), make([]int, n)
	m.changes, m.hands = make([]int, n), make([]int, n)
	m.viewers[0].seat = game.Watcher
	for i, s := range d.Seats {
		m.players = append(m.players, Player{
			Seat: game.Seat(i), Kind: s.Kind, Level: s.Level, Taken: s.Kind == bot, ClientSeed: s.ClientSeed,
		})
		m.invites[i] = s.Invite
		m.viewers[i+1].seat = game.Seat(i)
		m.viewers[i+1].blind = s.Kind == bot || m.unseen
	}
	m.shown = m.players
	m.changedForAll()
	return nil
}

// hasSeat tells whether a person may sit there.
func (m *match) hasSeat(seat game.Seat) bool {
	return seat >= 0 && int(seat) < len(m.players) && m.players[seat].Kind == human
}

func (m *match) takeTaken(seat game.Seat, d takenData) error {
	if !m.hasSeat(seat) || m.players[seat].Taken {
		return fmt.Errorf("%w: seat %d was not free", errReplay, seat)
	}
	players := slices.Clone(m.players)
	players[seat].Name, players[seat].ClientSeed, players[seat].Taken = d.Name, d.ClientSeed, true
	m.players, m.shown = players, players
	m.tokens[seat] = append(m.tokens[seat], d.Token)
	m.changedForAll()
	return nil
}

func (m *match) takeLink(seat game.Seat, d linkData) error {
	if !m.owned(seat) {
		return fmt.Errorf("%w: a link to seat %d", errReplay, seat)
	}
	m.links[seat] = d.Link
	return nil
}

func (m *match) takeResumed(seat game.Seat, d resumedData) error {
	if !m.owned(seat) || m.links[seat] != d.Link {
		return fmt.Errorf("%w: seat %d resumed by an unknown link", errReplay, seat)
	}
	m.links[seat] = ""
	m.tokens[seat] = append(m.tokens[seat], d.Token)
	return nil
}

// full tells whether every seat has somebody.
func (m *match) full() bool {
	return !slices.ContainsFunc(m.players, func(p Player) bool { return !p.Taken })
}

// roll readies the dice of the match: they wait for every seat's seed.
func (m *match) roll() {
	seeds := make([]string, len(m.players))
	for i, p := range m.players {
		seeds[i] = p.ClientSeed
	}
	m.dice = dice.NewFair(m.serverSeed, seeds)
}

// try makes a step without taking it: the state after it and what it told.
// With an error nothing has changed, dice included. A nil action lays the table.
func (m *match) try(seat game.Seat, a game.Action) (next game.State, log game.Log, err error) {
	m.diceAt = dice.Position{}
	err = guard(func() error {
		if a == nil {
			m.roll()
			next = m.config.Start(m.dice, &log)
			return nil
		}
		m.diceAt = m.dice.Position()
		spare := m.spare
		m.spare = nil
		next = m.state.Copy(spare)
		return next.Apply(seat, a, m.dice, &log)
	})
	if err == nil {
		return next, log, nil
	}
	if m.dice != nil {
		m.dice.Seek(m.diceAt)
	}
	if _, failed := err.(*panicked); !failed {
		m.spare = next
	}
	return nil, game.Log{}, err
}

// replay takes a recorded step again and checks its rolls.
func (m *match) replay(meta stepMeta, d stepData, n int) error {
	var a game.Action
	if meta.kind == kindStarted {
		if m.stage != Waiting || !m.full() {
			return fmt.Errorf("%w: started out of place", errReplay)
		}
	} else {
		if m.stage != Playing {
			return fmt.Errorf("%w: an action out of place", errReplay)
		}
		var err error
		if a, err = m.game.ParseAction(d.Action); err != nil {
			return err
		}
	}
	next, log, err := m.try(meta.seat, a)
	if err != nil {
		return err
	}
	if !slices.Equal(m.dice.Take(), d.Rolls) {
		return fmt.Errorf("%w: other dice than recorded", errReplay)
	}
	m.advance(next, step{stepData: d, entry: n, meta: meta, events: log.Events})
	return nil
}

// advance makes a step that is in the journal the present.
func (m *match) advance(next game.State, s step) {
	prev, stage, at := m.state, m.stage, s.meta.at
	m.pass(at)
	public := m.unpause()
	if m.timing != nil && s.meta.kind == kindAction && s.meta.seat == m.timing.Seat {
		m.timing.acted = true
	}
	m.state, m.last = next, at
	m.stage = Playing
	if next.Over() {
		m.stage = Over
	}
	s.joint = prev != nil && !s.amends() && game.Together(prev)
	m.steps = append(m.steps, s)
	if s.meta.kind == kindAction {
		m.done[command{s.meta.seat, s.meta.command}] = len(m.steps) - 1
	}
	kept := false
	if s.undo > 0 {
		to := len(m.way) - s.undo
		m.rewind(m.way[to], at)
		clear(m.way[to:])
		m.way = m.way[:to]
	} else if prev != nil {
		b := back{prev, s.meta.seat, len(m.steps) - 1, len(m.ended), m.timing != nil}
		m.way = m.way.on(b, len(s.Rolls) > 0)
		kept = len(m.way) > 0
	}
	if p := m.proposal; p != nil && p.correct == nil && p.bot == nil && m.way.from(p.step) == 0 {
		m.proposal, public = nil, true // what it would take back is behind a roll now
	}
	timed := m.time(at)
	last := &m.steps[len(m.steps)-1]
	m.show(prev, last, public || timed || m.stage != stage || s.amends())
	if last.undo > 0 || last.seen.has(0) { // what is done in secret must not show by what it clears
		m.undone = last.undone
	}
	if prev != nil && !kept {
		m.spare = prev
	}
}

// identify tells whose token it is.
func (m *match) identify(token string) (game.Seat, bool) {
	if token == "" {
		return game.Watcher, true
	}
	hash := hashSecret(token)
	found := game.Watcher
	for seat, tokens := range m.tokens {
		for _, t := range tokens {
			if sameHash(t, hash) {
				found = game.Seat(seat)
			}
		}
	}
	return found, found != game.Watcher
}

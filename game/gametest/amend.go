package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"

	"banco/dice"
	"banco/game"
)

// How much is amended in one match, and how much is tried at one amendment.
const (
	manyAmendments = 60
	manyAmendTwins = 8 // amendments of a match that are held against twins
	manyFacts      = 12
	stepsTogether  = 3
)

// entry is one line of the journal of an amended match: an action, a take-back
// or a correction.
type entry struct {
	seat   game.Seat
	action game.Action // nil for an amendment
	rolls  [][2]int
	back   int // take-back: how many of the moments since the last roll
	acted  game.Seats
	fact   json.RawMessage // correction
	hash   game.Hash
}

// moment is a state that a take-back can lead to, and who acted upon it.
type moment struct {
	state game.State
	seat  game.Seat // game.Watcher for a correction
}

// trail holds the moments since the last roll, the oldest first, and the state
// as it is now.
type trail struct {
	now     game.State
	moments []moment
}

// done adds what has just been done; a roll is a barrier.
func (t *trail) done(before, after game.State, seat game.Seat, rolled bool) {
	if t.moments = append(t.moments, moment{before, seat}); rolled {
		t.moments = t.moments[:0]
	}
	t.now = after
}

// acted are the seats that acted after the moment so many back.
func (t *trail) acted(back int) (set game.Seats) {
	for _, m := range t.moments[len(t.moments)-back:] {
		if m.seat != game.Watcher {
			set |= game.Only(m.seat)
		}
	}
	return set
}

func (t *trail) before(back int) game.State { return t.moments[len(t.moments)-back].state }

// amended plays a match in which things are taken back and set right on the
// way, if its states can be amended, and then plays it again.
func (s *suite) amended(seed uint64) {
	config := s.configure()
	var first game.State
	src := newSource(seed, 21)
	s.must("Start", func() { first = config.Start(src, nil) })
	if _, ok := first.(game.Amender); !ok {
		return
	}
	rolls, began := src.take(), s.hash(first)
	rng := rand.New(rand.NewPCG(seed, 22))
	t := &trail{now: first}
	var book []entry
	left, twins := manyAmendments, manyAmendTwins
	for n := 0; !t.now.Over(); n++ {
		if n == s.c.MaxActions {
			s.fatal(lawEnds, "the amended match %d is not over after %d actions", seed, n)
		}
		s.checkStanding(t.now, &clock{})
		if left > 0 && rng.IntN(3) == 0 {
			left--
			e, ok := s.amendOnce(n, t, rng)
			if twins > 0 && rng.IntN(3) == 0 {
				twins--
				s.amendTwins(n, t, rng)
			}
			if ok {
				book = append(book, e)
				continue
			}
		}
		book = append(book, s.step(t, src, rng))
	}
	s.amendEnd(t, rng)
	s.again(config.Options(), rolls, began, book)
}

// step lets a seat act.
func (s *suite) step(t *trail, src *source, rng *rand.Rand) entry {
	seat := pick(rng, t.now.ToAct().List())
	action, broken := s.choose(t.now, seat, rng)
	next := s.copyOf(t.now, nil)
	var err error
	s.must("Apply", func() { err = next.Apply(seat, action, src, nil) })
	if err != nil {
		s.fatal(broken, "in an amended match seat %d was offered %s and refused: %v", seat, s.encode(action), err)
	}
	rolls := src.take()
	t.done(t.now, next, seat, len(rolls) > 0)
	return entry{seat: seat, action: action, rolls: rolls, hash: s.hash(next)}
}

// amendOnce tries one take-back or one correction, and gives the line that it
// makes in the journal unless it is refused.
func (s *suite) amendOnce(at int, t *trail, rng *rand.Rand) (entry, bool) {
	if rng.IntN(2) == 0 {
		s.nonsenseAmended(at, t, rng)
	}
	if s.c.Facts != nil && rng.IntN(2) == 0 {
		return s.correctOnce(at, t, rng)
	}
	if len(t.moments) == 0 {
		return entry{}, false
	}
	back := 1 + rng.IntN(len(t.moments))
	if rng.IntN(2) == 0 {
		back = 1 // mostly people want the last thing back
	}
	asks, acted := pick(rng, s.seats()), t.acted(back)
	if acted.Len() == 1 && rng.IntN(3) > 0 {
		asks = acted.First()
	}
	e := entry{seat: asks, back: back, acted: acted}
	got := s.undo(at, t, e)
	if got == nil {
		return entry{}, false
	}
	t.now = got
	t.moments = t.moments[:len(t.moments)-back]
	e.hash = s.hash(got)
	return e, true
}

func (s *suite) seats() []game.Seat {
	list := make([]game.Seat, s.c.Seats)
	for i := range list {
		list[i] = game.Seat(i)
	}
	return list
}

// undone asks for a take-back and gives the state, nil when it is refused.
func (s *suite) undone(at int, now, before game.State, asks game.Seat, acted game.Seats) game.State {
	var got game.State
	var err error
	s.must("Undo", func() { got, err = now.(game.Amender).Undo(before, asks, acted) })
	if err != nil {
		s.checkRefusal(err, true, fmt.Sprintf("at action %d: a take-back that seat %d asked for", at, asks))
		if got != nil && !reflect.ValueOf(got).IsZero() {
			s.breach(lawUndo, "at action %d: a take-back was refused and gave a state", at)
		}
		return nil
	}
	if got == nil {
		s.fatal(lawUndo, "at action %d: a take-back gave neither a state nor a refusal", at)
	}
	return got
}

// undo takes back, and checks that the state it gives stands as the earlier one
// stood, that neither of the two has changed and that nothing is shared.
func (s *suite) undo(at int, t *trail, e entry) game.State {
	now, before := t.now, t.before(e.back)
	was, then := s.hash(now), s.hash(before)
	got := s.undone(at, now, before, e.seat, e.acted)
	if s.hash(now) != was || s.hash(before) != then {
		s.fatal(lawAmend, "at action %d: taking back changed the state of now or that of then", at)
	}
	if got == nil {
		return nil
	}
	if d := s.standing(before).diff(s.standing(got)); d != "" {
		s.breach(lawUndo, "at action %d: after a take-back there are other %s than there were", at, d)
	}
	for _, seat := range s.seats() {
		a, b := s.face(s.view(before, seat, nil)).actions, s.face(s.view(got, seat, nil)).actions
		if !bytes.Equal(a, b) {
			s.breach(lawUndo, "at action %d: after a take-back seat %d is offered other things than it was: %s", at, seat, difference(a, b))
		}
		s.probeDeterminize(at, got, seat)
	}
	s.probeDeterminize(at, got, game.Watcher)
	h := s.hash(got)
	if s.hash(s.undone(at, s.copyOf(now, nil), s.copyOf(before, nil), e.seat, e.acted)) != h {
		s.fatal(lawReplay, "at action %d: the same take-back leads to two states", at)
	}
	// Playing on the state itself, and on the two that it came from, shows what
	// they share.
	seed := s.rng.Uint64()
	played := s.undone(at, now, before, e.seat, e.acted)
	s.playOn(played, seed)
	if s.hash(now) != was || s.hash(before) != then {
		s.fatal(lawAmend, "at action %d: playing on after a take-back changed the state of now or that of then", at)
	}
	n, b := s.copyOf(now, nil), s.copyOf(before, nil)
	kept := s.undone(at, n, b, e.seat, e.acted)
	s.playOn(n, seed)
	s.playOn(b, seed)
	if s.hash(kept) != h {
		s.fatal(lawAmend, "at action %d: what a take-back gave changed when the states that it came from were played", at)
	}
	return got
}

// correctOnce sets a fact right, now and then one that is nearly a fact.
func (s *suite) correctOnce(at int, t *trail, rng *rand.Rand) (entry, bool) {
	var fact json.RawMessage
	s.must("the case's Facts", func() { fact = s.c.Facts(s.copyOf(t.now, nil), rng) })
	if fact == nil {
		return entry{}, false
	}
	s.facts++
	next := s.correct(at, t.now, fact)
	if next == nil {
		return entry{}, false
	}
	s.corrected++
	t.done(t.now, next, game.Watcher, false)
	return entry{fact: fact, hash: s.hash(next)}, true
}

// correct sets a fact right on a copy, and gives nil when it is refused.
func (s *suite) correct(at int, st game.State, fact json.RawMessage) game.State {
	was := s.hash(st)
	next, log := s.copyOf(st, nil), &game.Log{}
	var err error
	if !s.try("Correct of "+string(fact), func() { err = next.(game.Amender).Correct(fact, log) }) {
		return nil
	}
	what := fmt.Sprintf("at action %d: the correction %s", at, fact)
	if s.hash(st) != was {
		s.fatal(lawAmend, "%s of a copy changed the original", what)
	}
	if err != nil {
		s.checkRefusal(err, true, what)
		if s.hash(next) != was || len(log.Events) > 0 {
			s.breach(lawUnchanged, "%s was refused and changed something, or told %v", what, log.Events)
		}
		return nil
	}
	s.checkEvents(log.Events)
	s.checkStanding(next, &clock{})
	alone := s.copyOf(st, nil)
	s.must("Correct", func() { err = alone.(game.Amender).Correct(fact, nil) })
	if err != nil || s.hash(alone) != s.hash(next) {
		s.fatal(lawReplay, "%s leads to another state when nobody listens (%v)", what, err)
	}
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		s.probeDeterminize(at, next, viewer)
	}
	return next
}

// nonsenseAmended asks for take-backs of what never was, and for corrections
// that are none.
func (s *suite) nonsenseAmended(at int, t *trail, rng *rand.Rand) {
	was := s.hash(t.now)
	var other game.State
	s.must("Start", func() { other = s.configure().Start(dice.NewFast(rng.Uint64(), 23), nil) })
	for _, before := range []game.State{nil, alienState{}, other} {
		asks, acted := game.Seat(0), game.Only(0) // as innocent as can be
		if rng.IntN(2) == 0 {
			asks, acted = pick(rng, []game.Seat{game.Watcher, -128, 127, game.Seat(s.c.Seats)}), game.Seats(rng.Uint32())
		}
		if s.undone(at, t.now, before, asks, acted) != nil {
			s.breach(lawUndo, "at action %d: a take-back led to a state (%T) that is none of this match", at, before)
		}
	}
	// Odd askers must not bring anything down; whether the rules let them is
	// for the rules to say.
	if n := len(t.moments); n > 0 {
		s.undone(at, t.now, t.before(1+rng.IntN(n)), pick(rng, []game.Seat{game.Watcher, -128, 127, 16}), game.Seats(rng.Uint32()))
	}
	facts := []json.RawMessage{nil, json.RawMessage(pick(rng, nonsense))}
	for range manyFacts {
		if s.c.Facts == nil {
			break
		}
		var a, b json.RawMessage
		s.must("the case's Facts", func() { a, b = s.c.Facts(s.copyOf(t.now, nil), rng), s.c.Facts(s.copyOf(t.now, nil), rng) })
		if a != nil && b != nil {
			facts = append(facts, mutate(rng, a, b))
		}
	}
	for i, fact := range facts {
		if next := s.correct(at, t.now, fact); next != nil {
			if i < 2 {
				s.breach(lawParse, "%q is accepted as a correction", fact)
			}
			s.playOn(next, rng.Uint64())
		}
	}
	if s.hash(t.now) != was {
		s.fatal(lawAmend, "at action %d: amendments that were tried out changed the state", at)
	}
}

// alienState is a state of no game.
type alienState struct{ game.State }

// amendTwins holds an amendment against the same one in a state that a viewer
// cannot tell apart. As long as it could not before, it must not after, and a
// refusal must say the same.
func (s *suite) amendTwins(at int, t *trail, rng *rand.Rand) {
	if s.c.Twin == nil {
		return
	}
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		var twin game.State
		s.must("the case's Twin", func() { twin = s.c.Twin(s.copyOf(t.now, nil), viewer, rng) })
		if twin == nil || s.hash(twin) == s.hash(t.now) {
			continue
		}
		s.correctTwins(at, t.now, twin, viewer, rng)
		s.undoTwins(at, t.now, twin, viewer, rng)
	}
}

func (s *suite) correctTwins(at int, st, twin game.State, viewer game.Seat, rng *rand.Rand) {
	for range manyFacts {
		var fact json.RawMessage
		if s.c.Facts != nil {
			s.must("the case's Facts", func() { fact = s.c.Facts(s.copyOf(st, nil), rng) })
		}
		if fact == nil {
			return
		}
		set := func(st game.State) (game.State, outcome, string) {
			next, log := s.copyOf(st, nil), &game.Log{}
			var err error
			s.must("Correct", func() { err = next.(game.Amender).Correct(fact, log) })
			return next, outcome{events: log.Events}, answer(err)
		}
		a, toldA, errA := set(st)
		b, toldB, errB := set(twin)
		if errA != errB || !reflect.DeepEqual(toldA.told(viewer), toldB.told(viewer)) {
			s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in the correction %s: %q and %q, told %v and %v",
				at, viewer, fact, errA, errB, toldA.told(viewer), toldB.told(viewer))
			return
		}
		s.alike(at, a, b, viewer, "the correction "+string(fact))
	}
}

func (s *suite) undoTwins(at int, st, twin game.State, viewer game.Seat, rng *rand.Rand) {
	a, b := s.copyOf(st, nil), s.copyOf(twin, nil)
	var acted game.Seats
	for range stepsTogether {
		both := a.ToAct() & b.ToAct() // one may have chosen in secret in one of the two
		if a.Over() || b.Over() || both == 0 {
			return
		}
		seat := pick(rng, both.List())
		seed := rng.Uint64()
		action, _ := s.choose(a, seat, rand.New(rand.NewPCG(seed, 24)))
		x, okX := s.outcome(a, seat, action, newGuided(seed, nil))
		y, okY := s.outcome(b, seat, action, newGuided(seed, nil))
		if !okX || !okY || len(x.rolls)+len(y.rolls) > 0 {
			return
		}
		if !s.face(s.view(x.state, viewer, nil)).equal(s.face(s.view(y.state, viewer, nil))) {
			return // it has found something out, as the rules have it
		}
		a, b = x.state, y.state
		acted |= game.Only(seat)
		for _, asks := range s.seats() {
			back := func(now, before game.State) (got game.State, text string) {
				var err error
				s.must("Undo", func() { got, err = now.(game.Amender).Undo(before, asks, acted) })
				return got, answer(err)
			}
			p, errP := back(a, st)
			if again, _ := back(a, st); errP == "" && s.hash(again) != s.hash(p) {
				s.fatal(lawReplay, "at action %d: the same take-back leads to two states", at)
			}
			q, errQ := back(b, twin)
			if errP != errQ {
				s.breach(lawSecrecy, "at action %d: what seat %d may not know shows when seat %d takes back: %q and %q", at, viewer, asks, errP, errQ)
				return
			}
			if errP == "" {
				s.alike(at, p, q, viewer, "a take-back")
			}
		}
	}
}

// alike checks that a viewer cannot tell two states apart.
func (s *suite) alike(at int, a, b game.State, viewer game.Seat, what string) {
	v, w := s.view(a, viewer, nil), s.view(b, viewer, nil)
	x, y := s.face(v), s.face(w)
	d := s.standing(a).as(viewer).diff(s.standing(b).as(viewer))
	switch seed := s.rng.Uint64(); {
	case d != "":
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in the %s after %s", at, viewer, d, what)
	case !x.equal(y):
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows after %s: %s", at, viewer, what, x.diff(y))
	case s.hash(s.world(v, seed)) != s.hash(s.world(w, seed)):
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in the states determinized after %s", at, viewer, what)
	}
}

// answer is all that a refusal says.
func answer(err error) string {
	if err == nil {
		return ""
	}
	data, _ := json.Marshal(err)
	return string(data)
}

// amendEnd tries amendments on a match that is over. Whether they are allowed
// is for the rules; they must not bring anything down.
func (s *suite) amendEnd(t *trail, rng *rand.Rand) {
	was := s.hash(t.now)
	if len(t.moments) > 0 {
		s.undone(-1, t.now, t.before(1), 0, t.acted(1))
	}
	if s.c.Facts != nil {
		var fact json.RawMessage
		s.must("the case's Facts", func() { fact = s.c.Facts(s.copyOf(t.now, nil), rng) })
		s.correct(-1, t.now, fact)
	}
	if s.hash(t.now) != was {
		s.fatal(lawAmend, "amendments of a match that is over changed it")
	}
}

// again plays an amended match once more from what its journal holds.
func (s *suite) again(options json.RawMessage, rolls [][2]int, began game.Hash, book []entry) {
	config, err := s.g.Configure(options, s.c.Seats)
	if err != nil {
		s.fatal(lawOptions, "the options that a match gave are refused: %v", err)
	}
	t := &trail{}
	s.must("Start", func() { t.now = config.Start(dice.NewReplay(rolls), nil) })
	if s.hash(t.now) != began {
		s.fatal(lawReplay, "an amended match begins otherwise when it is played again")
	}
	for i, e := range book {
		var err error
		next := s.copyOf(t.now, nil)
		switch {
		case e.action != nil:
			s.must("Apply", func() { err = next.Apply(e.seat, e.action, dice.NewReplay(e.rolls), nil) })
			t.done(t.now, next, e.seat, len(e.rolls) > 0)
		case e.fact != nil:
			s.must("Correct", func() { err = next.(game.Amender).Correct(e.fact, nil) })
			t.done(t.now, next, game.Watcher, false)
		default:
			if t.now = s.undone(i, t.now, t.before(e.back), e.seat, e.acted); t.now == nil {
				s.fatal(lawReplay, "step %d of an amended match, a take-back, is refused when it is played again", i)
			}
			t.moments = t.moments[:len(t.moments)-e.back]
		}
		if err != nil {
			s.fatal(lawReplay, "step %d of an amended match is refused when it is played again: %v", i, err)
		}
		if s.hash(t.now) != e.hash {
			s.fatal(lawReplay, "step %d of an amended match leads to another state when it is played again", i)
		}
	}
}

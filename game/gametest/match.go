package gametest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"

	"banco/dice"
	"banco/game"
)

// source is fast dice that remember what they gave.
type source struct {
	fast  *dice.Fast
	rolls [][2]int
}

var _ dice.Source = (*source)(nil)

func newSource(seed1, seed2 uint64) *source { return &source{fast: dice.NewFast(seed1, seed2)} }

func (s *source) Below(n int) int {
	v := s.fast.Below(n)
	s.rolls = append(s.rolls, [2]int{n, v})
	return v
}

func (s *source) take() [][2]int {
	r := s.rolls
	s.rolls = nil
	return r
}

// match is a match that was played, with all that a replay must come to again.
type match struct {
	options json.RawMessage
	rolls   [][2]int // of the start
	events  []game.Event
	hash    game.Hash
	moves   []move
	kept    []game.State // copies made on the way
}

type move struct {
	seat   game.Seat
	action game.Action
	raw    json.RawMessage
	rolls  [][2]int
	events []game.Event
	hash   game.Hash
}

// keepEvery is how many decisions lie between two states that are kept, once
// the first few are.
const keepEvery = 16

// play plays a match at random and checks what can be checked without a second
// one: that it ends, that what is offered is accepted, and that copies and views
// made on the way are at the end as they were.
func (s *suite) play(seed uint64) *match {
	config := s.configure()
	src := newSource(seed, 1)
	rng := rand.New(rand.NewPCG(seed, 2))
	log := &game.Log{}
	var st game.State
	s.must("Start", func() { st = config.Start(src, log) })
	m := &match{options: config.Options(), rolls: src.take(), events: log.Events, hash: s.hash(st)}
	s.checkEvents(log.Events)

	type keptView struct {
		view game.View
		at   int
		face face
	}
	var views []keptView
	var kept [][]byte // the JSON of m.kept
	var clock clock
	for n := 0; ; n++ {
		s.checkStanding(st, &clock)
		if n < 8 || n%keepEvery == 0 {
			m.kept = append(m.kept, s.copyOf(st, nil))
			kept = append(kept, bytes.Clone(s.data(st)))
			viewer := game.Seat(rng.IntN(s.c.Seats+1) - 1)
			v := s.view(st, viewer, nil)
			views = append(views, keptView{v, n, s.face(v)})
			if !bytes.Equal(s.data(st), kept[len(kept)-1]) {
				s.fatal(lawView, "match %d, action %d: looking at a state changed it", seed, n)
			}
		}
		if st.Over() {
			break
		}
		if n == s.c.MaxActions {
			s.fatal(lawEnds, "match %d is not over after %d actions", seed, n)
		}
		seat := pick(rng, st.ToAct().List())
		action, broken := s.choose(st, seat, rng)
		log = &game.Log{}
		var err error
		s.must("Apply", func() { err = st.Apply(seat, action, src, log) })
		if err != nil {
			s.fatal(broken, "match %d, action %d: seat %d was offered %s and refused: %v", seed, n, seat, s.encode(action), err)
		}
		s.checkEvents(log.Events)
		m.moves = append(m.moves, move{seat, action, s.encode(action), src.take(), log.Events, s.hash(st)})
	}
	for i, c := range m.kept {
		if got := s.data(c); !bytes.Equal(got, kept[i]) {
			s.fatal(lawCopy, "match %d: a copy made during play is at the end not what the original was: %s", seed, difference(kept[i], got))
		}
	}
	for _, k := range views {
		if got := s.face(k.view); !got.equal(k.face) {
			s.breach(lawViewOwn, "match %d: the view of seat %d made at action %d changed later: %s", seed, k.view.Seat(), k.at, k.face.diff(got))
		}
	}
	if now := config.Options(); !bytes.Equal(now, m.options) {
		s.fatal(lawCopy, "match %d: the options changed in play: %s", seed, difference(m.options, now))
	}
	return m
}

// playTogether plays on from two copies at once, as bots do. They share the
// config and nothing else, so each comes to the same end. What they share by
// mistake the race detector sees too.
func (s *suite) playTogether(st game.State, seed uint64) {
	var wait sync.WaitGroup
	ends := make([]game.State, 2)
	for i := range ends {
		ends[i] = s.copyOf(st, nil)
		wait.Go(func() {
			defer func() { recover() }() // other proofs come upon it and tell it
			rng, src := rand.New(rand.NewPCG(seed, 15)), dice.NewFast(seed, 15)
			for n := 0; n < 100 && !ends[i].Over(); n++ {
				seat := ends[i].ToAct().First()
				if ends[i].Apply(seat, ends[i].View(seat, nil).Sample(rng), src, nil) != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	if a, b := s.data(ends[0]), s.data(ends[1]); !bytes.Equal(a, b) {
		s.fatal(lawCopy, "two copies played at once by the same dice and actions differ: %s", difference(a, b))
	}
}

// choose takes one of the offered actions: mostly a sample, now and then one
// from the list, which a page would offer. It also gives the law that is broken
// if the action is refused.
func (s *suite) choose(st game.State, seat game.Seat, rng *rand.Rand) (game.Action, law) {
	v := s.view(st, seat, nil)
	if rng.IntN(4) == 0 {
		var list []game.Action
		s.must("Actions", func() { list = v.Actions() })
		if len(list) == 0 {
			s.fatal(lawTurn, "seat %d may act and its view lists nothing", seat)
		}
		return pick(rng, list), lawListed
	}
	var action game.Action
	s.must("Sample", func() { action = v.Sample(rng) })
	if action == nil {
		s.fatal(lawTurn, "seat %d may act and its view has no sample", seat)
	}
	return action, lawSample
}

// replay plays a match again as a simulation does, nobody listening, and then
// from what a journal would hold. It compares every step, and examines some
// decisions on the way.
func (s *suite) replay(m *match) {
	probes := map[int]bool{0: true, len(m.moves): true}
	for len(probes) < min(s.c.Probes, len(m.moves)+1) {
		probes[s.rng.IntN(len(m.moves)+1)] = true
	}
	s.follow(m, false, func(int, game.State) {})
	s.follow(m, true, func(i int, st game.State) {
		if probes[i] {
			s.probe(m, i, st)
		}
	})
}

func (s *suite) follow(m *match, told bool, visit func(int, game.State)) {
	var config game.Config
	var err error
	s.must("Configure", func() { config, err = s.g.Configure(m.options, s.c.Seats) })
	if err != nil {
		s.fatal(lawOptions, "the options that a match gave are refused: %v", err)
	}
	var st game.State
	step := func(at int, rolls [][2]int, events []game.Event, want game.Hash, do func(dice.Source, *game.Log)) {
		src := dice.NewReplay(rolls)
		var log *game.Log
		if told {
			log = &game.Log{}
		}
		s.must("a replay", func() { do(src, log) })
		if err := src.Check(); err != nil {
			s.fatal(lawReplay, "step %d of a replay rolled otherwise: %v", at, err)
		}
		if got := s.hash(st); got != want {
			s.fatal(lawReplay, "step %d of a replay led to another state (told events: %v)", at, told)
		}
		if told && !reflect.DeepEqual(log.Events, events) {
			s.fatal(lawReplay, "step %d of a replay told %v, and at first %v", at, log.Events, events)
		}
	}
	step(0, m.rolls, m.events, m.hash, func(src dice.Source, log *game.Log) { st = config.Start(src, log) })
	for i, mv := range m.moves {
		visit(i, st)
		action := mv.action
		if told {
			var err error
			s.must("ParseAction", func() { action, err = s.g.ParseAction(mv.raw) })
			if err != nil || !reflect.DeepEqual(action, mv.action) {
				s.breach(lawRoundTrip, "%s, which was played, reads back as %#v (%v)", mv.raw, action, err)
				action = mv.action
			}
		}
		step(i+1, mv.rolls, mv.events, mv.hash, func(src dice.Source, log *game.Log) { err = st.Apply(mv.seat, action, src, log) })
		if err != nil {
			s.fatal(lawReplay, "step %d of a replay, %s, was refused: %v", i+1, mv.raw, err)
		}
	}
	visit(len(m.moves), st)
}

// playByDefault lets the clock run out on every decision.
func (s *suite) playByDefault() {
	config := s.configure()
	src := newSource(7, 7)
	var st game.State
	s.must("Start", func() { st = config.Start(src, nil) })
	for n := 0; !st.Over(); n++ {
		if n == s.c.MaxActions {
			s.fatal(lawDefault, "play by defaults is not over after %d actions", n)
		}
		seat := st.ToAct().First()
		if seat == game.Watcher {
			s.fatal(lawOver, "no seat may act after %d actions and it is not over", n)
		}
		action := s.defaultOf(st, seat)
		var err error
		s.must("Apply of a default", func() { err = st.Apply(seat, action, src, nil) })
		if err != nil {
			s.fatal(lawDefault, "the default of seat %d, %s, is refused: %v", seat, s.encode(action), err)
		}
	}
}

func (s *suite) defaultOf(st game.State, seat game.Seat) game.Action {
	var action game.Action
	s.must("Default", func() { action = st.Default(seat) })
	if action == nil {
		s.fatal(lawDefault, "seat %d may act and has no default", seat)
	}
	return action
}

// clock remembers the stretches of a match.
type clock struct{ last game.Span }

// checkStanding checks what holds of every state.
func (s *suite) checkStanding(st game.State, clock *clock) {
	var toAct game.Seats
	var over bool
	var result game.Result
	s.must("ToAct, Over or Result", func() { toAct, over, result = st.ToAct(), st.Over(), st.Result() })
	if over != (toAct == 0) {
		s.fatal(lawOver, "over is %v and the seats that may act are %v", over, toAct.List())
	}
	if toAct>>s.c.Seats != 0 {
		s.fatal(lawOver, "of %d seats these may act: %v", s.c.Seats, toAct.List())
	}
	all := make([]game.Seat, s.c.Seats)
	for i := range all {
		all[i] = game.Seat(i)
	}
	switch {
	case len(result.Scores) != s.c.Seats:
		s.breach(lawResult, "there are %d scores for %d seats", len(result.Scores), s.c.Seats)
	case !over && (len(result.Winners) > 0 || result.Draw):
		s.breach(lawResult, "winners %v, draw %v, and it is not over", result.Winners, result.Draw)
	case result.Draw && !slices.Equal(result.Winners, all):
		s.breach(lawResult, "a draw names all seats, and this one names %v", result.Winners)
	}
	for i, w := range result.Winners {
		if w < 0 || int(w) >= s.c.Seats || i > 0 && w <= result.Winners[i-1] {
			s.breach(lawResult, "winners %v are not seats in order", result.Winners)
			break
		}
	}
	timed, ok := st.(game.Timed)
	if !ok {
		return
	}
	var span game.Span
	var running bool
	s.must("Running", func() { span, running = timed.Running() })
	switch last := clock.last; {
	case !running:
		return
	case over:
		s.breach(lawTimed, "stretch %d still runs and it is over", span.ID)
	case span.ID < max(1, last.ID) || span.Seat < 0 || int(span.Seat) >= s.c.Seats || span.Limit < 0:
		s.breach(lawTimed, "stretch %+v after stretch %+v", span, last)
	case span.ID == last.ID && span != last:
		s.breach(lawTimed, "stretch %+v was %+v before", span, last)
	}
	clock.last = span
}

// checkEvents checks what holds of every event.
func (s *suite) checkEvents(events []game.Event) {
	for _, e := range events {
		if e.To != game.Everyone && (e.To < 1 || int(e.To) > s.c.Seats) {
			s.breach(lawAudience, "%v is told to audience %d, which is nobody at a table of %d", e.Text, e.To, s.c.Seats)
		}
		s.checkText(e.Text, "an event")
	}
}

// data is a state's JSON.
func (s *suite) data(st game.State) (data []byte) {
	s.must("MarshalJSON of a state", func() {
		var err error
		if data, err = st.MarshalJSON(); err != nil || !json.Valid(data) {
			s.fatal(lawReplay, "a state does not encode as JSON: %v", err)
		}
	})
	return data
}

// hash is game.HashOf.
func (s *suite) hash(st game.State) game.Hash { return sha256.Sum256(s.data(st)) }

func (s *suite) encode(a game.Action) json.RawMessage {
	var data []byte
	var err error
	if !s.try("encoding an action", func() { data, err = json.Marshal(a) }) || err != nil {
		s.fatal(lawRoundTrip, "the action %#v does not encode: %v", a, err)
	}
	return data
}

func (s *suite) copyOf(st, reuse game.State) game.State {
	var c game.State
	s.must("Copy", func() { c = st.Copy(reuse) })
	return c
}

func (s *suite) view(st game.State, viewer game.Seat, reuse game.View) game.View {
	var v game.View
	s.must("View", func() { v = st.View(viewer, reuse) })
	if v == nil || v.Seat() != viewer {
		s.fatal(lawView, "the view of seat %d is not that seat's", viewer)
	}
	return v
}

// face is everything that a view shows: its JSON and its actions.
type face struct {
	json    []byte
	actions []byte
}

func (s *suite) face(v game.View) face {
	var f face
	s.must("reading a view", func() {
		data, err := v.MarshalJSON()
		if err != nil || !json.Valid(data) {
			s.fatal(lawView, "a view does not encode as JSON: %v", err)
		}
		f.json = bytes.Clone(data)
		for _, a := range v.Actions() {
			f.actions = append(append(f.actions, s.encode(a)...), '\n')
		}
	})
	return f
}

func (f face) equal(g face) bool {
	return bytes.Equal(f.json, g.json) && bytes.Equal(f.actions, g.actions)
}

// diff shows where two faces part.
func (f face) diff(g face) string {
	if !bytes.Equal(f.json, g.json) {
		return "view " + difference(f.json, g.json)
	}
	return "actions " + difference(f.actions, g.actions)
}

func difference(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	cut := func(x []byte) string { return string(x[max(0, i-40):min(len(x), i+60)]) }
	return "…" + cut(a) + "… against …" + cut(b) + "…"
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

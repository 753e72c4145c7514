package gametest

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"

	"banco/dice"
	"banco/game"
)

// How much is tried at one decision. A decision with more listed actions is
// examined by a random choice of them.
const (
	manyListed  = 40
	manyMutated = 80
	manySamples = 6
	manyRare    = 300 // samples drawn before a kind of action counts as never coming up
	stepsOnCopy = 4
)

// probe tries at one state everything that should work and everything that
// should not. Nothing of it may change the state.
func (s *suite) probe(m *match, at int, st game.State) {
	before := s.hash(st)
	s.probeViews(m, at, st, before)
	s.probeCopies(m, at, st, before)
	listed := s.probeListed(at, st)
	s.probeRefusals(m, at, st, before, listed)
	s.probeSecrets(at, st, before)
	if s.hash(st) != before {
		s.fatal(lawCopy, "at action %d: what was done to copies, views and determinized states changed the original", at)
	}
}

// probeCopies plays on from copies and checks that the original does not see
// it, and that a copy into an old state goes the same way as a new one.
func (s *suite) probeCopies(m *match, at int, st game.State, before game.Hash) {
	seed := s.rng.Uint64()
	fresh := s.copyOf(st, nil)
	s.playOn(fresh, seed)
	if s.hash(st) != before {
		s.fatal(lawCopy, "at action %d: playing on a copy changed the original", at)
	}
	spare := s.copyOf(pick(s.rng, m.kept), nil)
	reused := s.copyOf(st, spare)
	if s.hash(reused) != before {
		s.breach(lawCopyReuse, "at action %d: a copy into an old state is another state", at)
		return
	}
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		a, b := s.face(s.view(st, viewer, nil)), s.face(s.view(reused, viewer, nil))
		if !a.equal(b) {
			s.breach(lawCopyReuse, "at action %d: a copy into an old state looks different to seat %d: %s", at, viewer, a.diff(b))
			return
		}
	}
	s.playOn(reused, seed)
	if s.hash(st) != before {
		s.fatal(lawCopy, "at action %d: playing on a copy into an old state changed the original", at)
	}
	if s.hash(reused) != s.hash(fresh) {
		s.breach(lawCopyReuse, "at action %d: a copy into an old state plays on otherwise than a new one", at)
	}
}

// playOn plays a few random actions, the same ones for the same seed.
func (s *suite) playOn(st game.State, seed uint64) {
	src := dice.NewFast(seed, 3)
	rng := rand.New(rand.NewPCG(seed, 4))
	for range stepsOnCopy {
		if st.Over() {
			return
		}
		seat := pick(rng, st.ToAct().List())
		action, broken := s.choose(st, seat, rng)
		var err error
		s.must("Apply", func() { err = st.Apply(seat, action, src, nil) })
		if err != nil {
			s.fatal(broken, "seat %d was offered %s and refused: %v", seat, s.encode(action), err)
		}
	}
}

// probeViews looks at a state from everywhere.
func (s *suite) probeViews(m *match, at int, st game.State, before game.Hash) {
	toAct := st.ToAct()
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		v := s.view(st, viewer, nil)
		shown := s.face(v)
		if again := s.face(s.view(st, viewer, nil)); !again.equal(shown) {
			s.fatal(lawView, "at action %d: seat %d looks twice and sees: %s", at, viewer, shown.diff(again))
		}
		old := s.view(pick(s.rng, m.kept), game.Seat(s.rng.IntN(s.c.Seats+1)-1), nil)
		s.face(old) // a view may prepare its list when it is asked for it
		refilled := s.view(st, viewer, old)
		if got := s.face(refilled); !got.equal(shown) {
			s.breach(lawViewReuse, "at action %d: seat %d, in an old view, sees: %s", at, viewer, shown.diff(got))
			continue
		}
		if toAct.Has(viewer) {
			continue
		}
		var list []game.Action
		var sample game.Action
		s.must("Actions", func() { list, sample = v.Actions(), v.Sample(rand.New(rand.NewPCG(1, 1))) })
		if len(list) > 0 || sample != nil {
			s.breach(lawTurn, "at action %d: seat %d may not act and is offered %d actions, and the sample %v", at, viewer, len(list), sample)
		}
	}
	if s.hash(st) != before {
		s.fatal(lawView, "at action %d: looking at a state changed it", at)
	}
}

// offer is an action with its JSON, and the seat to which it was offered.
type offer struct {
	seat   game.Seat
	action game.Action
	raw    json.RawMessage
}

// probeListed accepts everything that is offered, and gives what was listed, by
// seat and JSON.
func (s *suite) probeListed(at int, st game.State) map[game.Seat]map[string]offer {
	listed := map[game.Seat]map[string]offer{}
	for _, seat := range st.ToAct().List() {
		v := s.view(st, seat, nil)
		var list []game.Action
		s.must("Actions", func() { list = v.Actions() })
		if len(list) == 0 {
			s.breach(lawTurn, "at action %d: seat %d may act and its view lists nothing", at, seat)
		}
		known := map[string]offer{}
		for _, a := range list {
			raw := s.encode(a)
			known[string(raw)] = offer{seat, a, raw}
		}
		listed[seat] = known
		for _, i := range s.some(len(list), manyListed) {
			s.accept(lawListed, at, st, known[string(s.encode(list[i]))])
		}
		s.probeSamples(at, st, seat, v, known)

		def := s.defaultOf(st, seat)
		s.accept(lawDefault, at, st, offer{seat, def, s.encode(def)})
		s.checkKnown(lawDefault, at, "the default", def, known)
	}
	return listed
}

// some gives at most limit of the indexes below n.
func (s *suite) some(n, limit int) []int {
	return s.rng.Perm(n)[:min(n, limit)]
}

// probeSamples checks samples, and that every kind of action on the list comes
// up as a sample: here, or at another decision of this case.
func (s *suite) probeSamples(at int, st game.State, seat game.Seat, v game.View, known map[string]offer) {
	sample := func() (a game.Action) {
		s.must("Sample", func() { a = v.Sample(s.rng) })
		if a == nil {
			s.fatal(lawSample, "at action %d: seat %d may act and its view has no sample", at, seat)
		}
		s.sampled[a.Type()] = true
		return a
	}
	for range manySamples {
		a := sample()
		s.accept(lawSample, at, st, offer{seat, a, s.encode(a)})
		s.checkKnown(lawSample, at, "a sample", a, known)
	}
	missing := func() string {
		for _, o := range known {
			if kind := o.action.Type(); !s.sampled[kind] {
				return kind
			}
		}
		return ""
	}
	for range manyRare {
		if missing() == "" {
			return
		}
		sample()
	}
	if kind := missing(); kind != "" {
		s.breach(lawSample, "at action %d: %q is open to seat %d and did not come up in %d samples", at, kind, seat, manyRare)
		s.sampled[kind] = true
	}
}

// checkKnown demands of a discrete action that it is on the list.
func (s *suite) checkKnown(l law, at int, what string, a game.Action, known map[string]offer) {
	raw := s.encode(a)
	if _, ok := known[string(raw)]; a.Discrete() && !ok {
		s.breach(l, "at action %d: %s %s is discrete and not on the list", at, what, raw)
	}
}

// accept does an action that must be legal, as it is and read back from JSON.
func (s *suite) accept(l law, at int, st game.State, o offer) {
	var back game.Action
	var err error
	s.must("ParseAction", func() { back, err = s.g.ParseAction(o.raw) })
	switch {
	case err != nil:
		s.breach(lawRoundTrip, "at action %d: %s cannot be read back: %v", at, o.raw, err)
	case !reflect.DeepEqual(back, o.action):
		s.breach(lawRoundTrip, "at action %d: %s reads back as %#v and was %#v", at, o.raw, back, o.action)
	}
	var head struct{ Type string }
	if json.Unmarshal(o.raw, &head) != nil || head.Type != o.action.Type() {
		s.breach(lawRoundTrip, "%s is not an object with the type %q", o.raw, o.action.Type())
	}
	c := s.copyOf(st, nil)
	log := &game.Log{}
	s.must("Apply", func() { err = c.Apply(o.seat, o.action, newSource(s.rng.Uint64(), 5), log) })
	if err != nil {
		s.breach(l, "at action %d: %s by seat %d is refused: %v", at, o.raw, o.seat, err)
		return
	}
	s.checkEvents(log.Events)
	s.checkStanding(c, &clock{})
}

// empty gives an action of the same Go type with nothing in it, which no JSON
// leads to and code may.
func empty(a game.Action) game.Action {
	t := reflect.TypeOf(a)
	if t.Kind() == reflect.Pointer {
		return reflect.New(t.Elem()).Interface().(game.Action)
	}
	return reflect.Zero(t).Interface().(game.Action)
}

// alien is an action of no game.
type alien struct{}

func (alien) Type() string   { return "gametest_alien" }
func (alien) Discrete() bool { return true }

// probeRefusals tries what must not work: actions out of turn, actions that
// are listed nowhere, and things that are no actions at all.
func (s *suite) probeRefusals(m *match, at int, st game.State, before game.Hash, listed map[game.Seat]map[string]offer) {
	t := &trial{s: s, at: at, original: st, before: before}
	var pool []offer // everything that is legal for somebody here or was at another time
	for _, seat := range st.ToAct().List() {
		pool = append(pool, s.inOrder(listed[seat])...)
	}
	here := len(pool)
	for _, i := range s.some(len(m.moves), 20) {
		pool = append(pool, offer{m.moves[i].seat, m.moves[i].action, m.moves[i].raw})
	}
	if len(pool) == 0 {
		return
	}

	// Out of turn: nobody whose turn it is not does anything, not even what
	// another may do.
	outside := []game.Seat{game.Watcher, -2, game.Seat(s.c.Seats), 15, 16, 64, 127, -128}
	for seat := range game.Seat(s.c.Seats) {
		if !st.ToAct().Has(seat) {
			outside = append(outside, seat)
		}
	}
	for _, seat := range outside {
		for _, i := range s.some(len(pool), 4) {
			t.refuse(lawTurn, seat, pool[i].action, pool[i].raw, false)
		}
	}

	for _, seat := range st.ToAct().List() {
		// What is no action of this game.
		t.refuse(lawUnlisted, seat, nil, nil, false)
		t.refuse(lawUnlisted, seat, alien{}, nil, false)
		t.apply(seat, empty(pool[0].action), []byte("the empty action"), false)
		// What was listed for others, or earlier.
		for _, i := range s.some(len(pool), 20) {
			t.unlisted(seat, pool[i].action, pool[i].raw, listed[seat])
		}
		// What is nearly one that is listed.
		base := pool[:here]
		if len(base) == 0 {
			base = pool
		}
		for range manyMutated {
			raw := mutate(s.rng, pick(s.rng, base).raw, pick(s.rng, pool).raw)
			if action := s.parse(raw); action != nil {
				t.unlisted(seat, action, s.encode(action), listed[seat])
			}
		}
	}
	for _, raw := range nonsense {
		if action := s.parse([]byte(raw)); action != nil {
			s.breach(lawParse, "%q is read as the action %s", raw, s.encode(action))
		}
	}
}

func (s *suite) inOrder(known map[string]offer) []offer {
	list := make([]offer, 0, len(known))
	for _, key := range sortedKeys(known) {
		list = append(list, known[key])
	}
	return list
}

// parse reads JSON that may be no action, and gives nil when it is refused.
func (s *suite) parse(raw []byte) game.Action {
	var action game.Action
	var err error
	if !s.try("ParseAction of "+string(raw), func() { action, err = s.g.ParseAction(raw) }) {
		return nil
	}
	if err != nil {
		s.checkRefusal(err, false, "reading "+string(raw))
		return nil
	}
	if action == nil {
		s.breach(lawParse, "%s is read as nothing, and not refused", raw)
	}
	return action
}

// trial applies actions to a copy of one state for as long as they are refused.
type trial struct {
	s        *suite
	at       int
	original game.State
	before   game.Hash
	state    game.State
}

// apply does an action on the trial's copy, and checks that a refusal is one.
func (t *trial) apply(seat game.Seat, a game.Action, raw json.RawMessage, ruled bool) (accepted, ok bool) {
	s := t.s
	if t.state == nil {
		t.state = s.copyOf(t.original, nil)
	}
	src, log := newSource(s.rng.Uint64(), 6), &game.Log{}
	var err error
	if !s.try("Apply of "+string(raw), func() { err = t.state.Apply(seat, a, src, log) }) {
		t.state = nil
		return false, false
	}
	if err == nil {
		t.state = nil
		return true, true
	}
	what := "at action " + itoa(t.at) + ": " + string(raw) + " by seat " + itoa(int(seat))
	s.checkRefusal(err, ruled, what)
	if s.hash(t.state) != t.before {
		s.breach(lawUnchanged, "%s was refused and changed the state", what)
		t.state = nil
	}
	if len(log.Events) > 0 {
		s.breach(lawUnchanged, "%s was refused and told %v", what, log.Events)
	}
	if len(src.rolls) > 0 {
		s.breach(lawUnrolled, "%s was refused and drew %v", what, src.rolls)
	}
	return false, true
}

func (t *trial) refuse(l law, seat game.Seat, a game.Action, raw json.RawMessage, ruled bool) {
	if accepted, ok := t.apply(seat, a, raw, ruled); ok && accepted {
		t.s.breach(l, "at action %d: %s (%T) by seat %d is accepted", t.at, raw, a, seat)
	}
}

// unlisted does an action by a seat that may act: a discrete one has to be on
// its list exactly when it is accepted, any other may or may not be legal.
func (t *trial) unlisted(seat game.Seat, a game.Action, raw json.RawMessage, known map[string]offer) {
	accepted, ok := t.apply(seat, a, raw, true)
	if !ok || !a.Discrete() {
		return
	}
	switch _, on := known[string(raw)]; {
	case accepted && !on:
		t.s.breach(lawUnlisted, "at action %d: %s by seat %d is not listed and accepted", t.at, raw, seat)
	case on && !accepted:
		t.s.breach(lawListed, "at action %d: %s by seat %d is listed and refused", t.at, raw, seat)
	}
}

package gametest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"

	"banco/game"
)

// How many states are compared at one decision.
const (
	manyWorlds  = 3  // determinized ones
	manyTwins   = 2  // of the case's Twin
	manyAsked   = 24 // actions that are tried on both of a pair
	manyChoices = 3  // actions of one seat whose events are compared
	manyRolls   = 4  // rolls of each of them that are varied
	manyValues  = 6  // values that each of those rolls is given
)

// probeSecrets looks at a state through every viewer's eyes, beside states that
// the viewer must not be able to tell from it.
func (s *suite) probeSecrets(at int, st game.State, before game.Hash) {
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		differ := s.probeDeterminize(at, st, viewer)
		if s.c.Twin == nil {
			continue
		}
		hidden := false
		for range manyTwins {
			var twin game.State
			s.must("the case's Twin", func() { twin = s.c.Twin(s.copyOf(st, nil), viewer, s.rng) })
			if twin == nil {
				continue
			}
			s.twins++
			if s.hash(twin) == before {
				continue
			}
			hidden = true
			s.compareTwins(at, st, twin, viewer)
		}
		if hidden {
			s.hidden[viewer == game.Watcher]++
			if differ {
				s.varied[viewer == game.Watcher]++
			}
		}
	}
	s.probeAudience(at, st)
}

// judgeSecrets looks back on a whole case.
func (s *suite) judgeSecrets() {
	if s.c.Twin == nil {
		return
	}
	if s.twins >= 10 && s.hidden[false]+s.hidden[true] == 0 {
		s.breach(lawTwin, "%d twins were made and none differed from its state", s.twins)
	}
	for _, watching := range []bool{false, true} {
		// One state with one hidden coin may come out the same every time by
		// chance; several do not.
		if s.hidden[watching] >= 10 && s.varied[watching] == 0 {
			s.breach(lawDeterminize, "something is hidden (from watchers: %v) and determinized states are always the same", watching)
		}
	}
}

// probeDeterminize checks that determinized states look to the viewer as the
// real one does, and tells whether they differ among themselves.
func (s *suite) probeDeterminize(at int, st game.State, viewer game.Seat) (differ bool) {
	v := s.view(st, viewer, nil)
	shown := s.face(v)
	var first game.Hash
	for i := range manyWorlds {
		seed := s.rng.Uint64()
		world := s.world(v, seed)
		if got := s.face(s.view(world, viewer, nil)); !got.equal(shown) {
			s.breach(lawDeterminize, "at action %d: a state determinized for seat %d looks otherwise: %s", at, viewer, shown.diff(got))
			return differ
		}
		if d := s.standing(st).as(viewer).diff(s.standing(world).as(viewer)); d != "" {
			s.breach(lawDeterminize, "at action %d: a state determinized for seat %d has other %s", at, viewer, d)
			return differ
		}
		h := s.hash(world)
		if s.hash(s.world(v, seed)) != h {
			s.breach(lawDeterminize, "at action %d: the same generator determinizes to two states for seat %d", at, viewer)
			return differ
		}
		if i == 0 {
			first = h
		}
		differ = differ || h != first
		s.playOn(world, seed)
	}
	if got := s.face(v); !got.equal(shown) {
		s.breach(lawViewOwn, "at action %d: the view of seat %d changed when states made from it were played: %s", at, viewer, shown.diff(got))
	}
	return differ
}

func (s *suite) world(v game.View, seed uint64) game.State {
	var world game.State
	s.must("Determinize", func() { world = v.Determinize(rand.New(rand.NewPCG(seed, 8))) })
	if world == nil {
		s.fatal(lawDeterminize, "Determinize gives no state")
	}
	return world
}

// standing is what the table goes by, and tells people beside their views.
type standing struct {
	toAct    game.Seats
	together bool
	silence  string
	over     bool
	result   game.Result
	span     game.Span
}

func (s *suite) standing(st game.State) standing {
	x := standing{toAct: st.ToAct(), together: game.Together(st), silence: game.Silence(st), over: st.Over(), result: st.Result()}
	if timed, ok := st.(game.Timed); ok {
		x.span, _ = timed.Running()
	}
	return x
}

// as is what a viewer may know of it: while all choose at once, not who of the
// others still has to.
func (x standing) as(viewer game.Seat) standing {
	if x.together {
		own := x.toAct.Has(viewer)
		if x.toAct = 0; own {
			x.toAct = game.Only(viewer)
		}
	}
	return x
}

func (x standing) diff(y standing) string {
	switch {
	case x.toAct != y.toAct || x.over != y.over:
		return "seats to act"
	case x.together != y.together || x.silence != y.silence:
		return "moments in which all choose"
	case !reflect.DeepEqual(x.result, y.result):
		return "scores"
	case x.span != y.span:
		return "stretches under way"
	}
	return ""
}

// compareTwins checks that a viewer cannot tell two states apart.
func (s *suite) compareTwins(at int, st, twin game.State, viewer game.Seat) {
	if d := s.standing(st).as(viewer).diff(s.standing(twin).as(viewer)); d != "" {
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in the %s", at, viewer, d)
		return
	}
	v, w := s.view(st, viewer, nil), s.view(twin, viewer, nil)
	if a, b := s.face(v), s.face(w); !a.equal(b) {
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows: %s", at, viewer, a.diff(b))
		return
	}
	// A secret may sit in a field that is not encoded. It shows when the view
	// is put to use.
	seed := s.rng.Uint64()
	if s.hash(s.world(v, seed)) != s.hash(s.world(w, seed)) {
		s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in the states determinized from its view", at, viewer)
	}
	if st.ToAct().Has(viewer) {
		var a, b game.Action
		s.must("Sample", func() {
			a, b = v.Sample(rand.New(rand.NewPCG(seed, 9))), w.Sample(rand.New(rand.NewPCG(seed, 9)))
		})
		if a == nil || b == nil || !bytes.Equal(s.encode(a), s.encode(b)) {
			s.breach(lawSecrecy, "at action %d: what seat %d may not know shows in its samples", at, viewer)
		}
		s.compareAnswers(at, st, twin, v, viewer)
	}
	s.compareNews(at, st, twin, viewer)
}

// compareAnswers checks that a seat which tries things out, legal or not, gets
// the same answers in two states that it must not be able to tell apart.
func (s *suite) compareAnswers(at int, st, twin game.State, v game.View, seat game.Seat) {
	var list []game.Action
	s.must("Actions", func() { list = v.Actions() })
	if len(list) == 0 {
		return
	}
	for i := range manyAsked {
		action := pick(s.rng, list)
		if i%2 == 1 {
			raw := s.encode(action)
			if action = s.parse(mutate(s.rng, raw, s.encode(pick(s.rng, list)))); action == nil {
				continue
			}
		}
		ask := func(st game.State) (answer string) {
			s.try("Apply", func() {
				if err := s.copyOf(st, nil).Apply(seat, action, newSource(1, 10), nil); err != nil {
					data, _ := json.Marshal(err)
					answer = string(data)
				}
			})
			return answer
		}
		if a, b := ask(st), ask(twin); a != b {
			s.breach(lawSecrecy, "at action %d: what seat %d may not know shows when it tries %s: it is answered %q and %q", at, seat, s.encode(action), a, b)
			return
		}
	}
}

// outcome is what one action led to.
type outcome struct {
	state  game.State
	hash   game.Hash
	events []game.Event
	what   string
	rolls  [][2]int
}

func (s *suite) outcome(st game.State, seat game.Seat, action game.Action, src *guided) (o outcome, ok bool) {
	o.state = s.copyOf(st, nil)
	log := &game.Log{}
	var err error
	s.must("Apply", func() { err = o.state.Apply(seat, action, src, log) })
	if err != nil || src.strayed {
		return o, false
	}
	o.hash, o.events, o.what, o.rolls = s.hash(o.state), log.Events, string(s.encode(action)), src.rolls
	return o, true
}

// told gives what a viewer hears of an outcome.
func (o outcome) told(viewer game.Seat) []game.Message {
	var list []game.Message
	for _, e := range o.events {
		if e.To.Includes(viewer) {
			list = append(list, e.Text)
		}
	}
	return list
}

// guided is dice that give prescribed rolls for as long as the same ones are
// asked for, and then others.
type guided struct {
	source
	script  [][2]int
	strayed bool
}

func newGuided(seed uint64, script [][2]int) *guided {
	return &guided{source: *newSource(seed, 13), script: script}
}

func (g *guided) Below(n int) int {
	i := len(g.rolls)
	v := g.source.Below(n)
	if i < len(g.script) {
		if g.script[i][0] != n {
			g.strayed = true
			return v
		}
		v = g.script[i][1]
		g.rolls[i][1] = v
	}
	return v
}

// compareNews lets the others act in two states that a viewer cannot tell
// apart. While it still cannot, it must have been told the same.
func (s *suite) compareNews(at int, st, twin game.State, viewer game.Seat) {
	if s.c.Fleeting {
		return
	}
	for _, seat := range st.ToAct().List() {
		seed := s.rng.Uint64()
		action, _ := s.choose(st, seat, rand.New(rand.NewPCG(seed, 11)))
		a, okA := s.outcome(st, seat, action, newGuided(seed, nil))
		b, okB := s.outcome(twin, seat, action, newGuided(seed, nil))
		if okA && okB {
			s.compareOutcomes(at, viewer, "its secrets apart", a, b)
		}
	}
}

// probeAudience lets a seat act in several ways, and lets one die fall
// otherwise at a time. A viewer that does not see the difference, although the
// state keeps it, must not have been told of it.
func (s *suite) probeAudience(at int, st game.State) {
	for _, seat := range st.ToAct().List() {
		seed := s.rng.Uint64()
		rng := rand.New(rand.NewPCG(seed, 12))
		var ways []outcome
		for range manyChoices {
			action, _ := s.choose(st, seat, rng)
			way, ok := s.outcome(st, seat, action, newGuided(seed, nil))
			if !ok {
				continue
			}
			for _, other := range ways {
				for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
					s.compareOutcomes(at, viewer, "the same dice", other, way)
				}
			}
			ways = append(ways, way)
			for _, i := range s.some(len(way.rolls), manyRolls) {
				s.turnOne(at, st, seat, action, seed, way, i)
			}
		}
	}
}

// turnOne gives one roll of an action other values. Where a viewer sees no
// difference whichever it is, the roll is hidden from it.
func (s *suite) turnOne(at int, st game.State, seat game.Seat, action game.Action, seed uint64, way outcome, i int) {
	n := way.rolls[i][0]
	var others []outcome
	for _, v := range s.some(n, manyValues) {
		script := slices.Clone(way.rolls)
		script[i][1] = v
		if o, ok := s.outcome(st, seat, action, newGuided(seed, script)); ok && len(o.rolls) == len(script) && v != way.rolls[i][1] {
			others = append(others, o)
		}
	}
	for viewer := game.Watcher; int(viewer) < s.c.Seats; viewer++ {
		told := way.told(viewer)
		for _, o := range others {
			if o.hash == way.hash || reflect.DeepEqual(o.told(viewer), told) {
				continue
			}
			shown := s.face(s.view(way.state, viewer, nil))
			seen := slices.ContainsFunc(others, func(o outcome) bool { return !s.face(s.view(o.state, viewer, nil)).equal(shown) })
			if !seen {
				s.compareOutcomes(at, viewer, "one roll apart", way, o)
			}
			break
		}
	}
}

func (s *suite) compareOutcomes(at int, viewer game.Seat, what string, a, b outcome) {
	toldA, toldB := a.told(viewer), b.told(viewer)
	if a.hash == b.hash || reflect.DeepEqual(toldA, toldB) {
		return
	}
	if s.face(s.view(a.state, viewer, nil)).equal(s.face(s.view(b.state, viewer, nil))) {
		s.breach(lawAudience, "at action %d: seat %d sees no difference (%s) and is told of one: %s tells %v, %s tells %v",
			at, viewer, what, a.what, toldA, b.what, toldB)
	}
}

package klang

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/dice"
	"banco/game"
)

func configure(t testing.TB, options string) *Config {
	t.Helper()
	c, err := New().Configure(json.RawMessage(options), 2)
	if err != nil {
		t.Fatalf("options %s: %v", options, err)
	}
	return c.(*Config)
}

// player plays a match by View.Sample, with views and states reused.
type player struct {
	rng   *rand.Rand
	src   dice.Source
	views [2]game.View
}

func newPlayer(seed uint64) *player {
	return &player{rng: rand.New(rand.NewPCG(seed, 1)), src: dice.NewFast(seed, 1)}
}

func (p *player) step(t testing.TB, s *State) *Action {
	seat := s.ToAct().First()
	p.views[seat] = s.View(seat, p.views[seat])
	a := p.views[seat].Sample(p.rng)
	if err := s.Apply(seat, a, p.src, nil); err != nil {
		raw, _ := json.Marshal(a)
		t.Fatalf("sampled %s: %v", raw, err)
	}
	return a.(*Action)
}

func (p *player) play(t testing.TB, s *State) (steps int) {
	for !s.Over() {
		p.step(t, s)
		steps++
	}
	return steps
}

// middle is a state in the thick of a match, a robot acting.
func middle(t testing.TB, seed uint64) *State {
	p := newPlayer(seed)
	s := configure(t, "").Start(p.src, nil).(*State)
	for s.Activations < 15 || s.Phase != PhaseAct {
		p.step(t, s)
	}
	return s
}

func BenchmarkRandomMatch(b *testing.B) {
	c := configure(b, "")
	p := newPlayer(1)
	steps := 0
	for b.Loop() {
		steps += p.play(b, c.Start(p.src, nil).(*State))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
	b.ReportMetric(float64(steps)/float64(b.N), "actions/match")
}

func BenchmarkStart(b *testing.B) {
	c := configure(b, "")
	src := dice.NewFast(1, 1)
	for b.Loop() {
		c.Start(src, nil)
	}
}

func BenchmarkCopy(b *testing.B) {
	s := middle(b, 1)
	var d game.State = &State{}
	b.ReportAllocs()
	for b.Loop() {
		d = s.Copy(d)
	}
}

func BenchmarkView(b *testing.B) {
	s := middle(b, 1)
	v := s.View(0, nil)
	b.ReportAllocs()
	for b.Loop() {
		v = s.View(0, v)
	}
}

func BenchmarkSample(b *testing.B) {
	s := middle(b, 1)
	v := s.View(s.ToAct().First(), nil)
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		v.Sample(rng)
	}
}

func BenchmarkActions(b *testing.B) {
	s := middle(b, 1)
	v := s.View(s.ToAct().First(), nil)
	b.ReportAllocs()
	for b.Loop() {
		v = s.View(s.ToAct().First(), v)
		v.Actions()
	}
}

func BenchmarkActionsTerrain(b *testing.B) {
	s := configure(b, `{"terrain":"players","terrain_pieces":10}`).Start(dice.NewFast(1, 1), nil).(*State)
	v := s.View(s.ToAct().First(), nil)
	b.ReportAllocs()
	for b.Loop() {
		v.Actions()
	}
}

// BenchmarkActionsMatch lists the actions of every decision of a match.
func BenchmarkActionsMatch(b *testing.B) {
	c := configure(b, "")
	p := newPlayer(1)
	var views []game.View
	for s := c.Start(p.src, nil).(*State); !s.Over(); p.step(b, s) {
		views = append(views, s.View(s.ToAct().First(), nil))
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		views[i%len(views)].Actions()
		i++
	}
}

// BenchmarkApply copies a state and applies a sampled action to it.
func BenchmarkApply(b *testing.B) {
	s := middle(b, 1)
	seat := s.ToAct().First()
	v := s.View(seat, nil)
	rng := rand.New(rand.NewPCG(1, 2))
	var actions [64]game.Action
	for i := range actions {
		actions[i] = v.Sample(rng)
	}
	src := dice.NewFast(1, 1)
	var d game.State = &State{}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		d = s.Copy(d)
		if err := d.Apply(seat, actions[i&63], src, nil); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

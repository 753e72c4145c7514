package nucleo

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"banco/dice"
	"banco/game"
)

// many is how often a random test tries: few times, or with BANCO_LONG=1 many.
func many(few, long int) int {
	if os.Getenv("BANCO_LONG") != "" {
		return long
	}
	return few
}

func configure(t testing.TB, options string, seats int) *Config {
	t.Helper()
	c, err := New().Configure(json.RawMessage(options), seats)
	if err != nil {
		t.Fatalf("options %s: %v", options, err)
	}
	return c.(*Config)
}

// player plays a match by View.Sample, with views reused.
type player struct {
	rng   *rand.Rand
	src   dice.Source
	views [MaxPlayers]game.View
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
		if steps++; steps > 50000 {
			t.Fatal("it does not end")
		}
	}
	return steps
}

// middle is a state in the thick of a match, the active player to act.
func middle(t testing.TB, seats int, seed uint64) *State {
	for ; ; seed++ {
		p := newPlayer(seed)
		s := configure(t, "", seats).Start(p.src, nil).(*State)
		for !s.Over() && (s.Round < 3 || s.Phase != PhaseAct) {
			p.step(t, s)
		}
		if !s.Over() {
			return s
		}
	}
}

func BenchmarkRandomMatch(b *testing.B) {
	for seats := 1; seats <= MaxPlayers; seats++ {
		b.Run(fmt.Sprint(seats), func(b *testing.B) {
			c := configure(b, "", seats)
			p := newPlayer(1)
			steps, rounds, won := 0, 0, 0
			for b.Loop() {
				s := c.Start(p.src, nil).(*State)
				steps += p.play(b, s)
				rounds += int(s.Round)
				if s.Outcome == Victory {
					won++
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "matches/s")
			b.ReportMetric(float64(steps)/float64(b.N), "actions/match")
			b.ReportMetric(float64(rounds)/float64(b.N), "rounds/match")
			b.ReportMetric(float64(won)/float64(b.N), "won")
		})
	}
}

func BenchmarkView(b *testing.B) {
	s := middle(b, 4, 1)
	v := s.View(0, nil)
	b.ReportAllocs()
	for b.Loop() {
		v = s.View(0, v)
	}
}

func BenchmarkSample(b *testing.B) {
	s := middle(b, 4, 1)
	v := s.View(s.cfg.owner(s.Active), nil)
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		v.Sample(rng)
	}
}

func BenchmarkEncode(b *testing.B) {
	s := middle(b, 4, 1)
	v := s.View(0, nil)
	b.ReportAllocs()
	for b.Loop() {
		v.MarshalJSON()
	}
}

// BenchmarkApply copies a state and applies a sampled action to it.
func BenchmarkApply(b *testing.B) {
	s := middle(b, 4, 1)
	seat := s.cfg.owner(s.Active)
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

package quote

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
)

// whole is a battle of 200 contenders in 60 fights.
func whole(t testing.TB) *table {
	x := set(t, "")
	n := 0
	add := func(name, colour string, count, quota int) {
		x.do(fmt.Sprintf(`{"type":"add","name":%q,"colour":%q,"count":%d,"quota":%d,"life":30,"damage":"1d8+2"}`, name, colour, count, quota))
		n += count
	}
	add("knight", "red", 60, 6)
	add("goblin", "green", 60, 3)
	add("goblin", "green", 60, 3)
	add("archer", "blue", 20, 4)
	if n != 200 {
		t.Fatalf("%d contenders", n)
	}
	for i := range 60 {
		allies := []int32{int32(61 + i), int32(121 + i)}
		if i < 20 {
			allies = append(allies, int32(181+i))
		}
		raw, _ := json.Marshal(map[string]any{"type": "fight", "one": i + 1, "allies": allies})
		x.do(string(raw))
	}
	return x
}

// TestBattle_200ContendersIn60Fights: a round of it is resolved, with its
// sentences, its view as JSON and its hash, in well under 50 ms.
func TestBattle_200ContendersIn60Fights(t *testing.T) {
	x := whole(t)
	src := dice.NewFast(1, 1)
	best := time.Hour
	for range 5 {
		s := x.Copy(nil).(*State)
		log := &game.Log{}
		start := time.Now()
		if err := s.Apply(Master, Do(ActRound), src, log); err != nil {
			t.Fatal(err)
		}
		v := s.View(Master, nil)
		if _, err := v.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
		v.Actions()
		if _, err := game.HashOf(s); err != nil {
			t.Fatal(err)
		}
		best = min(best, time.Since(start))
		if len(log.Events) < 200 || len(s.Last) < 200 {
			t.Fatalf("%d events, %d deeds", len(log.Events), len(s.Last))
		}
	}
	t.Logf("resolved, told, encoded and hashed in %v", best)
	if best > 50*time.Millisecond {
		t.Errorf("a round takes %v", best)
	}
	for range 1000 {
		if err := x.Apply(Master, x.Default(Master), src, nil); err != nil {
			t.Fatal(err)
		}
		sound(t, x.State)
		if x.Over() {
			break
		}
	}
	if !x.Over() || len(x.Fights) > 0 {
		t.Errorf("it does not end: %d fights after %d rounds", len(x.Fights), x.Round)
	}
}

// sound checks what holds in every state.
func sound(t testing.TB, s *State) {
	t.Helper()
	in := map[int32]int32{}
	last := int32(0)
	for i := range s.Fights {
		f := &s.Fights[i]
		if f.ID <= last || f.ID > s.LastFight || len(f.Allies) == 0 || f.Target != 0 && s.Contender(f.Target).Fight != f.ID {
			t.Fatalf("fight %+v", f)
		}
		last = f.ID
		for _, id := range append([]int32{f.One}, f.Allies...) {
			c := s.Contender(id)
			if in[id] != 0 || c == nil || c.Fight != f.ID || c.Fallen || id != f.One && c.Colour == s.Contender(f.One).Colour {
				t.Fatalf("%+v in fight %+v", c, f)
			}
			in[id] = f.ID
		}
		if f.Done && !s.Begun || f.Done != (&work{Board: s.Board}).fought(f) {
			t.Fatalf("fight %+v is done, and the round begun: %v", f, s.Begun)
		}
	}
	last = 0
	type called struct {
		name   string
		number int32
	}
	names, marks := map[called]bool{}, map[int8]bool{}
	for i := range s.Contenders {
		c := &s.Contenders[i]
		if names[called{c.Name, c.Number}] || c.Fought && !s.Begun {
			t.Fatalf("%+v", c)
		}
		names[called{c.Name, c.Number}] = true
		if c.ID <= last || c.ID > s.LastID || in[c.ID] != c.Fight || c.Quota < 1 || c.Quota > 9 || (c.Hits == 0) == (c.Life == 0) ||
			c.Taken < 0 || c.Wounds < 0 || c.Fight == 0 && c.Stance != 0 || c.Damage == nil {
			t.Fatalf("%+v", c)
		}
		last = c.ID
	}
	for _, f := range s.Factions {
		if marks[f.Mark] {
			t.Fatalf("two factions have a mark: %+v", s.Factions)
		}
		marks[f.Mark] = true
	}
}

func TestInvariants(t *testing.T) {
	var did [NumDeeds]int
	kinds := map[string]int{}
	for seed := range uint64(many(60, 2000)) {
		rng, src := rand.New(rand.NewPCG(seed, 1)), dice.NewFast(seed, 2)
		x := set(t, []string{"", plain, `{"normalise":"yes","margin":"yes","critical_hits":5}`}[seed%3])
		for n := 0; !x.Over() && n < 2000; n++ {
			a := x.View(Master, nil).Sample(rng)
			before := must(game.HashOf(x.State))
			copied := x.Copy(nil)
			if err := x.Apply(Master, a, src, nil); err != nil {
				raw, _ := json.Marshal(a)
				t.Fatalf("%s: %v", raw, err)
			}
			if must(game.HashOf(copied)) != before {
				t.Fatalf("%+v changed a copy", a)
			}
			sound(t, x.State)
			kinds[a.Type()]++
			for _, d := range x.Last {
				did[d.Kind]++
			}
		}
	}
	for k := DeedBlow; k < NumDeeds; k++ {
		if did[k] == 0 {
			t.Errorf("nobody ever %v", k)
		}
	}
	if len(kinds) != int(NumActionKinds)-1 {
		t.Errorf("only these actions came up: %v", kinds)
	}
}

// TestTooLong: a battle of very many actions can only be closed.
func TestTooLong(t *testing.T) {
	x := set(t, plain, "a red 3")
	x.Acts = maxActs
	x.refuses("Q01", "too_long", "", `{"type":"change","who":1,"quota":4}`)
	x.noted = maxActs
	x.Acts = 0
	x.refuses("Q01", "too_long", "", `{"type":"note","who":1,"text":"x"}`)
	x.do(`{"type":"close"}`)
}

func BenchmarkRound(b *testing.B) {
	x := whole(b)
	src := dice.NewFast(1, 1)
	next := Do(ActRound)
	b.ReportAllocs()
	for b.Loop() {
		s := x.Copy(nil)
		if err := s.Apply(Master, next, src, &game.Log{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView(b *testing.B) {
	x := whole(b)
	v := x.View(Master, nil)
	b.ReportAllocs()
	for b.Loop() {
		v.MarshalJSON()
	}
}

func BenchmarkActions(b *testing.B) {
	x := whole(b)
	v := x.View(Master, nil)
	b.ReportAllocs()
	for b.Loop() {
		v.Actions()
	}
}

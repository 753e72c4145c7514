package klang

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// many is how often a random test tries: few times, or with BANCO_LONG=1 many.
func many(few, long int) int {
	if os.Getenv("BANCO_LONG") != "" {
		return long
	}
	return few
}

// lawful checks one step of a match: what may have changed by what was done.
// It is written from the rules page, not from the code.
func lawful(t *testing.T, before, after *State, a *Action) {
	t.Helper()
	c := after.cfg
	fail := func(format string, args ...any) {
		t.Helper()
		raw, _ := json.Marshal(a)
		t.Fatalf("after %s: "+format, append([]any{raw}, args...)...)
	}
	// K29: points are never lost, and only the end of a round brings any.
	ended := before.Round != after.Round || before.Phase != after.Phase && after.Over() ||
		after.Phase == PhaseOrder && after.Order.Kind == OrderLootArrives
	for seat := range game.Seat(2) {
		was, is := before.score(seat), after.score(seat)
		if is < was || is > was && !ended {
			fail("seat %d had %d points and has %d", seat, was, is)
		}
	}
	// Parts: each is in one place, and what makes it change place is known.
	left := 0
	for p := range c.parts {
		was, is := before.Parts[p].On, after.Parts[p].On
		if is < Gone || int(is) >= len(c.robots) {
			fail("part %d is on %d", p, is)
		}
		if c.companion() && was == is {
			continue
		}
		if was == is && before.Parts[p].At == after.Parts[p].At {
			continue
		}
		switch {
		case was >= 0 && is == OnTable && (a.Kind == ActPrize || a.Kind == ActUnbolt):
			landed(t, before, after, after.Parts[p].At)
		case was == OnTable && is >= 0 && a.Kind == ActBolt:
			if was := before.base(c, int(is)); !c.companion() && geom.Gap(was, loose(before.Parts[p].At)) > 100 {
				fail("part %d was bolted on from afar", p)
			}
		case was >= 0 && is == Gone && a.Kind == ActSabotage:
			if c.robots[was].Seat == c.parts[p].Owner { // K25
				fail("part %d exploded on its own side's robot", p)
			}
			left++
		default:
			fail("part %d went from %d to %d", p, was, is)
		}
	}
	if want := 0; a.Kind == ActSabotage {
		if want = 1; left != want {
			fail("%d parts left the game", left)
		}
	}
	// Malloppi: they come at the ends of rounds, and never leave.
	if n := after.Loots - before.Loots; n != 0 && !ended && before.Phase == PhaseChoose {
		fail("%d malloppi came", n)
	}
	for l := range int(before.Loots) {
		was, is := before.Loot[l].On, after.Loot[l].On
		switch {
		case was == is && before.Loot[l].At == after.Loot[l].At:
		case was >= 0 && is == OnTable && a.Kind == ActPrize:
			landed(t, before, after, after.Loot[l].At)
		case was >= 0 && is >= 0 && a.Kind == ActPrize && int8(after.Last.Robot) == is: // K20
		case was == OnTable && is >= 0 && a.Kind == ActPickUp:
		default:
			fail("malloppo %d went from %d to %d", l, was, is)
		}
	}
	for l := int(before.Loots); l < int(after.Loots); l++ {
		if after.Loot[l].On != OnTable {
			fail("malloppo %d came onto %d", l, after.Loot[l].On)
		}
		landed(t, before, after, after.Loot[l].At)
	}
	// Dice: only an activation's roll brings any, and each action costs its own.
	for r := range c.robots {
		was, is := before.hands[r], after.hands[r]
		cost := 0
		switch {
		case a.Kind == ActActivate && int(a.Robot) == r:
			if after.Robots[r].Dice != int8(3+before.attached(r)) { // K07
				fail("robot %d rolled %d dice", r, after.Robots[r].Dice)
			}
			continue
		case int(before.Active) == r && a.Kind == ActBolt:
			cost = int(c.parts[a.Part].Class) // K23
		case int(before.Active) == r && (a.Kind == ActMove || a.Kind == ActWalk || a.Kind == ActAttack || a.Kind == ActPickUp || a.Kind == ActUnbolt || a.Kind == ActSabotage):
			cost = 1
		case a.Kind == ActAttack && int(a.Target) == r && c.opt.Armour == ArmourSpent:
			cost = after.Last.Dice.Len() // K11
		}
		if was.Len()-is.Len() != cost || !was.holds(&is) {
			fail("robot %d held %v and holds %v", r, was.Dice(), is.Dice())
		}
	}
	if a.Kind == ActMove { // K13
		d := geom.Square(before.Robots[before.Active].At, after.Robots[before.Active].At)
		if far := int64(a.Die) * c.unit; d > far*far {
			fail("it went too far")
		}
	}
	for r := range c.robots {
		if before.Robots[r].At != after.Robots[r].At && (a.Kind != ActMove || r != int(before.Active)) && a.Kind != ActDeploy {
			fail("robot %d was moved", r)
		}
		if before.Robots[r].Slots != after.Robots[r].Slots && !slices.Contains([]ActionKind{ActPrize, ActBolt, ActUnbolt, ActSabotage}, a.Kind) {
			fail("robot %d's slots have changed", r)
		}
	}
	if before.Phase == PhasePrize && a.Kind != ActPrize {
		fail("the prize was skipped")
	}
}

// landed checks that something that has just come to lie does so in a free
// place: on the table, on nothing (K18, K19, K30).
func landed(t *testing.T, before, after *State, at geom.Point) {
	t.Helper()
	c := after.cfg
	if c.companion() {
		return
	}
	if at.X < looseRadius || at.Y < looseRadius || at.X > c.width-looseRadius || at.Y > c.width-looseRadius {
		t.Fatalf("something lies off the table, at %v", at)
	}
	self := 0
	others := slices.DeleteFunc(after.things(c, nil), func(d geom.Disc) bool {
		if d == loose(at) {
			self++
			return true
		}
		return false
	})
	if self != 1 || !after.Ground.Scene.Free(loose(at), others) {
		t.Fatalf("something has come to lie at %v, which is not free", at)
	}
}

func TestInvariants_OverAnyOptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 7))
	for i := range many(12, 600) {
		options := anyOptions(rng)
		p := newPlayer(uint64(1000 + i))
		s := configure(t, options).Start(p.src, nil).(*State)
		before := &State{}
		for !s.Over() {
			before = s.Copy(before).(*State)
			a := p.step(t, s)
			sound(t, s)
			lawful(t, before, s, a)
			if t.Failed() {
				t.Fatal(options)
			}
		}
		// K12: every robot has been activated once in every round.
		if want := s.cfg.opt.Rounds * len(s.cfg.robots); int(s.Activations) != want {
			t.Errorf("%s: %d activations, want %d", options, s.Activations, want)
		}
	}
}

// TestActions_MovesAreLegal holds every listed move against the law, which
// looks for paths, while the list does not.
func TestActions_MovesAreLegal(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2026))
	bent, straight := 0, 0
	for i := range many(6, 300) {
		options := anyOptions(rng)
		p := newPlayer(uint64(i))
		s := configure(t, options).Start(p.src, nil).(*State)
		for ; !s.Over(); p.step(t, s) {
			if s.Phase != PhaseAct {
				continue
			}
			v := s.View(s.ToAct().First(), nil).(*View)
			m := v.mover()
			for _, listed := range v.Actions() {
				a := listed.(*Action)
				if a.Kind != ActMove {
					continue
				}
				if err := v.Check(a); err != nil {
					t.Fatalf("%s: listed %+v: %v", options, a, err)
				}
				if m.limit = int64(a.Die) * m.c.unit; m.straight(a.at()) {
					straight++
				} else {
					bent++
				}
			}
		}
	}
	if bent == 0 || straight == 0 {
		t.Errorf("%d straight moves and %d round a corner; want some of each", straight, bent)
	}
}

func TestActions_MovesGoWhereItMatters(t *testing.T) {
	x := set(t, "", "wall 330,270 350,310\nmalloppo 300,380\nmalloppo 380,300\npart Bullone.head 200,300\nRuggine 300,300 dice 654\nBullone 300,220\nactive Ruggine")
	v := x.view(0)
	for die := int32(4); die <= 6; die++ {
		contact := map[string]bool{}
		n := 0
		for _, listed := range v.Actions() {
			a := listed.(*Action)
			if a.Kind != ActMove || a.Die != die {
				continue
			}
			n++
			base := geom.Disc{C: a.at(), R: x.cfg.radius}
			contact["malloppo"] = contact["malloppo"] || geom.Touching(base, loose(x.Loot[0].At), contactGap)
			contact["malloppo behind a wall"] = contact["malloppo behind a wall"] || geom.Touching(base, loose(x.Loot[1].At), contactGap)
			contact["part"] = contact["part"] || geom.Touching(base, loose(x.loose("Bullone.head")), contactGap)
			contact["enemy"] = contact["enemy"] || geom.Touching(base, x.base(x.cfg, 3), contactGap)
			contact["cover"] = contact["cover"] || !x.Ground.Scene.Sight(base, x.base(x.cfg, 3))
		}
		for _, what := range []string{"malloppo", "part", "enemy"} {
			if !contact[what] {
				t.Errorf("no move with a %d touches the %s", die, what)
			}
		}
		if die == 6 && !contact["malloppo behind a wall"] {
			t.Error("no move with a 6 goes round the wall")
		}
		if n < 12 || n > 40 {
			t.Errorf("%d moves are listed for a %d", n, die)
		}
	}
	if a, b := v.Actions(), x.view(0).Actions(); !reflect.DeepEqual(a, b) {
		t.Error("the order is not fixed")
	}
}

func TestActions_OutliveTheView(t *testing.T) {
	// Who keeps an action keeps it whatever becomes of the view.
	s := middle(t, 4)
	v := s.View(s.ToAct().First(), nil)
	list := v.Actions()
	kept, _ := json.Marshal(list)
	p := newPlayer(4)
	for range 20 {
		if p.step(t, s); s.Over() {
			break
		}
		v = s.View(s.ToAct().First(), v)
		v.Actions()
	}
	if now, _ := json.Marshal(list); string(now) != string(kept) {
		t.Error("a list of actions changed when the view was filled again")
	}
}

// anyAction makes an action at random: of a kind that exists or not, with
// fields that are right, nearly right or absurd.
func anyAction(rng *rand.Rand, s *State) *Action {
	n := func(top int) int32 {
		switch rng.IntN(12) {
		case 0:
			return int32(rng.Uint32())
		case 1:
			return int32(rng.IntN(7) - 3)
		}
		return int32(rng.IntN(top + 1))
	}
	a := &Action{Kind: ActionKind(rng.IntN(int(NumActionKinds)+2) - 1), Robot: n(6), Target: n(6), Die: n(6), Slot: Slot(n(5)),
		Part: n(30), Loot: n(8), Piece: n(10), Turn: n(24) * 15, X: n(int(s.cfg.width)), Y: n(int(s.cfg.width))}
	for range rng.IntN(7) {
		a.Dice[rng.IntN(6)]++
	}
	if rng.IntN(8) == 0 {
		a.Dice[rng.IntN(6)] = int8(rng.Uint32())
	}
	if a.Kind == ActPrize && rng.IntN(2) == 0 {
		a.Part = None
	} else if a.Kind == ActPrize {
		a.Loot = None
	}
	return a
}

// TestK09_NothingSaidDependsOnWhatIsHidden plays two states side by side that
// differ in nothing but what a viewer may not know: refusals, lists, defaults
// and what the viewer is told of the viewer's own doings must be the same,
// until an attack truly finds out something.
func TestK09_NothingSaidDependsOnWhatIsHidden(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	errorText := func(err error) string {
		raw, _ := json.Marshal(err)
		return string(raw)
	}
	refused, done := 0, 0
	for i := range many(8, 400) {
		options := `{"rounds":2,"armour":"` + []string{ArmourStays, ArmourSpent}[i%2] + `","table":"` + []string{TableVirtual, TableCompanion}[i/2%2] + `"}`
		p := newPlayer(uint64(i))
		s := configure(t, options).Start(p.src, nil).(*State)
		for ; !s.Over(); p.step(t, s) {
			for _, viewer := range []game.Seat{0, 1, game.Watcher} {
				twinned := twin(s.Copy(nil), viewer, rng).(*State)
				if a, b := s.Default(viewer), twinned.Default(viewer); !reflect.DeepEqual(a, b) {
					t.Fatalf("seat %d: the default is %+v or %+v", viewer, a, b)
				}
				for range 12 {
					a := anyAction(rng, s)
					one, two := s.Copy(nil).(*State), twinned.Copy(nil).(*State)
					var log1, log2 game.Log
					seed := rng.Uint64()
					err1 := one.Apply(viewer, a, dice.NewFast(seed, 1), &log1)
					err2 := two.Apply(viewer, a, dice.NewFast(seed, 1), &log2)
					if errorText(err1) != errorText(err2) {
						t.Fatalf("seat %d, %+v: %v or %v", viewer, *a, err1, err2)
					}
					if err1 != nil {
						refused++
						continue
					}
					done++
					if one.Over() || a.Kind == ActAttack && one.cfg.robots[a.Target].Seat != viewer {
						continue // what it finds out
					}
					if told(log1, viewer) != told(log2, viewer) {
						t.Fatalf("seat %d, %+v: told %s or %s", viewer, *a, told(log1, viewer), told(log2, viewer))
					}
					v1, _ := one.View(viewer, nil).MarshalJSON()
					v2, _ := two.View(viewer, nil).MarshalJSON()
					if string(v1) != string(v2) {
						t.Fatalf("seat %d, %+v: two views", viewer, *a)
					}
				}
			}
		}
	}
	if refused == 0 || done == 0 {
		t.Errorf("%d refused and %d done; want some of each", refused, done)
	}
}

// told is what a viewer hears of a log.
func told(log game.Log, viewer game.Seat) string {
	var s strings.Builder
	for _, e := range log.Events {
		if e.To.Includes(viewer) {
			s.WriteString(e.Text.String() + "\n")
		}
	}
	return s.String()
}

// TestOptions_AnyBytes changes good options at random: what is accepted gives
// the same options when it is read again and a match that starts, what is not
// is refused in the proper form.
func TestOptions_AnyBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	tokens := []string{`{`, `}`, `[`, `]`, `,`, `:`, `"`, `null`, `true`, `-1`, `0`, `1e3`, `1.0`, `99999999999`, `"name"`, `"parts"`, `[]`, `{}`, "\x00", "\xff", `\u0000`, `\ud800`, "é"}
	accepted := 0
	for range many(1500, 20000) {
		raw := []byte(anyOptions(rng))
		if rng.IntN(4) == 0 {
			raw = []byte(`{"rounds":3,"terrain_pieces":4}`)
		}
		for range 1 + rng.IntN(2) {
			at := rng.IntN(len(raw))
			switch rng.IntN(3) {
			case 0:
				raw = slices.Insert(raw, at, []byte(tokens[rng.IntN(len(tokens))])...)
			case 1:
				raw = slices.Delete(raw, at, min(len(raw)-1, at+1+rng.IntN(4)))
			default:
				raw[at] = byte(' ' + rng.IntN(95))
			}
		}
		goodOptions(t, raw, &accepted)
	}
	if accepted == 0 {
		t.Error("no changed options are accepted")
	}
}

func goodOptions(t *testing.T, raw []byte, accepted *int) {
	t.Helper()
	c, err := New().Configure(raw, 2)
	if err != nil {
		var e *game.Error
		if !errors.As(err, &e) || e.Code == "" || e.Text.IsZero() || c != nil {
			t.Fatalf("%q is refused with %v", raw, err)
		}
		return
	}
	*accepted++
	again, err := New().Configure(c.Options(), 2)
	if err != nil || string(again.Options()) != string(c.Options()) {
		t.Fatalf("%q gives options that are not read back: %v", raw, err)
	}
	if s := c.Start(dice.NewFast(1, 1), nil); s.ToAct().Len() != 1 {
		t.Fatalf("%q starts a match in which %d seats may act", raw, s.ToAct().Len())
	}
}

func FuzzOptions(f *testing.F) {
	f.Add([]byte(`{"rounds":3,"rosters":` + crowd(1, 2) + `}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var n int
		goodOptions(t, raw, &n)
	})
}

// TestJSON_ABigBodyIsRefusedAtOnce: reading must not take longer than sending.
func TestJSON_ABigBodyIsRefusedAtOnce(t *testing.T) {
	var fields strings.Builder
	for i := range 100000 {
		fields.WriteString(`"k` + string(rune('a'+i%26)) + strings.Repeat("x", i%7) + digit(i%10) + digit(i/10%10) + digit(i/100%10) + digit(i/1000%10) + digit(i/10000) + `":1,`)
	}
	object := `{` + fields.String() + `"type":"end"}`
	spent, only := time.Duration(0), time.Duration(0)
	for _, o := range []string{object, `{"rosters":[[` + object + `],[]]}`, `{"rosters":[[` + strings.Repeat(`{"name":"A"},`, 80000) + `{}],[]]}`,
		strings.Repeat(`{"rosters":`, 50000), `{"rosters":` + strings.Repeat(`[`, 100000) + `}`, `{"rounds":` + strings.Repeat("9", 1<<20) + `}`} {
		begin := time.Now()
		json.Valid([]byte(o))
		only += time.Since(begin)
		begin = time.Now()
		if _, err := New().Configure([]byte(o), 2); err == nil {
			t.Errorf("%.40s… is accepted", o)
		}
		if _, err := New().ParseAction([]byte(o)); err == nil {
			t.Errorf("%.40s… is an action", o)
		}
		spent += time.Since(begin)
	}
	_, err := New().Configure([]byte(`{"`+strings.Repeat("k", 1<<20)+`":1}`), 2)
	if len(err.Error()) > 500 {
		t.Errorf("a refusal repeats %d bytes of what it refuses", len(err.Error()))
	}
	// On a machine with much else to do it takes longer, and so does merely
	// looking at the bytes.
	if spent > 5*time.Second && spent > 40*only {
		t.Errorf("big bodies take %v, and only looking at them %v", spent, only)
	}
}

func TestK05_NamesAreVisible(t *testing.T) {
	for name, ok := range map[string]bool{
		"Ruggine": true, "Già Là": true, "锈": true, "R2": true, "⚙": true, "e\u0301": true, "a b": true,
		"": false, " a": false, "a ": false, "\u0301a": false, "a\u202eb": false, "a\u200bb": false, "\u3164": false, "\u2800": false,
		"a\u00a0b": false, "a\tb": false, "\ufffd": false, "a\ufeff": false, strings.Repeat("é", 24): true, strings.Repeat("é", 25): false,
	} {
		if goodName(name) != ok {
			t.Errorf("%q is a good name: %v", name, !ok)
		}
	}
	for _, raw := range []string{"{\"name\":\"a\xff\"}", `{"name":"a\ud800"}`} {
		if _, err := New().Configure([]byte(`{"rosters":[[`+raw+`],[{"name":"B"}]]}`), 2); err == nil {
			t.Errorf("%q is accepted", raw)
		}
	}
}

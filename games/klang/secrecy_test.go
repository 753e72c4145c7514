package klang

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"banco/game"
)

// Who may see what. A new field of State or Board makes the test below red until
// somebody says here who may see it, and whether the view and the hash must
// carry it.
const (
	everyone = "everyone"
	owner    = "the robot's owner; everyone once over" // K09
	hitSeats = "the attacker's seat and the target's; watchers what both know; everyone once over"
	nobody   = "nobody: it is not information"
	settings = "everyone: the options"
)

var mayKnow = map[string]string{
	"State.cfg":     settings,
	"State.Board":   everyone,
	"State.hands":   owner,
	"State.height":  hitSeats,
	"State.scratch": nobody,

	"Board.Ground":      everyone,
	"Board.Phase":       everyone,
	"Board.Round":       everyone,
	"Board.Closes":      everyone,
	"Board.Closes1":     everyone,
	"Board.Sides":       everyone,
	"Board.Turns":       everyone,
	"Board.Turn":        everyone,
	"Board.Active":      everyone,
	"Board.Activations": everyone,
	"Board.Robots":      everyone,
	"Board.Parts":       everyone,
	"Board.Loot":        everyone,
	"Board.Loots":       everyone,
	"Board.Scores":      everyone,
	"Board.Hit":         everyone,
	"Board.Last":        everyone,
	"Board.Ready":       everyone,
	"Board.Order":       everyone,
	"Board.Known":       everyone,

	"Robot.At": everyone, "Robot.Slots": everyone, "Robot.Dice": everyone, "Robot.Placed": everyone, "Robot.Activated": everyone,
	"Part.At": everyone, "Part.On": everyone, "Part.Fired": everyone,
	"Loot.At": everyone, "Loot.On": everyone,
	"Hit.Robot": everyone, "Hit.Target": everyone, "Hit.Slot": everyone, "Hit.Die": everyone,
	"Order.Kind": everyone, "Order.Waits": everyone, "Order.Robot": everyone, "Order.Target": everyone, "Order.Slot": everyone,
	"Order.Part": everyone, "Order.Loot": everyone,
	"Income.Loot": everyone, "Income.Trophies": everyone,
	"Deed.Kind": everyone, "Deed.Seat": everyone, "Deed.Robot": everyone, "Deed.Target": everyone, "Deed.Slot": everyone,
	"Deed.Die": everyone, "Deed.Dice": everyone, "Deed.Part": everyone, "Deed.Loot": everyone, "Deed.Piece": everyone, "Deed.MM": everyone,
	"Deed.From": everyone, "Deed.To": everyone,

	"View.cfg": settings, "View.seat": everyone, "View.Board": everyone, "View.Hands": owner, "View.Height": hitSeats,
	"View.reach": nobody, "View.reached": nobody,
}

func TestK09_EveryFieldHasAnAudience(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range []any{State{}, Board{}, Robot{}, Part{}, Loot{}, Hit{}, Order{}, Income{}, Deed{}, View{}} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			field := typ.Name() + "." + typ.Field(i).Name
			seen[field] = true
			if mayKnow[field] == "" {
				t.Errorf("%s: say in mayKnow who may see it", field)
			}
		}
	}
	for field := range mayKnow {
		if !seen[field] {
			t.Errorf("%s is gone; take it out of mayKnow", field)
		}
	}
}

// TestHash_CarriesEveryField changes each field of a state in turn: what does
// not change the hash would be lost by whoever compares states.
func TestHash_CarriesEveryField(t *testing.T) {
	p := newPlayer(5)
	base := middle(t, 3)
	for base.Phase != PhasePrize || base.Round < 3 {
		if p.step(t, base); base.Over() {
			base = configure(t, "").Start(p.src, nil).(*State)
		}
	}
	base.Robots[base.Hit.Target].Dice = 3
	base.hands[base.Hit.Target] = hand("611")
	want, _ := base.MarshalJSON()
	check := func(path string, change func(s *State)) {
		s := base.Copy(nil).(*State)
		change(s)
		if got, _ := s.MarshalJSON(); bytes.Equal(got, want) {
			t.Errorf("a change of %s does not change the state's JSON", path)
		}
	}
	// What holds no information as things stand: places of what is not on the
	// table, fields that the last deed does not use, turns that do not exist.
	idle := []string{"Ground", "Turns", "Loots", "Parts", "Loot", "Ready", "Order", "Known"}
	board := reflect.TypeOf(Board{})
	for i := range board.NumField() {
		name := board.Field(i).Name
		if slices.Contains(idle, name) || name == "Last" || name == "Scores" {
			continue
		}
		check("Board."+name, func(s *State) { bump(reflect.ValueOf(&s.Board).Elem().Field(i)) })
	}
	base.Parts[0].On, base.Loot[0].On = OnTable, OnTable
	want, _ = base.MarshalJSON()
	check("a part's place", func(s *State) { s.Parts[0].At.X++ })
	check("where a part is", func(s *State) { s.Parts[0].On = Gone })
	check("a weapon's use", func(s *State) { s.Parts[1].Fired++ })
	check("a malloppo's place", func(s *State) { s.Loot[0].At.Y++ })
	check("where a malloppo is", func(s *State) { s.Loot[0].On = 2 })
	check("hands", func(s *State) { s.hands[base.Hit.Target] = hand("622") })
	check("height", func(s *State) { s.height++ })
	check("Scores", func(s *State) { s.Scores[0][1].Trophies++ })
	check("Ground", func(s *State) { s.Ground = &Ground{Scene: s.Ground.Scene} })
	for _, field := range []string{"Kind", "Seat", "Robot", "Target", "Die", "Part", "From", "To"} {
		check("Last."+field, func(s *State) { bump(reflect.ValueOf(&s.Last).Elem().FieldByName(field)) })
	}
}

// TestHash_CarriesEveryFieldOfARealTable is the same for what only a real table
// has.
func TestHash_CarriesEveryFieldOfARealTable(t *testing.T) {
	base := real(t, "", "Ruggine dice 66\nBullone dice 21\nactive Ruggine")
	base.do(Walk(6, 5))
	base.Phase = PhaseOrder
	base.Board.Order = Order{Kind: OrderPartOff, Waits: 2, Robot: 3, Target: 0, Slot: Head, Part: 4, Loot: 2}
	want, _ := base.MarshalJSON()
	for name, change := range map[string]func(s *State){
		"Ready": func(s *State) { s.Ready = 1 }, "Known": func(s *State) { s.Known[3] = hand("2") }, "MM": func(s *State) { s.Last.MM++ },
		"Order.Kind": func(s *State) { s.Order.Kind = OrderPartOut }, "Order.Waits": func(s *State) { s.Order.Waits = 1 },
		"Order.Robot": func(s *State) { s.Order.Robot++ }, "Order.Target": func(s *State) { s.Order.Target++ },
		"Order.Slot": func(s *State) { s.Order.Slot++ }, "Order.Part": func(s *State) { s.Order.Part++ }, "Order.Loot": func(s *State) { s.Order.Loot++ },
	} {
		s := base.State.Copy(nil).(*State)
		change(s)
		if got, _ := s.MarshalJSON(); bytes.Equal(got, want) {
			t.Errorf("a change of %s does not change the state's JSON", name)
		}
	}
}

// bump changes the first number in a value.
func bump(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		bump(v.Field(0))
	case reflect.Array:
		bump(v.Index(0))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	default:
		v.SetInt(v.Int() ^ 1)
	}
}

func TestK09_TheOwnerAloneSeesDice(t *testing.T) {
	x := set(t, "", "Ruggine 300,300\nBullone 400,400 dice 65")
	x.Sides[0] = 0
	x.roll([]int{6, 6, 5, 4, 3, 3, 2, 1}, Activate(0))
	if got := x.view(0).Hands[0]; got != hand("66543321") {
		t.Errorf("the owner sees %v", got.Dice())
	}
	for _, viewer := range []game.Seat{1, game.Watcher} {
		v := x.view(viewer)
		if v.Hands[0].Len() != 0 || v.Robots[0].Dice != 8 {
			t.Errorf("viewer %d sees %v and %d dice, want none of 8", viewer, v.Hands[0].Dice(), v.Robots[0].Dice)
		}
		if slices.Contains(x.heard(viewer), "klang.rolled") {
			t.Errorf("viewer %d was told the roll", viewer)
		}
		raw, _ := v.MarshalJSON()
		if strings.Contains(string(raw), `"reach"`) || strings.Contains(string(raw), `"weapons"`) {
			t.Errorf("viewer %d is shown what the dice can do", viewer)
		}
	}
	if x.view(0).Hands[3].Len() != 0 || x.view(1).Hands[3] != hand("65") {
		t.Error("armour is not its owner's alone")
	}
	if !slices.Contains(x.heard(0), "klang.rolled") {
		t.Error("the owner was not told")
	}
}

func TestK09_ASpentDieIsSeen(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6431\nactive Ruggine")
	x.do(Move(4, 30000, 25000))
	for _, viewer := range []game.Seat{0, 1, game.Watcher} {
		if v := x.view(viewer); v.Last.Die != 4 || v.Robots[0].Dice != 3 {
			t.Errorf("viewer %d sees a %d spent and %d left", viewer, v.Last.Die, v.Robots[0].Dice)
		}
	}
}

func TestK17_WhoKnowsTheHeight(t *testing.T) {
	x := shot(t, "", "66", "51", "")
	x.do(Attack(6, RightArm, 3))
	for _, viewer := range []game.Seat{0, 1, game.Watcher} {
		if v := x.view(viewer); v.Height != 6 {
			t.Errorf("viewer %d sees height %d, want 6", viewer, v.Height)
		}
		if !slices.Contains(x.heard(viewer), "klang.height") {
			t.Errorf("viewer %d was not told the height", viewer)
		}
	}
	x = set(t, "", "Ruggine 300,200 dice 54\nSgobbo 300,300 dice 5\nactive Ruggine")
	x.do(Attack(5, RightArm, 1))
	for viewer, want := range map[game.Seat]int8{0: 4, 1: 0, game.Watcher: 0} {
		v := x.view(viewer)
		parts, _ := v.Prizes()
		if v.Height != want || (len(parts) > 0) != (viewer == 0) {
			t.Errorf("friendly fire: viewer %d sees height %d and prizes %v", viewer, v.Height, parts)
		}
		if slices.Contains(x.heard(viewer), "klang.height") != (viewer == 0) {
			t.Errorf("friendly fire: viewer %d was told %v", viewer, x.heard(viewer))
		}
	}
	x.do(PrizePart(x.part("Sgobbo.head")))
	if x.view(0).Height != 4 || x.view(1).Height != 0 {
		t.Error("the height is not kept with the hit")
	}
	x.do(End())
	if x.view(0).Height != 0 {
		t.Error("the height outlives the hit")
	}
}

func TestK09_AfterTheMatchEverythingIsOpen(t *testing.T) {
	x := set(t, "", "Ruggine 300,300 dice 6431\nBullone 400,400 dice 21\nactive Ruggine")
	last(x, 6)
	x.do(End())
	for _, viewer := range []game.Seat{0, 1, game.Watcher} {
		if v := x.view(viewer); v.Hands[0] != hand("6431") || v.Hands[3] != hand("21") {
			t.Errorf("viewer %d does not see everything", viewer)
		}
	}
}

func TestDeterminize_FitsAPendingFriendlyHit(t *testing.T) {
	for _, options := range []string{`{"terrain_pieces":0}`, `{"terrain_pieces":0,"armour":"spent"}`} {
		x := set(t, options, "Ruggine 300,200 dice 64\nSgobbo 300,300 dice 3311\nactive Ruggine")
		x.do(Attack(6, RightArm, 1))
		for _, viewer := range []game.Seat{0, 1, game.Watcher} {
			v := x.view(viewer)
			for seed := range uint64(50) {
				s := v.Determinize(rand.New(rand.NewPCG(seed, 1))).(*State)
				if a := s.Default(0); s.Apply(0, a, nil, nil) != nil {
					t.Fatalf("viewer %d: the hit of a determinized state has no prize", viewer)
				}
				if viewer == 0 && s.height != 6 {
					t.Errorf("the attacker's own height became %d", s.height)
				}
			}
		}
	}
}

func TestView_JSONIsTheSameEveryTime(t *testing.T) {
	s := middle(t, 2)
	a, _ := json.Marshal(s.View(0, nil))
	b, _ := json.Marshal(s.Copy(nil).View(0, nil))
	if !bytes.Equal(a, b) || !json.Valid(a) {
		t.Error("the same state gives other bytes")
	}
}

// TestK17_NoPrizeTellsNoHeight: when friendly fire takes nothing the others see
// that, and no more.
func TestK17_NoPrizeTellsNoHeight(t *testing.T) {
	x := set(t, "", "Ruggine 300,200 dice 66\nSgobbo 300,300 dice 654321\nactive Ruggine")
	x.do(Attack(6, RightArm, 1))
	for viewer, want := range map[game.Seat]int8{0: 1, 1: 0, game.Watcher: 0} {
		if got := x.view(viewer).Height; got != want {
			t.Errorf("viewer %d sees height %d, want %d", viewer, got, want)
		}
	}
	if x.Phase != PhaseAct || slices.Contains(x.heard(1), "klang.height") || !slices.Contains(x.heard(1), "klang.no_prize") {
		t.Errorf("phase %v, the other side hears %v", x.Phase, x.heard(1))
	}
}

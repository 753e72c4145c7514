package klang

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
	"banco/geom"
)

// real sets a table up as set does, but a real one, of which the app knows no
// place:
//
//	Ruggine dice 6544321 loot 2 lost head,backpack
//	malloppo
//	part Sgobbo.right_arm                that part lies on the table
//	part Sgobbo.right_arm on Ruggine
//	active Ruggine
func real(t *testing.T, options, words string) *table {
	t.Helper()
	var lines []string
	for line := range strings.Lines(words) {
		w := strings.Fields(line)
		switch {
		case len(w) == 0:
			continue
		case w[0] == "malloppo", w[0] == "part" && len(w) == 2:
			w = append(w, "0,0")
		case w[0] != "part" && w[0] != "active":
			w = slices.Insert(w, 1, "0,0")
		}
		lines = append(lines, strings.Join(w, " "))
	}
	x := set(t, `{"table":"companion"`+options+`}`, strings.Join(lines, "\n"))
	x.Ready = bothSeats
	for i := range x.Robots {
		x.Robots[i].At = geom.Point{}
	}
	for i := int(x.Loots); i < MaxLoot; i++ {
		x.Loot[i] = Loot{On: Gone}
	}
	return x
}

// orders checks what hands have to do, and who has to say that it is done.
func (x *table) orders(want Order) {
	x.Helper()
	if x.Phase != PhaseOrder || x.Board.Order != want || x.ToAct() != want.Waits {
		x.Errorf("phase %v, order %+v, to act %v; want %+v", x.Phase, x.Board.Order, x.ToAct().List(), want)
	}
	for seat := range game.Seat(2) {
		v := x.view(seat)
		if got := v.Actions(); want.Waits.Has(seat) != (len(got) == 1 && *got[0].(*Action) == *Done()) {
			x.Errorf("seat %d is offered %v", seat, got)
		}
		if want.Waits.Has(seat) && *x.Default(seat).(*Action) != *Done() {
			x.Errorf("the default of seat %d is %v", seat, x.Default(seat))
		}
		if v.OrderText().IsZero() {
			x.Errorf("seat %d reads no order", seat)
		}
	}
}

// reads checks the order as it is read.
func (x *table) reads(it, en string) {
	x.Helper()
	m, c := x.view(game.Watcher).OrderText(), catalogue(x.T)
	if err := c.Check(m); err != nil {
		x.Error(err)
	}
	for lang, want := range map[string]string{"it": it, "en": en} {
		if got := c.Printer(lang).Text(m); got != want {
			x.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestCompanion_K01_NoSpaceIsNeeded(t *testing.T) {
	// What would be too crowded, or a field that does not fit, is the players'
	// own affair.
	for _, options := range []string{
		`{"table":"companion","base_mm":80,"field_cm":40,"rosters":` + crowd(6, 6) + `}`,
		`{"table":"companion","terrain":"piazzale","base_mm":80,"terrain_size":200}`,
		`{"table":"companion","terrain":"players"}`, `{"table":"companion","terrain":"seed:7"}`,
	} {
		// With the seat that closes fixed nothing at all is rolled.
		s := start(t, strings.Replace(options, `{`, `{"closing":"fixed",`, 1), dice.NewScripted())
		if s.Phase != PhaseDeployment || len(s.Ground.Pieces) != 0 || len(s.Ground.Scene.Terrain()) != 0 {
			t.Errorf("%s: phase %v with %d pieces of terrain", options, s.Phase, len(s.Ground.Pieces))
		}
		raw, _ := s.MarshalJSON()
		for _, key := range []string{`"at":{`, `"from":{`, `"to":{`, `"reach"`} {
			if strings.Contains(string(raw), key) {
				t.Errorf("%s: there is %s in %s", options, key, raw)
			}
		}
	}
}

func TestCompanion_K01_TheTwoTablesDoNotMix(t *testing.T) {
	x := real(t, "", "Ruggine dice 65\nactive Ruggine")
	for _, a := range []*Action{Move(6, 30000, 30000), Deploy(0, 30000, 8000), Lay(0, 1, 1, 0), Pass()} {
		x.refuses("K01", "table_real", a)
	}
	v := set(t, "", "Ruggine 300,300 dice 65\nactive Ruggine")
	for _, a := range []*Action{Walk(6, 0), Ready(), Done()} {
		v.refuses("K01", "table_virtual", a)
	}
	v = &table{T: t, State: start(t, `{"closing":"fixed"}`, dice.NewFast(1, 1))}
	v.refuses("K01", "table_virtual", Ready())
	if v.view(0).Companion() || !x.view(0).Companion() {
		t.Error("which table is which?")
	}
}

func TestCompanion_K31_BothSidesSayReady(t *testing.T) {
	var log game.Log
	s := configure(t, `{"table":"companion","closing":"fixed"}`).Start(dice.NewScripted(), &log).(*State)
	x := &table{T: t, State: s}
	if x.ToAct() != bothSeats || x.Loots != 4 {
		t.Fatalf("%v may act, and there are %d malloppi", x.ToAct().List(), x.Loots)
	}
	setup := x.view(game.Watcher).SetupText()
	it := catalogue(t).Printer("it")
	if len(setup) != 3 || it.Text(setup[1]) != "Malloppi: quattro, ai vertici di un quadrato, a 10 cm dal centro." ||
		it.Text(setup[2]) != "Mettete i robot uno per volta, a turno, tutti interi entro 10 cm dal proprio bordo. Comincia Sud." {
		t.Errorf("the setup reads %v", setup)
	}
	for _, m := range setup {
		if !slices.ContainsFunc(log.Events, func(e game.Event) bool { return e.To == game.Everyone && e.Text.String() == m.String() }) {
			t.Errorf("nobody was told %v", m)
		}
	}
	x.refusesSeat(0, "K12", "not_now", Done())
	x.refusesSeat(0, "K12", "not_now", Activate(0))
	x.refusesSeat(game.Watcher, "K12", "not_your_turn", Ready())
	if err := x.Apply(1, Ready(), nil, &x.log); err != nil {
		t.Fatal(err)
	}
	if x.ToAct() != game.Only(0) || x.Phase != PhaseDeployment || x.Last.Kind != DeedReady || x.Last.Seat != 1 || !x.Robots[3].Placed || x.Robots[0].Placed {
		t.Errorf("after one side is ready: %v may act in %v, last %+v", x.ToAct().List(), x.Phase, x.Last)
	}
	x.refusesSeat(1, "K12", "not_your_turn", Ready())
	x.do(Ready())
	if x.Phase != PhaseChoose || x.Round != 1 || x.view(0).SetupText() != nil {
		t.Errorf("when both are ready: %v of round %d", x.Phase, x.Round)
	}
	for n := range 9 {
		s := start(t, `{"table":"companion","closing":"fixed","malloppi_start":`+digit(n)+`}`, dice.NewScripted())
		for i := range n {
			if s.Loot[i] != (Loot{On: OnTable}) {
				t.Errorf("malloppo %d of %d is %+v", i, n, s.Loot[i])
			}
		}
		for _, m := range s.View(0, nil).(*View).SetupText() {
			if err := catalogue(t).Check(m); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestCompanion_K13_AWalkIsTold(t *testing.T) {
	x := real(t, `,"unit_cm":3`, "Ruggine dice 66531\nactive Ruggine")
	x.refuses("K13", "walk_too_far", Walk(6, 181))
	x.refuses("K13", "walk_too_far", Walk(5, 180))
	x.refuses("K13", "walk_too_far", Walk(6, -1))
	x.refuses("K08", "die_scrap", Walk(3, 10))
	x.refuses("K12", "die_missing", Walk(4, 10))
	x.refuses("K08", "no_such_die", Walk(0, 0))
	if err := x.view(0).Check(Walk(6, 1<<30)); err == nil || catalogue(t).Printer("it").Text(err.Text) != "Con un 6 Ruggine fa al massimo 18 cm." {
		t.Errorf("the refusal: %v", err)
	}
	var listed []Action
	for _, a := range x.view(0).Actions() {
		if a.Type() == "walk" {
			listed = append(listed, *a.(*Action))
		}
	}
	if !slices.Equal(listed, []Action{*Walk(6, 180), *Walk(5, 150)}) || Walk(6, 1).Discrete() {
		t.Errorf("listed: %+v", listed)
	}
	x.do(Walk(6, 121), Walk(5, 0))
	x.holds("Ruggine", "631")
	if l := x.Last; l.Kind != DeedWalked || l.Robot != 0 || l.Die != 5 || l.MM != 0 || l.From != l.To {
		t.Errorf("the last deed is %+v", l)
	}
	raw, _ := x.view(1).MarshalJSON()
	if !strings.Contains(string(raw), `"last":{"kind":"walked","seat":0,"robot":0,"die":5,"mm":0}`) {
		t.Errorf("the view tells %s", raw)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[int32]bool{}
	for range 3000 {
		if a := x.view(0).Sample(rng).(*Action); a.Kind == ActWalk {
			seen[a.MM] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("samples walk %d distances", len(seen))
	}
}

func TestCompanion_K14_K15_TheTargetIsDeclared(t *testing.T) {
	x := real(t, `,"attacks_per_weapon":1`, "Sgobbo dice 66654\nactive Sgobbo")
	x.refuses("K14", "target_self", Attack(6, LeftArm, 1))
	x.refuses("K05", "no_such_robot", Attack(6, LeftArm, 6))
	x.refuses("K14", "no_weapon", Attack(6, Head, 3))
	v := x.view(0)
	for _, slot := range []Slot{RightArm, LeftArm} { // one tears, one shoots
		if got := v.Targets(slot); len(got) != 5 || slices.ContainsFunc(got, func(t Target) bool { return t.Why != "" }) {
			t.Errorf("with the %v the targets are %v", slot, got)
		}
		for target := range 6 {
			if legal := v.Check(Attack(6, slot, target)) == nil; legal != (target != 1) {
				t.Errorf("the %v gets to %d: %v", slot, target, legal)
			}
		}
	}
	x.do(Attack(6, LeftArm, 3), PrizePart(x.part("Bullone.head")), Done())
	x.refuses("K14", "weapon_used", Attack(6, LeftArm, 4))
	x.do(Attack(6, RightArm, 0)) // and one's own side's (K21)
	if x.Phase != PhasePrize {
		t.Errorf("phase %v", x.Phase)
	}
}

func TestCompanion_K18_ThePartComesOffByHand(t *testing.T) {
	x := real(t, "", "Sgobbo dice 6651\nBullone dice 5\nactive Sgobbo")
	x.do(Attack(6, LeftArm, 3), PrizePart(x.part("Bullone.right_arm")))
	x.orders(Order{Kind: OrderPartOff, Waits: game.Only(1), Robot: 3, Target: 1, Slot: RightArm, Part: int8(x.part("Bullone.right_arm")), Loot: None})
	x.reads("Togli il braccio destro a Bullone e posalo contro la sua basetta, dalla parte opposta a Sgobbo.",
		"Take Bullone's right arm off and lay it against its base, away from Sgobbo.")
	// It has happened already: only play waits.
	x.loose("Bullone.right_arm")
	if x.Robots[3].Slots[RightArm] != None || x.view(0).Height != 6 {
		t.Error("the order waits, and so does what it is about")
	}
	if span, running := x.Running(); !running || span.Label != "Sgobbo" {
		t.Error("K32: the activation does not last through its orders")
	}
	x.refusesSeat(0, "K12", "not_your_turn", End())
	x.refusesSeat(1, "K12", "not_now", End())
	x.do(Done())
	if x.Phase != PhaseAct || x.seat() != 0 || x.Board.Order != (Order{}) || !x.view(0).OrderText().IsZero() {
		t.Errorf("after it is done: phase %v, order %+v", x.Phase, x.Board.Order)
	}
	if x.Last.Kind != DeedTook {
		t.Errorf("the last deed is %v", x.Last.Kind)
	}
	x.refusesSeat(0, "K12", "not_now", Done())
	x.do(Attack(6, LeftArm, 3), PrizePart(x.part("Bullone.head")))
	x.reads("Togli la testa a Bullone e posala contro la sua basetta, dalla parte opposta a Sgobbo.",
		"Take Bullone's head off and lay it against its base, away from Sgobbo.")
}

func TestCompanion_K12_TheLastDiesOrderEndsTheActivation(t *testing.T) {
	x := real(t, "", "Sgobbo dice 6\nactive Sgobbo")
	x.do(Attack(6, LeftArm, 3), PrizePart(x.part("Bullone.right_arm")))
	if _, running := x.Running(); x.Phase != PhaseOrder || !running {
		t.Fatalf("phase %v", x.Phase)
	}
	x.do(Done())
	if x.Phase != PhaseChoose || x.Active != None || x.Turn != 1 {
		t.Errorf("phase %v, turn %d", x.Phase, x.Turn)
	}
}

func TestCompanion_K19_AMalloppoDropsByHand(t *testing.T) {
	x := real(t, `,"short_units":3`, "Ruggine dice 66\nBullone loot 2\nactive Ruggine")
	x.do(Attack(6, RightArm, 3), PrizeLoot(1))
	x.orders(Order{Kind: OrderLootDrop, Waits: game.Only(1), Robot: 3, Target: 0, Part: None, Loot: 1})
	x.reads("Togli un malloppo a Bullone e posalo a 6 cm dalla sua basetta, verso Ruggine.",
		"Take a piece of loot off Bullone and lay it 6 cm from its base, toward Ruggine.")
	if x.Loot[1] != (Loot{On: OnTable}) || x.carried(3) != 1 {
		t.Errorf("the malloppo is %+v", x.Loot[1])
	}
	x = real(t, `,"short_units":0`, "Ruggine dice 66\nBullone loot 2\nactive Ruggine")
	x.do(Attack(6, RightArm, 3), PrizeLoot(1))
	x.reads("Togli un malloppo a Bullone e posalo contro la sua basetta, verso Ruggine.",
		"Take a piece of loot off Bullone and lay it against its base, toward Ruggine.")
}

func TestCompanion_K20_TheTearIsHandedOver(t *testing.T) {
	x := real(t, "", "Sgobbo dice 666 loot 2\nBullone loot 2\nactive Sgobbo")
	x.do(Attack(6, RightArm, 3), PrizeLoot(2))
	x.orders(Order{Kind: OrderLootHandOver, Waits: game.Only(1), Robot: 3, Target: 1, Part: None, Loot: 2})
	x.reads("Togli un malloppo a Bullone e aggancialo a Sgobbo.", "Take a piece of loot off Bullone and hook it onto Sgobbo.")
	if x.carried(1) != 3 {
		t.Error("it has not got it")
	}
	x.do(Done(), Attack(6, RightArm, 3))
	x.refuses("K20", "hands_full_tear", PrizeLoot(3))
}

func TestCompanion_K21_FriendlyFireIsTheAttackersOwnWork(t *testing.T) {
	x := real(t, "", "Ruggine dice 664\nSgobbo dice 6 loot 1\nactive Ruggine")
	x.do(Attack(6, RightArm, 1), PrizePart(x.part("Sgobbo.torso")))
	x.orders(Order{Kind: OrderPartOff, Waits: game.Only(0), Robot: 1, Target: 0, Slot: Torso, Part: int8(x.part("Sgobbo.torso")), Loot: None})
	x.do(Done(), Attack(6, RightArm, 1), PrizeLoot(0))
	x.orders(Order{Kind: OrderLootDrop, Waits: game.Only(0), Robot: 1, Target: 0, Part: None, Loot: 0})
	x.do(Done(), PickUp(4, 0))
	if x.carried(0) != 1 {
		t.Error("the malloppo is not on Ruggine")
	}
}

func TestCompanion_K22_PickingUpIsDeclared(t *testing.T) {
	x := real(t, "", "malloppo\nmalloppo\nRuggine dice 6511 loot 2\nactive Ruggine")
	x.refuses("K22", "loot_not_on_table", PickUp(1, 2))
	x.refuses("K30", "no_such_loot", PickUp(1, 4))
	x.do(PickUp(1, 1)) // no order: it is their own hands' work
	if x.Phase != PhaseAct || x.carried(0) != 3 {
		t.Errorf("phase %v, %d carried", x.Phase, x.carried(0))
	}
	x.refuses("K03", "hands_full", PickUp(1, 0))
}

func TestCompanion_K23_K24_BoltingIsDeclared(t *testing.T) {
	x := real(t, "", "part Bullone.right_arm\nRuggine dice 6544321 lost left_arm\nactive Ruggine")
	arm := x.part("Bullone.right_arm")
	x.refuses("K23", "bolt_dice", Bolt(hand("654"), arm, LeftArm))
	x.refuses("K23", "slot_taken", Bolt(hand("3214"), arm, RightArm))
	x.refuses("K02", "slot_wrong", Bolt(hand("3214"), arm, Head))
	x.refuses("K23", "part_not_on_table", Bolt(hand("4321"), x.part("Bullone.left_arm"), LeftArm))
	x.do(Bolt(hand("4321"), arm, LeftArm))
	if x.Phase != PhaseAct || x.Robots[0].Slots[LeftArm] != int8(arm) || !x.view(0).Touches(0, geom.Point{}) {
		t.Error("the arm is not on Ruggine's left")
	}
	x.do(Unbolt(4, LeftArm))
	if x.Phase != PhaseAct || x.Parts[arm] != (Part{On: OnTable}) {
		t.Errorf("phase %v, the arm %+v", x.Phase, x.Parts[arm])
	}
	x.holds("Ruggine", "65")
}

func TestCompanion_K25_TheWearerTakesItOut(t *testing.T) {
	x := real(t, "", "Bullone lost right_arm\npart Ruggine.right_arm on Bullone\nRuggine dice 6\nactive Ruggine")
	arm := x.part("Ruggine.right_arm")
	x.do(Sabotage(6, arm))
	x.orders(Order{Kind: OrderPartOut, Waits: game.Only(1), Robot: 3, Target: 0, Slot: RightArm, Part: int8(arm), Loot: None})
	x.reads("Togli il braccio destro a Bullone: è esploso, esce dal gioco.", "Take Bullone's right arm off: it blew up and leaves the game.")
	if x.Parts[arm].On != Gone {
		t.Error("it is still in the game")
	}
	x.do(Done())
	if x.Phase != PhaseChoose {
		t.Errorf("phase %v, want the next turn: no die was left", x.Phase)
	}
}

func TestCompanion_K30_NewMalloppiWaitForBothSides(t *testing.T) {
	x := real(t, "", "Ruggine dice 6 loot 3\nactive Ruggine")
	last(x, 1)
	x.do(End())
	x.orders(Order{Kind: OrderLootArrives, Waits: bothSeats, Robot: None, Target: None, Part: None, Loot: None})
	x.reads("Metti un malloppo in mezzo alla tua metà campo, a 15 cm dal tuo bordo.", "Put a piece of loot in the middle of your half, 15 cm from your edge.")
	if x.Loots != 5 || x.Round != 1 || x.score(0) != 6 || x.view(0).Rest() != nil && len(x.view(0).Rest()) > 0 {
		t.Errorf("%d malloppi, round %d, score %d", x.Loots, x.Round, x.score(0))
	}
	if raw, _ := x.MarshalJSON(); !strings.Contains(string(raw), `"incomes":[[{"loot":6,"trophies":0}`) {
		t.Errorf("the round's income is not told: %s", raw)
	}
	if _, running := x.Running(); running {
		t.Error("an activation runs between rounds")
	}
	if err := x.Apply(1, Done(), nil, nil); err != nil {
		t.Fatal(err)
	}
	x.orders(Order{Kind: OrderLootArrives, Waits: game.Only(0), Robot: None, Target: None, Part: None, Loot: None})
	x.refusesSeat(1, "K12", "not_your_turn", Done())
	x.do(Done())
	if x.Phase != PhaseChoose || x.Round != 2 || x.score(0) != 6 {
		t.Errorf("phase %v of round %d", x.Phase, x.Round)
	}
	// Not after other rounds, and not after the last.
	x = real(t, `,"rounds":2`, "Ruggine dice 6\nactive Ruggine")
	last(x, 2)
	x.do(End())
	if !x.Over() || x.Loots != 0 {
		t.Errorf("phase %v with %d malloppi", x.Phase, x.Loots)
	}
}

func TestCompanion_K11_ArmourSpent(t *testing.T) {
	x := real(t, `,"armour":"spent"`, "Ruggine dice 66\nBullone dice 652 loot 3\nactive Ruggine")
	x.Known[3] = hand("52")
	x.do(Attack(6, RightArm, 3))
	x.holds("Bullone", "2")
	if x.Known[3] != hand("2") || x.height != 4 {
		t.Errorf("known %v, height %d", x.Known[3].Dice(), x.height)
	}
}

func TestCompanion_ViewsHaveNoPlaces(t *testing.T) {
	x := real(t, "", "part Bullone.head\nmalloppo\nRuggine dice 654 loot 1\nactive Ruggine")
	v := x.view(0)
	if v.ReachOf(6) != nil || v.LastPath() != nil || !v.Touches(0, geom.Point{X: 1, Y: 1}) || v.WeaponReady(RightArm) != "" {
		t.Error("a view asked about places says something")
	}
	if _, _, ok := v.SightLine(0, 3); ok {
		t.Error("a line of sight is drawn")
	}
	x.do(Attack(6, RightArm, 3), PrizePart(x.part("Bullone.torso")))
	for _, viewer := range []game.Seat{0, 1, game.Watcher} {
		raw, err := x.view(viewer).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{`"at":{`, `"from":{`, `"to":{`, `"reach"`} {
			if strings.Contains(string(raw), key) {
				t.Errorf("seat %d is shown %s", viewer, key)
			}
		}
		var m struct {
			Ready  []game.Seat
			ByHand struct {
				Kind   string
				Waits  []game.Seat
				Robot  *int
				Target *int
				Slot   string
				Part   *int
				Loot   *int
			} `json:"by_hand"`
			Robots []struct{ At *geom.Point }
		}
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		o := m.ByHand
		if len(m.Ready) != 2 || o.Kind != "part_off" || !slices.Equal(o.Waits, []game.Seat{1}) || o.Robot == nil || *o.Robot != 3 ||
			o.Target == nil || *o.Target != 0 || o.Slot != "torso" || *o.Part != x.part("Bullone.torso") || o.Loot != nil || m.Robots[0].At != nil {
			t.Errorf("seat %d is shown the order %+v", viewer, o)
		}
	}
}

// TestVirtual_SaysNothingOfRealTables: matches on a virtual table stay as they
// were, to the byte.
func TestVirtual_SaysNothingOfRealTables(t *testing.T) {
	s := middle(t, 3)
	for _, m := range []json.Marshaler{s, s.View(0, nil)} {
		raw, _ := m.MarshalJSON()
		for _, key := range []string{`"ready"`, `"by_hand"`, `"known"`, `"mm"`, `"seat":null,"robot"`} {
			if key != `"ready"` && strings.Contains(string(raw), key) || strings.Contains(string(raw), `"ready":[`) {
				t.Errorf("there is %s in %s", key, raw)
			}
		}
	}
}

// TestCompanion_RandomMatches plays to the end over many options, with things
// taken back and set right on the way, and checks every step.
func TestCompanion_RandomMatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 7))
	var did [NumDeeds]int
	var orders [NumOrders]int
	for i := range many(20, 1000) {
		options := strings.Replace(anyOptions(rng), `{`, `{"table":"companion",`, 1)
		p := newPlayer(uint64(i))
		s := configure(t, options).Start(p.src, nil).(*State)
		var trail []*State // since the last roll
		for !s.Over() {
			before := s.Copy(nil).(*State)
			switch rng.IntN(8) {
			case 0:
				if len(trail) == 0 {
					continue
				}
				n := rng.IntN(len(trail))
				back, err := s.Undo(trail[n], game.Seat(rng.IntN(2)), bothSeats)
				if err != nil {
					t.Fatalf("%s: %v", options, err)
				}
				s = back.(*State)
				if s.hands != trail[n].hands {
					t.Fatalf("%s: dice have changed", options)
				}
				trail = trail[:n]
			case 1:
				if s.Correct(anyFact(s, rng), nil) == nil {
					trail = append(trail, before)
				}
			default:
				a := p.step(t, s)
				lawful(t, before, s, a)
				if trail = append(trail, before); a.Kind == ActActivate {
					trail = nil
				}
			}
			did[s.Last.Kind]++
			orders[s.Board.Order.Kind]++
			sound(t, s)
			if t.Failed() {
				t.Fatal(options)
			}
		}
		if want := s.cfg.opt.Rounds * len(s.cfg.robots); int(s.Activations) != want {
			t.Errorf("%s: %d activations, want %d", options, s.Activations, want)
		}
	}
	for k := DeedActivated; k < NumDeeds; k++ {
		if did[k] == 0 && k != DeedMoved {
			t.Errorf("nobody ever %v", k)
		}
	}
	for k := OrderPartOff; k < NumOrders; k++ {
		if orders[k] == 0 {
			t.Errorf("no order was ever %v", k)
		}
	}
}

func TestCompanion_ActionsAreLegalAndComplete(t *testing.T) {
	p := newPlayer(12)
	s := configure(t, `{"table":"companion","rounds":2}`).Start(p.src, nil).(*State)
	for step := 0; !s.Over(); step++ {
		for _, seat := range s.ToAct().List() {
			v := s.View(seat, nil).(*View)
			listed := map[Action]bool{}
			for _, a := range v.Actions() {
				listed[*a.(*Action)] = true
				if err := v.Check(a.(*Action)); err != nil {
					t.Fatalf("listed %+v: %v", a, err)
				}
			}
			if step%5 == 0 {
				everyDiscrete(v, func(a *Action) {
					if legal := v.Check(a) == nil; legal != listed[*a] {
						t.Fatalf("%+v: legal %v, listed %v", *a, legal, listed[*a])
					}
				})
			}
		}
		p.step(t, s)
	}
}

// What bots do by the million allocates nothing on a real table either.
func TestCompanion_HotPathAllocatesNothing(t *testing.T) {
	x := real(t, "", "Ruggine dice 6654\nBullone dice 21\nactive Ruggine")
	attack, prize, done, walk := Attack(6, RightArm, 3), PrizePart(x.part("Bullone.head")), Done(), Walk(5, 10)
	var state game.State = x.State.Copy(nil)
	view := x.View(0, nil)
	if n := testing.AllocsPerRun(100, func() {
		state = x.State.Copy(state)
		view = state.View(0, view)
		if state.Apply(0, attack, nil, nil) != nil || state.Apply(0, prize, nil, nil) != nil || state.Apply(1, done, nil, nil) != nil || state.Apply(0, walk, nil, nil) != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTexts_EveryOrderIsThere: each order and each fact reads well in both
// languages, whatever it is about.
func TestTexts_EveryOrderIsThere(t *testing.T) {
	c := catalogue(t)
	x := real(t, "", "Ruggine loot 1\nmalloppo\nactive Ruggine")
	x.Loot[2], x.Loots = Loot{On: Gone}, 3
	for kind := OrderPartOff; kind < NumOrders; kind++ {
		for slot := range NumSlots {
			x.give(Order{Kind: kind, Waits: 1, Robot: 0, Target: 3, Slot: slot})
			if err := c.Check(x.view(0).OrderText()); err != nil {
				t.Errorf("%v %v: %v", kind, slot, err)
			}
		}
	}
	facts := []json.RawMessage{CorrectPartOnTable(3), CorrectPartGone(3)}
	for slot := range NumSlots {
		facts = append(facts, CorrectPartOn(3, 2, slot))
	}
	for loot := range 3 {
		facts = append(facts, CorrectLootOn(loot, 2), CorrectLootOnTable(loot), CorrectLootGone(loot))
	}
	for _, f := range facts {
		m, ok := x.view(1).FactText(f)
		if err := c.Check(m); err != nil || !ok {
			t.Errorf("%s: %v %v", f, ok, err)
		}
	}
	for _, bad := range []string{``, `{}`, `{"type":"part","part":99,"at":"table"}`, `{"type":"loot","loot":3,"at":"table"}`, `{"type":"loot","loot":0,"robot":6}`} {
		if m, ok := x.view(1).FactText(json.RawMessage(bad)); ok || !m.IsZero() {
			t.Errorf("%s says %v", bad, m)
		}
	}
	var e *game.Error
	if err := x.Correct(nil, nil); !errors.As(err, &e) || e.Rule == "" {
		t.Errorf("nothing is corrected: %v", err)
	}
}

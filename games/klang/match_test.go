package klang

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/geom"
)

// anyOptions makes options at random, of those that Configure accepts.
func anyOptions(rng *rand.Rand) string {
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	for {
		o := fmt.Sprintf(`{"rounds":%d,"field_cm":%d,"unit_cm":%d,"base_mm":%d,"terrain_pieces":%d,"terrain_size":%d,
			"closing":%q,"armour":%q,"attacks_per_weapon":%d,"trophy_points":%d,"malloppi_start":%d,"short_units":%d,"terrain":%q,
			"rosters":%s,"malloppi_rounds":%s}`,
			1+rng.IntN(6), 40+rng.IntN(81), 1+rng.IntN(6), 20+rng.IntN(61), rng.IntN(21), 50+rng.IntN(151),
			one(ClosingAlternate, ClosingFixed, ClosingLessStuff), one(ArmourSpent, ArmourStays), rng.IntN(3), rng.IntN(4), rng.IntN(9), rng.IntN(11),
			one("dealt", "dealt", "players", "players", "seed:99", "piazzale", "corridoi", "discarica"),
			crowd(1+rng.IntN(6), 1+rng.IntN(6)), one("[]", "[1]", "[1,2]", "[2,3,5]", "[1,2,3,4,5,6,7,8]"))
		if _, err := New().Configure(json.RawMessage(o), 2); err == nil {
			return o
		}
	}
}

// sound checks what holds in every state.
func sound(t *testing.T, s *State) {
	t.Helper()
	c := s.cfg
	var wearers [MaxParts]int
	for r := range c.robots {
		if n := s.hands[r].Len(); n != int(s.Robots[r].Dice) {
			t.Fatalf("robot %d holds %d dice and is seen to hold %d", r, n, s.Robots[r].Dice)
		}
		if s.carried(r) > maxCarried {
			t.Fatalf("robot %d carries %d malloppi", r, s.carried(r))
		}
		for slot, p := range s.Robots[r].Slots {
			if p == None {
				continue
			}
			wearers[p]++
			if int(s.Parts[p].On) != r || !c.parts[p].Kind.Fits(Slot(slot)) {
				t.Fatalf("part %d in slot %d of robot %d, and is on %d", p, slot, r, s.Parts[p].On)
			}
		}
		if !s.hands[r].holds(&s.Known[r]) || !c.companion() && s.Known[r] != (Hand{}) {
			t.Fatalf("robot %d holds %v, of which %v are known", r, s.hands[r].Dice(), s.Known[r].Dice())
		}
		if c.companion() && s.Robots[r].At != (geom.Point{}) {
			t.Fatalf("robot %d has a place", r)
		}
		if s.Robots[r].Placed && !c.companion() && !s.Ground.Scene.Free(s.base(c, r), s.bases(c, nil, r)) {
			t.Fatalf("robot %d stands where it cannot", r)
		}
	}
	for p := range c.parts {
		if c.companion() && s.Parts[p].At != (geom.Point{}) {
			t.Fatalf("part %d has a place", p)
		}
		if want := s.Parts[p].On >= 0; want != (wearers[p] == 1) {
			t.Fatalf("part %d is on %d and worn by %d robots", p, s.Parts[p].On, wearers[p])
		}
	}
	for l := range s.Loot {
		if c.companion() && s.Loot[l].At != (geom.Point{}) || int(s.Loot[l].On) >= len(c.robots) || l >= int(s.Loots) && s.Loot[l].On != Gone {
			t.Fatalf("malloppo %d is %+v of %d", l, s.Loot[l], s.Loots)
		}
	}
	if waits := s.Order.Waits; (s.Phase == PhaseOrder) != (waits != 0) || (s.Order.Kind == OrderNone) != (s.Order == Order{}) || waits != 0 && s.Order.Kind == OrderNone {
		t.Fatalf("phase %v with the order %+v", s.Phase, s.Order)
	}
}

func TestRandomMatches_EndOverAnyOptions(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 15
	}
	rng := rand.New(rand.NewPCG(7, 7))
	var did [NumDeeds]int
	for i := range n {
		options := anyOptions(rng)
		p := newPlayer(uint64(i))
		s := configure(t, options).Start(p.src, nil).(*State)
		steps := 0
		for ; !s.Over(); steps++ {
			p.step(t, s)
			did[s.Last.Kind]++
			sound(t, s)
			if steps > 5000 {
				t.Fatalf("%s does not end", options)
			}
		}
		if want := s.cfg.opt.Rounds * len(s.cfg.robots); int(s.Activations) != want {
			t.Errorf("%s ends after %d activations, want %d", options, s.Activations, want)
		}
		if r := s.Result(); len(r.Winners) == 0 {
			t.Errorf("%s ends without a winner", options)
		}
	}
	for k := DeedLaid; k <= DeedEnded; k++ {
		if did[k] == 0 && !testing.Short() {
			t.Errorf("in %d random matches nobody ever %v", n, k)
		}
	}
}

func TestRandomMatches_ReplayToTheSameHash(t *testing.T) {
	for seed := range uint64(5) {
		var hashes [2]game.Hash
		for i := range hashes {
			p := newPlayer(seed)
			s := configure(t, "").Start(p.src, nil).(*State)
			p.play(t, s)
			hashes[i], _ = game.HashOf(s)
		}
		if hashes[0] != hashes[1] {
			t.Errorf("seed %d: %v and then %v", seed, hashes[0], hashes[1])
		}
	}
}

// TestActions_AreLegalAndComplete walks random matches and compares the list of
// actions with every discrete action there could be.
func TestActions_AreLegalAndComplete(t *testing.T) {
	p := newPlayer(11)
	s := configure(t, `{"rounds":2}`).Start(p.src, nil).(*State)
	for step := 0; !s.Over(); step++ {
		seat := s.ToAct().First()
		v := s.View(seat, nil).(*View)
		listed := map[Action]bool{}
		for _, a := range v.Actions() {
			listed[*a.(*Action)] = true
			if err := v.Check(a.(*Action)); err != nil {
				t.Fatalf("listed %+v: %v", a, err)
			}
		}
		if step%3 == 0 {
			everyDiscrete(v, func(a *Action) {
				if legal := v.Check(a) == nil; legal != listed[*a] {
					t.Fatalf("%+v: legal %v, listed %v", *a, legal, listed[*a])
				}
			})
		}
		p.step(t, s)
	}
}

// everyDiscrete gives every discrete action that could be asked for, but that
// bolting on takes each part's dice from those in the hand.
func everyDiscrete(v *View, try func(*Action)) {
	try(Pass())
	try(End())
	try(Ready())
	try(Done())
	for r := range v.cfg.robots {
		try(Activate(r))
	}
	for p := range v.cfg.parts {
		try(PrizePart(p))
	}
	for l := range MaxLoot {
		try(PrizeLoot(l))
	}
	for die := 1; die <= 6; die++ {
		for slot := range NumSlots {
			try(Unbolt(die, slot))
			for r := range v.cfg.robots {
				try(Attack(die, slot, r))
			}
		}
		for p := range v.cfg.parts {
			try(Sabotage(die, p))
		}
		for l := range MaxLoot {
			try(PickUp(die, l))
		}
	}
}

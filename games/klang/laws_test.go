package klang

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"banco/game"
	"banco/game/gametest"
)

// twin changes everything that a viewer may not know: the faces of the dice
// that it does not see, and the height of a hit between robots of the other
// side, as long as there is something to take if somebody is choosing.
func twin(st game.State, seat game.Seat, rng *rand.Rand) game.State {
	s := st.(*State)
	v := s.View(seat, nil).(*View)
	for i := range s.cfg.robots {
		if !v.KnowsHand(i) {
			s.hands[i].fill(int(s.Robots[i].Dice)-s.Known[i].Len(), source{rng})
			for f := range s.hands[i] {
				s.hands[i][f] += s.Known[i][f]
			}
		}
	}
	for s.height > 0 && !v.knowsHeight() {
		s.height = int8(1 + rng.IntN(6))
		if _, parts, _, loot := s.reachable(s.cfg, s.height); s.Phase != PhasePrize || parts+loot > 0 {
			break
		}
	}
	return s
}

// source is a generator as dice.
type source struct{ rng *rand.Rand }

func (s source) Below(n int) int { return s.rng.IntN(n) }

var small = `"rounds":2,`

func TestLaws(t *testing.T) {
	c := func(name, options string) gametest.Case {
		return gametest.Case{Name: name, Options: json.RawMessage(options), Twin: twin, Matches: 2, Probes: 4}
	}
	cases := []gametest.Case{
		c("spent", `{`+small+`"armour":"spent","attacks_per_weapon":1,"closing":"fixed"}`),
		c("players", `{`+small+`"terrain":"players","terrain_pieces":5,"closing":"alternate"}`),
		c("six a side", `{`+small+`"field_cm":60,"rosters":`+crowd(6, 6)+`}`),
		c("uneven", `{`+small+`"terrain":"corridoi","rosters":`+crowd(1, 3)+`}`),
		c("no loot", `{`+small+`"malloppi_start":0,"malloppi_rounds":[],"terrain":"seed:7","short_units":0,"activation_limit_s":60}`),
	}
	real := func(name, options string) {
		k := c("companion "+name, `{"table":"companion",`+options+`}`)
		k.Facts = anyFact
		cases = append(cases, k)
	}
	open := gametest.Case{Name: "open", Options: json.RawMessage(`{` + small + `"dice":"open"}`), Matches: 2, Probes: 4} // no secrets, no twins
	cases = append(cases, open)
	if testing.Short() {
		cases = cases[:2]
		real("short", `"rounds":2,"armour":"spent","malloppi_rounds":[1]`)
	} else {
		real("default", `"rounds":6`)
		real("spent", small+`"armour":"spent","closing":"fixed","activation_limit_s":60`)
		real("one attack", small+`"attacks_per_weapon":1,"terrain":"players","malloppi_rounds":[]`)
		real("uneven", small+`"rosters":`+crowd(1, 5)+`,"closing":"alternate","malloppi_rounds":[1,2]`)
		real("bounds", `"rounds":3,"field_cm":40,"base_mm":80,"unit_cm":6,"short_units":0,"malloppi_start":8,"malloppi_rounds":[1,2,3],"terrain":"piazzale","rosters":`+crowd(6, 6))
		real("bare", small+`"malloppi_start":0,"progression":[0,50,50],"rosters":[[{"name":"A"}],[{"name":"B","parts":[{"kind":"arm"}]}]]`)
	}
	gametest.Check(t, New(), cases...) // and with the default options
}

// anyFact says where a part or a malloppo may be: mostly where it can.
func anyFact(st game.State, rng *rand.Rand) json.RawMessage {
	s := st.(*State)
	c := s.cfg
	robot := rng.IntN(len(c.robots))
	if len(c.parts) == 0 || s.Loots > 0 && rng.IntN(2) == 0 {
		loot := rng.IntN(int(s.Loots) + 1)
		switch rng.IntN(4) {
		case 0:
			return CorrectLootOnTable(loot)
		case 1:
			return CorrectLootGone(loot)
		}
		return CorrectLootOn(loot, robot)
	}
	part := rng.IntN(len(c.parts))
	switch rng.IntN(4) {
	case 0:
		return CorrectPartOnTable(part)
	case 1:
		return CorrectPartGone(part)
	}
	for range 20 {
		slot := Slot(rng.IntN(int(NumSlots)))
		if c.parts[part].Kind.Fits(slot) && s.Robots[robot].Slots[slot] == None {
			return CorrectPartOn(part, robot, slot)
		}
		robot = rng.IntN(len(c.robots))
	}
	return CorrectPartOn(part, robot, c.parts[part].Slot)
}

func FuzzActions(f *testing.F) { gametest.FuzzActions(f, New()) }

// crowd makes rosters of a and b robots with mixed parts.
func crowd(a, b int) string {
	var rosters [2]Roster
	for seat, n := range [2]int{a, b} {
		for i := range n {
			rosters[seat] = append(rosters[seat], RobotSpec{Name: string(rune('A'+i)) + string(rune('0'+seat)), Frame: frameNames[i%3],
				Parts: []PartSpec{{"torso", 5, ""}, {"arm", 4, "melee"}, {"arm", 2 + i%3, "ranged"}, {"head", 2, ""}}})
		}
	}
	raw, _ := json.Marshal(rosters)
	return string(raw)
}

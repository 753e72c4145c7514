package quote

import (
	"math/rand/v2"

	"banco/game"
	"banco/games/quote/rule"
)

// What a view offers: everything that goes on with the battle, and a sample of
// what is free about it.

// manySamples is how many actions of one kind the list holds at most where there
// may be hundreds.
const manySamples = 4

// Actions lists what the viewer may do now.
func (v *View) Actions() []game.Action {
	if !v.Mine() {
		return nil
	}
	o := offer{v: v}
	o.try(Do(ActRound))
	for i := range v.Fights {
		o.try(Do(ActResolve).Set(FightID, int(v.Fights[i].ID)))
	}
	for i := range v.Fights {
		o.try(Do(ActPart).Set(FightID, int(v.Fights[i].ID)))
	}
	if v.Standing() < len(v.Contenders) {
		o.try(Do(ActClear))
	}
	o.try(Do(ActAdd).SetText(Name, "goblin").SetText(Colour, "green").Set(Count, 3).Set(Quota, 3))
	o.try(Do(ActAdd).SetText(Name, "ogre").SetText(Colour, "red").Set(Quota, 6).Set(Hits, 3).SetText(Damage, "2d6+1"))
	o.fights()
	o.inFights()
	if len(v.Contenders) > 0 {
		c := &v.Contenders[0]
		o.try(Do(ActChange).Set(Who, int(c.ID)).Set(Taken, int(c.Taken)+1))
		o.try(Do(ActRemove).Set(Who, int(c.ID)))
		o.try(Do(ActNote).Set(Who, int(c.ID)).SetText(Text, "!"))
	}
	o.try(Do(ActFaction).SetText(Colour, Colours[0]).SetText(Mark, Marks[1]))
	o.add(Do(ActClose))
	return o.list
}

type offer struct {
	v    *View
	list []game.Action
}

func (o *offer) add(a *Action) { o.list = append(o.list, a) }

func (o *offer) try(a *Action) bool {
	if o.v.Check(a) != nil {
		return false
	}
	o.add(a)
	return true
}

// fights sets the first who are free against each other, and adds one to a fight.
func (o *offer) fights() {
	var free []*Contender
	for i := range o.v.Contenders {
		if c := &o.v.Contenders[i]; c.Fight == 0 && !c.Fallen {
			free = append(free, c)
		}
	}
	n := 0
	for i := 1; i < len(free) && n < manySamples; i++ {
		if free[i].Colour != free[0].Colour && o.try(Do(ActFight).Set(One, int(free[0].ID)).SetAllies(free[i].ID)) {
			n++
		}
	}
	for i := range min(len(o.v.Fights), manySamples) {
		for j := range min(len(free), manySamples) {
			o.try(Do(ActJoin).Set(FightID, int(o.v.Fights[i].ID)).Set(Who, int(free[j].ID)))
		}
	}
}

func (o *offer) inFights() {
	for i := range min(len(o.v.Fights), manySamples) {
		f := &o.v.Fights[i]
		for s := range rule.NumStances {
			o.try(Do(ActStance).Set(Who, int(f.One)).SetText(Stance, s.String()))
		}
		ally := f.Allies[len(f.Allies)-1]
		o.try(Do(ActStance).Set(Who, int(ally)).SetText(Stance, rule.Aim.String()).Set(At, min(len(o.v.cfg.opt.Locations), 1)))
		o.try(Do(ActTarget).Set(FightID, int(f.ID)).Set(Ally, int(ally)))
		o.try(Do(ActCautious).Set(FightID, int(f.ID)).SetFlag(Cautious, !f.Cautious))
		o.try(Do(ActLeave).Set(Who, int(ally)))
	}
}

// Sample gives one legal action at random: mostly what makes a battle go on.
func (v *View) Sample(rng *rand.Rand) game.Action {
	if !v.Mine() {
		return nil
	}
	for range 12 {
		if a := v.guess(rng); v.Check(a) == nil {
			return a
		}
	}
	if a := Do(ActRound); v.Check(a) == nil {
		return a
	}
	return Do(ActClose)
}

// guess makes an action that is probably legal.
func (v *View) guess(rng *rand.Rand) *Action {
	somebody := func() int {
		if len(v.Contenders) == 0 {
			return 0
		}
		return int(v.Contenders[rng.IntN(len(v.Contenders))].ID)
	}
	fight := func() *Fight {
		if len(v.Fights) == 0 {
			return &Fight{Allies: []int32{0}}
		}
		return &v.Fights[rng.IntN(len(v.Fights))]
	}
	fighting := func() int {
		f := fight()
		if rng.IntN(2) == 0 {
			return int(f.One)
		}
		return int(f.Allies[rng.IntN(len(f.Allies))])
	}
	if len(v.Contenders) < 4 && rng.IntN(4) > 0 || len(v.Contenders) < 40 && rng.IntN(8) == 0 {
		return guessAdd(rng)
	}
	kinds := 64
	if len(v.Contenders) < 4 {
		kinds = 12 // most of the others would not be legal
	}
	switch rng.IntN(kinds) {
	case 0:
		return Do(ActClose)
	case 1, 2:
		return guessChange(rng, somebody())
	case 3:
		return Do(ActRemove).Set(Who, somebody())
	case 4:
		return Do(ActNote).Set(Who, somebody()*rng.IntN(2)).SetText(Text, string(rune('a'+rng.IntN(26))))
	case 5:
		return Do(ActFaction).SetText(Colour, Colours[rng.IntN(len(Colours))]).SetText(Mark, Marks[rng.IntN(len(Marks))]).SetText(Name, string(rune('A'+rng.IntN(26))))
	case 6:
		return &Action{Kind: ActLoad, has: 1 << Battle, battle: save(&v.Board, &v.secret)}
	case 7:
		return Do(ActPart).Set(FightID, int(fight().ID))
	case 8, 9:
		return Do(ActLeave).Set(Who, fighting())
	case 10, 11, 12, 13:
		return Do(ActJoin).Set(FightID, int(fight().ID)).Set(Who, somebody())
	case 14, 15:
		return Do(ActCautious).Set(FightID, int(fight().ID)).SetFlag(Cautious, rng.IntN(2) == 0)
	case 16, 17:
		return Do(ActClear)
	case 18, 19, 20:
		f := fight()
		return Do(ActTarget).Set(FightID, int(f.ID)).Set(Ally, int(f.Allies[rng.IntN(len(f.Allies))])*min(rng.IntN(4), 1))
	case 21, 22, 23, 24, 25:
		a := Do(ActStance).Set(Who, fighting()).SetText(Stance, rule.Stance(rng.IntN(int(rule.NumStances))).String())
		if n := len(v.cfg.opt.Locations); n > 0 && a.text(Stance) == rule.Aim.String() && rng.IntN(2) == 0 {
			a.Set(At, 1+rng.IntN(n))
		}
		return a
	case 26, 27, 28, 29, 30, 31, 32, 33:
		return Do(ActResolve).Set(FightID, int(fight().ID))
	case 34, 35, 36, 37, 38, 39, 40, 41:
		return Do(ActRound)
	}
	var allies []int32
	for range 1 + rng.IntN(3) {
		allies = append(allies, int32(somebody()))
	}
	if rng.IntN(8) == 0 {
		return Do(ActDeal).SetOnes(int32(somebody()), int32(somebody())).SetAllies(append(allies, int32(somebody()))...)
	}
	return Do(ActFight).Set(One, somebody()).SetAllies(allies...).SetFlag(Cautious, rng.IntN(4) == 0)
}

func guessAdd(rng *rand.Rand) *Action {
	a := Do(ActAdd).SetText(Name, string(rune('a'+rng.IntN(26)))).SetText(Colour, Colours[rng.IntN(len(Colours))])
	if rng.IntN(2) == 0 {
		a.Set(Count, 1+rng.IntN(4))
	}
	if rng.IntN(3) == 0 {
		a.Set(Dexterity, rng.IntN(40)).Set(Weapon, rng.IntN(50)).SetFlag(Second, rng.IntN(2) == 0)
	} else {
		a.Set(Quota, 1+rng.IntN(9))
	}
	if rng.IntN(2) == 0 {
		a.Set(Life, 1+rng.IntN(30))
	} else {
		a.Set(Hits, 1+rng.IntN(4))
	}
	if rng.IntN(2) == 0 {
		a.SetText(Damage, [...]string{"1d8+2", "2d6", "4d6kh3", "2", "1d4-1"}[rng.IntN(5)])
	}
	return a
}

func guessChange(rng *rand.Rand, who int) *Action {
	a := Do(ActChange).Set(Who, who)
	switch rng.IntN(6) {
	case 0:
		a.Set(Quota, 1+rng.IntN(9))
	case 1:
		a.Set(Bonus, rng.IntN(41)-20)
	case 2:
		a.Set(Taken, rng.IntN(4)).Set(Wounds, rng.IntN(20))
	case 3:
		a.SetFlag(Fallen, rng.IntN(2) == 0)
	case 4:
		a.SetText(Colour, Colours[rng.IntN(len(Colours))])
	default:
		a.SetText(Name, string(rune('a'+rng.IntN(26)))).SetText(Damage, "1d6")
	}
	return a
}

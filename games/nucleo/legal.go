package nucleo

import (
	"unicode"
	"unicode/utf8"

	"banco/game"
	"banco/hex"
)

// judge says whether an action is legal, for a state and for a view alike. All
// it knows is the board and what the seat itself knows: its own players' cards
// and whether it has laid them.
type judge struct {
	c    *Config
	b    *Board
	own  *[MaxPlayers]Secret
	laid bool
	seat game.Seat
}

// toAct is who may act, given who still has to choose where all choose at once.
func (b *Board) toAct(c *Config, waits game.Seats) game.Seats {
	switch b.Phase {
	case PhaseLeader, PhaseStart:
		return game.Only(c.owner(b.Active))
	case PhaseDraft, PhasePlan:
		return waits
	case PhaseAct:
		return game.Only(c.owner(b.Active)) | b.talkers(c)
	}
	return 0
}

// Awaited are the seats without whom the match stands still: not those who may
// only talk.
func (s *State) Awaited() game.Seats {
	if s.Phase == PhaseAct {
		return game.Only(s.cfg.owner(s.Active))
	}
	return s.ToAct()
}

// Together tells whether all choose at once: cards to leave out, or to play.
// Alone there is nobody from whom anything could be kept.
func (s *State) Together() bool {
	return s.cfg.seats > 1 && (s.Phase == PhaseDraft || s.Phase == PhasePlan)
}

// Silence is N07 while all plan: until the reveal the table carries no message of
// any kind.
func (s *State) Silence() string {
	if s.cfg.seats > 1 && s.Phase == PhasePlan {
		return "N07"
	}
	return ""
}

var (
	_ game.Awaiter      = (*State)(nil)
	_ game.Simultaneous = (*State)(nil)
)

// talkers are the seats that may talk beside the one that acts: all who have
// somebody to talk to and have not fallen silent.
func (b *Board) talkers(c *Config) game.Seats {
	if c.seats == 1 {
		return 0
	}
	return (1<<c.seats - 1) &^ b.Hush
}

// planning are the seats with a player who is still in the game.
func (b *Board) planning(c *Config) (set game.Seats) {
	for p := range int8(c.players) {
		if !b.Players[p].Left {
			set |= game.Only(c.owner(p))
		}
	}
	return set
}

// mayAct tells whether the judge's seat may do anything now.
func (j *judge) mayAct() bool {
	if j.seat < 0 || int(j.seat) >= j.c.seats {
		return false
	}
	waits := game.Seats(0)
	switch j.b.Phase {
	case PhaseDraft:
		for p := range j.c.players {
			if j.c.owns(j.seat, p) && size(j.own[p].Out) < CardsEach-DeckSize {
				waits = game.Only(j.seat)
			}
		}
	case PhasePlan:
		if !j.laid {
			waits = j.b.planning(j.c)
		}
	}
	return j.b.toAct(j.c, waits).Has(j.seat)
}

// active tells whether it is the judge's seat whose player is active.
func (j *judge) active() bool {
	return j.b.Active != None && j.c.owner(j.b.Active) == j.seat
}

func (j *judge) allows(a *Action) reason {
	if j.b.Phase == PhaseOver {
		return matchOver
	}
	if !j.mayAct() {
		return notYourTurn
	}
	phase := PhaseAct
	switch a.Kind {
	case ActTake:
		phase = PhaseLeader
	case ActLeave:
		phase = PhaseDraft
	case ActStart:
		phase = PhaseStart
	case ActPick, ActLay:
		phase = PhasePlan
	}
	if a.Kind <= ActNone || a.Kind >= NumActionKinds || j.b.Phase != phase {
		return notNow
	}
	switch a.Kind {
	case ActTake:
		return j.take(a)
	case ActLeave:
		return j.leave(a)
	case ActStart:
		return j.start(a)
	case ActPick:
		return j.pick(a)
	case ActLay:
		return j.lay()
	case ActHabitats, ActHelp, ActPoint, ActSay, ActHush:
		return j.talk(a)
	}
	if !j.active() {
		return notYourTurn
	}
	switch {
	case a.Kind == ActEnd:
		return fine
	case a.Kind == ActReinforce:
		return j.reinforce(a)
	case a.Kind == ActBread:
		return j.item(a.Kind)
	case a.Item:
		if why := j.item(a.Kind); why != fine {
			return why
		}
	case j.b.Points == 0:
		return noPoints
	}
	return j.act(a)
}

func (j *judge) take(a *Action) reason {
	if a.N < 0 || a.N >= Leaders {
		return noSuchLeader
	}
	for p := range j.c.players {
		if int32(j.b.Players[p].Faction) == a.N/2 {
			return factionTaken
		}
	}
	return fine
}

// holder is the player of the judge's seat whose faction a card is of.
func (j *judge) holder(card int32) (player int8, bit uint32, ok bool) {
	if card < 0 || card >= Defenders {
		return None, 0, false
	}
	for p := range j.c.players {
		if j.c.owns(j.seat, p) && int32(j.b.Players[p].Faction) == card/CardsEach {
			return int8(p), 1 << (card % CardsEach), true
		}
	}
	return None, 0, false
}

func (j *judge) leave(a *Action) reason {
	p, bit, ok := j.holder(a.N)
	switch {
	case !ok:
		return cardNotYours
	case j.own[p].Out&bit != 0:
		return cardLeftOut
	case size(j.own[p].Out) == CardsEach-DeckSize:
		return draftDone
	}
	return fine
}

func (j *judge) start(a *Action) reason {
	if !isCell(a.N) || !j.b.starts(int8(a.N)) {
		return startElsewhere
	}
	return fine
}

// starts tells whether the active player may begin on a cell: on an outer tile
// of its own habitat, or on any tile of it if none of them is outer.
func (b *Board) starts(cell int8) bool {
	home := b.Players[b.Active].Faction
	if b.Kind[cell] != home {
		return false
	}
	if isOuter(cell) {
		return true
	}
	for c := int8(0); c < Cells; c++ {
		if isOuter(c) && b.Kind[c] == home {
			return false
		}
	}
	return true
}

func (j *judge) pick(a *Action) reason {
	p, bit, ok := j.holder(a.N)
	switch {
	case ok && j.b.Players[p].Left: // its hand is what it left with
		return factionLeft
	case !ok || j.own[p].Hand&bit == 0:
		return cardNotHeld
	case j.own[p].Pick == int8(a.N%CardsEach):
		return pickedAlready
	}
	return fine
}

func (j *judge) lay() reason {
	for p := range j.c.players {
		if j.c.owns(j.seat, p) && !j.b.Players[p].Left && j.own[p].Pick == None {
			return pickMissing
		}
	}
	return fine
}

func (j *judge) reinforce(a *Action) reason {
	p, bit, ok := j.holder(a.N)
	switch {
	case !ok || p != j.b.Active || j.own[p].Hand&bit == 0:
		return cardNotHeld
	case HabitatOf(int(a.N)) != j.b.playing():
		return otherHabitat
	case j.b.Points > 0:
		return pointsLeft
	}
	return fine
}

// playing is the habitat of the active player's card.
func (b *Board) playing() int {
	p := &b.Players[b.Active]
	return HabitatOf(CardID(p.Faction, p.Card))
}

// item tells whether the active player has an item that does a kind of action.
func (j *judge) item(kind ActionKind) reason {
	p := &j.b.Players[j.b.Active]
	does := false
	switch p.Faction {
	case Order:
		does = kind == ActMove
	case Council:
		does = kind == ActBread
	case Coven:
		does = kind == ActHeal || kind == ActClean
	case Sect:
		does = kind == ActDestroy || kind == ActBreach
	}
	switch {
	case !does:
		return itemCannot
	case p.Items == 0:
		return itemNone
	}
	return fine
}

// act judges the actions of N10, points and items apart.
func (j *judge) act(a *Action) reason {
	b := j.b
	p := &b.Players[b.Active]
	switch a.Kind {
	case ActMove:
		return j.move(a, p.At)
	case ActCamp:
		return j.camp(p)
	case ActRegroup:
		switch {
		case !isCell(a.N) || b.Camps[a.N]&(1<<b.Active) == 0:
			return regroupNoCamp
		case int8(a.N) == p.At:
			return alreadyThere
		}
	case ActHeal:
		if p.Damage == 0 {
			return unhurt
		}
	case ActClean:
		if b.Poison[p.At] == 0 {
			return alreadyClean
		}
	case ActDestroy:
		return j.destroy(a, p.At)
	case ActBreach:
		if a.N < 0 || a.N >= hex.Directions {
			return noSuchSide
		}
		switch b.Walls[star.edge[p.At][a.N]] {
		case Open:
			return noWall
		case Breach:
			return breachedAlready
		}
	case ActRewild:
		switch {
		case !b.isFactory(p.At):
			return noFactory
		case b.Hunters[p.At]+b.Snipers[p.At] > 0 || b.Poison[p.At] > 0:
			return factoryFoul
		}
	default:
		return notNow
	}
	return fine
}

func (j *judge) move(a *Action, from int8) reason {
	if a.N == Core {
		return intoCore
	}
	if !isCell(a.N) {
		return notAdjacent
	}
	side, ok := sideTo(from, int8(a.N))
	if !ok {
		return notAdjacent
	}
	if _, ok := j.b.passable(from, side); !ok {
		return wallBetween
	}
	return fine
}

func (j *judge) camp(p *Player) reason {
	b := j.b
	switch {
	case b.isFactory(p.At):
		return campFactory
	case b.Poison[p.At] > 0:
		return campFoul
	case b.Hunters[p.At]+b.Snipers[p.At] > 0:
		return campMech
	case b.Camps[p.At]&(1<<b.Active) != 0:
		return campTwice
	case b.camps(b.Active) == Camps:
		return campNone
	case int(p.Support) < b.campCost(j.c, p):
		return campSupport
	}
	return fine
}

// campCost is what the next camp costs a player.
func (b *Board) campCost(c *Config, p *Player) int {
	cost := c.opt.CampCost
	if p.Leader == Mason && p.Built == 1 && cost > 0 {
		cost-- // the starting camp is the first to stand, this is the first to be paid
	}
	return cost
}

// camps is how many camps of a player's stand.
func (b *Board) camps(player int8) (n int) {
	for _, set := range b.Camps {
		n += int(set >> player & 1)
	}
	return n
}

func (j *judge) destroy(a *Action, at int8) reason {
	b := j.b
	if !isCell(a.N) {
		return noSuchHex
	}
	cell := int8(a.N)
	if cell == at {
		if b.Hunters[at]+b.Snipers[at] == 0 {
			return noMech
		}
		return fine
	}
	if _, beside := sideTo(at, cell); !beside {
		return mechFar
	}
	if b.Snipers[cell] == 0 {
		return noMech
	}
	return fine
}

// talk judges the sentences of N08.
func (j *judge) talk(a *Action) reason {
	b := j.b
	if j.c.seats == 1 {
		return talkAlone
	}
	switch {
	case b.Hush.Has(j.seat):
		return hushed
	case a.Kind == ActHush:
		return fine
	case b.Said[j.seat] == maxSaid:
		return saidEnough
	}
	switch a.Kind {
	case ActHabitats:
		switch {
		case a.N < 0 || a.N >= int32(j.c.players) || !j.c.owns(j.seat, int(a.N)):
			return handNotYours
		case b.Players[a.N].Hand == 0:
			return handEmpty
		}
	case ActPoint:
		if !isCell(a.N) {
			return noSuchHex
		}
	case ActSay:
		if j.c.opt.FreeChat != On {
			return sayOff
		}
		if !sayable(a.Text) {
			return sayLength
		}
	}
	return fine
}

// sayable tells whether a text may be said: some, not too many, no control
// characters.
func sayable(text string) bool {
	if len(text) == 0 || !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxSentence {
		return false
	}
	for _, r := range text {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}

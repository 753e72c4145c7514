package klang

import (
	"encoding/json"

	"banco/game"
	"banco/geom"
)

// Ids that are "none" are null in JSON; everything is written from structs,
// whose fields have a fixed order, so the same state gives the same bytes.

type robotJSON struct {
	ID        int             `json:"id"`
	Seat      game.Seat       `json:"seat"`
	Name      string          `json:"name"`
	Frame     string          `json:"frame"`
	At        *geom.Point     `json:"at"` // null until it is placed
	Activated bool            `json:"activated"`
	Parts     [NumSlots]*int8 `json:"parts"` // by slot: torso, right_arm, left_arm, head, backpack
	Carried   []int           `json:"loot"`  // ids of the malloppi it carries
	Dice      int8            `json:"dice"`  // how many it holds
	Hand      *Hand           `json:"hand,omitempty"`
	Known     *Hand           `json:"known,omitempty"` // on a real table: dice it holds that everybody has seen
}

type partJSON struct {
	ID     int         `json:"id"`
	Seat   game.Seat   `json:"seat"` // whose it was at the start
	From   int8        `json:"from"` // on which robot it was at the start
	Kind   string      `json:"kind"`
	Class  int8        `json:"class"`
	Weapon string      `json:"weapon,omitempty"`
	Where  string      `json:"where"` // "robot", "table", "gone"
	Robot  *int8       `json:"robot,omitempty"`
	At     *geom.Point `json:"at,omitempty"`
	Fired  int8        `json:"fired,omitempty"` // attacks in the activation under way
}

type lootJSON struct {
	ID    int         `json:"id"`
	Where string      `json:"where"` // "robot", "table"
	Robot *int8       `json:"robot,omitempty"`
	At    *geom.Point `json:"at,omitempty"`
}

type pieceJSON struct {
	Name  string       `json:"name"`
	Seat  *game.Seat   `json:"seat,omitempty"`  // the player who laid it
	Shape geom.Polygon `json:"shape,omitempty"` // of a players' piece, about its own origin
	Poly  geom.Polygon `json:"poly,omitempty"`  // where it lies
}

type incomeJSON struct {
	Loot     int16 `json:"loot"`
	Trophies int16 `json:"trophies"`
}

type deedJSON struct {
	Kind   string      `json:"kind"`
	Seat   *game.Seat  `json:"seat"` // null for a correction, which is nobody's
	Robot  *int8       `json:"robot,omitempty"`
	Target *int8       `json:"target,omitempty"`
	Slot   string      `json:"slot,omitempty"`
	Die    int8        `json:"die,omitempty"`
	Count  int8        `json:"count,omitempty"` // activated, ended: how many dice
	Dice   *Hand       `json:"dice,omitempty"`
	Part   *int8       `json:"part,omitempty"`
	Loot   *int8       `json:"loot,omitempty"`
	Piece  *int8       `json:"piece,omitempty"`
	MM     *int16      `json:"mm,omitempty"` // walked: millimetres
	From   *geom.Point `json:"from,omitempty"`
	To     *geom.Point `json:"to,omitempty"`
}

type hitJSON struct {
	Robot  int8   `json:"robot"`
	Target int8   `json:"target"`
	Slot   string `json:"slot"`
	Die    int8   `json:"die"`
	Height int8   `json:"height,omitempty"` // for those who may know it
	Parts  []int  `json:"parts,omitempty"`  // what may be taken, for those who know the height
	Loot   []int  `json:"loot,omitempty"`
}

// orderJSON is what hands have to do on a real table.
type orderJSON struct {
	Kind   string      `json:"kind"`
	Waits  []game.Seat `json:"waits"`
	Robot  *int8       `json:"robot,omitempty"`
	Target *int8       `json:"target,omitempty"`
	Slot   string      `json:"slot,omitempty"`
	Part   *int8       `json:"part,omitempty"`
	Loot   *int8       `json:"loot,omitempty"`
}

// boardJSON is the public part of states and views.
type boardJSON struct {
	Phase       string          `json:"phase"`
	Round       int8            `json:"round"`
	Rounds      int             `json:"rounds"`
	Closes      game.Seat       `json:"closes"`
	Closes1     game.Seat       `json:"closes_first"` // round 1
	Sides       []game.Seat     `json:"order"`        // the turns of the round or the deployment
	Turn        int8            `json:"turn"`         // which of them is under way
	Active      *int8           `json:"active"`
	Activations int16           `json:"activations"`
	Terrain     []pieceJSON     `json:"terrain"`
	Robots      []robotJSON     `json:"robots"`
	Parts       []partJSON      `json:"parts"`
	Loot        []lootJSON      `json:"loot"`
	Scores      [2]int          `json:"scores"`
	Incomes     [][2]incomeJSON `json:"incomes"` // by round and seat
	Last        *deedJSON       `json:"last"`
	Hit         *hitJSON        `json:"prize"` // the hit that waits for the attacker's choice

	// On a real table alone.
	Ready  *[]game.Seat `json:"ready,omitempty"`   // whose things stand on it
	ByHand *orderJSON   `json:"by_hand,omitempty"` // what hands have to do before play goes on
}

func some(id int8) *int8 {
	if id < 0 {
		return nil
	}
	return &id
}

func (b *Board) encode(c *Config, hand func(robot int) *Hand) boardJSON {
	j := boardJSON{
		Phase: b.Phase.String(), Round: b.Round, Rounds: c.opt.Rounds, Closes: b.Closes, Closes1: b.Closes1,
		Sides: append([]game.Seat{}, b.Sides[:b.Turns]...), Turn: b.Turn, Active: some(b.Active), Activations: b.Activations,
		Terrain: []pieceJSON{}, Robots: []robotJSON{}, Parts: []partJSON{}, Loot: []lootJSON{}, Incomes: [][2]incomeJSON{},
		Scores: [2]int{b.score(0), b.score(1)}, Last: b.Last.encode(c),
	}
	for i := range b.Ground.Pieces {
		p := &b.Ground.Pieces[i]
		piece := pieceJSON{Name: p.Name, Shape: p.Shape, Poly: p.Poly}
		if p.Seat != game.Watcher {
			piece.Seat = &p.Seat
		}
		j.Terrain = append(j.Terrain, piece)
	}
	for i := range c.robots {
		j.Robots = append(j.Robots, b.encodeRobot(c, i, hand(i)))
	}
	for i := range c.parts {
		info, p := &c.parts[i], b.Parts[i]
		part := partJSON{ID: i, Seat: info.Owner, From: info.Robot, Kind: info.Kind.String(), Class: info.Class,
			Weapon: info.Weapon.String(), Fired: p.Fired}
		part.Where, part.Robot, part.At = where(c, p.On, p.At)
		j.Parts = append(j.Parts, part)
	}
	for i := range int(b.Loots) {
		loot := lootJSON{ID: i}
		loot.Where, loot.Robot, loot.At = where(c, b.Loot[i].On, b.Loot[i].At)
		j.Loot = append(j.Loot, loot)
	}
	for round := range b.playedRounds() {
		j.Incomes = append(j.Incomes, [2]incomeJSON{incomeJSON(b.Scores[round][0]), incomeJSON(b.Scores[round][1])})
	}
	if b.Phase == PhasePrize {
		j.Hit = &hitJSON{Robot: b.Hit.Robot, Target: b.Hit.Target, Slot: b.Hit.Slot.String(), Die: b.Hit.Die}
	}
	if c.companion() {
		ready := b.Ready.List()
		j.Ready, j.ByHand = &ready, b.Order.encode()
	}
	return j
}

func (o *Order) encode() *orderJSON {
	if o.Kind == OrderNone {
		return nil
	}
	j := &orderJSON{Kind: o.Kind.String(), Waits: o.Waits.List(), Robot: some(o.Robot), Target: some(o.Target),
		Part: some(o.Part), Loot: some(o.Loot)}
	if o.Part != None {
		j.Slot = o.Slot.String()
	}
	return j
}

// playedRounds is how many rounds have been scored.
func (b *Board) playedRounds() int {
	if b.Phase == PhaseOver || b.Phase == PhaseOrder && b.Order.Kind == OrderLootArrives {
		return int(b.Round)
	}
	return max(0, int(b.Round)-1)
}

func where(c *Config, on int8, at geom.Point) (string, *int8, *geom.Point) {
	switch {
	case on >= 0:
		return "robot", &on, nil
	case on == OnTable && c.companion():
		return "table", nil, nil
	case on == OnTable:
		return "table", nil, &at
	}
	return "gone", nil, nil
}

func (b *Board) encodeRobot(c *Config, id int, hand *Hand) robotJSON {
	info, r := &c.robots[id], b.Robots[id]
	j := robotJSON{ID: id, Seat: info.Seat, Name: info.Name, Frame: info.Frame.String(),
		Activated: r.Activated, Dice: r.Dice, Carried: []int{}, Hand: hand}
	if r.Placed && !c.companion() {
		j.At = &r.At
	}
	if b.Known[id].Len() > 0 {
		j.Known = &b.Known[id]
	}
	for slot, p := range r.Slots {
		j.Parts[slot] = some(p)
	}
	for l := range int(b.Loots) {
		if int(b.Loot[l].On) == id {
			j.Carried = append(j.Carried, l)
		}
	}
	return j
}

func (d Deed) encode(c *Config) *deedJSON {
	if d.Kind == DeedNone {
		return nil
	}
	j := &deedJSON{Kind: d.Kind.String(), Robot: some(d.Robot), Target: some(d.Target),
		Die: d.Die, Part: some(d.Part), Loot: some(d.Loot), Piece: some(d.Piece)}
	if d.Seat != game.Watcher {
		j.Seat = &d.Seat
	}
	switch d.Kind {
	case DeedWalked:
		j.MM = &d.MM
	case DeedActivated, DeedEnded:
		j.Die, j.Count = 0, d.Die
	case DeedAttacked, DeedBolted, DeedUnbolted, DeedSabotaged:
		j.Slot = d.Slot.String()
	case DeedTook, DeedCorrected:
		if d.Part != None && (d.Kind == DeedTook || d.Robot != None) {
			j.Slot = d.Slot.String()
		}
	}
	if d.Dice.Len() > 0 {
		j.Dice = &d.Dice
	}
	if c.companion() {
		return j
	}
	switch d.Kind {
	case DeedPassed, DeedEnded:
	case DeedLaid, DeedDeployed:
		j.To = &d.To
	default:
		j.From, j.To = &d.From, &d.To
	}
	return j
}

// MarshalJSON writes the whole state, secrets included.
func (s *State) MarshalJSON() ([]byte, error) {
	rest, err := json.Marshal(struct {
		boardJSON
		Height int8 `json:"height"`
	}{s.Board.encode(s.cfg, func(r int) *Hand { return &s.hands[r] }), s.height})
	if err != nil {
		return nil, err
	}
	// The options are JSON as they stand; encoding/json would read all of them again.
	b := make([]byte, 0, len(`{"options":,`)+len(s.cfg.stated)+len(rest))
	b = append(b, `{"options":`...)
	b = append(b, s.cfg.stated...)
	b = append(b, ',')
	return append(b, rest[1:]...), nil
}

type weaponJSON struct {
	Slot    string       `json:"slot"`
	Part    int8         `json:"part"`
	Weapon  string       `json:"weapon"`
	Ready   bool         `json:"ready"` // false when it has fired as often as it may
	Targets []targetJSON `json:"targets"`
}

type targetJSON struct {
	Robot int    `json:"robot"`
	Open  bool   `json:"open"`
	Why   string `json:"why,omitempty"` // the refusal's code
}

type reachJSON struct {
	Die     int    `json:"die"`
	Outline string `json:"outline"` // SVG path data: where the base's centre may go
}

// MarshalJSON writes what the viewer may know: the public board, the hands the
// viewer may see, the pending prize, and for the robot that the viewer is
// playing what it could do: "reach" and "weapons".
//
//	{"game":"klang","seat":0,"field":60000,"unit":2000,"base":4000,"loose":2000,
//	 "phase":"act","round":1,…,"robots":[…],"parts":[…],"loot":[…],…,
//	 "hit_height":4,"reach":[{"die":6,"outline":"M…Z"}],"weapons":[…]}
//
// Lengths are hundredths of a millimetre, field, base and loose being whole
// widths. A robot's "hand" stands only where the viewer may see it.
//
// On a real table nothing has a place ("at", "from", "to") nor a "reach", and
// there are besides:
//
//	"ready":[0,1],"by_hand":{"kind":"part_off","waits":[1],"robot":3,"target":0,"slot":"head","part":18}
//
// and a robot's "known", dice of its hand that everybody has seen.
func (v *View) MarshalJSON() ([]byte, error) {
	j := struct {
		Game  string     `json:"game"`
		Seat  *game.Seat `json:"seat"` // null for a watcher
		Field int64      `json:"field"`
		Unit  int64      `json:"unit"`
		Base  int64      `json:"base"`
		Loose int64      `json:"loose"`
		boardJSON
		Height  int8         `json:"hit_height,omitempty"` // how high the last hit reached, for those who may know
		Reach   []reachJSON  `json:"reach,omitempty"`
		Weapons []weaponJSON `json:"weapons,omitempty"`
	}{Game: "klang", Field: v.cfg.width, Unit: v.cfg.unit, Base: 2 * v.cfg.radius, Loose: 2 * looseRadius,
		Height: v.Height}
	if v.seat != game.Watcher {
		j.Seat = &v.seat
	}
	j.boardJSON = v.Board.encode(v.cfg, func(r int) *Hand {
		if v.KnowsHand(r) {
			return &v.Hands[r]
		}
		return nil
	})
	if j.Hit != nil {
		j.Hit.Height = v.Height
		j.Hit.Parts, j.Hit.Loot = v.Prizes()
	}
	if v.Phase == PhaseAct && v.acting() {
		j.Weapons = v.encodeWeapons()
		if !v.Companion() {
			j.Reach = v.encodeReach()
		}
	}
	data, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	b := append(data[:len(data)-1], `,"options":`...)
	b = append(b, v.cfg.raw...)
	return append(b, '}'), nil
}

// encodeReach draws how far each success gets; the paths found for the highest
// serve the others.
func (v *View) encodeReach() (list []reachJSON) {
	var highest *geom.Reach
	for die := 6; die >= 4; die-- {
		if v.Hands[v.Active].Of(die) == 0 {
			continue
		}
		if highest == nil {
			highest = v.ReachOf(die)
		}
		list = append(list, reachJSON{die, highest.OutlineWithin(int64(die) * v.cfg.unit)})
	}
	return list
}

func (v *View) encodeWeapons() (list []weaponJSON) {
	for slot := range NumSlots {
		p := v.weapon(v.cfg, int(v.Active), slot)
		if p == None {
			continue
		}
		w := weaponJSON{Slot: slot.String(), Part: int8(p), Weapon: v.cfg.parts[p].Weapon.String(),
			Ready: v.WeaponReady(slot) == "", Targets: []targetJSON{}}
		for _, t := range v.Targets(slot) {
			w.Targets = append(w.Targets, targetJSON{t.Robot, t.Why == "", t.Why})
		}
		list = append(list, w)
	}
	return list
}

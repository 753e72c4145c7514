package dadi

import (
	"encoding/json"

	"banco/game"
	"banco/geom"
)

// Ids that are "none" are null in JSON; everything is written from structs,
// whose fields have a fixed order, so the same state gives the same bytes.

type pieceJSON struct {
	Object string       `json:"object"`
	Seat   *game.Seat   `json:"seat"` // who laid it; null for the house
	At     geom.Point   `json:"at"`
	Turn   int16        `json:"turn"`
	Poly   geom.Polygon `json:"poly"`
	Height int64        `json:"height"`
	Effect string       `json:"effect"` // "none", "hill" (cover, can be climbed) or "wall"
}

type playerJSON struct {
	Seat     game.Seat `json:"seat"`
	Out      bool      `json:"out"`
	Soldiers int       `json:"soldiers"` // how many stand
}

type dieJSON struct {
	ID      int         `json:"id"`
	Seat    game.Seat   `json:"seat"`
	Number  int         `json:"number"`
	Soldier string      `json:"soldier"`
	Move    int         `json:"m"` // ALC
	Fire    int         `json:"f"` // ALC
	Odds    int         `json:"odds"`
	At      *geom.Point `json:"at"` // null while it does not stand on the table
	Height  int64       `json:"height"`
}

type deedJSON struct {
	Kind   string      `json:"kind"`
	Seat   *game.Seat  `json:"seat,omitempty"`
	Die    *int8       `json:"die,omitempty"`
	Target *int8       `json:"target,omitempty"`
	Piece  *int8       `json:"piece,omitempty"`
	Roll   int8        `json:"roll,omitempty"`
	Rolls  []int8      `json:"rolls,omitempty"` // camp_roll, initiative: by seat, 0 for who did not roll; fought: the die's and the target's
	Hit    *bool       `json:"hit,omitempty"`   // fired, reserve: whether it succeeded
	From   *geom.Point `json:"from,omitempty"`
	To     *geom.Point `json:"to,omitempty"`
}

type campJSON struct {
	Seat      game.Seat `json:"seat"`
	Commander bool      `json:"commander"` // whether the commander is to be placed, at least alc from the others, or a soldier, at most alc from it
	ALC       int8      `json:"alc"`
}

// boardJSON is what states and views have in common.
type boardJSON struct {
	Phase   string       `json:"phase"`
	Round   int16        `json:"round"`
	Rounds  int          `json:"rounds"` // the limit
	Order   []game.Seat  `json:"order"`  // of the base camp, then of the round
	Turn    int8         `json:"turn"`   // which of them is under way
	Laid    int8         `json:"laid"`   // objects laid or left out
	Objects int          `json:"objects"`
	Camp    *campJSON    `json:"camp"`
	Scenery []pieceJSON  `json:"scenery"`
	Players []playerJSON `json:"players"`
	Dice    []dieJSON    `json:"dice"`
	Active  *int8        `json:"active"` // the soldier whose turn it is
	Moved   bool         `json:"moved"`
	Fired   bool         `json:"fired"`
	Fights  bool         `json:"fights"` // whether it is in a melee that is not over
	Lost    *int8        `json:"lost"`   // the soldier that its owner may bring back
	Last    []deedJSON   `json:"last"`   // what the last action led to
}

func some(id int8) *int8 {
	if id < 0 {
		return nil
	}
	return &id
}

func seatOrNil(seat game.Seat) *game.Seat {
	if seat < 0 {
		return nil
	}
	return &seat
}

var soldierNames = [Soldiers]string{"commander", "scout", "rifleman", "gunner", "sniper", "stormtrooper"}

func (b *Board) encode(c *Config) boardJSON {
	j := boardJSON{
		Phase: b.Phase.String(), Round: b.Round, Rounds: c.opt.RoundLimit,
		Order: append([]game.Seat{}, b.Order[:b.Orders]...), Turn: b.Turn, Laid: b.Laid, Objects: c.objects(),
		Scenery: []pieceJSON{}, Players: []playerJSON{}, Dice: []dieJSON{}, Last: []deedJSON{},
		Active: some(b.Active), Moved: b.Moved, Fired: b.Fired, Fights: b.Fights, Lost: some(b.Lost),
	}
	if b.Phase == PhaseCamp {
		seat, commander := b.camping()
		j.Camp = &campJSON{seat, commander, b.Camp}
	}
	for _, p := range b.Ground.Pieces {
		o := &Catalogue[p.Object]
		j.Scenery = append(j.Scenery, pieceJSON{o.Name, seatOrNil(p.Seat), p.At, p.Turn, p.Poly, o.Height, o.Effect().String()})
	}
	for seat := range game.Seat(c.seats) {
		j.Players = append(j.Players, playerJSON{seat, b.Out.Has(seat), b.living(seat)})
	}
	for i := range c.dice {
		d := dieJSON{ID: i, Seat: SeatOf(i), Number: NumberOf(i), Soldier: soldierNames[i%Soldiers],
			Move: c.opt.Army[i%Soldiers][0], Fire: c.opt.Army[i%Soldiers][1], Odds: Odds(i)}
		if at := b.Dice[i].At; b.Dice[i].Stands {
			d.At, d.Height = &at, b.top(at)
		}
		j.Dice = append(j.Dice, d)
	}
	for i := range b.Deeds[:b.Told] {
		j.Last = append(j.Last, b.Deeds[i].encode(c))
	}
	return j
}

func (d Deed) encode(c *Config) deedJSON {
	j := deedJSON{Kind: d.Kind.String(), Seat: seatOrNil(d.Seat), Die: some(d.Die), Target: some(d.Target), Piece: some(d.Piece)}
	switch d.Kind {
	case DeedCampRoll, DeedInitiative:
		j.Rolls = d.Rolls[:c.seats]
	case DeedFought:
		j.Rolls, j.From, j.To = d.Rolls[:2], &d.From, &d.To
	case DeedPicked, DeedDead:
		j.Roll = d.Rolls[0]
	case DeedFired:
		j.Roll, j.Hit, j.From, j.To = d.Rolls[0], &d.Hit, &d.From, &d.To
	case DeedReserve:
		j.Roll, j.Hit = d.Rolls[0], &d.Hit
	case DeedMoved:
		j.From, j.To = &d.From, &d.To
	case DeedLaid, DeedPlaced, DeedArrived:
		j.To = &d.To
	case DeedRemoved:
		j.From = &d.From
	}
	return j
}

// MarshalJSON writes the whole state.
func (s *State) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Options json.RawMessage `json:"options"`
		boardJSON
	}{s.cfg.raw, s.Board.encode(s.cfg)})
}

type objectJSON struct {
	Object string `json:"object"`
	Length int64  `json:"length"`
	Width  int64  `json:"width"`
	Height int64  `json:"height"`
	Effect string `json:"effect"`
}

type targetJSON struct {
	Die  int    `json:"die"`
	Odds int    `json:"odds"`
	Open bool   `json:"open"`
	Why  string `json:"why,omitempty"` // the refusal's code
}

type sizeJSON struct {
	Width int64 `json:"width"`
	Depth int64 `json:"depth"`
}

// MarshalJSON writes everything there is to know, and for the viewer whose
// soldier is to act what it could do: "reach" (SVG path data: where its centre
// may go), "targets", "melee" (whom it still has to fight).
//
//	{"game":"dadi","seat":0,"table":{"width":60000,"depth":60000},"alc":3000,"die":1600,
//	 "phase":"turn","round":1,…,"scenery":[…],"players":[…],"dice":[…],"active":3,…,"last":[…],
//	 "catalogue":[…],"reach":"M…z","targets":[{"die":7,"odds":3,"open":false,"why":"hidden"}]}
//
// Lengths are hundredths of a millimetre; m and f are ALC; odds are how many of
// six faces hit.
func (v *View) MarshalJSON() ([]byte, error) {
	j := struct {
		Game  string     `json:"game"`
		Seat  *game.Seat `json:"seat"` // null for a watcher
		Table sizeJSON   `json:"table"`
		ALC   int        `json:"alc"`
		Die   int        `json:"die"`
		boardJSON
		Catalogue []objectJSON    `json:"catalogue"`
		Reach     string          `json:"reach,omitempty"`
		Targets   []targetJSON    `json:"targets,omitempty"`
		Melee     []int           `json:"melee,omitempty"`
		Options   json.RawMessage `json:"options"`
	}{Game: "dadi", Seat: seatOrNil(v.seat), Table: sizeJSON{v.cfg.width, v.cfg.depth}, ALC: ALC, Die: DieHeight,
		boardJSON: v.Board.encode(v.cfg), Options: v.cfg.raw}
	for i := range Catalogue {
		o := &Catalogue[i]
		j.Catalogue = append(j.Catalogue, objectJSON{o.Name, o.Length, o.Width, o.Height, o.Effect().String()})
	}
	if v.Mine() {
		j.Reach = string(v.AppendReach(nil))
		for _, t := range v.Targets() {
			j.Targets = append(j.Targets, targetJSON{t.Die, t.Odds, t.Why == "", t.Why})
		}
		j.Melee = v.Touched()
	}
	return json.Marshal(j)
}

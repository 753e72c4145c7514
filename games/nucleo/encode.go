package nucleo

import (
	"encoding/json"

	"banco/game"
	"banco/hex"
)

// Ids that are "none" are null in JSON; everything is written from structs,
// whose fields have a fixed order, so the same state gives the same bytes.

type sideJSON struct {
	Edge   int    `json:"edge"`
	Beyond *int   `json:"beyond"` // the cell there; null where the perimeter is
	Wall   string `json:"wall"`   // "open", "whole" or "breach"
}

type cellJSON struct {
	ID        int                      `json:"id"`
	Hex       hex.Hex                  `json:"hex"`
	Habitat   string                   `json:"habitat,omitempty"`
	Factory   *int                     `json:"factory"` // the number of a factory tile; of the core's top one
	Wild      bool                     `json:"wild"`
	Pollution int                      `json:"pollution"`
	Toxic     bool                     `json:"toxic"`
	Hunters   int                      `json:"hunters"`
	Snipers   int                      `json:"snipers"`
	Camps     []int                    `json:"camps"`   // players
	Leaders   []int                    `json:"leaders"` // players
	Isolated  bool                     `json:"isolated"`
	Sides     [hex.Directions]sideJSON `json:"sides"`
}

type automatonJSON struct {
	Edge    *int `json:"edge"` // null while it waits at the core
	End     int  `json:"end"`
	Gate    int  `json:"gate"`
	Ahead   *int `json:"ahead"`
	Circles *int `json:"circles"`
}

type playerJSON struct {
	Player  int           `json:"player"`
	Seat    game.Seat     `json:"seat"`
	Faction string        `json:"faction,omitempty"`
	Leader  string        `json:"leader,omitempty"`
	At      *int          `json:"at"`
	Damage  int8          `json:"damage"`
	Support int8          `json:"support"`
	Items   int8          `json:"items"`
	Camps   int           `json:"camps"` // that stand
	Built   int8          `json:"built"` // those lost since among them
	Left    bool          `json:"left"`
	Acted   bool          `json:"acted"`
	Card    *int          `json:"card"` // revealed this round
	Played  []int         `json:"played"`
	Discard []int         `json:"discard"`
	Dead    []int         `json:"dead"`
	Seen    []int         `json:"seen"`  // known to be among its twelve
	Hand    int8          `json:"hand"`  // how many
	Deck    int8          `json:"deck"`  // how many
	Known   [Habitats]int `json:"known"` // of its hand, at least so many of each habitat, by what it said
}

type deedJSON struct {
	Kind   string `json:"kind"`
	Player *int   `json:"player,omitempty"`
	From   *int   `json:"from,omitempty"`
	To     *int   `json:"to,omitempty"`
	Edge   *int   `json:"edge,omitempty"`
	Card   *int   `json:"card,omitempty"`
	N      int16  `json:"n,omitempty"`
	Item   bool   `json:"item,omitempty"`
}

type lineJSON struct {
	Kind     string         `json:"kind"`
	Seat     game.Seat      `json:"seat"`
	Player   *int           `json:"player,omitempty"`
	Cell     *int           `json:"hex,omitempty"`
	Habitats *[Habitats]int `json:"habitats,omitempty"`
}

type machineJSON struct {
	Spin    int8  `json:"spin"` // 1 clockwise, -1 counterclockwise
	Top     int8  `json:"top"`
	Deck    []int `json:"deck"` // still to be drawn, in no order
	Discard []int `json:"discard"`
	Drawn   *int  `json:"drawn"`
}

// boardJSON is what states and views have in common.
type boardJSON struct {
	Phase    string                  `json:"phase"`
	Outcome  string                  `json:"outcome"`
	Round    int16                   `json:"round"`
	First    int8                    `json:"first"`
	Active   *int                    `json:"active"`
	Points   int8                    `json:"points"`
	Cells    []cellJSON              `json:"cells"`
	Automata [Automata]automatonJSON `json:"automata"`
	Machine  machineJSON             `json:"machine"`
	Players  []playerJSON            `json:"players"`
	Hush     []game.Seat             `json:"hush"`
	Said     []int8                  `json:"said"` // sentences in this turn, by seat
	Talk     []lineJSON              `json:"talk"`
	Last     []deedJSON              `json:"last"`
}

// ownJSON is what only a player's own seat sees.
type ownJSON struct {
	Player int   `json:"player"`
	Hand   []int `json:"hand"`
	Deck   []int `json:"deck"` // in no order
	Out    []int `json:"out"`  // left out of the twelve
	Pick   *int  `json:"pick"`
}

func some8(id int8) *int { return someInt(int(id)) }

func someInt(id int) *int {
	if id < 0 {
		return nil
	}
	return &id
}

func filled(list []int) []int {
	if list == nil {
		return []int{}
	}
	return list
}

var wallNames = [...]string{"open", "whole", "breach"}

func (w Wall) String() string { return name(wallNames[:], int(w)) }

// encode writes the board; v is a view of it, by which it is described.
func (v *View) encode() boardJSON {
	j := boardJSON{
		Phase: v.Phase.String(), Outcome: v.Outcome.String(), Round: v.Round, First: v.First, Active: some8(v.Active), Points: v.Points,
		Machine: machineJSON{v.Spin, v.Top, v.MachineDeck(), v.MachineDiscard(), some8(v.Drawn)},
		Hush:    v.Hush.List(), Said: append([]int8{}, v.Said[:v.cfg.seats]...), Talk: []lineJSON{}, Last: []deedJSON{},
	}
	for i := range Cells {
		c := v.Cell(i)
		out := cellJSON{
			ID: i, Hex: c.Hex, Habitat: name(habitatNames[:], c.Habitat), Factory: someInt(c.Factory), Wild: c.Wild,
			Pollution: c.Pollution, Toxic: c.Toxic, Hunters: c.Hunters, Snipers: c.Snipers,
			Camps: filled(c.Camps), Leaders: filled(c.Leaders), Isolated: c.Isolated,
		}
		for side, s := range c.Sides {
			out.Sides[side] = sideJSON{s.Edge, someInt(s.Beyond), s.Wall.String()}
		}
		j.Cells = append(j.Cells, out)
	}
	for i := range j.Automata {
		a, path := v.Automata[i], v.PathOf(i)
		j.Automata[i] = automatonJSON{some8(a.Edge), int(a.End), int(a.Gate), someInt(path.Ahead), someInt(path.Circles)}
	}
	for p := range v.cfg.players {
		q := &v.Players[p]
		out := playerJSON{
			Player: p, Seat: v.SeatOf(p), Faction: name(factionNames[:], int(q.Faction)), Leader: name(leaderNames[:], int(q.Leader)),
			At: some8(q.At), Damage: q.Damage, Support: q.Support, Items: q.Items, Camps: v.CampsOf(p), Built: q.Built,
			Left: q.Left, Acted: q.Acted, Card: someInt(v.CardOf(p)),
			Played: filled(v.PlayedOf(p)), Discard: filled(v.DiscardOf(p)), Dead: filled(v.DeadOf(p)), Seen: filled(v.ids(p, q.Seen)),
			Hand: q.Hand, Deck: q.Deck,
		}
		for h, n := range q.Known {
			out.Known[h] = int(n)
		}
		j.Players = append(j.Players, out)
	}
	for _, l := range v.Spoken() {
		j.Talk = append(j.Talk, l.encode())
	}
	for _, d := range v.LastDeeds() {
		j.Last = append(j.Last, d.encode())
	}
	return j
}

func (l Line) encode() lineJSON {
	j := lineJSON{Kind: l.Kind.String(), Seat: l.Seat, Player: some8(l.Player), Cell: some8(l.Cell)}
	if l.Kind == LineHabitats {
		var counts [Habitats]int
		for h, n := range l.Habitats {
			counts[h] = int(n)
		}
		j.Habitats = &counts
	}
	return j
}

func (d Deed) encode() deedJSON {
	return deedJSON{d.Kind.String(), some8(d.Player), some8(d.From), some8(d.To), some8(d.Edge), some8(d.Card), d.N, d.Item}
}

func (v *View) encodeOwn(player int) ownJSON {
	own := &v.Own[player]
	return ownJSON{player, filled(v.ids(player, own.Hand)), filled(v.ids(player, own.Deck)), filled(v.ids(player, own.Out)), someInt(v.PickOf(player))}
}

// MarshalJSON writes the whole state.
func (s *State) MarshalJSON() ([]byte, error) {
	v := View{cfg: s.cfg, seat: game.Watcher, Board: s.Board, Own: s.secret}
	j := struct {
		Options json.RawMessage `json:"options"`
		Seats   int             `json:"seats"`
		boardJSON
		Secret []ownJSON   `json:"secret"`
		Laid   []game.Seat `json:"laid"`
	}{Options: s.cfg.raw, Seats: s.cfg.seats, boardJSON: v.encode(), Secret: []ownJSON{}, Laid: s.laid.List()}
	for p := range s.cfg.players {
		j.Secret = append(j.Secret, v.encodeOwn(p))
	}
	return json.Marshal(j)
}

// MarshalJSON writes everything that the viewer may know.
//
//	{"game":"nucleo","seat":0,"laid":false,"phase":"plan",…,"cells":[…],"automata":[…],"machine":{…},
//	 "players":[…],"talk":[…],"last":[…],"own":[{"player":0,"hand":[3,9,14],"deck":[…],"out":[…],"pick":9}],
//	 "forecast":{"automata":{"deeds":[…],"outcome":"undecided"},…},"options":{…}}
//
// Cells are numbered 0 (the core), 1 to 6 (the inner ones, clockwise from east)
// and 7 to 12 (the outer ones; 7 lies between 1 and 2). Sides run clockwise from
// east. Cards are ids: faction·18 + number. "own" holds the viewer's own players,
// and everybody's once it is over.
func (v *View) MarshalJSON() ([]byte, error) {
	j := struct {
		Game string     `json:"game"`
		Seat *game.Seat `json:"seat"` // null for a watcher
		Laid bool       `json:"laid"` // whether the viewer has laid its cards
		boardJSON
		Own      []ownJSON       `json:"own"`
		Forecast *forecastJSON   `json:"forecast,omitempty"`
		Options  json.RawMessage `json:"options"`
	}{Game: "nucleo", Laid: v.laid, boardJSON: v.encode(), Own: []ownJSON{}, Options: v.cfg.raw}
	if v.seat >= 0 {
		j.Seat = &v.seat
	}
	for p := range v.cfg.players {
		if v.Knows(p) {
			j.Own = append(j.Own, v.encodeOwn(p))
		}
	}
	if v.Phase == PhasePlan || v.Phase == PhaseAct {
		j.Forecast = &forecastJSON{v.foretell(MachineAutomata), v.foretell(MachineFactories), v.foretell(MachineMechs), v.foretell(MachineReboot)}
	}
	return json.Marshal(j)
}

type forecastJSON struct {
	Automata  foreseenJSON `json:"automata"`
	Factories foreseenJSON `json:"factories"`
	Mechs     foreseenJSON `json:"mechs"`
	Reboot    foreseenJSON `json:"reboot"`
}

type foreseenJSON struct {
	Deeds   []deedJSON `json:"deeds"`
	Outcome string     `json:"outcome"`
}

func (v *View) foretell(kind MachineKind) foreseenJSON {
	deeds, outcome := v.Forecast(kind)
	j := foreseenJSON{[]deedJSON{}, outcome.String()}
	for _, d := range deeds {
		j.Deeds = append(j.Deeds, d.encode())
	}
	return j
}

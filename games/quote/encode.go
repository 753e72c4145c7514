package quote

import (
	"encoding/json"

	"banco/game"
	"banco/games/quote/rule"
)

// Everything is written from structs, whose fields have a fixed order, so the
// same state gives the same bytes.

type contenderJSON struct {
	ID       int32  `json:"id"`
	Name     string `json:"name"`
	Number   int32  `json:"number,omitempty"`
	Colour   string `json:"colour"`
	Quota    int16  `json:"quota"`
	Bonus    int16  `json:"bonus"`
	Assigned int    `json:"assigned"`       // the quota with the bonus
	Hits     int16  `json:"hits,omitempty"` // to fall, or
	Life     int16  `json:"life,omitempty"`
	Damage   string `json:"damage"`
	Taken    int32  `json:"taken"`
	Wounds   int32  `json:"wounds"`
	Fallen   bool   `json:"fallen"`
	Fought   bool   `json:"fought,omitempty"` // in the round under way
	Stance   string `json:"stance"`
	At       int8   `json:"at,omitempty"`    // aimed at this line of "locations", from 1
	Fight    int32  `json:"fight,omitempty"` // the id of its fight
	Note     string `json:"note,omitempty"`
}

type rollJSON struct {
	Who    int32 `json:"who"`
	Quota  int   `json:"quota"` // 0 for who closes in defence
	Target int32 `json:"target"`
}

type fightJSON struct {
	ID       int32      `json:"id"`
	One      int32      `json:"one"`
	Allies   []int32    `json:"allies"`
	Target   int32      `json:"target"` // 0 for the strongest
	Cautious bool       `json:"cautious"`
	Done     bool       `json:"done"`
	Rolls    []rollJSON `json:"rolls"` // of the next round, in order
}

type factionJSON struct {
	Colour string `json:"colour"`
	Name   string `json:"name"`
	Mark   string `json:"mark"`
}

type deedJSON struct {
	Kind   string `json:"kind"`
	Who    int32  `json:"who,omitempty"`
	Fight  int32  `json:"fight,omitempty"`
	Target int32  `json:"target,omitempty"`
	// Of a blow: what was rolled against, the digits as they fell and what they
	// come to; where it hit and what that die showed; the damage dice, the margin
	// among them, and the damage.
	Quota    int8   `json:"quota,omitempty"`
	Digits   []int8 `json:"digits,omitempty"`
	Result   string `json:"result,omitempty"`
	Hits     int    `json:"hits,omitempty"`
	Place    int8   `json:"place,omitempty"` // line of "locations", from 1
	PlaceDie int8   `json:"place_die,omitempty"`
	Dice     []int  `json:"dice,omitempty"`
	Margin   int8   `json:"margin,omitempty"`
	Damage   *int32 `json:"damage,omitempty"`
}

// boardJSON is what states and views have in common.
type boardJSON struct {
	Phase      string          `json:"phase"` // "open" or "closed"
	Round      int16           `json:"round"` // that are over
	Begun      bool            `json:"begun"` // a part of the next one has been resolved
	Acts       int32           `json:"acts"`
	LastID     int32           `json:"last_id"`
	LastFight  int32           `json:"last_fight"`
	Standing   int             `json:"standing"`
	Contenders []contenderJSON `json:"contenders"`
	Fights     []fightJSON     `json:"fights"`
	Factions   []factionJSON   `json:"factions"`
	Last       []deedJSON      `json:"last"`
	Note       string          `json:"note,omitempty"`
	Noted      int32           `json:"noted,omitempty"`
}

func (b *Board) encode(c *Config, s *secret) boardJSON {
	j := boardJSON{
		Phase: "open", Round: b.Round, Begun: b.Begun, Acts: b.Acts, LastID: b.LastID, LastFight: b.LastFight, Standing: b.Standing(),
		Contenders: make([]contenderJSON, len(b.Contenders)), Fights: make([]fightJSON, len(b.Fights)),
		Factions: make([]factionJSON, len(b.Factions)), Last: make([]deedJSON, len(b.Last)), Note: s.note(0), Noted: s.noted,
	}
	if b.Closed {
		j.Phase = "closed"
	}
	notes := s.notes
	if len(notes) > 0 && notes[0].Who == 0 {
		notes = notes[1:]
	}
	for i := range b.Contenders {
		x := &b.Contenders[i]
		j.Contenders[i] = contenderJSON{x.ID, x.Name, x.Number, Colours[x.Colour], x.Quota, x.Bonus, rule.Assigned(int(x.Quota), int(x.Bonus)),
			x.Hits, x.Life, x.Damage.String(), x.Taken, x.Wounds, x.Fallen, x.Fought, x.Stance.String(), x.At, x.Fight, ""}
		if len(notes) > 0 && notes[0].Who == x.ID {
			j.Contenders[i].Note = notes[0].Text
			notes = notes[1:]
		}
	}
	for i := range b.Fights {
		f := &b.Fights[i]
		fj := fightJSON{f.ID, f.One, f.Allies, f.Target, f.Cautious, f.Done, nil}
		for _, r := range b.rolls(c, f.ID) {
			fj.Rolls = append(fj.Rolls, rollJSON(r))
		}
		j.Fights[i] = fj
	}
	for i, f := range b.Factions {
		j.Factions[i] = factionJSON{Colours[i], f.Name, Marks[f.Mark]}
	}
	for i := range b.Last {
		j.Last[i] = b.Last[i].encode()
	}
	return j
}

func (d *Deed) encode() deedJSON {
	j := deedJSON{Kind: d.Kind.String(), Who: d.Who, Fight: d.Fight}
	if d.Kind != DeedBlow {
		return j
	}
	b := &d.Blow
	j.Target, j.Quota, j.Digits, j.Result, j.Hits = b.Target, b.Quota, b.Roll.Digits[:b.Roll.N], b.Roll.Kind.String(), b.Roll.Hits
	if b.Roll.Hits > 0 {
		j.Place, j.PlaceDie, j.Dice, j.Margin, j.Damage = b.Place, b.PlaceDie, b.Dice, b.Margin, &b.Damage
	}
	return j
}

// MarshalJSON writes the whole state.
func (s *State) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Options json.RawMessage `json:"options"`
		boardJSON
	}{s.cfg.raw, s.encode(s.cfg, &s.secret)})
}

// MarshalJSON writes everything that the viewer may know:
//
//	{"game":"quote","seat":0,"phase":"open","round":3,…,
//	 "contenders":[{"id":1,"name":"goblin","number":1,"colour":"green","quota":3,…}],
//	 "fights":[{"id":1,"one":13,"allies":[1,2],…,"rolls":[{"who":1,"quota":3,"target":13},…]}],
//	 "factions":[…],"last":[{"kind":"blow","who":1,"target":13,"quota":3,"digits":[2],"result":"hit",…}],"options":{…}}
func (v *View) MarshalJSON() ([]byte, error) {
	j := struct {
		Game string     `json:"game"`
		Seat *game.Seat `json:"seat"` // null for a watcher
		boardJSON
		Options json.RawMessage `json:"options"`
	}{Game: "quote", boardJSON: v.encode(v.cfg, &v.secret), Options: v.cfg.raw}
	if v.seat == Master {
		j.Seat = &v.seat
	}
	return json.Marshal(j)
}

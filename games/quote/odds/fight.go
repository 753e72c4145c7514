package odds

import (
	"strconv"

	"banco/game"
	"banco/games/quote/expr"
	"banco/games/quote/rule"
)

// Fighter is a contender of a fight.
type Fighter struct {
	Quota  int // 1 to 9 (Q02)
	Bonus  int // points, -200 to 200 (Q08)
	Stance rule.Stance

	// It falls at so many hits, or at so much damage when Life is not 0 (Q12).
	Hits int // 1 to 999; 0 stands for 1
	Life int // 0 to 999

	Damage *expr.Expr // of its own blows; nil for the usual 1d6
	At     int        // of an aimed blow: the line of the hit-location table, from 1; 0 when that is rolled

	// A chance to hit by other rules, in thousandths, instead of the roll: so
	// that the full rules can be put beside these.
	Other   bool
	Permill int // 0 to 1000

	dist *expr.Dist // of Damage, counted once; nil until it is wanted
}

// Rules are the options of a fight. The zero value is the rules page's own.
type Rules struct {
	Table     rule.Table      // of tris (Q04); with Criticals 0 the usual one
	Margin    bool            // quota less roll adds to damage (Q09)
	Locations []rule.Location // what places of the body add to damage (Q12); none for a plain body
	Normalise bool            // quotas of the fight are divided together (Q07)
	Cautious  bool            // equals become 1:1 then
	Weakest   bool            // the single contender strikes at the weakest ally, not at the strongest (Q05)
}

// Fight is one against one, or one against several allies on either side.
type Fight struct {
	A, B []Fighter
	Rules
	Target int // the ally that is struck at first, from 1 (Q05); 0 for the strongest, or the weakest
}

// Usual is the damage of a blow where nothing else is said (Q12).
const Usual = "1d6"

var usual, _ = expr.Parse(Usual)

func refuse(field, code, id string, args ...any) *game.Error {
	return &game.Error{Code: code, Rule: id, Field: field, Text: game.Msg("quote.refused."+code, args...)}
}

// settle checks a fight against its bounds and gives a copy with every default
// filled in.
func (f *Fight) settle() (*Fight, error) {
	s := &Fight{Rules: f.Rules, Target: f.Target}
	if s.Table.Criticals == 0 {
		s.Table.Criticals = 1
	}
	if c := s.Table.Criticals; c < 1 || c > rule.MaxCriticals {
		return nil, refuse("critical_hits", "critical_hits", "Q04", rule.MaxCriticals)
	}
	for _, e := range s.Table.Effects {
		if e < 0 || e >= rule.NumEffects {
			return nil, refuse("tris", "tris", "Q04")
		}
	}
	if err := CheckLocations("locations", s.Locations); err != nil {
		return nil, err
	}
	if min(len(f.A), len(f.B)) == 0 {
		return nil, refuse("sides", "no_contenders", "Q01")
	}
	if min(len(f.A), len(f.B)) > 1 {
		return nil, refuse("sides", "one_against", "Q01")
	}
	if max(len(f.A), len(f.B)) > rule.MaxAllies {
		return nil, refuse("sides", "too_many_allies", "Q05", rule.MaxAllies)
	}
	if s.Target < 0 || s.Target > max(len(f.A), len(f.B)) {
		return nil, refuse("target", "target", "Q05")
	}
	var err error
	if s.A, err = settled("a", f.A, s.Locations); err != nil {
		return nil, err
	}
	if s.B, err = settled("b", f.B, s.Locations); err != nil {
		return nil, err
	}
	return s, nil
}

// CheckLocations checks a hit-location table against its bounds (Q12).
func CheckLocations(field string, table []rule.Location) error {
	if len(table) > rule.MaxLocations {
		return refuse(field, "locations", "Q12", rule.MaxLocations, rule.MaxFaces, rule.MaxPlus)
	}
	for _, l := range table {
		if l.Faces < 1 || l.Faces > rule.MaxFaces || l.Plus < -rule.MaxPlus || l.Plus > rule.MaxPlus {
			return refuse(field, "locations", "Q12", rule.MaxLocations, rule.MaxFaces, rule.MaxPlus)
		}
	}
	if rule.Faces(table) > rule.MaxFaces {
		return refuse(field, "locations", "Q12", rule.MaxLocations, rule.MaxFaces, rule.MaxPlus)
	}
	return nil
}

func settled(side string, list []Fighter, locations []rule.Location) ([]Fighter, error) {
	out := make([]Fighter, len(list))
	for i, x := range list {
		field := side
		if len(list) > 1 {
			field += "[" + strconv.Itoa(i) + "]"
		}
		switch {
		case x.Quota < rule.MinQuota || x.Quota > rule.MaxQuota:
			return nil, refuse(field+".quota", "quota", "Q02", rule.MinQuota, rule.MaxQuota)
		case x.Bonus < -rule.MaxBonus || x.Bonus > rule.MaxBonus:
			return nil, refuse(field+".bonus", "bonus", "Q08", rule.MaxBonus)
		case x.Stance < 0 || x.Stance >= rule.NumStances:
			return nil, refuse(field+".stance", "stance", "Q10")
		case x.Hits < 0 || x.Hits > rule.MaxHits:
			return nil, refuse(field+".hits", "hits", "Q12", rule.MaxHits)
		case x.Life < 0 || x.Life > rule.MaxLife:
			return nil, refuse(field+".life", "life", "Q12", rule.MaxLife)
		case x.Permill < 0 || x.Permill > 1000:
			return nil, refuse(field+".other", "other", "Q03")
		case x.At < 0 || x.At > len(locations):
			return nil, refuse(field+".at", "location", "Q11", len(locations))
		}
		if x.Hits == 0 {
			x.Hits = 1
		}
		if x.Damage == nil {
			x.Damage = usual
		}
		x.dist = nil
		out[i] = x
	}
	return out, nil
}

// need is how many points bring it down: hits, or damage.
func (x *Fighter) need() int {
	if x.Life > 0 {
		return x.Life
	}
	return x.Hits
}

// counted is the distribution of its damage.
func (x *Fighter) counted() *expr.Dist {
	if x.dist == nil {
		d := x.Damage.Dist()
		x.dist = &d
	}
	return x.dist
}

func (x *Fighter) fighter() rule.Fighter {
	return rule.Fighter{Quota: rule.Assigned(x.Quota, x.Bonus), Stance: x.Stance}
}

func fighters(list []Fighter) []rule.Fighter {
	out := make([]rule.Fighter, len(list))
	for i := range list {
		out[i] = list[i].fighter()
	}
	return out
}

package rule

// Bounds that the ruleset and the analyser share.
const (
	MaxHits   = 999 // to fall (Q12)
	MaxLife   = 999 // points (Q12)
	MaxBonus  = 200 // either way (Q08)
	MaxAllies = 12  // against one (Q05)

	MaxLocations = 20 // lines of the hit-location table (Q12)
	MaxFaces     = 100
	MaxPlus      = 20 // either way, what a place of the body adds to damage
)

// Location is a line of the hit-location table (Q12): so many faces of its die
// name this place, and a hit there does so much more damage.
type Location struct {
	Name  string `json:"name"`
	Faces int    `json:"faces"` // from 1; all lines together up to MaxFaces
	Plus  int    `json:"plus"`  // -MaxPlus to MaxPlus
}

// Faces is how many faces the die of a table has; 0 for an empty table.
func Faces(table []Location) int {
	n := 0
	for _, l := range table {
		n += l.Faces
	}
	return n
}

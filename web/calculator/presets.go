package calculator

// Preset is a fight to begin from; what it is called stands in the catalogue.
type Preset struct{ ID, Query string }

// Presets are the fights that the page offers.
var Presets = []Preset{
	{"duel", "a=3&b=2"},
	{"guard", "a=4&b=3&b.stance=defend&a.hits=2&b.hits=2"},
	{"character", "a.dex=18&a.weapon=30&b.dex=13&b.weapon=40&b.second=yes&a.hits=3&b.hits=3"},
	{"allies", "a=5&a.hits=3&a2=3&a2.hits=3&a3=2&a3.hits=3&b=6&b.hits=5"},
	{"ogre", "a=7&a.life=30&a.damage=2d6%2B2&b=2&b.n=5&b.life=7"},
	{"captain", "a=8&a.hits=4&b=3&b.n=8"},
}

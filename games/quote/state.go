package quote

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"banco/game"
	"banco/games/quote/expr"
	"banco/games/quote/rule"
)

// Bounds of a battle.
const (
	MaxContenders = 400 // at a time
	MaxFights     = 200
	MaxCount      = 60 // made at once
	MaxName       = 40 // characters
	MaxNote       = 400
	MaxPoints     = 200   // of dexterity or weapon (Q06)
	MaxTally      = 99999 // hits or damage taken
	maxID         = 9999  // contenders, or fights, that there ever were
	maxActs       = 10000 // then a battle can only be closed
)

// Master is the one seat.
const Master game.Seat = 0

// Colours are those that a faction may have (Q01). Colour alone means nothing
// to some people, so each has a mark too; at first the one in the same place.
var Colours = [...]string{"red", "blue", "green", "yellow", "violet", "orange", "white", "black", "brown", "pink", "cyan", "grey"}

// Marks are the signs that tell factions apart without colours.
var Marks = [...]string{"circle", "square", "triangle", "diamond", "star", "cross", "moon", "heart", "spade", "club", "sun", "hexagon"}

// Faction is a colour's own name and mark.
type Faction struct {
	Name string // "" for the colour's word
	Mark int8   // which of Marks
}

// Contender is somebody who fights.
type Contender struct {
	ID     int32 // from 1, never used again
	Name   string
	Number int32 // 1, 2, 3 … of those made under one name; 0 for a single one
	Colour int8  // which of Colours
	Quota  int16 // 1 to 9 (Q02)
	Bonus  int16 // points (Q08)
	Hits   int16 // to fall (Q12); 0 when it falls by life
	Life   int16 // points of damage to fall; 0 when it falls by hits
	Damage *expr.Expr
	Taken  int32 // hits so far
	Wounds int32 // damage so far
	Fallen bool
	Fought bool // in the round under way
	Stance rule.Stance
	At     int8  // aimed at this line of the hit-location table, from 1; 0 for none
	Fight  int32 // the id of its fight; 0 for none
}

// down tells whether its tallies are enough for it to fall.
func (c *Contender) down() bool {
	if c.Life > 0 {
		return c.Wounds >= int32(c.Life)
	}
	return c.Taken >= int32(c.Hits)
}

func (c *Contender) fighter() rule.Fighter {
	return rule.Fighter{Quota: rule.Assigned(int(c.Quota), int(c.Bonus)), Stance: c.Stance}
}

// Fight is one contender against one or several (Q01).
type Fight struct {
	ID       int32 // from 1, never used again
	One      int32
	Allies   []int32 // in order of their ids
	Target   int32   // the ally that the one strikes at; 0 for the strongest (Q05)
	Cautious bool    // both sides mean to fight very defensively (Q07)
	Done     bool    // its part of this round is over: it was resolved, or somebody in it has fought
}

// Deed is something that happened, so that a page can show it.
type Deed struct {
	Kind  DeedKind
	Who   int32
	Fight int32
	Blow  Blow // of a blow
}

// DeedKind says what happened.
type DeedKind int8

// The deeds.
const (
	DeedNone    DeedKind = iota
	DeedBlow             // Who struck, see Blow
	DeedFell             // Who has fallen
	DeedApart            // Fight is over
	DeedRound            // a round is over
	DeedAdded            // Who is the first of those that were made
	DeedChanged          // Who
	DeedRemoved          // Who
	DeedFight            // Fight was made, or changed
	DeedFaction
	DeedLoaded
	NumDeeds
)

var deedNames = [NumDeeds]string{"", "blow", "fell", "apart", "round", "added", "changed", "removed", "fight", "faction", "loaded"}

func (k DeedKind) String() string { return name(deedNames[:], int(k)) }

// Blow is a roll and what it did, every die of it.
type Blow struct {
	Target   int32
	Quota    int8 // that was rolled against
	Roll     rule.Roll
	Place    int8  // where it hit, a line of the hit-location table from 1; 0 for nowhere
	PlaceDie int8  // what the die of that table showed, from 1; 0 when it was not rolled
	Dice     []int // of the damage, in order
	Margin   int8  // that was added to it (Q09)
	Damage   int32
}

// Note is what the Master wrote about a contender, or with Who 0 the battle.
type Note struct {
	Who  int32
	Text string
}

// Board is everything there is but the Master's notes. Its slices do not change
// once they are in a state.
type Board struct {
	Round      int16 // rounds that are over
	Begun      bool  // a fight of the next one has been resolved
	Closed     bool
	Acts       int32       // actions that everybody saw
	LastID     int32       // of contenders
	LastFight  int32       // of fights
	Contenders []Contender // in order of their ids
	Fights     []Fight     // in order of their ids
	Factions   [len(Colours)]Faction
	Last       []Deed // what the last action that everybody saw led to
}

// secret is what only the Master knows.
type secret struct {
	notes []Note // in order of Who
	noted int32  // how often notes were written
}

// State is one point of a battle.
type State struct {
	cfg *Config
	Board
	secret
}

// View is a state as seen from the Master's seat, or without the notes.
type View struct {
	cfg  *Config
	seat game.Seat
	Board
	secret
}

func name(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return ""
	}
	return names[i]
}

// Contender finds one by its id; nil when there is none.
func (b *Board) Contender(id int32) *Contender {
	if i := b.contender(id); i >= 0 {
		return &b.Contenders[i]
	}
	return nil
}

func (b *Board) contender(id int32) int {
	i, ok := slices.BinarySearchFunc(b.Contenders, id, func(c Contender, id int32) int { return int(c.ID) - int(id) })
	if !ok {
		return -1
	}
	return i
}

// FightOf finds a fight by its id; nil when there is none.
func (b *Board) FightOf(id int32) *Fight {
	i, ok := slices.BinarySearchFunc(b.Fights, id, func(f Fight, id int32) int { return int(f.ID) - int(id) })
	if !ok {
		return nil
	}
	return &b.Fights[i]
}

// Standing is how many have not fallen.
func (b *Board) Standing() int {
	n := 0
	for i := range b.Contenders {
		if !b.Contenders[i].Fallen {
			n++
		}
	}
	return n
}

// note gives what was written about somebody.
func (s *secret) note(who int32) string {
	for _, n := range s.notes {
		if n.Who == who {
			return n.Text
		}
	}
	return ""
}

// write puts a note in the place of another, or takes it away.
func (s *secret) write(who int32, text string) {
	list := slices.DeleteFunc(slices.Clone(s.notes), func(n Note) bool { return n.Who == who })
	if text != "" {
		i, _ := slices.BinarySearchFunc(list, who, func(n Note, who int32) int { return int(n.Who) - int(who) })
		list = slices.Insert(list, i, Note{who, text})
	}
	s.notes = list
}

// readNote is a note as it is kept: lines end in the way that JSON and pages
// write them, and nothing stands around it. ok is false when it is too long or
// has what cannot be printed.
func readNote(text string) (note string, ok bool) {
	note = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	return note, goodText(strings.ReplaceAll(note, "\n", " "), MaxNote)
}

// goodText tells whether a text has at most so many characters, all of which
// can be printed.
func goodText(text string, most int) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most &&
		!slices.ContainsFunc([]rune(text), func(r rune) bool { return !unicode.IsPrint(r) })
}

// who is a contender's name in a sentence.
func (c *Contender) who() any {
	if c.Number > 0 {
		return game.Msg("quote.numbered", c.Name, int(c.Number))
	}
	return c.Name
}

func colourWord(colour int8) game.Message { return game.Msg("quote.colour." + Colours[colour]) }

// placeWord is a line of the hit-location table, from 1, in a sentence.
func (c *Config) placeWord(place int8) any {
	l := c.opt.Locations[place-1].Name
	if slices.Contains(placeNames, l) {
		return game.Msg("quote.place." + l)
	}
	return l
}

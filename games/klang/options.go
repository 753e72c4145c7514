package klang

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"banco/game"
	"banco/game/strict"
	"banco/geom"
)

// Options are what a match is played with. Lengths as people say them.
type Options struct {
	FieldCM          int      `json:"field_cm"`
	UnitCM           int      `json:"unit_cm"`
	BaseMM           int      `json:"base_mm"`
	Rounds           int      `json:"rounds"`
	Rosters          []Roster `json:"rosters"` // one a seat
	Terrain          string   `json:"terrain"`
	TerrainPieces    int      `json:"terrain_pieces"`
	TerrainSize      int      `json:"terrain_size"` // percent; ours, for the lab's question about density
	Closing          string   `json:"closing"`
	Dice             string   `json:"dice,omitempty"` // ours, for the lab's question about secrecy
	Armour           string   `json:"armour"`
	AttacksPerWeapon int      `json:"attacks_per_weapon"` // 0: no limit
	Progression      []int    `json:"progression"`
	TrophyPoints     int      `json:"trophy_points"`
	MalloppiStart    int      `json:"malloppi_start"`
	MalloppiRounds   []int    `json:"malloppi_rounds"`
	ShortUnits       int      `json:"short_units"`
	ActivationLimitS int      `json:"activation_limit_s"` // 0: none
	Table            string   `json:"table"`
}

// Roster is the robots of one side (K05).
type Roster []RobotSpec

// RobotSpec is a robot as its player brings it.
type RobotSpec struct {
	Name  string     `json:"name"`
	Frame string     `json:"frame"`
	Parts []PartSpec `json:"parts"`
}

// PartSpec is a part as its player brings it. A class left out is the usual one
// of its kind, a weapon left out is a gun for an arm and none for the rest.
type PartSpec struct {
	Kind   string `json:"kind"`
	Class  int    `json:"class"`
	Weapon string `json:"weapon"`
}

// The choices of the options that are a word.
const (
	TerrainDealt   = "dealt"
	TerrainPlayers = "players"
	terrainSeed    = "seed:"

	ClosingLessStuff = "less_stuff"
	ClosingAlternate = "alternate"
	ClosingFixed     = "fixed"

	DiceSecret = "secret"
	DiceOpen   = "open"

	ArmourStays = "stays"
	ArmourSpent = "spent"

	TableVirtual   = "virtual"
	TableCompanion = "companion"
)

// usualClass is the class of a part whose roster names none (K04).
var usualClass = [NumPartKinds]int{TorsoPart: 5, ArmPart: 4, HeadPart: 2, BackpackPart: 3}

func defaults() Options {
	return Options{
		FieldCM: 60, UnitCM: 2, BaseMM: 40, Rounds: 6,
		Rosters:       DefaultRosters(),
		Terrain:       TerrainDealt,
		TerrainPieces: 10,
		TerrainSize:   100,
		Closing:       ClosingLessStuff,
		Dice:          DiceSecret,
		Armour:        ArmourStays,
		Progression:   []int{1, 3, 6},
		TrophyPoints:  1,
		MalloppiStart: 4, MalloppiRounds: []int{1, 2},
		ShortUnits: 2,
		Table:      TableVirtual,
	}
}

// DefaultRosters are three whole robots a side, the same in everything but the
// names: one that shoots, one that does both, one that tears.
func DefaultRosters() []Roster {
	robot := func(name, frame, right, left string) RobotSpec {
		return RobotSpec{name, frame, []PartSpec{
			{"torso", 5, ""}, {"arm", 4, right}, {"arm", 4, left}, {"head", 2, ""}, {"backpack", 3, ""}}}
	}
	return []Roster{
		{robot("Ruggine", "tracks", "ranged", "ranged"),
			robot("Sgobbo", "legs", "melee", "ranged"),
			robot("Tenaglia", "wheels", "melee", "melee")},
		{robot("Bullone", "tracks", "ranged", "ranged"),
			robot("Rattoppo", "legs", "melee", "ranged"),
			robot("Ganascia", "wheels", "melee", "melee")},
	}
}

// Options lists every option with its default and bounds.
func (klang) Options() []game.Option {
	d := defaults()
	terrains := []string{TerrainDealt, TerrainPlayers}
	for i := range layouts {
		terrains = append(terrains, layouts[i].name)
	}
	return []game.Option{
		{Name: "rounds", Rule: "K01", Kind: game.KindInt, Default: d.Rounds, Min: 1, Max: MaxRounds},
		{Name: "rosters", Rule: "K05", Kind: game.KindJSON, Default: d.Rosters},
		{Name: "closing", Rule: "K06", Kind: game.KindChoice, Default: d.Closing, Choices: []string{ClosingLessStuff, ClosingAlternate, ClosingFixed}},
		{Name: "terrain", Rule: "K31", Kind: game.KindChoice, Default: d.Terrain, Choices: terrains},
		{Name: "terrain_pieces", Rule: "K01", Kind: game.KindInt, Default: d.TerrainPieces, Min: 0, Max: maxPieces},
		{Name: "terrain_size", Rule: "K31", Kind: game.KindInt, Default: d.TerrainSize, Min: 50, Max: 200},
		{Name: "field_cm", Rule: "K01", Kind: game.KindInt, Default: d.FieldCM, Min: 40, Max: 120},
		{Name: "unit_cm", Rule: "K01", Kind: game.KindInt, Default: d.UnitCM, Min: 1, Max: 6},
		{Name: "base_mm", Rule: "K01", Kind: game.KindInt, Default: d.BaseMM, Min: 20, Max: 80},
		{Name: "dice", Rule: "K09", Kind: game.KindChoice, Default: d.Dice, Choices: []string{DiceSecret, DiceOpen}},
		{Name: "armour", Rule: "K11", Kind: game.KindChoice, Default: d.Armour, Choices: []string{ArmourStays, ArmourSpent}},
		{Name: "attacks_per_weapon", Rule: "K14", Kind: game.KindInt, Default: d.AttacksPerWeapon, Min: 0, Max: 8},
		{Name: "short_units", Rule: "K19", Kind: game.KindInt, Default: d.ShortUnits, Min: 0, Max: 10},
		{Name: "progression", Rule: "K27", Kind: game.KindInts, Default: d.Progression, Min: 0, Max: 50},
		{Name: "trophy_points", Rule: "K28", Kind: game.KindInt, Default: d.TrophyPoints, Min: 0, Max: 10},
		{Name: "malloppi_start", Rule: "K30", Kind: game.KindInt, Default: d.MalloppiStart, Min: 0, Max: 8},
		{Name: "malloppi_rounds", Rule: "K30", Kind: game.KindInts, Default: d.MalloppiRounds, Min: 1, Max: MaxRounds},
		{Name: "activation_limit_s", Rule: "K32", Kind: game.KindInt, Default: d.ActivationLimitS, Min: 0, Max: 3600},
		{Name: "table", Rule: "K01", Kind: game.KindChoice, Default: d.Table, Choices: []string{TableVirtual, TableCompanion}},
	}
}

// Config is a match's options, settled.
type Config struct {
	opt    Options
	raw    json.RawMessage
	stated json.RawMessage // the options as a state tells them
	robots []RobotInfo
	parts  []PartInfo
	first  [3]int  // robots of seat s: first[s] to first[s+1]
	ground *Ground // the terrain when it does not depend on the match's dice

	real bool // the table is a real one, with the app at its side

	width  int64 // of the field, which is square
	radius int64 // of a base
	unit   int64
}

// open tells whether everybody sees all dice.
func (c *Config) open() bool { return c.opt.Dice == DiceOpen }

// companion tells whether the table is a real one.
func (c *Config) companion() bool { return c.real }

// Game is Klang.
func (c *Config) Game() game.Game { return New() }

// Seats is two.
func (c *Config) Seats() int { return 2 }

// Options are all the options as JSON.
func (c *Config) Options() json.RawMessage { return slices.Clone(c.raw) }

func (c *Config) robotsOf(seat game.Seat) (from, to int) {
	if seat < 0 || seat > 1 {
		return 0, 0
	}
	return c.first[seat], c.first[seat+1]
}

func badOption(field, code, rule string, args ...any) *game.Error {
	return &game.Error{Code: code, Rule: rule, Field: field, Text: game.Msg("klang.refused."+code, args...)}
}

func optionWord(name string) game.Message { return game.Msg("klang.option." + name) }

// Configure checks options against their bounds and each other.
func (g klang) Configure(raw json.RawMessage, seats int) (game.Config, error) {
	if seats != 2 {
		return nil, badOption("seats", "two_seats", "K01")
	}
	c := &Config{opt: defaults()}
	if err := c.opt.read(g.Options(), raw); err != nil {
		return nil, err
	}
	if err := c.settle(); err != nil {
		return nil, err
	}
	c.raw, _ = json.Marshal(c.opt)
	stated := c.opt
	if stated.Dice == DiceSecret {
		stated.Dice = "" // matches from before there was this option keep their hashes
	}
	c.stated, _ = json.Marshal(stated)
	return c, nil
}

func (o *Options) read(known []game.Option, raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	fields, ok := strict.Object(raw)
	if !ok {
		return badOption("", "options_object", "")
	}
	for _, f := range fields {
		i := slices.IndexFunc(known, func(k game.Option) bool { return k.Name == f.Name })
		if i < 0 {
			return badOption(strict.Quoted(f.Name), "unknown_option", "", strict.Quoted(f.Name))
		}
		if err := o.set(&known[i], f.Raw); err != nil {
			return err
		}
	}
	return nil
}

func (o *Options) set(k *game.Option, raw json.RawMessage) error {
	switch k.Kind {
	case game.KindInt:
		n, ok := strict.Int(raw)
		if !ok || n < int64(k.Min) || n > int64(k.Max) {
			return badOption(k.Name, "option_range", k.Rule, optionWord(k.Name), k.Min, k.Max)
		}
		*o.number(k.Name) = int(n)
	case game.KindInts:
		list, ok := strict.Ints(raw)
		if !ok {
			return badOption(k.Name, "option_numbers", k.Rule, optionWord(k.Name), k.Min, k.Max)
		}
		for _, n := range list {
			if n < int64(k.Min) || n > int64(k.Max) {
				return badOption(k.Name, "option_numbers", k.Rule, optionWord(k.Name), k.Min, k.Max)
			}
		}
		return o.setNumbers(k, list)
	case game.KindChoice:
		s, ok := strict.String(raw)
		_, isSeed := readSeed(s)
		if !ok || !slices.Contains(k.Choices, s) && (k.Name != "terrain" || !isSeed) {
			return badOption(k.Name, "option_choice", k.Rule, optionWord(k.Name), strings.Join(k.Choices, ", "))
		}
		*o.word(k.Name) = s
	default:
		rosters, err := readRosters(raw)
		if err != nil {
			return err
		}
		o.Rosters = rosters
	}
	return nil
}

func (o *Options) number(name string) *int {
	switch name {
	case "field_cm":
		return &o.FieldCM
	case "unit_cm":
		return &o.UnitCM
	case "base_mm":
		return &o.BaseMM
	case "rounds":
		return &o.Rounds
	case "terrain_pieces":
		return &o.TerrainPieces
	case "terrain_size":
		return &o.TerrainSize
	case "attacks_per_weapon":
		return &o.AttacksPerWeapon
	case "trophy_points":
		return &o.TrophyPoints
	case "malloppi_start":
		return &o.MalloppiStart
	case "short_units":
		return &o.ShortUnits
	default:
		return &o.ActivationLimitS
	}
}

func (o *Options) word(name string) *string {
	switch name {
	case "closing":
		return &o.Closing
	case "terrain":
		return &o.Terrain
	case "dice":
		return &o.Dice
	case "armour":
		return &o.Armour
	default:
		return &o.Table
	}
}

func (o *Options) setNumbers(k *game.Option, list []int64) error {
	ints := make([]int, len(list))
	for i, n := range list {
		ints[i] = int(n)
	}
	if k.Name == "progression" {
		if len(ints) != 3 {
			return badOption(k.Name, "progression_three", k.Rule)
		}
		o.Progression = ints
		return nil
	}
	for i := 1; i < len(ints); i++ {
		if ints[i] <= ints[i-1] {
			return badOption(k.Name, "rounds_rising", k.Rule)
		}
	}
	if len(ints) > 8 {
		return badOption(k.Name, "rounds_eight", k.Rule)
	}
	o.MalloppiRounds = ints
	return nil
}

func readSeed(s string) (uint64, bool) {
	digits, ok := strings.CutPrefix(s, terrainSeed)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil && strconv.FormatUint(n, 10) == digits
}

func readRosters(raw json.RawMessage) ([]Roster, error) {
	sides, ok := strict.Array(raw)
	if !ok || len(sides) != 2 {
		return nil, refuseRosters("roster_two")
	}
	rosters := make([]Roster, 2)
	for seat, side := range sides {
		roster, err := readRoster(side)
		if err != nil {
			return nil, err
		}
		rosters[seat] = roster
	}
	return rosters, nil
}

func readRobot(raw json.RawMessage, refuse func(string, ...any) error) (RobotSpec, error) {
	spec := RobotSpec{Frame: frameNames[Wheels], Parts: []PartSpec{}}
	fields, ok := strict.Object(raw)
	if !ok {
		return spec, refuse("roster_robot")
	}
	var parts json.RawMessage
	for _, f := range fields {
		switch f.Name {
		case "name":
			spec.Name, ok = strict.String(f.Raw)
		case "frame":
			spec.Frame, ok = strict.String(f.Raw)
		case "parts":
			parts = f.Raw
		default:
			ok = false
		}
		if !ok {
			return spec, refuse("roster_robot")
		}
	}
	if !goodName(spec.Name) {
		return spec, refuse("roster_name", MaxName)
	}
	if !slices.Contains(frameNames[:], spec.Frame) {
		return spec, refuse("roster_frame", spec.Name, strings.Join(frameNames[:], ", "))
	}
	list := []json.RawMessage{}
	if parts != nil {
		if list, ok = strict.Array(parts); !ok {
			return spec, refuse("roster_part", spec.Name)
		}
	}
	var count [NumPartKinds]int
	for _, p := range list {
		part, kind, ok := readPart(p)
		if !ok {
			return spec, refuse("roster_part", spec.Name)
		}
		count[kind]++
		if count[kind] > 2 || (count[kind] > 1 && kind != ArmPart) {
			return spec, &game.Error{Code: "roster_slots", Rule: "K02", Field: "rosters", Text: game.Msg("klang.refused.roster_slots", spec.Name)}
		}
		spec.Parts = append(spec.Parts, part)
	}
	return spec, nil
}

// MaxName is the most characters that a robot's name has.
const MaxName = 24

// goodName keeps names to one short line of visible text.
func goodName(s string) bool {
	if s == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > MaxName || strings.TrimSpace(s) != s {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsMark(first) && strings.IndexFunc(s, invisible) < 0
}

// invisible tells whether a character shows nothing, or stands for bytes that
// were none.
func invisible(r rune) bool {
	const brailleBlank = '\u2800'
	return !unicode.IsPrint(r) || r == utf8.RuneError || r == brailleBlank || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

func readPart(raw json.RawMessage) (p PartSpec, kind PartKind, ok bool) {
	fields, ok := strict.Object(raw)
	if !ok {
		return p, 0, false
	}
	armed := false
	for _, f := range fields {
		switch f.Name {
		case "kind":
			p.Kind, ok = strict.String(f.Raw)
		case "class":
			n, whole := strict.Int(f.Raw)
			p.Class, ok = int(n), whole && n >= MinClass && n <= MaxClass
		case "weapon":
			armed = true
			p.Weapon, ok = strict.String(f.Raw)
		default:
			ok = false
		}
		if !ok {
			return p, 0, false
		}
	}
	i := slices.Index(kindNames[:], p.Kind)
	if i < 0 || !slices.Contains(weaponNames[:], p.Weapon) {
		return p, 0, false
	}
	kind = PartKind(i)
	if p.Class == 0 {
		p.Class = usualClass[kind]
	}
	if !armed && kind == ArmPart {
		p.Weapon = weaponNames[Ranged]
	}
	return p, kind, true
}

// settle works out what the rules need from the options, and refuses
// combinations that cannot be played.
func (c *Config) settle() error {
	o := &c.opt
	c.real = o.Table == TableCompanion
	c.width = int64(o.FieldCM) * 10 * geom.Unit
	c.radius = int64(o.BaseMM) * geom.Unit / 2
	c.unit = int64(o.UnitCM) * 10 * geom.Unit
	for seat, roster := range o.Rosters {
		// A base that stands on the row along the edge takes less than two
		// diameters of that row away from the centres of the others, so with
		// this much width there is always a place left: deployment cannot get
		// stuck, however badly somebody places (K31).
		// On a real table the players find room by themselves.
		if int64(len(roster))*4*c.radius > c.width && !c.companion() {
			return badOption("base_mm", "crowded", "K31", len(roster), o.BaseMM, o.FieldCM)
		}
		for _, r := range roster {
			c.addRobot(game.Seat(seat), r)
		}
		c.first[seat+1] = len(c.robots)
	}
	return c.settleGround()
}

func (c *Config) addRobot(seat game.Seat, spec RobotSpec) {
	id := int8(len(c.robots))
	c.robots = append(c.robots, RobotInfo{spec.Name, Frame(slices.Index(frameNames[:], spec.Frame)), seat})
	for slot, p := range spec.Slots() {
		if p == nil {
			continue
		}
		c.parts = append(c.parts, PartInfo{
			Owner: seat, Robot: id, Slot: Slot(slot),
			Kind:   PartKind(slices.Index(kindNames[:], p.Kind)),
			Class:  int8(p.Class),
			Weapon: Weapon(slices.Index(weaponNames[:], p.Weapon)),
		})
	}
}

var homeSlot = [NumPartKinds]Slot{TorsoPart: Torso, ArmPart: RightArm, HeadPart: Head, BackpackPart: Backpack}

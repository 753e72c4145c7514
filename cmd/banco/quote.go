package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"banco/game"
	"banco/games/quote"
	"banco/games/quote/expr"
	"banco/games/quote/odds"
	"banco/games/quote/rule"
)

// quoteFlags are what somebody typed about a fight. What belongs to a side is
// written "for a:for b", and on a side "for each" or "first,second,third".
type quoteFlags struct {
	a, b                        string // characters
	hits, life, damage, bonus   string
	full                        string
	defend, aim                 []string
	criticals                   int
	normalise, cautious, margin bool
	weakest                     bool
	asJSON, more                bool
}

// quoteCommand says exactly how a fight of Quote goes.
func (c *cli) quoteCommand() *cobra.Command {
	var f quoteFlags
	cmd := &cobra.Command{
		Use:   "quote [A:B]",
		Short: c.text("cli.quote.short"),
		Long:  c.text("cli.quote.long"),
		Example: "  banco quote 3:2\n  banco quote 5,3,2:6 --hits 3:5 --defend b --aim a\n" +
			"  banco quote --a \"dex 18, weapon 30\" --b \"dex 13, weapon 40, shield\" --json\n" +
			"  banco quote 5:4 --life 20:25 --damage 1d8+2:2d6",
		Args:              c.quoteArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(_ *cobra.Command, args []string) error {
			fight, err := f.fight(args)
			if err != nil {
				return usageError{err}
			}
			return c.quote(fight, &f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.a, "a", "", c.text("cli.flag.quote_side", "a"))
	flags.StringVar(&f.b, "b", "", c.text("cli.flag.quote_side", "b"))
	flags.StringVar(&f.hits, "hits", "", c.text("cli.flag.quote_hits"))
	flags.StringVar(&f.life, "life", "", c.text("cli.flag.quote_life"))
	flags.StringVar(&f.damage, "damage", "", c.text("cli.flag.quote_damage"))
	flags.StringVar(&f.bonus, "bonus", "", c.text("cli.flag.quote_bonus"))
	flags.StringSliceVar(&f.defend, "defend", nil, c.text("cli.flag.quote_defend"))
	flags.StringSliceVar(&f.aim, "aim", nil, c.text("cli.flag.quote_aim"))
	flags.BoolVar(&f.normalise, "normalise", false, c.text("cli.flag.quote_normalise"))
	flags.BoolVar(&f.cautious, "cautious", false, c.text("cli.flag.quote_cautious"))
	flags.BoolVar(&f.margin, "margin", false, c.text("cli.flag.quote_margin"))
	flags.IntVar(&f.criticals, "critical-hits", 1, c.text("cli.flag.quote_criticals", rule.MaxCriticals))
	flags.BoolVar(&f.weakest, "weakest", false, c.text("cli.flag.quote_weakest"))
	flags.StringVar(&f.full, "full", "", c.text("cli.flag.quote_full"))
	flags.BoolVar(&f.asJSON, "json", false, c.text("cli.flag.quote_json"))
	flags.BoolVar(&f.more, "more", false, c.text("cli.flag.quote_more"))
	return cmd
}

// quoteArgs wants the two sides once: as A:B, or as --a and --b.
func (c *cli) quoteArgs(cmd *cobra.Command, args []string) error {
	a, b := cmd.Flags().Changed("a"), cmd.Flags().Changed("b")
	if len(args) == 1 && !a && !b || len(args) == 0 && a && b {
		return nil
	}
	return usageError{&game.Error{Code: "arguments", Text: game.Msg("cli.refused.quote_sides")}}
}

// fight reads the whole command line.
func (f *quoteFlags) fight(args []string) (odds.Fight, error) {
	fight := odds.Fight{Rules: odds.Rules{Margin: f.margin, Normalise: f.normalise, Cautious: f.cautious, Weakest: f.weakest}}
	fight.Table.Criticals = f.criticals
	if f.criticals < 1 || f.criticals > rule.MaxCriticals { // 0 would stand for the usual one
		return fight, refuseQuote("critical_hits", "critical_hits", "Q04", rule.MaxCriticals)
	}
	var err error
	if len(args) == 1 {
		a, b, ok := strings.Cut(args[0], ":")
		if fight.A, err = sideOf(a); err == nil {
			fight.B, err = sideOf(b)
		}
		if !ok || err != nil {
			return fight, &game.Error{Code: "fight", Rule: "Q02", Text: game.Msg("cli.refused.quote_fight", args[0])}
		}
	} else {
		if fight.A, err = charactersOf("a", f.a); err != nil {
			return fight, err
		}
		if fight.B, err = charactersOf("b", f.b); err != nil {
			return fight, err
		}
	}
	sides := [2][]odds.Fighter{fight.A, fight.B}
	for _, set := range []struct {
		flag, value string
		to          func(*odds.Fighter, string) error
	}{
		{"hits", f.hits, setHits}, {"life", f.life, setLife}, {"damage", f.damage, setDamage}, {"bonus", f.bonus, setBonus},
	} {
		if err := spread(set.flag, set.value, sides, set.to); err != nil {
			return fight, err
		}
	}
	for _, s := range []struct {
		flag   string
		whom   []string
		stance rule.Stance
	}{{"defend", f.defend, rule.Defend}, {"aim", f.aim, rule.Aim}} {
		for _, who := range s.whom {
			if err := setStance(sides, s.flag, who, s.stance); err != nil {
				return fight, err
			}
		}
	}
	return fight, nil
}

func refuseQuote(field, code, id string, args ...any) *game.Error {
	e := game.Refuse("quote", code, id, args...)
	e.Field = field
	return e
}

// sideOf reads quotas: "5,3,2". Whether they are any is for the analyser to say.
func sideOf(text string) ([]odds.Fighter, error) {
	var side []odds.Fighter
	for _, q := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(q))
		if err != nil {
			return nil, err
		}
		side = append(side, odds.Fighter{Quota: n})
	}
	return side, nil
}

// words of a character, in both languages; those without a number stand alone.
var characterWords = map[string]string{
	"dex": "dexterity", "dexterity": "dexterity", "des": "dexterity", "destrezza": "dexterity",
	"weapon": "weapon", "arma": "weapon", "quota": "quota", "bonus": "bonus",
	"shield": "second", "scudo": "second", "second weapon": "second", "seconda arma": "second",
	"hits": "hits", "colpi": "hits", "life": "life", "vita": "life", "damage": "damage", "danno": "damage",
	"aim": "aim", "mira": "aim", "defend": "defend", "difesa": "defend",
}

// charactersOf reads the characters of a side, separated by semicolons:
// "dex 18, weapon 30; dex 12, weapon 20, shield".
func charactersOf(side, text string) ([]odds.Fighter, error) {
	var list []odds.Fighter
	for _, one := range strings.Split(text, ";") {
		x, err := characterOf(side, one)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

func characterOf(side, text string) (x odds.Fighter, err error) {
	given := map[string]int{}
	for _, part := range strings.Split(text, ",") {
		part = strings.ToLower(strings.Join(strings.Fields(part), " "))
		word, value := characterWords[part], ""
		if first, rest, ok := strings.Cut(part, " "); word == "" && ok { // damage may have blanks in it
			word, value = characterWords[first], rest
		}
		n, numErr := strconv.Atoi(value)
		_, twice := given[word]
		alone := word == "second" || word == "aim" || word == "defend"
		if word == "" || twice || alone != (value == "") || !alone && word != "damage" && numErr != nil {
			return x, &game.Error{Code: "character", Rule: "Q06", Field: side, Text: game.Msg("cli.refused.quote_character", part)}
		}
		given[word] = n
		switch word {
		case "quota":
			x.Quota = n
		case "aim":
			x.Stance = rule.Aim
		case "defend":
			x.Stance = rule.Defend
		case "hits":
			err = setHits(&x, value)
		case "life":
			err = setLife(&x, value)
		case "bonus":
			err = setBonus(&x, value)
		case "damage":
			err = setDamage(&x, value)
		}
		if err != nil {
			return x, err
		}
	}
	dexterity, hasDexterity := given["dexterity"]
	weapon, hasWeapon := given["weapon"]
	_, second := given["second"]
	switch _, quota := given["quota"]; {
	case quota && (hasDexterity || hasWeapon || second):
		return x, refuseQuote(side, "quota_twice", "Q06")
	case quota:
	case !hasDexterity || !hasWeapon || min(dexterity, weapon) < 0 || max(dexterity, weapon) > quote.MaxPoints:
		return x, refuseQuote(side, "character", "Q06", quote.MaxPoints)
	default:
		x.Quota = rule.Standard(dexterity, weapon, second)
	}
	return x, nil
}

// spread gives each contender its part of "for a:for b".
func spread(flag, value string, sides [2][]odds.Fighter, set func(*odds.Fighter, string) error) error {
	if value == "" {
		return nil
	}
	parts := strings.Split(value, ":")
	bad := &game.Error{Code: "spread", Field: "--" + flag, Text: game.Msg("cli.refused.quote_spread", value)}
	if len(parts) != 2 {
		return bad
	}
	for i, part := range parts {
		if part == "" {
			continue // nothing is said about this side
		}
		each := strings.Split(part, ",")
		if len(each) != 1 && len(each) != len(sides[i]) {
			return bad
		}
		for j := range sides[i] {
			if err := set(&sides[i][j], strings.TrimSpace(each[min(j, len(each)-1)])); err != nil {
				return err
			}
		}
	}
	return nil
}

func setHits(x *odds.Fighter, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > rule.MaxHits {
		return refuseQuote("hits", "hits", "Q12", rule.MaxHits)
	}
	if x.Life > 0 {
		return refuseQuote("hits", "hits_or_life", "Q12")
	}
	x.Hits = n
	return nil
}

func setLife(x *odds.Fighter, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > rule.MaxLife {
		return refuseQuote("life", "life", "Q12", rule.MaxLife)
	}
	if x.Hits > 0 {
		return refuseQuote("life", "hits_or_life", "Q12")
	}
	x.Life = n
	return nil
}

func setBonus(x *odds.Fighter, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < -rule.MaxBonus || n > rule.MaxBonus {
		return refuseQuote("bonus", "bonus", "Q08", rule.MaxBonus)
	}
	x.Bonus = n
	return nil
}

func setDamage(x *odds.Fighter, text string) (err error) {
	x.Damage, err = expr.Parse(text)
	return err
}

// setFull takes a chance in per cent, in tenths: "45" or "37.5", with a point
// since a comma parts allies.
func setFull(x *odds.Fighter, text string) error {
	p, err := strconv.ParseFloat(text, 64)
	if err != nil || !(p >= 0 && p <= 100) {
		return refuseQuote("full", "other", "Q03")
	}
	x.Other, x.Permill = true, int(p*10+0.5)
	return nil
}

// setStance reads whom a stance is for: "a", "b", or "a2" for the second of a.
func setStance(sides [2][]odds.Fighter, flag, who string, stance rule.Stance) error {
	bad := &game.Error{Code: "whom", Field: "--" + flag, Text: game.Msg("cli.refused.quote_whom", who)}
	which := slices.Index([]string{"a", "b"}, strings.ToLower(who[:min(1, len(who))]))
	if which < 0 {
		return bad
	}
	side := sides[which]
	if len(who) > 1 {
		n, err := strconv.Atoi(who[1:])
		if err != nil || n < 1 || n > len(side) {
			return bad
		}
		side = side[n-1 : n]
	}
	for i := range side {
		if side[i].Stance != rule.Strike && side[i].Stance != stance {
			return &game.Error{Code: "stances", Rule: "Q11", Field: "--" + flag, Text: game.Msg("cli.refused.quote_stances", who)}
		}
		side[i].Stance = stance
	}
	return nil
}

// byFullRules is the same fight with hit chances from elsewhere.
func (f *quoteFlags) byFullRules(fight odds.Fight) (odds.Fight, error) {
	fight.A, fight.B = slices.Clone(fight.A), slices.Clone(fight.B)
	return fight, spread("full", f.full, [2][]odds.Fighter{fight.A, fight.B}, setFull)
}

package quotepage

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"banco/game"
	"banco/games/quote"
)

// A quick line says in a few words whom to add or who fights whom, in Italian or
// in English:
//
//	12 goblins, quota 3
//	ogre 6 hits 3 2d6+1
//	guardia scelta, destrezza 18, arma 30, scudo, vita 12, +10, blu
//	ogre contro 3 goblin
//	Alba e Bruno contro goblin 1-6
//
// The first words are a name, before it stands how many, the first number after
// it is the quota; everything else says by a word what it is.

// maxLine is how long a line may be.
const maxLine = 200

// against parts the two sides of a fight.
var against = regexp.MustCompile(`(?i)\s+(?:contro|against|versus|vs\.?|x|×)\s+`)

// readLine gives the action that a line means.
func readLine(v *quote.View, line string) (*quote.Action, *game.Error) {
	line = strings.TrimSpace(line)
	switch {
	case line == "":
		return nil, refuse("Q01", "empty")
	case len([]rune(line)) > maxLine:
		return nil, refuse("Q01", "long", maxLine)
	}
	if sides := against.Split(line, -1); len(sides) > 1 {
		if len(sides) > 2 {
			return nil, refuse("Q01", "sides")
		}
		return readFight(v, sides[0], sides[1])
	}
	return readAdd(v, line)
}

func refuse(rule, code string, args ...any) *game.Error {
	return &game.Error{Code: "line_" + code, Rule: rule, Field: "line", Text: game.Msg("web.quote.line."+code, args...)}
}

// said are the words by which a line says what a number is.
var said = map[string]quote.Field{
	"quota": quote.Quota, "q": quote.Quota,
	"colpi": quote.Hits, "colpo": quote.Hits, "hits": quote.Hits, "hit": quote.Hits,
	"vita": quote.Life, "pf": quote.Life, "life": quote.Life, "hp": quote.Life,
	"bonus": quote.Bonus, "malus": quote.Bonus, "penalty": quote.Bonus,
	"destrezza": quote.Dexterity, "des": quote.Dexterity, "dexterity": quote.Dexterity, "dex": quote.Dexterity,
	"arma": quote.Weapon, "weapon": quote.Weapon,
}

// damageWords come before an expression.
var damageWords = []string{"danno", "danni", "damage", "dmg"}

// shieldWords say that there is a shield or a second weapon (Q06).
var shieldWords = []string{"scudo", "shield"}

// dozens are numbers that people say.
var dozens = regexp.MustCompile(`(?i)^(?:una\s+)?dozzina(?:\s+di)?\s+|^(?:a\s+)?dozen(?:\s+of)?\s+`)

var (
	isNumber = regexp.MustCompile(`^[0-9]{1,9}$`)
	isBonus  = regexp.MustCompile(`^[+-][0-9]{1,9}$`)
	isDamage = regexp.MustCompile(`(?i)^\(?[0-9]*d[0-9]`)
	isCount  = regexp.MustCompile(`^([0-9]{1,9})(?:\s*[x×]\s*|\s+)`)
)

// colourStems are the beginnings of the colours' names, in both languages.
var colourStems = map[string]string{
	"ross": "red", "red": "red", "blu": "blue", "blue": "blue", "verd": "green", "green": "green", "giall": "yellow", "yellow": "yellow",
	"viol": "violet", "violet": "violet", "arancion": "orange", "orange": "orange", "bianc": "white", "white": "white", "ner": "black", "black": "black",
	"marron": "brown", "brown": "brown", "ros": "pink", "pink": "pink", "celest": "cyan", "cyan": "cyan", "grig": "grey", "grey": "grey", "gray": "grey",
}

// colourOf reads a colour's name: "rossi", "verde", "light" is none.
func colourOf(word string) (string, bool) {
	word = strings.ToLower(word)
	if c, ok := colourStems[word]; ok && len(word) > 3 || word == "red" || word == "blu" {
		return c, true
	}
	for _, ending := range []string{"a", "e", "i", "o", "hi", "he", "a", "io"} {
		if c, ok := colourStems[strings.TrimSuffix(word, ending)]; ok && strings.HasSuffix(word, ending) {
			return c, true
		}
	}
	return "", false
}

// words parts a line at blanks; a comma is a word of its own.
func words(line string) []string {
	return strings.Fields(strings.NewReplacer(",", " , ", ";", " , ", ":", " ").Replace(line))
}

// readAdd reads a line that makes contenders.
func readAdd(v *quote.View, line string) (*quote.Action, *game.Error) {
	a := quote.Do(quote.ActAdd)
	count := 1
	if at := dozens.FindStringIndex(line); at != nil {
		count, line = 12, line[at[1]:]
		a.Set(quote.Count, count)
	} else if m := isCount.FindStringSubmatch(line); m != nil {
		count, line = atoi(m[1]), line[len(m[0]):]
		a.Set(quote.Count, count)
	}
	w := words(line)
	n := 0
	for n < len(w) && w[n] != "," && !starts(w, n) {
		n++
	}
	name := strings.Join(w[:n], " ")
	if name == "" {
		return nil, refuse("Q01", "no_name")
	}
	a.SetText(quote.Name, name)
	rest := reading{action: a, words: w[n:], given: map[quote.Field]bool{}}
	if err := rest.read(); err != nil {
		return nil, err
	}
	if rest.colour == "" {
		rest.colour = freeColour(v, name)
	}
	a.SetText(quote.Colour, rest.colour)
	switch given := rest.given; {
	case !given[quote.Quota] && !given[quote.Dexterity] && !given[quote.Weapon]:
		return nil, refuse("Q02", "no_quota", name)
	case given[quote.Dexterity] && given[quote.Weapon]:
		a.SetFlag(quote.Second, rest.second)
	case rest.second && !given[quote.Dexterity]:
		return nil, refuse("Q06", "shield")
	}
	if err := v.Check(a); err != nil {
		return nil, err
	}
	return a, nil
}

// starts tells whether what follows the name begins with this word.
func starts(w []string, n int) bool {
	word := strings.ToLower(w[n])
	_, is := said[word]
	next := n+1 < len(w) && isNumber.MatchString(w[n+1])
	return n > 0 && (isNumber.MatchString(word) || isBonus.MatchString(word) || isDamage.MatchString(word) || is && next || slices.Contains(damageWords, word))
}

// reading is the rest of a line, behind the name.
type reading struct {
	action *quote.Action
	words  []string
	given  map[quote.Field]bool
	loose  []int // numbers that nothing says what they are
	colour string
	second bool
}

func (r *reading) read() *game.Error {
	w := r.words
	for i := 0; i < len(w); i++ {
		word := strings.ToLower(w[i])
		field, is := said[word]
		switch {
		case word == "," || word == "e" || word == "and" || word == "con" || word == "with" || word == "di" || word == "colore" || word == "colour" || word == "color" || word == "seconda" || word == "second":
			if word == "seconda" || word == "second" {
				r.second = true
			}
		case is && i+1 < len(w) && (isNumber.MatchString(w[i+1]) || field == quote.Bonus && isBonus.MatchString(w[i+1])):
			i++
			n := atoi(w[i])
			if word == "malus" || word == "penalty" {
				n = -n
			}
			if err := r.set(field, n); err != nil {
				return err
			}
		case is && len(r.loose) > 0: // "3 colpi"
			n := r.loose[len(r.loose)-1]
			r.loose = r.loose[:len(r.loose)-1]
			if err := r.set(field, n); err != nil {
				return err
			}
		case is && (field == quote.Weapon && r.second):
			// "seconda arma"
		case isNumber.MatchString(word):
			r.loose = append(r.loose, atoi(word))
		case isBonus.MatchString(word):
			if err := r.set(quote.Bonus, atoi(word)); err != nil {
				return err
			}
		case isDamage.MatchString(word):
			r.action.SetText(quote.Damage, word)
		case slices.Contains(damageWords, word) && i+1 < len(w):
			i++
			r.action.SetText(quote.Damage, w[i])
		case slices.Contains(shieldWords, word):
			r.second = true
		default:
			colour, ok := colourOf(word)
			if !ok {
				return refuse("Q01", "word", w[i])
			}
			r.colour = colour
		}
	}
	for _, n := range r.loose {
		if err := r.set(quote.Quota, n); err != nil {
			return refuse("Q02", "number", n)
		}
	}
	return nil
}

func (r *reading) set(f quote.Field, n int) *game.Error {
	if r.given[f] {
		return refuse("Q01", "twice", game.Msg("web.quote.field."+f.String()))
	}
	r.given[f] = true
	r.action.Set(f, n)
	return nil
}

// freeColour is the colour of those who have the same name; else the first that
// nobody has.
func freeColour(v *quote.View, name string) string {
	var used [len(quote.Colours)]bool
	for i := range v.Contenders {
		c := &v.Contenders[i]
		used[c.Colour] = true
		if likeName(c.Name, name) {
			return quote.Colours[c.Colour]
		}
	}
	if i := slices.Index(used[:], false); i >= 0 {
		return quote.Colours[i]
	}
	return quote.Colours[0]
}

// readFight reads who fights whom.
func readFight(v *quote.View, left, right string) (*quote.Action, *game.Error) {
	r := roll{v: v, taken: map[int32]bool{}}
	ones, err := r.side(left)
	if err != nil {
		return nil, err
	}
	allies, err := r.side(right)
	if err != nil {
		return nil, err
	}
	if len(ones) > 1 && len(allies) == 1 {
		ones, allies = allies, ones
	}
	a := quote.Do(quote.ActFight).Set(quote.One, int(ones[0])).SetAllies(allies...)
	if len(ones) > 1 {
		a = quote.Do(quote.ActDeal).SetOnes(ones...).SetAllies(allies...)
	}
	if err := v.Check(a); err != nil {
		return nil, err
	}
	return a, nil
}

// roll calls contenders by name, each once.
type roll struct {
	v     *quote.View
	taken map[int32]bool
}

// parts separates several names of a side.
var parts = regexp.MustCompile(`(?i)\s*[,;+&]\s*|\s+(?:e|and)\s+`)

func (r *roll) side(text string) (list []int32, err *game.Error) {
	for _, part := range parts.Split(strings.TrimSpace(text), -1) {
		ids, err := r.call(part)
		if err != nil {
			return nil, err
		}
		list = append(list, ids...)
	}
	return list, nil
}

var (
	isAll    = regexp.MustCompile(`(?i)^(?:tutti|tutte|all)(?:\s+(?:i|gli|le|the))?\s+`)
	isSpan   = regexp.MustCompile(`\s+#?([0-9]{1,5})(?:\s*[-–]\s*([0-9]{1,5}))?$`)
	articles = regexp.MustCompile(`(?i)^(?:il|lo|la|i|gli|le|l'|the|a|an|un|uno|una)\s+`)
)

// call finds whom a few words mean: "goblin 3", "3 goblin", "goblin 1-4", "tutti
// i goblin", "ogre". Who fights already or has fallen is not meant.
func (r *roll) call(text string) ([]int32, *game.Error) {
	text = strings.TrimSpace(text)
	whole, want, all := text, 1, false
	low, high := 0, 0
	if at := isAll.FindStringIndex(text); at != nil {
		all, text = true, text[at[1]:]
	} else if at := dozens.FindStringIndex(text); at != nil {
		want, text = 12, text[at[1]:]
	} else if m := isCount.FindStringSubmatch(text); m != nil {
		want, text = atoi(m[1]), text[len(m[0]):]
	}
	if m := isSpan.FindStringSubmatch(text); m != nil && !r.named(text) {
		low, text = atoi(m[1]), text[:len(text)-len(m[0])]
		if high = low; m[2] != "" {
			high = atoi(m[2])
		}
	}
	text = strings.TrimSpace(text)
	if !r.named(text) {
		text = articles.ReplaceAllString(text, "")
	}
	if text == "" {
		return nil, refuse("Q01", "nobody", whole)
	}
	var ids []int32
	known := false
	for i := range r.v.Contenders {
		c := &r.v.Contenders[i]
		if !likeName(c.Name, text) || low > 0 && (int(c.Number) < low || int(c.Number) > high) {
			continue
		}
		known = true
		if c.Fallen || c.Fight != 0 || r.taken[c.ID] {
			continue
		}
		if all || low > 0 || len(ids) < want {
			ids = append(ids, c.ID)
			r.taken[c.ID] = true
		}
	}
	switch {
	case !known:
		return nil, refuse("Q01", "unknown", whole)
	case len(ids) == 0:
		return nil, refuse("Q01", "busy", whole)
	case !all && low == 0 && len(ids) < want:
		return nil, refuse("Q01", "too_few", whole, len(ids))
	}
	return ids, nil
}

// named tells whether somebody is called exactly so.
func (r *roll) named(text string) bool {
	return slices.ContainsFunc(r.v.Contenders, func(c quote.Contender) bool { return strings.EqualFold(c.Name, strings.TrimSpace(text)) })
}

// likeName tells whether two names are the same but for capitals and number:
// "goblin" is "Goblins", "guardia" is "guardie".
func likeName(a, b string) bool { return strings.EqualFold(a, b) || stem(a) == stem(b) }

func stem(name string) string {
	name = strings.TrimSuffix(strings.ToLower(name), "s")
	r := []rune(name)
	if n := len(r); n > 3 && strings.ContainsRune("aeio", unicode.ToLower(r[n-1])) {
		r = r[:n-1]
	}
	return string(r)
}

func atoi(s string) int { n, _ := strconv.Atoi(s); return n }

package expr

import (
	"strconv"
	"strings"

	"banco/game"
)

// Bounds of an expression.
const (
	MaxLength    = 60 // bytes
	MaxDice      = 20
	MaxFaces     = 100
	MaxValue     = 2000 // the farthest from 0 that it may come to
	MaxKeptDice  = 10   // of a term that keeps some
	MaxKeptFaces = 20
	maxDepth     = 10 // of parentheses
)

// Expr is an expression that was read. It never changes.
type Expr struct {
	text   string
	number int // what is added to the dice
	terms  []term
	lo, hi int
}

// term is so many times some dice.
type term struct {
	times int
	dice  int // 1 to MaxDice
	faces int // 1 to MaxFaces
	keep  int // how many count; dice for all of them
	low   bool
}

func (t *term) bounds() (lo, hi int) {
	lo, hi = t.times*t.keep, t.times*t.keep*t.faces
	return min(lo, hi), max(lo, hi)
}

// String is the expression as it was written, without blanks and in small
// letters: what Parse reads back to an equal one.
func (e *Expr) String() string { return e.text }

// Bounds are the least and the most it can come to.
func (e *Expr) Bounds() (lo, hi int) { return e.lo, e.hi }

// Parse reads an expression. What it refuses it refuses with the code, the rule
// (Q12) and a sentence that says at which character, from 1, and what would be
// allowed.
func Parse(text string) (*Expr, error) {
	if len(text) > MaxLength {
		return nil, refuse("too_long", 0, MaxLength)
	}
	p := &parser{text: text}
	p.skip()
	if p.at == len(p.text) {
		return nil, refuse("empty", 0)
	}
	sum, err := p.sum(0)
	if err == nil && p.at < len(p.text) {
		err = p.unexpected()
	}
	if err != nil {
		return nil, err
	}
	e := &Expr{number: sum.number, terms: sum.terms, lo: sum.number, hi: sum.number}
	e.text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	for i := range e.terms {
		lo, hi := e.terms[i].bounds()
		e.lo, e.hi = e.lo+lo, e.hi+hi
	}
	// Each part was within bounds, so nothing here has overflowed.
	if e.lo < -MaxValue || e.hi > MaxValue {
		return nil, refuse("too_big", 0, MaxValue)
	}
	return e, nil
}

// refuse makes a refusal. The first argument of every sentence is the character
// at which it is about; 0 for the whole.
func refuse(code string, at int, args ...any) *game.Error {
	return &game.Error{Code: "damage_" + code, Rule: "Q12", Field: "damage",
		Text: game.Msg("quote.refused.damage_"+code, append([]any{at}, args...)...)}
}

type parser struct {
	text string
	at   int
	dice int // so far
}

// linear is a number plus multiples of dice.
type linear struct {
	number int
	terms  []term
}

func (l *linear) scale(by int) {
	l.number *= by
	for i := range l.terms {
		l.terms[i].times *= by
	}
}

// fits keeps every intermediate value small enough that nothing can overflow.
func (l *linear) fits() bool {
	if l.number < -MaxValue || l.number > MaxValue {
		return false
	}
	for i := range l.terms {
		if lo, hi := l.terms[i].bounds(); lo < -MaxValue || hi > MaxValue {
			return false
		}
	}
	return true
}

// here is the number of the character that is read next.
func (p *parser) here() int { return len([]rune(p.text[:p.at])) + 1 }

func (p *parser) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t') {
		p.at++
	}
}

// next tells whether one of some bytes comes next, and takes it.
func (p *parser) next(any string) (byte, bool) {
	p.skip()
	if p.at < len(p.text) && strings.IndexByte(any, p.text[p.at]) >= 0 {
		p.at++
		return p.text[p.at-1], true
	}
	return 0, false
}

func (p *parser) unexpected() *game.Error {
	p.skip()
	if p.at == len(p.text) {
		return refuse("ends", p.here())
	}
	for _, r := range p.text[p.at:] {
		return refuse("character", p.here(), string(r))
	}
	return nil
}

// sum = [ "-" | "+" ] product { ( "+" | "-" ) product }
func (p *parser) sum(depth int) (linear, error) {
	var sum linear
	op, _ := p.next("+-")
	for {
		at := p.here()
		l, err := p.product(depth)
		if err != nil {
			return sum, err
		}
		if op == '-' {
			l.scale(-1)
		}
		sum.number += l.number
		sum.terms = append(sum.terms, l.terms...)
		if !sum.fits() {
			return sum, refuse("too_big", at, MaxValue)
		}
		var more bool
		if op, more = p.next("+-"); !more {
			return sum, nil
		}
	}
}

// product = factor { ( "*" | "x" ) factor }, at most one factor with dice
func (p *parser) product(depth int) (linear, error) {
	l, err := p.factor(depth)
	for err == nil {
		if _, more := p.next("*xX"); !more {
			break
		}
		at := p.here()
		var r linear
		if r, err = p.factor(depth); err != nil {
			break
		}
		switch {
		case len(r.terms) == 0:
			l.scale(r.number)
		case len(l.terms) == 0:
			r.scale(l.number)
			l = r
		default:
			return l, refuse("dice_by_dice", at)
		}
		if !l.fits() {
			return l, refuse("too_big", at, MaxValue)
		}
	}
	return l, err
}

// factor = "(" sum ")" | number | [ number ] "d" number [ ( "kh" | "kl" | "k" ) number ]
func (p *parser) factor(depth int) (linear, error) {
	at := p.here()
	if _, ok := p.next("("); ok {
		if depth == maxDepth {
			return linear{}, refuse("depth", at, maxDepth)
		}
		l, err := p.sum(depth + 1)
		if err != nil {
			return l, err
		}
		if _, ok := p.next(")"); !ok {
			if p.skip(); p.at == len(p.text) {
				return l, refuse("parenthesis", at)
			}
			return l, p.unexpected()
		}
		return l, nil
	}
	p.skip()
	at = p.here()
	number, given := p.number()
	if _, ok := p.next("dD"); !ok {
		if !given {
			return linear{}, p.unexpected()
		}
		if number > MaxValue {
			return linear{}, refuse("too_big", at, MaxValue)
		}
		return linear{number: number}, nil
	}
	if !given {
		number = 1
	}
	t, err := p.term(at, number)
	return linear{terms: []term{t}}, err
}

// term reads what comes after the d of so many dice.
func (p *parser) term(at, dice int) (term, error) {
	p.skip()
	t := term{times: 1, dice: dice, keep: dice}
	faces, given := p.number()
	switch {
	case !given:
		return t, p.unexpected()
	case dice < 1 || dice > MaxDice || p.dice+dice > MaxDice:
		return t, refuse("dice", at, MaxDice)
	case faces < 1 || faces > MaxFaces:
		return t, refuse("faces", at, MaxFaces)
	}
	p.dice += dice
	t.faces = faces
	p.skip()
	at = p.here()
	if _, ok := p.next("kK"); !ok {
		return t, nil
	}
	which, _ := p.next("hHlL")
	t.low = which == 'l' || which == 'L'
	p.skip()
	t.keep, given = p.number()
	switch {
	case !given:
		return t, p.unexpected()
	case dice > MaxKeptDice || faces > MaxKeptFaces:
		return t, refuse("keep_bounds", at, MaxKeptDice, MaxKeptFaces)
	case t.keep < 1 || t.keep > dice:
		return t, refuse("keep", at, dice)
	}
	return t, nil
}

// number reads digits; any number that is too long to matter is as good as the
// greatest.
func (p *parser) number() (n int, given bool) {
	p.skip()
	from := p.at
	for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
		p.at++
	}
	if from == p.at {
		return 0, false
	}
	n, err := strconv.Atoi(p.text[from:p.at])
	if err != nil || n > 1<<20 {
		n = 1 << 20
	}
	return n, true
}

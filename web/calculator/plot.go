package calculator

import (
	"math"
	"strconv"
	"strings"

	"banco/games/quote/odds"
	"banco/web/ui"
)

// The plot is drawn on a sheet of 400 by 286, two panels one above the other
// with the rounds as their common axis: who still stands, and when it ends.
const (
	plotWidth, plotHeight = 400, 286
	plotLeft, plotRight   = 40, 350
	standTop, standFoot   = 18, 146
	endTop, endFoot       = 182, 258

	maxBars   = 40
	leastLeft = 0.005 // the plot goes on until no more than this is left
	maxRounds = 20_000
)

// Plot is what the page draws.
type Plot struct {
	Per   int // rounds to a bar
	Bars  []Bar
	Top   float64 // share at the head of the lower panel
	Full  string  // outline of the bars by the full rules; "" for none
	Ticks []Tick

	Curves     [2]string // still standing, by side
	FullCurves [2]string
	Tips       [2]Tip // where the curves end

	Median, P90 string // places on the axis of rounds
	P90Left     bool   // its word stands before it

	Lines []Line // the same as a table
}

// Bar is a share of all fights that end in some rounds.
type Bar struct{ X, Y, Width, Height string }

// Tick is a number on an axis.
type Tick struct{ At, Text string }

// Tip is what a curve comes to.
type Tip struct {
	X, Y, Dot string
	Share     float64
}

// Line is a row of the table: one round, or as many as a bar holds.
type Line struct {
	Rounds       string
	Ends, Going  float64
	Stands       [2]float64
	FullEnds     float64
	FullStands   [2]float64
	HasFullRules bool
}

func newPlot(v *View, other odds.Fight) *Plot {
	lists := [][]float64{v.Report.Round.Distribution}
	if v.Full != nil {
		lists = append(lists, v.Full.Round.Distribution)
	}
	rounds := 4
	for _, list := range lists {
		rounds = max(rounds, len(list)-tailOf(list))
	}
	rounds = min(rounds, maxRounds)
	per := 1
	for _, n := range []int{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, maxRounds / maxBars} {
		if per = n; rounds <= n*maxBars {
			break
		}
	}
	bars := (rounds + per - 1) / per
	rounds = bars * per

	p := &Plot{Per: per}
	shares := grouped(lists[0], per, bars)
	curves := standing(v.fight, rounds)
	var fullShares []float64
	var fullCurves [2][]float64
	if v.Full != nil {
		fullShares = grouped(lists[1], per, bars)
		fullCurves = standing(other, rounds)
	}
	most := 0.0
	for _, x := range append(append([]float64{}, shares...), fullShares...) {
		most = max(most, x)
	}
	p.Top = headOf(most)

	step := float64(plotRight-plotLeft) / float64(bars)
	gap := min(step*.18, 3)
	y := func(share float64) float64 { return endFoot - (endFoot-endTop)*share/p.Top }
	for i, x := range shares {
		at := plotLeft + step*float64(i)
		p.Bars = append(p.Bars, Bar{ui.Num(at + gap/2), ui.Num(y(x)), ui.Num(step - gap), ui.Num(endFoot - y(x))})
	}
	if v.Full != nil {
		var b strings.Builder
		b.WriteString("M" + ui.Num(plotLeft) + " " + ui.Num(endFoot))
		for i, x := range fullShares {
			b.WriteString("V" + ui.Num(y(x)) + "H" + ui.Num(plotLeft+step*float64(i+1)))
		}
		p.Full = b.String()
	}
	for side := range curves {
		p.Curves[side] = curve(curves[side], per, step)
		if v.Full != nil {
			p.FullCurves[side] = curve(fullCurves[side], per, step)
		}
	}
	p.tips(v.Report)
	p.ticks(bars, step)
	p.lines(v, shares, fullShares, curves, fullCurves)

	place := func(round int) float64 { return plotLeft + step*float64(round)/float64(per) }
	p.Median, p.P90 = ui.Num(place(v.Report.Round.Median)), ui.Num(place(v.Report.Round.P90))
	p.P90Left = place(v.Report.Round.P90) > plotLeft+0.84*(plotRight-plotLeft)
	return p
}

// tailOf is how many rounds at the end of a list hold next to nothing.
func tailOf(list []float64) (n int) {
	left := 0.0
	for n < len(list) && left+list[len(list)-1-n] < leastLeft {
		left += list[len(list)-1-n]
		n++
	}
	return n
}

// grouped adds up so many rounds to a bar.
func grouped(list []float64, per, bars int) []float64 {
	out := make([]float64, bars)
	for i, x := range list {
		if i/per < bars {
			out[i/per] += x
		}
	}
	return out
}

// headOf is a round number at or above the highest bar.
func headOf(most float64) float64 {
	for _, head := range []float64{.01, .02, .05, .1, .15, .2, .3, .4, .5, .6, .8} {
		if most <= head {
			return head
		}
	}
	return 1
}

func standY(share float64) float64 { return standFoot - (standFoot-standTop)*share }

// curve is a line through what stands after every bar, from all at the start.
func curve(stands []float64, per int, step float64) string {
	var b strings.Builder
	b.WriteString("M" + ui.Num(plotLeft) + " " + ui.Num(standY(1)))
	for i := per; i <= len(stands); i += per {
		b.WriteString("L" + ui.Num(plotLeft+step*float64(i/per)) + " " + ui.Num(standY(stands[i-1])))
	}
	return b.String()
}

// tips are the words at the ends of the curves, kept apart from each other.
func (p *Plot) tips(r *odds.Report) {
	share := [2]float64{r.First.B, r.First.A} // who stands at the end is not who fell
	y := [2]float64{standY(share[0]), standY(share[1])}
	at := y
	const apart = 17
	high, low := 0, 1
	if y[1] < y[0] {
		high, low = 1, 0
	}
	if d := apart - (at[low] - at[high]); d > 0 {
		at[high], at[low] = at[high]-d/2, at[low]+d/2
	}
	if over := at[low] - (standFoot + 4); over > 0 {
		at[low], at[high] = at[low]-over, min(at[high], at[low]-over-apart)
	}
	for side := range p.Tips {
		p.Tips[side] = Tip{ui.Num(plotRight + 7), ui.Num(at[side] + 4), ui.Num(y[side]), share[side]}
	}
}

// ticks are some whole rounds on the axis.
func (p *Plot) ticks(bars int, step float64) {
	every := 1
	for _, n := range []int{1, 2, 5, 10, 20} {
		if every = n; bars/n <= 10 {
			break
		}
	}
	for i := every; i <= bars; i += every {
		p.Ticks = append(p.Ticks, Tick{ui.Num(plotLeft + step*(float64(i)-.5)), strconv.Itoa(i * p.Per)})
	}
}

func (p *Plot) lines(v *View, shares, fullShares []float64, curves, fullCurves [2][]float64) {
	going := 1.0
	for i, x := range shares {
		last := (i + 1) * p.Per
		going = max(going-x, 0)
		l := Line{Rounds: strconv.Itoa(last), Ends: x, Going: going, HasFullRules: v.Full != nil}
		if p.Per > 1 {
			l.Rounds = strconv.Itoa(i*p.Per+1) + "–" + l.Rounds
		}
		for side := range curves {
			l.Stands[side] = curves[side][last-1]
			if v.Full != nil {
				l.FullStands[side] = fullCurves[side][last-1]
			}
		}
		if v.Full != nil {
			l.FullEnds = fullShares[i]
		}
		p.Lines = append(p.Lines, l)
	}
}

// barShare is a chance as a length out of a thousand.
func barShare(x float64) string { return ui.Num(math.Round(x * 1000)) }

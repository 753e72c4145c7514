package stats

import "math"

// Elo is the difference in strength that a score (the share of points won, a
// draw half) stands for: 400 log10(s / (1-s)). It is infinite at 0 and 1.
func Elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// Score is the score that a difference in strength leads one to expect.
func Score(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Sequential is a sequential test of whether one player is stronger than another
// by something that matters (Wald 1945, on pair scores as Stockfish's fishtest
// does it). It may be looked at after every pair: that is what it is made for.
type Sequential struct {
	Elo   float64 // the difference that matters; the other hypothesis is none
	Error float64 // how often either wrong answer may be given
}

// Answer is where a sequential test stands.
type Answer int

// The answers.
const (
	Open     Answer = iota // more matches are needed
	Stronger               // better by more than nothing
	Weaker                 // worse by more than nothing
	Level0                 // no difference that matters, either way
)

// Judge tells where the test stands after these pair scores, each from 0 to 1.
// It runs two one-sided tests at once: better or not, worse or not.
func (s Sequential) Judge(pairs []float64) Answer {
	if len(pairs) < 2 {
		return Open
	}
	// One pair of each extreme is added, so that a run of equal scores does not
	// look like certainty.
	mean, variance := moments(append([]float64{0, 1}, pairs...))
	n := float64(len(pairs))
	bound := math.Log((1 - s.Error) / s.Error)
	ratio := func(s1 float64) float64 {
		const s0 = 0.5
		return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	}
	up, down := ratio(Score(s.Elo)), ratio(Score(-s.Elo))
	switch {
	case up >= bound:
		return Stronger
	case down >= bound:
		return Weaker
	case up <= -bound && down <= -bound:
		return Level0
	}
	return Open
}

// EloOf is the strength that pair scores stand for, with its interval. Scores
// at the very end are pulled in by half a pair, so that a clean sweep gives a
// number; the end of the interval on that side is infinite.
func EloOf(pairs []float64) Interval {
	rate := Rate(pairs)
	n := float64(len(pairs))
	i := Interval{Elo(clip(rate.Mean, 0.25/n)), Elo(rate.Low), Elo(rate.High), rate.N}
	return i
}

func clip(p, margin float64) float64 { return min(1-margin, max(margin, p)) }

// Meeting is how often one player met another and how it came out.
type Meeting struct {
	A, B  int     // the players' numbers
	Pairs int     // pairs of matches between them
	Score float64 // A's share of the points, 0 to 1
}

// Ratings puts players on one scale so that the meetings are explained best
// (Bradley and Terry 1952, draws as halves), player 0 at zero. A quarter of a
// pair's points is given to each loser, so that a clean sweep has a rating.
func Ratings(players int, meetings []Meeting) []float64 {
	strength := make([]float64, players) // as odds
	for i := range strength {
		strength[i] = 1
	}
	for range 10_000 { // Hunter 2004, minorization-maximization
		moved := 0.0
		next := make([]float64, players)
		for p := range players {
			won, met := 0.0, 0.0
			for _, m := range meetings {
				if m.Pairs == 0 || m.A != p && m.B != p {
					continue
				}
				n := float64(m.Pairs)
				score := clip(m.Score, 0.25/n)
				other := m.B
				if m.B == p {
					score, other = 1-score, m.A
				}
				won += n * score
				met += n / (strength[p] + strength[other])
			}
			next[p] = strength[p]
			if met > 0 {
				next[p] = won / met
			}
		}
		for p := players - 1; p >= 0; p-- {
			next[p] /= next[0]
			moved = max(moved, math.Abs(math.Log(next[p]/strength[p])))
		}
		strength = next
		if moved < 1e-12 {
			break
		}
	}
	for i := range strength {
		strength[i] = 400 * math.Log10(strength[i])
	}
	return strength
}

// Package stats is the arithmetic behind what the lab claims: intervals for
// rates and means, paired differences, corrections for asking several questions
// at once, and the strength of players.
//
// The unit everywhere is one independent piece of evidence: a match, or a pair
// of matches that share their dice with the seats swapped. Matches inside a pair
// lean on each other, so counting them one by one would give intervals that are
// too narrow.
package stats

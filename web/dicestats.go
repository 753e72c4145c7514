package web

import (
	"context"
	"strconv"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// faces is how the dice of one kind fell for one seat.
type faces struct {
	Seat  game.Seat // game.Watcher for all the dice of the table together
	Sides int
	Count []int
	Rolls int
}

// maxStats bounds the memory of counts kept.
const maxStats = 256

// diceStats counts how the dice of a match that is over fell, seat by seat.
// Counts of a match never change, so they are kept.
func (s *Server) diceStats(ctx context.Context, m *table.Snapshot, token string) []faces {
	s.statsMu.Lock()
	kept, ok := s.stats[m.ID]
	s.statsMu.Unlock()
	if ok {
		return kept
	}
	rec, err := s.cfg.Tables.Record(ctx, m.ID, token)
	if err != nil || rec.Result == nil {
		return nil // the page does without
	}
	list := countFaces(rec)
	s.statsMu.Lock()
	defer s.statsMu.Unlock()
	if len(s.stats) >= maxStats || s.stats == nil {
		s.stats = map[string][]faces{}
	}
	s.stats[m.ID] = list
	return list
}

// ownDice are the games in which whoever acts rolls dice of their own and nobody
// else's fall with them. In the others an action may end a turn or a round and
// have everybody roll: whose dice those were the log does not say, so they are
// counted together.
var ownDice = map[string]bool{"klang": true}

// cardDraws are the games that draw cards too: a draw of six may be one of six
// cards, and the log does not say which it was. Their own page counts their dice.
var cardDraws = map[string]bool{"nucleo": true}

// countFaces counts dice of six and of ten sides; other draws are not dice.
func countFaces(rec *table.Record) []faces {
	var list []faces
	if cardDraws[rec.Game] {
		return nil
	}
	for _, e := range rec.Entries {
		seat := e.Seat
		switch {
		case !ownDice[rec.Game]:
			seat = game.Watcher
		case seat == game.Watcher:
			continue
		}
		for _, roll := range e.Rolls {
			sides, face := roll[0], roll[1]
			if sides != 6 && sides != 10 || face < 0 || face >= sides {
				continue
			}
			at := -1
			for i := range list {
				if list[i].Seat == seat && list[i].Sides == sides {
					at = i
				}
			}
			if at < 0 {
				at = len(list)
				list = append(list, faces{seat, sides, make([]int, sides), 0})
			}
			list[at].Count[face]++
			list[at].Rolls++
		}
	}
	return list
}

// expected is how often each face should have come up, to one digit.
func (f faces) expected(p *ui.Page) string {
	tenths := (f.Rolls*10 + f.Sides/2) / f.Sides
	sep := ","
	if p.Lang == "en" {
		sep = "."
	}
	return strconv.Itoa(tenths/10) + sep + strconv.Itoa(tenths%10)
}

// name is what the face of an index shows: 1 to 6, or 0 to 9.
func (f faces) name(i int) string {
	if f.Sides == 10 {
		return strconv.Itoa(i)
	}
	return strconv.Itoa(i + 1)
}

// height is a bar's height out of 40, the fullest bar being the highest.
func (f faces) height(i int) int {
	most := 1
	for _, n := range f.Count {
		most = max(most, n)
	}
	return f.Count[i] * 40 / most
}

package web

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// guess is how long the designers of Klang guess that an activation lasts (K32).
const guess = 90 * time.Second

// matchTimings tells how long the activations of a match took (K32).
func (s *Server) matchTimings(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	snap, tok, err := s.look(w, r, id)
	if err != nil {
		return err
	}
	t, err := s.cfg.Tables.Timings(r.Context(), id, tok)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	page := s.page(r)
	switch {
	case wantsCSV(r):
		return writeCSV(w, r, "banco-"+id+"-timings.csv", stretchRows(t))
	case wantsJSON(r):
		writeJSON(w, r, http.StatusOK, matchTimesJSON{t, seatTimes(page, t, snap), guess.Milliseconds()})
	default:
		s.render(w, r, http.StatusOK, matchTimesPage(page, &ui.Match{Snapshot: snap}, t, seatTimes(page, t, snap)))
	}
	return nil
}

// allTimings tells how long activations took in all matches that are over.
func (s *Server) allTimings(w http.ResponseWriter, r *http.Request) error {
	rows, err := s.cfg.Tables.AllTimings(r.Context())
	if err != nil {
		return err
	}
	people := slices.DeleteFunc(slices.Clone(rows), func(t table.Timing) bool { return t.Kind != "human" })
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case wantsCSV(r):
		return writeCSV(w, r, "banco-timings.csv", timingRows(rows))
	case wantsJSON(r):
		writeJSON(w, r, http.StatusOK, allTimesJSON{groupTimes(people), len(rows) - len(people), guess.Milliseconds()})
	default:
		s.render(w, r, http.StatusOK, allTimesPage(s.page(r), groupTimes(people), len(rows)-len(people)))
	}
	return nil
}

// spreadJSON is a [ui.Spread] in milliseconds.
type spreadJSON struct {
	N          int   `json:"n"`
	Median     int64 `json:"median_ms"`
	MedianLow  int64 `json:"median_low_ms"` // with MedianHigh a 95 % interval; from six on
	MedianHigh int64 `json:"median_high_ms"`
	P90        int64 `json:"p90_ms"`
	Total      int64 `json:"total_ms"`
}

func newSpreadJSON(s ui.Spread) spreadJSON {
	return spreadJSON{s.N, s.Median.Milliseconds(), s.MedianLow.Milliseconds(), s.MedianHigh.Milliseconds(), s.P90.Milliseconds(), s.Total.Milliseconds()}
}

type matchTimesJSON struct {
	*table.Timings
	Summary []seatTime `json:"summary"`  // by seat
	Guess   int64      `json:"guess_ms"` // the rulebook's
}

// seatTime is how long one seat took.
type seatTime struct {
	Seat game.Seat `json:"seat"`
	Name string    `json:"name"`
	Kind string    `json:"kind"`
	spreadJSON
	Think  int64     `json:"think_ms"` // in all, from a roll to the first thing done
	Act    int64     `json:"act_ms"`   // in all, from there to the end
	Wait   int64     `json:"wait_ms"`  // in all, while somebody else had to do something
	Spread ui.Spread `json:"-"`
}

func seatTimes(p *ui.Page, t *table.Timings, snap *table.Snapshot) []seatTime {
	m := &ui.Match{Snapshot: snap}
	list := make([]seatTime, len(t.Seats))
	all := make([][]time.Duration, len(t.Seats))
	for i, kind := range t.Seats {
		list[i] = seatTime{Seat: game.Seat(i), Name: m.Name(p, game.Seat(i)), Kind: kind}
	}
	for _, st := range t.Stretches {
		if st.Seat < 0 || int(st.Seat) >= len(list) {
			continue
		}
		one := &list[st.Seat]
		all[st.Seat] = append(all[st.Seat], time.Duration(st.Millis)*time.Millisecond)
		one.Think += st.ThinkMillis
		one.Wait += st.WaitMillis
		one.Act += acting(st.Millis, st.ThinkMillis, st.WaitMillis)
	}
	for i := range list {
		list[i].Spread = ui.SpreadOf(all[i])
		list[i].spreadJSON = newSpreadJSON(list[i].Spread)
	}
	return list
}

func acting(millis, think, wait int64) int64 { return max(0, millis-think-wait) }

type allTimesJSON struct {
	Groups []timeGroup `json:"groups"` // by game, mode and round; round 0 is all of them together
	Bots   int         `json:"bots"`   // stretches of bots, which are left out
	Guess  int64       `json:"guess_ms"`
}

// timeGroup is how long people's activations of one kind took.
type timeGroup struct {
	Game  string `json:"game"`
	Mode  string `json:"mode,omitempty"`
	Round int    `json:"round"`
	spreadJSON
	Think  int64     `json:"think_ms"` // in all
	Act    int64     `json:"act_ms"`
	Wait   int64     `json:"wait_ms"`
	Spread ui.Spread `json:"-"`
}

func groupTimes(rows []table.Timing) []timeGroup {
	type key struct {
		game, mode string
		round      int
	}
	groups := map[key]*timeGroup{}
	times := map[key][]time.Duration{}
	for _, t := range rows {
		keys := []key{{t.Game, t.Mode, 0}}
		if t.Round > 0 {
			keys = append(keys, key{t.Game, t.Mode, t.Round})
		}
		for _, k := range keys {
			g := groups[k]
			if g == nil {
				g = &timeGroup{Game: k.game, Mode: k.mode, Round: k.round}
				groups[k] = g
			}
			times[k] = append(times[k], time.Duration(t.Millis)*time.Millisecond)
			g.Think += t.Think
			g.Wait += t.Wait
			g.Act += acting(t.Millis, t.Think, t.Wait)
		}
	}
	list := make([]timeGroup, 0, len(groups))
	for k, g := range groups {
		g.Spread = ui.SpreadOf(times[k])
		g.spreadJSON = newSpreadJSON(g.Spread)
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b timeGroup) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Round, b.Round))
	})
	return list
}

// wantsCSV tells a spreadsheet from everything else.
func wantsCSV(r *http.Request) bool {
	return r.URL.Query().Get("as") == "csv" || quality(r, "text/csv") > max(quality(r, "text/html"), quality(r, "application/json"))
}

func writeCSV(w http.ResponseWriter, r *http.Request, name string, rows [][]string) error {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	if err := c.WriteAll(rows); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	writeBody(w, r, http.StatusOK, "text/csv; charset=utf-8", b.Bytes())
	return nil
}

// cell keeps a spreadsheet from taking a name for a formula.
func cell(s string) string {
	if s != "" && strings.IndexAny(s, "=+-@\t\r＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}

func stretchRows(t *table.Timings) [][]string {
	rows := [][]string{{"match", "game", "mode", "activation", "round", "seat", "kind", "robot", "started", "ms", "think_ms", "act_ms", "wait_ms", "paused_ms"}}
	for _, st := range t.Stretches {
		kind := ""
		if st.Seat >= 0 && int(st.Seat) < len(t.Seats) {
			kind = t.Seats[st.Seat]
		}
		switch {
		case st.Person:
			kind = "human"
		case st.Bot:
			kind = "bot"
		}
		rows = append(rows, []string{t.ID, t.Game, t.Mode, itoa(st.ID), itoa(st.Round), itoa(int(st.Seat)), kind, cell(st.Label), stamp(st.Started),
			num64(st.Millis), num64(st.ThinkMillis), num64(acting(st.Millis, st.ThinkMillis, st.WaitMillis)), num64(st.WaitMillis), num64(st.PausedMillis)})
	}
	return rows
}

func timingRows(list []table.Timing) [][]string {
	rows := [][]string{{"match", "game", "mode", "round", "seat", "kind", "ms", "think_ms", "act_ms", "wait_ms"}}
	for _, t := range list {
		rows = append(rows, []string{t.Match, t.Game, t.Mode, itoa(t.Round), itoa(int(t.Seat)), t.Kind,
			num64(t.Millis), num64(t.Think), num64(acting(t.Millis, t.Think, t.Wait)), num64(t.Wait)})
	}
	return rows
}

func num64(n int64) string { return strconv.FormatInt(n, 10) }

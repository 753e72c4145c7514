package web

import (
	"encoding/json"
	"time"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// A match as a program sees it is written in three pieces: what opens it, the
// view with its actions, and the rest. View and actions write themselves, and
// going through encoding/json would read all of it over again.

// matchHead opens the promise of GET /matches/{id}.
type matchHead struct {
	ID    string      `json:"id"`
	Game  string      `json:"game"`
	Seq   int         `json:"seq"`
	Seat  *game.Seat  `json:"seat"` // null for one without a seat
	ToAct []game.Seat `json:"to_act"`
	Over  bool        `json:"over"`
}

// matchRest is what pages show besides.
type matchRest struct {
	Stage      string          `json:"stage"`
	Rules      string          `json:"rules"`
	Players    []table.Player  `json:"players"`
	Result     game.Result     `json:"result"`
	News       []newsJSON      `json:"news"` // the latest; the log has them all
	Commitment string          `json:"commitment"`
	Since      *time.Time      `json:"since"`
	Stopwatch  table.Stopwatch `json:"stopwatch"` // what is running; all that was measured once the match is over

	Paused   *table.Pause     `json:"paused,omitempty"`   // since when the stopwatch stands
	Proposal *table.Pending   `json:"proposal,omitempty"` // what the table is asked to agree to
	CanUndo  []table.UndoStep `json:"can_undo,omitempty"` // what may be taken back by consent, the newest first
	Away     *table.Away      `json:"away,omitempty"`     // the asker's own seat, at which a bot plays for now
	Silence  string           `json:"silence,omitempty"`  // the rule by which the table carries no message now
}

// latestNews is how many events go out with a match.
const latestNews = 12

// newsJSON is an event with its sentence in the reader's language.
type newsJSON struct {
	Entry   int          `json:"entry"`
	At      time.Time    `json:"at"`
	Seat    game.Seat    `json:"seat"`
	Text    game.Message `json:"text"`
	Message string       `json:"message"`
}

// appendMatch writes a match as JSON. The view is null while seats are free.
func appendMatch(b []byte, p *ui.Page, m *table.Snapshot) ([]byte, error) {
	head := matchHead{ID: m.ID, Game: m.Game, Seq: m.Seq, ToAct: m.ToAct.List(), Over: m.Stage == table.Over}
	if m.Seat != game.Watcher {
		head.Seat = &m.Seat
	}
	opening, err := encodeJSON(head)
	if err != nil {
		return nil, err
	}
	rest, err := encodeJSON(newMatchRest(p, m))
	if err != nil {
		return nil, err
	}
	b = append(b, opening[:len(opening)-1]...)
	b = append(b, `,"view":`...)
	if m.View == nil {
		b = append(b, "null"...)
	} else if b, err = appendMarshaler(b, m.View); err != nil {
		return nil, err
	}
	b = append(b, `,"actions":[`...)
	if m.View != nil && m.Stage == table.Playing && m.ToAct.Has(m.Seat) {
		for i, a := range m.View.Actions() {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendMarshaler(b, a); err != nil {
				return nil, err
			}
		}
	}
	b = append(b, `],"options":`...)
	if len(m.Options) == 0 {
		b = append(b, "null"...)
	}
	b = append(b, m.Options...)
	b = append(b, ',')
	return append(b, rest[1:]...), nil
}

// appendMarshaler writes what knows how to write itself as it stands.
func appendMarshaler(b []byte, v any) ([]byte, error) {
	var data []byte
	var err error
	if m, ok := v.(json.Marshaler); ok {
		data, err = m.MarshalJSON()
	} else {
		data, err = encodeJSON(v)
	}
	return append(b, data...), err
}

func newMatchRest(p *ui.Page, m *table.Snapshot) *matchRest {
	out := &matchRest{
		Stage: m.Stage, Rules: m.Rules,
		Players: m.Players, Result: m.Result, News: []newsJSON{},
		Commitment: m.Commitment, Stopwatch: m.Stopwatch,
		Paused: m.Paused, Proposal: m.Proposal, CanUndo: m.CanUndo, Away: m.Away, Silence: m.Silence,
	}
	if !m.Since.IsZero() {
		out.Since = &m.Since
	}
	if m.Stage == table.Playing || out.Stopwatch.Done == nil {
		out.Stopwatch.Done = []table.Stretch{}
	}
	if out.Result.Scores == nil {
		out.Result.Scores = []int{}
	}
	for _, n := range m.News[max(0, len(m.News)-latestNews):] {
		out.News = append(out.News, newsJSON{n.Entry, n.At, n.Seat, n.Text, p.Text(n.Text)})
	}
	return out
}

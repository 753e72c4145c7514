package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// createView is the form that makes a match, filled in as it was sent.
type createView struct {
	Game   game.Game
	Seats  []string // per seat: "me", "here", "human", "bot:greedy", "none"
	Bots   []string // the levels that a seat can be given
	Listed bool
	Fields []optionField
	Open   bool // show the options at once, because one of them was refused
	Error  string
	Field  string // which option was refused

	Brought [2]string // the robots of each seat that came along from the roster builder
	Set     setView
}

// way is a usual way to fill the seats, picked at once.
type way struct {
	Name  string
	Seats []string
}

// alone tells whether a game has one seat: somebody leads it and the others watch.
// There is nobody to choose for it, and no bot to put in that one's place.
func alone(g game.Game) bool { return g.Info().MaxSeats == 1 }

// company is how many the usual ways put at the table of a game that takes more
// than it needs; how many really come the seats below say.
const company = 4

// usualBot is who sits opposite where nobody chose.
func (v *createView) usualBot() string { return "bot:" + usualLevel(v.Bots) }

// usualLevel is, of levels from the weakest on, the first that knows what it does;
// it answers at once.
func usualLevel(levels []string) string { return levels[min(1, len(levels)-1)] }

// ways are those that a game has.
func (v *createView) ways() []way {
	people := func(n int, other string) []string {
		seats := []string{"me"}
		for i := 1; i < len(v.Seats); i++ {
			if i < n {
				seats = append(seats, other)
			} else {
				seats = append(seats, "none")
			}
		}
		return seats
	}
	least := v.Game.Info().MinSeats
	if len(v.Seats) < 2 {
		return nil
	}
	many := min(company, len(v.Seats))
	bot := ""
	if len(v.Bots) > 0 {
		bot = v.usualBot()
	}
	var list []way
	switch {
	case many <= least:
		list = []way{{"phones", people(least, "human")}, {"one", people(least, "here")}}
		if bot != "" {
			list = append(list, way{"bot", people(least, bot)})
		}
	default:
		if least < 2 {
			list = []way{{"alone", people(1, "none")}}
		} else if bot != "" {
			list = []way{{"bot", people(least, bot)}}
		}
		if bot != "" {
			list = append(list, way{"bots", people(many, bot)})
		}
		list = append(list, way{"friends", people(many, "human")}, way{"around", people(many, "here")})
	}
	return list
}

// query names a way in an address, beside all that the present one has brought.
func (w way) query(here string) string {
	u, err := url.Parse(here)
	if err != nil {
		u = &url.URL{}
	}
	q := u.Query()
	for i, kind := range w.Seats {
		q.Set("seat."+strconv.Itoa(i), kind)
	}
	return q.Encode()
}

// optionField is one option as a form field.
type optionField struct {
	game.Option
	Value string
}

// foremost tells whether an option stands before all others: what kind of table
// it is decides what everything else is about.
func (f *optionField) foremost() bool { return f.Name == "table" }

// optionText is how a form shows a value: whole numbers plainly, lists with
// commas, structures as JSON.
func optionText(o game.Option, v any) string {
	if unset(v) {
		return ""
	}
	switch o.Kind {
	case game.KindInts:
		data, _ := json.Marshal(v)
		return strings.ReplaceAll(strings.Trim(string(data), "[]"), ",", ", ")
	case game.KindJSON:
		data, _ := json.Marshal(v)
		return tidyJSON(data)
	case game.KindInt:
		data, _ := json.Marshal(v)
		return string(data)
	}
	s, _ := v.(string)
	return s
}

// unset tells whether a value, or its JSON, says nothing: an option without a
// default of its own is settled by the game, from how many play for instance.
func unset(v any) bool {
	data, ok := v.(json.RawMessage)
	if !ok {
		data, _ = json.Marshal(v)
	}
	text := strings.TrimSpace(string(data))
	return text == "null" || text == "[]"
}

// tidyJSON indents, but leaves what holds no further lists or objects on one
// line, for people to read and change.
func tidyJSON(data []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, data, "", "  ") != nil {
		return string(data)
	}
	lines := strings.Split(b.String(), "\n")
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); i++ {
		if n := leaf(lines[i:]); n > 0 {
			joined := lines[i]
			for j, l := range lines[i+1 : i+n] {
				if l = strings.TrimLeft(l, " "); j > 0 && j < n-2 {
					joined += " "
				}
				joined += l
			}
			out = append(out, joined)
			i += n - 1
			continue
		}
		out = append(out, lines[i])
	}
	return strings.Join(out, "\n")
}

// leaf is how many of these lines are one list or object without any inside, 0
// when the first of them opens none.
func leaf(lines []string) int {
	for i, l := range lines {
		opens := strings.HasSuffix(l, "{") || strings.HasSuffix(l, "[")
		closed := strings.Trim(l, " ,")
		switch {
		case i == 0 && !opens, i > 0 && opens:
			return 0
		case i > 0 && (closed == "}" || closed == "]"):
			return i + 1
		}
	}
	return 0
}

// wrong is why the option of a name will not do, "" when it is not the one that
// was refused.
func (v *createView) wrong(name string) string {
	if name == v.Field {
		return v.Error
	}
	return ""
}

// notJSON says where a text stops being JSON; nil when it is.
func notJSON(text string) *problem {
	var v any
	err := json.Unmarshal([]byte(text), &v)
	if err == nil {
		return nil
	}
	line := 1 + strings.Count(text, "\n")
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) && syntax.Offset <= int64(len(text)) {
		line = 1 + strings.Count(text[:syntax.Offset], "\n")
	}
	return refuse(http.StatusUnprocessableEntity, "bad_option", "web.error.bad_option_json", line)
}

// optionJSON reads a form field back. What is not of the option's kind is
// passed on as it is, for the game to refuse in its own words.
func optionJSON(o game.Option, text string) json.RawMessage {
	text = strings.TrimSpace(text)
	quoted, _ := json.Marshal(text)
	switch o.Kind {
	case game.KindInts:
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
		for i, p := range parts {
			if _, err := strconv.Atoi(p); err != nil {
				return quoted
			}
			parts[i] = strings.TrimPrefix(p, "+")
		}
		return json.RawMessage("[" + strings.Join(parts, ",") + "]")
	case game.KindInt:
		if text == "" && unset(o.Default) {
			return json.RawMessage("null")
		}
		if n, err := strconv.Atoi(text); err == nil {
			return json.RawMessage(strconv.Itoa(n))
		}
		return quoted
	case game.KindJSON:
		if json.Valid([]byte(text)) {
			return json.RawMessage(text)
		}
		return quoted
	}
	return quoted
}

func (s *Server) createView(g game.Game, form url.Values) createView {
	v := createView{Game: g, Listed: form.Get("listed") != ""}
	v.Set.Name = form.Get("set")
	v.Bots = s.levels(g.Info().Name)
	for i := range g.Info().MaxSeats {
		kind := form.Get("seat." + strconv.Itoa(i))
		if kind == "" {
			switch {
			case i == 0:
				kind = "me"
			case i < g.Info().MinSeats && len(v.Bots) > 0:
				kind = v.usualBot()
			case i < g.Info().MinSeats:
				kind = "human"
			default:
				kind = "none"
			}
		}
		v.Seats = append(v.Seats, kind)
	}
	for _, o := range g.Options() {
		if o.Kind == game.KindChoice && len(o.Choices) < 2 && form["opt."+o.Name] == nil {
			continue // nothing to choose
		}
		f := optionField{o, optionText(o, o.Default)}
		if sent, ok := form["opt."+o.Name]; ok && len(sent) > 0 {
			f.Value = sent[0]
		}
		v.Fields = append(v.Fields, f)
	}
	return v
}

// request turns the form into what the table is asked for; here lists the seats
// that are to be taken from the maker's own browser.
func (v *createView) request() (m table.NewMatch, here []game.Seat, err error) {
	m = table.NewMatch{Game: v.Game.Info().Name, Listed: v.Listed}
	for _, kind := range v.Seats {
		spec := table.SeatSpec{Kind: "human"}
		switch level, isBot := strings.CutPrefix(kind, "bot:"); {
		case kind == "none":
			continue
		case isBot:
			spec = table.SeatSpec{Kind: "bot", Level: level}
		case kind == "me", kind == "here":
			here = append(here, game.Seat(len(m.Seats)))
		case kind != "human":
			spec.Kind = kind // for the table to refuse
		}
		m.Seats = append(m.Seats, spec)
	}
	m.Options, err = v.options()
	return m, here, err
}

// options are those that were given another value than their own, as JSON.
func (v *createView) options() (json.RawMessage, error) {
	options := map[string]json.RawMessage{}
	for _, f := range v.Fields {
		if f.Kind == game.KindJSON {
			if p := notJSON(f.Value); p != nil {
				p.field = f.Name
				return nil, p
			}
		}
		raw := optionJSON(f.Option, f.Value)
		if !sameJSON(raw, f.Default) && !(unset(raw) && unset(f.Default)) {
			options[f.Name] = raw
		}
	}
	return encodeJSON(options)
}

// sameJSON tells whether raw says the same as v.
func sameJSON(raw json.RawMessage, v any) bool {
	data, err := json.Marshal(v)
	var a, b any
	return err == nil && json.Unmarshal(raw, &a) == nil && json.Unmarshal(data, &b) == nil && reflect.DeepEqual(a, b)
}

func (s *Server) newMatchPage(w http.ResponseWriter, r *http.Request) error {
	g, ok := s.game(r.PathValue("game"))
	if !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	form, err := s.withRuleSet(g, rosterPrefill(g, r.URL.Query()))
	v := s.createView(g, form)
	v.Brought = rosterNames(g, r.URL.Query())
	if err != nil {
		return s.createAgain(w, r, v, err)
	}
	page := s.page(r)
	if err := s.showRuleSet(page, &v, form.Get("options")); err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, createPage(page, v))
	return nil
}

// createdJSON answers a program that made a match.
type createdJSON struct {
	ID         string            `json:"id"`
	Commitment string            `json:"commitment"`
	Seats      []createdSeatJSON `json:"seats"`
	Watch      string            `json:"watch"`
}

type createdSeatJSON struct {
	Seat   game.Seat `json:"seat"`
	Kind   string    `json:"kind"`
	Level  string    `json:"level,omitempty"`
	Invite string    `json:"invite,omitempty"`
	Join   string    `json:"join,omitempty"`
}

func (s *Server) createMatch(w http.ResponseWriter, r *http.Request) error {
	if sendsJSON(r) {
		return s.createFromJSON(w, r)
	}
	if err := readForm(r); err != nil {
		return err
	}
	g, ok := s.game(r.PostForm.Get("game"))
	if !ok {
		return refuse(http.StatusUnprocessableEntity, "no_such_game", "web.error.no_such_game")
	}
	v := s.createView(g, r.PostForm)
	m, here, err := v.request()
	if err != nil {
		return s.createAgain(w, r, v, err)
	}
	made, err := s.cfg.Tables.Create(r.Context(), m)
	if err != nil {
		return s.createAgain(w, r, v, err)
	}
	left := map[game.Seat]string{}
	for _, seat := range made.Seats {
		if seat.Invite != "" {
			left[seat.Seat] = seat.Invite
		}
	}
	s.remember(w, r, made.ID, 0)
	s.keepInvitations(w, r, made.ID, left)
	s.answerCreated(w, r, made, here)
	return nil
}

// createAgain shows the form again as it was sent, with the sentence.
func (s *Server) createAgain(w http.ResponseWriter, r *http.Request, v createView, err error) error {
	p, ours := problemOf(err)
	if ours || wantsJSON(r) {
		return err
	}
	page := s.page(r)
	if r.Method != http.MethodGet {
		page.Here = "/new/" + v.Game.Info().Name
	}
	v.Error, v.Field, v.Open = page.Text(p.text), p.field, p.field != "" && p.field != "seats"
	s.render(w, r, p.status, createPage(page, v))
	return nil
}

func (s *Server) createFromJSON(w http.ResponseWriter, r *http.Request) error {
	var m table.NewMatch
	if err := readJSON(r, &m); err != nil {
		return err
	}
	made, err := s.cfg.Tables.Create(r.Context(), m)
	if err != nil {
		return err
	}
	s.answerCreated(w, r, made, nil)
	return nil
}

// answerCreated leads a person on to the seats that are to be taken from here:
// the house has published its fingerprint by then, and only then do people add
// their seeds.
func (s *Server) answerCreated(w http.ResponseWriter, r *http.Request, made table.Created, here []game.Seat) {
	path := "/matches/" + made.ID
	if !wantsJSON(r) {
		sit := ""
		for i, seat := range here {
			sit += []string{"?sit=", "-"}[min(i, 1)] + strconv.Itoa(int(seat))
		}
		http.Redirect(w, r, s.base+path+sit, http.StatusSeeOther)
		return
	}
	page := s.page(r)
	out := createdJSON{made.ID, made.Commitment, []createdSeatJSON{}, page.Absolute(path)}
	for _, seat := range made.Seats {
		j := createdSeatJSON{Seat: seat.Seat, Kind: seat.Kind, Level: seat.Level, Invite: seat.Invite}
		if seat.Invite != "" {
			j.Join = page.Absolute(joinPath(seat.Invite))
		}
		out.Seats = append(out.Seats, j)
	}
	w.Header().Set("Location", s.base+path)
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, r, http.StatusCreated, out)
}

func joinPath(invite string) string { return "/join/" + url.PathEscape(invite) }

func resumePath(link string) string { return "/resume/" + url.PathEscape(link) }

// gameText is a sentence that a game may have another one for: in one without
// secrets nobody is promised that they are kept.
func gameText(p *ui.Page, game, key string, args ...any) string {
	if own := key + "." + game; p.Knows(own) {
		key = own
	}
	return p.T(key, args...)
}

// gameName is what people call a game.
func gameName(p *ui.Page, name string) string { return p.T(name + ".name") }

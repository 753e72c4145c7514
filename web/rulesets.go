package web

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// A rule set is a game's options under a name: those that are not as the game
// comes. It travels as a link of the page that makes a match, as a file, and
// stays on the device that wants it; the house keeps none.

// maxRuleLink bounds the query of such a link; a file may hold more.
const maxRuleLink = 8 << 10

// maxSetName is how long a rule set's name may be.
const maxSetName = 40

// ruleSet is the file, and what programs get.
type ruleSet struct {
	Game    string          `json:"game"`
	Rules   string          `json:"rules"` // of which version; to be read by people
	Name    string          `json:"name"`
	Options json.RawMessage `json:"options"`
	Link    string          `json:"link,omitempty"` // where it is filled in; absent when it is too long for one
}

// setView is the rule set of the page that makes a match.
type setView struct {
	Name   string
	Loaded bool       // it came with the address or a file
	Lines  []ruleLine // what it changes
	Link   string     // "" when it is too long for one
	File   string     // the path where it is saved
	Error  string     // why the file will not do
}

// ruleLine is an option that is not as the game comes, in words.
type ruleLine struct {
	Name, Value, Usual string
	Rule               string // the rule that has it
	Long               string // the value in full where Value only sums it up
}

// rulesInForce are those of a match.
func (s *Server) rulesInForce(p *ui.Page, m *table.Snapshot) []ruleLine {
	g, ok := s.game(m.Game)
	if !ok {
		return nil
	}
	return ruleLinesOf(p, g, usualOptions(g, len(m.Players), m.Options), m.Options)
}

// usualOptions are a game's options with their defaults as so many play it: what
// has no default of its own has the one that the game settles on, the other
// options being as given.
func usualOptions(g game.Game, seats int, options json.RawMessage) []game.Option {
	list := slices.Clone(g.Options())
	var given map[string]json.RawMessage
	if json.Unmarshal(options, &given) == nil {
		for _, o := range list {
			if unset(o.Default) {
				delete(given, o.Name)
			}
		}
	}
	raw, err := encodeJSON(given)
	if err != nil {
		return list
	}
	cfg, err := g.Configure(raw, seats)
	if err != nil {
		return list
	}
	var settled map[string]any
	if json.Unmarshal(cfg.Options(), &settled) != nil {
		return list
	}
	for i := range list {
		if v, ok := settled[list[i].Name]; ok && unset(list[i].Default) {
			list[i].Default = v
		}
	}
	return list
}

// ruleLinesOf says in what options differ from the usual ones.
func ruleLinesOf(p *ui.Page, g game.Game, usual []game.Option, options json.RawMessage) (list []ruleLine) {
	var set map[string]json.RawMessage
	if json.Unmarshal(options, &set) != nil {
		return nil
	}
	for _, o := range usual {
		raw, there := set[o.Name]
		if !there || sameJSON(raw, o.Default) || unset(raw) && unset(o.Default) {
			continue
		}
		var value any
		if json.Unmarshal(raw, &value) != nil {
			continue
		}
		line := ruleLine{Name: p.T(g.Info().Name + ".option." + o.Name), Rule: o.Rule}
		switch o.Kind {
		case game.KindJSON:
			line.Long = optionText(o, value)
			if line.Value = namesIn(p, raw); line.Value == "" {
				line.Value = p.T("web.set.own")
			}
		case game.KindChoice:
			usual, _ := o.Default.(string)
			line.Value, line.Usual = choiceText(p, g.Info().Name, o.Name, optionText(o, value)), choiceText(p, g.Info().Name, o.Name, usual)
		default:
			line.Value, line.Usual = optionText(o, value), optionText(o, o.Default)
		}
		list = append(list, line)
	}
	return list
}

// namesIn sums up a structure that gives each seat a list of things with names;
// "" for any other.
func namesIn(p *ui.Page, raw json.RawMessage) string {
	var sides [][]struct{ Name string }
	if json.Unmarshal(raw, &sides) != nil || len(sides) == 0 {
		return ""
	}
	var parts []string
	for seat, side := range sides {
		var names []string
		for _, one := range side {
			if one.Name == "" {
				return ""
			}
			names = append(names, one.Name)
		}
		if len(names) > 0 {
			parts = append(parts, p.T("web.rosters.brought", p.T("web.seat", seat+1), strings.Join(names, ", ")))
		}
	}
	return strings.Join(parts, " ")
}

// check refuses a rule set that the game cannot be played by, in the game's words.
func (set *ruleSet) check(g game.Game) error {
	if set.Game != "" && set.Game != g.Info().Name {
		return refuse(http.StatusUnprocessableEntity, "other_game", "web.error.set_other_game", shorten(set.Game))
	}
	if set.Name = setName(set.Name); set.Name == "" {
		set.Name = g.Info().Name
	}
	if len(bytes.TrimSpace(set.Options)) == 0 {
		set.Options = json.RawMessage("{}")
	}
	if _, err := g.Configure(set.Options, g.Info().MinSeats); err != nil {
		return err
	}
	var b bytes.Buffer
	if json.Compact(&b, set.Options) == nil {
		set.Options = b.Bytes()
	}
	set.Game, set.Rules = g.Info().Name, g.Info().Rules
	return nil
}

// setName keeps of a name what can be shown.
func setName(name string) string {
	name = strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, name)), " ")
	return shorten(name)
}

func shorten(text string) string {
	if runes := []rune(text); len(runes) > maxSetName {
		return string(runes[:maxSetName])
	}
	return text
}

// query is how a link names it, "" when that would be too long.
func (set *ruleSet) query() string {
	q := url.Values{"options": {string(set.Options)}, "set": {set.Name}}.Encode()
	if len(q) > maxRuleLink {
		return ""
	}
	return q
}

func newMatchPath(g game.Game) string { return "/new/" + g.Info().Name }

// withRuleSet fills the fields of a form with the rule set that a link names.
func (s *Server) withRuleSet(g game.Game, q url.Values) (url.Values, error) {
	raw := q.Get("options")
	if raw == "" {
		return q, nil
	}
	if len(raw) > maxRuleLink {
		return q, refuse(http.StatusRequestURITooLong, "too_large", "web.error.too_large", maxRuleLink>>10)
	}
	fillRuleSet(g, json.RawMessage(raw), q)
	set := ruleSet{Name: q.Get("set"), Options: json.RawMessage(raw)}
	return q, set.check(g)
}

// fillRuleSet writes options into the fields that the form has for them.
func fillRuleSet(g game.Game, options json.RawMessage, form url.Values) {
	var set map[string]json.RawMessage
	if json.Unmarshal(options, &set) != nil {
		return
	}
	for _, o := range g.Options() {
		var value any
		if raw, there := set[o.Name]; there && json.Unmarshal(raw, &value) == nil {
			text, isText := value.(string) // of another kind: shown as it came, to be mended
			if !isText {
				text = optionText(o, value)
			}
			if !isText && text == "" && !unset(raw) {
				text = strings.TrimSpace(string(raw))
			}
			form.Set("opt."+o.Name, text)
		}
	}
}

// showRuleSet puts a rule set that is in order on the page that makes a match.
func (s *Server) showRuleSet(p *ui.Page, v *createView, options string) error {
	if options == "" {
		return nil
	}
	set := ruleSet{Name: v.Set.Name, Options: json.RawMessage(options)}
	if err := set.check(v.Game); err != nil {
		return err
	}
	v.Set = setView{Name: set.Name, Loaded: true, Lines: ruleLinesOf(p, v.Game, v.Game.Options(), set.Options)}
	if q := set.query(); q != "" {
		v.Set.Link = p.Absolute(newMatchPath(v.Game) + "?" + q)
		v.Set.File = newMatchPath(v.Game) + "/rules?" + q
	}
	return nil
}

// ruleSetFile is a rule set as a file.
func (s *Server) ruleSetFile(w http.ResponseWriter, r *http.Request) error {
	g, ok := s.game(r.PathValue("game"))
	if !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	q := r.URL.Query()
	return s.sendRuleSet(w, r, g, ruleSet{Name: q.Get("set"), Options: json.RawMessage(q.Get("options"))})
}

func (s *Server) sendRuleSet(w http.ResponseWriter, r *http.Request, g game.Game, set ruleSet) error {
	if err := set.check(g); err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": setFileName(g, set.Name)}))
	w.Header().Set("Cache-Control", "no-store")
	writeBody(w, r, http.StatusOK, "application/json; charset=utf-8", indented(set))
	return nil
}

// setFileName is made of the rule set's name, in letters that every disk takes.
func setFileName(g game.Game, name string) string {
	word := strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		case unicode.IsLetter(c):
			return -1
		}
		return '-'
	}, strings.ToLower(name)), "-")
	if word == "" || word == g.Info().Name {
		return g.Info().Name + "-rules.json"
	}
	return g.Info().Name + "-rules-" + word + ".json"
}

// ruleSet makes a rule set out of the form that makes a match: as a file, as a
// link, or as JSON for the script that keeps it on the device. A form with a
// file loads one.
func (s *Server) ruleSet(w http.ResponseWriter, r *http.Request) error {
	g, ok := s.game(r.PathValue("game"))
	if !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		return s.loadRuleSet(w, r, g)
	}
	if sendsJSON(r) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		set, err := readRuleSet(data)
		if err == nil {
			err = set.check(g)
		}
		if err != nil {
			return err
		}
		return s.answerRuleSet(w, r, g, set)
	}
	if err := readForm(r); err != nil {
		return err
	}
	v := s.createView(g, r.PostForm)
	options, err := v.options()
	set := ruleSet{Name: v.Set.Name, Options: options}
	if err == nil {
		err = set.check(g)
	}
	if err != nil {
		return s.createAgain(w, r, v, err)
	}
	if r.PostForm.Get("do") == "file" {
		return s.sendRuleSet(w, r, g, set)
	}
	return s.answerRuleSet(w, r, g, set)
}

// answerRuleSet tells a program, or leads to the page where it is filled in.
func (s *Server) answerRuleSet(w http.ResponseWriter, r *http.Request, g game.Game, set ruleSet) error {
	q := set.query()
	page := s.page(r)
	if wantsJSON(r) {
		if q != "" {
			set.Link = page.Absolute(newMatchPath(g) + "?" + q)
		}
		writeJSON(w, r, http.StatusOK, set)
		return nil
	}
	if q != "" {
		http.Redirect(w, r, s.base+newMatchPath(g)+"?"+q+"#rules", http.StatusSeeOther)
		return nil
	}
	form := url.Values{"set": {set.Name}}
	fillRuleSet(g, set.Options, form)
	v := s.createView(g, form)
	page.Here = newMatchPath(g)
	if err := s.showRuleSet(page, &v, string(set.Options)); err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, createPage(page, v))
	return nil
}

// readRuleSet reads a file, whatever else it says.
func readRuleSet(data []byte) (set ruleSet, err error) {
	if json.Unmarshal(data, &set) != nil || len(set.Options) == 0 {
		return set, refuse(http.StatusUnprocessableEntity, "bad_json", "web.error.set_file")
	}
	return set, nil
}

func (s *Server) loadRuleSet(w http.ResponseWriter, r *http.Request, g game.Game) error {
	data, err := readUpload(r)
	if err != nil {
		return err
	}
	set, err := readRuleSet(data)
	if err == nil {
		err = set.check(g)
	}
	if err == nil {
		return s.answerRuleSet(w, r, g, set)
	}
	p, ours := problemOf(err)
	if ours || wantsJSON(r) {
		return err
	}
	form := url.Values{"set": {set.Name}}
	fillRuleSet(g, set.Options, form)
	v := s.createView(g, form)
	page := s.page(r)
	page.Here = newMatchPath(g)
	v.Set.Error = page.Text(p.text)
	if v.Field = p.field; v.Field != "" {
		v.Error = v.Set.Error
	}
	v.Open = true
	s.render(w, r, p.status, createPage(page, v))
	return nil
}

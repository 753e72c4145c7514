package web

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/klang"
	"banco/web/ui"
)

// The roster builder: Klang's robots put together before a match. Nothing is
// kept here; a roster is the address of its page.

const rostersPath = "/klang/rosters"

// rostersView is the builder as a link has it.
type rostersView struct {
	Pair   rosterPair
	Fresh  bool // nobody has put anything together yet
	Robots []robotView
	Wrong  bool   // somewhere beside a field stands why
	Fault  *fault // what is wrong with the roster as a whole

	Theirs      []robotView
	TheirsFault *fault

	Closes game.Seat // who closes the rounds, game.Watcher when they take turns (K06)
	Stuff  [2]int

	Link      string // a link that was pasted for the other side and is none
	LinkFault *fault
	FileFault *fault
}

func (v *rostersView) good() bool { return !v.Wrong && v.Fault == nil }

// ready tells whether a table can be opened with it.
func (v *rostersView) ready() bool { return v.good() && v.TheirsFault == nil }

// closesWord is who closes the rounds, as the catalogues call it.
func (v *rostersView) closesWord() string {
	switch v.Closes {
	case 0:
		return "mine"
	case 1:
		return "theirs"
	}
	return "turns"
}

func (v *rostersView) query() string { return v.Pair.query() }

// kept are the fields of a form that keep what it does not change.
func (v *rostersView) kept() (fields [][2]string) {
	for i, d := range []draft{v.Pair.Mine, v.Pair.Theirs} {
		for j := range d {
			fields = append(fields, [2]string{"rv"[i : i+1], d[j].code()})
		}
	}
	return fields
}

func newRostersView(page *ui.Page, pair rosterPair) *rostersView {
	talk := rosterTalk{page}
	v := &rostersView{Pair: pair}
	v.Robots, v.Wrong = talk.look(pair.Mine)
	if _, err := pair.Mine.check(); err != nil && !v.Wrong {
		v.Fault = talk.fault(err)
	}
	theirs := pair.theirs()
	v.Theirs, _ = talk.look(theirs)
	if _, err := theirs.check(); err != nil {
		v.TheirsFault = talk.fault(err)
	}
	mine, other := specs(v.Robots), specs(v.Theirs)
	v.Stuff = [2]int{mine.Stuff(), other.Stuff()}
	v.Closes = klang.Lighter(mine, other)
	return v
}

func specs(list []robotView) (r klang.Roster) {
	for i := range list {
		r = append(r, list[i].Spec)
	}
	return r
}

// rosterDice is what the robots roll together in a round, while they are whole.
func rosterDice(r klang.Roster) (n int) {
	for i := range r {
		n += r[i].Dice()
	}
	return n
}

// rosterQuery reads the query of an address, within bounds.
func (s *Server) rosterQuery(r *http.Request) (url.Values, error) {
	if _, ok := s.game("klang"); !ok {
		return nil, refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	if len(r.URL.RawQuery) > maxRosterLink {
		return nil, refuse(http.StatusRequestURITooLong, "too_large", "web.error.too_large", maxRosterLink>>10)
	}
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	return q, nil
}

// rosterJSON is a roster as programs get to know it.
type rosterJSON struct {
	Roster klang.Roster `json:"roster"`
	Dice   []int        `json:"dice"`  // of each robot while it is whole (K07)
	Stuff  int          `json:"stuff"` // robots and parts (K06)
	Link   string       `json:"link"`
}

func newRosterJSON(p *ui.Page, roster klang.Roster) rosterJSON {
	pair := rosterPair{Mine: draftOf(roster)}
	j := rosterJSON{roster, []int{}, roster.Stuff(), p.Absolute(rostersPath + "?" + pair.query())}
	for i := range roster {
		j.Dice = append(j.Dice, roster[i].Dice())
	}
	return j
}

// rosters is the builder. What its form sends becomes a link at once, so that
// the address is the roster and nothing else: neither a reload nor a friend
// adds a robot again.
func (s *Server) rosters(w http.ResponseWriter, r *http.Request) error {
	q, err := s.rosterQuery(r)
	if err != nil {
		return err
	}
	pair, err := readPair(q)
	if err != nil {
		return err
	}
	page := s.page(r)
	if mine := readRosterForm(q); mine != nil {
		pair.Mine = mine
		anchor, linkFault := pair.change(page, q)
		if linkFault != nil {
			v := newRostersView(page, pair)
			v.Link, v.LinkFault = q.Get("link"), linkFault
			page.Here = rostersPath + "?" + pair.query()
			s.render(w, r, http.StatusUnprocessableEntity, rostersPage(page, v))
			return nil
		}
		http.Redirect(w, r, s.base+rostersPath+"?"+pair.query()+anchor, http.StatusSeeOther)
		return nil
	}
	if wantsJSON(r) {
		roster, err := pair.Mine.check()
		if err != nil {
			return err
		}
		writeJSON(w, r, http.StatusOK, newRosterJSON(page, roster))
		return nil
	}
	v := newRostersView(page, pair)
	v.Fresh = !q.Has("r")
	s.render(w, r, http.StatusOK, rostersPage(page, v))
	return nil
}

// slotFields are the names of the form's fields, followed by the robot's number.
var slotFields = [klang.NumSlots]string{"torso.", "right.", "left.", "head.", "back."}

// readRosterForm reads the robots that the builder's form sends; nil when the
// query does not come from it.
func readRosterForm(q url.Values) (d draft) {
	for i := range maxDraft {
		n := strconv.Itoa(i)
		if !q.Has("name." + n) {
			break
		}
		r := robotDraft{Name: strings.TrimSpace(q.Get("name." + n)), Frame: q.Get("frame." + n)}
		for slot, f := range slotFields {
			r.Slots[slot] = q.Get(f + n)
		}
		r.settle()
		d = append(d, r)
	}
	return d
}

// change does what a button of the form asks for, and says where on the page
// it shows.
func (p *rosterPair) change(page *ui.Page, q url.Values) (anchor string, wrong *fault) {
	todo, number, _ := strings.Cut(q.Get("do"), ".")
	i, err := strconv.Atoi(number)
	here := err == nil && i >= 0 && i < len(p.Mine)
	switch {
	case todo == "add" && len(p.Mine) < maxDraft:
		p.Mine = p.Mine.added()
		anchor = "#robot-" + itoa(len(p.Mine)-1)
	case todo == "copy" && here && len(p.Mine) < maxDraft:
		p.Mine = p.Mine.copied(i)
		anchor = "#robot-" + itoa(i+1)
	case todo == "remove" && here && len(p.Mine) > 1:
		p.Mine = p.Mine.removed(i)
		anchor = "#robot-" + itoa(min(i, len(p.Mine)-1))
	case todo == "swap":
		p.Mine, p.Theirs = p.theirs(), p.Mine
		anchor = "#robots"
	}
	switch against := q.Get("against"); against {
	case "", "keep":
	case "usual":
		p.Theirs = nil
	default:
		for _, sample := range rosterSamples {
			if sample.ID == against {
				p.Theirs = sample.Roster
			}
		}
	}
	if link := strings.TrimSpace(q.Get("link")); link != "" {
		theirs, ok := readRosterLink(link)
		if !ok {
			return "", &fault{page.T("web.rosters.link_wrong"), "K05"}
		}
		p.Theirs, anchor = theirs, "#others"
	}
	return anchor, nil
}

// readRosterLink is the roster that somebody's link names, whatever house it
// leads to.
func readRosterLink(link string) (draft, bool) {
	u, err := url.Parse(link)
	if err != nil || len(u.RawQuery) > maxRosterLink {
		return nil, false
	}
	d := readCodes(u.Query()["r"])
	if _, err := d.check(); err != nil {
		return nil, false
	}
	return d, true
}

// rosterSheet is the roster on paper.
func (s *Server) rosterSheet(w http.ResponseWriter, r *http.Request) error {
	q, err := s.rosterQuery(r)
	if err != nil {
		return err
	}
	pair, err := readPair(q)
	if err == nil {
		_, err = pair.Mine.check()
	}
	if err != nil {
		return err
	}
	page := s.page(r)
	s.render(w, r, http.StatusOK, rosterSheetPage(page, newRostersView(page, rosterPair{Mine: pair.Mine})))
	return nil
}

// rosterFile is the roster as a file: the very JSON that the option "rosters"
// takes for one side.
func (s *Server) rosterFile(w http.ResponseWriter, r *http.Request) error {
	q, err := s.rosterQuery(r)
	if err != nil {
		return err
	}
	pair, err := readPair(q)
	if err != nil {
		return err
	}
	roster, err := pair.Mine.check()
	if err != nil {
		return err
	}
	name := mime.FormatMediaType("attachment", map[string]string{"filename": rosterFileName(roster)})
	w.Header().Set("Content-Disposition", name)
	writeBody(w, r, http.StatusOK, "application/json; charset=utf-8", indented(roster))
	return nil
}

func indented(v any) []byte {
	var b bytes.Buffer
	data := rawJSON(v)
	if json.Indent(&b, data, "", "  ") != nil {
		return data
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// rosterFileName is made of the robots' names, in letters that every disk takes.
func rosterFileName(roster klang.Roster) string {
	const long = 60
	name := "klang"
	for i := range roster {
		word := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
				return c
			}
			return -1
		}, strings.ToLower(roster[i].Name))
		if word != "" && len(name)+len(word) < long {
			name += "-" + word
		}
	}
	return name + ".json"
}

// loadRoster reads a roster out of a file, and leads to its link.
func (s *Server) loadRoster(w http.ResponseWriter, r *http.Request) error {
	if _, ok := s.game("klang"); !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	page := s.page(r)
	if sendsJSON(r) {
		data, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		roster, err := klang.CheckRoster(data)
		if err != nil {
			return err
		}
		writeJSON(w, r, http.StatusOK, newRosterJSON(page, roster))
		return nil
	}
	data, err := readUpload(r)
	if err != nil {
		return err
	}
	pair, err := readPair(r.PostForm)
	if err != nil {
		return err
	}
	roster, err := klang.CheckRoster(data)
	if err != nil {
		if wantsJSON(r) {
			return err
		}
		v := newRostersView(page, pair)
		talk := rosterTalk{page}
		if v.FileFault = talk.fault(err); len(bytes.TrimSpace(data)) == 0 || !json.Valid(data) {
			v.FileFault = &fault{page.T("web.rosters.file_wrong"), "K05"}
		}
		page.Here = rostersPath + "?" + pair.query()
		s.render(w, r, http.StatusUnprocessableEntity, rostersPage(page, v))
		return nil
	}
	anchor := "#robots"
	if r.PostForm.Get("side") == "theirs" {
		pair.Theirs, anchor = draftOf(roster), "#others"
	} else {
		pair.Mine = draftOf(roster)
	}
	http.Redirect(w, r, s.base+rostersPath+"?"+pair.query()+anchor, http.StatusSeeOther)
	return nil
}

// readUpload reads a form that holds a file; the body is bounded already.
func readUpload(r *http.Request) ([]byte, error) {
	if err := r.ParseMultipartForm(maxBody); err != nil {
		if p, ours := problemOf(err); !ours {
			return nil, p
		}
		return nil, refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	defer r.MultipartForm.RemoveAll()
	f, _, err := r.FormFile("file")
	if err != nil {
		return nil, nil // no file was chosen: as good as an empty one
	}
	defer f.Close()
	return io.ReadAll(f)
}

// rosterPrefill is a query of the create page with the rosters that a link of
// the builder names as the option that the page has a field for.
func rosterPrefill(g game.Game, q url.Values) url.Values {
	if g.Info().Name != "klang" || !q.Has("r") {
		return q
	}
	pair, err := readPair(q)
	if err != nil {
		return q
	}
	q.Set("opt.rosters", strings.TrimSpace(string(indented([]json.RawMessage{pair.Mine.raw(), pair.theirs().raw()}))))
	return q
}

// rosterNames are the sides whom a link of the builder brings to a new table.
func rosterNames(g game.Game, q url.Values) (sides [2]string) {
	pair, err := readPair(q)
	if err != nil || g.Info().Name != "klang" || !q.Has("r") {
		return sides
	}
	for i, d := range []draft{pair.Mine, pair.theirs()} {
		names := []string{}
		for _, r := range d {
			names = append(names, r.Name)
		}
		sides[i] = strings.Join(names, ", ")
	}
	return sides
}

package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// joinView is the page that takes a seat by invitation.
type joinView struct {
	Match  *table.Snapshot
	Seat   game.Seat
	Invite string
	Used   bool
	Name   string
	Seed   string
	Error  string
	Beside string // who sits at this table from the same browser already; "" for nobody
	Rules  []ruleLine
}

// joinPage shows what an invitation is for. It changes nothing: messengers
// fetch links to preview them.
func (s *Server) joinPage(w http.ResponseWriter, r *http.Request) error {
	v, err := s.joinView(r, r.PathValue("invite"))
	if err != nil {
		return err
	}
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, map[string]any{"match": v.Match.ID, "game": v.Match.Game, "seat": v.Seat, "used": v.Used, "commitment": v.Match.Commitment})
		return nil
	}
	page := s.page(r)
	v.Name = nameHere(r)
	for _, m := range mineOf(r) { // the seat's own cookie does not come along here
		if m.match == v.Match.ID && m.seats != 0 && !v.Used {
			v.Beside = (&ui.Match{Snapshot: v.Match}).Name(page, m.seats.First())
		}
	}
	if v.Beside == v.Name {
		v.Name = ""
	}
	s.render(w, r, http.StatusOK, joinPage(page, v))
	return nil
}

func (s *Server) joinView(r *http.Request, invite string) (joinView, error) {
	match, seat, used, err := s.cfg.Tables.Invitation(r.Context(), invite)
	if err != nil {
		return joinView{}, err
	}
	snap, err := s.cfg.Tables.Look(r.Context(), match, "")
	if err != nil {
		return joinView{}, err
	}
	v := joinView{Match: snap, Seat: seat, Invite: invite, Used: used, Seed: newSeed()}
	v.Rules = s.rulesInForce(s.page(r), snap)
	return v, nil
}

// seatOf reads the number of a seat from the address.
func seatOf(r *http.Request) (game.Seat, error) {
	n, err := strconv.Atoi(r.PathValue("n"))
	if err != nil || n < 0 || n >= maxSeats {
		return game.Watcher, refuse(http.StatusNotFound, "no_such_seat", "web.error.no_such_seat")
	}
	return game.Seat(n), nil
}

// takeSeat sits somebody down: by the invitation as bearer or in the form, by
// the maker's own cookie, or without any where the match is open to all.
func (s *Server) takeSeat(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	seat, err := seatOf(r)
	if err != nil {
		return err
	}
	var body struct {
		Name       string `json:"name"`
		ClientSeed string `json:"client_seed"`
	}
	invite := bearerOf(r)
	left := invitations(r, id)
	if sendsJSON(r) {
		if err := readJSON(r, &body); err != nil {
			return err
		}
	} else {
		if err := readForm(r); err != nil {
			return err
		}
		body.Name, body.ClientSeed = r.PostForm.Get("name"), r.PostForm.Get("client_seed")
		if invite == "" {
			invite = r.PostForm.Get("invite")
		}
		if invite == "" {
			invite = left[seat]
		}
		body.Name = s.nickname(r, body.Name)
	}
	if body.ClientSeed == "" {
		body.ClientSeed = newSeed()
	}
	var tok string
	if invite == "" {
		seat, tok, err = s.cfg.Tables.TakeListed(r.Context(), id, seat, body.Name, body.ClientSeed)
	} else {
		tok, err = s.cfg.Tables.Take(r.Context(), id, seat, invite, body.Name, body.ClientSeed)
	}
	if err != nil {
		return s.takeAgain(w, r, id, err)
	}
	s.sit(w, r, id, seat, tok)
	if !sendsJSON(r) {
		s.keepName(w, r, r.PostForm.Get("name"))
	}
	if left[seat] != "" {
		delete(left, seat)
		s.keepInvitations(w, r, id, left)
	}
	if wantsJSON(r) {
		w.Header().Set("Cache-Control", "no-store")
		writeJSON(w, r, http.StatusOK, map[string]string{"token": tok})
		return nil
	}
	http.Redirect(w, r, s.base+"/matches/"+id, http.StatusSeeOther)
	return nil
}

// nickname is what somebody typed, or what the page calls who typed nothing.
func (s *Server) nickname(r *http.Request, name string) string {
	if strings.TrimSpace(name) == "" {
		return s.page(r).T("web.name.default")
	}
	return name
}

// takeAgain shows the page from which somebody tried to sit down, with the
// sentence and all that was typed.
func (s *Server) takeAgain(w http.ResponseWriter, r *http.Request, id string, err error) error {
	p, ours := problemOf(err)
	if ours || wantsJSON(r) || p.status == http.StatusNotFound {
		return err
	}
	page := s.page(r)
	if invite := r.PostForm.Get("invite"); invite != "" {
		v, again := s.joinView(r, invite)
		if again != nil {
			return err
		}
		page.Here = joinPath(invite)
		v.Name, v.Seed, v.Error = r.PostForm.Get("name"), r.PostForm.Get("client_seed"), page.Text(p.text)
		s.render(w, r, p.status, joinPage(page, v))
		return nil
	}
	snap, _, again := s.look(w, r, id)
	if again != nil {
		return err
	}
	s.renderMatch(w, r, p.status, snap, r.PostForm, page.Text(p.text))
	return nil
}

// linkView is the page that shows a seat's owner the way to another device.
type linkView struct {
	Match string
	Link  string
}

// seatLink makes a one-time link with which the seat's owner goes on elsewhere.
func (s *Server) seatLink(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	seat, err := seatOf(r)
	if err != nil {
		return err
	}
	tok, _ := token(r, id)
	if err := s.mayAct(r, id, tok); err != nil {
		return err
	}
	link, err := s.cfg.Tables.Link(r.Context(), id, seat, tok)
	if err != nil {
		return err
	}
	page := s.page(r)
	address := page.Absolute(resumePath(link))
	w.Header().Set("Cache-Control", "no-store")
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, map[string]string{"link": address})
		return nil
	}
	page.Here = "/matches/" + id
	s.render(w, r, http.StatusOK, linkPage(page, linkView{id, address}))
	return nil
}

// resumePage asks before it uses the link up: messengers fetch links too.
func (s *Server) resumePage(w http.ResponseWriter, r *http.Request) error {
	if wantsJSON(r) {
		return refuse(http.StatusMethodNotAllowed, "post_it", "web.error.post_it")
	}
	s.render(w, r, http.StatusOK, resumePage(s.page(r), r.PathValue("link")))
	return nil
}

func (s *Server) resume(w http.ResponseWriter, r *http.Request) error {
	match, seat, tok, err := s.cfg.Tables.Resume(r.Context(), r.PathValue("link"))
	if err != nil {
		return err
	}
	s.sit(w, r, match, seat, tok)
	if wantsJSON(r) {
		w.Header().Set("Cache-Control", "no-store")
		writeJSON(w, r, http.StatusOK, map[string]any{"match": match, "seat": seat, "token": tok})
		return nil
	}
	http.Redirect(w, r, s.base+"/matches/"+match, http.StatusSeeOther)
	return nil
}

// chair is a seat as the waiting page shows it.
type chair struct {
	table.Player
	Join string // the invitation's address, for the maker while the seat is free
	Sit  bool   // the viewer may take it
	Here bool   // the viewer is about to: the form stands open, and nobody is to be invited
	Mine bool
	Name string // to fill the form in with
}

// waitingView is the match page while seats are free.
type waitingView struct {
	Chairs []chair
	Both   []chair // those that may be taken at once, by people who share this browser
	Here   bool    // and they are about to
	Rules  []ruleLine
}

// listed are the seats that the page lists: not those that one form takes together.
// Where all that is left to do is to invite, the invitations come first.
func (v *waitingView) listed() (list []chair) {
	for _, c := range v.Chairs {
		if !v.Here || !c.Here {
			list = append(list, c)
		}
	}
	if v.invites() {
		slices.SortStableFunc(list, func(a, b chair) int {
			switch {
			case a.Join != "" && b.Join == "":
				return -1
			case a.Join == "" && b.Join != "":
				return 1
			}
			return 0
		})
	}
	return list
}

// invites tells whether the viewer has nothing to do but to send the others their
// invitations.
func (v *waitingView) invites() bool { return !canSit(v.Chairs) && !v.Here && countJoins(v.Chairs) > 0 }

// waitingView is who sits where, and what the viewer can do about it.
func (s *Server) waitingView(r *http.Request, p *ui.Page, m *ui.Match) waitingView {
	left := invitations(r, m.ID)
	mine := s.ownedBefore(r, m.ID).seats()
	about := seatsIn(m.Pick.Get("sit"))
	name := nameHere(r)
	v := waitingView{Rules: s.rulesInForce(p, m.Snapshot)}
	for _, pl := range m.Players {
		c := chair{Player: pl, Mine: mine.Has(pl.Seat)}
		if !pl.Taken {
			invite := left[pl.Seat]
			c.Sit = mine == 0 && (invite != "" || m.Listed)
			c.Here = c.Sit && about.Has(pl.Seat)
			if invite != "" && !c.Here {
				c.Join = p.Absolute(joinPath(invite))
			}
			if invite != "" && c.Sit {
				v.Both = append(v.Both, c)
			}
			c.Name = name
		}
		v.Chairs = append(v.Chairs, c)
	}
	if len(v.Both) < 2 {
		v.Both = nil
	}
	v.Here = len(v.Both) > 0 && about.Len() > 1
	for i := range v.Both {
		n := itoa(int(v.Both[i].Seat))
		if v.Both[i].Name = m.Pick.Get("name." + n); i == 0 && !m.Pick.Has("name."+n) {
			v.Both[i].Name = name
		}
	}
	if v.Here { // one form for all of them instead of one each; friends get their links
		v.Both = slices.DeleteFunc(v.Both, func(c chair) bool { return !c.Here })
		for i := range v.Chairs {
			if v.Chairs[i].Here {
				v.Chairs[i].Sit = false
			}
		}
	}
	return v
}

// seatsIn reads seats as an address names them: "0" or "0-1".
func seatsIn(text string) (set game.Seats) {
	for n := range strings.SplitSeq(text, "-") {
		if seat, err := strconv.Atoi(n); err == nil && seat >= 0 && seat < maxSeats {
			set |= game.Only(game.Seat(seat))
		}
	}
	return set
}

package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// Somebody has to go, and a bot plays on at the seat. What this browser keeps of
// a seat is put right here once that has happened.

// takeoverSent is a takeover as a program sends it: without a seat it would be
// the first one's.
type takeoverSent struct {
	Seat  *game.Seat `json:"seat"`
	Level string     `json:"level"`
}

func (t *takeoverSent) proposed() (*table.Takeover, bool) {
	switch {
	case t == nil:
		return nil, true
	case t.Seat == nil:
		return nil, false
	}
	return &table.Takeover{Seat: *t.Seat, Level: t.Level}, true
}

// takeoverField reads one from a form; nil where it asks for something else.
func takeoverField(form url.Values) (*table.Takeover, bool) {
	n := form.Get("bot")
	if n == "" {
		return nil, true
	}
	seat, err := strconv.ParseInt(n, 10, 8)
	if err != nil {
		return nil, false
	}
	return &table.Takeover{Seat: game.Seat(seat), Level: form.Get("level")}, true
}

// levels are the bots that can play on in a game, weakest first.
func (s *Server) levels(game string) []string {
	if g, ok := s.game(game); s.cfg.Bots == nil || ok && alone(g) {
		return nil
	}
	return s.cfg.Bots(game)
}

// otherPeople are those at the table besides the viewer.
func otherPeople(m *ui.Match) (list []game.Seat) {
	for _, pl := range m.Players {
		if pl.Kind == "human" && pl.Seat != m.Seat {
			list = append(list, pl.Seat)
		}
	}
	return list
}

// people are those of a phone's seats that bots have not taken over.
func (h *hands) people(m *table.Snapshot) (set game.Seats) {
	for seat := range h.tokens {
		if int(seat) < len(m.Players) && m.Players[seat].Kind == "human" {
			set |= game.Only(seat)
		}
	}
	return set
}

// leave forgets the seats of a phone at which bots play now: it is passed between
// those who are left, and is an ordinary phone when that is one. The request is
// as it would be from then on.
func (s *Server) leave(w http.ResponseWriter, r *http.Request, m *table.Snapshot, h *hands) *http.Request {
	left := h.people(m)
	if left == h.seats() {
		return r
	}
	s.phones.end(h) // their streams come back with the cookies that are set here
	rest := &hands{map[game.Seat]string{}, h.held, h.seen}
	for _, seat := range left.List() {
		rest.tokens[seat] = h.tokens[seat]
	}
	cookies := map[string]string{}
	path := "/matches/" + m.ID
	if left.Len() < 2 { // of nobody it is a watcher's
		if tok := rest.tokens[left.First()]; tok != "" {
			cookies[seatCookie+m.ID] = tok
			s.setCookie(w, r, seatCookie+m.ID, tok, path, month)
		}
		s.setCookie(w, r, handsCookie+m.ID, "", path, noCookie)
		s.setCookie(w, r, handCookie+m.ID, "", path, noCookie)
	} else {
		cookies[handsCookie+m.ID] = rest.String()
		s.setCookie(w, r, handsCookie+m.ID, rest.String(), path, month)
		if left.Has(h.held) {
			cookies[handCookie+m.ID] = strconv.Itoa(int(h.held)) + "." + strconv.Itoa(h.seen)
		} else {
			s.setCookie(w, r, handCookie+m.ID, "", path, noCookie)
		}
	}
	s.remember(w, r, m.ID, left)
	other := r.WithContext(r.Context())
	other.Header = r.Header.Clone()
	other.Header.Del("Cookie")
	for _, c := range r.Cookies() {
		if c.Name != handsCookie+m.ID && c.Name != handCookie+m.ID && c.Name != seatCookie+m.ID {
			other.AddCookie(c)
		}
	}
	for name, value := range cookies {
		other.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	return other
}

// watchesNow takes a match out of those that this browser plays at, when its one
// seat is a bot's by now: it calls nobody to the table any more.
func (s *Server) watchesNow(w http.ResponseWriter, r *http.Request, m *table.Snapshot, tok string) {
	if tok == "" || bearerOf(r) != "" || m.Seat != game.Watcher || handsOf(r, m.ID) != nil {
		return
	}
	for _, mine := range mineOf(r) {
		if mine.match == m.ID && mine.seats != 0 {
			s.remember(w, r, m.ID, 0)
		}
	}
}

// leaver is what a proposal to let a bot play on is to its viewer.
type leaver struct {
	name  string // whose seat it is
	away  bool   // somebody else asks
	mine  bool   // it is the viewer's, who may still speak up
	alone bool   // nobody but its owner could agree
}

func leaverOf(p *ui.Page, m *ui.Match) *leaver {
	t := m.Proposal.Bot
	if t == nil {
		return nil
	}
	l := &leaver{name: m.Name(p, t.Seat), away: t.Seat != m.Proposal.By}
	l.mine = l.away && t.Seat == m.Seat && !slices.Contains(m.Proposal.Agreed, m.Seat)
	l.alone = l.away && slices.Contains(m.Proposal.Waits, t.Seat)
	return l
}

func leaveTitle(p *ui.Page, m *ui.Match, c *consent) string {
	by := m.Name(p, c.By)
	switch {
	case c.mine && !c.leaver.away:
		return p.T("web.consent.mine_leave")
	case c.mine:
		return p.T("web.consent.mine_gone", c.leaver.name)
	case !c.leaver.away:
		return p.T("web.consent.leave", by)
	case c.Bot.Seat == m.Seat:
		return p.T("web.consent.gone_you", by)
	}
	return p.T("web.consent.gone", by, c.leaver.name)
}

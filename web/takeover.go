package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// A bot plays for somebody: who has to go hands it their seat, for who is gone the
// others agree to it. Whose seat it is takes it back when they like, so this
// browser keeps what it knows of it.

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

// people are the seats at which no bots play, as everybody sees it.
func people(m *table.Snapshot) (set game.Seats) {
	for _, pl := range m.Players {
		if pl.Kind == "human" {
			set |= game.Only(pl.Seat)
		}
	}
	return set
}

// missable are the others who might be gone. In silence those for whom a bot plays
// are among them: that they came back and went again would show to nobody.
func missable(m *ui.Match) (list []game.Seat) {
	for _, pl := range m.Players {
		if pl.Seat != m.Seat && (pl.Kind == "human" || m.Silence != "" && pl.Name != "") {
			list = append(list, pl.Seat)
		}
	}
	return list
}

// gone are the seats of whoever looks at which bots play for now.
func gone(m *table.Snapshot, h *hands) []table.Away {
	switch {
	case m.Stage != table.Playing:
		return nil
	case h != nil:
		return h.gone
	case m.Away != nil:
		return []table.Away{*m.Away}
	}
	return nil
}

// handOver lets a bot play for the owner of a seat.
func (s *Server) handOver(w http.ResponseWriter, r *http.Request) error {
	return s.reseats(w, r, func(id string, seat game.Seat, tok string) error {
		var h table.Handover
		if sendsJSON(r) {
			if err := readJSON(r, &h); err != nil {
				return err
			}
			if h.ID == "" {
				return refuse(http.StatusBadRequest, "bad_json", "web.error.bad_handover")
			}
		} else {
			if err := readForm(r); err != nil {
				return err
			}
			seq, err := strconv.Atoi(r.PostForm.Get("seq"))
			if err != nil {
				return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_handover")
			}
			h.Level = r.PostForm.Get("level")
			h.ID = commandID(id, tok, seq, fmt.Appendf(nil, "hand %d %s", seat, h.Level))
		}
		return s.cfg.Tables.Hand(r.Context(), id, seat, tok, h)
	})
}

// comeBack gives a seat back to whose it is.
func (s *Server) comeBack(w http.ResponseWriter, r *http.Request) error {
	return s.reseats(w, r, func(id string, seat game.Seat, tok string) error {
		var sent struct {
			ID string `json:"id"`
		}
		bad := refuse(http.StatusBadRequest, "bad_form", "web.error.bad_back")
		if sendsJSON(r) {
			if err := readJSON(r, &sent); err != nil {
				return err
			}
			if sent.ID == "" {
				return bad
			}
		} else {
			if err := readForm(r); err != nil {
				return err
			}
			n, err := strconv.Atoi(r.PostForm.Get("n")) // which time it is that they come back
			if err != nil {
				return bad
			}
			sent.ID = commandID(id, tok, n, fmt.Appendf(nil, "back %d", seat))
		}
		return s.cfg.Tables.Back(r.Context(), id, seat, tok, sent.ID)
	})
}

// reseats does something by which a seat may change hands, and shows the match
// again. On a phone that is passed across the seat need not be that of who holds
// it: who comes back holds none. What its streams sent was for the hand before.
func (s *Server) reseats(w http.ResponseWriter, r *http.Request, do func(id string, seat game.Seat, tok string) error) error {
	id := r.PathValue("id")
	seat, err := seatOf(r)
	if err != nil {
		return err
	}
	tok, bearer := token(r, id)
	h := handsOf(r, id)
	if h != nil && !bearer && h.tokens[seat] != "" {
		tok = h.tokens[seat]
	}
	if err := s.mayAct(r, id, tok); err != nil {
		return err
	}
	if err = do(id, seat, tok); err == nil && h != nil && !bearer {
		defer s.phones.end(h)
		r = s.inRightHand(w, r, id)
	}
	return s.done(w, r, id, err)
}

// leaver is what a proposal to let a bot play on is to its viewer.
type leaver struct {
	name  string // whose seat it is
	mine  bool   // it is the viewer's, who may still speak up
	alone bool   // nobody but its owner could agree
}

func leaverOf(p *ui.Page, m *ui.Match) *leaver {
	t := m.Proposal.Bot
	if t == nil {
		return nil
	}
	return &leaver{
		name:  m.Name(p, t.Seat),
		mine:  t.Seat == m.Seat && !slices.Contains(m.Proposal.Agreed, m.Seat),
		alone: slices.Contains(m.Proposal.Waits, t.Seat),
	}
}

func leaveTitle(p *ui.Page, m *ui.Match, c *consent) string {
	by := m.Name(p, c.By)
	switch {
	case c.mine:
		return p.T("web.consent.mine_gone", c.leaver.name)
	case c.Bot.Seat == m.Seat:
		return p.T("web.consent.gone_you", by)
	}
	return p.T("web.consent.gone", by, c.leaver.name)
}

package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"banco/game"
	"banco/table"
	"banco/web/ui"
)

// amending is a handler that changes a match beside its game, and shows it again.
func (s *Server) amending(do func(r *http.Request, id, tok string) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id := r.PathValue("id")
		tok, _ := token(r, id)
		if err := s.mayAct(r, id, tok); err != nil {
			return err
		}
		return s.done(w, r, id, do(r, id, tok))
	}
}

// propose asks the table to take steps back, to set a fact right, or to let a
// bot play on.
func (s *Server) propose(r *http.Request, id, tok string) error {
	p, err := readProposal(r, id, tok)
	if err != nil {
		return err
	}
	return s.cfg.Tables.Propose(r.Context(), id, tok, p)
}

func readProposal(r *http.Request, match, tok string) (p table.Proposal, err error) {
	if sendsJSON(r) {
		var sent struct {
			table.Proposal
			Seq *int          `json:"seq"`
			Bot *takeoverSent `json:"bot"`
		}
		if err := readJSON(r, &sent); err != nil {
			return p, err
		}
		bot, ok := sent.Bot.proposed()
		if sent.ID == "" || sent.Seq == nil || !ok {
			return p, refuse(http.StatusBadRequest, "bad_json", "web.error.bad_proposal")
		}
		sent.Proposal.Bot = bot
		sent.Proposal.Seq = *sent.Seq
		return sent.Proposal, nil
	}
	if err := readForm(r); err != nil {
		return p, err
	}
	form := r.PostForm
	bad := refuse(http.StatusBadRequest, "bad_form", "web.error.bad_proposal")
	if p.Seq, err = strconv.Atoi(form.Get("seq")); err != nil {
		return p, bad
	}
	if n := form.Get("undo"); n != "" {
		if p.Undo, err = strconv.Atoi(n); err != nil {
			return p, bad
		}
	}
	if fact := form.Get("correct"); fact != "" {
		if !json.Valid([]byte(fact)) {
			return p, refuse(http.StatusBadRequest, "bad_json", "web.error.bad_json")
		}
		p.Correct = json.RawMessage(fact)
	}
	ask := fmt.Appendf(nil, "propose %d %s", p.Undo, p.Correct)
	var ok bool
	if p.Bot, ok = takeoverField(form); !ok {
		return p, bad
	} else if p.Bot != nil {
		ask = fmt.Appendf(ask, "bot %d %s", p.Bot.Seat, p.Bot.Level)
	}
	p.ID = commandID(match, tok, p.Seq, ask)
	return p, nil
}

// answer says yes or no to what the table was asked.
func (s *Server) answer(r *http.Request, id, tok string) error {
	a, err := readAnswer(r, id, tok)
	if err != nil {
		return err
	}
	return s.cfg.Tables.Answer(r.Context(), id, tok, a)
}

func readAnswer(r *http.Request, match, tok string) (a table.Answer, err error) {
	bad := refuse(http.StatusBadRequest, "bad_form", "web.error.bad_answer")
	if a.Proposal, err = strconv.Atoi(r.PathValue("n")); err != nil {
		return a, refuse(http.StatusNotFound, "not_found", "web.error.not_found")
	}
	if sendsJSON(r) {
		var sent struct {
			ID    string `json:"id"`
			Agree *bool  `json:"agree"`
		}
		if err := readJSON(r, &sent); err != nil {
			return a, err
		}
		if sent.ID == "" || sent.Agree == nil {
			return a, bad
		}
		a.ID, a.Agree = sent.ID, *sent.Agree
		return a, nil
	}
	if err := readForm(r); err != nil {
		return a, err
	}
	switch r.PostForm.Get("agree") {
	case "yes":
		a.Agree = true
	case "no":
	default:
		return a, bad
	}
	a.ID = commandID(match, tok, a.Proposal, fmt.Appendf(nil, "answer %v", a.Agree))
	return a, nil
}

// pause stops the stopwatch, or lets it run on.
func (s *Server) pause(r *http.Request, id, tok string) error {
	on, err := readPause(r)
	if err != nil {
		return err
	}
	return s.cfg.Tables.Pause(r.Context(), id, tok, on)
}

func readPause(r *http.Request) (on bool, err error) {
	bad := refuse(http.StatusBadRequest, "bad_form", "web.error.bad_pause")
	if sendsJSON(r) {
		var sent struct {
			Paused *bool `json:"paused"`
		}
		if err := readJSON(r, &sent); err != nil {
			return false, err
		}
		if sent.Paused == nil {
			return false, bad
		}
		return *sent.Paused, nil
	}
	if err := readForm(r); err != nil {
		return false, err
	}
	switch r.PostForm.Get("paused") {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, bad
}

// done answers a request that changed a match, or was refused to.
func (s *Server) done(w http.ResponseWriter, r *http.Request, id string, err error) error {
	if err != nil {
		if sendsJSON(r) {
			return err
		}
		return s.actAgain(w, r, id, err)
	}
	snap, _, err := s.look(w, r, id)
	if err != nil {
		return err
	}
	return s.show(w, r, snap)
}

// consent is what the match page needs to know of a proposal.
type consent struct {
	*table.Pending
	asked  bool // the viewer is to answer
	mine   bool // the viewer proposed it
	waits  string
	reads  []game.Message // what it says: the steps to take back, or the fact
	recall bool           // it takes steps back
	leaver *leaver        // or lets a bot play on; nil for anything else
}

// button is how an answer looks: the usual one stands out, which is to agree, but
// not to give one's own seat away.
func (c *consent) button(answer string) string {
	if keeps := c.leaver != nil && c.leaver.mine; (answer == "no") == keeps {
		return "button primary"
	}
	return "button"
}

// consentOf reads the proposal that the table is asked about; nil for none.
func consentOf(p *ui.Page, m *ui.Match) *consent {
	if m.Proposal == nil {
		return nil
	}
	c := &consent{Pending: m.Proposal, recall: m.Proposal.Undo > 0}
	c.mine = m.Seat != game.Watcher && c.By == m.Seat
	c.leaver = leaverOf(p, m)
	c.asked = slices.Contains(c.Waits, m.Seat) || c.leaver != nil && c.leaver.mine
	for i, seat := range c.Waits {
		if i > 0 {
			c.waits += ", "
		}
		c.waits += m.Name(p, seat)
	}
	if c.leaver != nil {
		c.reads = append(c.reads, game.Msg("web.bot."+c.Bot.Level))
		return c
	}
	if !c.recall {
		if corrector, ok := pageOf(m.Game).(ui.Corrector); ok {
			if text, ok := corrector.FactText(m, c.Correct); ok {
				c.reads = append(c.reads, text)
			}
		}
		return c
	}
	c.reads = c.News
	return c
}

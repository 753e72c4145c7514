package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"banco/game"
	"banco/table"
	"banco/web/ui"

	"github.com/a-h/templ"
)

// One phone can be passed across the table. The browser then owns several seats
// of a match, and a cookie says who holds it: that seat's secrets are sent and no
// other's. Between two hands nobody's are, and the page asks who takes it.

// hands are the seats that one phone is passed between.
type hands struct {
	tokens map[game.Seat]string
	held   game.Seat    // who holds the phone; game.Watcher between two hands
	seen   int          // what they had seen of the match when they took it
	gone   []table.Away // those at whose seats bots play for now, as far as it was asked
}

// handsOf reads them from a request's cookies; nil where no more than one seat
// of the match is played from this browser.
func handsOf(r *http.Request, match string) *hands {
	c, err := r.Cookie(handsCookie + match)
	if err != nil {
		return nil
	}
	h := &hands{tokens: map[game.Seat]string{}, held: game.Watcher, seen: -1}
	for item := range strings.SplitSeq(c.Value, "_") {
		n, token, ok := strings.Cut(item, ".")
		if seat, err := strconv.Atoi(n); err == nil && ok && token != "" && seat >= 0 && seat < maxSeats {
			h.tokens[game.Seat(seat)] = token
		}
	}
	if len(h.tokens) < 2 {
		return nil
	}
	if c, err := r.Cookie(handCookie + match); err == nil {
		n, seen, _ := strings.Cut(c.Value, ".")
		seat, err := strconv.Atoi(n)
		if err == nil && seat >= 0 && seat < maxSeats && h.tokens[game.Seat(seat)] != "" {
			h.held = game.Seat(seat)
			if h.seen, err = strconv.Atoi(seen); err != nil {
				h.seen = -1
			}
		}
	}
	return h
}

func (h *hands) seats() (set game.Seats) {
	for seat := range h.tokens {
		set |= game.Only(seat)
	}
	return set
}

// hands are those of a request's cookies, with who of them is gone; nil where a
// program asks, or no more than one seat of the match is played from this browser.
func (s *Server) hands(r *http.Request, match string) *hands {
	h := handsOf(r, match)
	if h == nil || bearerOf(r) != "" {
		return nil
	}
	for _, seat := range h.seats().List() {
		snap, err := s.cfg.Tables.Look(r.Context(), match, h.tokens[seat])
		if err == nil && snap.Away != nil {
			h.gone = append(h.gone, *snap.Away)
		}
	}
	return h
}

// people are those of a phone's seats at which no bots play.
func (h *hands) people() game.Seats {
	set := h.seats()
	for _, away := range h.gone {
		set &^= game.Only(away.Seat)
	}
	return set
}

// asked tells whether a seat has to answer what the table is asked to agree to.
func asked(m *table.Snapshot, seat game.Seat) bool {
	return m.Proposal != nil && slices.Contains(m.Proposal.Waits, seat)
}

// next is who the phone should go to: who is asked something, else the first of
// its people without whom the match cannot go on; game.Watcher for nobody.
func (h *hands) next(m *table.Snapshot) game.Seat {
	for _, waits := range []func(game.Seat) bool{func(s game.Seat) bool { return asked(m, s) }, awaited(m).Has} {
		for _, seat := range h.people().List() {
			if seat != h.held && waits(seat) {
				return seat
			}
		}
	}
	return game.Watcher
}

// missed is what happened since one of the phone's people last did something,
// and that: what others did elsewhere meanwhile none of them has seen.
func (h *hands) missed(m *ui.Match) []newsTurn {
	turns, _ := newsTurns(m.News, false, len(m.Players))
	for i, t := range turns {
		if h.seats().Has(t.seat) {
			return turns[:i+1]
		}
	}
	return turns
}

// pass tells whether the phone has to leave the hand it is in: the match waits
// for another of its people and not for this one, or asks another one something.
// Who took it just to look keeps it until something happens.
func (h *hands) pass(m *table.Snapshot) bool {
	if m.Stage != table.Playing || h.held == game.Watcher || m.Seq == h.seen || asked(m, h.held) {
		return false
	}
	next := h.next(m)
	return next != game.Watcher && (asked(m, next) || !awaited(m).Has(h.held))
}

// ownedBefore is what this browser owned of a match when it sent a request.
func (s *Server) ownedBefore(r *http.Request, match string) *hands {
	if h := handsOf(r, match); h != nil {
		return h
	}
	h := &hands{tokens: map[game.Seat]string{}, held: game.Watcher, seen: -1}
	if c, err := r.Cookie(seatCookie + match); err == nil && c.Value != "" {
		if seat, err := s.cfg.Tables.Identify(r.Context(), match, c.Value); err == nil && seat != game.Watcher {
			h.tokens[seat] = c.Value
		}
	}
	return h
}

// String is how the cookie has them.
func (h *hands) String() string {
	var items []string
	for _, seat := range h.seats().List() {
		items = append(items, strconv.Itoa(int(seat))+"."+h.tokens[seat])
	}
	return strings.Join(items, "_")
}

// keepHands makes this browser a phone that is passed across, in nobody's hand.
func (s *Server) keepHands(w http.ResponseWriter, r *http.Request, match string, h *hands) {
	path := "/matches/" + match
	s.setCookie(w, r, handsCookie+match, h.String(), path, month)
	s.setCookie(w, r, seatCookie+match, "", path, noCookie)
	s.setCookie(w, r, handCookie+match, "", path, noCookie)
}

// withHand is the request as it would be with the phone in another hand.
func withHand(r *http.Request, match, hand string) *http.Request {
	other := r.WithContext(r.Context())
	other.Header = r.Header.Clone()
	other.Header.Del("Cookie")
	for _, c := range r.Cookies() {
		if c.Name != handCookie+match {
			other.AddCookie(c)
		}
	}
	if hand != "" {
		other.AddCookie(&http.Cookie{Name: handCookie + match, Value: hand})
	}
	return other
}

// handed sees to it, before a match is shown to a phone that is passed across,
// that it is in the right hand or in none. An action needs no such care: it is
// the deed of who held the phone, also when its answer was lost and it comes again.
func (s *Server) handed(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return next(w, s.inRightHand(w, r, r.PathValue("id")))
	}
}

// inRightHand gives a request as it is with the phone in the right hand, and tells
// the browser so.
func (s *Server) inRightHand(w http.ResponseWriter, r *http.Request, id string) *http.Request {
	h := s.hands(r, id)
	if h == nil {
		return r
	}
	path := "/matches/" + id
	take := func(seat game.Seat, seen int) *http.Request {
		hand, age := "", noCookie
		if seat != game.Watcher {
			hand, age = strconv.Itoa(int(seat))+"."+strconv.Itoa(seen), month
		}
		s.setCookie(w, r, handCookie+id, hand, path, age)
		return withHand(r, id, hand)
	}
	switch people := h.people(); {
	case people.Has(h.held) || people == 0:
	case people.Len() == 1: // the others are gone: nobody has to pass it
		return take(people.First(), -1)
	default:
		if h.held != game.Watcher { // who held it is gone
			return take(game.Watcher, 0)
		}
	}
	if h.held == game.Watcher {
		return r
	}
	snap, err := s.cfg.Tables.Look(r.Context(), id, h.tokens[h.held])
	var refused *table.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == table.Forbidden:
		s.setCookie(w, r, handsCookie+id, "", path, noCookie) // of a match that is no longer ours
		return take(game.Watcher, 0)
	case err == nil && h.pass(snap):
		return take(game.Watcher, 0)
	}
	return r
}

// hand gives the phone to one of its people, or takes it out of every hand.
func (s *Server) hand(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	id := r.PathValue("id")
	h := handsOf(r, id)
	if h == nil {
		return refuse(http.StatusForbidden, "one_phone", "web.error.one_phone")
	}
	defer s.phones.end(h) // once the answer is on its way: they come back with the cookie that it sets
	held, value, age := game.Watcher, "", noCookie
	if to := r.PostForm.Get("seat"); to != "none" {
		seat, err := strconv.Atoi(to)
		if err != nil || seat < 0 || seat >= maxSeats || h.tokens[game.Seat(seat)] == "" {
			return refuse(http.StatusNotFound, "no_such_seat", "web.error.no_such_seat")
		}
		held = game.Seat(seat)
	}
	snap, err := s.cfg.Tables.Look(r.Context(), id, h.tokens[held])
	if err != nil {
		return err
	}
	if snap.Seat != held { // a bot plays there now
		return refuse(http.StatusNotFound, "no_such_seat", "web.error.no_such_seat")
	}
	if held != game.Watcher {
		value, age = strconv.Itoa(int(held))+"."+strconv.Itoa(snap.Seq), month
	}
	s.setCookie(w, r, handCookie+id, value, "/matches/"+id, age)
	switch {
	case wantsJSON(r):
		return s.writeMatch(w, r, snap)
	case fragmentWanted(r):
		s.renderMatch(w, withHand(r, id, value), http.StatusOK, snap, nil, "")
	default:
		http.Redirect(w, r, s.base+"/matches/"+id, http.StatusSeeOther)
	}
	return nil
}

// handover is what a phone that is passed across shows between two hands,
// made of what a watcher may see; nil when it is in one, or is not such a phone.
func (s *Server) handover(r *http.Request, page *ui.Page, m *ui.Match, h *hands) templ.Component {
	if h == nil || m.Stage != table.Playing || h.people().Len() < 2 {
		return nil
	}
	public := m.Snapshot
	if m.Seat != game.Watcher {
		if !h.pass(m.Snapshot) {
			m.Hands = h.people()
			return nil
		}
		var err error
		if public, err = s.cfg.Tables.Look(r.Context(), m.ID, ""); err != nil {
			return templ.ComponentFunc(func(context.Context, io.Writer) error { return err })
		}
	}
	h.held = game.Watcher
	return handoverFragment(page, retell(page, &ui.Match{Snapshot: public, Gone: m.Gone}), h)
}

// takeSeats sits several people down who share one phone: the maker of the
// match, whose invitations are used, and who sits beside them.
func (s *Server) takeSeats(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	id := r.PathValue("id")
	left := invitations(r, id)
	form := r.PostForm
	type sitter struct {
		seat       game.Seat
		name, seed string
	}
	var list []sitter
	for seat := game.Seat(0); seat < maxSeats; seat++ {
		n := strconv.Itoa(int(seat))
		if !form.Has("name."+n) || left[seat] == "" {
			continue
		}
		p := sitter{seat, form.Get("name." + n), form.Get("client_seed." + n)}
		if strings.TrimSpace(p.name) == "" {
			p.name = s.page(r).T("web.name.numbered", int(seat)+1)
		}
		if p.seed == "" {
			p.seed = newSeed()
		}
		if err := table.CheckSitter(p.name, p.seed); err != nil {
			return s.takeAgain(w, r, id, err)
		}
		list = append(list, p)
	}
	if len(list) == 0 {
		return s.takeAgain(w, r, id, refuse(http.StatusForbidden, "no_invitation", "web.error.no_invitations"))
	}
	h := s.ownedBefore(r, id)
	var err error
	for _, p := range list {
		var tok string
		if tok, err = s.cfg.Tables.Take(r.Context(), id, p.seat, left[p.seat], p.name, p.seed); err != nil {
			break // who sits already stays; the page says what is wrong with the next
		}
		h.tokens[p.seat] = tok
		delete(left, p.seat)
	}
	if len(h.tokens) > 0 {
		s.sitAll(w, r, id, h)
		s.keepName(w, r, form.Get("name."+strconv.Itoa(int(list[0].seat))))
		s.keepInvitations(w, r, id, left)
	}
	if err != nil {
		return s.takeAgain(w, r, id, err)
	}
	http.Redirect(w, r, s.base+"/matches/"+id, http.StatusSeeOther)
	return nil
}

// phones knows the event streams of every phone that is passed across, to end
// them when it changes hands: what they sent was for the hand before.
type phones struct {
	mu   sync.Mutex
	open map[string]map[*phoneStream]struct{}
}

type phoneStream struct{ end context.CancelFunc }

// key names a phone: no two have the same secrets.
func (h *hands) key() string { return h.tokens[h.seats().First()] }

// join adds a stream, which end ends; leave takes it out again.
func (p *phones) join(h *hands, end context.CancelFunc) (leave func()) {
	if h == nil {
		return func() {}
	}
	st := &phoneStream{end}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open == nil {
		p.open = map[string]map[*phoneStream]struct{}{}
	}
	if p.open[h.key()] == nil {
		p.open[h.key()] = map[*phoneStream]struct{}{}
	}
	p.open[h.key()][st] = struct{}{}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if delete(p.open[h.key()], st); len(p.open[h.key()]) == 0 {
			delete(p.open, h.key())
		}
	}
}

func (p *phones) end(h *hands) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for st := range p.open[h.key()] {
		st.end()
	}
}

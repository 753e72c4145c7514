package web

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"banco/game"
)

// Cookies. A seat's token and a maker's invitations are bound to the path of
// their match; nothing in a page can read any of them.
const (
	langCookie  = "banco_lang"
	themeCookie = "banco_theme"
	nameCookie  = "banco_name"   // the nickname last used here, to fill in the next time; in base64
	mineCookie  = "banco_mine"   // the latest matches of this browser: "id.seats" joined by "_"
	seatCookie  = "banco_seat_"  // + match id: the token of the one seat that is played from here
	handsCookie = "banco_hands_" // of one phone that is passed across: "seat.token" joined by "_"
	handCookie  = "banco_hand_"  // and who holds it: "seat.seq", nothing between two hands
	makerCookie = "banco_maker_"

	month    = 30 * 24 * 3600
	maxMine  = 12
	maxSeats = 16
	noCookie = -1
)

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, name, value, path string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: s.base + path, MaxAge: age,
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(r),
	})
}

// token is the seat's secret that a request brings: as a bearer for programs,
// as the match's cookie for pages. A phone that is passed across brings the
// secret of who holds it, and none between two hands.
func token(r *http.Request, match string) (value string, bearer bool) {
	if t := bearerOf(r); t != "" {
		return t, true
	}
	if h := handsOf(r, match); h != nil {
		return h.tokens[h.held], false
	}
	if c, err := r.Cookie(seatCookie + match); err == nil {
		return c.Value, false
	}
	return "", false
}

func bearerOf(r *http.Request) string {
	kind, t, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(kind, "bearer") {
		return strings.TrimSpace(t)
	}
	return ""
}

// sit remembers in the browser that it owns a seat. Where it owns another one of
// the match already, both are played from here and the phone is passed across.
func (s *Server) sit(w http.ResponseWriter, r *http.Request, match string, seat game.Seat, token string) {
	h := s.ownedBefore(r, match)
	h.tokens[seat] = token
	s.sitAll(w, r, match, h)
}

func (s *Server) sitAll(w http.ResponseWriter, r *http.Request, match string, h *hands) {
	if seats := h.seats(); seats.Len() == 1 {
		s.setCookie(w, r, seatCookie+match, h.tokens[seats.First()], "/matches/"+match, month)
	} else {
		s.keepHands(w, r, match, h)
	}
	s.remember(w, r, match, h.seats())
}

// mine is a match that this browser made or sits at.
type mine struct {
	match string
	seats game.Seats // those played from here; none when it only made the match
}

func mineOf(r *http.Request) []mine {
	c, err := r.Cookie(mineCookie)
	if err != nil {
		return nil
	}
	var list []mine
	for item := range strings.SplitSeq(c.Value, "_") {
		id, seats, ok := strings.Cut(item, ".")
		if !ok || id == "" || len(list) == maxMine {
			continue
		}
		m := mine{match: id}
		for n := range strings.SplitSeq(seats, "-") {
			if seat, err := strconv.Atoi(n); err == nil && seat >= 0 && seat < maxSeats {
				m.seats |= game.Only(game.Seat(seat))
			}
		}
		list = append(list, m)
	}
	return list
}

func (m mine) String() string {
	var seats []string
	for _, seat := range m.seats.List() {
		seats = append(seats, strconv.Itoa(int(seat)))
	}
	return m.match + "." + strings.Join(seats, "-")
}

func (s *Server) remember(w http.ResponseWriter, r *http.Request, match string, seats game.Seats) {
	list := []string{mine{match, seats}.String()}
	for _, m := range mineOf(r) {
		if m.match != match && len(list) < maxMine {
			list = append(list, m.String())
		}
	}
	s.setCookie(w, r, mineCookie, strings.Join(list, "_"), "/", month)
}

// nameHere is the nickname that was last used from this browser, "" for none.
func nameHere(r *http.Request) string {
	c, err := r.Cookie(nameCookie)
	if err != nil {
		return ""
	}
	name, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || !utf8.Valid(name) || len(name) > 128 {
		return ""
	}
	return string(name)
}

func (s *Server) keepName(w http.ResponseWriter, r *http.Request, name string) {
	if name = strings.TrimSpace(name); name != "" {
		s.setCookie(w, r, nameCookie, base64.RawURLEncoding.EncodeToString([]byte(name)), "/", 12*month)
	}
}

// invitations are those that the maker of a match has not used: seat by seat.
func invitations(r *http.Request, match string) map[game.Seat]string {
	c, err := r.Cookie(makerCookie + match)
	if err != nil {
		return nil
	}
	list := map[game.Seat]string{}
	for item := range strings.SplitSeq(c.Value, "_") {
		n, invite, ok := strings.Cut(item, ".")
		if seat, err := strconv.Atoi(n); err == nil && ok && seat >= 0 && seat < maxSeats {
			list[game.Seat(seat)] = invite
		}
	}
	return list
}

func (s *Server) keepInvitations(w http.ResponseWriter, r *http.Request, match string, list map[game.Seat]string) {
	var items []string
	for seat := game.Seat(0); seat < maxSeats; seat++ {
		if invite := list[seat]; invite != "" {
			items = append(items, strconv.Itoa(int(seat))+"."+invite)
		}
	}
	age := month
	if len(items) == 0 {
		age = noCookie
	}
	s.setCookie(w, r, makerCookie+match, strings.Join(items, "_"), "/matches/"+match, age)
}

// newSeed draws a client seed for somebody who does not care to type one.
func newSeed() string {
	var b [18]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// ourPath tells whether an address stays with us. Browsers leave out control
// characters and take a backslash for a slash, so what looks like a path with
// one of these in it may lead to another host.
func ourPath(path string) bool {
	odd := func(c rune) bool { return c <= ' ' || c == '\\' || c > '~' }
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.ContainsFunc(path, odd)
}

// setPrefs keeps the language and the theme that somebody picked.
func (s *Server) setPrefs(w http.ResponseWriter, r *http.Request) error {
	if err := readForm(r); err != nil {
		return err
	}
	switch lang := r.PostForm.Get("lang"); lang {
	case "it", "en":
		s.setCookie(w, r, langCookie, lang, "/", 12*month)
	case "":
	default:
		return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	switch theme := r.PostForm.Get("theme"); theme {
	case "light", "dark", "auto":
		s.setCookie(w, r, themeCookie, theme, "/", 12*month)
	case "":
	default:
		return refuse(http.StatusBadRequest, "bad_form", "web.error.bad_form")
	}
	back := r.PostForm.Get("back")
	if !ourPath(back) {
		back = "/"
	}
	http.Redirect(w, r, s.base+back, http.StatusSeeOther)
	return nil
}

package web

import (
	"bytes"
	"io/fs"
	"net/http"

	"banco/game"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// gameJSON is a game as programs get to know it.
type gameJSON struct {
	Name     string        `json:"name"`
	Rules    string        `json:"rules"`
	MinSeats int           `json:"min_seats"`
	MaxSeats int           `json:"max_seats"`
	Options  []game.Option `json:"options"`
}

func newGameJSON(g game.Game) gameJSON {
	in := g.Info()
	return gameJSON{in.Name, in.Rules, in.MinSeats, in.MaxSeats, g.Options()}
}

func (s *Server) games() []gameJSON {
	list := []gameJSON{}
	for _, g := range s.cfg.Games() {
		list = append(list, newGameJSON(g))
	}
	return list
}

func (s *Server) gamesList(w http.ResponseWriter, r *http.Request) error {
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, s.games())
		return nil
	}
	http.Redirect(w, r, s.base+"/", http.StatusSeeOther)
	return nil
}

// gamePage shows a game's rules, and its options to programs.
func (s *Server) gamePage(w http.ResponseWriter, r *http.Request) error {
	g, ok := s.game(r.PathValue("name"))
	if !ok {
		return refuse(http.StatusNotFound, "no_such_game", "web.error.no_such_game")
	}
	if wantsJSON(r) {
		writeJSON(w, r, http.StatusOK, newGameJSON(g))
		return nil
	}
	page := s.page(r)
	html, err := s.rulesHTML(g, page.Lang)
	if err != nil {
		return err
	}
	s.render(w, r, http.StatusOK, rulesPage(page, g, html))
	return nil
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(
		// By attribute: style= would be inline, which our own policy forbids.
		extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
)

// rulesHTML is a game's rules page, rendered once a language. The text is our
// own; what is HTML in it is left out, as goldmark does unless told otherwise.
func (s *Server) rulesHTML(g game.Game, lang string) (string, error) {
	name := g.Info().Name + "." + lang
	if html, ok := s.rules.Load(name); ok {
		return html.(string), nil
	}
	src, err := fs.ReadFile(g.Texts(), "rules."+lang+".md")
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := markdown.Convert(src, &b); err != nil {
		return "", err
	}
	s.rules.Store(name, b.String())
	return b.String(), nil
}

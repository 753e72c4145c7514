// Package ui holds what every page is made of: the request's language and
// links, and the contract of a game's own page.
package ui

import (
	"net/url"
	"strings"

	"banco/game"

	"github.com/a-h/templ"
)

// Printer turns messages into sentences of one language.
type Printer interface {
	Text(game.Message) string
}

// Page is what a template knows about the request it answers.
type Page struct {
	Printer
	Lang   string // "it", "en"
	Theme  string // "auto", "light", "dark"
	Base   string // what every address starts with: "" or "/banco"
	Origin string // scheme and host as people outside would type them
	Local  bool   // which leads nowhere but to this machine
	Here   string // the address of this page below Base, to come back to
	Assets func(name string) string
	Knows  func(key string) bool // whether the catalogue has a sentence
	// Nameless tells whether a name is what some page called who typed none, in
	// whatever language that page was.
	Nameless func(name string) bool
}

// T is a sentence of the catalogue.
func (p *Page) T(key string, args ...any) string { return p.Text(game.Msg(key, args...)) }

// Called is what the page calls somebody of that name: who typed none has none in
// the reader's language.
func (p *Page) Called(name string) string {
	if p.Nameless != nil && p.Nameless(name) {
		return p.T("web.name.default")
	}
	return name
}

// Link is the address of one of our own pages; path starts with a slash.
func (p *Page) Link(path string) string { return p.Base + path }

// Href is Link for an attribute of a template.
func (p *Page) Href(path string) templ.SafeURL { return templ.SafeURL(p.Base + path) }

// Absolute is the address of one of our own pages, to be given to others.
func (p *Page) Absolute(path string) string { return p.Origin + p.Base + path }

// Asset is the address of a static file: it changes when the file does.
func (p *Page) Asset(name string) string { return p.Base + "/static/" + p.Assets(name) }

// Query is path with the given keys and values as its query.
func (p *Page) Query(path string, pairs ...string) templ.SafeURL {
	var b strings.Builder
	b.WriteString(p.Base)
	b.WriteString(path)
	sep := byte('?')
	for i := 0; i+1 < len(pairs); i += 2 {
		b.WriteByte(sep)
		b.WriteString(pairs[i])
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(pairs[i+1]))
		sep = '&'
	}
	return templ.SafeURL(b.String())
}

package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"banco/internal/i18n"
)

// What makes a phone a good guest: Banco can be installed like an app, says so
// when its server is out of reach, and keeps the screen on while one plays.

// icons are the sizes that installed apps need; maskable ones fill their square.
var icons = []struct {
	file     string
	size     int
	maskable bool
}{
	{"icon-192.png", 192, false},
	{"icon-512.png", 512, false},
	{"mask-192.png", 192, true},
	{"mask-512.png", 512, true},
	{"touch-180.png", 180, true},
}

// drawn holds what is drawn when it is first asked for.
var drawn = sync.OnceValue(func() map[string][]byte {
	files := map[string][]byte{}
	for _, i := range icons {
		files[i.file] = iconPNG(i.size, i.maskable)
	}
	return files
})

func (s *Server) icon(w http.ResponseWriter, r *http.Request) error {
	data, ok := drawn()[r.PathValue("file")]
	if !ok {
		return refuse(http.StatusNotFound, "not_found", "web.error.not_found")
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	return nil
}

// film serves the film that keeps a screen on; phones ask for it in pieces.
func (s *Server) serveFilm(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "video/mp4")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(film()))
	return nil
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

type manifestJSON struct {
	ID              string         `json:"id"`
	Name            string         `json:"name"`
	ShortName       string         `json:"short_name"`
	Description     string         `json:"description"`
	Lang            string         `json:"lang"`
	Dir             string         `json:"dir"`
	StartURL        string         `json:"start_url"`
	Scope           string         `json:"scope"`
	Display         string         `json:"display"`
	BackgroundColor string         `json:"background_color"`
	ThemeColor      string         `json:"theme_color"`
	Icons           []manifestIcon `json:"icons"`
}

// manifest describes Banco to a phone that installs it, in the language of the
// page that links to it.
func (s *Server) manifest(w http.ResponseWriter, r *http.Request) error {
	page := s.page(r)
	if lang := r.URL.Query().Get("lang"); lang == "it" || lang == "en" {
		page.Lang, page.Printer = lang, s.cfg.Catalog.Printer(lang)
	}
	home := page.Link("/")
	m := manifestJSON{
		ID: home, Name: page.T("web.app.name"), ShortName: "Banco", Description: page.T("web.app.description"),
		Lang: page.Lang, Dir: "ltr", StartURL: home, Scope: home, Display: "standalone",
		BackgroundColor: "#e9dcc3", ThemeColor: "#e9dcc3",
	}
	for _, i := range icons[:4] {
		purpose := "any"
		if i.maskable {
			purpose = "maskable"
		}
		n := strconv.Itoa(i.size)
		m.Icons = append(m.Icons, manifestIcon{page.Link("/icons/" + i.file), n + "x" + n, "image/png", purpose})
	}
	m.Icons = append(m.Icons, manifestIcon{page.Asset("icon.svg"), "any", "image/svg+xml", "any"})
	data, err := encodeJSON(m)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeBody(w, r, http.StatusOK, "application/manifest+json; charset=utf-8", data)
	return nil
}

// worker is the service worker: sw.js with what it keeps written before it.
func (s *Server) worker(w http.ResponseWriter, r *http.Request) error {
	var names []string
	for _, name := range assetNames {
		names = append(names, s.base+"/static/"+name)
	}
	slices.Sort(names)
	files, err := encodeJSON(names)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(append(files, workerSource...))
	base, err := encodeJSON(s.base)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("const VERSION = \"banco-" + hex.EncodeToString(sum[:6]) + "\";\n")
	b.WriteString("const BASE = " + string(base) + ";\n")
	b.WriteString("const FILES = " + string(files) + ";\n")
	b.Write(workerSource)
	w.Header().Set("Cache-Control", "no-cache")
	writeBody(w, r, http.StatusOK, "text/javascript; charset=utf-8", b.Bytes())
	return nil
}

// offline is the page that the service worker keeps for when the server cannot
// be reached. It is the same for everybody.
func (s *Server) offline(w http.ResponseWriter, r *http.Request) error {
	page := s.page(r)
	lang := r.URL.Query().Get("lang")
	if lang != "it" && lang != "en" {
		lang = i18n.Match(r.Header.Get("Accept-Language"), "")
	}
	page.Lang, page.Printer = lang, s.cfg.Catalog.Printer(lang)
	page.Theme = "auto"
	s.render(w, r, http.StatusOK, offlinePage(page))
	return nil
}

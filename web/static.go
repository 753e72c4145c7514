package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

//go:embed static
var staticFiles embed.FS

//go:embed texts
var textFiles embed.FS

// Texts holds the catalogues of the pages' own sentences, a folder for the site
// and one for each game's page.
func Texts() (catalogues []fs.FS) {
	folders, err := fs.ReadDir(textFiles, "texts")
	if err != nil {
		panic(err) // it is embedded above
	}
	for _, f := range folders {
		sub, err := fs.Sub(textFiles, path.Join("texts", f.Name()))
		if err != nil {
			panic(err)
		}
		catalogues = append(catalogues, sub)
	}
	return catalogues
}

// asset is one static file under the name that holds its hash.
type asset struct {
	contentType string
	plain, zip  []byte
}

var assets, assetNames = loadAssets()

// workerFile is the one static file that has an address of its own: the browser
// must find it under the same one each time.
const workerFile = "sw.js"

//go:embed static/sw.js
var workerSource []byte

func loadAssets() (byName map[string]asset, names map[string]string) {
	byName, names = map[string]asset{}, map[string]string{}
	list, err := fs.ReadDir(staticFiles, "static")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	for _, f := range list {
		if f.Name() == workerFile {
			continue
		}
		data, err := fs.ReadFile(staticFiles, "static/"+f.Name())
		if err != nil {
			panic(err)
		}
		sum := sha256.Sum256(data)
		ext := path.Ext(f.Name())
		hashed := strings.TrimSuffix(f.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		kind := mime.TypeByExtension(ext)
		if ext == ".js" {
			kind = "text/javascript; charset=utf-8"
		}
		var zipped bytes.Buffer
		z, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
		z.Write(data)
		z.Close()
		byName[hashed] = asset{kind, data, zipped.Bytes()}
		names[f.Name()] = hashed
	}
	return byName, names
}

// hashedName is the name under which a static file is served.
func hashedName(name string) string { return assetNames[name] }

func (s *Server) serveStatic(w http.ResponseWriter, r *http.Request) {
	a, ok := assets[r.PathValue("name")]
	if !ok {
		s.fail(w, r, refuse(http.StatusNotFound, "not_found", "web.error.not_found"))
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding")
	body := a.plain
	if acceptsGzip(r) && len(a.zip) < len(a.plain) {
		h.Set("Content-Encoding", "gzip")
		body = a.zip
	}
	w.Write(body)
}

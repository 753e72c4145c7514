package nucleo

import (
	"embed"
	"io/fs"
)

//go:embed texts
var textFiles embed.FS

// Texts holds the catalogues and the rules page.
func (nucleo) Texts() fs.FS {
	sub, err := fs.Sub(textFiles, "texts")
	if err != nil {
		return textFiles
	}
	return sub
}

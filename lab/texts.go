package lab

import (
	"embed"
	"io/fs"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Texts holds the catalogues of this package.
func Texts() fs.FS {
	sub, err := fs.Sub(textFiles, "texts")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	return sub
}

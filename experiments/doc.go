// Package experiments holds the studies that come with Banco: the open questions
// of the games' designers, each as a TOML file that `banco lab run NAME` plays.
// docs/answers.md says what came of them.
package experiments

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.toml
var files embed.FS

// Names lists the studies in alphabetical order.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), ".toml")
	}
	return names
}

// Source is a study's file; false for a name that none has.
func Source(name string) ([]byte, bool) {
	data, err := files.ReadFile(name + ".toml")
	return data, err == nil
}

package table

import (
	"embed"
	"io/fs"

	"banco/game"
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

// refuse makes a refusal of the table's own; its sentence stands under
// "table.refused.<code>".
func refuse(kind, code string, args ...any) *Error {
	return &Error{Kind: kind, Refusal: game.Refuse("table", code, "", args...)}
}

// refuseField is refuse for a request with a field at fault.
func refuseField(code, field string, args ...any) *Error {
	e := refuse(Invalid, code, args...)
	e.Field = field
	return e
}

// passOn makes a refusal by a game one of the table.
func passOn(kind string, err error) *Error {
	if e, ok := err.(*game.Error); ok {
		return &Error{Kind: kind, Refusal: e}
	}
	return &Error{Kind: kind, Refusal: &game.Error{Code: "illegal", Text: game.Msg("table.refused.illegal")}}
}

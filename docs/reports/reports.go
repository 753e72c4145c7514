// Package reports holds what the studies in experiments found, a report each in
// Italian, as docs/answers.md reads them.
package reports

import "embed"

//go:embed *.html
var files embed.FS

// Report is the report of a study, an HTML file that needs no other; false for a
// study that has none.
func Report(study string) ([]byte, bool) {
	data, err := files.ReadFile(study + ".html")
	return data, err == nil
}

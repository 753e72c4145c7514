package i18n_test

import (
	"fmt"
	"testing/fstest"

	"banco/game"
	"banco/internal/i18n"
)

func Example() {
	texts := fstest.MapFS{
		"it.toml": {Data: []byte(`
			"part.arm" = "il braccio"
			"lost"     = "%[1]s perde %[2]s"
			"points"   = { arg = 1, one = "%[1]d punto", other = "%[1]d punti" }`)},
		"en.toml": {Data: []byte(`
			"part.arm" = "an arm"
			"lost"     = "%[1]s loses %[2]s"
			"points"   = { arg = 1, one = "%[1]d point", other = "%[1]d points" }`)},
	}
	catalogue, err := i18n.Load(texts)
	if err != nil {
		fmt.Println(err)
		return
	}
	it, en := catalogue.Printer("it"), catalogue.Printer(i18n.Match("en-GB,en;q=0.9", ""))
	fmt.Println(it.Text(game.Msg("lost", "Ferro", game.Msg("part.arm"))))
	fmt.Println(en.Text(game.Msg("lost", "Ferro", game.Msg("part.arm"))))
	fmt.Println(it.T("points", 1), "·", en.T("points", 12500))
	// Output:
	// Ferro perde il braccio
	// Ferro loses an arm
	// 1 punto · 12500 points
}

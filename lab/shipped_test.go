package lab

import (
	"testing"

	"banco/experiments"
	"banco/games"
)

// Every study that comes with Banco can be read and played.
func TestShippedExperimentsRead(t *testing.T) {
	if len(experiments.Names()) < 8 {
		t.Fatalf("only %d studies are shipped", len(experiments.Names()))
	}
	for _, name := range experiments.Names() {
		source, _ := experiments.Source(name)
		e, err := Read(name+".toml", source, games.Find)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Logf("%s: %d cells, %d matches at most", name, len(e.Cells), e.total(e.Matches))
		if len(e.Lineups) < 2 && name != "klang-luck" {
			t.Errorf("%s has bots of one strength only", name)
		}
	}
}

package lab

import (
	"os"
	"path/filepath"
	"testing"

	"banco/games"
	"banco/table"
)

// Matches recorded under every released version of the rules replay to the same
// rolls, states and result for ever. When this fails, either the change is a
// mistake, or it needs a new rules version and an entry under "changes replays"
// in CHANGELOG.md; never new files under an old version's name.
func TestReleasedMatchesReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.json")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d recorded matches, %v", len(files), err)
	}
	seats := map[string]map[int]bool{} // by game, with how many there is a match
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rec, err := table.ReadRecord(f)
			if err != nil {
				t.Fatal(err)
			}
			if err := table.Verify(rec, games.Find); err != nil {
				t.Error(err)
			}
			if seats[rec.Game] == nil {
				seats[rec.Game] = map[int]bool{}
			}
			seats[rec.Game][len(rec.Players)] = true
		})
	}
	for _, g := range games.All() {
		for _, n := range []int{g.Info().MinSeats, g.Info().MaxSeats} {
			if !seats[g.Info().Name][n] {
				t.Errorf("no match of %s with %d seats is recorded", g.Info().Name, n)
			}
		}
	}
}

package lab

import (
	"testing"

	"banco/experiments"
	"banco/games"
)

// A team that is beaten has no winner, and the check of a run takes no offence:
// what it wins is "won", nobody's in particular.
func TestABeatenTeamIsNoFault(t *testing.T) {
	source, _ := experiments.Source("nucleo-alone")
	e, err := Read("nucleo-alone", source, games.Find)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.SetMatches(minUnits); err != nil {
		t.Fatal(err)
	}
	o := run(t, e, 0, t.TempDir())
	if !o.Sound() {
		t.Fatal(o.Faults)
	}
	random, greedy := o.Summaries[0]["won"], o.Summaries[len(e.Cells)/2]["won"]
	if random.Mean != 0 || greedy.Mean <= 0.3 || greedy.N != minUnits {
		t.Errorf("won alone: random %v, greedy %v", random, greedy)
	}
	for _, value := range []string{"rounds", "factories_built", "defenders_lost"} {
		if o.Summaries[0][value].N != minUnits {
			t.Errorf("%s: %v", value, o.Summaries[0][value])
		}
	}
}

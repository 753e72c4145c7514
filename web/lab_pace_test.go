package web

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"banco/lab/runs"
)

// TestLabLeavesPagesQuick: while a run of greedy bots is played, pages of a match
// come as they do without it. The figures stand in docs/performance.md; what is
// asked here leaves room for machines that others use.
func TestLabLeavesPagesQuick(t *testing.T) {
	long(t)
	b := openLab(t, runs.Limits{Time: time.Hour}, nil)
	id, tok := b.table("")
	b.stage(id, tok, func(m [2]seen) bool { return phase(m[0]) == "round" && m[0].Seq > 60 })
	pages := func() (median, slow time.Duration) {
		var took []time.Duration
		for range 400 {
			start := time.Now()
			res, _ := b.call(nil, "GET", "/matches/"+id, nil, "Accept", "text/html", "Authorization", "Bearer "+tok[0])
			if res.StatusCode != http.StatusOK {
				t.Fatal(res.StatusCode)
			}
			took = append(took, time.Since(start))
			time.Sleep(5 * time.Millisecond)
		}
		slices.Sort(took)
		return took[len(took)/2], took[len(took)*99/100]
	}
	median, slow := pages()
	run := b.startRun(url.Values{"experiment": {"klang-terrain"}, "matches": {"380"}})
	busyMedian, busySlow := pages()
	r, err := b.lab.Stop(run)
	if err != nil || r.State != runs.Stopped || r.Played == 0 {
		t.Fatalf("nothing was played meanwhile: %+v, %v", r, err)
	}
	t.Logf("alone %v, p99 %v; beside a run %v, p99 %v; %d matches were played", median, slow, busyMedian, busySlow, r.Played)
	if busySlow > 10*slow+100*time.Millisecond {
		t.Errorf("p99 went from %v to %v", slow, busySlow)
	}
}

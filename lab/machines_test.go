package lab

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"banco/journal/natstest"
)

// natsURL names the server for a process that works for another.
const natsURL = "BANCO_TEST_LAB_NATS"

// TestHelperLabWorker is that process; run by itself it does nothing.
func TestHelperLabWorker(t *testing.T) {
	if url := os.Getenv(natsURL); url != "" {
		m := Machines{URL: url, Patience: 2 * time.Second}
		_ = m.Work(t.Context(), 1, findToy)
	}
}

// Machines that share an experiment leave the same bytes as one alone, although
// one of them is killed with -9 on the way.
func TestMachinesGiveTheSameResultsWhoeverDies(t *testing.T) {
	alone, shared := t.TempDir(), t.TempDir()
	run(t, study(t, "killed", killedText), 2, alone)
	url := natstest.Alone(t).ClientURL()
	var helpers []*exec.Cmd
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestHelperLabWorker$")
		cmd.Env = append(os.Environ(), natsURL+"="+url)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		helpers = append(helpers, cmd)
	}
	t.Cleanup(func() {
		_ = helpers[1].Process.Kill()
		_ = helpers[1].Wait()
	})
	killed := false
	r := Runner{Workers: 1, Dir: shared, Machines: &Machines{URL: url, Patience: 2 * time.Second}}
	r.Progress = func(s Started) {
		if !killed && s.Done > s.Total/5 {
			killed = true
			if err := helpers[0].Process.Kill(); err != nil {
				t.Error(err)
			}
			_ = helpers[0].Wait()
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	o, err := r.Run(ctx, study(t, "killed", killedText))
	if err != nil {
		t.Fatal(err)
	}
	if !killed {
		t.Error("nobody was killed")
	}
	if err := NewTeller(texts(t), "it").Write(o, shared); err != nil {
		t.Fatal(err)
	}
	sameFolders(t, folder(t, shared), folder(t, alone))
}

// One experiment over a cluster of three servers, with 1, 2 and 5 workers, each
// speaking to a server of its own; one of the servers dies on the way. The same
// bytes as of a run at home.
func TestAClusterGivesTheSameResults(t *testing.T) {
	alone := t.TempDir()
	run(t, study(t, "killed", killedText), 1, alone)
	want := folder(t, alone)
	numbers := []int{2}
	if os.Getenv("BANCO_LONG") != "" {
		numbers = []int{1, 2, 5}
	}
	for _, workers := range numbers {
		servers := natstest.Cluster(t)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		stopped := make(chan error, 1)
		away := Machines{URL: servers[1].ClientURL(), Patience: 2 * time.Second}
		go func() { stopped <- away.Work(ctx, workers-1, findToy) }()
		died := false
		shared := t.TempDir()
		r := Runner{Workers: 1, Dir: shared, Machines: &Machines{URL: servers[0].ClientURL(), Patience: 2 * time.Second}}
		r.Progress = func(s Started) {
			if !died && s.Done > s.Total/5 {
				died = true
				servers[2].Shutdown()
			}
		}
		o, err := r.Run(ctx, study(t, "killed", killedText))
		if err != nil {
			t.Fatal(err)
		}
		if !died {
			t.Error("no server died")
		}
		if err := NewTeller(texts(t), "it").Write(o, shared); err != nil {
			t.Fatal(err)
		}
		sameFolders(t, folder(t, shared), want)
		cancel()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	}
}

package lab

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// natsServer is a server with JetStream on a port of its own.
func natsServer(t *testing.T) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("no NATS server")
	}
	return s.ClientURL()
}

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
	url := natsServer(t)
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

package journal

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// cluster starts three servers that replicate, and gives their addresses.
func cluster(t *testing.T) string {
	t.Helper()
	var routes []*url.URL
	var ports []int
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		l.Close()
	}
	var servers []*server.Server
	for i, port := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("node", i), Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, MaxPayload: largestMessage,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: port},
			Routes:  routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		servers = append(servers, s)
	}
	for range 1000 {
		for _, s := range servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 {
				return servers[0].ClientURL()
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the cluster found no leader")
	return ""
}

func TestACluster(t *testing.T) {
	address := cluster(t)
	var js [2]*Journal
	for i := range js {
		var err error
		for range 50 { // the servers may still be finding each other
			if js[i], err = Open(ctx, Config{URL: address}); err == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { js[i].Close() })
	}
	if !js[0].Shared() {
		t.Error("not shared")
	}
	heard := make(chan Notice, 100)
	if err := js[1].Follow(ctx, func(n Notice) { heard <- n }); err != nil {
		t.Fatal(err)
	}

	// What one process wrote the other reads at once, whichever replica answers.
	for i := range 30 {
		match := fmt.Sprint("match", i)
		head := fill(t, js[0], match, 3)
		if h, err := js[1].Read(ctx, match, Head{}); err != nil || h.Head != head {
			t.Fatalf("%s: %+v %v, want %+v", match, h.Head, err, head)
		}
	}
	for range 90 {
		select {
		case <-heard:
		case <-time.After(5 * time.Second):
			t.Fatal("an entry was not told")
		}
	}

	// Of twenty writers at two processes one wins, round after round.
	var head Head
	for round := range 10 {
		var won atomic.Int32
		var next atomic.Value
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				switch _, h, err := js[i%2].Append(ctx, "race", head, draft(fmt.Sprint(round, "-", i))); {
				case err == nil:
					won.Add(1)
					next.Store(h)
				case !errors.Is(err, ErrConflict):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Fatalf("round %d: %d won", round, won.Load())
		}
		head = next.Load().(Head)
	}

	if err := js[0].Archive(ctx, "race"); err != nil {
		t.Fatal(err)
	}
	if h, err := js[1].Read(ctx, "race", Head{}); err != nil || !h.Archived || h.Head.Hash != head.Hash {
		t.Errorf("archived: %+v %v", h.Head, err)
	}
}

// Package natstest starts NATS servers for tests of what runs over them.
package natstest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// largestMessage is as much as one message may hold: a long match, packed, fits.
const largestMessage = 8 << 20

// Alone starts one server with JetStream, which replicates nothing. It ends with
// the test.
func Alone(t testing.TB) *server.Server {
	t.Helper()
	s := start(t, &server.Options{})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s
}

// Cluster starts three servers that replicate, and waits until they have found
// each other. They end with the test.
func Cluster(t testing.TB) []*server.Server {
	t.Helper()
	var routes []*url.URL
	var ports []int
	var held []net.Listener
	for try := 0; len(ports) < 3; try++ {
		// A port that the system may give to anybody's connection could be taken
		// before the server has it.
		port := 20000 + rand.IntN(10000)
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
		if err != nil {
			if try > 100 {
				t.Fatal(err)
			}
			continue
		}
		held = append(held, l)
		ports = append(ports, port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
	}
	for _, l := range held {
		l.Close()
	}
	var servers []*server.Server
	for i, port := range ports {
		servers = append(servers, start(t, &server.Options{
			ServerName: fmt.Sprint("node", i),
			Cluster:    server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: port},
			Routes:     routes,
		}))
	}
	for range 1000 {
		for _, s := range servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == 3 {
				return servers
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the cluster found no leader")
	return nil
}

func start(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog = "127.0.0.1", -1, true, true
	o.JetStream, o.StoreDir, o.SyncAlways, o.MaxPayload = true, t.TempDir(), true, largestMessage
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

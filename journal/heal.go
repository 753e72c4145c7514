package journal

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// A store that once failed to write, because the disk was full, takes nothing
// more until it is opened again, and does not even answer. So when it says that
// it failed, writes are refused at once, and as soon as the disk takes them
// again the store is restarted beneath the connection, which finds it by itself.

// fallIll is called when the store failed to write.
func (j *Journal) fallIll() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.ill.Err() != nil || j.closed.Load() {
		return
	}
	j.sicken()
	go j.heal()
}

// illness ends when the store fails to write; a healed one has another.
func (j *Journal) illness() context.Context {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ill
}

// probeSize is how much must be free before the store is tried again.
const probeSize = 256 << 10

// heal waits until the folder can be written and opens the store again.
func (j *Journal) heal() {
	j.log.Error("the journal cannot be written; it is tried again until it can")
	for pause := 100 * time.Millisecond; !j.closed.Load(); pause = min(2*pause, 2*time.Second) {
		if err := probe(j.store, probeSize); err != nil {
			time.Sleep(pause)
			continue
		}
		err := j.restart()
		if err == nil {
			j.log.Warn("the journal can be written again")
			return
		}
		j.log.Error("the journal could not be opened again", "error", err)
		time.Sleep(pause)
	}
}

func (j *Journal) restart() error {
	j.serving.Lock()
	defer j.serving.Unlock()
	if j.closed.Load() {
		return nil
	}
	if j.server != nil {
		j.server.Shutdown()
		j.server.WaitForShutdown()
		j.server = nil
	}
	srv, err := j.runServer()
	if err != nil {
		if srv != nil {
			srv.Shutdown()
		}
		return err
	}
	j.server = srv
	j.mu.Lock()
	j.ill, j.sicken = context.WithCancel(context.Background())
	j.mu.Unlock()
	return nil
}

// probe writes a file and takes it away again.
func probe(dir string, size int) error {
	f, err := os.CreateTemp(dir, "writable-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(make([]byte, size))
	return errors.Join(err, f.Sync(), f.Close())
}

// InProcessConn connects to the store as it is now, for whoever reconnects.
func (p inProcess) InProcessConn() (net.Conn, error) {
	p.j.serving.Lock()
	defer p.j.serving.Unlock()
	if p.j.server == nil {
		return nil, ErrUnavailable
	}
	return p.j.server.InProcessConn()
}

type inProcess struct{ j *Journal }

// runServer starts JetStream on the journal's folder. What it could not finish
// is given back beside the error, to be shut down.
func (j *Journal) runServer() (srv *server.Server, err error) {
	dir := filepath.Dir(j.store)
	srv, err = server.NewServer(&server.Options{
		ServerName: "banco",
		DontListen: true,
		NoSigs:     true,
		JetStream:  true,
		StoreDir:   j.store,
		SyncAlways: true,
		MaxPayload: largestMessage,
	})
	if err != nil {
		return nil, &FolderError{dir, ErrDamaged, err}
	}
	logger := &serverLog{log: j.log, failed: j.fallIll}
	srv.SetLoggerV2(logger, false, false, false)
	srv.Start()
	if fatal := logger.fatal.Load(); fatal != nil {
		return srv, &FolderError{dir, ErrDamaged, errors.New(*fatal)}
	}
	if !srv.ReadyForConnections(20*time.Second) || !srv.JetStreamEnabled() {
		return srv, &FolderError{dir, ErrDamaged, errors.New("the store did not start")}
	}
	return srv, nil
}

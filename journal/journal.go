package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names in JetStream. Matches, archive and bots' turns are streams of their own.
const (
	matchStream    = "MATCHES"
	matchPrefix    = "match."
	archiveStream  = "ARCHIVE"
	archivePrefix  = "archive."
	botStream      = "BOTS"
	botPrefix      = "bots."
	botWorkers     = "workers"
	largestMessage = 8 << 20 // of the embedded server; a cluster has its own bound

	// A consumer that asked a server which is gone, or one that does not know
	// the consumer yet, gets no answer; it asks again when it has missed two
	// heartbeats. Left to itself it would wait for half a minute.
	heartbeat = 2 * time.Second
)

// Config says where the journal is.
type Config struct {
	Dir      string       // the data folder, held by one process at a time; with a URL it is not used
	URL      string       // of a NATS cluster with JetStream; "" keeps the journal in this process, with no port open
	Replicas int          // of each stream in a cluster; 0 means 3
	Log      *slog.Logger // nil for slog.Default()
}

// Journal is an open event store. Close it.
type Journal struct {
	log   *slog.Logger
	lock  *os.File
	heads *ledger // nil with a cluster
	store string  // the embedded store's folder; "" with a cluster
	conn  *nats.Conn
	js    jetstream.JetStream
	match jetstream.Stream

	serving sync.Mutex
	server  *server.Server     // nil with a cluster, and while it is being restarted
	ill     context.Context    // ends when the store fails to write; under mu
	sicken  context.CancelFunc // ends it

	told atomic.Uint64 // the sequence that Follow told of last
	sure atomic.Uint64 // a sequence to which the stream's leader has come

	publish func(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error)

	closed  atomic.Bool
	closing sync.Once
	mu      sync.Mutex
	stops   []func() // of what Follow and Work started
}

// Open opens the journal, making what is missing. A data folder that cannot be
// used is refused with a *FolderError.
func Open(ctx context.Context, cfg Config) (*Journal, error) {
	j := &Journal{log: cfg.Log}
	j.ill, j.sicken = context.WithCancel(context.Background())
	if j.log == nil {
		j.log = slog.Default()
	}
	replicas := 1
	if cfg.URL == "" {
		if err := j.startServer(cfg.Dir); err != nil {
			j.Close()
			return nil, err
		}
	} else if replicas = cfg.Replicas; replicas == 0 {
		replicas = 3
	}
	if err := j.connect(cfg.URL); err != nil {
		j.Close()
		return nil, err
	}
	if err := j.makeStreams(ctx, cfg, replicas); err != nil {
		j.Close()
		return nil, err
	}
	j.publish = j.js.PublishMsg
	return j, nil
}

// startServer runs JetStream inside this process, on a folder nobody else has.
func (j *Journal) startServer(dir string) (err error) {
	if dir == "" {
		return &FolderError{"(none)", ErrUnwritable, errors.New("no folder was named")}
	}
	if j.lock, err = lockFolder(dir); err != nil {
		return err
	}
	j.store = filepath.Join(dir, "journal")
	if err := os.MkdirAll(j.store, 0o700); err != nil {
		return &FolderError{dir, ErrUnwritable, err}
	}
	if err := probe(j.store, 0); err != nil {
		return &FolderError{dir, ErrUnwritable, err}
	}
	if j.heads, err = openLedger(dir); err != nil {
		return &FolderError{dir, ErrUnwritable, err}
	}
	defer func() {
		if r := recover(); r != nil {
			err = &FolderError{dir, ErrDamaged, fmt.Errorf("%v", r)}
		}
	}()
	j.serving.Lock()
	defer j.serving.Unlock()
	j.server, err = j.runServer()
	return err
}

func (j *Journal) connect(url string) error {
	opts := []nats.Option{
		nats.Name("banco"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if !j.closed.Load() {
				j.log.Warn("journal connection", "error", err)
			}
		}),
	}
	if !j.Shared() {
		opts = append(opts, nats.InProcessServer(inProcess{j}))
	}
	conn, err := nats.Connect(url, opts...)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	j.conn = conn
	j.js, err = jetstream.New(conn)
	return err
}

func (j *Journal) makeStreams(ctx context.Context, cfg Config, replicas int) error {
	for _, sc := range []jetstream.StreamConfig{{
		Name:        matchStream,
		Subjects:    []string{matchPrefix + "*"},
		Description: "matches that are not archived: one subject a match",
		AllowDirect: true,
	}, {
		Name:        archiveStream,
		Subjects:    []string{archivePrefix + "*"},
		Description: "matches that are over: one compressed message a match",
		AllowDirect: true,
	}, {
		Name:        botStream,
		Subjects:    []string{botPrefix + "*"},
		Description: "bots' turns",
		Retention:   jetstream.WorkQueuePolicy,
		Duplicates:  2 * time.Minute,
	}} {
		sc.Storage = jetstream.FileStorage
		sc.Discard = jetstream.DiscardNew
		sc.Replicas = replicas
		// The server leaves out a stream whose files it cannot read; making a
		// new one in its place would bury what is left of it.
		if !j.Shared() {
			_, err := j.js.Stream(ctx, sc.Name)
			dir := filepath.Join(cfg.Dir, "journal", "jetstream", "$G", "streams", sc.Name)
			if _, statErr := os.Stat(dir); statErr == nil && errors.Is(err, jetstream.ErrStreamNotFound) {
				return &FolderError{cfg.Dir, ErrDamaged, fmt.Errorf("the stream in %s cannot be read", dir)}
			}
		}
		stream, err := j.js.CreateOrUpdateStream(ctx, sc)
		if err != nil {
			return fmt.Errorf("%w: stream %s: %v", ErrUnavailable, sc.Name, err)
		}
		switch sc.Name {
		case matchStream:
			j.match = stream
		case botStream:
			if j.Shared() {
				continue
			}
			// Whoever was handed a job in this folder is gone: hand out all of
			// them again now, not when their patience ends.
			if err := stream.DeleteConsumer(ctx, botWorkers); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
				return fmt.Errorf("%w: queue: %v", ErrUnavailable, err)
			}
		}
	}
	return nil
}

// Shared tells whether other processes may write to the same journal.
func (j *Journal) Shared() bool { return j.store == "" }

// Healthy says whether the journal answers.
func (j *Journal) Healthy(ctx context.Context) error {
	if j.closed.Load() {
		return ErrClosed
	}
	if j.illness().Err() != nil {
		return fmt.Errorf("%w: it cannot be written", ErrUnavailable)
	}
	if _, err := j.match.Info(ctx); err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	return nil
}

// Close lets what is under way end, then stops. Closing twice is harmless.
func (j *Journal) Close() error {
	j.closing.Do(func() {
		j.closed.Store(true)
		j.mu.Lock()
		stops := j.stops
		j.stops = nil
		j.mu.Unlock()
		for _, stop := range stops {
			stop()
		}
		if j.conn != nil {
			drained := make(chan struct{})
			j.conn.SetClosedHandler(func(*nats.Conn) { close(drained) })
			if j.conn.Drain() == nil {
				select {
				case <-drained:
				case <-time.After(10 * time.Second):
				}
			}
			j.conn.Close()
		}
		j.serving.Lock()
		defer j.serving.Unlock()
		if j.server != nil {
			j.server.Shutdown()
			j.server.WaitForShutdown()
		}
		j.heads.close()
		if j.lock != nil {
			j.lock.Close()
		}
	})
	return nil
}

// onClose has stop called when the journal closes, and gives a function that
// calls it earlier; it is called once.
func (j *Journal) onClose(stop func()) func() {
	once := sync.OnceFunc(stop)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed.Load() {
		go once()
		return once
	}
	j.stops = append(j.stops, once)
	return once
}

// serverLog passes on what the embedded server has to say, and keeps it from
// ending the process.
type serverLog struct {
	log    *slog.Logger
	fatal  atomic.Pointer[string]
	failed func() // it could not write
}

func (l *serverLog) Fatalf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	l.fatal.CompareAndSwap(nil, &s)
	l.log.Error("journal store", "error", s)
}
func (l *serverLog) Errorf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	l.log.Error("journal store", "error", s)
	// The one who wrote gets no answer, so this sentence is all there is to go by.
	if strings.Contains(s, "failed to store a msg") || strings.Contains(strings.ToLower(s), "critical write error") {
		l.failed()
	}
}
func (l *serverLog) Warnf(format string, v ...any) {
	s := fmt.Sprintf(format, v...)
	// What the store tells of itself is for those who look closely; what matters
	// comes back as an error, or as damage when a match is read.
	l.log.Info("journal store", "warning", s)
	if strings.Contains(s, "permission denied while writing") {
		l.failed()
	}
}
func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}

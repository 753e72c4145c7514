package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"banco/game"
)

// The streams that machines share, and their subjects. A job's subject is
// lab.job.<fingerprint>, a result's lab.result.<fingerprint>.
const (
	jobStream     = "LAB_JOBS"
	resultStream  = "LAB_RESULTS"
	jobPrefix     = "lab.job."
	resultPrefix  = "lab.result."
	labWorkers    = "workers"
	chunkTime     = 500 * time.Millisecond // how long a chunk of jobs should take
	chunkMost     = 64
	resultsMaxAge = 24 * time.Hour // what nobody came back for is dropped then
	patienceUsual = 30 * time.Second
	unanswered    = 10 * time.Second // how long servers may take to answer
)

// Machines is a NATS server or cluster over which machines share an experiment.
// Jobs lie on a JetStream work queue: one that a machine took and did not finish
// is handed out again. Done twice it does no harm, because a unit gives the same
// lines wherever it is played.
type Machines struct {
	URL      string
	Log      *slog.Logger  // nil for silence
	Patience time.Duration // without a sign of life for this long a job is handed out again; 0 for 30 s
}

// order is a chunk of jobs with all that is needed to play them.
type order struct {
	Name        string `json:"name"`
	Source      []byte `json:"source"`
	Matches     int    `json:"matches"`
	Fingerprint string `json:"fingerprint"`
	Jobs        []job  `json:"jobs"`
}

// delivery is a chunk played.
type delivery struct {
	Jobs  []job    `json:"jobs"`
	Lines [][]Line `json:"lines"`
	Error string   `json:"error,omitempty"`
}

// errOtherVersion is a machine whose program reads an experiment differently.
var errOtherVersion = errors.New("this version of the program plays the experiment differently")

func (m *Machines) log() *slog.Logger {
	if m.Log != nil {
		return m.Log
	}
	return slog.New(slog.DiscardHandler)
}

func (m *Machines) patience() time.Duration {
	if m.Patience > 0 {
		return m.Patience
	}
	return patienceUsual
}

// join connects and sees to it that the streams are there.
func (m *Machines) join(ctx context.Context) (*nats.Conn, jetstream.JetStream, error) {
	conn, err := nats.Connect(m.URL, nats.Name("banco lab"), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond))
	if err != nil {
		return nil, nil, bad("--nats", "no_nats", m.URL, err.Error())
	}
	js, err := jetstream.New(conn)
	if err == nil {
		err = makeStreams(ctx, js, conn.ConnectedClusterName() != "")
	}
	if err != nil {
		conn.Close()
		return nil, nil, bad("--nats", "no_nats", m.URL, err.Error())
	}
	return conn, js, nil
}

// makeStreams makes both streams or finds them made. In a cluster they live on
// three servers, so that one may die, or on one where there are not so many.
func makeStreams(ctx context.Context, js jetstream.JetStream, clustered bool) error {
	replicas := 1
	if clustered {
		replicas = 3
	}
	for _, sc := range []jetstream.StreamConfig{{
		Name: jobStream, Subjects: []string{jobPrefix + "*"}, Retention: jetstream.WorkQueuePolicy,
		Description: "chunks of matches to be played",
	}, {
		Name: resultStream, Subjects: []string{resultPrefix + "*"},
		Description: "matches that were played",
	}} {
		sc.MaxAge, sc.Replicas = resultsMaxAge, replicas
		create := func(ctx context.Context) error {
			_, err := js.CreateOrUpdateStream(ctx, sc)
			return err
		}
		err := ask(ctx, create)
		if err != nil && replicas > 1 {
			sc.Replicas = 1
			err = ask(ctx, create)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ask does what a cluster may leave without an answer while its servers look for
// each other, and does it again for a while: nothing here does harm when it is
// done twice. What the servers refuse stays refused.
func ask(ctx context.Context, do func(context.Context) error) error {
	for began := time.Now(); ; {
		once, cancel := context.WithTimeout(ctx, unanswered/3)
		err := do(once)
		cancel()
		var refusal *jetstream.APIError
		if err == nil || ctx.Err() != nil || time.Since(began) > unanswered ||
			errors.As(err, &refusal) && refusal.Code != http.StatusServiceUnavailable {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(unanswered / 30):
		}
	}
}

// play has jobs played by whoever works, this machine included, and hands on the
// results.
func (m *Machines) play(ctx context.Context, e *Experiment, todo []job, workers int, results chan<- played) {
	if err := m.share(ctx, e, todo, workers, results); err != nil && ctx.Err() == nil {
		results <- played{err: err}
	}
}

func (m *Machines) share(ctx context.Context, e *Experiment, todo []job, workers int, results chan<- played) error {
	conn, js, err := m.join(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	mark := e.Fingerprint()
	if err := purge(ctx, js, jobStream, jobPrefix+mark); err != nil { // of a run that was broken off
		return err
	}
	wanted := map[job]bool{}
	for _, j := range todo {
		wanted[j] = true
	}
	arrived := make(chan delivery, 64)
	stop, err := m.listen(ctx, js, mark, arrived)
	if err != nil {
		return err
	}
	defer stop()
	ctx, end := context.WithCancel(ctx)
	defer end()
	failed := make(chan error, 2)
	var helping sync.WaitGroup
	defer func() { end(); helping.Wait() }()
	go func() { failed <- m.enqueue(ctx, js, e, mark, todo) }()
	helping.Go(func() {
		failed <- m.Work(ctx, workers, func(string) (game.Game, bool) { return e.Game, true })
	})
	for len(wanted) > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(4 * m.patience()):
			// Nothing comes any more: the jobs are gone, with a server's memory or
			// because the same experiment was begun elsewhere.
			var again []job
			for _, j := range todo {
				if wanted[j] {
					again = append(again, j)
				}
			}
			if err := m.enqueue(ctx, js, e, mark, again); err != nil {
				return err
			}
		case err := <-failed:
			if err != nil {
				return err
			}
		case d := <-arrived:
			if d.Error != "" {
				return errors.New(d.Error)
			}
			for i, j := range d.Jobs {
				if wanted[j] && i < len(d.Lines) && len(d.Lines[i]) == e.Cells[j.Cell].Rotations() {
					delete(wanted, j)
					results <- played{j, d.Lines[i], nil}
				}
			}
		}
	}
	// What is on the streams has been taken.
	for stream, subject := range map[string]string{jobStream: jobPrefix + mark, resultStream: resultPrefix + mark} {
		_ = purge(ctx, js, stream, subject) // it ages out otherwise
	}
	return nil
}

func purge(ctx context.Context, js jetstream.JetStream, stream, subject string) error {
	return ask(ctx, func(ctx context.Context) error {
		s, err := js.Stream(ctx, stream)
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		return err
	})
}

func publish(ctx context.Context, js jetstream.JetStream, subject string, data []byte) error {
	return ask(ctx, func(ctx context.Context) error {
		_, err := js.Publish(ctx, subject, data)
		return err
	})
}

// listen hands on what was played, from the beginning: also what arrived while
// nobody listened.
func (m *Machines) listen(ctx context.Context, js jetstream.JetStream, mark string, arrived chan<- delivery) (stop func(), err error) {
	var consumer jetstream.Consumer
	err = ask(ctx, func(ctx context.Context) (err error) {
		consumer, err = js.OrderedConsumer(ctx, resultStream, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultPrefix + mark}})
		return err
	})
	if err != nil {
		return nil, err
	}
	consuming, err := consumer.Consume(func(msg jetstream.Msg) {
		var d delivery
		if err := json.Unmarshal(msg.Data(), &d); err != nil {
			m.log().Warn("a result cannot be read", "error", err)
			return
		}
		select {
		case arrived <- d:
		case <-ctx.Done():
		}
	})
	if err != nil {
		return nil, err
	}
	return consuming.Stop, nil
}

// enqueue puts the jobs on the queue in chunks of a size that keeps everybody
// busy for a moment.
func (m *Machines) enqueue(ctx context.Context, js jetstream.JetStream, e *Experiment, mark string, todo []job) error {
	began := time.Now()
	if _, err := e.unit(ctx, todo[len(todo)/2].Cell, todo[len(todo)/2].Unit); err != nil {
		return err
	}
	size := min(chunkMost, max(1, int(chunkTime/max(time.Microsecond, time.Since(began)))))
	for len(todo) > 0 {
		n := min(size, len(todo))
		data, err := json.Marshal(order{e.Name, e.Source, e.Matches, mark, todo[:n]})
		if err != nil {
			return err
		}
		if err := publish(ctx, js, jobPrefix+mark, data); err != nil {
			return fmt.Errorf("queue: %w", err)
		}
		todo = todo[n:]
	}
	return nil
}

// Work plays whatever is on the queue, workers chunks at a time, until ctx ends.
// find looks games up.
func (m *Machines) Work(ctx context.Context, workers int, find func(string) (game.Game, bool)) error {
	conn, js, err := m.join(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var consumer jetstream.Consumer
	err = ask(ctx, func(ctx context.Context) (err error) {
		consumer, err = js.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
			Durable: labWorkers, AckPolicy: jetstream.AckExplicitPolicy, AckWait: m.patience(), MaxAckPending: -1,
		})
		return err
	})
	if err != nil {
		return err
	}
	done := make(chan error, workers)
	for range workers {
		go func() { done <- m.hand(ctx, js, consumer, find) }()
	}
	for range workers {
		err = errors.Join(err, <-done)
	}
	return err
}

// hand takes one chunk after another.
func (m *Machines) hand(ctx context.Context, js jetstream.JetStream, consumer jetstream.Consumer, find func(string) (game.Game, bool)) error {
	experiments := map[string]*Experiment{} // by fingerprint
	for ctx.Err() == nil {
		batch, err := consumer.Fetch(1, jetstream.FetchMaxWait(time.Second))
		if err != nil {
			m.log().Warn("no jobs to be had", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			continue
		}
		for msg := range batch.Messages() {
			if err := m.do(ctx, js, msg, experiments, find); err != nil && ctx.Err() == nil {
				m.log().Warn("a job was not done", "error", err)
				_ = msg.NakWithDelay(time.Second)
			}
		}
	}
	return nil
}

// do plays one chunk.
func (m *Machines) do(ctx context.Context, js jetstream.JetStream, msg jetstream.Msg, experiments map[string]*Experiment, find func(string) (game.Game, bool)) error {
	var o order
	if err := json.Unmarshal(msg.Data(), &o); err != nil {
		return errors.Join(err, msg.Term())
	}
	e, err := o.experiment(experiments, find)
	if err != nil {
		return err
	}
	d := delivery{Jobs: o.Jobs}
	defer m.keepAlive(msg)()
	for _, j := range o.Jobs {
		if j.Cell < 0 || j.Cell >= len(e.Cells) {
			return msg.Term()
		}
		lines, err := e.unit(ctx, j.Cell, j.Unit)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), msg.Nak()) // somebody else shall play it
		}
		if err != nil {
			d = delivery{Error: err.Error()}
			break
		}
		d.Lines = append(d.Lines, lines)
	}
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := publish(ctx, js, resultPrefix+o.Fingerprint, data); err != nil {
		return err
	}
	return msg.Ack()
}

// keepAlive gives signs of life for a job until stop is called.
func (m *Machines) keepAlive(msg jetstream.Msg) (stop func()) {
	tick, done := time.NewTicker(m.patience()/3), make(chan struct{})
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = msg.InProgress() // if it is lost the job is played twice
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// experiment reads the order's experiment, once, and makes sure that it is the
// one that was meant.
func (o *order) experiment(known map[string]*Experiment, find func(string) (game.Game, bool)) (*Experiment, error) {
	if e := known[o.Fingerprint]; e != nil {
		return e, nil
	}
	e, err := Read(o.Name, o.Source, find)
	if err != nil {
		return nil, err
	}
	if e.Fingerprint() != o.Fingerprint {
		return nil, errOtherVersion
	}
	known[o.Fingerprint] = e
	return e, nil
}

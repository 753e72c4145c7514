package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Job is a bot's turn: a seat of a match that may act after an entry.
type Job struct {
	Match string `json:"match"`
	Seat  int    `json:"seat"`
	N     int    `json:"n"` // the entry after which it may act
	// Events is how many things there are to be seen first, one after the other.
	Events int `json:"events,omitempty"`
}

// Delivery is a job handed out. It is handed out again unless it is settled
// within the time that Work was given, so doing it twice must do no harm.
type Delivery struct {
	Job
	Tries int // how often it was handed out, this time included
	msg   jetstream.Msg
}

// Done says that the job needs nobody any more.
func (d *Delivery) Done() error { return d.msg.Ack() }

// Retry gives the job back, to be handed out again after a while.
func (d *Delivery) Retry(after time.Duration) error { return d.msg.NakWithDelay(after) }

// Enqueue puts a job on the queue. The same job put twice within two minutes is
// there once.
func (j *Journal) Enqueue(ctx context.Context, job Job) error {
	if j.closed.Load() {
		return ErrClosed
	}
	data, err := json.Marshal(job)
	if err != nil {
		return err
	}
	msg := &nats.Msg{Subject: botPrefix + job.Match, Data: data}
	id := fmt.Sprintf("%s-%d-%d", job.Match, job.Seat, job.N)
	for {
		_, err := j.js.PublishMsg(ctx, msg, jetstream.WithMsgID(id))
		if err == nil {
			return nil
		}
		if code, _ := apiCode(err); code != duplicateInProcess {
			return fmt.Errorf("%w: queue: %v", ErrUnavailable, err)
		}
		// Another process is putting the same job. Should it fail, we did not.
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: queue: %v", ErrUnavailable, err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// duplicateInProcess is the code with which a replicated stream refuses a
// message whose id it has accepted and not yet stored.
const duplicateInProcess jetstream.ErrorCode = 10158

// consumeTrouble has a consumer tell what it has met with; it helps itself.
func (j *Journal) consumeTrouble() jetstream.ConsumeErrHandler {
	return func(_ jetstream.ConsumeContext, err error) {
		if !j.closed.Load() {
			j.log.Info("journal consumer", "error", err)
		}
	}
}

// Work hands out jobs, one at a time, of which up to most are unsettled at
// once among all processes that work; a job not settled within patience is
// handed out again. fn must return soon: it settles the delivery later. The
// function returned stops handing out.
func (j *Journal) Work(ctx context.Context, most int, patience time.Duration, fn func(*Delivery)) (stop func(), err error) {
	if j.closed.Load() {
		return nil, ErrClosed
	}
	consumer, err := j.workers(ctx, most, patience)
	if err != nil {
		return nil, fmt.Errorf("%w: queue: %v", ErrUnavailable, err)
	}
	return j.take(consumer, most, fn)
}

// workers is the consumer that all who work share.
func (j *Journal) workers(ctx context.Context, most int, patience time.Duration) (jetstream.Consumer, error) {
	return j.js.CreateOrUpdateConsumer(ctx, botStream, jetstream.ConsumerConfig{
		Durable:       botWorkers,
		AckPolicy:     jetstream.AckExplicitPolicy,
		AckWait:       patience,
		MaxAckPending: most,
	})
}

func (j *Journal) take(consumer jetstream.Consumer, most int, fn func(*Delivery)) (stop func(), err error) {
	consuming, err := consumer.Consume(func(msg jetstream.Msg) {
		d := &Delivery{Tries: 1, msg: msg}
		if meta, err := msg.Metadata(); err == nil {
			d.Tries = int(meta.NumDelivered)
		}
		if err := json.Unmarshal(msg.Data(), &d.Job); err != nil {
			j.log.Error("a bot's turn cannot be read", "error", err)
			_ = msg.Term()
			return
		}
		fn(d)
	}, jetstream.PullMaxMessages(most), jetstream.PullHeartbeat(heartbeat), j.consumeTrouble())
	if err != nil {
		return nil, fmt.Errorf("%w: queue: %v", ErrUnavailable, err)
	}
	return j.onClose(func() {
		consuming.Stop()
		<-consuming.Closed()
	}), nil
}

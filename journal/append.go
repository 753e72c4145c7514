package journal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// attempt bounds one try of a publish; the caller's context bounds them all.
const attempt = 3 * time.Second

// mostFlights bounds how often a write waits for another that is in flight.
const mostFlights = 8

// Append writes the entry that follows a head, and returns once it is on disk.
// With the zero Head it starts a match. ErrConflict means that the match has
// gone on past that head; ErrUnclear, only when ctx ends first, that nobody
// can say whether the entry was written.
func (j *Journal) Append(ctx context.Context, match string, after Head, d Draft) (Entry, Head, error) {
	if !validID(match) {
		return Entry{}, Head{}, ErrNotFound
	}
	if j.closed.Load() {
		return Entry{}, Head{}, ErrClosed
	}
	e, raw, head, err := d.encode(match, after)
	if err != nil {
		return Entry{}, Head{}, err
	}
	seq, err := j.write(ctx, matchPrefix+match, after.Seq, raw)
	if err != nil {
		return Entry{}, Head{}, err
	}
	head.Seq = seq
	raise(&j.sure, seq)
	if err := j.heads.keep(match, head.N); err != nil {
		j.log.Warn("the journal's ledger cannot be written", "match", match, "error", err)
	}
	return e, head, nil
}

// write publishes with an expectation until it is certain what became of it.
// A repeat is safe: whatever arrives second fails its expectation.
func (j *Journal) write(ctx context.Context, subject string, after uint64, raw []byte) (uint64, error) {
	unclear := false // an earlier try may have been written, or be on its way
	flights := 0     // how often another's write was said to be in flight
	ill := j.illness()
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		if ill.Err() != nil {
			if unclear {
				return 0, ErrUnclear
			}
			return 0, fmt.Errorf("%w: it cannot be written", ErrUnavailable)
		}
		try, cancel := context.WithTimeout(ctx, attempt)
		stop := context.AfterFunc(ill, cancel) // a store that failed to write never answers
		ack, err := j.publish(try, &nats.Msg{Subject: subject, Data: raw},
			jetstream.WithExpectLastSequencePerSubject(after), jetstream.WithRetryAttempts(1))
		stop()
		cancel()
		if err == nil {
			return ack.Sequence, nil
		}
		code, refused := apiCode(err)
		switch {
		case code == jetstream.JSErrCodeStreamWrongLastSequence && !unclear:
			return 0, ErrConflict
		case isConflict(code):
			seq, found, err := j.settle(ctx, subject, after, raw)
			switch {
			case err == nil && found:
				return seq, nil
			case errors.Is(err, ErrConflict):
				return 0, ErrConflict
			case err == nil && code == jetstream.JSErrCodeStreamWrongLastSequence:
				// Nothing follows the head and yet the last sequence is another:
				// the subject was purged.
				return 0, ErrConflict
			case err == nil && !unclear && flights == mostFlights:
				return 0, ErrConflict
			}
			// A write is on its way through the replicas. It is another's, or
			// one of ours: the one before this, acknowledged a moment ago, or
			// an earlier try. Once it has landed, or not, we shall know.
			flights++
		case refused && !unclear:
			return 0, fmt.Errorf("%w: %v", ErrUnavailable, err)
		case refused, errors.Is(err, jetstream.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders):
			// This try was not written; an earlier one may have been.
		case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrConnectionDraining), errors.Is(err, nats.ErrMaxPayload):
			if !unclear {
				return 0, fmt.Errorf("%w: %v", ErrUnavailable, err)
			}
			return 0, ErrUnclear
		default:
			unclear = true
		}
		select {
		case <-ctx.Done():
			if unclear {
				return 0, ErrUnclear
			}
			return 0, fmt.Errorf("%w: %v", ErrUnavailable, err)
		case <-time.After(pause):
		}
	}
}

// settle finds out whether the entry that follows a sequence is the one we
// meant to write. It compares bytes: they hold the command's id.
func (j *Journal) settle(ctx context.Context, subject string, after uint64, raw []byte) (seq uint64, found bool, err error) {
	stream := matchStream
	if strings.HasPrefix(subject, archivePrefix) {
		stream = archiveStream
	}
	seq, data, err := j.askLeader(ctx, stream, map[string]any{"seq": after + 1, "next_by_subj": subject})
	switch {
	case errors.Is(err, ErrNotFound):
		return 0, false, nil
	case err != nil:
		return 0, false, err
	case !bytes.Equal(data, raw):
		return 0, false, ErrConflict
	}
	return seq, true, nil
}

// askLeader gets one message from a stream's leader, which has seen whatever
// was acknowledged; the other replicas, which answer everything else, may lag.
func (j *Journal) askLeader(ctx context.Context, stream string, which map[string]any) (seq uint64, data []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	req, err := json.Marshal(which)
	if err != nil {
		return 0, nil, err
	}
	msg, err := j.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, req)
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	var answer struct {
		Error   *jetstream.APIError `json:"error"`
		Message *struct {
			Seq  uint64 `json:"seq"`
			Data []byte `json:"data"`
		} `json:"message"`
	}
	if err := json.Unmarshal(msg.Data, &answer); err != nil {
		return 0, nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	switch {
	case answer.Error != nil && answer.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return 0, nil, ErrNotFound
	case answer.Error != nil:
		return 0, nil, fmt.Errorf("%w: %v", ErrUnavailable, answer.Error)
	case answer.Message == nil:
		return 0, nil, fmt.Errorf("%w: an answer without a message", ErrUnavailable)
	}
	return answer.Message.Seq, answer.Message.Data, nil
}

// apiCode is the code with which JetStream refused; false when it did not answer.
func apiCode(err error) (jetstream.ErrorCode, bool) {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode, true
	}
	return 0, false
}

// isConflict tells a lost race: 10071 knows the present sequence, 10164 only
// that somebody else's write is in flight (replicated streams).
func isConflict(code jetstream.ErrorCode) bool {
	return code == jetstream.JSErrCodeStreamWrongLastSequence || code == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}

// validID keeps what is not a match's id out of subjects.
func validID(match string) bool {
	if len(match) == 0 || len(match) > 64 {
		return false
	}
	for i := range len(match) {
		if c := match[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

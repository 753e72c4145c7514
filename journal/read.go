package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// page is how many entries one request asks for.
const page = 1000

// History is what was read of a match.
type History struct {
	Entries  []Entry
	Head     Head
	Archived bool // it came from the archive: the match is over
}

// Read gives the entries of a match that follow a head, each checked against
// the one before. With the zero Head a match that does not exist is
// ErrNotFound. Where an entry is damaged, the history holds those before it
// and the error is a *DamageError.
func (j *Journal) Read(ctx context.Context, match string, after Head) (History, error) {
	if !validID(match) {
		return History{}, ErrNotFound
	}
	if j.closed.Load() {
		return History{}, ErrClosed
	}
	h := History{Head: after}
	last := j.heads.last(match) // before we read: meanwhile it may go on
	gone, err := j.fetchAll(ctx, match, after.Seq, func(seq uint64, raw []byte) error {
		e, head, err := follow(match, h.Head, seq, raw)
		if err != nil {
			return err
		}
		h.Entries = append(h.Entries, e)
		h.Head = head
		return nil
	})
	if err == nil {
		err = short(match, h.Head, last)
	}
	var damage *DamageError
	switch {
	case errors.As(err, &damage), err == nil && (gone || after.N == 0 && len(h.Entries) == 0):
		// It may have been archived, perhaps while we read.
		archived, archiveErr := j.readArchive(ctx, match)
		switch {
		case archiveErr == nil && after.N <= len(archived.Entries):
			archived.Entries = archived.Entries[after.N:]
			return archived, short(match, archived.Head, last)
		case err != nil:
			return h, err
		case errors.Is(archiveErr, ErrNotFound) && h.Head.N > 0:
			return h, nil // another replica has what the leader is yet to write
		case archiveErr != nil:
			return h, archiveErr
		}
	case err != nil:
		return History{Head: after}, err
	}
	return h, nil
}

// fetchAll gives the entries of a match that come after a sequence, all that
// were acknowledged, or told to who follows, before the call. In a cluster a
// replica that lags may answer, so there the leader is asked how far to read.
// gone tells that the leader has no entry of the match: it may be archived.
func (j *Journal) fetchAll(ctx context.Context, match string, after uint64, each func(seq uint64, raw []byte) error) (gone bool, err error) {
	var last uint64
	if j.Shared() {
		if last, err = j.lastOf(ctx, match); err != nil {
			return false, err
		}
		gone = last == 0
	}
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 200*time.Millisecond) {
		err := j.fetch(ctx, matchPrefix+match, after+1, func(seq uint64, raw []byte) error {
			after = seq
			return each(seq, raw)
		})
		if err != nil || after >= last {
			return gone, err
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
		case <-time.After(pause):
		}
		// It may have been archived meanwhile: then there is nothing to wait for.
		if last, err = j.lastOf(ctx, match); err != nil || last == 0 {
			return err == nil, err
		}
	}
}

// lastOf asks the leader for the sequence of a match's last entry, 0 when it
// has none.
//
// The leader is not always the first to write: a follower may be faster, and
// when the consumer that feeds Follow lives there, we are told of an entry that
// the leader does not have yet and nobody was acknowledged. Who is told and then
// reads has to find it, because nobody tells twice.
func (j *Journal) lastOf(ctx context.Context, match string) (uint64, error) {
	told := j.told.Load()
	late := time.Now().Add(attempt)
	for pause := time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		came := j.sure.Load() >= told
		last, _, err := j.askLeader(ctx, matchStream, map[string]any{"last_by_subj": matchPrefix + match})
		if err != nil && !errors.Is(err, ErrNotFound) {
			return 0, err
		}
		raise(&j.sure, last)
		if came || last >= told {
			return last, nil
		}
		position, err := j.position(ctx)
		if err != nil {
			return 0, err
		}
		raise(&j.sure, position)
		if position >= told {
			continue
		}
		if time.Now().After(late) { // a stream restored from a copy goes back
			j.log.Warn("the journal's leader does not have what was told", "leader", position, "told", told)
			j.told.CompareAndSwap(told, position)
			return last, nil
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("%w: %v", ErrUnavailable, ctx.Err())
		case <-time.After(pause):
		}
	}
}

// position asks the leader how far the stream of matches has come.
func (j *Journal) position(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	info, err := j.match.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	return info.State.LastSeq, nil
}

// raise makes a number larger, never smaller.
func raise(n *atomic.Uint64, to uint64) {
	for {
		old := n.Load()
		if old >= to || n.CompareAndSwap(old, to) {
			return
		}
	}
}

// fetch gives the messages of a subject from a sequence on, without a
// consumer: each request is answered by up to a page of messages.
func (j *Journal) fetch(ctx context.Context, subject string, from uint64, each func(seq uint64, raw []byte) error) error {
	inbox := j.conn.NewRespInbox()
	sub, err := j.conn.SubscribeSync(inbox)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	defer sub.Unsubscribe()
	for more := true; more; {
		req, err := json.Marshal(map[string]any{"seq": from, "next_by_subj": subject, "batch": page, "max_bytes": 4 << 20})
		if err != nil {
			return err
		}
		if err := j.conn.PublishRequest("$JS.API.DIRECT.GET."+matchStream, inbox, req); err != nil {
			return fmt.Errorf("%w: %v", ErrUnavailable, err)
		}
		for {
			msg, err := sub.NextMsgWithContext(ctx)
			if err != nil {
				return fmt.Errorf("%w: %v", ErrUnavailable, err)
			}
			if status := msg.Header.Get("Status"); len(msg.Data) == 0 && status != "" {
				switch status {
				case "404":
					return nil
				case "204":
					more = msg.Header.Get("Nats-Num-Pending") != "0"
				default:
					return fmt.Errorf("%w: status %s %s", ErrUnavailable, status, msg.Header.Get("Description"))
				}
				break
			}
			seq, err := strconv.ParseUint(msg.Header.Get("Nats-Sequence"), 10, 64)
			if err != nil {
				return fmt.Errorf("%w: a message without its sequence", ErrUnavailable)
			}
			from = seq + 1
			if err := each(seq, msg.Data); err != nil {
				return err
			}
		}
	}
	return nil
}

// Live lists the matches that are not archived, by id.
func (j *Journal) Live(ctx context.Context) ([]string, error) {
	if j.closed.Load() {
		return nil, ErrClosed
	}
	info, err := j.match.Info(ctx, jetstream.WithSubjectFilter(matchPrefix+"*"))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	ids := make([]string, 0, len(info.State.Subjects))
	for subject := range info.State.Subjects {
		ids = append(ids, strings.TrimPrefix(subject, matchPrefix))
	}
	sort.Strings(ids)
	return ids, nil
}

// Notice tells that a match has gone on, here or in another process.
type Notice struct {
	Match string
	Seq   uint64 // of the new entry
	First bool   // it is the match's first entry
}

// Follow calls fn with every entry appended from now on, in order and one at a
// time, until ctx ends or the journal closes. What fn was told of, a Read that
// begins afterwards finds. One a process is enough: the server keeps a consumer
// for it.
func (j *Journal) Follow(ctx context.Context, fn func(Notice)) error {
	if j.closed.Load() {
		return ErrClosed
	}
	last, err := j.position(ctx)
	if err != nil {
		return err
	}
	consumer, err := j.js.OrderedConsumer(ctx, matchStream, jetstream.OrderedConsumerConfig{
		DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:       last + 1,
		InactiveThreshold: 5 * time.Minute,
	})
	if err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	consuming, err := consumer.Consume(func(msg jetstream.Msg) {
		meta, err := msg.Metadata()
		if err != nil {
			return
		}
		if j.Shared() {
			raise(&j.told, meta.Sequence.Stream)
		}
		fn(Notice{
			Match: strings.TrimPrefix(msg.Subject(), matchPrefix),
			Seq:   meta.Sequence.Stream,
			First: msg.Headers().Get(nats.ExpectedLastSubjSeqHdr) == "0",
		})
	}, jetstream.PullHeartbeat(heartbeat), j.consumeTrouble())
	if err != nil {
		return fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	stop := j.onClose(func() {
		consuming.Stop()
		<-consuming.Closed()
	})
	context.AfterFunc(ctx, stop)
	return nil
}

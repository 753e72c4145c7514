package journal

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// largestArchive bounds what one archived match unpacks to.
const largestArchive = 256 << 20

// Archive moves a match that is over out of the live stream: first it is
// written into the archive, then its subject is purged. A crash between the
// two leaves it in both, and archiving again ends the job. Nobody may append
// to the match any more. Archiving an archived match does nothing.
func (j *Journal) Archive(ctx context.Context, match string) error {
	if !validID(match) {
		return ErrNotFound
	}
	if j.closed.Load() {
		return ErrClosed
	}
	var packed bytes.Buffer
	var head Head
	last := j.heads.last(match)
	zip := gzip.NewWriter(&packed)
	gone, err := j.fetchAll(ctx, match, 0, func(seq uint64, raw []byte) error {
		_, next, err := follow(match, head, seq, raw)
		if err != nil {
			return err
		}
		head = next
		if _, err := zip.Write(raw); err != nil {
			return err
		}
		_, err = zip.Write([]byte{'\n'})
		return err
	})
	if err != nil {
		return err
	}
	if gone || head.N == 0 { // what a replica that lags still has may not be all
		archived, err := j.readArchive(ctx, match)
		if err == nil || errors.Is(err, ErrNotFound) {
			err = errors.Join(short(match, archived.Head, last), err)
		}
		return err
	}
	if err := short(match, head, last); err != nil {
		return err // what is left must not pass for the whole
	}
	if err := zip.Close(); err != nil {
		return err
	}
	if int64(packed.Len()) > j.conn.MaxPayload()-4096 {
		return ErrTooLarge
	}
	switch _, err := j.write(ctx, archivePrefix+match, 0, packed.Bytes()); {
	case errors.Is(err, ErrConflict):
		archived, err := j.readArchive(ctx, match)
		if err != nil {
			return err
		}
		if archived.Head.N != head.N || archived.Head.Hash != head.Hash {
			return &DamageError{Match: match, N: min(archived.Head.N, head.N), Reason: "the archive holds another history of it"}
		}
	case err != nil:
		return err
	}
	if err := j.match.Purge(ctx, jetstream.WithPurgeSubject(matchPrefix+match)); err != nil {
		return fmt.Errorf("%w: purge: %v", ErrUnavailable, err)
	}
	return nil
}

// Archived lists the archived matches in the order in which they were archived,
// from after a place on; the zero place is the beginning. It gives the place
// where the list ends, for the next call. Only names are read, no history.
func (j *Journal) Archived(ctx context.Context, after uint64) (ids []string, last uint64, err error) {
	if j.closed.Load() {
		return nil, after, ErrClosed
	}
	unavailable := func(err error) ([]string, uint64, error) {
		return nil, after, fmt.Errorf("%w: %v", ErrUnavailable, err)
	}
	consumer, err := j.js.CreateConsumer(ctx, archiveStream, jetstream.ConsumerConfig{
		DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
		OptStartSeq:       after + 1,
		AckPolicy:         jetstream.AckNonePolicy,
		HeadersOnly:       true,
		MemoryStorage:     true,
		Replicas:          1,
		InactiveThreshold: time.Minute,
	})
	if err != nil {
		return unavailable(err)
	}
	defer func() { _ = j.js.DeleteConsumer(context.WithoutCancel(ctx), archiveStream, consumer.CachedInfo().Name) }()
	last = after
	for left := consumer.CachedInfo().NumPending; left > 0; {
		want := int(min(left, page))
		batch, err := consumer.Fetch(want, jetstream.FetchContext(ctx))
		if err != nil {
			return unavailable(err)
		}
		for msg := range batch.Messages() {
			meta, err := msg.Metadata()
			if err != nil {
				return unavailable(err)
			}
			ids = append(ids, strings.TrimPrefix(msg.Subject(), archivePrefix))
			last, left = meta.Sequence.Stream, meta.NumPending
			want--
		}
		if err := errors.Join(batch.Error(), ctx.Err()); err != nil {
			return unavailable(err)
		}
		if want > 0 {
			return unavailable(errors.New("some of the archive did not come"))
		}
	}
	return ids, last, nil
}

// readArchive gives the whole history of an archived match.
func (j *Journal) readArchive(ctx context.Context, match string) (History, error) {
	_, packed, err := j.askLeader(ctx, archiveStream, map[string]any{"last_by_subj": archivePrefix + match})
	if err != nil {
		return History{}, err
	}
	h := History{Archived: true}
	damage := func(err error) (History, error) {
		return h, &DamageError{Match: match, N: h.Head.N + 1, Reason: "its archive cannot be read: " + err.Error()}
	}
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return damage(err)
	}
	all, err := io.ReadAll(io.LimitReader(unzip, largestArchive))
	if err != nil {
		return damage(err)
	}
	for line := range bytes.Lines(all) {
		line = bytes.TrimSuffix(line, []byte{'\n'})
		if !json.Valid(line) {
			return damage(errors.New("a line is not JSON"))
		}
		e, head, err := follow(match, h.Head, 0, line)
		if err != nil {
			return h, err
		}
		h.Entries = append(h.Entries, e)
		h.Head = head
	}
	if h.Head.N == 0 {
		return damage(errors.New("it is empty"))
	}
	return h, nil
}

package table

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"banco/game"
)

// startAction stands in a record for the house laying the table.
var startAction = json.RawMessage(`{"type":"start"}`)

// largestRecord bounds what ReadRecord reads.
const largestRecord = 64 << 20

// Record gives the log of a match. Once it is over that is everything: seeds,
// rolls, every action. Before, it is what the token's owner did and was told; so
// it stays, for whoever has no seat, where the game keeps secrets ([game.Keeper]).
func (s *Service) Record(ctx context.Context, id, token string) (*Record, error) {
	var rec *Record
	err := s.with(ctx, id, func(r *room) error {
		seat, err := r.whose(token)
		if err != nil {
			return err
		}
		keeper, ok := r.state.(game.Keeper)
		if kept := ok && keeper.KeepsSecrets() && seat == game.Watcher; r.stage == Over && !kept {
			return guard(func() error { rec = r.whole(); return nil })
		}
		rec = r.soFar(seat)
		return nil
	})
	return rec, err
}

func (m *match) recordHead(players []Player) *Record {
	return &Record{
		ID: m.id, Game: m.game.Info().Name, Rules: m.rules, Options: m.options,
		Commitment: m.commitment, Players: players, Entries: []RecordEntry{},
	}
}

// whole is the record of a match that is over.
func (m *match) whole() *Record {
	rec := m.recordHead(m.players)
	rec.ServerSeed = hex.EncodeToString(m.serverSeed[:])
	for _, p := range m.players {
		rec.ClientSeeds = append(rec.ClientSeeds, p.ClientSeed)
	}
	for i, s := range m.steps {
		e := RecordEntry{Seq: i + 1, At: s.meta.at, Seat: s.meta.seat, Action: s.Action, Rolls: s.Rolls, Hash: s.Hash}
		if s.meta.kind == kindStarted {
			e.Action = startAction
		}
		e.Undo, e.Correct, e.Bot, e.Back, e.Agreed = s.undo, s.correct, s.bot, s.back, s.agreed
		for _, event := range s.events {
			e.News = append(e.News, event.Text)
		}
		rec.Entries = append(rec.Entries, e)
	}
	result := m.state.Result()
	rec.Result = &result
	return rec
}

// soFar is the record of a match under way for one who may not know all of it.
// It is made from the viewer's news and its own actions, so it holds no roll
// and no action of another, and counts nothing that was kept from the viewer.
func (m *match) soFar(seat game.Seat) *Record {
	rec := m.recordHead(m.playersFor(seat))
	v := &m.viewers[seat+1]
	news := slices.DeleteFunc(slices.Clone(v.news), func(n News) bool { return n.aside })
	take := func(e *RecordEntry) {
		seq := news[0].Entry
		for len(news) > 0 && news[0].Entry == seq {
			e.News = append(e.News, news[0].Text)
			news = news[1:]
		}
	}
	add := func(e RecordEntry) {
		e.Seq, e.Rolls = len(rec.Entries)+1, [][2]int{}
		rec.Entries = append(rec.Entries, e)
	}
	for i, s := range m.steps {
		own := s.meta.seat == seat // the house's step, for a watcher: it laid the table
		told := slices.ContainsFunc(s.events, func(e game.Event) bool { return e.To.Includes(seat) })
		if reseats := s.bot != nil || s.back; reseats && !s.seen.has(int(seat)+1) {
			// It was under a veil, and what was told later belongs to no step.
			if !slices.Contains(m.veil, i) {
				add(RecordEntry{At: s.meta.at, Seat: s.meta.seat, Bot: s.bot, Back: s.back, News: s.public()})
			}
			continue
		}
		if !own && !told {
			continue
		}
		e := RecordEntry{At: s.meta.at, Seat: s.seenBy(s.meta.seat, seat)}
		switch {
		case s.meta.kind == kindStarted:
			e.Action = startAction
		case s.bot != nil || s.back:
			e.Bot, e.Back, e.Agreed = s.bot, s.back, s.agreed
		case s.undo > 0:
			e.Undo, e.Agreed = s.undoFor[seat+1], s.agreed
		case s.amends():
			e.Correct, e.Agreed = s.correct, s.agreed
		case own:
			e.Action = s.Action
		}
		if told {
			take(&e)
		}
		add(e)
	}
	return rec
}

// ReadRecord reads a record strictly: unknown fields, trailing text and sizes
// beyond reason are refused.
func ReadRecord(r io.Reader) (*Record, error) {
	data, err := io.ReadAll(io.LimitReader(r, largestRecord+1))
	if err != nil {
		return nil, err
	}
	if len(data) > largestRecord {
		return nil, verifyError("size", 0)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var rec Record
	if err := dec.Decode(&rec); err != nil {
		return nil, verifyError("unreadable", 0, err.Error())
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, verifyError("unreadable", 0, "there is something after the record")
	}
	return &rec, nil
}

package lab

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"banco/dice"
	"banco/game"
	"banco/table"
)

// Record plays one match with the dice of a live one and gives its whole log,
// in the form that a server's finished matches have and that verify reads. The
// server seed is SHA-256("banco play " + seed), the client seeds are "seat-0",
// "seat-1" and so on: the same arguments give the same log but for the times.
func Record(ctx context.Context, cfg game.Config, players Players, levels []string, seed uint64, now func() time.Time) (*table.Record, error) {
	serverSeed := sha256.Sum256([]byte("banco play " + strconv.FormatUint(seed, 10)))
	rec := &table.Record{
		ID:         fmt.Sprintf("play-%d", seed),
		Game:       cfg.Game().Info().Name,
		Rules:      cfg.Game().Info().Rules,
		Options:    cfg.Options(),
		Commitment: dice.Commitment(serverSeed),
		ServerSeed: fmt.Sprintf("%x", serverSeed),
	}
	for i, level := range levels {
		clientSeed := fmt.Sprintf("seat-%d", i)
		rec.ClientSeeds = append(rec.ClientSeeds, clientSeed)
		rec.Players = append(rec.Players, table.Player{
			Seat: game.Seat(i), Kind: "bot", Level: level, Name: level, Taken: true, ClientSeed: clientSeed,
		})
	}
	src := dice.NewFair(serverSeed, rec.ClientSeeds)
	log := &game.Log{}
	state := cfg.Start(src, log)
	add := func(seat game.Seat, action json.RawMessage) error {
		hash, err := game.HashOf(state)
		if err != nil {
			return err
		}
		entry := table.RecordEntry{
			Seq: len(rec.Entries) + 1, At: now().UTC(), Seat: seat, Action: action,
			Rolls: src.Take(), Hash: hash.String(),
		}
		for _, e := range log.Events {
			entry.News = append(entry.News, e.Text) // the match is over by the time anybody reads this
		}
		log.Events = log.Events[:0]
		rec.Entries = append(rec.Entries, entry)
		return nil
	}
	if err := add(game.Watcher, json.RawMessage(`{"type":"start"}`)); err != nil {
		return nil, err
	}
	err := drive(ctx, state, players, seed, func(seat game.Seat, _ game.View, a game.Action) error {
		raw, err := json.Marshal(a)
		if err != nil {
			return err
		}
		if err := state.Apply(seat, a, src, log); err != nil {
			return err
		}
		return add(seat, raw)
	})
	if err != nil {
		return nil, err
	}
	result := state.Result()
	rec.Result = &result
	return rec, nil
}

package web

import (
	"context"

	"banco/game"
	"banco/table"
)

// Tables is what the web needs of the table service.
type Tables interface {
	Create(ctx context.Context, m table.NewMatch) (table.Created, error)
	Take(ctx context.Context, match string, seat game.Seat, invite, name, clientSeed string) (token string, err error)
	TakeListed(ctx context.Context, match string, seat game.Seat, name, clientSeed string) (taken game.Seat, token string, err error)
	Link(ctx context.Context, match string, seat game.Seat, token string) (link string, err error)
	Resume(ctx context.Context, link string) (match string, seat game.Seat, token string, err error)
	Invitation(ctx context.Context, invite string) (match string, seat game.Seat, used bool, err error)
	Identify(ctx context.Context, match, token string) (game.Seat, error)
	Look(ctx context.Context, match, token string) (*table.Snapshot, error)
	Act(ctx context.Context, match, token string, c table.Command) (*table.Snapshot, error)
	Watch(ctx context.Context, match, token string) (*table.Watch, error)
	Propose(ctx context.Context, match, token string, p table.Proposal) error
	Answer(ctx context.Context, match, token string, a table.Answer) error
	Hand(ctx context.Context, match string, seat game.Seat, token string, h table.Handover) error
	Back(ctx context.Context, match string, seat game.Seat, token, name string) error
	Pause(ctx context.Context, match, token string, on bool) error
	Timings(ctx context.Context, match, token string) (*table.Timings, error)
	AllTimings(ctx context.Context) ([]table.Timing, error)
	Record(ctx context.Context, match, token string) (*table.Record, error)
	Lobby(ctx context.Context) ([]table.Listing, error)
}

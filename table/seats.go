package table

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"banco/dice"
	"banco/game"
	"banco/journal"
)

// What a request may hold.
const (
	maxName    = 32
	maxOptions = 64 << 10
	maxDevices = 16 // tokens of one seat
)

// Create makes a match. Its server seed is drawn and committed to before
// anything else happens; where all seats are bots' it starts at once.
func (s *Service) Create(ctx context.Context, n NewMatch) (Created, error) {
	g, ok := s.cfg.Games(n.Game)
	if !ok {
		return Created{}, refuseField("no_game", "game", printable(n.Game))
	}
	info := g.Info()
	if len(n.Seats) < info.MinSeats || len(n.Seats) > info.MaxSeats {
		return Created{}, refuseField("seat_count", "seats", info.MinSeats, info.MaxSeats)
	}
	if len(n.Options) > maxOptions {
		return Created{}, refuseField("options_size", "options", maxOptions)
	}
	var config game.Config
	var options json.RawMessage
	if err := guard(func() (err error) {
		if config, err = g.Configure(n.Options, len(n.Seats)); err != nil {
			return err
		}
		options = config.Options()
		return nil
	}); err != nil {
		return Created{}, passOn(Invalid, err)
	}

	seed := dice.NewServerSeed()
	created := Created{ID: newSecret(), Commitment: dice.Commitment(seed)}
	data := createdData{
		Game: n.Game, Rules: info.Rules, Options: options, Listed: n.Listed,
		Commitment: created.Commitment, ServerSeed: hex.EncodeToString(seed[:]),
	}
	for i, spec := range n.Seats {
		seat := CreatedSeat{Seat: game.Seat(i), Kind: spec.Kind}
		kept := seatData{Kind: spec.Kind}
		switch spec.Kind {
		case human:
			p := pass{created.ID, seat.Seat, newSecret()}
			seat.Invite, kept.Invite = p.String(), hashSecret(p.secret)
		case bot:
			if _, err := s.player(n.Game, spec.Level); err != nil {
				return Created{}, err
			}
			seat.Level, kept.Level = spec.Level, spec.Level
			kept.ClientSeed = dice.NewClientSeed()
		default:
			return Created{}, refuseField("seat_kind", "seats", i+1)
		}
		created.Seats = append(created.Seats, seat)
		data.Seats = append(data.Seats, kept)
	}
	if err := s.create(ctx, created.ID, data); err != nil {
		return Created{}, err
	}
	return created, nil
}

// create writes the first entry and folds it, so that the match is in memory
// when its maker looks at it.
func (s *Service) create(ctx context.Context, id string, data createdData) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return err
	}
	write, cancel := context.WithTimeout(context.WithoutCancel(ctx), journalTime)
	defer cancel()
	_, _, err = s.journal.Append(write, id, journal.Head{}, journal.Draft{
		At: s.cfg.Now(), Kind: kindCreated, Seat: int(game.Watcher), Command: id, Data: raw,
	})
	if err != nil {
		return s.unavailable(id, err)
	}
	return s.with(ctx, id, func(*room) error { return nil })
}

// Invitation reads an invitation and tells which seat it opens and whether it
// was used. It changes nothing.
func (s *Service) Invitation(ctx context.Context, invite string) (id string, seat game.Seat, used bool, err error) {
	p, ok := parsePass(invite)
	if !ok {
		return "", game.Watcher, false, refuse(NotFound, "no_invitation")
	}
	err = s.with(ctx, p.match, func(r *room) error {
		if err := r.invited(p); err != nil {
			return err
		}
		used = r.players[p.seat].Taken
		return nil
	})
	if err != nil {
		return "", game.Watcher, false, err
	}
	return p.match, p.seat, used, nil
}

func (r *room) invited(p pass) error {
	if !r.owned(p.seat) || !sameHash(r.invites[p.seat], hashSecret(p.secret)) {
		return refuse(NotFound, "no_invitation")
	}
	return nil
}

// Take seats somebody by invitation, and gives the seat's own secret. The
// invitation is used up.
func (s *Service) Take(ctx context.Context, id string, seat game.Seat, invite, name, clientSeed string) (token string, err error) {
	p, ok := parsePass(invite)
	if !ok || p.match != id || p.seat != seat {
		return "", refuse(Forbidden, "no_invitation")
	}
	err = s.with(ctx, id, func(r *room) error {
		if r.invited(p) != nil {
			return refuse(Forbidden, "no_invitation")
		}
		token, err = r.sit(ctx, seat, name, clientSeed)
		return err
	})
	return token, err
}

// TakeListed seats somebody at a match that is open to anybody: on the seat
// named, or with game.Watcher on the first that is free.
func (s *Service) TakeListed(ctx context.Context, id string, seat game.Seat, name, clientSeed string) (taken game.Seat, token string, err error) {
	err = s.with(ctx, id, func(r *room) error {
		if !r.listed {
			return refuse(Forbidden, "not_listed")
		}
		taken = seat
		for i := 0; taken < 0 && i < len(r.players); i++ {
			if !r.players[i].Taken {
				taken = game.Seat(i)
			}
		}
		if taken < 0 {
			return refuse(Conflict, "full")
		}
		if !r.hasSeat(taken) {
			return refuse(NotFound, "no_seat")
		}
		token, err = r.sit(ctx, taken, name, clientSeed)
		return err
	})
	if err != nil {
		return game.Watcher, "", err
	}
	return taken, token, nil
}

// CheckSitter tells whether somebody could sit down under a name and with a seed.
func CheckSitter(name, clientSeed string) error {
	if _, err := checkName(name); err != nil {
		return err
	}
	if dice.CheckClientSeed(clientSeed) != nil {
		return refuseField("client_seed", "client_seed")
	}
	return nil
}

func (r *room) sit(ctx context.Context, seat game.Seat, name, clientSeed string) (token string, err error) {
	if err := CheckSitter(name, clientSeed); err != nil {
		return "", err
	}
	name = strings.TrimSpace(name)
	token = newSecret()
	err = again(func() error {
		switch {
		case r.stage == Parked:
			return refuse(Conflict, "parked")
		case r.players[seat].Taken:
			return refuse(Conflict, "seat_taken")
		}
		return r.record(ctx, kindTaken, seat, takenData{name, clientSeed, hashSecret(token)})
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// checkName trims a name: 1 to 32 characters, all of them printable.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || name == "" || utf8.RuneCountInString(name) > maxName {
		return "", refuseField("name", "name", maxName)
	}
	for _, c := range name {
		if !unicode.IsPrint(c) {
			return "", refuseField("name", "name", maxName)
		}
	}
	return name, nil
}

// printable cuts what somebody typed to what an error may repeat.
func printable(s string) string {
	var b strings.Builder
	for _, c := range s {
		if b.Len() >= maxName {
			break
		}
		if unicode.IsPrint(c) && c != utf8.RuneError {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// Identify tells whose token it is, also of one for whom a bot plays:
// game.Watcher for none.
func (s *Service) Identify(ctx context.Context, id, token string) (game.Seat, error) {
	seat := game.Watcher
	err := s.with(ctx, id, func(r *room) (err error) {
		seat, err = r.known(token)
		return err
	})
	return seat, err
}

// known is whose token it is, game.Watcher for none, and notes that they are
// there.
func (r *room) known(token string) (game.Seat, error) {
	seat, ok := r.identify(token)
	if !ok {
		return game.Watcher, refuse(Forbidden, "token")
	}
	r.here(seat)
	return seat, nil
}

// here notes that somebody looks at the match from a seat.
func (r *room) here(seat game.Seat) {
	if seat >= 0 {
		r.looked[seat] = r.service.cfg.Now()
	}
}

// looksAs tells as whom the owner of a seat looks: while a bot plays there, as a
// watcher.
func (m *match) looksAs(owner game.Seat) game.Seat {
	if m.away.Has(owner) {
		return game.Watcher
	}
	return owner
}

// whose tells as whom a token's owner looks.
func (r *room) whose(token string) (game.Seat, error) {
	seat, err := r.known(token)
	return r.looksAs(seat), err
}

// holder is whose seat a token opens, whoever plays there now.
func (r *room) holder(token string) (game.Seat, error) {
	seat, err := r.known(token)
	if err == nil && seat == game.Watcher {
		err = refuse(Forbidden, "no_token")
	}
	return seat, err
}

// owner is holder, for what only who plays may do. For whom a bot plays is
// refused, and their seat is told.
func (r *room) owner(token string) (game.Seat, error) {
	seat, err := r.holder(token)
	if err == nil && r.away.Has(seat) {
		err = refuse(Forbidden, "seat_left")
	}
	return seat, err
}

// Link makes a one-time link with which the owner of a seat goes on from
// another device. The one made before, if unused, no longer works.
func (s *Service) Link(ctx context.Context, id string, seat game.Seat, token string) (link string, err error) {
	p := pass{id, seat, newSecret()}
	err = s.with(ctx, id, func(r *room) error {
		return again(func() error {
			switch owner, err := r.holder(token); {
			case err != nil:
				return err
			case owner != seat:
				return refuse(Forbidden, "other_seat")
			case r.stage == Over: // everybody sees everything now, and the archive takes no more
				return refuse(Conflict, "over")
			case r.stage == Parked:
				return refuse(Conflict, "parked")
			case len(r.tokens[seat]) >= maxDevices:
				return refuse(Conflict, "devices", maxDevices)
			}
			return r.record(ctx, kindLink, seat, linkData{hashSecret(p.secret)})
		})
	})
	if err != nil {
		return "", err
	}
	return p.String(), nil
}

// Resume uses a link: this device gets a token of its own, the others keep
// theirs.
func (s *Service) Resume(ctx context.Context, link string) (id string, seat game.Seat, token string, err error) {
	p, ok := parsePass(link)
	if !ok {
		return "", game.Watcher, "", refuse(NotFound, "no_link")
	}
	token = newSecret()
	err = s.with(ctx, p.match, func(r *room) error {
		return again(func() error {
			switch {
			case !r.owned(p.seat) || r.links[p.seat] == "" || !sameHash(r.links[p.seat], hashSecret(p.secret)):
				return refuse(NotFound, "no_link")
			case r.stage == Over: // everybody sees everything now, and the archive takes no more
				return refuse(Conflict, "over")
			case r.stage == Parked:
				return refuse(Conflict, "parked")
			}
			return r.record(ctx, kindResumed, p.seat, resumedData{hashSecret(p.secret), hashSecret(token)})
		})
	})
	if err != nil {
		return "", game.Watcher, "", err
	}
	return p.match, p.seat, token, nil
}

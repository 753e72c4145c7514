package ui

import (
	"encoding/json"
	"net/url"
	"strconv"

	"banco/game"
	"banco/table"

	"github.com/a-h/templ"
)

// Match is a match as a game's page gets to draw it.
type Match struct {
	*table.Snapshot
	Pick    url.Values   // the choice in progress: the query of the address, or the form that was refused
	Refusal string       // the sentence to show where the choice was made; "" for none
	Hands   game.Seats   // the seats between whom this phone is passed across; none where it is not
	Gone    []table.Away // the seats of whoever looks at which bots play for now
	// Prepared is for the game's page to keep what it worked out, from one part to the next.
	Prepared any
}

// Mine tells whether the viewer may act now.
func (m *Match) Mine() bool { return m.ToAct.Has(m.Seat) }

// Path is the address of the match below the base path.
func (m *Match) Path() string { return "/matches/" + m.ID }

// Post is where a form of this match is sent: an address below its path. On a
// phone that is passed across it says in whose hand the form was drawn, so that
// an old page does nothing in another's name.
func (m *Match) Post(to string) string {
	path := m.Path() + "/" + to
	if m.Hands != 0 {
		path += "?hand=" + strconv.Itoa(int(m.Seat))
	}
	return path
}

// Name is what a seat is called: the nickname, or the bot's level, or the
// number of a free seat. Who has a namesake at the table has the seat's number
// beside it.
func (m *Match) Name(p *Page, s game.Seat) string {
	if s < 0 || int(s) >= len(m.Players) {
		return p.T("web.house")
	}
	pl := m.Players[s]
	name := p.Called(pl.Name)
	switch {
	case name != "" && pl.Kind == "bot": // it stands in for somebody
		name = p.T("web.bot.for", name)
	case name != "":
	case pl.Kind == "bot":
		name = p.T("web.bot." + pl.Level)
	default:
		return p.T("web.seat", int(s)+1)
	}
	for i, other := range m.Players {
		if i != int(s) && p.Called(other.Name) == p.Called(pl.Name) && other.Kind == pl.Kind && other.Level == pl.Level {
			return p.T("web.name.twice", name, int(s)+1)
		}
	}
	return name
}

// NameThen is what a seat was called when the news of an entry came: a person
// before a bot stood in, a bot before the person came back.
func (m *Match) NameThen(p *Page, s game.Seat, entry int) string {
	if s < 0 || int(s) >= len(m.Players) || m.Players[s].Name == "" {
		return m.Name(p, s)
	}
	name := m.Players[s].Name
	for _, n := range m.News {
		if n.Entry <= entry || len(n.Text.Args) == 0 || n.Text.Args[0] != any(name) {
			continue
		}
		switch n.Text.Key {
		case "table.news.bot":
			return name
		case "table.news.back":
			return p.T("web.bot.for", name)
		}
	}
	return m.Name(p, s)
}

// GamePage draws the parts of the match page that only its game can draw.
// Nothing it draws may come from anywhere but the match it is given.
type GamePage interface {
	// Board is the table itself, drawn and in words.
	Board(p *Page, m *Match) templ.Component
	// Hand is what the viewer can choose now, step by step; it is drawn also
	// for those who wait and for watchers.
	Hand(p *Page, m *Match) templ.Component
	// Side is what else there is to know: score, pieces.
	Side(p *Page, m *Match) templ.Component
	// After is what there is to see once the match is over.
	After(p *Page, m *Match) templ.Component
	// Action reads an action from a form of this page.
	Action(form url.Values) (json.RawMessage, error)
}

// Artist is implemented by pages that have a picture for the lobby.
type Artist interface {
	Art() templ.Component
}

// Marker is implemented by pages on which seats go by signs of their own, so that
// nobody has two colours.
type Marker interface {
	// Mark is the sign of a seat.
	Mark(p *Page, m *Match, seat game.Seat) templ.Component
}

// Umpire is implemented by pages that have something to say beside whose turn it
// is: the round, the score.
type Umpire interface {
	Turn(p *Page, m *Match) templ.Component
}

// Reader is implemented by pages whose forms say something only beside what
// stands on the table: a name, or what is to stay as it is.
type Reader interface {
	// Read is Action for a form that m's viewer sent.
	Read(m *Match, form url.Values) (json.RawMessage, error)
}

// Teller is implemented by pages that tell what happened in a way of their own.
type Teller interface {
	Story(p *Page, m *Match) templ.Component
}

// Scribe is implemented by pages of games that can be put on paper and kept as
// a file.
type Scribe interface {
	// Sheet is the match on paper; notes puts on it what only its viewer knows.
	Sheet(p *Page, m *Match, notes bool) templ.Component
	// Save is the match as a file, as far as its viewer knows it.
	Save(m *Match) []byte
	// Load is the action that puts such a file in the match's place.
	Load(file []byte) (json.RawMessage, error)
}

// Bidder is implemented by pages that can say in few words what a match wants its
// viewer to do now, where "your turn" would not do.
type Bidder interface {
	// Bid says so; "" for the usual words.
	Bid(p *Page, m *Match) string
}

// Reteller is implemented by pages that say some of what happened in words of
// their own. What is kept of a match stays as the rules told it.
type Reteller interface {
	// Retell is a message as the page says it.
	Retell(p *Page, text game.Message) game.Message
	// Moved tells whether a message, retold or not, tells of something that hands
	// have moved on a real table.
	Moved(text game.Message) bool
}

// Corrector is implemented by pages of games whose facts people may set right by
// consent, because a real table knows better.
type Corrector interface {
	// Correct is where a player says what is wrong; its forms go to the match's
	// "/amendments". Nothing where there is nothing to set right.
	Correct(p *Page, m *Match) templ.Component
	// FactText says what a proposed fact says; false for what is no fact.
	FactText(m *Match, fact json.RawMessage) (game.Message, bool)
}

// Herald is implemented by pages of games in which a seat may act though nobody
// waits for it, or in which who is waited for is a secret.
type Herald interface {
	// Awaited is whom the match waits for, as far as m's viewer may know.
	Awaited(m *Match) game.Seats
	// Headline says so in a sentence.
	Headline(p *Page, m *Match) string
	// Verdict says how the match ended.
	Verdict(p *Page, m *Match) string
}

package nucleo

import (
	"slices"
	"strings"

	"banco/game"
)

// Deed is something that happened, so that a page can show it step by step, and
// what a forecast is made of. Which fields count depends on the kind; the others
// are None, or zero.
type Deed struct {
	Kind   DeedKind
	Player int8
	From   int8 // cell
	To     int8 // cell
	Edge   int8
	Card   int8 // a defender's id, a machine card's, a leader
	N      int16
	Item   bool // done with an item
}

// DeedKind says what happened.
type DeedKind int8

// The deeds.
const (
	DeedNone       DeedKind = iota
	DeedTook                // Player takes leader Card
	DeedStarted             // Player's first camp and leader stand on To
	DeedRound               // round N begins, Player first
	DeedRevealed            // Player's Card
	DeedTurn                // Player's turn begins with N action points
	DeedMoved               // Player From To; Item
	DeedCamped              // Player on To, for N support
	DeedRegrouped           // Player From To
	DeedHealed              // Player heals N damage; Item
	DeedCleaned             // Player on To, N pollutants left; Item
	DeedDestroyed           // Player, a hunter on To; Item
	DeedSniped              // Player, a sniper on To; Item
	DeedBreached            // Player, Edge; Item
	DeedRewilded            // Player on To, tile N
	DeedReinforced          // Player plays Card for one more point
	DeedAte                 // Player eats bread: one more point
	DeedRolled              // Player rolls N damage
	DeedDied                // Player's Card dies
	DeedLeft                // Player has built all its camps and leaves
	DeedDrew                // the machine's Card
	DeedWalled              // a wall on Edge
	DeedAdvanced            // automaton N, now on Edge
	DeedReset               // automaton N goes back to the core from Edge
	DeedEntered             // automaton N enters on Edge
	DeedWaits               // automaton N finds no way out of the core
	DeedBuilt               // factory tile N on To
	DeedCampLost            // Player's camp on From goes back
	DeedUncovered           // N snipers on the core's next tile
	DeedPolluted            // one from the factory on From to To
	DeedToxic               // To becomes a toxic area, from the factory on From
	DeedDeployed            // automaton N deploys a hunter on To
	DeedChased              // N hunters From To after Player
	DeedFlipped             // the machine turns by N: 1 clockwise, -1 counterclockwise
	DeedEnded               // it is over: Outcome N
	NumDeeds
)

var deedNames = [NumDeeds]string{"", "took", "started", "round", "revealed", "turn", "moved", "camped", "regrouped", "healed",
	"cleaned", "destroyed", "sniped", "breached", "rewilded", "reinforced", "ate", "rolled", "died", "left", "drew", "walled",
	"advanced", "reset", "entered", "waits", "built", "camp_lost", "uncovered", "polluted", "toxic", "deployed", "chased",
	"flipped", "ended"}

func (k DeedKind) String() string { return name(deedNames[:], int(k)) }

// deed is one of which nothing but the kind is said yet.
func deed(k DeedKind) Deed {
	return Deed{Kind: k, Player: None, From: None, To: None, Edge: None, Card: None}
}

// of is a deed of a player's.
func of(k DeedKind, player int8) Deed {
	d := deed(k)
	d.Player = player
	return d
}

// did notes what happened. One action leads to about fifty deeds at most.
func (b *Board) did(d Deed) {
	if b.Told < maxDeeds {
		b.Deeds[b.Told] = d
		b.Told++
	}
}

// LastDeeds are the deeds of the last open action, in the order in which they
// happened: from an end of turn the machine's card step by step, and what
// followed. Secret choices, and talk, do not replace them.
func (v *View) LastDeeds() []Deed { return v.Deeds[:v.Told:v.Told] }

// Words is the sentence for a deed.
func (v *View) Words(d Deed) game.Message { return v.words(v.cfg, d) }

func (b *Board) words(c *Config, d Deed) game.Message {
	key := "nucleo.deed." + d.Kind.String()
	if d.Item {
		key += ".item"
	}
	who := game.Message{}
	if d.Player != None {
		who = b.playerWord(c, d.Player)
	}
	switch d.Kind {
	case DeedTook:
		return game.Msg(key, who, LeaderWord(int(d.Card)))
	case DeedRevealed, DeedReinforced, DeedDied:
		return game.Msg(key, who, CardWord(int(d.Card)), HabitatWord(HabitatOf(int(d.Card))), PointsOf(int(d.Card)))
	case DeedRound:
		return game.Msg(key, int(d.N), who)
	case DeedTurn, DeedHealed, DeedRolled:
		return game.Msg(key, who, int(d.N))
	case DeedStarted, DeedDestroyed, DeedSniped:
		return game.Msg(key, who, CellWord(int(d.To)))
	case DeedCamped, DeedCleaned, DeedRewilded:
		return game.Msg(key, who, CellWord(int(d.To)), int(d.N))
	case DeedMoved, DeedRegrouped:
		return game.Msg(key, who, CellWord(int(d.From)), CellWord(int(d.To)))
	case DeedBreached:
		return game.Msg(key, who, EdgeWord(int(d.Edge)))
	case DeedAte, DeedLeft:
		return game.Msg(key, who)
	case DeedDrew:
		return game.Msg(key, MachineWord(int(d.Card)))
	case DeedWalled:
		return game.Msg(key, EdgeWord(int(d.Edge)))
	case DeedAdvanced, DeedReset, DeedEntered:
		return game.Msg(key, int(d.N)+1, EdgeWord(int(d.Edge)))
	case DeedWaits:
		return game.Msg(key, int(d.N)+1)
	case DeedBuilt, DeedDeployed:
		return game.Msg(key, int(d.N), CellWord(int(d.To)))
	case DeedCampLost:
		return game.Msg(key, who, CellWord(int(d.From)))
	case DeedUncovered:
		return game.Msg(key, int(d.N))
	case DeedPolluted, DeedToxic:
		return game.Msg(key, CellWord(int(d.From)), CellWord(int(d.To)))
	case DeedChased:
		return game.Msg(key, int(d.N), CellWord(int(d.From)), CellWord(int(d.To)), who)
	case DeedFlipped:
		return game.Msg(key, SpinWord(int8(d.N)))
	case DeedEnded:
		return game.Msg("nucleo.outcome." + Outcome(d.N).String())
	}
	return game.Msg(key)
}

// Retold is the deed of the machine's that a sentence of Words tells of: what a
// page that was told of a card needs to show it once more. Of machine cards with
// the same name it gives one; they do the same. From which edge a hunter was
// deployed no sentence tells.
func (v *View) Retold(m game.Message) (Deed, bool) {
	name, isDeed := strings.CutPrefix(m.Key, "nucleo.deed.")
	kind := DeedKind(slices.Index(deedNames[:], name))
	if !isDeed || kind < DeedDrew || kind >= DeedEnded {
		return Deed{}, false
	}
	d := deed(kind)
	args := func(read ...func(arg any) bool) (Deed, bool) {
		if len(read) != len(m.Args) {
			return Deed{}, false
		}
		for i, read := range read {
			if !read(m.Args[i]) {
				return Deed{}, false
			}
		}
		return d, true
	}
	number := func(less int) func(any) bool {
		return func(arg any) bool {
			n, ok := arg.(int)
			d.N = int16(n - less)
			return ok
		}
	}
	// word finds what a word stands for among n things.
	word := func(to *int8, n int, of func(int) game.Message) func(any) bool {
		return func(arg any) bool {
			for i := range n {
				if is(arg, of(i)) {
					*to = int8(i)
					return true
				}
			}
			return false
		}
	}
	from, to := word(&d.From, Cells, CellWord), word(&d.To, Cells, CellWord)
	edge, player := word(&d.Edge, Edges, EdgeWord), word(&d.Player, v.cfg.players, v.PlayerWord)
	switch kind {
	case DeedDrew:
		return args(word(&d.Card, MachineCards, MachineWord))
	case DeedWalled:
		return args(edge)
	case DeedAdvanced, DeedReset, DeedEntered:
		return args(number(1), edge)
	case DeedWaits:
		return args(number(1))
	case DeedBuilt, DeedDeployed:
		return args(number(0), to)
	case DeedCampLost:
		return args(player, from)
	case DeedUncovered:
		d.To = Core
		return args(number(0))
	case DeedPolluted, DeedToxic:
		return args(from, to)
	case DeedChased:
		return args(number(0), from, to, player)
	}
	return args(func(arg any) bool { // DeedFlipped
		d.N = 1
		if is(arg, SpinWord(-1)) {
			d.N = -1
		}
		return is(arg, SpinWord(int8(d.N)))
	})
}

// is tells whether the argument of a sentence is a word.
func is(arg any, word game.Message) bool {
	m, ok := arg.(game.Message)
	return ok && m.String() == word.String()
}

// tell says what has just been done to everybody. Every deed is public.
func (s *State) tell(log *game.Log) {
	if log == nil {
		return
	}
	for i := range s.Deeds[:s.Told] {
		m := s.words(s.cfg, s.Deeds[i])
		log.Tell(game.Everyone, m.Key, m.Args...)
	}
}

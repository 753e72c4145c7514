package nucleopage

import (
	"slices"
	"strings"

	"banco/game"
	"banco/games/nucleo"
	"banco/table"
)

// doer is who did something: a player, a seat that plays none or several, the
// machine, or the house.
type doer struct {
	player  int // nucleo.None for no player
	seat    game.Seat
	machine bool
}

// told is what one did in a row; each group belongs to one journal entry.
type told struct {
	doer
	groups []group
}

type group struct {
	id   string
	news []table.News
}

// doerOf is who did what a piece of news tells. A journal entry says only who
// acted: at the end of a turn the machine acts as well, and the next player's turn
// begins, and cards are drawn.
func (d *desk) doerOf(n table.News) doer {
	deed, isDeed := strings.CutPrefix(n.Text.Key, "nucleo.deed.")
	switch {
	case isDeed && machineDeeds[deed]:
		return doer{player: nucleo.None, seat: game.Watcher, machine: true}
	case (isDeed || n.Text.Key == "nucleo.drew") && len(n.Text.Args) > 0:
		if p := d.playerCalled(n.Text.Args[0]); p != nucleo.None {
			return doer{player: p, seat: d.v.SeatOf(p)}
		}
	}
	if isDeed || strings.HasPrefix(n.Text.Key, "nucleo.outcome.") {
		return doer{player: nucleo.None, seat: game.Watcher}
	}
	who := doer{player: nucleo.None, seat: n.Seat}
	if n.Seat == game.Watcher {
		return who
	}
	for p := range d.v.NumPlayers() {
		if d.v.SeatOf(p) == n.Seat {
			if who.player != nucleo.None { // of several players it is the person who speaks
				who.player = nucleo.None
				break
			}
			who.player = p
		}
	}
	return who
}

// machineDeeds are what only the machine does. That a camp is lost is its doing,
// whoever loses it.
var machineDeeds = func() map[string]bool {
	m := map[string]bool{}
	for kind := nucleo.DeedDrew; kind < nucleo.DeedEnded; kind++ {
		m[kind.String()] = true
	}
	return m
}()

// playerCalled is the player that an argument of a sentence names.
func (d *desk) playerCalled(arg any) int {
	if word, ok := arg.(game.Message); ok {
		for p := range d.v.NumPlayers() {
			if d.v.PlayerWord(p).String() == word.String() {
				return p
			}
		}
	}
	return nucleo.None
}

// storyShown is how much is told at once, and then the whole turns that it is in.
const storyShown = 12

// story puts the news together by who did it, the latest first: all of them, or
// enough to read with at least what everybody and the machine did last, and how
// many facts more there are.
func (d *desk) story(all bool) (list []told, more int) {
	for i, n := range d.m.News {
		who, last := d.doerOf(n), len(list)-1
		id := itoa(n.Entry)
		if i > 0 && d.m.News[i-1].Entry == n.Entry {
			id += "-" + itoa(i)
		}
		switch {
		case last < 0 || list[last].doer != who:
			list = append(list, told{who, []group{{id, []table.News{n}}}})
		case list[last].groups[len(list[last].groups)-1].news[0].Entry == n.Entry:
			g := &list[last].groups[len(list[last].groups)-1]
			g.news = append(g.news, n)
		default:
			list[last].groups = append(list[last].groups, group{id, []table.News{n}})
		}
	}
	slices.Reverse(list)
	if all {
		return list, 0
	}
	shown := 0
	for i, t := range list {
		if i > d.v.NumPlayers() && shown >= storyShown {
			for _, t := range list[i:] {
				more += len(t.groups)
			}
			return list[:i], more
		}
		shown += len(t.groups)
	}
	return list, 0
}

// doerName is what whoever did something is called over it; "" for the house.
func (d *desk) doerName(t told) string {
	name := ""
	if t.seat != game.Watcher {
		name = d.m.NameThen(d.Page, t.seat, t.groups[0].news[0].Entry)
	}
	switch {
	case t.machine:
		return d.T("web.nucleo.story.machine")
	case t.player != nucleo.None && d.faction(t.player) != nucleo.None:
		return d.T("web.nucleo.whose", d.v.PlayerWord(t.player), name)
	}
	return name
}

package nucleopage

import (
	"strings"

	"banco/games/nucleo"
	"banco/table"
)

// harm is how the damage die fell for a player, once or more in a row, and whom
// that killed.
type harm struct {
	player int
	faces  []int
	entry  int
	fresh  bool     // the player's last rolls: its damage is what they made it
	roll   string   // the first in words
	died   []string // who did, in words
}

// harms are the rolls of the damage die since the viewer last did something, and
// with that: bots play on faster than one can look, and what was rolled and who
// died must not go by unseen.
func (d *desk) harms() (list []harm) {
	news := d.m.News
	for end := len(news); end > 0; {
		start := end - 1
		for start > 0 && news[start-1].Entry == news[end-1].Entry {
			start--
		}
		list = append(d.rolledIn(news[start:end]), list...)
		if d.doneBy(news[start:end]) {
			break
		}
		end = start
	}
	var rows []harm
	for _, h := range list {
		if last := len(rows) - 1; last >= 0 && rows[last].player == h.player {
			rows[last].faces = append(rows[last].faces, h.faces...)
			rows[last].died = append(rows[last].died, h.died...)
			continue
		}
		rows = append(rows, h)
	}
	list = rows
	var seen [nucleo.Habitats]bool
	for i := len(list) - 1; i >= 0; i-- {
		h := &list[i]
		h.fresh, seen[h.player] = !seen[h.player], true
	}
	return list
}

// rolledIn are the rolls that one journal entry tells of.
func (d *desk) rolledIn(news []table.News) (list []harm) {
	for _, n := range news {
		switch n.Text.Key {
		case "nucleo.deed." + nucleo.DeedRolled.String():
			player := d.playerCalled(n.Text.Args[0])
			face, ok := n.Text.Args[1].(int)
			if player != nucleo.None && ok {
				list = append(list, harm{player: player, faces: []int{face}, entry: n.Entry, roll: d.Text(n.Text)})
			}
		case "nucleo.deed." + nucleo.DeedDied.String():
			if len(list) > 0 {
				last := &list[len(list)-1]
				last.died = append(last.died, d.T("web.nucleo.harm.died", n.Text.Args[1], n.Text.Args[2]))
			}
		}
	}
	return list
}

// doneBy tells whether a journal entry is where the viewer did something on the
// table; for watchers, where anybody did.
func (d *desk) doneBy(news []table.News) bool {
	return strings.HasPrefix(news[0].Text.Key, "nucleo.deed.") && (news[0].Seat == d.v.Seat() || d.v.Seat() < 0)
}

// harmText is how the die fell for a player, in words.
func (d *desk) harmText(h harm) string {
	if len(h.faces) == 1 {
		return h.roll
	}
	sum := 0
	for _, face := range h.faces {
		sum += face
	}
	return d.T("web.nucleo.harm.many", d.v.PlayerWord(h.player), sum, len(h.faces))
}

// harmNow is how much damage whoever rolled has now.
func (d *desk) harmNow(h harm) string {
	if !h.fresh || len(h.died) > 0 && d.v.Players[h.player].Damage == 0 || d.v.Players[h.player].Leader == nucleo.None {
		return ""
	}
	return d.T("web.nucleo.harm.now", int(d.v.Players[h.player].Damage), d.v.DamageLimit(h.player))
}

// deadly is on how many of the die's six faces the choice in progress would cost
// a defender's life.
func (d *desk) deadly() (n int) {
	if !d.danger() {
		return 0
	}
	p := int(d.v.Active)
	for _, face := range d.v.Options().DamageDie {
		if int(d.v.Players[p].Damage)+face > d.v.DamageLimit(p) {
			n++
		}
	}
	return n
}

// fell is how the damage die fell in the whole match: of each face that it has,
// how often.
type fell struct{ face, count, of int }

func (d *desk) fell() (list []fell, rolls int) {
	var count [nucleo.MaxDamage + 1]int
	for _, n := range d.m.News {
		if n.Text.Key == "nucleo.deed."+nucleo.DeedRolled.String() {
			if face, ok := n.Text.Args[1].(int); ok && face >= 0 && face < len(count) {
				count[face]++
				rolls++
			}
		}
	}
	die := d.v.Options().DamageDie
	for face, n := range count {
		of := 0
		for _, f := range die {
			if f == face {
				of++
			}
		}
		if of > 0 {
			list = append(list, fell{face, n, of})
		}
	}
	return list, rolls
}

// fellHeight is a bar's height out of 40, the fullest bar being the highest.
func fellHeight(list []fell, i int) int {
	most := 1
	for _, f := range list {
		most = max(most, f.count)
	}
	return list[i].count * 40 / most
}

// faceDots are where the dots of a face are: the damage die has none to three.
func faceDots(face int) []spot {
	return [...][]spot{{}, {{0, 0}}, {{-4, -4}, {4, 4}}, {{-5, -5}, {0, 0}, {5, 5}}}[min(max(face, 0), 3)]
}

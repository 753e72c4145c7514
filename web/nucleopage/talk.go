package nucleopage

import (
	"banco/games/nucleo"
)

// says tells whether the viewer may say anything now.
func (d *desk) says() bool {
	return len(d.offered(nucleo.ActHelp)) > 0 || len(d.offered(nucleo.ActHush)) > 0
}

// lineText is something that was said, without who said it.
func (d *desk) lineText(l nucleo.Line) string {
	switch l.Kind {
	case nucleo.LineHabitats:
		return d.habitatsText(int(l.Player), l.Habitats)
	case nucleo.LinePoint:
		return d.T("web.nucleo.line.point", nucleo.CellWord(int(l.Cell)))
	}
	return d.T("web.nucleo.line." + l.Kind.String())
}

func (d *desk) habitatsText(player int, n [nucleo.Habitats]int8) string {
	return d.T("web.nucleo.line.habitats", d.v.PlayerWord(player), int(n[0]), int(n[1]), int(n[2]), int(n[3]))
}

// sayHabitats is the button that says the habitats of a hand.
func (d *desk) sayHabitats(player int) string {
	if len(d.own()) > 1 {
		return d.T("web.nucleo.talk.habitats_of", d.v.PlayerWord(player))
	}
	return d.T("nucleo.say.habitats")
}

// knownText is what everybody knows of a player's hand by what it has said.
func (d *desk) knownText(player int) string {
	known := d.v.Players[player].Known
	if known == [nucleo.Habitats]int8{} {
		return ""
	}
	text := ""
	for h, n := range known {
		if n > 0 {
			if text != "" {
				text += ", "
			}
			text += d.T("web.nucleo.known.one", nucleo.HabitatWord(h), int(n))
		}
	}
	return d.T("web.nucleo.known", text)
}

package nucleopage

import (
	"strings"

	"banco/games/nucleo"
	"banco/hex"
)

// contents says what is on a cell, in a list; "" for nothing but its ground.
func (d *desk) contents(c *nucleo.Cell) string {
	var list []string
	add := func(key string, args ...any) { list = append(list, d.T("web.nucleo.words."+key, args...)) }
	switch {
	case c.ID == nucleo.Core:
		add("core", c.Factory)
	case c.Runs:
		add("factory", c.Factory)
	case c.Wild:
		add("wild", nucleo.HabitatWord(c.Habitat))
	default:
		add("habitat", nucleo.HabitatWord(c.Habitat))
	}
	if c.Isolated {
		add("isolated")
	}
	if c.Toxic {
		add("toxic")
	}
	if c.Pollution > 0 {
		add("pollution", c.Pollution)
	}
	if c.Hunters > 0 {
		add("hunters", c.Hunters)
	}
	if c.Snipers > 0 {
		add("snipers", c.Snipers)
	}
	for _, p := range c.Leaders {
		add("leader", d.v.PlayerWord(p))
	}
	for _, p := range c.Camps {
		add("camp", d.v.PlayerWord(p))
	}
	return strings.Join(list, ", ")
}

// sideWords says what is on each side of a cell and beyond it.
func (d *desk) sideWords(c *nucleo.Cell) (list []string) {
	for side, s := range c.Sides {
		beyond := d.T("web.nucleo.words.perimeter")
		if s.Beyond != nucleo.None {
			beyond = d.cellName(s.Beyond)
		}
		text := d.T("web.nucleo.words.side", nucleo.SideWord(hex.Direction(side)), beyond)
		if s.Wall != nucleo.Open {
			text = d.T("web.nucleo.words.side_with", text, d.T("nucleo.wall."+s.Wall.String()))
		}
		if s.Outlet {
			text = d.T("web.nucleo.words.side_with", text, d.T("web.nucleo.words.outlet"))
		}
		for i := range nucleo.Automata {
			if d.v.PathOf(i).Edge == s.Edge {
				text = d.T("web.nucleo.words.side_with", text, d.T("web.nucleo.words.automaton", i+1))
			}
		}
		list = append(list, text)
	}
	return list
}

// automatonWords says where an automaton is and would go.
func (d *desk) automatonWords(i int) string {
	path := d.v.PathOf(i)
	switch {
	case path.Edge == nucleo.None:
		return d.T("web.nucleo.words.automaton_waits", i+1)
	case path.Blocked:
		return d.T("web.nucleo.words.automaton_blocked", i+1, nucleo.EdgeWord(path.Edge), nucleo.EdgeWord(path.Next))
	}
	return d.T("web.nucleo.words.automaton_goes", i+1, nucleo.EdgeWord(path.Edge), nucleo.EdgeWord(path.Next))
}

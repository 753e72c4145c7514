package nucleo

import (
	"strconv"

	"banco/game"
	"banco/hex"
)

// Words for what is on the table, as messages of the game's catalogue.

// CellWord names a cell: the core, or "inner 1" to "outer 6", clockwise from
// east.
func CellWord(cell int) game.Message {
	switch {
	case cell == Core:
		return game.Msg("nucleo.cell.core")
	case cell <= 6:
		return game.Msg("nucleo.cell.inner", cell)
	}
	return game.Msg("nucleo.cell.outer", cell-6)
}

// EdgeWord names an edge by the two cells that it lies between, or by one and
// the direction in which the perimeter lies.
func EdgeWord(edge int) game.Message {
	cell, side := EdgeAt(edge)
	if other := Beyond(cell, side); other != None {
		return game.Msg("nucleo.edge.between", CellWord(cell), CellWord(other))
	}
	return game.Msg("nucleo.edge.perimeter", CellWord(cell), SideWord(side))
}

// SideWord names a direction: "east".
func SideWord(side hex.Direction) game.Message {
	return game.Msg("nucleo.side." + strconv.Itoa(int(side.Turn(0))))
}

// HabitatWord names a habitat.
func HabitatWord(habitat int) game.Message {
	return game.Msg("nucleo.habitat." + name(habitatNames[:], habitat))
}

// FactionWord names a faction, with its article.
func FactionWord(faction int) game.Message {
	return game.Msg("nucleo.faction." + name(factionNames[:], faction))
}

// ItemWord names the item of a faction.
func ItemWord(faction int) game.Message {
	return game.Msg("nucleo.item." + name(itemNames[:], faction))
}

// LeaderWord names a leader.
func LeaderWord(leader int) game.Message {
	return game.Msg("nucleo.leader." + name(leaderNames[:], leader))
}

// TraitWord says what is special about a leader (N26).
func TraitWord(leader int) game.Message {
	return game.Msg("nucleo.leader." + name(leaderNames[:], leader) + ".trait")
}

// CardWord names a defender card.
func CardWord(card int) game.Message {
	return game.Msg("nucleo.card." + strconv.Itoa(card))
}

// machineCopies is how many of a kind's cards have a name of their own; more of
// them take the names in turn.
var machineCopies = [MachineKinds]int{4, 3, 3, 3}

func machineName(card int) string {
	if card >= firstAdvanced {
		return "advanced." + strconv.Itoa(card-firstAdvanced+1)
	}
	kind := card / maxCopies
	return machineNames[kind] + "." + strconv.Itoa(card%maxCopies%machineCopies[kind]+1)
}

// MachineWord names a machine card.
func MachineWord(card int) game.Message { return game.Msg("nucleo.machine." + machineName(card)) }

// MachineText says what a machine card does: one sentence for each thing.
func MachineText(card int) []game.Message {
	var list []game.Message
	for _, kind := range MachineDoes(card) {
		list = append(list, MachineKindText(kind))
	}
	return list
}

// MachineKindText says what a kind of machine card does.
func MachineKindText(kind MachineKind) game.Message {
	return game.Msg("nucleo.machine." + kind.String() + ".text")
}

// SpinWord names the machine's direction: 1 clockwise, -1 counterclockwise.
func SpinWord(spin int8) game.Message {
	if spin < 0 {
		return game.Msg("nucleo.spin.counter")
	}
	return game.Msg("nucleo.spin.clock")
}

// playerWord names a player by its faction, or by its number before it has one.
func (b *Board) playerWord(c *Config, player int8) game.Message {
	if f := b.Players[player].Faction; f != None {
		return FactionWord(int(f))
	}
	return game.Msg("nucleo.player", int(player)+1)
}

// PlayerWord names a player.
func (v *View) PlayerWord(player int) game.Message { return v.playerWord(v.cfg, int8(player)) }

// LineWords is the sentence for something that was said, spoken by the seat
// named first among the arguments.
func (v *View) LineWords(l Line) game.Message { return v.lineWords(v.cfg, l) }

func (b *Board) lineWords(c *Config, l Line) game.Message {
	key := "nucleo.line." + l.Kind.String()
	seat := game.Msg("nucleo.seat", int(l.Seat)+1)
	switch l.Kind {
	case LineHabitats:
		args := []any{seat, b.playerWord(c, l.Player)}
		for _, n := range l.Habitats {
			args = append(args, int(n))
		}
		return game.Msg(key, args...)
	case LinePoint:
		return game.Msg(key, seat, CellWord(int(l.Cell)))
	}
	return game.Msg(key, seat)
}

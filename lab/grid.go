package lab

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"banco/game"
)

// point is one value of an axis: what it is called and what it sets.
type point struct {
	label string
	words Words
	set   map[string]any
}

// separator stands between the values of a cell's label.
const separator = " · "

// lay makes the cells: every line-up with every point of the grid.
func (e *Experiment) lay(f *file, meta toml.MetaData) error {
	axes, err := e.readAxes(f, meta)
	if err != nil {
		return err
	}
	points := [][]point{nil}
	for _, axis := range axes {
		var next [][]point
		for _, p := range points {
			for _, value := range axis {
				next = append(next, append(slices.Clone(p), value))
			}
		}
		points = next
		if len(points)*len(e.Lineups) > MaxCells {
			return bad("grid", "cells", MaxCells)
		}
	}
	for lineup := range e.Lineups {
		base, first := -1, len(e.Cells)
		for _, p := range points {
			c, err := e.cell(f, lineup, p)
			if err != nil {
				return err
			}
			if c.Label == f.Baseline || f.Baseline == "" && base < 0 {
				base = len(e.Cells)
			}
			if slices.ContainsFunc(e.Cells, func(o Cell) bool { return o.ID == c.ID }) {
				return bad("grid", "same_cell", c.Label)
			}
			e.Cells = append(e.Cells, c)
		}
		if base < 0 {
			return bad("baseline", "baseline", f.Baseline, e.labels(first))
		}
		check := e.Cells[base]
		check.ID, check.Check = check.ID+" (again)", true
		e.Cells = append(e.Cells, check)
		for i := first; i < len(e.Cells); i++ {
			e.Cells[i].Base = base
		}
		if f.Compare != "" {
			if err := e.compareAlong(f.Compare, axes, first); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareAlong makes the baseline of each of a line-up's cells the one that
// differs from it along one axis alone, where it has that axis' first value.
func (e *Experiment) compareAlong(name string, axes [][]point, first int) error {
	axis := slices.Index(e.Axes, name)
	if axis < 0 {
		return bad("compare", "compare", name, strings.Join(e.Axes, ", "))
	}
	for i := first; i < len(e.Cells)-1; i++ { // the last one is the check
		values := slices.Clone(e.Cells[i].Values)
		values[axis] = axes[axis][0].label
		e.Cells[i].Base = first + slices.IndexFunc(e.Cells[first:], func(o Cell) bool { return slices.Equal(o.Values, values) })
	}
	return nil
}

func (e *Experiment) labels(from int) string {
	var names []string
	for _, c := range e.Cells[from:] {
		names = append(names, c.Label)
	}
	return strings.Join(names, ", ")
}

// readAxes gathers the axes: those of [grid] in the order of the file, then the
// [[axis]] ones.
func (e *Experiment) readAxes(f *file, meta toml.MetaData) ([][]point, error) {
	var axes [][]point
	for _, key := range meta.Keys() {
		if len(key) != 2 || key[0] != "grid" {
			continue
		}
		var axis []point
		for _, v := range f.Grid[key[1]] {
			axis = append(axis, point{Label(v), nil, map[string]any{key[1]: v}})
		}
		axes, e.Axes, e.axes = append(axes, axis), append(e.Axes, key[1]), append(e.axes, nil)
	}
	for _, a := range f.Axes {
		var axis []point
		for _, v := range a.Values {
			if v.Label == "" {
				return nil, bad("axis", "axis_label", a.Name)
			}
			axis = append(axis, point{v.Label, v.Words, v.Set})
		}
		axes, e.Axes, e.axes = append(axes, axis), append(e.Axes, a.Name), append(e.axes, a.Title)
	}
	for i, axis := range axes {
		if len(axis) == 0 {
			return nil, bad(e.Axes[i], "axis_empty", e.Axes[i])
		}
	}
	return axes, nil
}

// Label is how a value of [grid] is written on its axis, and named as a baseline.
func Label(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = Label(x)
	}
	if len(parts) == 0 {
		return "–"
	}
	return strings.Join(parts, "/")
}

// cell settles the options of one point of the grid, for each way round of the
// seats.
func (e *Experiment) cell(f *file, lineup int, p []point) (Cell, error) {
	options := maps.Clone(f.Options)
	if options == nil {
		options = map[string]any{}
	}
	c := Cell{Lineup: lineup}
	for _, value := range p {
		maps.Copy(options, value.set)
		c.Values, c.words = append(c.Values, value.label), append(c.words, value.words)
	}
	c.Label = strings.Join(c.Values, separator)
	c.ID = strings.Join(e.Lineups[lineup], ",") + " | " + c.Label
	sides := len(slices.Compact(slices.Clone(e.Lineups[lineup]))) > 1 || len(f.PerSeat) > 0
	rotations := 1
	if sides {
		rotations = e.Seats
	}
	for turn := range rotations {
		turned := maps.Clone(options)
		for _, name := range f.PerSeat {
			list, ok := turned[name].([]any)
			if !ok || len(list) != e.Seats {
				return c, bad(name, "per_seat", name, e.Seats)
			}
			turned[name] = seated(list, turn)
		}
		raw, err := json.Marshal(turned)
		if err != nil {
			return c, err
		}
		cfg, err := e.Game.Configure(raw, e.Seats)
		if err != nil {
			return c, err
		}
		if turn == 0 {
			c.Options = raw
		}
		c.configs = append(c.configs, cfg)
	}
	return c, nil
}

// seated puts what belongs to sides into the order of the seats they take: side
// s sits on seat (s + turn) mod n.
func seated[T any](sides []T, turn int) []T {
	seats := make([]T, len(sides))
	for side, x := range sides {
		seats[(side+turn)%len(sides)] = x
	}
	return seats
}

// sideOf is the side that sits on a seat.
func sideOf(seat game.Seat, turn, seats int) int { return (int(seat) - turn + seats) % seats }

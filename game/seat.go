package game

import "math/bits"

// Seat is a place at the table, from 0. Only seats act.
type Seat int8

// Watcher is the viewer who has no seat: it sees what everybody may see.
const Watcher Seat = -1

// Seats is a set of seats.
type Seats uint16

// Only is the set that holds one seat.
func Only(s Seat) Seats { return 1 << s }

// Has tells whether the set holds s.
func (set Seats) Has(s Seat) bool { return s >= 0 && set&(1<<s) != 0 }

// Len is how many seats the set holds.
func (set Seats) Len() int { return bits.OnesCount16(uint16(set)) }

// List gives the seats in order; never nil, so that it encodes as [].
func (set Seats) List() []Seat {
	list := make([]Seat, 0, set.Len())
	for s := Seat(0); s < 16; s++ {
		if set.Has(s) {
			list = append(list, s)
		}
	}
	return list
}

// First is the lowest seat of the set, or Watcher when the set is empty.
func (set Seats) First() Seat {
	if set == 0 {
		return Watcher
	}
	return Seat(bits.TrailingZeros16(uint16(set)))
}

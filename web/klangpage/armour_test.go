package klangpage

import "testing"

// TestK16_WhatAPlayersOwnDiceStop: the page tells a player what the worked
// examples tell.
func TestK16_WhatAPlayersOwnDiceStop(t *testing.T) {
	for _, c := range []struct {
		dice     []int
		hit, end int
	}{
		{[]int{5, 3}, 5, 4},             // KX4
		{[]int{6, 5, 4, 3, 2, 1}, 6, 1}, // KX5
		{[]int{4, 4, 3, 2, 1}, 6, 6},    // KX6
		{nil, 4, 4},
		{[]int{6, 6, 6, 6, 6, 6, 6, 6}, 4, 1},
	} {
		if got := stopped(c.dice, c.hit); got != c.end {
			t.Errorf("a %d against %v reaches %d, not %d", c.hit, c.dice, got, c.end)
		}
	}
}

func TestNamesKeepClearOfEachOther(t *testing.T) {
	a, b := around(10, 10, 5), around(14, 10, 5)
	if a.overlap(b) != 60 || b.overlap(a) != 60 {
		t.Errorf("overlap of %v and %v: %v", a, b, a.overlap(b))
	}
	if a.overlap(around(30, 10, 5)) != 0 {
		t.Error("boxes apart overlap")
	}
}

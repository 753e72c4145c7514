package dice

import "fmt"

// checkBound panics when a ruleset asks for a number that no source gives.
func checkBound(n int) {
	if n < 1 || n > 256 {
		badBound(n)
	}
}

// badBound stands apart so that checkBound is small enough to be inlined.
func badBound(n int) {
	panic(fmt.Sprintf("dice: a number below %d was asked for; it must be 1 to 256", n))
}

// Scripted gives numbers that were written down beforehand, for tests of rules.
// It panics, saying which draw it was, when a number does not fit what was
// asked for or when there is none left: a test that rolls otherwise than its
// author thought must not pass.
type Scripted struct {
	values []int
	drawn  int
}

// NewScripted gives these values, each of which must be below the n that it
// answers.
func NewScripted(values ...int) *Scripted {
	return &Scripted{values: append([]int(nil), values...)}
}

// Faces gives six-sided dice that show these faces, 1 to 6.
func Faces(faces ...int) *Scripted {
	values := make([]int, len(faces))
	for i, face := range faces {
		if face < 1 || face > 6 {
			panic(fmt.Sprintf("dice: face %d of the script is %d; a die shows 1 to 6", i+1, face))
		}
		values[i] = face - 1
	}
	return &Scripted{values: values}
}

// Below gives the next value of the script.
func (s *Scripted) Below(n int) int {
	checkBound(n)
	if s.drawn == len(s.values) {
		panic(fmt.Sprintf("dice: the script ends after %d values, and one below %d was asked for", s.drawn, n))
	}
	v := s.values[s.drawn]
	s.drawn++
	if v < 0 || v >= n {
		panic(fmt.Sprintf("dice: value %d of the script is %d, and one below %d was asked for", s.drawn, v, n))
	}
	return v
}

// Left is how many values have not been drawn yet; tests check that it is 0.
func (s *Scripted) Left() int { return len(s.values) - s.drawn }

// Replay gives the rolls that a journal recorded, and checks that the rules ask
// for the same ones. It never panics over what the journal holds: at the first
// difference it remembers the error and from then on gives 0, so that a damaged
// journal is reported rather than fatal. Whoever replays asks [Replay.Check]
// afterwards and throws away the state when it is not nil.
type Replay struct {
	rolls [][2]int
	drawn int
	err   error
}

// NewReplay replays pairs [n, value below n], as [Fair.Take] gave them. It
// keeps the slice, which must not change meanwhile.
func NewReplay(rolls [][2]int) *Replay { return &Replay{rolls: rolls} }

// Below gives the next recorded value, if it was recorded for this n.
func (r *Replay) Below(n int) int {
	checkBound(n)
	if r.err != nil {
		return 0
	}
	if r.drawn == len(r.rolls) {
		r.err = fmt.Errorf("the record ends after %d rolls, and one below %d is needed", r.drawn, n)
		return 0
	}
	roll := r.rolls[r.drawn]
	switch {
	case roll[0] != n:
		r.err = fmt.Errorf("roll %d was recorded below %d, and one below %d is needed", r.drawn+1, roll[0], n)
		return 0
	case roll[1] < 0 || roll[1] >= n:
		r.err = fmt.Errorf("roll %d was recorded as %d, which is not below %d", r.drawn+1, roll[1], n)
		return 0
	}
	r.drawn++
	return roll[1]
}

// Check tells what differed first: a roll that was not as recorded, or one that
// was recorded and not drawn. It is nil when the record was used up exactly.
func (r *Replay) Check() error {
	if r.err == nil && r.drawn < len(r.rolls) {
		return fmt.Errorf("%d rolls were recorded and only %d drawn", len(r.rolls), r.drawn)
	}
	return r.err
}

// Forbidden panics when anything is drawn from it. It is for whatever must not
// roll.
type Forbidden struct{}

// Below panics.
func (Forbidden) Below(n int) int {
	panic(fmt.Sprintf("dice: a number below %d was drawn where nothing may roll", n))
}

var (
	_ Source = (*Fair)(nil)
	_ Source = (*Fast)(nil)
	_ Source = (*Scripted)(nil)
	_ Source = (*Replay)(nil)
	_ Source = Forbidden{}
)

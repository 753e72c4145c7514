package dice_test

import (
	"fmt"

	"banco/dice"
)

// A live match: the commitment goes out before anybody gives a seed, and when
// it is over the server seed lets anybody draw the same numbers again.
func ExampleFair() {
	serverSeed, err := dice.ParseServerSeed("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("commitment:", dice.Commitment(serverSeed)[:16], "…")

	fair := dice.NewFair(serverSeed, []string{"anna", "bruno"})
	fmt.Println("dice:", dice.D6(fair), dice.D6(fair), dice.D10(fair))
	fmt.Println("for the journal:", fair.Take())
	// Output:
	// commitment: 630dcd2966c43366 …
	// dice: 4 6 8
	// for the journal: [[6 3] [6 5] [10 8]]
}

// An action that may be refused draws on a copy, which is kept only once it was
// accepted.
func ExampleFair_Copy() {
	fair := dice.NewFair([32]byte{}, []string{"anna"})
	try := fair.Copy()
	try.Below(6)
	accepted := false
	if accepted {
		fair = try
	}
	fmt.Println(fair.Position(), len(fair.Take()))
	// Output: {0 0} 0
}

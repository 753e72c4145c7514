package ui

// Alerter is implemented by pages of games that are played with a phone in the
// hand, which may call its owner.
type Alerter interface {
	// Alert says for what a match wants its viewer's attention now, in a word of
	// the game's own; "" for nothing.
	Alert(m *Match) string
}

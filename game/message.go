package game

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Message is a sentence for people, not yet in anybody's language: the key of
// a catalogue entry and the arguments that go into it, in order. An argument is
// an int, a string that is the same in every language (a name somebody typed),
// or another Message (the word for a part).
type Message struct {
	Key  string `json:"key"`
	Args []any  `json:"args,omitempty"`
}

// Msg makes a message.
func Msg(key string, args ...any) Message { return Message{key, args} }

// IsZero tells whether there is no message at all.
func (m Message) IsZero() bool { return m.Key == "" }

// String shows key and arguments, for logs and tests; people read the
// catalogue's sentence.
func (m Message) String() string {
	if len(m.Args) == 0 {
		return m.Key
	}
	parts := make([]string, len(m.Args))
	for i, a := range m.Args {
		parts[i] = fmt.Sprint(a)
	}
	return m.Key + "(" + strings.Join(parts, ", ") + ")"
}

// UnmarshalJSON reads a message back with its arguments as ints, strings and
// Messages again.
func (m *Message) UnmarshalJSON(data []byte) error {
	var raw struct {
		Key  string            `json:"key"`
		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*m = Message{Key: raw.Key}
	for _, r := range raw.Args {
		var n int
		var s string
		var sub Message
		switch {
		case json.Unmarshal(r, &n) == nil:
			m.Args = append(m.Args, n)
		case json.Unmarshal(r, &s) == nil:
			m.Args = append(m.Args, s)
		default:
			if err := json.Unmarshal(r, &sub); err != nil {
				return err
			}
			m.Args = append(m.Args, sub)
		}
	}
	return nil
}

// Error refuses something: an action, an option, a request. It says what by
// which rule, in a sentence of the catalogues.
type Error struct {
	Code  string  `json:"code"`            // stable, for programs: "not_your_turn"
	Rule  string  `json:"rule,omitempty"`  // the rule's id: "K13"
	Field string  `json:"field,omitempty"` // the option or JSON field at fault, if there is one
	Text  Message `json:"text"`
}

// Error is for logs; people read Text in their language.
func (e *Error) Error() string {
	s := e.Code
	if e.Rule != "" {
		s = e.Rule + " " + s
	}
	if e.Field != "" {
		s += " " + e.Field
	}
	return s + ": " + e.Text.String()
}

// Refuse makes the refusal of an action: a stable code, the rule's id and the
// arguments of the sentence, whose key is "<prefix>.refused.<code>" with the
// prefix that the game's catalogue uses.
func Refuse(prefix, code, rule string, args ...any) *Error {
	return &Error{Code: code, Rule: rule, Text: Msg(prefix+".refused."+code, args...)}
}

// Audience says who may learn of an event. The zero value is nobody, so an
// event whose audience was forgotten is lost rather than leaked.
type Audience int8

// Everyone is the audience that holds every seat and every watcher.
const Everyone Audience = 127

// To is the audience of a single seat.
func To(s Seat) Audience { return Audience(s) + 1 }

// Includes tells whether a viewer belongs to the audience.
func (a Audience) Includes(viewer Seat) bool {
	return a == Everyone || (a > 0 && viewer >= 0 && a == To(viewer))
}

// Event is something that happened, told to some.
type Event struct {
	To   Audience `json:"-"`
	Text Message  `json:"text"`
}

// Log collects events. A nil *Log is one nobody reads: simulations pass it and
// rulesets skip the work of telling.
type Log struct {
	Events []Event
}

// Tell adds an event. Callers on a hot path check for a nil log first, since
// building the message costs more than the check.
func (l *Log) Tell(to Audience, key string, args ...any) {
	if l != nil {
		l.Events = append(l.Events, Event{to, Msg(key, args...)})
	}
}

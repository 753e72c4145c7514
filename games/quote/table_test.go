package quote

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"banco/dice"
	"banco/game"
)

// many is how often a random test tries: few times, or with BANCO_LONG=1 many.
func many(few, long int) int {
	if os.Getenv("BANCO_LONG") != "" {
		return long
	}
	return few
}

// table is a battle that a test has set up and plays on.
type table struct {
	*State
	t testing.TB
}

// set begins a battle and makes contenders, one a line: a name, a colour, a
// quota and then fields as in JSON. Their ids are 1, 2, 3 …
func set(t testing.TB, options string, lines ...string) *table {
	t.Helper()
	c, err := New().Configure(json.RawMessage(options), 1)
	if err != nil {
		t.Fatalf("options %s: %v", options, err)
	}
	x := &table{c.Start(dice.Forbidden{}, nil).(*State), t}
	for _, line := range lines {
		w := strings.SplitN(line, " ", 4)
		more := ""
		if len(w) > 3 {
			more = "," + w[3]
		}
		x.do(fmt.Sprintf(`{"type":"add","name":%q,"colour":%q,"quota":%s%s}`, w[0], w[1], w[2], more))
	}
	return x
}

func parse(t testing.TB, raw string) *Action {
	t.Helper()
	a, err := New().ParseAction(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return a.(*Action)
}

// do does an action that rolls just these numbers.
func (x *table) do(raw string, rolls ...int) []game.Event {
	x.t.Helper()
	src, log := dice.NewScripted(rolls...), &game.Log{}
	if err := x.Apply(Master, parse(x.t, raw), src, log); err != nil {
		x.t.Fatalf("%s: %v", raw, err)
	}
	if src.Left() > 0 {
		x.t.Fatalf("%s: %d of the rolls %v were not made", raw, src.Left(), rolls)
	}
	return log.Events
}

// refuses tries an action that must be refused by a rule with a code and a
// field, and change nothing; reading it may refuse it already.
func (x *table) refuses(id, code, field, raw string) {
	x.t.Helper()
	before, _ := game.HashOf(x.State)
	a, err := New().ParseAction(json.RawMessage(raw))
	if err == nil {
		err = x.Apply(Master, a, dice.Forbidden{}, &game.Log{})
	}
	var e *game.Error
	if !errors.As(err, &e) || e.Rule != id || e.Code != code || e.Field != field || e.Text.IsZero() {
		x.t.Errorf("%s: %v; want %s %s %s", raw, err, id, code, field)
	}
	if after, _ := game.HashOf(x.State); after != before {
		x.t.Errorf("%s was refused and changed something", raw)
	}
}

// blows are those of the last action: who, against what, what it came to.
func (x *table) blows() string {
	var list []string
	for _, d := range x.Last {
		switch d.Kind {
		case DeedBlow:
			list = append(list, fmt.Sprintf("%d>%d q%d %v", d.Who, d.Blow.Target, d.Blow.Quota, d.Blow.Roll.Kind))
		case DeedFell:
			list = append(list, fmt.Sprintf("%d fell", d.Who))
		}
	}
	return strings.Join(list, ", ")
}

func (x *table) led(want string) {
	x.t.Helper()
	if got := x.blows(); got != want {
		x.t.Errorf("it led to %q, want %q", got, want)
	}
}

const plain = `{"locations":[],"damage":"0"}` // nothing is rolled but the d10

package gametest

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"banco/game"
)

// toyCases are enough to catch every flaw, and small enough to be run for each.
func toyCases() []Case {
	return []Case{
		{Name: "two", Seats: 2, Matches: 2, Probes: 4, MaxActions: 200, Twin: toyTwin, Facts: toyFacts},
		{Name: "three", Seats: 3, Matches: 2, Probes: 4, MaxActions: 200, Twin: toyTwin, Facts: toyFacts, Options: json.RawMessage(`{"rounds":4,"mode":"open","gifts":[1,2]}`)},
	}
}

func TestToyKeepsTheLaws(t *testing.T) {
	Check(t, &toy{}, toyCases()...)
}

// flaws are ways for the toy to break a law, each with the law.
var flaws = []struct {
	flaw string
	want law
}{
	{"panics on odd JSON", lawPanic},
	{"panics in Apply", lawPanic},
	{"never ends", lawEnds},
	{"over and still going", lawOver},
	{"a score too few", lawResult},
	{"early winners", lawResult},
	{"stretches from nought", lawTimed},
	{"no default", lawDefault},
	{"illegal default", lawDefault},
	{"default goes on for ever", lawDefault},
	{"chance of its own", lawReplay},
	{"minds who listens", lawReplay},
	{"shared memory", lawCopy},
	{"copy keeps a field", lawCopyReuse},
	{"looks are counted", lawView},
	{"looking changes", lawView},
	{"view shares memory", lawViewOwn},
	{"old view not cleared", lawViewReuse},
	{"lists what it refuses", lawListed},
	{"illegal sample", lawSample},
	{"never samples a kind", lawSample},
	{"accepts the unlisted", lawUnlisted},
	{"acts out of turn", lawTurn},
	{"a watcher acts", lawTurn},
	{"offers out of turn", lawTurn},
	{"reads back otherwise", lawRoundTrip},
	{"reads nothing as an action", lawParse},
	{"no code", lawRefusal},
	{"no rule", lawRefusal},
	{"no sentence at all", lawRefusal},
	{"plain error", lawRefusal},
	{"changes on refusal", lawUnchanged},
	{"tells on refusal", lawUnchanged},
	{"rolls on refusal", lawUnrolled},
	{"secret in the view", lawSecrecy},
	{"secret in the view's memory", lawSecrecy},
	{"secret in the list", lawSecrecy},
	{"secret in a sample", lawSecrecy},
	{"secret in a refusal", lawSecrecy},
	{"who has bid shows", lawSecrecy},
	{"who has bid can be imagined", lawSecrecy},
	{"determinized otherwise", lawDeterminize},
	{"determinized always the same", lawDeterminize},
	{"a roll told to all", lawAudience},
	{"told to nobody", lawAudience},
	{"an old secret told to all", lawAudience},
	{"no sentence", lawTexts},
	{"wrong arguments", lawTexts},
	{"an event without a sentence", lawTexts},
	{"one language", lawTexts},
	{"default out of bounds", lawOptions},
	{"field not named", lawOptions},
	{"any number of seats", lawOptions},
	{"unknown option", lawOptions},
	{"bound not kept", lawOptions},
	{"goes back to a new round", lawUndo},
	{"goes back to another match", lawUndo},
	{"goes back to nothing", lawUndo},
	{"goes back and keeps what was placed", lawUndo},
	{"going back changes the past", lawAmend},
	{"going back shares memory", lawAmend},
	{"the past is not copied", lawAmend},
	{"going back by chance", lawReplay},
	{"panics at a strange moment", lawPanic},
	{"no rule for going back", lawRefusal},
	{"secret in going back", lawSecrecy},
	{"secret after going back", lawSecrecy},
	{"what came back determinizes otherwise", lawDeterminize},
	{"a correction changes on refusal", lawUnchanged},
	{"a correction minds who listens", lawReplay},
	{"a correction panics on odd JSON", lawPanic},
	{"a correction of everything", lawParse},
	{"a correction without a rule", lawRefusal},
	{"a correction tells a secret", lawSecrecy},
	{"a correction told to nobody", lawAudience},
}

// TestFlaws breaks one law at a time and demands that just this one is reported.
func TestFlaws(t *testing.T) {
	for _, test := range flaws {
		t.Run(test.flaw, func(t *testing.T) {
			g := &toy{flaw: test.flaw}
			found := examineGame(g)
			for _, c := range toyCases() {
				if len(found) == 0 {
					found = run(g, c, false)
				}
			}
			var laws []law
			for _, v := range found {
				laws = append(laws, v.law)
			}
			slices.Sort(laws)
			if laws = slices.Compact(laws); !slices.Equal(laws, []law{test.want}) {
				t.Errorf("broke %q and was found to break %q", test.want, laws)
				for _, v := range found {
					t.Logf("%s: %s", v.law, v.text)
				}
			}
		})
	}
}

// TestEveryLawCanFail: a law that nothing breaks may be one that is not looked at.
func TestEveryLawCanFail(t *testing.T) {
	broken := map[law]bool{lawTwin: true, lawFacts: true} // by TestBadTwin and TestBadFacts
	for _, f := range flaws {
		broken[f.want] = true
	}
	for l, words := range says {
		if !broken[l] || words == "" || strings.HasSuffix(words, ".") {
			t.Errorf("law %q is broken by no flaw, or badly said: %q", l, words)
		}
	}
	if len(says) != len(broken) {
		t.Errorf("%d laws are said and %d are broken by flaws", len(says), len(broken))
	}
}

// TestFleeting: telling an old secret for a moment can be allowed, telling how
// a hidden die fell cannot.
func TestFleeting(t *testing.T) {
	c := toyCases()[0]
	c.Fleeting = true
	if found := run(&toy{flaw: "an old secret told to all"}, c, false); len(found) != 0 {
		t.Errorf("found %v", found)
	}
	if found := run(&toy{flaw: "a roll told to all"}, c, false); len(found) == 0 {
		t.Error("a hidden roll may be told to all")
	}
}

// TestBadTwin: a Twin that hides nothing proves nothing.
func TestBadTwin(t *testing.T) {
	c := toyCases()[0]
	c.Twin = func(s game.State, _ game.Seat, _ *rand.Rand) game.State { return s }
	if found := run(&toy{}, c, false); len(found) != 1 || found[0].law != lawTwin {
		t.Errorf("found %v", found)
	}
}

// TestBadFacts: corrections of which none is accepted prove little.
func TestBadFacts(t *testing.T) {
	c := toyCases()[0]
	c.Matches = 6
	c.Facts = func(game.State, *rand.Rand) json.RawMessage { return json.RawMessage(`{"type":"rumour"}`) }
	if found := run(&toy{}, c, false); len(found) == 0 || found[0].law != lawFacts {
		t.Errorf("found %v", found)
	}
}

// TestSameAgain: a failure comes again, in the same words.
func TestSameAgain(t *testing.T) {
	g := &toy{flaw: "secret in a refusal"}
	a, b := run(g, toyCases()[0], false), run(g, toyCases()[0], false)
	if len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("found %v and then %v", a, b)
	}
}

func FuzzToy(f *testing.F) { FuzzActions(f, &toy{}) }

// TestAudience: an event whose audience was forgotten reaches nobody, and one
// for a seat reaches that seat alone.
func TestAudience(t *testing.T) {
	for viewer := game.Watcher; viewer < 16; viewer++ {
		if game.Audience(0).Includes(viewer) || !game.Everyone.Includes(viewer) || game.To(game.Watcher).Includes(viewer) {
			t.Errorf("viewer %d belongs to nobody, or not to everyone", viewer)
		}
		for seat := game.Seat(0); seat < 16; seat++ {
			if game.To(seat).Includes(viewer) != (seat == viewer) {
				t.Errorf("what seat %d is told and viewer %d", seat, viewer)
			}
		}
	}
}

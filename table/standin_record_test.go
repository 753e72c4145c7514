package table

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"banco/game"
	"banco/journal"
)

// returnRecord gives the record of a match in which a seat went to a bot and
// back, and went again for good; and where these entries stand.
func returnRecord(t *testing.T) (file []byte, gone, back, left int) {
	t.Helper()
	s := service(t, func(c *Config) { c.BotPace = 100 * time.Millisecond })
	id, tokens := seated(t, s, `{"mode":"turns","picks":2,"rounds":2}`, 3)
	act(t, s, id, tokens[0], pick(1))
	hands(t, s, id, tokens[0])
	takesBack(t, s, id, tokens[0])
	act(t, s, id, tokens[0], pick(3))
	hands(t, s, id, tokens[1])
	rec := ends(t, s, id, tokens)
	for i, e := range rec.Entries {
		switch {
		case e.Bot != nil && gone == 0:
			gone = i
		case e.Back:
			back = i
		case e.Bot != nil:
			left = i
		}
	}
	return []byte(text(t, rec)), gone, back, left
}

func TestVerifyCatchesTamperingWithReturns(t *testing.T) {
	t.Parallel()
	file, gone, back, left := returnRecord(t)
	if gone == 0 || back <= gone || left <= back {
		t.Fatalf("%d %d %d: %s", gone, back, left, file)
	}
	read := func() *Record {
		rec, err := ReadRecord(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	if rec := read(); text(t, rec) != string(file) || Verify(rec, toys) != nil {
		t.Fatal("read again it does not hold")
	}
	renumber := func(r *Record) {
		for i := range r.Entries {
			r.Entries[i].Seq = i + 1
		}
	}
	for name, c := range map[string]struct {
		code   string
		entry  int
		tamper func(*Record)
	}{
		"another comes back":      {"takeover", gone, func(r *Record) { r.Entries[back].Seat = 1 }},
		"the house comes back":    {"takeover", gone, func(r *Record) { r.Entries[back].Seat = -1 }},
		"nobody comes back":       {"takeover", gone, func(r *Record) { r.Entries[back].Seat = 7 }},
		"by consent":              {"back", back, func(r *Record) { r.Entries[back].Agreed = []game.Seat{1, 2} }},
		"with an action":          {"back", back, func(r *Record) { r.Entries[back].Action = pick(1) }},
		"with an undo":            {"back", back, func(r *Record) { r.Entries[back].Undo = 1 }},
		"and goes at once":        {"takeover", back, func(r *Record) { r.Entries[back].Bot = &Takeover{0, "random"} }},
		"with rolls":              {"rolls", back, func(r *Record) { r.Entries[back].Rolls = [][2]int{{6, 1}} }},
		"another hash":            {"hash", back, func(r *Record) { r.Entries[back].Hash = strings.Repeat("ab", 32) }},
		"another name":            {"news", gone, func(r *Record) { r.Players[0].Name = "Eve" }},
		"a bot at the end":        {"back", back, func(r *Record) { r.Players[0].Kind, r.Players[0].Level = bot, "random" }},
		"a person at the end":     {"takeover", left, func(r *Record) { r.Players[1].Kind, r.Players[1].Level = human, "" }},
		"as beginning":            {"start", 0, func(r *Record) { r.Entries[0].Back = true }},
		"in place of an action":   {"back", back + 1, func(r *Record) { r.Entries[back+1].Back, r.Entries[back+1].Action = true, nil }},
		"the level of the absent": {"", 0, func(r *Record) { r.Entries[gone].Bot.Level = "slow" }}, // whose bot is gone; nobody could know
		"never gone": {"back", back - 1, func(r *Record) {
			r.Entries = slices.Delete(r.Entries, gone, gone+1)
			renumber(r)
		}},
		"twice": {"back", back + 1, func(r *Record) {
			r.Entries = slices.Insert(r.Entries, back+1, r.Entries[back])
			renumber(r)
		}},
		"after the end": {"back", len(read().Entries), func(r *Record) {
			e := r.Entries[back]
			e.Seat, e.At = 1, r.Entries[len(r.Entries)-1].At
			r.Entries = append(r.Entries, e)
			renumber(r)
		}},
	} {
		rec := read()
		c.tamper(rec)
		err := Verify(rec, toys)
		var v *VerifyError
		switch {
		case c.code == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.code != "" && (!errors.As(err, &v) || v.Code != c.code || v.Entry != c.entry+1):
			t.Errorf("%s: %v, want %s at %d", name, err, c.code, c.entry+1)
		}
	}
}

// A journal that tells of a seat that changes hands as it cannot is parked at it.
func TestASeatThatChangesHandsOutOfPlaceParksTheMatch(t *testing.T) {
	t.Parallel()
	for _, options := range []string{`{"mode":"turns","picks":2}`, `{"hush":true}`} {
		s, c, id, tokens := timed(t, options, 3)
		_ = s.with(ctx, id, func(r *room) error { r.service.cfg.BotPace = time.Hour; return nil })
		hands(t, s, id, tokens[2])
		c.pass(awayAfter)
		good := entries(t, s, id)
		silent := strings.Contains(options, "hush")
		for name, e := range map[string]struct {
			kind string
			seat int
			late time.Duration
			data func(hash string) any
			ok   bool
		}{
			"handed":                    {kindHanded, 0, 0, func(h string) any { return handedData{"random", h} }, true},
			"handed by a bot":           {kindHanded, 2, 0, func(h string) any { return handedData{"random", h} }, false},
			"handed by the house":       {kindHanded, -1, 0, func(h string) any { return handedData{"random", h} }, false},
			"handed to no level":        {kindHanded, 0, 0, func(h string) any { return handedData{"", h} }, false},
			"handed, another hash":      {kindHanded, 0, 0, func(string) any { return handedData{"random", "ab"} }, false},
			"back":                      {kindBack, 2, 0, func(h string) any { return backData{h} }, true},
			"back without having gone":  {kindBack, 0, 0, func(h string) any { return backData{h} }, false},
			"back by the house":         {kindBack, -1, 0, func(h string) any { return backData{h} }, false},
			"back, another hash":        {kindBack, 2, 0, func(string) any { return backData{"ab"} }, false},
			"relieved":                  {kindRelieved, 0, 0, func(h string) any { return relievedData{1, "random", h} }, silent},
			"relieved too early":        {kindRelieved, 0, -time.Second, func(h string) any { return relievedData{1, "random", h} }, false},
			"relieved by nobody":        {kindRelieved, 2, 0, func(h string) any { return relievedData{1, "random", h} }, false},
			"relieved by oneself":       {kindRelieved, 0, 0, func(h string) any { return relievedData{0, "random", h} }, false},
			"no such seat relieved":     {kindRelieved, 0, 0, func(h string) any { return relievedData{7, "random", h} }, false},
			"relieved to no level":      {kindRelieved, 0, 0, func(h string) any { return relievedData{1, "", h} }, false},
			"relieved, another hash":    {kindRelieved, 0, 0, func(string) any { return relievedData{1, "random", "ab"} }, false},
			"one's own seat by consent": {kindProposed, 0, 0, func(h string) any { return proposedData{Bot: &Takeover{0, "random"}} }, false},
		} {
			m := &match{id: id, find: toys}
			m.fold(journal.History{Entries: good})
			if m.stage != Playing {
				t.Fatal(m.parked)
			}
			last := good[len(good)-1]
			last.N, last.Kind, last.Seat, last.At, last.Data = last.N+1, e.kind, e.seat, c.now().Add(e.late), []byte(text(t, e.data(m.lastHash())))
			if m.fold(journal.History{Entries: []journal.Entry{last}}); (m.stage == Playing) != e.ok {
				t.Errorf("%s: %s: %s %s", options, name, m.stage, m.parked)
			}
		}
	}
}

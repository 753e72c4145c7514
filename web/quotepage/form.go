package quotepage

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/quote"
)

// sort is how a field of a form is sent on.
type sort int8

const (
	number sort = iota
	text
	flag
	numbers
)

// sent are the fields of each type of action that a form may fill.
var sent = func() map[string]map[string]sort {
	who := map[string]sort{"who": number}
	fight := map[string]sort{"fight": number}
	contender := map[string]sort{
		"name": text, "colour": text, "quota": number, "bonus": number, "hits": number, "life": number, "damage": text,
		"count": number, "dexterity": number, "weapon": number, "second": flag,
	}
	change := map[string]sort{"who": number, "taken": number, "wounds": number, "fallen": flag}
	for name, s := range contender {
		if name != "count" {
			change[name] = s
		}
	}
	return map[string]map[string]sort{
		"add": contender, "change": change, "remove": who, "leave": who,
		"fight": {"one": number, "allies": numbers, "cautious": flag},
		"deal":  {"ones": numbers, "allies": numbers, "cautious": flag},
		"join":  {"fight": number, "who": number},
		"part":  fight, "resolve": fight, "round": {}, "close": {}, "clear": {},
		"cautious": {"fight": number, "cautious": flag},
		"target":   {"fight": number, "ally": number},
		"stance":   {"who": number, "stance": text, "at": number},
		"faction":  {"colour": text, "name": text, "mark": text},
		"note":     {"who": number, "text": text},
	}
}()

// actionOf reads an action from a form; v is nil where there is no battle to
// read it beside.
func actionOf(v *quote.View, form url.Values) (json.RawMessage, error) {
	kind := form.Get("type")
	if kind == "line" && v != nil {
		a, err := readLine(v, form.Get("line"))
		if err != nil {
			return nil, err
		}
		return json.Marshal(a)
	}
	fields, ok := sent[kind]
	if !ok {
		return nil, &game.Error{Code: "bad_form", Field: "type", Text: game.Msg("web.error.bad_command")}
	}
	action := map[string]any{"type": kind}
	for name, how := range fields {
		values, there := form[name]
		if !there {
			continue
		}
		value := strings.TrimSpace(values[0])
		switch {
		case how == numbers:
			list := make([]any, len(values))
			for i := range values {
				list[i] = whole(values[i])
			}
			action[name] = list
		case how == flag:
			action[name] = value == "true"
		case value == "" && !(kind == "note" || name == "name" && kind != "change"):
			// left as it is
		case how == text:
			action[name] = value
		default:
			action[name] = whole(value)
		}
	}
	settle(v, kind, action)
	return json.Marshal(action)
}

// whole is a whole number if it is one; what else it is the rules refuse by name.
func whole(s string) any {
	if n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(s), "+"), 10, 64); err == nil {
		return n
	}
	return s
}

// settle leaves out what goes without saying: a place that nobody aims at, and
// of a correction all that stays as it is.
func settle(v *quote.View, kind string, action map[string]any) {
	switch kind {
	case "stance":
		if action["stance"] != "aim" {
			delete(action, "at")
		}
	case "add":
		if action["second"] == true && action["dexterity"] == nil && action["weapon"] == nil {
			delete(action, "second")
		}
	case "change":
		id, _ := action["who"].(int64)
		if v == nil || id != int64(int32(id)) {
			return
		}
		c := v.Contender(int32(id))
		if c == nil {
			return
		}
		same := map[string]any{
			"name": c.Name, "colour": quote.Colours[c.Colour], "quota": int64(c.Quota), "bonus": int64(c.Bonus),
			"damage": c.Damage.String(), "taken": int64(c.Taken), "wounds": int64(c.Wounds), "fallen": c.Fallen,
			"hits": int64(c.Hits), "life": int64(c.Life),
		}
		for name, was := range same {
			if action[name] == was {
				delete(action, name)
			}
		}
	}
}

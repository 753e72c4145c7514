package ui

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"

	"banco/game"
)

// Unfold opens the fields of a form that hold several: each of bundles is a
// query ("x=1&y=2"), "cx" and "cy" are a place in centimetres, which counts
// before any other.
func Unfold(form url.Values, bundles ...string) url.Values {
	out := url.Values{}
	for k, v := range form {
		out[k] = v
	}
	for _, bundle := range bundles {
		if q, err := url.ParseQuery(form.Get(bundle)); err == nil {
			for k, v := range q {
				out[k] = v
			}
		}
	}
	for cm, axis := range map[string]string{"cx": "x", "cy": "y"} {
		if n, ok := Centimetres(form.Get(cm)); ok {
			out.Set(axis, strconv.FormatInt(n, 10))
		}
	}
	return out
}

// Fields are the fields of each type of action that a form may fill; those of
// lists are sent as lists.
type Fields struct {
	Of    map[string][]string
	Lists []string
}

// Action reads an action from a form. Empty fields are left out; what is wrong
// with the rest the rules say. A type that is not known is refused with
// "bad_form".
func (f Fields) Action(form url.Values) (json.RawMessage, error) {
	kind := form.Get("type")
	fields, ok := f.Of[kind]
	if !ok {
		return nil, &game.Error{Code: "bad_form", Field: "type", Text: game.Msg("web.error.bad_command")}
	}
	action := map[string]any{"type": kind}
	for _, name := range fields {
		values := form[name]
		if slices.Contains(f.Lists, name) {
			list := []any{}
			for _, s := range values {
				list = append(list, scalar(s))
			}
			action[name] = list
			continue
		}
		if len(values) > 0 && values[0] != "" {
			action[name] = scalar(values[0])
		}
	}
	return json.Marshal(action)
}

func scalar(s string) any {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	return s
}

// Choice is one of a list, with what it is called on the table.
type Choice struct {
	Value  string // what the form sends
	Text   string
	Note   string
	Letter string // what it is called on the table
	On     bool
}

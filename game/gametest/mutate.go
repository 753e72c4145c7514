package gametest

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// nonsense is JSON, and what is not even that, which is no action of any game.
var nonsense = []string{
	"", " ", "null", "true", "17", `"type"`, "[]", "{}", "{", "}", `{"type"}`, `{"type":}`,
	`[{"type":"x"}]`, `{"type":null}`, `{"type":17}`, `{"type":[]}`, `{"type":{}}`, `{"type":""}`,
	`{"type":"no_such_type_of_action"}`, "\x00", "\xff\xfe", `{"type":"` + "\xff" + `"}`,
	`{"type":1e999}`, strings.Repeat("[", 500), strings.Repeat(`{"type":`, 500),
}

// oddities are values that somebody may send where another kind is wanted; made
// anew each time, since what takes one in may go on to change it.
func oddities() []any {
	return []any{
		nil, true, false, "", "x", "0", json.Number("0"), json.Number("-1"), json.Number("1"), json.Number("7"),
		json.Number("100"), json.Number("255"), json.Number("256"), json.Number("32768"), json.Number("2147483648"),
		json.Number("9223372036854775807"), json.Number("-9223372036854775808"), json.Number("1e300"),
		json.Number("0.5"), []any{}, map[string]any{}, []any{json.Number("0"), json.Number("0")}, []any{nil},
		strings.Repeat("x", 300),
	}
}

// mutate changes an action's JSON in one or two places. Now and then it takes a
// value from the donor, another action, which gives ids that exist and do not
// belong here.
func mutate(rng *rand.Rand, raw, donor []byte) []byte {
	v, d := decode(raw), decode(donor)
	for range 1 + rng.IntN(2) {
		v = change(rng, v, d)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return raw
	}
	return out
}

func decode(raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	return v
}

func change(rng *rand.Rand, v, donor any) any {
	switch x := v.(type) {
	case map[string]any:
		from, _ := donor.(map[string]any)
		keys := sortedKeys(x)
		// The type decides everything else, so it is changed less often.
		if i := slices.Index(keys, "type"); i >= 0 && len(keys) > 1 && rng.IntN(6) > 0 {
			keys = slices.Delete(keys, i, i+1)
		}
		if len(keys) == 0 {
			return map[string]any{"extra": pick(rng, oddities())}
		}
		key := pick(rng, keys)
		switch rng.IntN(8) {
		case 0:
			delete(x, key)
		case 1:
			x[pick(rng, []string{"extra", "Type", "seat", "id", key + "s"})] = pick(rng, oddities())
		case 2, 3:
			if value, ok := from[key]; ok {
				x[key] = value
				break
			}
			x[key] = change(rng, x[key], nil)
		default:
			x[key] = change(rng, x[key], from[key])
		}
		return x
	case []any:
		if len(x) == 0 {
			return append(x, pick(rng, oddities()))
		}
		i := rng.IntN(len(x))
		switch rng.IntN(6) {
		case 0:
			return slices.Delete(slices.Clone(x), i, i+1)
		case 1:
			return append(slices.Clone(x), x[i])
		case 2:
			x = slices.Clone(x)
			slices.Reverse(x)
			return x
		case 3:
			return pick(rng, oddities())
		}
		x = slices.Clone(x)
		x[i] = change(rng, x[i], nil)
		return x
	case json.Number:
		if n, err := strconv.Atoi(x.String()); err == nil && rng.IntN(3) > 0 {
			return json.Number(strconv.Itoa(n + pick(rng, []int{-2, -1, 1, 2, -n, -2 * n, 10})))
		}
		return pick(rng, oddities())
	case bool:
		if rng.IntN(3) > 0 {
			return !x
		}
		return pick(rng, oddities())
	case string:
		if rng.IntN(3) == 0 {
			return x + "x"
		}
		return pick(rng, oddities())
	default:
		return pick(rng, oddities())
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func itoa(n int) string { return strconv.Itoa(n) }

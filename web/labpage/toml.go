package labpage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tomlValue is any value that encodes as JSON as one that TOML can write: whole
// numbers are int64.
func tomlValue(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	list, err := jsonValues(data)
	if err != nil || len(list) != 1 {
		return nil, fmt.Errorf("not one value: %w", err)
	}
	return list[0], nil
}

// jsonValues reads JSON values that stand one after the other.
func jsonValues(data []byte) (list []any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for {
		var v any
		switch err := dec.Decode(&v); {
		case err == io.EOF:
			return list, nil
		case err != nil:
			return nil, err
		}
		if v, err = settled(v); err != nil {
			return nil, err
		}
		list = append(list, v)
	}
}

// settled gives numbers the type that TOML has for them.
func settled(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		return v.Float64()
	case []any:
		for i := range v {
			x, err := settled(v[i])
			if err != nil {
				return nil, err
			}
			v[i] = x
		}
	case map[string]any:
		for k := range v {
			x, err := settled(v[k])
			if err != nil {
				return nil, err
			}
			v[k] = x
		}
	}
	return v, nil
}

// errMixed is about a list of tables and other things: our reader of TOML loses
// some of it without a word.
var errMixed = errors.New("a list of tables holds nothing else")

func table(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// inline writes a value on one line of TOML. null has no word there, and tables
// stand in lists among their own kind.
func inline(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return quoted(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case bool:
		return strconv.FormatBool(v), nil
	case float64:
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s, nil
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			if table(x) != table(v[0]) {
				return "", errMixed
			}
			var err error
			if parts[i], err = inline(x); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case map[string]any:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(v)) {
			text, err := inline(v[k])
			if err != nil {
				return "", err
			}
			parts = append(parts, key(k)+" = "+text)
		}
		if parts == nil {
			return "{}", nil
		}
		return "{ " + strings.Join(parts, ", ") + " }", nil
	}
	return "", fmt.Errorf("TOML has no %T", v)
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func key(k string) string {
	if bareKey.MatchString(k) {
		return k
	}
	return quoted(k)
}

// quoted writes a string as JSON does, which TOML reads the same but for one
// letter.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

// Package strict reads the JSON of actions and options as strictly as they want
// to be read: encoding/json lets pass what they must not hold (fields twice,
// other capitals, 1.0 for 1, null for anything).
package strict

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// Field is a field of an object, as it stands.
type Field struct {
	Name string
	Raw  json.RawMessage
}

// maxFields is more than any object of an action or an option has.
const maxFields = 32

// Object gives the fields of a JSON object in order; false when raw is
// anything else, names a field twice or has absurdly many.
func Object(raw json.RawMessage) ([]Field, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var fields []Field
	for d.More() {
		t, err := d.Token()
		key, isKey := t.(string)
		if err != nil || !isKey || len(fields) == maxFields {
			return nil, false
		}
		for _, f := range fields {
			if f.Name == key {
				return nil, false
			}
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		fields = append(fields, Field{key, value})
	}
	return fields, closed(d)
}

// Array gives the elements of a JSON array.
func Array(raw json.RawMessage) ([]json.RawMessage, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil, false
	}
	list := []json.RawMessage{}
	for d.More() {
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		list = append(list, value)
	}
	return list, closed(d)
}

// closed tells whether the value ends here and nothing comes after it.
func closed(d *json.Decoder) bool {
	if _, err := d.Token(); err != nil {
		return false
	}
	_, err := d.Token()
	return err == io.EOF
}

// Quoted is a name out of somebody's JSON as a refusal repeats it.
func Quoted(name string) string {
	const enough = 40
	for i := range name {
		if i > enough {
			return name[:i] + "…"
		}
	}
	return name
}

// Int reads a whole number of 32 bits, written as one.
func Int(raw json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(string(raw), 10, 32)
	return n, err == nil && raw[0] != '+'
}

// Ints reads a list of whole numbers.
func Ints(raw json.RawMessage) ([]int64, bool) {
	list, ok := Array(raw)
	if !ok {
		return nil, false
	}
	ints := make([]int64, len(list))
	for i, r := range list {
		if ints[i], ok = Int(r); !ok {
			return nil, false
		}
	}
	return ints, true
}

// String reads a string.
func String(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

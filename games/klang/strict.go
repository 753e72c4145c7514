package klang

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
)

// Reading JSON strictly: encoding/json lets pass what an action or an option
// must not hold (fields twice, other capitals, 1.0 for 1, null for anything).

type field struct {
	name string
	raw  json.RawMessage
}

// maxFields is more than any object of an action or an option has.
const maxFields = 32

// readObject gives the fields of a JSON object in order; false when raw is
// anything else, names a field twice or has absurdly many.
func readObject(raw json.RawMessage) ([]field, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var fields []field
	for d.More() {
		t, err := d.Token()
		key, isKey := t.(string)
		if err != nil || !isKey || len(fields) == maxFields {
			return nil, false
		}
		for _, f := range fields {
			if f.name == key {
				return nil, false
			}
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return nil, false
		}
		fields = append(fields, field{key, value})
	}
	return fields, closed(d)
}

// readArray gives the elements of a JSON array.
func readArray(raw json.RawMessage) ([]json.RawMessage, bool) {
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

// quoted is a name out of somebody's JSON as a refusal repeats it.
func quoted(name string) string {
	const enough = 40
	for i := range name {
		if i > enough {
			return name[:i] + "…"
		}
	}
	return name
}

// readInt reads a whole number written as one.
func readInt(raw json.RawMessage) (int64, bool) {
	n, err := strconv.ParseInt(string(raw), 10, 32)
	return n, err == nil && raw[0] != '+'
}

func readInts(raw json.RawMessage) ([]int64, bool) {
	list, ok := readArray(raw)
	if !ok {
		return nil, false
	}
	ints := make([]int64, len(list))
	for i, r := range list {
		if ints[i], ok = readInt(r); !ok {
			return nil, false
		}
	}
	return ints, true
}

func readString(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

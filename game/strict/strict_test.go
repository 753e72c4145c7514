package strict

import (
	"strings"
	"testing"
)

func TestObjectIsStrict(t *testing.T) {
	fields, ok := Object([]byte(` {"b":1,"a":[2]} `))
	if !ok || len(fields) != 2 || fields[0].Name != "b" || string(fields[1].Raw) != "[2]" {
		t.Errorf("%v %v", fields, ok)
	}
	for _, raw := range []string{``, `1`, `[]`, `null`, `{"a":1,"a":2}`, `{"a":1}x`, `{"a":1`, `{"a"}`, `{` + strings.Repeat(`"a":1,`, 3) + `"b":1}`} {
		if _, ok := Object([]byte(raw)); ok {
			t.Errorf("%s is read as an object", raw)
		}
	}
}

func TestNumbersAndStringsAreStrict(t *testing.T) {
	for _, raw := range []string{`1.0`, `1e2`, `+1`, `"1"`, `null`, ``, `99999999999`, ` 1`} {
		if n, ok := Int([]byte(raw)); ok {
			t.Errorf("%q is read as %d", raw, n)
		}
	}
	if n, ok := Int([]byte(`-12`)); !ok || n != -12 {
		t.Error(n, ok)
	}
	if list, ok := Ints([]byte(`[1,-2]`)); !ok || len(list) != 2 || list[1] != -2 {
		t.Error(list, ok)
	}
	if _, ok := Ints([]byte(`[1,"2"]`)); ok {
		t.Error("a string among numbers")
	}
	if s, ok := String([]byte(`"à"`)); !ok || s != "à" {
		t.Error(s, ok)
	}
	if _, ok := String([]byte(`null`)); ok {
		t.Error("null is no string")
	}
	if s := Quoted(strings.Repeat("à", 60)); len(s) > 50 || !strings.HasSuffix(s, "…") {
		t.Error(s)
	}
}

package web

import (
	"encoding/json"
	"strings"
	"testing"

	"banco/table"
)

func TestJSONOptionsAreTidyAndBrokenOnesSayWhere(t *testing.T) {
	data := []byte(`[[{"name":"A","parts":[{"kind":"torso","class":5},{"kind":"arm","class":4}]}],[]]`)
	tidy := tidyJSON(data)
	for _, line := range []string{`{"kind": "torso", "class": 5},`, `{"kind": "arm", "class": 4}`} {
		if !strings.Contains(tidy, "        "+line+"\n") {
			t.Errorf("no line %s in\n%s", line, tidy)
		}
	}
	var a, b any
	if json.Unmarshal(data, &a) != nil || json.Unmarshal([]byte(tidy), &b) != nil || !sameJSON([]byte(tidy), a) {
		t.Errorf("it says something else: %s", tidy)
	}
	if p := notJSON(tidy); p != nil {
		t.Errorf("refused: %v", p)
	}
	for text, line := range map[string]int{"[\n1\n2]": 3, "[1,\n": 2, "": 1} {
		if p := notJSON(text); p == nil || p.text.Args[0] != line {
			t.Errorf("%q: %v, want line %d", text, p, line)
		}
	}
}

func TestNewsAreToldTurnByTurn(t *testing.T) {
	var news []table.News
	for i, seat := range []int8{0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0} {
		n := table.News{Entry: i}
		n.Seat = 0
		if seat == 1 {
			n.Seat = 1
		}
		news = append(news, n)
	}
	turns, more := newsTurns(news, false, 2)
	if len(turns) != 2 || more != 2 || turns[0].seat != 0 || turns[1].seat != 1 {
		t.Fatalf("%d turns, %d more", len(turns), more)
	}
	if first := turns[1].groups[0][0].Entry; first != 2 {
		t.Errorf("the other side's turn begins with entry %d", first)
	}
	if all, more := newsTurns(news, true, 2); len(all) != 3 || more != 0 {
		t.Errorf("all: %d turns, %d more", len(all), more)
	}
}

package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// companion is a match on a real table whose first robot has been activated; it
// gives who acts.
func (h *house) realTable() (id string, tok [2]string, at int) {
	h.t.Helper()
	id, tok = h.table(`{"table":"companion"}`)
	for i := range tok {
		if res, body := h.do(id, tok[i], "ready", h.look(id, tok[i]).Seq, []byte(`{"type":"ready"}`)); res.StatusCode != http.StatusOK {
			h.t.Fatal(body)
		}
	}
	for i := range tok {
		if m := h.look(id, tok[i]); len(m.Actions) > 0 {
			if res, body := h.do(id, tok[i], "roll", m.Seq, m.Actions[0]); res.StatusCode != http.StatusOK {
				h.t.Fatal(body)
			}
			return id, tok, i
		}
	}
	h.t.Fatal("nobody may begin")
	return
}

// scrap is what an active robot may do with a malloppo and any die.
func (h *house) pickUp(id, token string) {
	h.t.Helper()
	m := h.look(id, token)
	for _, a := range m.Actions {
		if strings.Contains(string(a), `"pick_up"`) {
			if res, body := h.do(id, token, "pick up", m.Seq, a); res.StatusCode != http.StatusOK {
				h.t.Fatal(body)
			}
			return
		}
	}
	h.t.Fatal("there is nothing to pick up")
}

type amended struct {
	seen
	Proposal *struct {
		N     int   `json:"n"`
		By    int   `json:"by"`
		Undo  int   `json:"undo"`
		Waits []int `json:"waits"`
	} `json:"proposal"`
	CanUndo []struct {
		Undo int `json:"undo"`
	} `json:"can_undo"`
	Paused *struct {
		By int `json:"by"`
	} `json:"paused"`
}

func (h *house) amended(id, token string) (m amended) {
	h.t.Helper()
	_, body := h.call(nil, "GET", "/matches/"+id, nil, "Authorization", "Bearer "+token)
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		h.t.Fatal(err, body)
	}
	return m
}

func (h *house) postJSON(path, token string, body any) (int, string) {
	h.t.Helper()
	res, text := h.call(nil, "POST", path, body, "Authorization", "Bearer "+token)
	return res.StatusCode, text
}

// TestTakeBackByConsent: what the page offers is proposed by one, put to the
// other in words, and undone when the other agrees.
func TestTakeBackByConsent(t *testing.T) {
	h := open(t, nil)
	id, tok, at := h.realTable()
	before := h.amended(id, tok[at])
	if len(before.CanUndo) != 0 {
		t.Errorf("a roll can be taken back: %+v", before.CanUndo)
	}
	h.pickUp(id, tok[at])
	m := h.amended(id, tok[1-at])
	if len(m.CanUndo) != 1 {
		t.Fatalf("%+v", m.CanUndo)
	}
	page := func(i int) string {
		_, body := h.call(nil, "GET", "/matches/"+id, nil, "Cookie", seatCookie+id+"="+tok[i], "Accept", "text/html", "Accept-Language", "en")
		return body
	}
	if body := page(1 - at); !strings.Contains(body, `id="form-undo-1"`) {
		t.Error("the page does not offer to take the step back")
	}
	// The other side says that the table says otherwise.
	if status, body := h.postJSON("/matches/"+id+"/amendments", tok[1-at], map[string]any{"id": "a", "seq": m.Seq, "undo": 1}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	asked := h.amended(id, tok[at])
	if asked.Proposal == nil || asked.Proposal.By != 1-at || len(asked.Proposal.Waits) != 1 || asked.Proposal.Waits[0] != at {
		t.Fatalf("%+v", asked.Proposal)
	}
	body := page(at)
	if !strings.Contains(body, `id="form-answer-yes"`) || !strings.Contains(body, "asks to take back the last move") || strings.Contains(body, "⟨") {
		t.Errorf("the question is not put: %s", body)
	}
	if body := page(1 - at); strings.Contains(body, `id="form-answer-yes"`) || !strings.Contains(body, "Withdraw") {
		t.Error("who proposed is asked, or cannot withdraw")
	}
	form := url.Values{"agree": {"yes"}}
	path := "/matches/" + id + "/amendments/" + itoa(asked.Proposal.N)
	res, body := h.call(nil, "POST", path, form, "Cookie", seatCookie+id+"="+tok[at], "Banco-Fragment", "match", "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || strings.Contains(body, `id="consent"`) || !strings.Contains(body, `id="undone"`) {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	after := h.amended(id, tok[at])
	if after.Proposal != nil || len(after.CanUndo) != 0 || len(after.Actions) != len(before.Actions) {
		t.Errorf("%+v: %d actions, %d before", after.Proposal, len(after.Actions), len(before.Actions))
	}
}

// TestCorrectByConsent: a fact is set right when the other agrees.
func TestCorrectByConsent(t *testing.T) {
	h := open(t, nil)
	id, tok, at := h.realTable()
	fact := json.RawMessage(`{"type":"part","part":0,"at":"table"}`)
	if status, body := h.postJSON("/matches/"+id+"/amendments", tok[at], map[string]any{"id": "a", "seq": h.look(id, tok[at]).Seq, "correct": fact}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	n := h.amended(id, tok[1-at]).Proposal.N
	if status, body := h.postJSON("/matches/"+id+"/amendments/"+itoa(n), tok[at], map[string]any{"id": "b", "agree": true}); status/100 != 4 {
		t.Errorf("who proposed agrees with themselves: %d %s", status, body)
	}
	if status, body := h.postJSON("/matches/"+id+"/amendments/"+itoa(n), tok[1-at], map[string]any{"id": "c", "agree": true}); status != http.StatusOK || !strings.Contains(body, `"on":null`) && !strings.Contains(body, `"table"`) {
		t.Errorf("%d %s", status, body)
	}
}

// TestAmendmentsAreChecked: every bad request is refused with a sentence, and
// changes nothing.
func TestAmendmentsAreChecked(t *testing.T) {
	h := open(t, nil)
	id, tok, at := h.realTable()
	seq := h.look(id, tok[at]).Seq
	base := "/matches/" + id
	for _, c := range []struct {
		name, path, token string
		body              any
		status            int
	}{
		{"no id", base + "/amendments", tok[0], map[string]any{"seq": seq, "undo": 1}, 400},
		{"neither", base + "/amendments", tok[0], map[string]any{"id": "x", "seq": seq}, 400},
		{"both", base + "/amendments", tok[0], map[string]any{"id": "x", "seq": seq, "undo": 1, "correct": map[string]any{"type": "part"}}, 400},
		{"a roll", base + "/amendments", tok[0], map[string]any{"id": "x", "seq": seq, "undo": 1}, 422},
		{"negative", base + "/amendments", tok[0], map[string]any{"id": "x", "seq": seq, "undo": -1}, 400},
		{"no fact", base + "/amendments", tok[0], map[string]any{"id": "x", "seq": seq, "correct": map[string]any{"type": "weather"}}, 422},
		{"no seq", base + "/amendments", tok[0], map[string]any{"id": "x", "undo": 1}, 400},
		{"unknown field", base + "/amendments", tok[0], map[string]any{"id": "x", "undoo": 1}, 400},
		{"watcher", base + "/amendments", "", map[string]any{"id": "x", "seq": seq, "undo": 1}, 403},
		{"forged", base + "/amendments", "nobody", map[string]any{"id": "x", "seq": seq, "undo": 1}, 403},
		{"no proposal", base + "/amendments/7", tok[0], map[string]any{"id": "x", "agree": true}, 409},
		{"no number", base + "/amendments/seven", tok[0], map[string]any{"id": "x", "agree": true}, 404},
		{"no answer", base + "/amendments/1", tok[0], map[string]any{"id": "x"}, 400},
		{"form without answer", base + "/amendments/1", tok[0], url.Values{}, 400},
		{"form without seq", base + "/amendments", tok[0], url.Values{"undo": {"1"}}, 400},
		{"form with bad fact", base + "/amendments", tok[0], url.Values{"seq": {"1"}, "correct": {"{"}}, 400},
		{"pause what", base + "/pause", tok[0], map[string]any{}, 400},
		{"pause by form", base + "/pause", tok[0], url.Values{"paused": {"maybe"}}, 400},
		{"pause by watcher", base + "/pause", "", map[string]any{"paused": true}, 403},
		{"no match", "/matches/00000000000000000000000000000000/amendments", tok[0], map[string]any{"id": "x", "seq": 1, "undo": 1}, 404},
	} {
		t.Run(c.name, func(t *testing.T) {
			var header []string
			if c.token != "" {
				header = []string{"Authorization", "Bearer " + c.token}
			}
			res, body := h.call(nil, "POST", c.path, c.body, header...)
			if res.StatusCode != c.status || strings.Contains(body, "⟨") {
				t.Errorf("%d instead of %d: %s", res.StatusCode, c.status, body)
			}
		})
	}
	if got := h.look(id, tok[at]).Seq; got != seq {
		t.Errorf("something changed: %d after %d", got, seq)
	}
}

// TestPause: the stopwatch stands while somebody asked it to.
func TestPause(t *testing.T) {
	h := open(t, nil)
	id, tok, at := h.realTable()
	if status, body := h.postJSON("/matches/"+id+"/pause", tok[1-at], map[string]any{"paused": true}); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if m := h.amended(id, tok[at]); m.Paused == nil || m.Paused.By != 1-at {
		t.Errorf("%+v", m.Paused)
	}
	res, body := h.call(nil, "POST", "/matches/"+id+"/pause", url.Values{"paused": {"false"}}, "Cookie", seatCookie+id+"="+tok[at], "Banco-Fragment", "match", "Accept-Language", "en")
	if res.StatusCode != http.StatusOK || !strings.Contains(body, ">Pause<") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if m := h.amended(id, tok[at]); m.Paused != nil {
		t.Errorf("%+v", m.Paused)
	}
}

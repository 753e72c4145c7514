package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestRuleSets: options travel under a name as a link and as a file, and are
// kept on the device; what the game cannot be played by is refused in its words.
func TestRuleSets(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.browser()
	form := url.Values{"game": {"klang"}, "set": {"Short evening"}, "opt.rounds": {"3"}, "do": {"link"}}
	res, body := h.call(c, "POST", "/new/klang/rules", form, "Accept-Language", "en")
	if res.StatusCode != 200 || res.Request.URL.Path != "/new/klang" || res.Request.URL.Query().Get("options") != `{"rounds":3}` {
		t.Fatal(res.StatusCode, res.Request.URL)
	}
	for _, want := range []string{"Rule set: Short evening", "instead of 6", `name="opt.rounds" type="number" inputmode="numeric" min="1"`, `value="3"`, "Only this computer can open this link"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q", want)
		}
	}
	form.Set("do", "file")
	res, file := h.call(c, "POST", "/new/klang/rules", form)
	if res.StatusCode != 200 || !strings.Contains(res.Header.Get("Content-Disposition"), "klang-rules-short-evening.json") {
		t.Fatal(res.StatusCode, res.Header)
	}
	var set ruleSet
	if err := json.Unmarshal([]byte(file), &set); err != nil || set.Game != "klang" || set.Name != "Short evening" || !sameJSON(set.Options, map[string]int{"rounds": 3}) || !strings.HasPrefix(set.Rules, "klang/") {
		t.Fatal(err, file)
	}
	if res, again := h.call(nil, "GET", "/new/klang/rules?"+url.Values{"options": {`{"rounds":3}`}, "set": {"Short evening"}}.Encode(), nil); res.StatusCode != 200 || again != file {
		t.Errorf("%d %s", res.StatusCode, again)
	}
	load := func(data string) (*http.Response, string) {
		var b bytes.Buffer
		b.WriteString("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\nContent-Type: application/json\r\n\r\n" + data + "\r\n--x--\r\n")
		req, _ := http.NewRequest("POST", h.URL+"/new/klang/rules", &b)
		req.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		req.Header.Set("Accept", "text/html")
		req.Header.Set("Accept-Language", "en")
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return res, string(body)
	}
	if res, body := load(file); res.StatusCode != 200 || !strings.Contains(body, "Rule set: Short evening") || !strings.Contains(body, "instead of 6") {
		t.Errorf("%d", res.StatusCode)
	}
	for data, want := range map[string]string{
		"":                              "There is no rule set in this file",
		"[]":                            "There is no rule set in this file",
		`{"game":"chess","options":{}}`: "for another game: chess",
		`{"game":"klang","options":{"rounds":99}}`:  `id="opt-rounds-error"`,
		`{"game":"klang","options":{"rounds":"x"}}`: `value="x"`,
		`{"game":"klang","options":{"rouns":3}}`:    "rouns",
		`{"name":"<b>","options":[]}`:               `class="refusal"`,
	} {
		res, body := load(data)
		if res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, want) || !strings.Contains(body, `class="refusal"`) || strings.Contains(body, "<b>") && strings.Contains(data, "<b>") && strings.Contains(body, `value="<b>`) {
			t.Errorf("%s: %d", data, res.StatusCode)
		}
	}
	// A link that somebody has tampered with shows what is wrong, too.
	if res, body := h.call(c, "GET", "/new/klang?"+url.Values{"options": {`{"rounds":99}`}}.Encode(), nil); res.StatusCode != 400 && res.StatusCode != 422 || !strings.Contains(body, `id="opt-rounds-error"`) || !strings.Contains(body, `value="99"`) {
		t.Errorf("%d", res.StatusCode)
	}
	if res, body := h.call(c, "GET", "/new/klang?"+url.Values{"options": {`{"rounds":`}}.Encode(), nil); res.StatusCode < 400 || res.StatusCode >= 500 || !strings.Contains(body, `class="refusal"`) {
		t.Errorf("%d", res.StatusCode)
	}
	res, body = h.call(nil, "POST", "/new/klang/rules", []byte(`{"name":"Mine","options":{"rounds":2}}`))
	if err := json.Unmarshal([]byte(body), &set); err != nil || res.StatusCode != 200 || !strings.HasPrefix(set.Link, h.URL+"/new/klang?options=") {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, body := h.call(nil, "POST", "/new/klang/rules", []byte(`{"options":{"rounds":0}}`)); res.StatusCode < 400 || !strings.Contains(body, `"field":"rounds"`) {
		t.Errorf("%d %s", res.StatusCode, body)
	}
	if res, _ := h.call(nil, "POST", "/new/klang/rules", url.Values{}, "Sec-Fetch-Site", "cross-site"); res.StatusCode != 403 {
		t.Errorf("from elsewhere: %d", res.StatusCode)
	}

	// On the device, by the script.
	ctx := chrome(t)
	me := tab(t, ctx, h.URL+"/new/klang", "document.cookie='"+langCookie+"=en;path=/'")
	js[any](t, me, `document.getElementById("options").open = document.getElementById("rule-sets").open = true; document.getElementById("opt-rounds").value = 99; document.getElementById("set-name").value = 'A "<i>" set'; document.getElementById("set-keep").click();1`)
	until(t, me, "the objection", `document.querySelector("#set-refusal .refusal")`)
	js[any](t, me, `document.getElementById("opt-rounds").value = 2; document.getElementById("set-keep").click();1`)
	until(t, me, "the set", `document.querySelector("#set-list a")?.textContent === 'A "<i>" set' && !document.querySelector("#set-refusal .refusal") && !document.getElementById("set-said").hidden`)
	js[any](t, me, `document.querySelector("#set-list a").click();1`)
	arrives(t, me, `document.getElementById("rules") && document.getElementById("opt-rounds").value === "2"`)
	js[any](t, me, `document.getElementById("rule-sets").open = true; document.querySelector("#set-list .drop").click();1`)
	until(t, me, "nothing", `document.getElementById("set-kept").hidden && localStorage.getItem("banco:rules:klang") === "[]"`)
}

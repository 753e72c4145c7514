package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// TestInvitationsLeadToThisMachine: an invitation made at localhost carries an
// address that a phone can reach, when the server is open to one, and says what
// to do when it is not.
func TestInvitationsLeadToThisMachine(t *testing.T) {
	invitation := func(p *process, header ...string) string {
		t.Helper()
		jar, _ := cookiejar.New(nil)
		c := &http.Client{Jar: jar}
		req, err := http.NewRequest("POST", p.base+"/matches", strings.NewReader(url.Values{"game": {"klang"}, "seat.0": {"me"}, "seat.1": {"human"}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Accept", "text/html")
		req.Header.Set("Accept-Language", "en")
		for i := 0; i+1 < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		res, err := c.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Fatal(err, res.StatusCode)
		}
		return string(body)
	}

	alone := invitation(startProcess(t, t.TempDir()))
	if !strings.Contains(alone, "Only this computer can open this link") || !strings.Contains(alone, "--lan") || strings.Contains(alone, `class="qr"`) {
		t.Error("closed to phones, and does not say so")
	}
	public := invitation(startProcess(t, t.TempDir(), "--public-url", "https://banco.example", "--trust-proxy"))
	if !strings.Contains(public, `value="https://banco.example/join/`) || !strings.Contains(public, `class="qr"`) {
		t.Error("the public address is not in the invitation")
	}
	ip := lanAddress()
	if ip == "" {
		t.Skip("this machine has no address on a local network")
	}
	lan := invitation(startProcess(t, t.TempDir(), "--lan"))
	if !strings.Contains(lan, `value="http://`+ip+`:`) || !strings.Contains(lan, `class="qr"`) || strings.Contains(lan, "Only this computer") {
		t.Errorf("the address on the local network, %s, is not in the invitation", ip)
	}
}

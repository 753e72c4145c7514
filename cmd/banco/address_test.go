package main

import (
	"fmt"
	"io"
	"net"
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
	list := lanAddresses()
	if len(list) == 0 {
		t.Skip("this machine has no address that others reach")
	}
	host := list[0].String()
	if list[0].To4() == nil {
		host = "[" + host + "]"
	}
	lan := invitation(startProcess(t, t.TempDir(), "--lan"))
	if !strings.Contains(lan, `value="http://`+host+`:`) || !strings.Contains(lan, `class="qr"`) || strings.Contains(lan, "Only this computer") {
		t.Errorf("the address on the local network, %s, is not in the invitation", host)
	}
}

// TestAnAddressThatIsNotPrivateIsBetterThanNone: without an address of a local
// network the others are printed, of which one may do; with one it alone is.
func TestAnAddressThatIsNotPrivateIsBetterThanNone(t *testing.T) {
	for _, tc := range []struct {
		own  []string
		want string
	}{
		{[]string{"127.0.0.1", "::1"}, "[]"},
		{[]string{"169.254.3.4", "fe80::1", "224.0.0.1"}, "[]"},
		{[]string{"203.0.113.9", "127.0.0.1", "192.168.1.50", "10.0.0.2"}, "[192.168.1.50]"},
		{[]string{"100.64.0.7", "127.0.0.1", "100.64.0.7", "::1", "2001:db8::7", "198.51.100.3"}, "[100.64.0.7 198.51.100.3 2001:db8::7]"},
		{[]string{"fe80::1", "2001:db8::7"}, "[2001:db8::7]"},
	} {
		var own []net.IP
		for _, ip := range tc.own {
			own = append(own, net.ParseIP(ip))
		}
		if got := fmt.Sprint(bestAddresses(own)); got != tc.want {
			t.Errorf("of %v: %s, not %s", tc.own, got, tc.want)
		}
	}
	if !isPrivate("http://192.168.1.50:8080") || isPrivate("https://[2001:db8::7]:8080") || isPrivate("http://100.64.0.7:8080") {
		t.Error("what is private is told wrong")
	}
}

package main

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A certificate made on the spot is the same at the next start, until it is
// about to end or this machine is called otherwise.
func TestOwnCertificateIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data", "tls.pem")
	now := time.Now()
	names := []string{"localhost", "127.0.0.1", "192.168.7.9"}
	make := func(names []string, now time.Time) string {
		cert, err := ownCertificate(file, names, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := cert.Leaf.VerifyHostname(name); err != nil {
				t.Error(err)
			}
		}
		return fingerprint(cert)
	}
	first := make(names, now)
	if again := make(names, now.Add(time.Hour)); again != first {
		t.Error("the certificate changed from one start to the next")
	}
	if moved := make(append(names, "10.0.0.5"), now); moved == first {
		t.Error("a new address is not in the certificate")
	}
	second := make(names, now)
	if late := make(names, now.Add(certificateLife)); late == second {
		t.Error("a certificate that has ended is still used")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key lies open: %v %v", info.Mode(), err)
	}
	if err := os.WriteFile(file, []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	make(names, now) // a file that is none is made anew
}

func TestServesOverTLS(t *testing.T) {
	data := t.TempDir()
	p := startProcess(t, data, "--tls")
	pem, err := os.ReadFile(filepath.Join(data, "tls.pem"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}}
	if !strings.HasPrefix(p.base, "https://") {
		t.Fatalf("it says that it is at %s", p.base)
	}
	resp, err := client.Get(p.base + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	io.Copy(io.Discard, resp.Body)
	if resp.StatusCode != http.StatusOK || resp.ProtoMajor != 2 {
		t.Errorf("%s %s", resp.Proto, resp.Status)
	}
}

func TestTLSRefusals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "no.pem")
	if code, out := runCLI("serve", "--tls-cert", file); code != exitUsage || !strings.Contains(out, "--tls-key") {
		t.Errorf("%d %q", code, out)
	}
	if code, out := runCLI("serve", "--tls-cert", file, "--tls-key", file, "--data", t.TempDir()); code != exitFailed || !strings.Contains(out, file) {
		t.Errorf("%d %q", code, out)
	}
}

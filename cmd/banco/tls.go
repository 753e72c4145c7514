package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"banco/game"
)

// Over plain http on a local network browsers refuse to keep a phone's screen
// on and more; TLS gives that back, at the price of a warning where nobody
// vouches for the certificate.

// certificateLife is how long a certificate made on the spot is good for: less
// than the 825 days after which phones refuse one of any length.
const certificateLife = 397 * 24 * time.Hour

// certificate gives the certificate to serve with, nil for plain http: the
// files that were named, or one made on the spot and kept in the data folder,
// so that a phone that accepted it once knows it again.
func certificate(o serveOptions, data string, now time.Time) (*tls.Certificate, error) {
	switch {
	case o.tlsCert != "" || o.tlsKey != "":
		if o.tlsCert == "" || o.tlsKey == "" {
			return nil, usageError{&game.Error{Code: "tls_pair", Text: game.Msg("cli.refused.tls_pair")}}
		}
		cert, err := tls.LoadX509KeyPair(o.tlsCert, o.tlsKey)
		if err != nil {
			return nil, &game.Error{Code: "tls_files", Text: game.Msg("cli.refused.tls_files", o.tlsCert, o.tlsKey, err.Error())}
		}
		return &cert, nil
	case o.tls:
		return ownCertificate(filepath.Join(data, "tls.pem"), ownNames(), now)
	}
	return nil, nil
}

// ownNames is what this machine is called by those who can reach it.
func ownNames() []string {
	names := []string{"localhost", "127.0.0.1", "::1"}
	if host, err := os.Hostname(); err == nil {
		names = append(names, host, host+".local")
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return names // it still serves this machine
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsPrivate() {
			names = append(names, n.IP.String())
		}
	}
	return names
}

// ownCertificate reads the certificate made earlier, or makes one when there is
// none, when it is about to end, or when this machine has got another address.
func ownCertificate(file string, names []string, now time.Time) (*tls.Certificate, error) {
	if kept, err := os.ReadFile(file); err == nil {
		if cert, err := tls.X509KeyPair(kept, kept); err == nil && covers(cert.Leaf, names, now) {
			return &cert, nil
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	made, err := makeCertificate(names, now)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(file, made, 0o600); err != nil {
		return nil, err
	}
	cert, err := tls.X509KeyPair(made, made)
	return &cert, err
}

func covers(leaf *x509.Certificate, names []string, now time.Time) bool {
	if now.Before(leaf.NotBefore) || now.AddDate(0, 0, 7).After(leaf.NotAfter) {
		return false
	}
	for _, name := range names {
		if leaf.VerifyHostname(name) != nil {
			return false
		}
	}
	return true
}

// makeCertificate makes a key and a certificate that vouches for itself, as one
// PEM file.
func makeCertificate(names []string, now time.Time) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, err
	}
	ask := x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "Banco"},
		NotBefore:    now.Add(-time.Hour), // phones' clocks differ
		NotAfter:     now.Add(certificateLife),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			ask.IPAddresses = append(ask.IPAddresses, ip)
		} else {
			ask.DNSNames = append(ask.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, &ask, &ask, key.Public(), key)
	if err != nil {
		return nil, err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	out := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return append(out, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...), nil
}

// fingerprint is what a browser shows of a certificate, to compare by eye.
func fingerprint(cert *tls.Certificate) string {
	sum := sha256.Sum256(cert.Certificate[0])
	pairs := make([]string, len(sum))
	for i, b := range sum {
		pairs[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(pairs, ":")
}

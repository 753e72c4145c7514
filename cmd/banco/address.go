package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"

	"rsc.io/qr"

	"banco/game"
)

// announce says where the server is to be found: on this machine, and for
// phones on the local network when it is open to them.
func (c *cli) announce(o serveOptions, l net.Listener, cert *tls.Certificate) {
	local := o.scheme() + "://" + net.JoinHostPort(localHost(l), port(l)) + basePath(o)
	fmt.Fprintln(c.out, c.text("cli.serve.open", local))
	lan := lanURL(o, l)
	switch {
	case o.publicURL != "":
		c.announceQR("cli.serve.public", o.publicURL+basePath(o))
	case lan != "":
		c.announceQR("cli.serve.lan", lan+basePath(o))
	case o.lan:
		fmt.Fprintln(c.out, c.text("cli.serve.no_lan", port(l)))
	}
	if o.tls {
		fmt.Fprintln(c.out, c.text("cli.serve.tls", fingerprint(cert)))
	}
	fmt.Fprintln(c.out, c.text("cli.serve.stop"))
}

// announceQR says an address, and draws it for phones.
func (c *cli) announceQR(key, address string) {
	fmt.Fprintln(c.out, c.text(key, address))
	if err := printQR(c.out, address); err != nil {
		fmt.Fprintln(c.errOut, err)
	}
}

// checkPublicURL wants a scheme and a host and nothing else: the path is
// --base-path's.
func checkPublicURL(o serveOptions) error {
	if o.publicURL == "" {
		return nil
	}
	u, err := url.Parse(o.publicURL)
	bare := err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		o.publicURL == u.Scheme+"://"+u.Host
	if !bare {
		return usageError{&game.Error{Code: "public_url", Text: game.Msg("cli.refused.public_url", o.publicURL)}}
	}
	return nil
}

// lanURL is the address that other devices on the local network reach the
// server by, without the base path; "" when it is for this machine alone.
func lanURL(o serveOptions, l net.Listener) string {
	ip := l.Addr().(*net.TCPAddr).IP
	host := ip.String()
	switch {
	case ip.IsLoopback():
		return ""
	case ip.IsUnspecified():
		if host = lanAddress(); host == "" {
			return ""
		}
	}
	return o.scheme() + "://" + net.JoinHostPort(host, port(l))
}

func basePath(o serveOptions) string {
	return strings.TrimSuffix(o.basePath, "/") + "/"
}

func port(l net.Listener) string {
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

func localHost(l net.Listener) string {
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsUnspecified() {
		return ip.String()
	}
	return "127.0.0.1"
}

// lanAddress is this machine's address as a phone beside it would use it; ""
// without one. A machine has several where it runs virtual ones: the address
// that it would itself use to go out is the one that others see.
func lanAddress() string {
	// Nothing is sent: a datagram socket only picks the way. The address is one
	// that is kept for documentation.
	if out, err := net.Dial("udp4", "192.0.2.1:9"); err == nil {
		defer out.Close()
		if a, ok := out.LocalAddr().(*net.UDPAddr); ok && a.IP.IsPrivate() {
			return a.IP.String()
		}
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsPrivate() {
			return n.IP.String()
		}
	}
	return ""
}

// printQR draws a QR code with half blocks, light on dark, two rows a line.
func printQR(w io.Writer, text string) error {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return err
	}
	const quiet = 2
	light := func(x, y int) bool { return !code.Black(x, y) } // outside the code is light: the quiet zone
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		for x := -quiet; x < code.Size+quiet; x++ {
			switch top, bottom := light(x, y), light(x, y+1); {
			case top && bottom:
				b.WriteRune('█')
			case top:
				b.WriteRune('▀')
			case bottom:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	_, err = io.WriteString(w, b.String())
	return err
}

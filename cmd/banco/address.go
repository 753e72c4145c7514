package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
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
	lan := lanURLs(o, l)
	switch {
	case o.publicURL != "":
		c.announceQR("cli.serve.public", o.publicURL+basePath(o))
	case len(lan) > 0 && isPrivate(lan[0]):
		c.announceQR("cli.serve.lan", lan[0]+basePath(o))
	case len(lan) > 0:
		c.announceQR("cli.serve.lan_public", lan[0]+basePath(o))
		for _, other := range lan[1:] {
			fmt.Fprintln(c.out, c.text("cli.serve.lan_or", other+basePath(o)))
		}
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
	if list := lanURLs(o, l); len(list) > 0 {
		return list[0]
	}
	return ""
}

// lanURLs are the addresses that lanURL chooses among, the best one first.
func lanURLs(o serveOptions, l net.Listener) (list []string) {
	ip := l.Addr().(*net.TCPAddr).IP
	hosts := []net.IP{ip}
	switch {
	case ip.IsLoopback():
		return nil
	case ip.IsUnspecified():
		hosts = lanAddresses()
	}
	for _, host := range hosts {
		list = append(list, o.scheme()+"://"+net.JoinHostPort(host.String(), port(l)))
	}
	return list
}

// isPrivate tells whether an address is one of those that networks at home and in
// the office give out.
func isPrivate(address string) bool {
	u, err := url.Parse(address)
	return err == nil && net.ParseIP(u.Hostname()).IsPrivate()
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

// lanAddresses are this machine's addresses as a phone beside it would use them,
// the best one first.
func lanAddresses() []net.IP {
	var own []net.IP
	// Nothing is sent: a datagram socket only picks the way. The address is one
	// that is kept for documentation.
	if out, err := net.Dial("udp4", "192.0.2.1:9"); err == nil {
		defer out.Close()
		if a, ok := out.LocalAddr().(*net.UDPAddr); ok {
			own = append(own, a.IP)
		}
	}
	if addrs, err := net.InterfaceAddrs(); err == nil {
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok {
				own = append(own, n.IP)
			}
		}
	}
	return bestAddresses(own)
}

// bestAddresses is, of a machine's addresses, the first private one. A machine has
// several where it runs virtual ones: the address that it would itself use to go
// out, which comes first, is the one that others see. Without a private one it is
// every address that others may reach, those of four numbers first.
func bestAddresses(own []net.IP) (list []net.IP) {
	for _, ip := range own {
		if ip.To4() != nil && ip.IsPrivate() {
			return []net.IP{ip}
		}
	}
	for _, four := range []bool{true, false} {
		for _, ip := range own {
			known := slices.ContainsFunc(list, ip.Equal)
			if (ip.To4() != nil) == four && ip.IsGlobalUnicast() && !known {
				list = append(list, ip)
			}
		}
	}
	return list
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

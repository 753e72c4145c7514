package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"

	"rsc.io/qr"
)

// announce says where the server is to be found: on this machine, and for
// phones on the local network when it is open to them.
func (c *cli) announce(o serveOptions, l net.Listener, cert *tls.Certificate) {
	local := o.scheme() + "://" + net.JoinHostPort(localHost(l), port(l)) + basePath(o)
	fmt.Fprintln(c.out, c.text("cli.serve.open", local))
	if lan := publicURL(o, l); lan != "" {
		fmt.Fprintln(c.out, c.text("cli.serve.lan", lan+basePath(o)))
		if err := printQR(c.out, lan+basePath(o)); err != nil {
			fmt.Fprintln(c.errOut, err)
		}
	}
	if o.lan && publicURL(o, l) == "" {
		fmt.Fprintln(c.out, c.text("cli.serve.no_lan", port(l)))
	}
	if o.tls {
		fmt.Fprintln(c.out, c.text("cli.serve.tls", fingerprint(cert)))
	}
	fmt.Fprintln(c.out, c.text("cli.serve.stop"))
}

// publicURL is the address that other devices reach the server by, without the
// base path; "" when the server is for this machine alone.
func publicURL(o serveOptions, l net.Listener) string {
	if !o.lan {
		return ""
	}
	ip := lanAddress()
	if ip == "" {
		return ""
	}
	return o.scheme() + "://" + net.JoinHostPort(ip, port(l))
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

// lanAddress is this machine's first private address, as a phone beside it
// would use; "" without one.
func lanAddress() string {
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

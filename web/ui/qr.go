package ui

import (
	"strconv"
	"strings"

	"rsc.io/qr"
)

// QR is a QR code as an SVG path on a grid of Size × Size, quiet zone included.
type QR struct {
	Size int
	Path string
}

// NewQR encodes a text; the zero QR when it is too long for one.
func NewQR(text string) QR {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return QR{}
	}
	const quiet = 4
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			if !code.Black(x, y) {
				continue
			}
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			b.WriteString("M" + strconv.Itoa(from+quiet) + " " + strconv.Itoa(y+quiet) +
				"h" + strconv.Itoa(x-from) + "v1h-" + strconv.Itoa(x-from) + "z")
		}
	}
	return QR{code.Size + 2*quiet, b.String()}
}

// Box is the viewBox.
func (q QR) Box() string {
	n := strconv.Itoa(q.Size)
	return "0 0 " + n + " " + n
}

package web

import (
	"encoding/binary"
	"sync"
)

// Browsers keep a screen on when a page asks for it, but only over https. Over
// plain http on a local network one thing still does: a film that plays. Chromium
// and Firefox count it only if it has a sound track and is not muted, Safari only
// if it is on the page. So this is a film of one dark square with four seconds of
// silence beside it, short enough for no phone to offer it a remote control. It is
// put together here, down to the bits, because it is smaller than its container.
//
// Picture: H.264 baseline, 16 by 16, one I_PCM macroblock (which stores samples as
// they are) and then pictures that repeat it. Sound: AAC-LC, mono, 44.1 kHz, the
// frame that decodes to nothing.

const (
	filmSeconds = 4
	filmRate    = 4 // pictures a second
	soundRate   = 44100
	soundFrame  = 1024
)

// film is the file, the same each time.
var film = sync.OnceValue(makeFilm)

// bitWriter writes numbers of any width, most significant bit first.
type bitWriter struct {
	data []byte
	free int // bits left in the last byte
}

func (w *bitWriter) bits(n int, v uint) {
	for i := n - 1; i >= 0; i-- {
		if w.free == 0 {
			w.data, w.free = append(w.data, 0), 8
		}
		w.free--
		w.data[len(w.data)-1] |= byte(v>>i&1) << w.free
	}
}

// ue writes an Exp-Golomb code, as H.264 writes most numbers.
func (w *bitWriter) ue(v uint) {
	n := 0
	for (v+1)>>n > 1 {
		n++
	}
	w.bits(n, 0)
	w.bits(n+1, v+1)
}

// end writes the stop bit and fills the byte up.
func (w *bitWriter) end() []byte {
	w.bits(1, 1)
	return w.data
}

// align fills a byte up without one.
func (w *bitWriter) align() { w.free = 0 }

// nal puts a header before a unit, and keeps its bytes from looking like the
// start of another.
func nal(header byte, body []byte) []byte {
	out := []byte{header}
	zeros := 0
	for _, b := range body {
		if zeros >= 2 && b <= 3 {
			out, zeros = append(out, 3), 0
		}
		if out = append(out, b); b == 0 {
			zeros++
		} else {
			zeros = 0
		}
	}
	return out
}

// sps and pps say what pictures follow.
func sps() []byte {
	var w bitWriter
	w.bits(8, 66)   // baseline
	w.bits(8, 0xc0) // constrained
	w.bits(8, 10)   // level 1
	w.ue(0)         // id
	w.ue(4)         // frame numbers of 8 bits
	w.ue(2)         // pictures come in the order in which they are shown
	w.ue(1)         // one of them is referred to
	w.bits(1, 0)
	w.ue(0)      // one macroblock wide
	w.ue(0)      // and high
	w.bits(1, 1) // frames only
	w.bits(1, 1)
	w.bits(1, 0) // nothing is cut off
	w.bits(1, 0) // no more to say
	return nal(0x67, w.end())
}

func pps() []byte {
	var w bitWriter
	w.ue(0)      // id
	w.ue(0)      // of which sps
	w.bits(1, 0) // CAVLC
	w.bits(1, 0)
	w.ue(0) // one slice group
	w.ue(0)
	w.ue(0)
	w.bits(1, 0)
	w.bits(2, 0)
	w.ue(0) // quantisers, as a signed 0
	w.ue(0)
	w.ue(0)
	w.bits(1, 1) // the deblocking filter can be turned off
	w.bits(1, 0)
	w.bits(1, 0)
	return nal(0x68, w.end())
}

// keyPicture is the dark square.
func keyPicture() []byte {
	var w bitWriter
	w.ue(0)      // first macroblock
	w.ue(7)      // all slices are I
	w.ue(0)      // pps
	w.bits(8, 0) // frame number
	w.ue(0)      // IDR id
	w.bits(1, 0)
	w.bits(1, 0)
	w.ue(0)  // quantiser
	w.ue(1)  // no deblocking
	w.ue(25) // I_PCM
	w.align()
	for range 256 {
		w.bits(8, 24) // dark
	}
	for range 128 {
		w.bits(8, 128) // and grey
	}
	return nal(0x65, w.end())
}

// samePicture repeats the one before.
func samePicture(number uint) []byte {
	var w bitWriter
	w.ue(0)
	w.ue(5) // all slices are P
	w.ue(0)
	w.bits(8, number)
	w.bits(1, 0) // one reference
	w.bits(1, 0) // in its usual place
	w.bits(1, 0)
	w.ue(0)
	w.ue(1)
	w.ue(1) // one macroblock is skipped: it stays as it is
	return nal(0x41, w.end())
}

// silence is an AAC frame of one channel with nothing in it.
var silence = []byte{0x00, 0xc8, 0x00, 0x80, 0x23, 0x80}

// box is one box of an MP4 file.
func box(kind string, parts ...[]byte) []byte {
	size := 8
	for _, p := range parts {
		size += len(p)
	}
	out := append(u32(size), kind...)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// u16 and u32 are numbers as MP4 has them.
func u16(list ...int) (out []byte) {
	for _, v := range list {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	return out
}

func u32(list ...int) (out []byte) {
	for _, v := range list {
		out = binary.BigEndian.AppendUint32(out, uint32(v))
	}
	return out
}

// track is what the two tracks differ in.
type track struct {
	id, scale, step, size int // ticks a second, ticks a sample, 16 for the picture
	handler               string
	media, format         []byte
	samples               [][]byte
	keys                  []byte // which samples stand on their own
	at                    int    // where they begin in the file
}

var matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

func (t *track) box() []byte {
	sizes := u32(0, 0, len(t.samples))
	for _, s := range t.samples {
		sizes = append(sizes, u32(len(s))...)
	}
	volume := 0
	if t.size == 0 {
		volume = 0x100
	}
	length := t.step * len(t.samples)
	return box("trak",
		box("tkhd", u32(3, 0, 0, t.id, 0, length*1000/t.scale, 0, 0), u16(0, 0, volume, 0), matrix, u32(t.size<<16, t.size<<16)),
		box("mdia",
			box("mdhd", u32(0, 0, 0, t.scale, length), u16(0x55c4, 0)),
			box("hdlr", u32(0, 0), []byte(t.handler), u32(0, 0, 0), []byte("Banco\x00")),
			box("minf", t.media, box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))),
				box("stbl",
					box("stsd", u32(0, 1), t.format),
					box("stts", u32(0, 1, len(t.samples), t.step)),
					t.keys,
					box("stsc", u32(0, 1, 1, len(t.samples), 1)),
					box("stsz", sizes),
					box("stco", u32(0, 1, t.at)),
				),
			),
		),
	)
}

func makeFilm() []byte {
	set, picture := sps(), pps()
	avc := box("avc1", make([]byte, 6), u16(1), make([]byte, 16), u16(16, 16), u32(72<<16, 72<<16, 0), u16(1), make([]byte, 32), u16(24, 0xffff),
		box("avcC", []byte{1, 66, 0xc0, 10, 0xff, 0xe1}, u16(len(set)), set, []byte{1}, u16(len(picture)), picture))
	mp4a := box("mp4a", make([]byte, 6), u16(1), make([]byte, 8), u16(1, 16, 0, 0), u32(soundRate<<16),
		box("esds", u32(0),
			[]byte{3, 25, 0, 2, 0, 4, 17, 0x40, 0x15, 0, 0, 0}, u32(8000, 8000),
			[]byte{5, 2, 0x12, 0x08, 6, 1, 2}))
	pictures := track{id: 1, scale: filmRate, step: 1, size: 16, handler: "vide", format: avc,
		media: box("vmhd", u32(1, 0, 0)), keys: box("stss", u32(0, 1, 1))}
	for i := range filmSeconds * filmRate {
		unit := keyPicture()
		if i > 0 {
			unit = samePicture(uint(i))
		}
		pictures.samples = append(pictures.samples, append(u32(len(unit)), unit...))
	}
	sound := track{id: 2, scale: soundRate, step: soundFrame, handler: "soun", format: mp4a, media: box("smhd", u32(0, 0))}
	for range filmSeconds * soundRate / soundFrame {
		sound.samples = append(sound.samples, silence)
	}
	head := func() []byte {
		out := box("ftyp", []byte("isom"), u32(0x200), []byte("isomiso2avc1mp41"))
		return append(out, box("moov",
			box("mvhd", u32(0, 0, 0, 1000, filmSeconds*1000, 0x10000), u16(0x100, 0), u32(0, 0), matrix, u32(0, 0, 0, 0, 0, 0, 3)),
			pictures.box(), sound.box())...)
	}
	var data []byte
	at := len(head()) + 8
	for _, t := range []*track{&pictures, &sound} {
		t.at = at + len(data)
		for _, s := range t.samples {
			data = append(data, s...)
		}
	}
	return append(head(), box("mdat", data)...)
}

package web

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The colours of the six sides as base.css has them, and what they are seen on.
var (
	cssVariable = regexp.MustCompile(`--([a-z0-9-]+):\s*([^;]+);`)
	cssPair     = regexp.MustCompile(`^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$`)
)

// cssColours reads base.css: each variable's colour in the light and in the dark theme.
func cssColours(t *testing.T) func(name string) [2][3]float64 {
	t.Helper()
	css, err := staticFiles.ReadFile("static/base.css")
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{}
	for _, m := range cssVariable.FindAllStringSubmatch(string(css), -1) {
		if _, known := vars[m[1]]; !known {
			vars[m[1]] = m[2]
		}
	}
	var read func(name string) [2][3]float64
	read = func(name string) (c [2][3]float64) {
		value := vars[name]
		if other, ok := strings.CutPrefix(value, "var(--"); ok {
			return read(strings.TrimSuffix(other, ")"))
		}
		both := [2]string{value, value}
		if m := cssPair.FindStringSubmatch(value); m != nil {
			both = [2]string{m[1], m[2]}
		}
		for i, hex := range both {
			if len(hex) != 7 {
				t.Fatalf("--%s is %q", name, value)
			}
			for k := range 3 {
				n, err := strconv.ParseUint(hex[1+2*k:3+2*k], 16, 8)
				if err != nil {
					t.Fatalf("--%s is %q", name, value)
				}
				x := float64(n) / 255
				if c[i][k] = x / 12.92; x > .04045 {
					c[i][k] = math.Pow((x+.055)/1.055, 2.4)
				}
			}
		}
		return c
	}
	return read
}

func contrast(a, b [3]float64) float64 {
	y := func(c [3]float64) float64 { return .2126*c[0] + .7152*c[1] + .0722*c[2] + .05 }
	return max(y(a), y(b)) / min(y(a), y(b))
}

// What is drawn on a side's colour can be read, and the side's edge stands out
// from what it lies on, in either theme.
func TestSidesCanBeReadInBothThemes(t *testing.T) {
	colour := cssColours(t)
	for side := range sides {
		n := strconv.Itoa(side)
		for theme, name := range []string{"light", "dark"} {
			fill := colour("side-" + n)[theme]
			if c := contrast(fill, colour("on-side-" + n)[theme]); c < 4.5 {
				t.Errorf("%s: side %s and its digit: %.2f", name, n, c)
			}
			for _, under := range []string{"paper", "plate", "plate-2"} {
				if c := contrast(colour("side-edge-" + n)[theme], colour(under)[theme]); c < 3 {
					t.Errorf("%s: the edge of side %s on %s: %.2f", name, n, under, c)
				}
			}
		}
	}
}

// How people see who lack one of three kinds of cones (Machado, Oliveira and
// Fernandes 2009, severity 1), and those who lack none.
var sights = map[string][3][3]float64{
	"all":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deutan": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritan": {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// inLab is a linear colour in CIE L*a*b*.
func inLab(c [3]float64) [3]float64 {
	f := func(t float64) float64 {
		if t > .008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16./116
	}
	x := f((.4124564*c[0] + .3575761*c[1] + .1804375*c[2]) / .95047)
	y := f(.2126729*c[0] + .7151522*c[1] + .0721750*c[2])
	z := f((.0193339*c[0] + .1191920*c[1] + .9503041*c[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// No two sides look alike, whoever looks: the shape of a mark is there for those
// places where there is one, colour has to do for dice on a table.
func TestSidesAreToldApartByWhoeverLooks(t *testing.T) {
	const apart = 20 // in L*a*b*, where 2.3 is just noticed
	colour := cssColours(t)
	for sight, m := range sights {
		for theme, name := range []string{"light", "dark"} {
			var seen [sides][3]float64
			for side := range sides {
				c := colour("side-" + strconv.Itoa(side))[theme]
				var s [3]float64
				for i := range 3 {
					s[i] = min(1, max(0, m[i][0]*c[0]+m[i][1]*c[1]+m[i][2]*c[2]))
				}
				seen[side] = inLab(s)
				for other := range side {
					a, b := seen[side], seen[other]
					if d := math.Sqrt(math.Pow(a[0]-b[0], 2) + math.Pow(a[1]-b[1], 2) + math.Pow(a[2]-b[2], 2)); d < apart {
						t.Errorf("%s, %s: sides %d and %d are %.1f apart", name, sight, other, side, d)
					}
				}
			}
		}
	}
}

// Each side's mark has a shape that no other has.
func TestEverySideHasItsOwnMark(t *testing.T) {
	seen := map[string]int{}
	for side := range sides {
		var b strings.Builder
		if err := seatMark(side).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		mark := b.String()
		if !strings.Contains(mark, "side-"+strconv.Itoa(side)+`"`) {
			t.Errorf("side %d: %s", side, mark)
		}
		shape := mark[strings.Index(mark, "viewBox"):]
		if other, twice := seen[shape]; twice {
			t.Errorf("sides %d and %d have one mark", other, side)
		}
		seen[shape] = side
	}
}

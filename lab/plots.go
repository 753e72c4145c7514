package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"banco/lab/stats"
)

// Plots are drawn as wide as a phone, so that their words can be read on one;
// on wider screens they grow with the text.
const (
	plotWidth = 330 * vg.Length(1)
	lineUp    = 24 * vg.Length(1) // height of one row of whiskers
	maxLines  = 6                 // more would be a tangle
)

// ink are the colours of the plots. They are placeholders: the page says what
// each looks like, by day and by night.
var ink = []color.RGBA{{0x10, 0x00, 0x01, 0xff}, {0x10, 0x00, 0x02, 0xff}, {0x10, 0x00, 0x03, 0xff}, {0x10, 0x00, 0x04, 0xff}, {0x10, 0x00, 0x05, 0xff}, {0x10, 0x00, 0x06, 0xff}}

// faint is the colour of help lines.
var faint = color.RGBA{0x10, 0x00, 0x0f, 0xff}

// whiskers draws estimates with their intervals, one below the other, and a
// line at what they are compared with.
func (t Teller) whiskers(labels []string, values []stats.Interval, share bool, mark float64, axis string) string {
	p := t.paper()
	scale := scaleOf(share)
	var points plotter.XYs
	var errs plotter.XErrors
	for i, v := range values {
		if v.N == 0 || math.IsInf(v.Low, 0) || math.IsInf(v.High, 0) {
			continue
		}
		points = append(points, plotter.XY{X: v.Mean * scale, Y: float64(len(values) - 1 - i)})
		errs = append(errs, struct{ Low, High float64 }{(v.Mean - v.Low) * scale, (v.High - v.Mean) * scale})
	}
	if len(points) == 0 {
		return ""
	}
	if !math.IsNaN(mark) {
		line := must(plotter.NewLine(plotter.XYs{{X: mark * scale, Y: -0.5}, {X: mark * scale, Y: float64(len(values)) - 0.5}}))
		line.Color, line.Dashes = faint, []vg.Length{3, 3}
		p.Add(line)
	}
	bars := must(plotter.NewXErrorBars(struct {
		plotter.XYs
		plotter.XErrors
	}{points, errs}))
	bars.Color, bars.Width, bars.CapWidth = ink[0], 1.5, 6
	dots := must(plotter.NewScatter(points))
	dots.GlyphStyle = draw.GlyphStyle{Color: ink[0], Radius: 3, Shape: draw.CircleGlyph{}}
	p.Add(bars, dots)
	p.X.Label.Text = axis
	margin := (p.X.Max - p.X.Min) / 40 // for the caps at the ends
	p.X.Min, p.X.Max = p.X.Min-margin, p.X.Max+margin
	p.Y.Min, p.Y.Max = -0.5, float64(len(values))-0.5
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Tick.Marker = plot.TickerFunc(func(float64, float64) (ticks []plot.Tick) {
		for i, l := range labels {
			ticks = append(ticks, plot.Tick{Value: float64(len(labels) - 1 - i), Label: broken(l)})
		}
		return ticks
	})
	height := lineUp
	for _, l := range labels {
		if strings.Contains(broken(l), "\n") {
			height = lineUp * 3 / 2
		}
	}
	return svg(p, height*vg.Length(len(values))+52)
}

// broken puts a long label of several values on two lines.
func broken(label string) string {
	const most = 26
	first, rest, several := strings.Cut(label, separator)
	if !several || len([]rune(label)) <= most {
		return shorten(label, most)
	}
	return shorten(first, most) + "\n" + shorten(rest, most+4)
}

// lines draws values that run over rounds, one line for each name, told apart by
// their marks as well as by colour.
func (t Teller) lines(names []string, rounds []float64, values [][]stats.Interval, share bool, axis string) string {
	p := t.paper()
	scale := scaleOf(share)
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{}, draw.PlusGlyph{}}
	for i, name := range names {
		var points plotter.XYs
		var errs plotter.YErrors
		for r, v := range values[i] {
			if v.N == 0 || math.IsInf(v.Low, 0) {
				continue
			}
			points = append(points, plotter.XY{X: rounds[r] + 0.06*(float64(i)-float64(len(names)-1)/2), Y: v.Mean * scale})
			errs = append(errs, struct{ Low, High float64 }{(v.Mean - v.Low) * scale, (v.High - v.Mean) * scale})
		}
		if len(points) == 0 {
			continue
		}
		bars := must(plotter.NewYErrorBars(struct {
			plotter.XYs
			plotter.YErrors
		}{points, errs}))
		bars.Color, bars.CapWidth = ink[i%len(ink)], 4
		line := must(plotter.NewLine(points))
		line.Color, line.Width = ink[i%len(ink)], 1.5
		if i > 0 {
			line.Dashes = []vg.Length{vg.Length(2 + 2*i), 2}
		}
		dots := must(plotter.NewScatter(points))
		dots.GlyphStyle = draw.GlyphStyle{Color: ink[i%len(ink)], Radius: 3, Shape: shapes[i%len(shapes)]}
		p.Add(bars, line, dots)
		p.Legend.Add(shorten(name, 40), line, dots)
	}
	p.X.Label.Text = axis
	p.X.Tick.Marker = plot.TickerFunc(func(float64, float64) (ticks []plot.Tick) {
		for _, r := range rounds {
			ticks = append(ticks, plot.Tick{Value: r, Label: strconv.Itoa(int(r))})
		}
		return ticks
	})
	return svg(p, 200)
}

func scaleOf(share bool) float64 {
	if share {
		return 100
	}
	return 1
}

// paper is an empty plot with our letters and the language's numbers.
func (t Teller) paper() *plot.Plot {
	p := plot.New()
	small := font.Font{Typeface: "Liberation", Variant: "Sans", Size: 10} // as wide as Arial and Helvetica
	p.X.Tick.Label.Font, p.Y.Tick.Label.Font = small, small
	p.X.Label.TextStyle.Font, p.Y.Label.TextStyle.Font = small, small
	p.Legend.TextStyle.Font, p.Title.TextStyle.Font = small, small
	p.BackgroundColor = nil
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	grid.Vertical.Width, grid.Horizontal.Width = 0.3, 0.3
	p.Add(grid)
	ticks := plot.TickerFunc(func(low, high float64) []plot.Tick {
		list := plot.DefaultTicks{}.Ticks(low, high)
		for i := range list {
			if list[i].Label != "" {
				list[i].Label = t.localised(list[i].Label)
			}
		}
		return list
	})
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks, ticks
	return p
}

func (t Teller) localised(s string) string {
	s = strings.Replace(s, "-", "−", 1)
	if t.Lang() == "it" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

func shorten(s string, n int) string {
	if letters := []rune(s); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return s
}

// must is for plotters, which only fail on infinite numbers; those have been
// left out.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

var (
	xmlHead   = regexp.MustCompile(`(?s)^.*?<svg[^>]*?width="([0-9.]+)pt" height="([0-9.]+)pt"[^>]*>`)
	fontStyle = regexp.MustCompile(`font-family:[^;]*;(font-variant:[^;]*;)?(font-weight:[^;]*;)?(font-style:[^;]*;)?`)
)

// svg draws a plot as an inline picture in the page's own colours and letters.
func svg(p *plot.Plot, height vg.Length) string {
	legend := p.Legend // above the plot, not over it
	p.Legend = plot.NewLegend()
	legend.Top, legend.Left, legend.ThumbnailWidth = true, true, 28
	room := legend.Rectangle(draw.New(vgsvg.New(plotWidth, height))).Size().Y
	if room > 0 {
		room += 8
	}
	canvas := vgsvg.New(plotWidth, height+room)
	whole := draw.New(canvas)
	legend.Draw(whole)
	p.Draw(draw.Crop(whole, 0, 0, 0, -room))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		panic(err) // memory does not fail
	}
	s := out.String()
	s = xmlHead.ReplaceAllString(s, `<svg viewBox="0 0 $1 $2" role="img">`)
	s = fontStyle.ReplaceAllString(s, "")
	s = strings.ReplaceAll(s, "#000000", "var(--ink)")
	for i, c := range append([]color.RGBA{faint}, ink...) {
		name := fmt.Sprintf("var(--c%d)", i)
		s = strings.ReplaceAll(s, fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B), name)
		s = strings.ReplaceAll(s, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B), name)
	}
	return attributed(together(s))
}

var styleText = regexp.MustCompile(`\s*style="([^"]*)"`)

// attributed writes what a style says as attributes, so that a plot looks the
// same on a page that forbids inline styles.
func attributed(svg string) string {
	return styleText.ReplaceAllStringFunc(svg, func(style string) string {
		var out strings.Builder
		for rule := range strings.SplitSeq(styleText.FindStringSubmatch(style)[1], ";") {
			if name, value, ok := strings.Cut(rule, ":"); ok {
				fmt.Fprintf(&out, ` %s="%s"`, strings.TrimSpace(name), strings.TrimSpace(value))
			}
		}
		return out.String()
	})
}

var pathLine = regexp.MustCompile(`^<path d="([^"]*)" (style="[^"]*") />$`)

// together draws neighbours that look the same as one path, which makes a plot
// less than half as long.
func together(svg string) string {
	var out strings.Builder
	path, style := "", ""
	flush := func() {
		if path != "" {
			fmt.Fprintf(&out, "<path d=\"%s\" %s/>\n", path, style)
			path = ""
		}
	}
	for line := range strings.Lines(svg) {
		m := pathLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil || m[2] != style {
			flush()
		}
		if m == nil {
			out.WriteString(line)
			continue
		}
		path, style = path+m[1], m[2]
	}
	flush()
	return out.String()
}

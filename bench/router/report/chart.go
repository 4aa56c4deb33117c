package report

import (
	"fmt"
	"html"
	"strings"
)

// Measures of the chart, in pixels.
const (
	chartWidth  = 860
	labelWidth  = 260 // names, left of the bars
	valueWidth  = 190 // numbers, right of the bars
	barHeight   = 16
	lineHeight  = 24
	titleHeight = 40
	margin      = 16
)

// Colours of the bars: ours stand out.
const (
	colourOurs   = "#0b6bcb"
	colourNative = "#6b7280"
	colourOther  = "#b8bfca"
)

// Chart draws the CPU that each listener adds to the floor, with a panel and a
// scale of its own for every case, as an SVG document.
func Chart(title string, cases []Case) string {
	var body strings.Builder
	y := margin + lineHeight
	text(&body, margin, y-lineHeight/3, "18", "start", title)
	for _, c := range cases {
		y = panel(&body, c, y)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif">
<rect width="100%%" height="100%%" fill="white"/>
%s</svg>
`, chartWidth, y+margin, body.String())
}

// panel draws one case below y and returns where it ends.
func panel(out *strings.Builder, c Case, y int) int {
	y += titleHeight
	text(out, margin, y-10, "14", "start", c.Title)
	lines := costly(c)
	longest := 0.0
	for _, line := range lines {
		longest = max(longest, line.Added.High)
	}
	for _, line := range lines {
		bar(out, line, y, longest)
		y += lineHeight
	}
	fmt.Fprintf(out, `<line x1="%d" y1="%d" x2="%[1]d" y2="%d" stroke="#333"/>`+"\n", labelWidth, y-len(lines)*lineHeight, y-lineHeight+barHeight)
	return y
}

// costly are the lines of the case that have something to show.
func costly(c Case) []Line {
	var lines []Line
	for _, line := range c.Lines() {
		if line.Added != (Spread{}) {
			lines = append(lines, line)
		}
	}
	return lines
}

// bar draws the median, and the quartiles as a line over its end.
func bar(out *strings.Builder, line Line, y int, longest float64) {
	const room = chartWidth - labelWidth - valueWidth - margin
	at := func(value float64) float64 { return max(0, value) / max(longest, 1e-9) * room }
	middle := y + barHeight/2
	text(out, labelWidth-8, middle+4, "12", "end", line.Title)
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n",
		labelWidth, y, at(line.Added.Median), barHeight, colour(line.Name))
	fmt.Fprintf(out, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%[2]d" stroke="#111" stroke-width="2"/>`+"\n",
		labelWidth+at(line.Added.Low), middle, labelWidth+at(line.Added.High))
	value := fmt.Sprintf("%+.1f µs", line.Added.Median)
	if line.Ratio != (Spread{}) {
		value += fmt.Sprintf(" (%.2f of native)", line.Ratio.Median)
	}
	text(out, labelWidth+8+int(at(line.Added.High)), middle+4, "12", "start", value)
}

func colour(name string) string {
	switch name {
	case Ours, Gateway:
		return colourOurs
	case Native:
		return colourNative
	}
	return colourOther
}

func text(out *strings.Builder, x, y int, size, anchor, content string) {
	fmt.Fprintf(out, `<text x="%d" y="%d" font-size="%s" text-anchor="%s" fill="#111">%s</text>`+"\n", x, y, size, anchor, html.EscapeString(content))
}

package main

import (
	"bytes"
	"fmt"
)

// Measures of the plot, in pixels.
const (
	plotWidth, plotHeight     = 640, 372
	plotLeft, plotTop         = 60, 56
	plotInWidth, plotInHeight = 540, 250
)

// plot draws how often the first match is right (line) and how many prompts
// there are (bars), by the ratio of runner-up to top score. The output depends
// on nothing but its input.
func plot(list []bin) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", plotWidth, plotHeight)
	label(&b, plotLeft, 22, "start", "First match right, % (line), and share of the prompts, % (bars)")
	label(&b, plotLeft+plotInWidth/2, plotHeight-16, "middle", "score of the runner-up / score of the first match")
	for y := 0; y <= 100; y += 20 {
		fmt.Fprintf(&b, `<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" stroke="#ddd"/>`+"\n", plotLeft, plotY(float64(y)), plotLeft+plotInWidth, plotY(float64(y)))
		label(&b, plotLeft-8, plotY(float64(y))+4, "end", fmt.Sprint(y))
	}
	total := 0
	for _, one := range list {
		total += one.prompts
	}
	line := ""
	for i, one := range list {
		left, width := plotX(i, len(list)), float64(plotInWidth)/float64(len(list))
		share := 100 * float64(one.prompts) / float64(max(total, 1))
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#c6d8ec"/>`+"\n", left+6, plotY(share), width-12, plotY(0)-plotY(share))
		label(&b, left+width/2, plotY(0)+18, "middle", fmt.Sprintf("%g–%g", one.from, one.to))
		if one.prompts == 0 {
			continue
		}
		x, y := left+width/2, plotY(one.accuracy())
		line += fmt.Sprintf("%.1f,%.1f ", x, y)
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="#a4262c"/>`+"\n", x, y)
		label(&b, x, y-9, "middle", fmt.Sprintf("%.0f", one.accuracy()))
	}
	fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#a4262c" stroke-width="2"/>`+"\n</svg>\n", line)
	return b.Bytes()
}

func plotX(i, n int) float64 { return plotLeft + float64(i)*plotInWidth/float64(n) }

func plotY(percent float64) float64 { return plotTop + (100-percent)*plotInHeight/100 }

func label(b *bytes.Buffer, x, y float64, anchor, text string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="#333">%s</text>`+"\n", x, y, anchor, text)
}

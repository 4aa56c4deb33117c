package report

import (
	"fmt"
	"strings"
)

// Markdown is the table of one case.
func (c Case) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "### %s\n\n", c.Title)
	out.WriteString("| listener | CPU µs | added µs (quartiles) | ratio to native (quartiles) | p50 µs | p99 µs | requests/s |\n")
	out.WriteString("|---|--:|--:|--:|--:|--:|--:|\n")
	for _, line := range c.Lines() {
		if line.Missing != "" {
			fmt.Fprintf(&out, "| %s | cannot: %s | | | | | |\n", line.Title, cell(line.Missing))
			continue
		}
		fmt.Fprintf(&out, "| %s | %.1f | %s | %s | %.0f | %.0f | %.0f |\n", line.Title, line.CPU,
			line.Added.format("%.1f"), line.Ratio.format("%.2f"), line.P50, line.P99, line.Rate)
	}
	return out.String()
}

// format is empty for a spread of nothing.
func (s Spread) format(number string) string {
	if s == (Spread{}) {
		return ""
	}
	return fmt.Sprintf(number+" ("+number+" to "+number+")", s.Median, s.Low, s.High)
}

// cell keeps a text within one cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(text)
}

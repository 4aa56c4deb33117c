package report

import (
	"fmt"
	"strings"
)

// Table is a titled table.
type Table struct {
	Title string
	// Head has the names of the columns. All but the first are numbers.
	Head []string
	Rows [][]string
	// Note is a paragraph below the table; empty for none.
	Note string
}

// Markdown is the table under a heading of the third level.
func (t Table) Markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "### %s\n\n", t.Title)
	out.WriteString(row(t.Head))
	out.WriteString("|---|" + strings.Repeat("--:|", len(t.Head)-1) + "\n")
	for _, cells := range t.Rows {
		out.WriteString(row(cells))
	}
	if t.Note != "" {
		fmt.Fprintf(&out, "\n%s\n", t.Note)
	}
	return out.String()
}

func row(cells []string) string {
	escape := strings.NewReplacer("|", `\|`, "\n", " ")
	var out strings.Builder
	for _, cell := range cells {
		out.WriteString("| " + escape.Replace(cell) + " ")
	}
	return out.String() + "|\n"
}

// Table sums the case up, a row for each series.
func (c Case) Table() Table {
	var notes []string
	table := Table{Title: c.Title, Head: []string{
		"listener", "CPU µs", "added µs (quartiles)", "ratio to native (quartiles)", "ratio to ours", "p50 µs", "p99 µs", "requests/s"}}
	for _, line := range c.Lines() {
		if line.Missing != "" {
			table.Rows = append(table.Rows, []string{line.Title, "", "wrong answers", "", "", "", "", ""})
			notes = append(notes, fmt.Sprintf("%s cannot do this case: `%s`", line.Title, strings.ReplaceAll(line.Missing, "`", "'")))
			continue
		}
		table.Rows = append(table.Rows, []string{line.Title, fmt.Sprintf("%.1f", line.CPU),
			line.Added.format("%.1f"), line.Ratio.format("%.2f"), line.OfOurs.median("%.2f"),
			fmt.Sprintf("%.0f", line.P50), fmt.Sprintf("%.0f", line.P99), fmt.Sprintf("%.0f", line.Rate)})
	}
	table.Note = strings.Join(notes, "\n\n")
	return table
}

// format is empty for a spread of nothing.
func (s Spread) format(number string) string {
	if s == (Spread{}) {
		return ""
	}
	return fmt.Sprintf(number+" ("+number+" to "+number+")", s.Median, s.Low, s.High)
}

// median is format without the quartiles.
func (s Spread) median(number string) string {
	if s == (Spread{}) {
		return ""
	}
	return fmt.Sprintf(number, s.Median)
}

// Report is all that a run has measured.
type Report struct {
	// Intro is Markdown: the machine, the versions, the parameters.
	Intro string
	// Bars are figures beside what they may be; none for no table of them.
	Bars   []Bar
	Cases  []Case
	Tables []Table
}

// Markdown is the whole report.
func (r Report) Markdown() string {
	parts := []string{r.Intro}
	if len(r.Bars) > 0 {
		parts = append(parts, Bars(r.Bars).Markdown())
	}
	for _, c := range r.Cases {
		parts = append(parts, c.Table().Markdown())
	}
	for _, t := range r.Tables {
		parts = append(parts, t.Markdown())
	}
	return strings.Join(parts, "\n")
}

package report

import "fmt"

// Bar is a figure of a run beside what it may be at most.
type Bar struct {
	Figure string
	// Unit stands behind numbers; "" for a ratio.
	Unit string
	// Bound is the most that the median may be; 0 for a figure that is only
	// reported.
	Bound    float64
	Measured Spread
}

// Met reports whether the bar is met, as one without a bound always is.
func (b Bar) Met() bool { return b.Bound == 0 || b.Measured.Median <= b.Bound }

// Bars is the table of some figures.
func Bars(bars []Bar) Table {
	table := Table{Title: "Bars", Head: []string{"figure", "at most", "measured (quartiles)", "met"}}
	for _, b := range bars {
		bound, met := "reported", ""
		if b.Bound != 0 {
			bound, met = b.number(b.Bound), "yes"
			if !b.Met() {
				met = "**no**"
			}
		}
		measured := b.number(b.Measured.Median)
		if b.Measured.Low != 0 || b.Measured.High != 0 {
			measured = fmt.Sprintf("%s (%s to %s)", measured, b.number(b.Measured.Low), b.number(b.Measured.High))
		}
		table.Rows = append(table.Rows, []string{b.Figure, bound, measured, met})
	}
	return table
}

func (b Bar) number(value float64) string {
	if b.Unit == "" {
		return fmt.Sprintf("%.2f", value)
	}
	return fmt.Sprintf("%.1f %s", value, b.Unit)
}

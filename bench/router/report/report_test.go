package report

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestSpreadOf(t *testing.T) {
	tests := []struct {
		name   string
		values []float64
		want   Spread
	}{
		{"of nothing is zero", nil, Spread{}},
		{"of one value is that value", []float64{7}, Spread{7, 7, 7}},
		{"does not depend on the order", []float64{5, 1, 3, 2, 4}, Spread{2, 3, 4}},
		{"lies between values when it has to", []float64{1, 2, 3, 4}, Spread{1.75, 2.5, 3.25}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := SpreadOf(tt.values); got != tt.want {
				t.Errorf("SpreadOf(%v) = %v, want %v", tt.values, got, tt.want)
			}
		})
	}
}

// measured is a case whose machine became slower from round to round: only
// within a round can listeners be compared.
func measured() Case {
	return Case{Name: "n", Title: "t", Series: []Series{
		{Name: Floor, Title: "the floor", Rounds: samples(60, 100, 140)},
		{Name: Ours, Title: "ours", Rounds: samples(90, 130, 170)},
		{Name: Native, Title: "theirs", Rounds: samples(100, 140, 180)},
		{Name: "lua", Title: "a | script", Missing: "reply = `500`"},
	}}
}

func samples(cpu ...float64) []Sample {
	var list []Sample
	for _, c := range cpu {
		list = append(list, Sample{CPU: c, P50: 300, P99: 900, Rate: 8000})
	}
	return list
}

func TestLinesCompareWithinRounds(t *testing.T) {
	c := measured()
	want := []Line{
		{Series: c.Series[0], CPU: 100, P50: 300, P99: 900, Rate: 8000},
		{Series: c.Series[1], CPU: 130, Added: Spread{30, 30, 30}, Ratio: Spread{0.75, 0.75, 0.75}, OfOurs: Spread{1, 1, 1}, P50: 300, P99: 900, Rate: 8000},
		{Series: c.Series[2], CPU: 140, Added: Spread{40, 40, 40}, Ratio: Spread{1, 1, 1}, OfOurs: Spread{4.0 / 3, 4.0 / 3, 4.0 / 3}, P50: 300, P99: 900, Rate: 8000},
		{Series: c.Series[3]},
	}
	if got := c.Lines(); !reflect.DeepEqual(got, want) {
		t.Errorf("Lines() = %+v\nwant %+v", got, want)
	}
}

func TestLinesWithoutFloorOrNativeHaveNothingToCompareWith(t *testing.T) {
	all := measured().Series
	tests := []struct {
		name   string
		series []Series
		want   Line
	}{
		{"no floor", all[1:3], Line{Series: all[1], CPU: 130, P50: 300, P99: 900, Rate: 8000}},
		{"no native", []Series{all[1], all[0]}, Line{Series: all[1], CPU: 130, Added: Spread{30, 30, 30}, OfOurs: Spread{1, 1, 1}, P50: 300, P99: 900, Rate: 8000}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Case{Series: tt.series}).Lines()[0]; !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Lines()[0] = %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestMarkdown(t *testing.T) {
	r := Report{
		Intro: "- a machine\n",
		Bars: []Bar{
			{Figure: "list of native", Bound: 0.6, Measured: Spread{0.4, 0.5, 0.7}},
			{Figure: "late", Unit: "ms", Bound: 100, Measured: Spread{Median: 101}},
			{Figure: "ready", Unit: "s", Measured: Spread{Median: 2}},
		},
		Cases:  []Case{measured()},
		Tables: []Table{{Title: "memory", Head: []string{"listener", "MB"}, Rows: [][]string{{"ours", "1"}}, Note: "a note"}},
	}
	const want = `- a machine

### Bars

| figure | at most | measured (quartiles) | met |
|---|--:|--:|--:|
| list of native | 0.60 | 0.50 (0.40 to 0.70) | yes |
| late | 100.0 ms | 101.0 ms | **no** |
| ready | reported | 2.0 s |  |

### t

| listener | CPU µs | added µs (quartiles) | ratio to native (quartiles) | ratio to ours | p50 µs | p99 µs | requests/s |
|---|--:|--:|--:|--:|--:|--:|--:|
| the floor | 100.0 |  |  |  | 300 | 900 | 8000 |
| ours | 130.0 | 30.0 (30.0 to 30.0) | 0.75 (0.75 to 0.75) | 1.00 | 300 | 900 | 8000 |
| theirs | 140.0 | 40.0 (40.0 to 40.0) | 1.00 (1.00 to 1.00) | 1.33 | 300 | 900 | 8000 |
| a \| script |  | wrong answers |  |  |  |  |  |

a | script cannot do this case: ` + "`reply = '500'`" + `

### memory

| listener | MB |
|---|--:|
| ours | 1 |

a note
`
	if got := r.Markdown(); got != want {
		t.Errorf("Markdown() =\n%s\nwant\n%s", got, want)
	}
}

func TestChartDrawsABarForEveryListenerThatCostsSomething(t *testing.T) {
	got := Chart("title & more", []Case{measured()})
	for text, count := range map[string]int{
		"title &amp; more":            1,
		">ours<":                      1,
		">theirs<":                    1,
		"script":                      0,
		"the floor":                   0,
		"<rect x=":                    2,
		"+30.0 µs (0.75 of native)":   1,
		`fill="` + colourOurs + `"`:   1,
		`fill="` + colourNative + `"`: 1,
	} {
		if n := strings.Count(got, text); n != count {
			t.Errorf("Chart() has %q %d times, want %d:\n%s", text, n, count, got)
		}
	}
}

func TestChartOfNegativeCostsStaysInside(t *testing.T) {
	c := Case{Series: []Series{
		{Name: Floor, Rounds: samples(60)},
		{Name: Ours, Rounds: samples(50)},
	}}
	if got := Chart("t", []Case{c}); strings.Contains(got, `width="-`) || strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
		t.Errorf("Chart() leaves its area:\n%s", got)
	}
	if math.Signbit(c.Lines()[1].Added.Median) != true {
		t.Errorf("Added = %v, want a negative median", c.Lines()[1].Added)
	}
}

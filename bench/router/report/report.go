// Package report turns the samples of a benchmark into a table and a chart. It
// is pure.
package report

import "slices"

// Sample is what one round measured at one listener.
type Sample struct {
	// CPU is Envoy's processor time per request, in microseconds.
	CPU float64
	// P50 and P99 are latencies in microseconds.
	P50, P99 float64
	// Rate is the number of requests per second.
	Rate float64
}

// Series is one listener in one case.
type Series struct {
	// Name and Title are the listener's, short and for readers.
	Name, Title string
	// Rounds has a sample for every round, in the same order for all listeners
	// of a case; none when Missing says why.
	Rounds []Sample
	// Missing is why the listener cannot do this case; empty when it can.
	Missing string
}

// Case is one kind of request, measured at several listeners.
type Case struct {
	// Name and Title are short and for readers.
	Name, Title string
	Series      []Series
}

// Names of series with a meaning.
const (
	// Floor is the listener whose CPU is taken off that of all others.
	Floor = "floor"
	// Native is the one whose added CPU is the unit of the ratios.
	Native = "native"
	// Ours is the one that the chart points out; its added CPU is the unit of the
	// second ratios.
	Ours = "ours"
	// Gateway is ours in gateway mode, which the chart points out too.
	Gateway = "gateway"
)

// Spread is a median between its quartiles.
type Spread struct{ Low, Median, High float64 }

// SpreadOf returns the spread of some values, zero for none.
func SpreadOf(values []float64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	sorted := slices.Sorted(slices.Values(values))
	return Spread{quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)}
}

// quantile interpolates between the two nearest of the sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// Line is a series summed up: one line of the table. Times are in microseconds.
type Line struct {
	Series
	CPU float64
	// Added is the CPU over the floor's of the same round; Ratio is that to the
	// native router's of the same round, OfOurs to that of ours.
	Added, Ratio, OfOurs Spread
	P50, P99             float64
	Rate                 float64
}

// Lines sums up every series of the case. Without a floor nothing is added, and
// without a native series there are no ratios.
func (c Case) Lines() []Line {
	floor := c.rounds(Floor)
	lines := make([]Line, 0, len(c.Series))
	for _, s := range c.Series {
		line := Line{Series: s,
			CPU:  SpreadOf(each(s.Rounds, func(x Sample) float64 { return x.CPU })).Median,
			P50:  SpreadOf(each(s.Rounds, func(x Sample) float64 { return x.P50 })).Median,
			P99:  SpreadOf(each(s.Rounds, func(x Sample) float64 { return x.P99 })).Median,
			Rate: SpreadOf(each(s.Rounds, func(x Sample) float64 { return x.Rate })).Median,
		}
		if s.Name != Floor {
			line.Added = added(s.Rounds, floor)
			line.Ratio = ratio(s.Rounds, floor, c.rounds(Native))
			line.OfOurs = ratio(s.Rounds, floor, c.rounds(Ours))
		}
		lines = append(lines, line)
	}
	return lines
}

// AddedBy is the CPU of a listener over the floor's; false if one of them has not
// been measured.
func (c Case) AddedBy(name string) (Spread, bool) {
	spread := added(c.rounds(name), c.rounds(Floor))
	return spread, spread != Spread{}
}

// RatioOf is a listener's added CPU over another's; false if one of them has not
// been measured.
func (c Case) RatioOf(name, against string) (Spread, bool) {
	spread := ratio(c.rounds(name), c.rounds(Floor), c.rounds(against))
	return spread, spread != Spread{}
}

// added pairs the rounds: what disturbs the machine for a while disturbs all
// listeners of a round.
func added(rounds, floor []Sample) Spread {
	var differences []float64
	for i := range min(len(rounds), len(floor)) {
		differences = append(differences, rounds[i].CPU-floor[i].CPU)
	}
	return SpreadOf(differences)
}

// ratio is that of added CPU, within each round.
func ratio(rounds, floor, unit []Sample) Spread {
	var ratios []float64
	for i := range min(len(rounds), len(floor), len(unit)) {
		ratios = append(ratios, (rounds[i].CPU-floor[i].CPU)/(unit[i].CPU-floor[i].CPU))
	}
	return SpreadOf(ratios)
}

func (c Case) rounds(name string) []Sample {
	for _, s := range c.Series {
		if s.Name == name {
			return s.Rounds
		}
	}
	return nil
}

func each(samples []Sample, value func(Sample) float64) []float64 {
	values := make([]float64, 0, len(samples))
	for _, s := range samples {
		values = append(values, value(s))
	}
	return values
}

package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// Duration is a length of time in milliseconds. (The package reads no clock, so
// it has no use for package time.)
type Duration int64

// Units of Duration.
const (
	Millisecond Duration = 1
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
)

// units are those that a duration is written in, a longer name before one that
// it begins with.
var units = []struct {
	name string
	unit Duration
}{{"ms", Millisecond}, {"s", Second}, {"m", Minute}, {"h", Hour}}

// String writes d in the largest unit that holds it whole, as in 90s.
func (d Duration) String() string {
	for i := len(units) - 1; i > 0; i-- {
		if u := units[i]; d != 0 && d%u.unit == 0 {
			return fmt.Sprintf("%d%s", d/u.unit, u.name)
		}
	}
	if d == 0 {
		return "0s"
	}
	return fmt.Sprintf("%dms", int64(d))
}

// bounds are the limits of a duration field.
type bounds struct {
	lowest, highest Duration
	// zero says that 0 may stand for "none" beside them.
	zero bool
}

// read reads a duration within b.
func (b bounds) read(r *reader, at string, v gjson.Result, into *Duration) {
	d, ok := parseDuration(v.Str)
	switch {
	case !ok:
		r.add(at, `must be a duration such as "5s", "250ms" or "1h30m"`)
	case d == 0 && b.zero, d >= b.lowest && d <= b.highest:
		*into = d
	default:
		r.add(at, "must be from %s to %s%s", b.lowest, b.highest, b.orZero())
	}
}

func (b bounds) orZero() string {
	if b.zero {
		return ", or 0s for none"
	}
	return ""
}

// maxDurationDigits bounds the digits of one number of a duration, so that no
// sum of them overflows.
const maxDurationDigits = 9

// maxDurationBytes bounds a duration's text.
const maxDurationBytes = 64

// parseDuration reads a duration as Go writes them: numbers, each with a unit,
// or a bare 0. Nothing finer than a millisecond has a meaning here.
func parseDuration(s string) (Duration, bool) {
	if s == "0" {
		return 0, true
	}
	if s == "" || len(s) > maxDurationBytes {
		return 0, false
	}
	var total Duration
	for s != "" {
		part, rest, ok := parseDurationPart(s)
		if !ok {
			return 0, false
		}
		total += part
		s = rest
	}
	return total, true
}

// parseDurationPart reads one number and its unit off s.
func parseDurationPart(s string) (d Duration, rest string, ok bool) {
	whole, s := leadingDigits(s)
	fraction := ""
	if after, dot := strings.CutPrefix(s, "."); dot {
		fraction, s = leadingDigits(after)
	}
	if whole+fraction == "" || len(whole) > maxDurationDigits || len(fraction) > maxDurationDigits {
		return 0, "", false
	}
	for _, u := range units {
		rest, found := strings.CutPrefix(s, u.name)
		if !found {
			continue
		}
		// The fraction, as a count of the smallest part that its digits tell.
		parts, scale := decimal(fraction)*u.unit, Duration(1)
		for range fraction {
			scale *= 10
		}
		return decimal(whole)*u.unit + parts/scale, rest, parts%scale == 0
	}
	return 0, "", false
}

func leadingDigits(s string) (digits, rest string) {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n], s[n:]
}

func decimal(digits string) Duration {
	var n Duration
	for i := range len(digits) {
		n = n*10 + Duration(digits[i]-'0')
	}
	return n
}

package config

import (
	"fmt"
	"testing"
	"time"
)

func TestDurations(t *testing.T) {
	for text, want := range map[string]Duration{
		"0": 0, "0s": 0, "5s": 5000, "250ms": 250, "1h30m": 90 * Minute, "1.5s": 1500, ".5s": 500, "1.s": 1000, "0.001s": 1, "1m1m": 2 * Minute, "999999999ms": 999999999,
	} {
		if got, ok := parseDuration(text); !ok || got != want {
			t.Errorf("parseDuration(%q) = %d, %t, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "5", "s", ".s", "5 s", " 5s", "-5s", "+5s", "5S", "5d", "5us", "5ns", "0.5ms", "0.0001s", "1e3s", "5s5", "9999999999s", "1.9999999999s", "٥s"} {
		if got, ok := parseDuration(text); ok {
			t.Errorf("parseDuration(%q) = %d, want none", text, got)
		}
	}
}

func TestDurationsPrintInTheirLargestUnit(t *testing.T) {
	for d, want := range map[Duration]string{0: "0s", 250: "250ms", 1500: "1500ms", 5 * Second: "5s", 90 * Second: "90s", 90 * Minute: "90m", 24 * Hour: "24h"} {
		if got := d.String(); got != want {
			t.Errorf("%d prints %q, want %q", int64(d), got, want)
		}
	}
}

func TestDurationsAreBounded(t *testing.T) {
	server := func(field, text string) string {
		return gatewayServer(`"cluster":"c","` + field + `":"` + text + `"`)
	}
	gateway := func(field, text string) string { return gatewayWith(`"` + field + `":"` + text + `"`) }
	for _, tc := range []struct {
		field           string
		in              func(field, text string) string
		at              string
		bounds          bounds
		below, above    string
		lowest, highest string
	}{
		{"calloutTimeout", server, "servers[0].calloutTimeout", calloutTimeouts, "49ms", "60001ms", "50ms", "1m"},
		{"callTimeout", server, "servers[0].callTimeout", callTimeouts, "49ms", "24h1ms", "50ms", "24h"},
		{"sessionTTL", gateway, "gateway.sessionTTL", sessionTTLs, "59s", "720h1s", "1m", "720h"},
		{"listCacheTTL", gateway, "gateway.listCacheTTL", listCacheTTLs, "999ms", "1h1ms", "1s", "1h"},
	} {
		zero := ""
		if tc.bounds.zero {
			zero = ", or 0s for none"
		}
		out := []string{fmt.Sprintf("%s: must be from %s to %s%s", tc.at, tc.lowest, tc.highest, zero)}
		atZero := out
		if tc.bounds.zero {
			atZero = nil
		}
		runProblemCases(t, []problemCase{
			{tc.field + " below", tc.in(tc.field, tc.below), out},
			{tc.field + " above", tc.in(tc.field, tc.above), out},
			{tc.field + " lowest", tc.in(tc.field, tc.lowest), nil},
			{tc.field + " highest", tc.in(tc.field, tc.highest), nil},
			{tc.field + " zero", tc.in(tc.field, "0"), atZero},
			{tc.field + " is none", tc.in(tc.field, "soon"), []string{tc.at + `: must be a duration such as "5s", "250ms" or "1h30m"`}},
		})
	}
	runProblemCases(t, []problemCase{
		{"a number", gatewayWith(`"sessionTTL":5`), []string{`gateway.sessionTTL: must be a duration such as "5s", found a number`}},
	})
}

func FuzzDurationsAreThoseOfGo(f *testing.F) {
	for _, seed := range []string{"0", "1h2m3.5s4ms", "-1s", "1.0000s", ".s", "1ms1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := parseDuration(text)
		want, err := time.ParseDuration(text)
		if ok && (err != nil || time.Duration(got)*time.Millisecond != want) {
			t.Errorf("parseDuration(%q) = %d, Go reads %v, %v", text, got, want, err)
		}
		if again, ok2 := parseDuration(got.String()); ok && (!ok2 || again != got) && got < 1e9 {
			t.Errorf("%q reads as %d and prints as %s", text, got, got)
		}
	})
}

package envoyapi

import (
	"testing"
	"time"

	"github.com/tidwall/gjson"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		`"0s"`: 0, `"1.5s"`: 1500 * time.Millisecond, `"0.000000001s"`: 1, `"05s"`: 5 * time.Second,
		`{"seconds":"5","nanos":7}`: 5*time.Second + 7, `{}`: 0, `"9223372035s"`: 9223372035 * time.Second,
		`"1h"`: -1, `"30"`: -1, `30`: -1, `"-1s"`: -1, `"5 s"`: -1, `"s"`: -1, `""`: -1, `null`: -1, `["5s"]`: -1, `"1.s"`: -1,
		`"0.0000000001s"`: -1, `"9223372037s"`: -1, `{"seconds":-1}`: -1, `{"nanos":1000000000}`: -1, `{"value":"5s"}`: -1,
	} {
		got, ok := Duration(gjson.Parse(text))
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("Duration(%s) = %s, %t; want %s", text, got, ok, want)
		}
	}
}

func TestDurationFaultSaysWhatToWrite(t *testing.T) {
	for text, want := range map[string]string{
		`"1h"`:    "must be a duration as Envoy writes it, seconds with an s; write 3600s",
		`30`:      "must be a duration as Envoy writes it, seconds with an s; write 30s",
		`"5 S"`:   "must be a duration as Envoy writes it, seconds with an s; write 5s",
		`"500ms"`: "must be a duration as Envoy writes it, seconds with an s; write 0.5s",
		`"-5s"`:   "must not be negative",
		`"soon"`:  "must be a duration as Envoy writes it, seconds with an s, as 3600s",
		`true`:    "must be a duration as Envoy writes it, seconds with an s, as 3600s",
	} {
		if got := durationFault(gjson.Parse(text)); got != want {
			t.Errorf("durationFault(%s) = %q, want %q", text, got, want)
		}
	}
}

func TestUint(t *testing.T) {
	for text, want := range map[string]int64{
		`5`: 5, `"5"`: 5, `5.0`: 5, `5e6`: 5e6, `"5e6"`: 5e6, `"0x10"`: 16, `{"value":7}`: 7, `"+5"`: 5, `null`: 0,
		`-1`: -1, `1.5`: -1, `"5MB"`: -1, `" 5"`: -1, `"5_0"`: -1, `true`: -1, `[5]`: -1, `1e400`: -1, `"1e9999999999999999999999999999999999999999"`: -1, `""`: -1,
	} {
		if got, ok := Uint(gjson.Parse(text)); ok != (want >= 0) || ok && got != uint64(want) {
			t.Errorf("Uint(%s) = %d, %t; want %d", text, got, ok, want)
		}
	}
}

func TestBool(t *testing.T) {
	for text, want := range map[string]string{
		`true`: "true", `"Yes"`: "true", `"on"`: "true", `"1"`: "true", `{"value":true}`: "true", `"OFF"`: "false", `false`: "false",
		`1`: "", `""`: "", `null`: "", `"ture"`: "", `[true]`: "",
	} {
		got, ok := Bool(gjson.Parse(text))
		if ok != (want != "") || got != (want == "true") {
			t.Errorf("Bool(%s) = %t, %t; want %q", text, got, ok, want)
		}
	}
}

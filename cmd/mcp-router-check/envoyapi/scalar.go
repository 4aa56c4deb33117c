package envoyapi

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// fault says what is wrong with a value that is no message; "" if nothing is.
func (f *field) fault(v gjson.Result) string {
	var ok bool
	var want string
	switch f.kind {
	case "struct":
		ok, want = v.IsObject(), "must be an object"
	case "string":
		ok, want = unwrapped(v).Type == gjson.String, "must be a string"
		if v.Type != gjson.JSON {
			want += ": put it in quotes"
		}
	case "regex":
		_, err := regexp.Compile(v.Str)
		ok, want = err == nil && v.Type == gjson.String, "must be a regular expression of RE2"
	case "bool":
		_, ok = Bool(v)
		want = "must be true or false"
	case "duration":
		_, ok = Duration(v)
		want = durationFault(v)
	case "double":
		ok, want = v.Type == gjson.Number || v.Type == gjson.String, "must be a number"
	default:
		if values, isEnum := enums[f.kind]; isEnum {
			return enumFault(values, v)
		}
		return integerFault(f, v)
	}
	if ok {
		return ""
	}
	return want
}

// durationText is a google.protobuf.Duration in JSON. Envoy refuses negative ones.
var durationText = regexp.MustCompile(`^([0-9]{1,12})(\.[0-9]{1,9})?s$`)

// maxSeconds bounds durations: Envoy counts nanoseconds in 63 bits, as Go does.
const maxSeconds = math.MaxInt64/1_000_000_000 - 1

// Duration reads a duration as Envoy does. ok is false for what it refuses, and
// for null and what is not there.
func Duration(v gjson.Result) (d time.Duration, ok bool) {
	if v.IsObject() {
		return writtenOut(v)
	}
	match := durationText.FindStringSubmatch(v.Str)
	if v.Type != gjson.String || match == nil {
		return 0, false
	}
	seconds, _ := strconv.ParseInt(match[1], 10, 64) // 12 digits always fit
	if seconds > maxSeconds {
		return 0, false
	}
	fraction, _ := strconv.ParseFloat("0"+match[2], 64)
	return time.Duration(seconds)*time.Second + time.Duration(math.Round(fraction*1e9)), true
}

// writtenOut reads a duration that is an object with the message's own fields.
func writtenOut(v gjson.Result) (d time.Duration, ok bool) {
	ok = true
	v.ForEach(func(key, value gjson.Result) bool {
		i, whole := integer(value)
		ok = whole && i.Sign() >= 0
		switch {
		case ok && key.Str == "seconds" && i.Cmp(big.NewInt(maxSeconds)) <= 0:
			d += time.Duration(i.Int64()) * time.Second
		case ok && key.Str == "nanos" && i.Cmp(big.NewInt(1e9)) < 0:
			d += time.Duration(i.Int64())
		default:
			ok = false
		}
		return ok
	})
	return d, ok
}

// durationFault says what to write in place of something that is no duration.
func durationFault(v gjson.Result) string {
	const want = "must be a duration as Envoy writes it, seconds with an s"
	text := strings.ReplaceAll(v.String(), " ", "")
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	switch d, err := time.ParseDuration(strings.ToLower(text)); {
	case v.Type == gjson.JSON || err != nil:
		return want + ", as 3600s"
	case d < 0:
		return "must not be negative"
	default:
		return want + "; write " + strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
	}
}

// Bool reads a boolean as Envoy does, in its many spellings.
func Bool(v gjson.Result) (b, ok bool) {
	v = unwrapped(v)
	if v.IsBool() {
		return v.Bool(), true
	}
	if v.Type != gjson.String {
		return false, false
	}
	switch strings.ToLower(v.Str) {
	case "true", "t", "yes", "y", "on", "1":
		return true, true
	case "false", "f", "no", "n", "off", "0":
		return false, true
	}
	return false, false
}

// Uint reads a number that is whole and not negative, also in quotes.
func Uint(v gjson.Result) (n uint64, ok bool) {
	i, ok := integer(unwrapped(v))
	if !ok || !i.IsUint64() {
		return 0, false
	}
	return i.Uint64(), true
}

// unwrapped is the value of a wrapper (google.protobuf.BoolValue and the like),
// which may be written out.
func unwrapped(v gjson.Result) gjson.Result {
	if v.IsObject() {
		return v.Get("value")
	}
	return v
}

// maxDigits bounds the text of a number, so that 1e999999 takes no memory.
const maxDigits = 40

// integer reads a whole number; one that is not there is 0.
func integer(v gjson.Result) (*big.Int, bool) {
	if v.Type == gjson.Null {
		return new(big.Int), true
	}
	text := v.Raw
	if v.Type == gjson.String {
		text = strings.TrimPrefix(v.Str, "+")
	}
	if v.Type != gjson.Number && v.Type != gjson.String || len(text) > maxDigits || text != strings.TrimSpace(text) {
		return nil, false
	}
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		return new(big.Int).SetString(hex, 16)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= 1<<64 || strings.ContainsAny(text, "_xX") {
		return nil, false
	}
	if i, ok := new(big.Int).SetString(text, 10); ok {
		return i, true
	}
	i, _ := big.NewFloat(f).Int(nil)
	return i, true
}

// ranges are the kinds of whole numbers.
var ranges = map[string][2]*big.Int{
	"uint32": {new(big.Int), big.NewInt(math.MaxUint32)},
	"uint64": {new(big.Int), new(big.Int).SetUint64(math.MaxUint64)},
	"int32":  {big.NewInt(math.MinInt32), big.NewInt(math.MaxInt32)},
	"int64":  {big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64)},
}

// integerFault says what is wrong with a whole number; "" if nothing is.
func integerFault(f *field, v gjson.Result) string {
	lowest, highest := ranges[f.kind][0], ranges[f.kind][1]
	if f.most > 0 {
		highest = new(big.Int).SetUint64(f.most)
	}
	i, ok := integer(unwrapped(v))
	if ok && i.Cmp(lowest) >= 0 && i.Cmp(highest) <= 0 {
		return ""
	}
	return fmt.Sprintf("must be a whole number from %s to %s", lowest, highest)
}

// enumFault says what is wrong with a value of an enum; "" if nothing is. Envoy
// does not heed letter case, and takes numbers.
func enumFault(values []string, v gjson.Result) string {
	if _, err := strconv.Atoi(v.String()); err == nil && v.Type != gjson.JSON {
		return ""
	}
	for _, value := range values {
		if v.Type == gjson.String && strings.EqualFold(value, v.Str) {
			return ""
		}
	}
	return "must be one of " + strings.Join(values, ", ") + meant(v.Str, values)
}

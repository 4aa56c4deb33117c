package config

import "github.com/tidwall/gjson"

func readUnknownServer(r *reader, at string, v gjson.Result, d *draft) {
	switch v.Str {
	case "pass":
		d.UnknownServer = PassUnknown
	case "reject":
		d.UnknownServer = RejectUnknown
	default:
		r.add(at, `must be "pass" or "reject"`)
	}
}

func readOnConfigError(r *reader, at string, v gjson.Result, d *draft) {
	switch v.Str {
	case "fail":
		d.onConfigError = FailOnError
	case "idle":
		d.onConfigError = IdleOnError
	default:
		r.add(at, `must be "fail" or "idle"`)
	}
}

func readMaxBodyBytes(r *reader, at string, v gjson.Result, d *draft) {
	if v.Num < SmallestBodyLimit || v.Num > LargestBodyLimit {
		r.add(at, "must be from %d to %d", SmallestBodyLimit, LargestBodyLimit)
		return
	}
	d.MaxBodyBytes = int(v.Num)
}

package jsonrpc

import "github.com/tidwall/gjson"

// Readings are all values that some reader takes for a message's method and
// for its params.name: readers differ on which of two equal keys counts, and
// some fold letter case. Names pass through every reading of params.
type Readings struct {
	Methods, Names []string
}

// ReadingsOf lists the readings of a scanned message. It is the slow road for
// ambiguous envelopes only; its cost stays linear in the text.
func ReadingsOf(text []byte, e Envelope) Readings {
	var r Readings
	gjson.ParseBytes(e.Value.Of(text)).ForEach(func(key, value gjson.Result) bool {
		if foldsTo(key.String(), "method") && value.Type == gjson.String {
			r.Methods = append(r.Methods, value.String())
		}
		if foldsTo(key.String(), "params") && value.IsObject() {
			r.addNames(value)
		}
		return true
	})
	return r
}

func (r *Readings) addNames(params gjson.Result) {
	params.ForEach(func(key, value gjson.Result) bool {
		if foldsTo(key.String(), "name") && value.Type == gjson.String {
			r.Names = append(r.Names, value.String())
		}
		return true
	})
}

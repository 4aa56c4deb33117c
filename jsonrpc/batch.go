package jsonrpc

import "github.com/tidwall/gjson"

// EachInBatch calls visit with every element of a scanned batch and its
// envelope until visit returns false. Elements that are not objects are passed
// over.
func EachInBatch(text []byte, e Envelope, visit func(element []byte, e Envelope) bool) {
	gjson.ParseBytes(e.Value.Of(text)).ForEach(func(_, value gjson.Result) bool {
		if !value.IsObject() {
			return true
		}
		element := []byte(value.Raw)
		inner, err := Scan(element)
		if err != nil { // the whole text was valid, so its parts are
			return true
		}
		return visit(element, inner)
	})
}

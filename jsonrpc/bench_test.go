package jsonrpc

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkScan scans arguments as real ones are: objects, numbers and texts with
// escapes.
func BenchmarkScan(b *testing.B) {
	var places []string
	for i := range 700 {
		places = append(places, fmt.Sprintf(`{"id":%d,"city":"Springfield %[1]d","point":[-73.9857,40.7484],"open":true,"note":"The \"old\" town, near the river; ask for the key at the desk\u2026"}`, i))
	}
	text := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/b","arguments":{"places":[` + strings.Join(places, ",") + `]}}}`)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Scan(text); err != nil {
			b.Fatal(err)
		}
	}
}

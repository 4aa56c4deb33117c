package jsonrpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidwall/sjson"
)

// seeds are shapes that broke other readers.
var seeds = []string{
	`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"New York"}}}`,
	`{"params":{"name":"a/safe","Name":"b/drop"},"method":"tools/call"}`,
	`{"id":9007199254740993,"params":{"n\u0061me":"a\/b"}}`,
	`zz {"jsonrpc":"2.0"} {"tail":1}`, `[{"id":1},2]`, "\xef\xbb\xbf{}", `{"a":"` + "\x97" + `"}`, `"\ud800"`, `{"id":-0.0e-0}`, `[[[[]]]]`,
}

func validOracle(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte(bom))
	return json.Valid(text) && utf8.Valid(text)
}

func depth(text []byte) int {
	depth, most, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			most = max(most, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return most
}

// FuzzScan holds the scan against encoding/json: the same texts are valid, and
// of unambiguous messages the same values are read.
func FuzzScan(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := Scan(text)
		if got, want := err == nil, validOracle(text) && depth(text) <= MaxDepth; got != want {
			t.Fatalf("Scan(%q) error %v, encoding/json valid: %v", text, err, want)
		}
		if err != nil || e.Kind != Object || e.Ambiguous {
			return
		}
		var message map[string]json.RawMessage
		if err := json.Unmarshal(e.Value.Of(text), &message); err != nil {
			t.Fatalf("json.Unmarshal(%q): %v", text, err)
		}
		for key, span := range map[string]Span{"id": e.ID, "method": e.Method, "params": e.Params} {
			if got, want := string(span.Of(text)), string(message[key]); got != want {
				t.Errorf("Scan(%q): %s = %q, encoding/json reads %q", text, key, got, want)
			}
		}
		var params map[string]json.RawMessage
		if json.Unmarshal(message["params"], &params) == nil {
			if got, want := string(e.Name.Of(text)), string(params["name"]); got != want {
				t.Errorf("Scan(%q): name = %q, encoding/json reads %q", text, got, want)
			}
		}
	})
}

// FuzzNameCut cuts a prefix out of params.name and holds the result against
// sjson: the same document, and outside the name not a byte differs.
func FuzzNameCut(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed), 2)
	}
	f.Fuzz(func(t *testing.T, text []byte, n int) {
		e, err := Scan(text)
		if err != nil || e.Ambiguous || n < 0 {
			return
		}
		raw := e.Name.Of(text)
		name, ok := Text(raw, len(text))
		if !ok || n > len(name) || !ascii(name[:n]) {
			return
		}
		end := e.Name.Start + PrefixEnd(raw, n)
		edited := Splices{{e.Name.Start + 1, end, ""}}.Apply(text)
		after, err := Scan(edited)
		if err != nil {
			t.Fatalf("after the cut %q is no JSON", edited)
		}
		if got, _ := Text(after.Name.Of(edited), len(text)); got != name[n:] {
			t.Fatalf("cut %d of %q in %q: name %q", n, name, text, got)
		}
		if !bytes.Equal(edited[:after.Name.Start], text[:e.Name.Start]) || !bytes.Equal(edited[after.Name.End:], text[e.Name.End:]) {
			t.Fatalf("cutting the name of %q changed more: %q", text, edited)
		}
		byOther, err := sjson.SetBytes(e.Value.Of(text), "params.name", name[n:])
		if err == nil && !sameDocument(byOther, after.Value.Of(edited)) {
			t.Fatalf("cut gives %q, sjson %q", edited, byOther)
		}
	})
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func sameDocument(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	ra, errA := json.Marshal(x)
	rb, errB := json.Marshal(y)
	return errA == nil && errB == nil && bytes.Equal(ra, rb)
}

// FuzzReadings holds the visitor and the decoders against encoding/json, which
// reads one member after another and decodes every string.
func FuzzReadings(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Add([]byte(`{"m\u0065thod":"tools\/call","PARAM\u017f":{"name":"\ud83d\ude00\ud800x","n\u0041ME":"b"},"method":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := Scan(text)
		if err != nil || e.Kind != Object {
			return
		}
		var got []string
		EachReading(text, e.Value.Start, func(what Reading, raw []byte) bool {
			s, ok := Text(raw, len(text))
			if ok {
				got = append(got, fmt.Sprint(what, s))
			}
			if Is(raw, "tools/call") != (ok && s == "tools/call") {
				t.Fatalf("Is(%s, tools/call) disagrees with Text = %q", raw, s)
			}
			return true
		})
		if want := readings(t, e.Value.Of(text), "method", MethodReading); !slices.Equal(got, want) {
			t.Fatalf("EachReading(%q) = %q, encoding/json reads %q", text, got, want)
		}
	})
}

// readings lists the strings under keys that fold to key, and those under name
// in objects that fold to params.
func readings(t *testing.T, object []byte, key string, what Reading) []string {
	t.Helper()
	var out []string
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		t.Fatal(err)
	}
	for decoder.More() {
		token, err := decoder.Token()
		var value json.RawMessage
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			t.Fatal(err)
		}
		member, _ := token.(string)
		member = strings.NewReplacer("\u0130", "i", "\u0131", "i", "\u017f", "s", "\u212a", "k").Replace(member)
		var s string
		if strings.EqualFold(member, key) && value[0] == '"' && json.Unmarshal(value, &s) == nil {
			out = append(out, fmt.Sprint(what, s))
		}
		if key == "method" && strings.EqualFold(member, "params") && value[0] == '{' {
			out = append(out, readings(t, value, "name", NameReading)...)
		}
	}
	return out
}

// FuzzBatch holds the messages of a batch against scans of its elements.
func FuzzBatch(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(`[1,` + seed + `,{"jsonrpc":1,"METHOD":2}, [{"jsonrpc":1,"method":2}],` + seed + `]`))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := Scan(text)
		if err != nil || e.Kind != Array {
			return
		}
		var got, want []string
		EachInBatch(text, &e, func(message Envelope) bool {
			got = append(got, string(message.Value.Of(text))+" "+found(string(text), message))
			return true
		})
		var elements []json.RawMessage
		if err := json.Unmarshal(e.Value.Of(text), &elements); err != nil {
			t.Fatal(err)
		}
		for _, element := range elements {
			message, err := Scan(element)
			if err == nil && message.JSONRPC.Present() && hasMethod(element) {
				want = append(want, string(message.Value.Of(element))+" "+found(string(element), message))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("EachInBatch(%q) = %q, scans of the elements %q", text, got, want)
		}
	})
}

// hasMethod reports whether some reader takes a member for the message's method.
func hasMethod(element []byte) (has bool) {
	EachReading(element, space(element, 0), func(what Reading, _ []byte) bool {
		has = has || what == MethodReading
		return !has
	})
	return has
}

package jsonrpc

import (
	"errors"
	"strings"
	"testing"
)

// found renders the located members, so that a table compares whole envelopes.
func found(text string, e Envelope) string {
	var b strings.Builder
	for _, m := range []struct {
		name string
		span Span
	}{{"jsonrpc", e.JSONRPC}, {"id", e.ID}, {"method", e.Method}, {"params", e.Params}, {"name", e.Name}} {
		if m.span.Present() {
			b.WriteString(m.name + "=" + string(m.span.Of([]byte(text))) + " ")
		}
	}
	if e.Ambiguous {
		b.WriteString("ambiguous")
	}
	return strings.TrimSpace(b.String())
}

func TestScanLocatesTheMembersOfAnEnvelope(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a call", `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a/b","arguments":{}}}`,
			`jsonrpc="2.0" id=2 method="tools/call" params={"name":"a/b","arguments":{}} name="a/b"`},
		{"params before method, white space everywhere", "\n{ \"params\" : { \"x\" : [ 1 , { } ] , \"name\" : \"n\" } ,\t\"method\":\"m\" }\r\n",
			`method="m" params={ "x" : [ 1 , { } ] , "name" : "n" } name="n"`},
		{"names at other depths are not params.name", `{"name":"top","params":{"arguments":{"name":"deep"},"_meta":[{"name":"x"}]}}`,
			`params={"arguments":{"name":"deep"},"_meta":[{"name":"x"}]}`},
		{"params in an array's object is not the message's", `{"x":[{"params":{"name":"n"}}]}`, ``},
		{"an array of params has no name", `{"params":["name",{"name":"n"}]}`, `params=["name",{"name":"n"}]`},
		{"a second object after params has no name", `{"params":{},"other":{"name":"n"}}`, `params={}`},
		{"a big integer id keeps its bytes", `{"id":9007199254740993}`, `id=9007199254740993`},
		{"ids of other types", `{"id":null,"params":{"name":{"a":[]}}}`, `id=null params={"name":{"a":[]}} name={"a":[]}`},
		{"an object id", `{"id":{"a":[{}]},"method":[1]}`, `id={"a":[{}]} method=[1]`},
		{"an escaped key is the key", `{"m\u0065thod":"x","par\u0061ms":{"n\u0061me":"y"}}`, `method="x" params={"n\u0061me":"y"} name="y"`},
		{"every member in escapes", `{"\u006a\u0073\u006f\u006e\u0072\u0070\u0063":1,"\u0069\u0064":2,"\u006d\u0065\u0074\u0068\u006f\u0064":3,"\u0070\u0061\u0072\u0061\u006d\u0073":{"\u006e\u0061\u006d\u0065":4}}`,
			`jsonrpc=1 id=2 method=3 params={"\u006e\u0061\u006d\u0065":4} name=4`},
		{"an escaped key that goes on is another", `{"json\u0072pc\u0000":1,"\u0069\u0064\u0064":2,"method\n":3,"n\u0061me":4}`, ``},
		{"a look-alike of jsonrpc is another", `{"JSONRPC":1,"json\u0052pc":1}`, ``},
		{"a byte-order mark is skipped", "\xef\xbb\xbf{\"id\":1}", `id=1`},
		{"a batch has no members of its own", `[{"id":1}]`, ``},
		{"exact duplicate method", `{"method":"a","method":"b"}`, `method="a" ambiguous`},
		{"method in other case", `{"method":"a","Method":"b"}`, `method="a" ambiguous`},
		{"look-alike first", `{"METHOD":"b","method":"a"}`, `method="a" ambiguous`},
		{"a look-alike alone is not the key", `{"Method":"b"}`, ``},
		{"escaped look-alike", `{"id":1,"\u0049d":2}`, `id=1 ambiguous`},
		{"long s folds to s", `{"params":{},"param` + "\u017f" + `":{}}`, `params={} ambiguous`},
		{"dotless i folds to i", `{"id":1,"` + "\u0131" + `d":2}`, `id=1 ambiguous`},
		{"dotted capital I folds to i", `{"id":1,"\u0130d":2}`, `id=1 ambiguous`},
		{"duplicate name", `{"params":{"name":"a","name":"b"}}`, `params={"name":"a","name":"b"} name="a" ambiguous`},
		{"duplicate name in other case", `{"params":{"name":"a","Name":"b"}}`, `params={"name":"a","Name":"b"} name="a" ambiguous`},
		{"duplicate params", `{"params":{"name":"a"},"params":{"name":"b"}}`, `params={"name":"a"} name="a" ambiguous`},
		{"duplicate jsonrpc is nobody's route", `{"jsonrpc":"2.0","jsonrpc":"2.0"}`, `jsonrpc="2.0"`},
		{"other duplicates are not ours", `{"x":1,"x":2,"params":{"arguments":{},"arguments":{}}}`, `params={"arguments":{},"arguments":{}}`},
		{"an empty object", `{}`, ``},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := Scan([]byte(test.text))
			if err != nil {
				t.Fatalf("Scan(%s) error: %v", test.text, err)
			}
			if got := found(test.text, e); got != test.want {
				t.Errorf("Scan(%s)\n got %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

func TestScanKindAndValue(t *testing.T) {
	tests := []struct {
		text  string
		kind  Kind
		value string
	}{
		{" {\"a\":1}\n", Object, `{"a":1}`},
		{"\xef\xbb\xbf[1]", Array, `[1]`},
		{`"x"`, Scalar, `"x"`},
		{`-0.5e+7 `, Scalar, `-0.5e+7`},
	}
	for _, test := range tests {
		e, err := Scan([]byte(test.text))
		if err != nil || e.Kind != test.kind || string(e.Value.Of([]byte(test.text))) != test.value {
			t.Errorf("Scan(%q) = kind %d, value %q, %v; want %d, %q", test.text, e.Kind, e.Value.Of([]byte(test.text)), err, test.kind, test.value)
		}
	}
}

func TestScanRefusesWhatIsNotJSON(t *testing.T) {
	texts := []string{
		"", " ", "{", "}", "[", "[1,]", "[,1]", `{"a":1,}`, `{"a"}`, `{"a" 1}`, `{a:1}`, `{1:1}`, `[1 2]`, `{"a":1 "b":2}`,
		`[1}`, `{"a":1]`, "[]]", "{}{}", `{} x`, "\x00{}", "{}\x00", "\xef\xbb\xbf\xef\xbb\xbf{}", "\xff\xfe{\x00}\x00",
		`zz {"jsonrpc":"2.0"}`, "tru", "nul", "falsy", "True", "NaN", "01", "-", "1.", ".5", "1e", "1e+", "+1", "--1", "0x1",
		`"`, `"a`, `"\`, `"\x"`, `"\u12"`, `"\u12g4"`, `"\u`, "\"a\nb\"", "\"\x1f\"", "\"a/x\x97y\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
		"\"12345678\x97\"", "\"1234567\x01\"", "{\"a\":\"\xe2\x82\"}", "\xa0{}",
	}
	for _, text := range texts {
		if _, err := Scan([]byte(text)); !errors.Is(err, ErrInvalid) {
			t.Errorf("Scan(%q) error = %v, want ErrInvalid", text, err)
		}
	}
}

func TestScanAcceptsEveryFormOfJSON(t *testing.T) {
	texts := []string{
		`null`, `true`, `false`, `0`, `-0`, `12`, `1.0`, `1E-2`, `""`, `"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud800"`,
		"\"é😀\u2028\"", `[]`, `[[],[{}],{}]`, `{"":""}`, "[1\n,\r2\t]", `"12345678"`, `"1234567\n"`, "\"\x7f\"",
	}
	for _, text := range texts {
		if _, err := Scan([]byte(text)); err != nil {
			t.Errorf("Scan(%q) error: %v", text, err)
		}
	}
}

func TestScanBoundsDepth(t *testing.T) {
	for _, pair := range []string{"[]", "{}"} {
		first, between := pair[:1], ""
		if pair == "{}" {
			between = `"a":`
		}
		nest := func(n int) string {
			return strings.Repeat(first+between, n-1) + pair + strings.Repeat(pair[1:], n-1)
		}
		if _, err := Scan([]byte(nest(MaxDepth))); err != nil {
			t.Errorf("depth %d of %s: %v, want nil", MaxDepth, pair, err)
		}
		if _, err := Scan([]byte(nest(MaxDepth + 1))); !errors.Is(err, ErrTooDeep) {
			t.Errorf("depth %d of %s: %v, want ErrTooDeep", MaxDepth+1, pair, err)
		}
	}
	if _, err := Scan([]byte(strings.Repeat("[", 100_000))); !errors.Is(err, ErrTooDeep) {
		t.Errorf("100,000 open brackets: %v, want ErrTooDeep", err)
	}
	if _, err := Scan([]byte("[" + strings.Repeat("[[]],", 1000) + "0]")); err != nil {
		t.Errorf("many shallow siblings: %v, want nil (depth is not a count)", err)
	}
}

func TestScanAllocatesNothing(t *testing.T) {
	text := []byte(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a/b","arguments":{"Name":"x"}}}`)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := Scan(text); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Scan allocates %v times, want 0", n)
	}
}

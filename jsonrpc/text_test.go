package jsonrpc

import (
	"runtime"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	tests := []struct {
		raw, want string
		ok        bool
	}{
		{`"a/b"`, "a/b", true},
		{`""`, "", true},
		{`"a\/b\u002Fc"`, "a/b/c", true},
		{`"\u0000\ud83d\ude00"`, "\x00😀", true},
		{`"\b\f\n\r\t\"\\\u00e9\u20AC"`, "\b\f\n\r\t\"\\é€", true},
		{`"\ud800"`, "\ufffd", true},
		{`"\ude00\ud83d"`, "\ufffd\ufffd", true},
		{`"\ud800\ud83d\ude00"`, "\ufffd😀", true},
		{`"\ud83dx"`, "\ufffdx", true},
		{`7`, "", false},
		{`null`, "", false},
		{``, "", false},
		{`{"a":"b"}`, "", false},
	}
	for _, test := range tests {
		if got, ok := Text([]byte(test.raw), 64); got != test.want || ok != test.ok {
			t.Errorf("Text(%s) = %q, %v; want %q, %v", test.raw, got, ok, test.want, test.ok)
		}
	}
}

func TestTextIsCutWhereItIsLong(t *testing.T) {
	for raw, want := range map[string]string{
		`"abcdef"`: "abcd", `"abcd"`: "abcd", `"\u0061bcdef"`: "abcd", `"abc\u00e9"`: "abc\xc3", `"\u0061\u0062\u0063\u0064\u0065"`: "abcd",
		`"` + strings.Repeat("x", 21) + `\u0061"`: "xxxx", `"` + strings.Repeat(`\n`, 100) + `"`: "\n\n\n\n",
	} {
		if got, ok := Text([]byte(raw), 4); got != want || !ok {
			t.Errorf("Text(%s, 4) = %q, %v; want %q", raw, got, ok, want)
		}
	}
	raw := []byte(`"` + strings.Repeat(`\n`, 1<<20) + `"`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Text(raw, 64)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 64<<10 {
		t.Errorf("64 bytes of a long string cost %d bytes", n)
	}
}

func TestIs(t *testing.T) {
	tests := []struct {
		raw  string
		want bool
	}{
		{`"tools/call"`, true}, {`"tools\/call"`, true}, {`"\u0074ools/call"`, true},
		{`"tools/Call"`, false}, {`"tools/list"`, false}, {`""`, false}, {``, false}, {`123456789012`, false}, {`["ools/call"]`, false},
		{`"\u0074\u006f\u006f\u006c\u0073\u002f\u0063\u0061\u006c\u006c"`, true}, {`"\u0074ools/callx"`, false}, {`"tools/cal\n"`, false}, {`"\ud800ools/call"`, false},
	}
	for _, test := range tests {
		if got := Is([]byte(test.raw), "tools/call"); got != test.want {
			t.Errorf("Is(%s, tools/call) = %v, want %v", test.raw, got, test.want)
		}
	}
}

func TestPrefixEndCountsEscapesAsOneCharacter(t *testing.T) {
	tests := []struct {
		raw  string
		n    int
		rest string
	}{
		{`"srv/tool"`, 4, `tool"`},
		{`"srv\/tool"`, 4, `tool"`},
		{`"\u0073rv\u002ft\u006fol"`, 4, `t\u006fol"`},
		{`"a___"`, 4, `"`},
	}
	for _, test := range tests {
		if got := test.raw[PrefixEnd([]byte(test.raw), test.n):]; got != test.rest {
			t.Errorf("PrefixEnd(%s, %d) leaves %s, want %s", test.raw, test.n, got, test.rest)
		}
	}
}

func TestErrorReplyEchoesTheIDAndEscapesTheMessage(t *testing.T) {
	tests := []struct{ id, message, want string }{
		{`9007199254740993`, "no", `{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32602,"message":"no"}}`},
		{`"\u0031"`, "a \"b\"\n", `{"jsonrpc":"2.0","id":"\u0031","error":{"code":-32602,"message":"a \"b\"\n"}}`},
		{``, "x", `{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"x"}}`},
	}
	for _, test := range tests {
		got := string(ErrorReply([]byte(test.id), -32602, test.message))
		if got != test.want || !Valid([]byte(got)) {
			t.Errorf("ErrorReply(%s, %q)\n got %s\nwant %s", test.id, test.message, got, test.want)
		}
	}
}

func TestValidID(t *testing.T) {
	for raw, want := range map[string]bool{`1`: true, `-1`: true, `0`: true, `""`: true, `"a"`: true, `1.5`: true,
		`null`: false, `true`: false, `{}`: false, `[1]`: false, ``: false} {
		if got := ValidID([]byte(raw)); got != want {
			t.Errorf("ValidID(%s) = %v, want %v", raw, got, want)
		}
	}
}

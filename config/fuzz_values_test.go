package config

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// The grammars of the fields, written another way than the parser does.
var (
	goodName  = regexp.MustCompile(`\A[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9.-])?\z`)
	goodPath  = regexp.MustCompile(`\A/(%[0-9A-Fa-f]{2}|[!"$&-~])*\z`)
	goodValue = regexp.MustCompile(`\A([^\x00-\x20\x7f]([^\x00-\x08\x0a-\x1f\x7f]*[^\x00-\x20\x7f])?)?\z`)
)

func FuzzGoodValuesParseAndOthersAreRefused(f *testing.F) {
	f.Add("weather", "/mcp?k=%20", "secret")
	f.Add("com.example/weather", "mcp", "a\r\nb")
	f.Add("a___b", "/%zz", " a")
	f.Add("a_", "/#", "\"\\<>&\u2028")
	f.Fuzz(func(t *testing.T, name, path, value string) {
		name, path, value = strings.ToValidUTF8(name, "?"), strings.ToValidUTF8(path, "?"), strings.ToValidUTF8(value, "?")
		quote := func(s string) string {
			text, err := json.Marshal(s)
			if err != nil {
				t.Fatalf("quote %q: %v", s, err)
			}
			return string(text)
		}
		doc := Parse([]byte(`{"servers":[{"name":` + quote(name) + `,"path":` + quote(path) + `,"headers":{"x":` + quote(value) + `}}]}`))
		bad := map[string]bool{
			"servers[0].name":      !goodName.MatchString(name) || strings.Contains(name, "___"),
			"servers[0].path":      !goodPath.MatchString(path) || len(path) > MaxPathBytes,
			"servers[0].headers.x": !goodValue.MatchString(value) || len(value) > MaxHeaderValueBytes,
		}
		got := map[string]bool{"servers[0].name": false, "servers[0].path": false, "servers[0].headers.x": false}
		for _, p := range doc.Problems {
			got[p.Path] = true
		}
		if !reflect.DeepEqual(got, bad) {
			t.Fatalf("Parse of name %q, path %q, value %q reports %v", name, path, value, doc.Problems)
		}
		want := []Server{withDefaults(Server{Name: name, Path: path, Headers: []Header{{"x", value}}})}
		if len(doc.Problems) == 0 && !reflect.DeepEqual(doc.Global.Servers, want) {
			t.Errorf("Parse reads %+v, want %+v", doc.Global.Servers, want)
		}
	})
}

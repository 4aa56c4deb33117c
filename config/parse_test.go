package config

import (
	"reflect"
	"testing"
)

// base is the configuration that an empty part begins with.
func base() Config {
	return Config{Enable: true, Separators: []string{"/", "___"}, MaxBodyBytes: 4 << 20}
}

// withDefaults is s with the defaults of the fields that only gateway mode reads.
func withDefaults(s Server) Server {
	s.Prefix, s.CalloutTimeout = true, 5000
	return s
}

func TestParseReadsTheOriginalPluginsConfiguration(t *testing.T) {
	doc := Parse([]byte(`{"servers":[
		{"name":"random-user-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-random-user-server"},
		{"name":"rest-amap-server","domain":"mcp.example.com","path":"/mcp-servers/mcp-rest-amap-server"}]}`))
	want := base()
	want.Servers = []Server{
		withDefaults(Server{Name: "random-user-server", Domain: "mcp.example.com", Path: "/mcp-servers/mcp-random-user-server"}),
		withDefaults(Server{Name: "rest-amap-server", Domain: "mcp.example.com", Path: "/mcp-servers/mcp-rest-amap-server"}),
	}
	if !reflect.DeepEqual(doc, &Document{Global: &want}) {
		t.Errorf("Parse = %+v, want the global part %+v", doc, want)
	}
}

func TestParseReadsEveryField(t *testing.T) {
	doc := Parse([]byte(`{
		"enable": false,
		"paths": ["/mcp", "/v2/mcp"],
		"servers": [{
			"name": "A.b_c-9",
			"domain": "Mcp.example.com:8443",
			"path": "/x%20y?key=v&k2=/",
			"tools": {"allow": ["get_*"], "deny": ["get_secret"]},
			"headers": {"X-B": "two", "x-a": "one", "x-empty": ""}
		}],
		"separators": ["--"],
		"unknownServer": "reject",
		"serverHeader": "X-Mcp-Server",
		"maxBodyBytes": 1048576,
		"onConfigError": "idle",
		"_plugin_id_": "p1"
	}`))
	want := &Document{
		OnConfigError: IdleOnError,
		PluginID:      "p1",
		ServerHeaders: []string{"x-mcp-server"},
		Global: &Config{
			Paths: []string{"/mcp", "/v2/mcp"},
			Servers: []Server{withDefaults(Server{
				Name: "A.b_c-9", Domain: "Mcp.example.com:8443", Path: "/x%20y?key=v&k2=/",
				Tools:   ToolFilter{Allow: []string{"get_*"}, Deny: []string{"get_secret"}},
				Headers: []Header{{"x-b", "two"}, {"x-a", "one"}, {"x-empty", ""}},
			})},
			Separators: []string{"--"}, UnknownServer: RejectUnknown,
			ServerHeader: "x-mcp-server", MaxBodyBytes: 1 << 20,
		},
	}
	if !reflect.DeepEqual(doc, want) {
		t.Errorf("Parse = %+v\n global %+v\nwant %+v\n global %+v", doc, doc.Global, want, want.Global)
	}
}

func TestParseOfNothingIsIdle(t *testing.T) {
	for _, tc := range []struct{ name, data string }{
		{"no configuration", ""},
		{"white space", " \r\n\t"},
		{"null", "null"},
		{"an empty object", "{}"},
		{"only the policy for errors", `{"onConfigError":"fail"}`},
		{"an empty list of rules", `{"_rules_":[]}`},
	} {
		if doc := Parse([]byte(tc.data)); !reflect.DeepEqual(doc, &Document{}) {
			t.Errorf("%s: Parse(%q) = %+v, want an empty document", tc.name, tc.data, doc)
		}
	}
	want := &Document{PluginID: "x"}
	if doc := Parse([]byte(`{"_plugin_id_":"x"}`)); !reflect.DeepEqual(doc, want) {
		t.Errorf("only the plugin's id: Parse = %+v, want %+v", doc, want)
	}
}

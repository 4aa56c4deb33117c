package config

import (
	"fmt"
	"strings"
	"testing"
)

func TestProblemsOfHeaderNames(t *testing.T) {
	const token = "must be a header name: letters, digits, hyphens and no spaces or colons"
	const connection = "cannot be set: it belongs to one connection (RFC 9110, section 7.6.1)"
	const body = "cannot be set: it describes the body, which the router writes"
	const protocol = "cannot be set: it belongs to the protocol, which the router speaks"
	for name, want := range map[string]string{
		"x-api-key":                    "",
		"Authorization":                "",
		"!#$%&'*+-.^_`|~0aZ":           "",
		strings.Repeat("n", 128):       "",
		"":                             "must be a header name of 1 to 128 characters",
		"a b":                          token,
		"ä":                            token,
		"X:":                           token,
		":authority":                   "cannot be set as a header; use domain",
		"Host":                         "cannot be set as a header; use domain",
		":path":                        "cannot be set as a header; use path",
		":method":                      "cannot be set: it is a pseudo header",
		"connection":                   connection,
		"Keep-Alive":                   connection,
		"proxy-connection":             connection,
		"TE":                           connection,
		"trailer":                      connection,
		"Transfer-Encoding":            connection,
		"upgrade":                      connection,
		"Content-Length":               body,
		"content-encoding":             body,
		"content-type":                 body,
		"expect":                       body,
		"Mcp-Session-Id":               protocol,
		"mcp-protocol-version":         protocol,
		"mcp-method":                   protocol,
		"Mcp-Name":                     protocol,
		"Mcp-Param-Region":             protocol,
		strings.Repeat("n", 64) + "nn": "",
	} {
		if got := badHeaderName(name); got != want {
			t.Errorf("badHeaderName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestProblemsOfHeaders(t *testing.T) {
	headers := func(members string) string { return withServer(`"headers":{` + members + `}`) }
	var many []string
	for i := range MaxHeaders + 1 {
		many = append(many, fmt.Sprintf(`"x-%d":"v"`, i))
	}
	runProblemCases(t, []problemCase{
		{"as many as allowed", headers(strings.Join(many[1:], ",")), nil},
		{"too many", headers(strings.Join(many, ",")), []string{"servers[0].headers: must not hold more than 64 headers, found 65"}},
		{"the same header", headers(`"x-a":"1","X-A":"2"`), []string{`servers[0].headers.X-A: is a duplicate of "x-a" under case folding`}},
		{"values", headers(`"x-1":"hunter2\r\nx: y","x-2":"hunter2\u0000","x-3":" hunter2","x-4":"hunter2\u007f","x-5":"` + strings.Repeat("h", 8193) + `","x-6":"a\tb ü"`), []string{
			"servers[0].headers.x-1: must not have control characters, such as line breaks, in its value",
			"servers[0].headers.x-2: must not have control characters, such as line breaks, in its value",
			"servers[0].headers.x-3: must not have a value that begins or ends with white space",
			"servers[0].headers.x-4: must not have control characters, such as line breaks, in its value",
			"servers[0].headers.x-5: must not have a value longer than 8192 bytes",
		}},
		{"a header line as a name", headers(`"Authorization: Bearer hunter2":""`), []string{
			"servers[0].headers.Authorization…: must be a header name: letters, digits, hyphens and no spaces or colons",
		}},
		{"the server header", `{"serverHeader":"X-S","servers":[{"name":"a","path":"/","headers":{"x-s":"v"}}]}`, []string{
			"servers[0].headers.x-s: is the serverHeader, which the router sets itself",
		}},
	})
}

// Every string of this document stands where it is refused, so each could end
// up in a message.
func TestNoSecretIsEverShown(t *testing.T) {
	const secret = "hunter2"
	doc := ParseWith([]byte(`{
		"unknownServer": "hunter2", "onConfigError": "hunter2", "serverHeader": "x hunter2", "paths": ["hunter2", "/?hunter2"],
		"enable": "hunter2", "maxBodyBytes": "hunter2", "separators": ["é hunter2"],
		"servers": ["hunter2", {"name": 1, "path": "hunter2", "domain": "https://hunter2@h/hunter2?hunter2",
			"headers": {"x-a": " hunter2", "X-A": "hunter2", "b: hunter2": "hunter2", "host": "hunter2", "n": ["hunter2"]},
			"tools": {"allow": "hunter2", "deny": ["\u0001hunter2"]}, "service": {"name": "hunter2", "port": "hunter2"}, "cluster": "a hunter2",
			"protocol": "hunter2", "calloutTimeout": "hunter2", "forwardHeaders": ["authorization: hunter2", "Authorization: hunter2"], "token: hunter2": "hunter2", "Token: hunter2": ""}],
		"gateway": {"sessionKeys": ["hunter2", "hunter2"], "publishedSeparator": "hunter2", "streamServer": "hunter2", "name": "\u0000hunter2",
			"instructions": "\u0000hunter2", "allowedHosts": ["hunter2@h"], "allowedOrigins": ["https://hunter2@h"], "bindSession": ["x: hunter2"], "sessionTTL": "hunter2"},
		"_rules_": ["hunter2", {"servers": "hunter2"}]
	}`), Environment{SessionKeys: secret})
	if len(doc.Problems) < 40 {
		t.Errorf("Parse reports %d problems, want one for each field: %v", len(doc.Problems), doc.Problems)
	}
	for _, p := range doc.Problems {
		if strings.Contains(p.String(), secret) {
			t.Errorf("problem %q shows the secret", p)
		}
	}
}

package config

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// gatewayWith is a document in gateway mode with one good server.
func gatewayWith(members string) string {
	return `{"servers":[{"name":"a","path":"/a","cluster":"c"}],"gateway":{` + members + `}}`
}

// gatewayServer is a document in gateway mode whose one server has the members.
func gatewayServer(members string) string {
	return `{"servers":[{"name":"a","path":"/a",` + members + `}],"gateway":{}}`
}

func key(i byte) SessionKey {
	k := SessionKey{31: 1}
	k[0] = i
	return k
}

func keyText(i byte) string {
	k := key(i)
	return base64.StdEncoding.EncodeToString(k[:])
}

func TestGatewayDefaults(t *testing.T) {
	want := base()
	want.Paths, want.UnknownServer = []string{"/mcp"}, RejectUnknown
	want.Servers = []Server{{Name: "a", Path: "/a", Cluster: "c", Prefix: true, CalloutTimeout: 5 * Second}}
	want.Gateway = &Gateway{Name: "mcp-router", PublishedSeparator: "___", SessionTTL: 24 * Hour, ListCacheTTL: 30 * Second}
	for _, data := range []string{
		gatewayWith(""),
		`{"paths":["/mcp"],"gateway":{"name":"mcp-router","instructions":"","publishedSeparator":"___","sessionKeys":[],"sessionTTL":"1440m","bindSession":[],
			"listCacheTTL":"30000ms","allowedHosts":[],"allowedOrigins":[],"streamServer":""},"servers":[{"name":"a","path":"/a","cluster":"c","protocol":"auto",
			"prefix":true,"calloutTimeout":"5s","callTimeout":"0","forwardHeaders":[]}]}`,
	} {
		if doc := Parse([]byte(data)); !reflect.DeepEqual(doc, &Document{Global: &want}) {
			t.Errorf("Parse(%s) = %+v\n%+v, want\n%+v", data, doc, doc.Global, want)
		}
	}
}

func TestGatewayReadsEveryField(t *testing.T) {
	doc := Parse([]byte(`{"paths":[],"separators":["--"],"servers":[
		{"name":"a","path":"/a","service":{"name":"amap.dns","port":443},"protocol":"2025-03-26","prefix":false,"calloutTimeout":"250ms","callTimeout":"1h30m","forwardHeaders":["Authorization","x-user"]},
		{"name":"b","path":"/b","service":{"port":8848,"name":"b.DEFAULT-GROUP.public.nacos"},"protocol":"2026-07-28"}],
		"gateway":{"name":"tools é","instructions":"one\n\ttwo","publishedSeparator":"--","sessionKeys":["` + keyText(1) + `","` + keyText(2) + `"],"sessionTTL":"1h",
		"bindSession":["X-User"],"listCacheTTL":"0s","allowedHosts":["Mcp.Example.com","[::1]:8080"],"allowedOrigins":["https://App.example.com:8443","*"],"streamServer":"b"}}`))
	want := base()
	want.UnknownServer, want.Separators = RejectUnknown, []string{"--"}
	want.Servers = []Server{
		{
			Name: "a", Path: "/a", Cluster: "outbound|443||amap.dns", Protocol: "2025-03-26",
			CalloutTimeout: 250, CallTimeout: 90 * Minute, ForwardHeaders: []string{"authorization", "x-user"},
		},
		{Name: "b", Path: "/b", Cluster: "outbound|8848||b.DEFAULT-GROUP.public.nacos", Protocol: "2026-07-28", Prefix: true, CalloutTimeout: 5 * Second},
	}
	want.Gateway = &Gateway{
		Name: "tools é", Instructions: "one\n\ttwo", PublishedSeparator: "--", SessionKeys: []SessionKey{key(1), key(2)}, SessionTTL: Hour,
		BindSession: []string{"x-user"}, AllowedHosts: []string{"mcp.example.com", "[::1]:8080"},
		AllowedOrigins: []string{"https://app.example.com:8443", "*"}, StreamServer: "b",
	}
	if !reflect.DeepEqual(doc, &Document{Global: &want}) {
		t.Errorf("Parse = %+v\n%+v\n%+v, want\n%+v\n%+v", doc, doc.Global, doc.Global.Gateway, want, want.Gateway)
	}
}

func TestGatewayFieldsNeedGatewayMode(t *testing.T) {
	const need = `needs gateway mode: add "gateway": {}, or leave the field out`
	runProblemCases(t, []problemCase{
		{"each of them", withServer(`"service":{"name":"a.dns","port":1},"protocol":"auto","prefix":true,"calloutTimeout":"1s","callTimeout":"1s","forwardHeaders":[]`), []string{
			"servers[0].service: " + need, "servers[0].protocol: " + need, "servers[0].prefix: " + need,
			"servers[0].calloutTimeout: " + need, "servers[0].callTimeout: " + need, "servers[0].forwardHeaders: " + need,
		}},
		{"beside a gateway of another type", `{"servers":[{"name":"a","path":"/a","cluster":"c"}],"gateway":true}`, []string{"gateway: must be an object, found a boolean"}},
		{"with a typo in gateway", `{"servers":[{"name":"a","path":"/a","cluster":"c"}],"gatway":{}}`, []string{
			`gatway: is not a field; did you mean "gateway"`, "servers[0].cluster: " + need,
		}},
		{"in a rule without it", withRoot(`"_rules_":[{"_match_route_":["r"],"servers":[{"name":"b","path":"/","cluster":"c"}]}]`), []string{"_rules_[0].servers[0].cluster: " + need}},
		{"a misspelt field", gatewayServer(`"cluster":"c","calloutTimeOut":"1s"`), []string{`servers[0].calloutTimeOut: is not a field; did you mean "calloutTimeout"`}},
	})
}

func TestARuleHasItsOwnGatewayOrTheGlobalOne(t *testing.T) {
	servers := `"servers":[{"name":"a","path":"/a","cluster":"c"}]`
	doc := Parse([]byte(`{"gateway":{"name":"global"},"_rules_":[
		{"_match_route_":["1"],` + servers + `},
		{"_match_route_":["2"],` + servers + `,"gateway":{"instructions":"own"},"paths":["/own"]}]}`))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	var got []string
	for _, rule := range doc.Rules {
		got = append(got, fmt.Sprint(rule.Config.Paths, rule.Config.Gateway.Name, rule.Config.Gateway.Instructions, rule.Config.UnknownServer))
	}
	want := []string{fmt.Sprint([]string{"/mcp"}, "global", "", RejectUnknown), fmt.Sprint([]string{"/own"}, "mcp-router", "own", RejectUnknown)}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("rules have %q, want %q", got, want)
	}
	runProblemCases(t, []problemCase{
		{"inherited servers without a cluster", withRoot(`"_rules_":[{"_match_route_":["r"],"gateway":{}}]`), []string{"_rules_[0].gateway: needs service or cluster in servers[0]"}},
		{"separators without the published one", `{` + servers + `,"gateway":{},"_rules_":[{"_match_route_":["r"],"separators":["/"]}]}`, []string{
			"_rules_[0].separators: must hold gateway.publishedSeparator too",
		}},
		{"servers without the one that streams", `{` + servers + `,"gateway":{"streamServer":"a"},"_rules_":[{"_match_route_":["r"],"servers":[{"name":"b","path":"/","cluster":"c"}]}]}`, []string{
			"_rules_[0].servers: must hold the server that gateway.streamServer names",
		}},
	})
}

func TestProblemsOfTargets(t *testing.T) {
	const full = `must be a full service name of at most 253 bytes, as "amap.dns" (McpBridge) or "amap.default.svc.cluster.local"`
	const parts = "must be a service name: letters, digits, hyphens and underscores between single dots; the port goes into port"
	service := func(name string) string { return gatewayServer(`"service":{"name":"` + name + `","port":1}`) }
	runProblemCases(t, []problemCase{
		{"neither", gatewayServer(`"prefix":true`), []string{"servers[0]: needs service or cluster in gateway mode"}},
		{"both", gatewayServer(`"cluster":"c","service":{"name":"a.dns","port":1}`), []string{"servers[0].cluster: stands beside service: name one of them"}},
		{"half a service", gatewayServer(`"service":{}`), []string{"servers[0].service.name: is required", "servers[0].service.port: is required"}},
		{"a typo in a service", gatewayServer(`"service":{"name":"a.dns","prot":1}`), []string{
			`servers[0].service.prot: is not a field; did you mean "port"`, "servers[0].service.port: is required",
		}},
		{"ports", `{"gateway":{},"servers":[{"name":"a","path":"/","service":{"name":"a.dns","port":0}},{"name":"b","path":"/","service":{"name":"a.dns","port":65536}},{"name":"c","path":"/","service":{"name":"a.dns","port":65535}}]}`, []string{
			"servers[0].service.port: must be from 1 to 65535", "servers[1].service.port: must be from 1 to 65535",
		}},
		{"a short service name", service("amap"), []string{"servers[0].service.name: " + full}},
		{"a service name too long", service(strings.Repeat("a.", 127)), []string{"servers[0].service.name: " + full}},
		{"a service name with its port", service("amap.dns:443"), []string{"servers[0].service.name: " + parts}},
		{"a service name with a bar", service("a|b.dns"), []string{"servers[0].service.name: " + parts}},
		{"no cluster name", gatewayServer(`"cluster":""`), []string{"servers[0].cluster: must have 1 to 256 characters"}},
		{"longest cluster name", gatewayServer(`"cluster":"` + strings.Repeat("c", 256) + `"`), nil},
		{"a cluster name too long", gatewayServer(`"cluster":"` + strings.Repeat("c", 257) + `"`), []string{"servers[0].cluster: must have 1 to 256 characters"}},
		{"a cluster name with a space", gatewayServer(`"cluster":"a b"`), []string{"servers[0].cluster: must be visible ASCII characters: the cluster's name as Envoy knows it"}},
		{"a revision that is none", gatewayServer(`"cluster":"c","protocol":"2024-11-05"`), []string{"servers[0].protocol: must be auto, 2026-07-28, 2025-11-25, 2025-06-18 or 2025-03-26"}},
		{"a header both set and forwarded", gatewayServer(`"cluster":"c","headers":{"Authorization":"x"},"forwardHeaders":["authorization"]`), []string{
			"servers[0]: forwards authorization, which its headers set over the client's",
		}},
	})
}

func TestIdentitiesAreOfNameAndTarget(t *testing.T) {
	server := Server{Name: "a", Cluster: "c", Domain: "d", Path: "/p"}
	for what, other := range map[string]Server{
		"name": {Name: "b", Cluster: "c", Domain: "d", Path: "/p"}, "cluster": {Name: "a", Cluster: "x", Domain: "d", Path: "/p"},
		"domain": {Name: "a", Cluster: "c", Domain: "x", Path: "/p"}, "path": {Name: "a", Cluster: "c", Domain: "d", Path: "/x"},
		"where one ends": {Name: "a", Cluster: "cd", Domain: "", Path: "/p"},
	} {
		if other.Identity() == server.Identity() {
			t.Errorf("another %s is the same identity", what)
		}
	}
	server.Headers, server.Prefix, server.CalloutTimeout = []Header{{"x", "y"}}, true, 1
	if server.Identity() != (&Server{Name: "a", Cluster: "c", Domain: "d", Path: "/p"}).Identity() {
		t.Error("what is neither name nor target changes the identity")
	}
}

func TestServersThatSessionsCannotTellApartAreRefused(t *testing.T) {
	seen := map[[4]byte]string{}
	for i := range 1 << 20 { // about one pair is found in 2^16
		name := fmt.Sprintf("s%d", i)
		id := (&Server{Name: name, Path: "/", Cluster: "c"}).Identity()
		if first, twice := seen[id]; twice {
			servers := `{"name":"` + first + `","path":"/","cluster":"c"},{"name":"` + name + `","path":"/","cluster":"c"}`
			const apart = "cannot be told from servers[0] in a session, by chance: give one of them another name"
			runProblemCases(t, []problemCase{
				{"in the global part", `{"gateway":{},"servers":[` + servers + `]}`, []string{"servers[1]: " + apart}},
				{"in router mode they matter to nobody", `{"servers":[` + strings.ReplaceAll(servers, `,"cluster":"c"`, "") + `]}`, nil},
			})
			return
		}
		seen[id] = name
	}
	t.Fatal("no two servers with one identity found")
}

func TestProblemsOfGateway(t *testing.T) {
	list := func(field, entry string, n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(`"%s%d"`, entry, i))
		}
		return gatewayWith(`"` + field + `":[` + strings.Join(all, ",") + `]`)
	}
	const origin = `must be an origin such as "https://app.example.com", or "*" for any`
	runProblemCases(t, []problemCase{
		{"names", gatewayWith(`"name":""`), []string{"gateway.name: must have 1 to 128 bytes"}},
		{"longest name", gatewayWith(`"name":"` + strings.Repeat("n", 128) + `"`), nil},
		{"a name too long", gatewayWith(`"name":"` + strings.Repeat("n", 129) + `"`), []string{"gateway.name: must have 1 to 128 bytes"}},
		{"a name with a line break", gatewayWith(`"name":"a\nb"`), []string{"gateway.name: must not contain control characters"}},
		{"longest instructions", gatewayWith(`"instructions":"` + strings.Repeat("i", 16384) + `"`), nil},
		{"instructions too long", gatewayWith(`"instructions":"` + strings.Repeat("i", 16385) + `"`), []string{"gateway.instructions: must not be longer than 16384 bytes"}},
		{"instructions with a bell", gatewayWith(`"instructions":"\u0007"`), []string{"gateway.instructions: must not contain control characters other than line breaks and tabs"}},
		{"a separator that is none", gatewayWith(`"publishedSeparator":"."`), []string{"gateway.publishedSeparator: must be one of separators"}},
		{"a stream of an unknown server", gatewayWith(`"streamServer":"A"`), []string{"gateway.streamServer: must be the name of one of servers"}},
		{"origins", gatewayWith(`"allowedOrigins":["app.example.com","https://a.example/","https://u@a.example","://a","null","https://*.a.example","1http://a"]`), []string{
			"gateway.allowedOrigins[0]: " + origin,
			`gateway.allowedOrigins[1]: must end with the host or the port: an origin has no path; try "https://a.example"`,
			"gateway.allowedOrigins[2]: must end with the host or the port: an origin has no path",
			"gateway.allowedOrigins[3]: " + origin, "gateway.allowedOrigins[4]: " + origin,
			"gateway.allowedOrigins[5]: must be one host, without wildcards", "gateway.allowedOrigins[6]: " + origin,
		}},
		{"too many origins", list("allowedOrigins", "https://a", 65), []string{"gateway.allowedOrigins: must not hold more than 64 entries, found 65"}},
		{"hosts", gatewayWith(`"allowedHosts":["https://a.example"]`), []string{`gateway.allowedHosts[0]: must be host or host:port, without a scheme; try "a.example"`}},
		{"too many hosts", list("allowedHosts", "a", 65), []string{"gateway.allowedHosts: must not hold more than 64 entries, found 65"}},
		{"too many headers to bind to", list("bindSession", "x-", 9), []string{"gateway.bindSession: must not hold more than 8 entries, found 9"}},
		{"headers that bind nothing", gatewayWith(`"bindSession":["a b","Mcp-Session-Id"]`), []string{
			"gateway.bindSession[0]: must be a header name: letters, digits, hyphens and no spaces or colons",
			"gateway.bindSession[1]: cannot be used: it belongs to the protocol, which the router speaks",
		}},
	})
}

func TestClientHeadersThatServersMayNotSee(t *testing.T) {
	const body, protocol = "cannot be used: it describes the body, which ", "cannot be used: it belongs to the protocol, which the router speaks"
	for name, want := range map[string]string{
		"authorization": "", "Cookie": "", "x-user": "", "x-forwarded-for": "", "origin": "",
		"Host": "cannot be used: every server has its own", ":authority": "cannot be used: it is a pseudo header",
		"Connection":   "cannot be used: it belongs to one connection (RFC 9110, section 7.6.1)",
		"content-type": body + "the router writes", "content-language": body + "differs from server to server",
		"accept": "cannot be used: the gateway itself says what it accepts of a server", "Accept-Encoding": "cannot be used: the gateway itself says what it accepts of a server",
		"X-Envoy-Max-Retries": "cannot be used: it steers Envoy, which a client may not",
		"mcp-name":            protocol, "mcp-param-x": protocol, "Mcp-Session-Id": protocol,
		"": "must be a header name of 1 to 128 characters",
	} {
		if got := badClientHeader(name); got != want {
			t.Errorf("badClientHeader(%q) = %q, want %q", name, got, want)
		}
	}
	runProblemCases(t, []problemCase{
		{"two spellings", gatewayServer(`"cluster":"c","forwardHeaders":["x-a","X-A","x-a"]`), []string{
			`servers[0].forwardHeaders[1]: is a duplicate of "x-a" under case folding`, "servers[0].forwardHeaders[2]: is a duplicate of entry 0",
		}},
	})
}

func TestProblemsOfSessionKeys(t *testing.T) {
	const want = "must be base64 of exactly 32 bytes, as `openssl rand -base64 32` prints them"
	short, long := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{1, 2}, 15)), base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{1, 2, 3}, 11))
	zero := base64.StdEncoding.EncodeToString(make([]byte, 32))
	runProblemCases(t, []problemCase{
		{"forms", gatewayWith(`"sessionKeys":["","` + short + `","` + long + `","` + keyText(1)[:43] + `","%%","` + keyText(1)[:20] + `\n` + keyText(1)[20:] + `","` + zero + `"]`), []string{
			"gateway.sessionKeys[0]: " + want, "gateway.sessionKeys[1]: " + want, "gateway.sessionKeys[2]: " + want, "gateway.sessionKeys[3]: " + want,
			"gateway.sessionKeys[4]: " + want, "gateway.sessionKeys[5]: " + want, "gateway.sessionKeys[6]: must be random: `openssl rand -base64 32` makes a key",
		}},
		{"the same twice", gatewayWith(`"sessionKeys":["` + keyText(1) + `","` + keyText(1) + `"]`), []string{"gateway.sessionKeys[1]: is a duplicate of entry 0"}},
	})
	var many []string
	for i := range byte(9) {
		many = append(many, `"`+keyText(i)+`"`)
	}
	runProblemCases(t, []problemCase{
		{"as many as allowed", gatewayWith(`"sessionKeys":[` + strings.Join(many[1:], ",") + `]`), nil},
		{"too many", gatewayWith(`"sessionKeys":[` + strings.Join(many, ",") + `]`), []string{"gateway.sessionKeys: must not hold more than 8 entries, found 9"}},
	})
}

func TestSessionKeysOfTheEnvironment(t *testing.T) {
	server := `"servers":[{"name":"a","path":"/a","cluster":"c"}]`
	document := `{` + server + `,"gateway":{"sessionKeys":["` + keyText(1) + `"]},"_rules_":[{"_match_route_":["r"]},{"_match_route_":["s"],"gateway":{}}]}`
	doc := ParseWith([]byte(document), Environment{SessionKeys: " " + keyText(2) + ",\n" + keyText(1) + " "})
	got := [][]SessionKey{doc.Global.Gateway.SessionKeys, doc.Rules[0].Config.Gateway.SessionKeys, doc.Rules[1].Config.Gateway.SessionKeys}
	want := [][]SessionKey{{key(1), key(2)}, {key(1), key(2)}, {key(2), key(1)}}
	if len(doc.Problems) > 0 || !reflect.DeepEqual(got, want) {
		for i := range got {
			for _, k := range got[i] {
				t.Logf("%d: %x", i, [32]byte(k))
			}
		}
		t.Errorf("keys differ, problems %v", doc.Problems)
	}
}

func TestProblemsOfTheEnvironment(t *testing.T) {
	gateway := gatewayWith("")
	bad := Problem{"MCP_ROUTER_SESSION_KEYS[1]", "must be base64 of exactly 32 bytes, as `openssl rand -base64 32` prints them"}
	for _, tc := range []struct {
		name, data, keys string
		want             []Problem
	}{
		{"a bad key", gateway, keyText(1) + ",hunter2", []Problem{bad}},
		{"too many", gateway, strings.Repeat(keyText(1)+" ", 9), []Problem{{"MCP_ROUTER_SESSION_KEYS", "must not hold more than 8 keys, found 9"}}},
		{"a bad key that nobody needs", withRoot(`"enable":true`), keyText(1) + ",hunter2", nil},
		{"nothing but commas", gateway, " , ", nil},
	} {
		if got := ParseWith([]byte(tc.data), Environment{SessionKeys: tc.keys}); !reflect.DeepEqual(got.Problems, tc.want) || !reflect.DeepEqual(got.GlobalProblems, tc.want) {
			t.Errorf("%s: problems %v, of the global part %v, want %v", tc.name, got.Problems, got.GlobalProblems, tc.want)
		}
	}
	doc := ParseWith([]byte(withRoot(`"_rules_":[{"_match_route_":["r"]},{"_match_route_":["g"],"servers":[{"name":"b","path":"/","cluster":"c"}],"gateway":{}}]`)), Environment{SessionKeys: keyText(1) + ",x"})
	if want := []Problem{bad}; !reflect.DeepEqual(doc.Problems, want) || doc.GlobalProblems != nil || doc.Rules[0].Problems != nil || !reflect.DeepEqual(doc.Rules[1].Problems, want) {
		t.Errorf("only the rule in gateway mode needs keys: %v, global %v, rules %v and %v, want %v", doc.Problems, doc.GlobalProblems, doc.Rules[0].Problems, doc.Rules[1].Problems, want)
	}
}

func TestSessionKeysDoNotPrint(t *testing.T) {
	g := Gateway{SessionKeys: []SessionKey{key(7)}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if text := fmt.Sprintf(verb, g); strings.Count(text, "(secret)") != 1 || strings.Contains(text, " 0 0") {
			t.Errorf("%s prints %s", verb, text)
		}
	}
}

package main

// gatewayMutants are mistakes in what gateway mode is made of.
var gatewayMutants = []mutant{
	// Configuration.
	{"gateway fields go without a gateway", "config/check_gateway.go", "for _, field := range r.needGateway {", "for _, field := range r.needGateway[:0] {", "./config", ""},
	{"servers that sessions cannot tell apart are fine", "config/check_gateway.go", "if j, twice := first[id]; twice {", "if j, twice := first[id]; twice && j < 0 {", "./config", ""},
	{"any 32 bytes are a key", "config/sessionkey.go", "if strings.Count(string(raw), string(raw[:1])) == len(raw) {", "if false {", "./config", ""},
	{"a rule's own gateway has no keys of the environment", "config/sessionkey.go", "for _, g := range gateways {", "for _, g := range gateways[:1] {", "./config", ""},
	{"clients steer Envoy", "config/gateway.go", `case strings.HasPrefix(lower, "x-envoy-"):`, `case lower == "x-envoy-":`, "./config", ""},
	{"two types of a schema are one", "mcp/tool.go", `return problem == ""` + "\n\t})\n\tif problem", `return !typed` + "\n\t})\n\tif problem", "./mcp", ""},

	// Sessions.
	{"sessions last for ever", "session/codec.go", "if now-s.Issued > c.ttl {", "if now < 0 {", "./session", ""},
	{"a token opens at every gateway", "session/codec.go", "append([]byte{format}, gateway...)", "append([]byte{format}, gateway[:0]...)", "./session", ""},
	{"a token has several spellings", "session/codec.go", "base64.RawURLEncoding.Strict()", "base64.RawURLEncoding", "./session", ""},
	{"line breaks in a token do not count", "session/codec.go", ` || strings.ContainsAny(string(token), "\r\n") {`, ` || strings.ContainsAny(string(token), "\x00") {`, "./session", ""},
	{"only the first key of a mark opens", "session/codec.go", "if key.mark != raw[1] {", "if key.mark != raw[1] || key.aead != c.keys[0].aead {", "./session", ""},
	{"the shortest ids are left out", "session/fields.go", "if len(kept[i].ID) > len(kept[longest].ID) {", "if len(kept[i].ID) < len(kept[longest].ID) {", "./session", ""},
	{"the cache keeps the request's memory", "session/cache.go", "Token(strings.Clone(string(token)))", "Token(strings.TrimSpace(string(token)))", "./session", ""},
	{"an absent header binds as an empty one", "session/session.go", "n = uint64(len(v.Text)) + 1", "n = uint64(len(v.Text))", "./session", ""},

	// Streams.
	{"an empty id gets a prefix", "sse/ids.go", "e.at == afterColon && !endsLine(c) && c != ' '", "e.at == afterColon && c != ' '", "./sse", ""},
	{"the mark hides the first id", "sse/ids.go", "case p == afterMark2 && c == bom[2]:\n\t\treturn lineStart", "case p == afterMark2 && c == bom[2]:\n\t\treturn inLine", "./sse", ""},
	{"a CR ends no line", "sse/line.go", `if pos < len(text) && (text[pos] == '\r' || text[pos] == '\n') {`, `if pos < len(text) && text[pos] == '\n' {`, "./sse", ""},
	{"an event has no bound", "sse/stream.go", "s.passing || stop-start > MaxEvent", "s.passing", "./sse", ""},
	{"an edit may write into the stream", "sse/event.go", "slices.Clip(value)", "slices.Grow(value, 0)", "./sse", ""},

	// Lists.
	{"nulls stay in entries", "listing/entry.go", `if member.Again || string(member.Of(raw)) == "null" ||`, `if member.Again ||`, "./listing", ""},
	{"an entry may have two names", "listing/entry.go", "if name.Again {", "if false {", "./listing", ""},
	{"a list is not filtered", "listing/entry.go", "r.source.Allows != nil && !r.source.Allows(own)", "r.source.Allows == nil && !r.source.Allows(own)", "./listing", ""},
	{"cursors may go in circles", "listing/list.go", "p.pages == MaxPages || p.asked(page.cursor)", "p.pages == MaxPages", "./listing", ""},
	{"lists have no bound", "listing/list.go", "p.size+size > MaxPart || l.size+size > MaxList", "p.size+size > MaxPart", "./listing", ""},
	{"what a server dropped still counts", "listing/list.go", "l.size -= p.size", "l.size -= 0", "./listing", ""},
	{"schemas that refer elsewhere lose their name", "listing/schema.go", `(target == "" || target[0] != '#')`, `target == "\x00"`, "./listing", ""},
	{"a public part makes a list public", "listing/page.go", "Public: h.Public && other.Public", "Public: h.Public || other.Public", "./listing", ""},
	{"a partial list is kept", "listing/cache.go", "if c.ttl <= 0 || !m.Whole() {", "if c.ttl <= 0 {", "./listing", ""},
	{"everybody's lists are public", "listing/cache.go", "name := key.digest(!m.Hints.Public)", "name := key.digest(false)", "./listing", ""},
	{"changes make no list stale", "listing/stored.go", "if generations.Of(part.server) != s.generations[i] {", "if generations.Of(part.server) < s.generations[i] {", "./listing", ""},
	{"the table grows", "listing/index.go", "for x.total() > MaxTable {", "for x.total() < 0 {", "./listing", ""},
	{"any list of a slot is the right one", "listing/stored.go", "!bytes.Equal(raw[10:10+len(key)], key[:])", "bytes.Equal(raw[10:10+len(key)], nil)", "./listing", ""},
}

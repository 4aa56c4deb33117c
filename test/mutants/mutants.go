package main

import "slices"

// mutant is one deliberate mistake and the tests that have to notice it.
type mutant struct {
	name string
	// file is where it is made; old occurs there exactly once and becomes new.
	file, old, new string
	// tests is a package pattern, and run a -run pattern ("" for all of them).
	tests, run string
}

// mutants are mistakes that once were made in routers like this one, or that a
// careless change would make.
var mutants = slices.Concat(routerMutants, gatewayMutants, eraMutants)

var routerMutants = []mutant{
	// The scan.
	{"the first duplicate wins", "jsonrpc/scan.go", "s.again |= s.seen & bit", "s.again = 0", "./jsonrpc ./router", ""},
	{"only ASCII letters fold", "jsonrpc/field.go", "case r == '\\u017f':", "case r == 'S':", "./jsonrpc", ""},
	{"dotless i is another letter", "jsonrpc/field.go", "case r == '\\u0130', r == '\\u0131':", "case r == '\\u0130':", "./jsonrpc", ""},
	{"one level deeper is fine", "jsonrpc/value.go", "if open.depth == MaxDepth {", "if open.depth == MaxDepth+1 {", "./jsonrpc", ""},
	{"bytes after the value are ignored", "jsonrpc/scan.go", "if err == nil && space(text, end) != len(text) {", "if err == nil && space(text, end) > len(text) {", "./jsonrpc", ""},
	{"bytes that are not UTF-8 are text", "jsonrpc/string.go", "if r == utf8.RuneError && size == 1 {", "if r == utf8.RuneError && size == 0 {", "./jsonrpc", ""},
	{"an escaped key is another key", "jsonrpc/field.go", "if c == '\\\\' || c >= utf8.RuneSelf {", "if c >= utf8.RuneSelf {", "./jsonrpc", ""},
	{"params are not looked into", "jsonrpc/scan.go", "if s.level == outside || s.level == inMessage && s.within[inMessage].field == paramsField {", "if s.level == outside {", "./jsonrpc", ""},
	{"a batch's messages share what was seen", "jsonrpc/batch.go", "s.spans, s.seen, s.again = [fieldCount]Span{}, 0, 0", "s.again = 0", "./jsonrpc", ""},
	{"texts are decoded whole", "jsonrpc/text.go", "return decoded(text, make([]byte, min(most, len(text)))), ok", "return decoded(text, make([]byte, len(text))), ok", "./jsonrpc", ""},
	{"an escape is one byte long", "jsonrpc/text.go", "at += len(`\\u0000`)", "at++", "./jsonrpc", ""},

	// The decision.
	{"the old content-length is kept", "exchange/decision.go", "f.ContentLength -= end - start", "f.ContentLength -= 0", "./router", ""},
	{"Mcp-Name keeps its prefix", "exchange/mirror.go", "mcp.EncodeHeader(renamed)", "mcp.EncodeHeader(name)", "./router", ""},
	{"every reading is decoded anew", "router/route.go", "name, ok := jsonrpc.TextIn(raw, scratch)", "name, ok := jsonrpc.Text(raw, names.MaxName)", "./router", ""},
	{"tool names have no bound", "router/call.go", "case len(tool) > names.MaxTool:", "case len(tool) > 1<<30:", "./router", ""},
	{"Mcp-Name is set right", "exchange/mirror.go", "err == nil && decoded == text && f.Lines == 1", "err == nil && decoded != \"\" && f.Lines == 1", "./exchange ./router", ""},
	{"clients may have calls repeated", "router/forward.go", "return c.request.Retries.Remove(edits)", "return edits", "./router", ""},
	{"client text may steer logs", "telemetry/text.go", "if steers(r) {", "if r < 0 {", "./telemetry", ""},
	{"client text in logs has no bound", "telemetry/text.go", "if len(s) <= MaxClientText && isPlain(s) {", "if isPlain(s) {", "./telemetry", ""},
	{"the byte-order mark is forwarded", "router/forward.go", "if req.Body[0] != '{' {", "if req.Body[0] == '{' {", "./router", ""},
	{"the authority stays the client's", "router/forward.go", `if server.Domain != "" {`, `if server.Domain == "" {`, "./router", ""},
	{"the shortest server name wins", "names/names.go", "for at := min(len(name), n.longest); at > 0; at-- {", "for at := 1; at <= min(len(name), n.longest); at++ {", "./names", ""},
	{"an empty tool name is a tool name", "router/call.go", `case tool == "":`, `case tool == "\x00":`, "./router", ""},
	{"deny lists do not count", "config/tools.go", "for _, pattern := range f.Deny {", "for _, pattern := range f.Deny[:0] {", "./config ./router", ""},
	{"null is an id", "jsonrpc/error.go", `return c == '"' || c == '-' || c-'0' <= 9`, `return c == '"' || c == '-' || c == 'n' || c-'0' <= 9`, "./jsonrpc ./router", ""},
	{"notifications get answers", "exchange/refuse.go", "if id == nil {", "if false {", "./router", ""},
	{"unknown servers are always refused", "router/route.go", "if r.cfg.UnknownServer == config.PassUnknown {", "if r.cfg.UnknownServer == config.RejectUnknown {", "./router", ""},
	{"batches pass", "router/route.go", "ours = r.isOurs(req.Body, &e)", "ours = false", "./router", ""},
	{"a doubled Mcp-Name is one", "exchange/mirror.go", "case r.MCPName.Lines > 1:", "case r.MCPName.Lines > 2:", "./router", ""},
	{"coded bodies are read", "exchange/media.go", "return coding.Present() && IsCoding(coding.Value)", `return coding.Value == "br"`, "./router", ""},

	// The host.
	{"a client may set the server header", "filter/stream.go", "for _, name := range names {", "for _, name := range names[:0] {", "./filter", ""},
	{"only the global part reserves its server header", "config/document.go", "d.reserve(v)", "d.reserve(gjson.Result{})", "./config ./filter", ""},
	{"trailers end nothing", "filter/stream.go", "func (s *stream) OnHttpRequestTrailers(int) (action types.Action) {\n\th := s.held\n\tif h == nil {", "func (s *stream) OnHttpRequestTrailers(int) (action types.Action) {\n\th := s.held\n\tif h != nil {", "./filter", ""},
	{"the old route is kept", "filter/apply.go", "if s.plugin.higress {", "if !s.plugin.higress {", "./filter", ""},
	{"bodies grow without bound", "filter/stream.go", "if bodySize > h.handler.MaxBodyBytes() {", "if bodySize < 0 {", "./filter", ""},
	{"a bad rule is the global one", "filter/scope.go", "newScope(shared, w, rule.Config, rule.Problems)", "newScope(shared, w, doc.Global, rule.Problems[:0])", "./filter", ""},
	{"hosts differ by letter case", "rules/host.go", "return strings.ToLower(authority), true", "return authority, true", "./rules ./filter", ""},
	{"hosts differ by the dot of the root", "rules/host.go", `authority = strings.TrimSuffix(authority, ".")`, "", "./rules ./filter", ""},
	{"a host that is none is another host", "rules/host.go", "if !isHostByte(authority[i]) {", "if !isHostByte(authority[i]) && i > len(authority) {", "./rules ./filter", ""},
	{"the last rule that fits wins", "rules/table.go", "if _, taken := (*first)[entry]; !taken {", "if true {", "./rules", ""},
	{"what cannot be told is a miss", "rules/table.go", "if doubt := t.doubt(r); doubt < rule {", "if doubt := t.doubt(r); doubt < 0 {", "./rules ./filter", ""},
	{"one entry taken is a rule taken", "rules/shadow.go", "first, whole = min(first, rule), whole && rule < no", "first = min(first, rule)", "./rules", ""},
	{"unreadable entries are left out", "config/match.go", "d.match.Any = d.match.Any || !whole", "d.match.Any = d.match.Any && !whole", "./config ./filter", ""},
	{"unreadable paths are every path", "config/document.go", `if len(global.Paths) == 0 && r.notes("", "paths") {`, "if false {", "./config ./filter", ""},
	{"a doubled enable may switch off", "config/document.go", `rule.Enable = rule.Enable || r.notes(at, "enable")`, "", "./config", ""},
	{"an idle plugin lets batches pass", "router/closed.go", "if !refused {", `if !refused || reply.Labels.Outcome == exchange.Batch {`, "./router ./filter", ""},
	{"a configuration with problems serves", "filter/scope.go", "return router.NotConfigured(cfg)", "return newHandler(shared, w, cfg)", "./filter", ""},
	{"a bad configuration starts", "filter/plugin.go", "if len(doc.Problems) > 0 && doc.OnConfigError == config.FailOnError {", "if len(doc.Problems) > 99 {", "./filter", ""},
	{"the access log learns nothing", "filter/report.go", "if labels.Outcome == exchange.Passed {", "if labels.Outcome != exchange.Passed {", "./filter", ""},
	{"more of the body is replaced than was read", "filter/hostcall/hostcall_wasip1.go", "int32(replaced), unsafe", "int32(replaced+1), unsafe", "./test/e2e", "TestReadme"},
	// Asking servers.
	{"a late answer is news", "filter/callout.go", "if h == nil {", "if false {", "./filter", "Puppet"},
	{"a plan hears of failures later", "filter/callout.go", "if len(a.failed) == 0 {", "if true {", "./filter", "Puppet"},
	{"a plan's request stays paused", "filter/callout.go", "if action == types.ActionContinue {", "if action != types.ActionContinue {", "./filter", "Puppet"},
	{"a plan may wait for nothing", "filter/callout.go", "if a.open == 0 {", "if a.open < 0 {", "./filter", "Puppet"},
	{"a plan's panic is the host's", "filter/callout.go", "\tdefer s.guard(&action)\n", "", "./filter", "Puppet"},
	{"no deadline is none", "filter/callout.go", "max(call.TimeoutMs, 1) // 0 would be none at all", "call.TimeoutMs", "./test/e2e", "TestACallWithoutADeadline"},
	{"a full breaker is a silent server", "filter/callout.go", "case head.overloaded:", "case false:", "./filter", "Puppet"},
	{"the host's 504 is the server's", "filter/callout.go", "(reply.Status == 503 || reply.Status == 504)", "reply.Status == 503", "./filter", "Puppet"},
	{"places for calls run out", "filter/underway.go", "func (u *underWay) end(ticket uint64) { delete(u.ends, ticket) }", "func (u *underWay) end(uint64) {}", "./filter", "Puppet|Places"},
	{"calls find a place always", "filter/underway.go", "return 0, false", "u.last++", "./filter", "Puppet|Places"},
	{"big answers do not yield", "filter/yield.go", "if bodySize > bigAnswer {", "if bodySize < 0 {", "./test/e2e", "TestBigAnswers"},
	{"a write takes any version for absent", "filter/world.go", "version = absent", "version = 0", "./test/e2e", "TestTheWorld"},
	{"half an edit ends a reply", "filter/reply.go", "*action = s.breakOff(", "_ = fmt.Errorf(", "./test/e2e", "TestAnEditorThatPanics"},
	{"a replaced reply keeps its length", "filter/reply.go", `exchange.Remove("content-length"), exchange.Remove("content-encoding"),`, `exchange.Remove("content-encoding"),`, "./filter", "Puppet"},
	{"a panic lets the request pass", "filter/apply.go", `*action = s.failPanic(r)`, "*action = types.ActionContinue", "./test/e2e", "TestAPanic"},
}

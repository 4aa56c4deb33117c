package main

// eraMutants are mistakes in how gateway mode tells the eras apart and serves
// the stateless one.
var eraMutants = []mutant{
	{"an initialize is of the era of its header", "gateway/version.go", "if m.method != mcp.MethodInitialize {", "if m.method != \"\" {", "./gateway", ""},
	{"header and body may name two revisions", "gateway/version.go", "case header != body:", "case header != body && body == \"\":", "./gateway", ""},
	{"a stateless client need not say what it can do", "gateway/version.go", "case !isObject(m.meta.capabilities.Of(m.Body)):", "case m.meta.capabilities.Again:", "./gateway", ""},
	{"Mcp-Name may be missing", "gateway/mirror.go", "case named && !m.MCPName.Present():", "case named && m.MCPName.Lines < 0:", "./gateway", ""},
	{"Mcp-Name is compared for tools only", "gateway/mirror.go", "named := m.row != nil && m.row.Mirrored", "named := m.row != nil && m.row.Mirrored && m.method == mcp.MethodToolsCall", "./gateway", ""},
	{"a busy server is of the other era", "gateway/probe.go", "&& p.status != 429", "", "./gateway", ""},
	{"who answers the probe is stateless", "gateway/probe.go", "if holds(a.result, members[0].Span, mcp.RevisionStateless) {", "if members[0].Present() {", "./gateway", ""},
	{"who refuses for ever is asked for ever", "gateway/probe.go", "if a.problem.again && !p.again {", "if a.problem.again {", "./gateway", ""},
	{"a refusal is believed as long as a promise", "gateway/eras.go", "lasts := int64(unspokenFor)", "lasts := int64(spokenFor)", "./gateway", ""},
	{"the eras of a server are one", "gateway/eras.go", "if era == mcp.Stateless {\n\t\treturn &s.stateless", "if era == mcp.Stateless {\n\t\treturn &s.session", "./gateway", ""},
	{"a refused era is not asked for again", "gateway/eras.go", "if h.seen[server].of(era).until != 0 {", "if h.seen[server].of(era).until < 0 {", "./gateway", ""},
	{"stateless clients share lists whatever they can do", "gateway/listkey.go", "key.Client = [][]byte{p.m.promised(), p.m.meta.info.Of(p.m.Body)}", "key.Client = [][]byte{p.m.meta.info.Of(p.m.Body)}", "./gateway", ""},
	{"a silent server is skipped no longer each time", "gateway/health.go", "int64(firstSkip)<<min(s.failures, 3)", "int64(firstSkip)", "./gateway", ""},
}

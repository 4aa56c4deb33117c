package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// meta is what a message says in params._meta of its revision and its client
// (MCP 2026-07-28, "General fields").
type meta struct{ version, capabilities, info jsonrpc.Member }

// readMeta finds it. Of a member given twice nobody knows which counts.
func (m *message) readMeta() exchange.Decision {
	members := m.inParams("_meta", "task")
	m.task = members[1].Present()
	if !members[0].Present() && !members[0].Again {
		return nil
	}
	return m.readMembers(members[0])
}

func (m *message) readMembers(all jsonrpc.Member) exchange.Decision {
	found := jsonrpc.Members(m.Body, all.Span, mcp.MetaProtocolVersion, mcp.MetaClientCapabilities, mcp.MetaClientInfo)
	m.meta = meta{found[0], found[1], found[2]}
	if all.Again || found[0].Again || found[1].Again || found[2].Again {
		return m.malformed(mcp.CodeInvalidRequest, "params._meta or a member of it is given more than once", exchange.Ambiguous)
	}
	return nil
}

// checkVersion finds the era of a message, which is a property of each request:
// stateless if its header or its body says so, else of the session era (MCP
// 2026-07-28, "Protocol version").
func (m *message) checkVersion() exchange.Decision {
	header, ok := single(m.Request, mcp.HeaderProtocolVersion, m.ProtocolVersion)
	if !ok {
		return m.manyVersions()
	}
	if refusal := m.readMeta(); refusal != nil {
		return refusal
	}
	if !m.meta.version.Present() && m.method != mcp.MethodInitialize && (header == "" || mcp.IsSessionRevision(header)) {
		m.era = mcp.Session
		return nil
	}
	return m.checkOther(header)
}

// checkOther is checkVersion for a message that is not plainly of the session era. It
// may as plainly be of the other.
//
//go:noinline
func (m *message) checkOther(header string) exchange.Decision {
	if header == mcp.RevisionStateless && m.id != nil && m.method != mcp.MethodInitialize &&
		jsonrpc.Is(m.meta.version.Of(m.Body), mcp.RevisionStateless) && isObject(m.meta.capabilities.Of(m.Body)) &&
		(!m.meta.info.Present() || isObject(m.meta.info.Of(m.Body))) {
		m.era = mcp.Stateless
		return m.checkHeaders()
	}
	return m.checkEra(header)
}

// checkEra is checkVersion for a message whose era its header does not settle.
//
//go:noinline
func (m *message) checkEra(header string) exchange.Decision {
	body, isText := jsonrpc.Text(m.meta.version.Of(m.Body), maxText)
	stateless := m.meta.version.Present() && !mcp.IsSessionRevision(body)
	// An initialize agrees on a version, so its header says nothing yet.
	if m.method != mcp.MethodInitialize {
		stateless = stateless || mcp.MirrorsBody(header)
	}
	if stateless {
		m.era = mcp.Stateless
		if m.id == nil {
			// What binds requests is not said of notifications.
			return nil
		}
		return m.checkStateless(header, body, isText)
	}
	m.era = mcp.Session
	switch {
	case m.method == mcp.MethodInitialize:
	case body != "" && header != "" && body != header:
		return m.versionMismatch(header, body)
	case header != "" && !mcp.IsSessionRevision(header):
		return m.malformed(mcp.CodeInvalidRequest, "unsupported protocol version "+exchange.Quote(header)+"; "+supported, exchange.UnsupportedVersion)
	}
	return nil
}

// supported ends the messages about versions.
var supported = "supported: " + strings.Join(mcp.SessionRevisions(), ", ")

//go:noinline
func (m *message) manyVersions() exchange.Decision {
	return m.malformed(mcp.CodeInvalidRequest, "header MCP-Protocol-Version is given with different values", exchange.BadRequest)
}

// checkStateless refuses a stateless request that does not say what each must:
// its revision, twice and the same, and what its client can do.
func (m *message) checkStateless(header, body string, isText bool) exchange.Decision {
	invalid := func(text string) exchange.Decision {
		return m.malformed(mcp.CodeInvalidParams, text, exchange.BadRequest)
	}
	switch {
	case !isText:
		return invalid("params._meta must have a string " + mcp.MetaProtocolVersion)
	case header == "":
		return m.malformed(mcp.CodeHeaderMismatch, "header MCP-Protocol-Version is missing, params._meta says "+exchange.Quote(body), exchange.HeaderMismatch)
	case header != body:
		return m.versionMismatch(header, body)
	case body != mcp.RevisionStateless:
		return m.unsupported(body)
	case !isObject(m.meta.capabilities.Of(m.Body)):
		return invalid("params._meta must have an object " + mcp.MetaClientCapabilities)
	case m.meta.info.Present() && !isObject(m.meta.info.Of(m.Body)):
		return invalid("params._meta: " + mcp.MetaClientInfo + " must be an object")
	}
	return m.checkHeaders()
}

func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

func (m *message) versionMismatch(header, body string) exchange.Decision {
	return m.malformed(mcp.CodeHeaderMismatch, "header MCP-Protocol-Version is "+exchange.Quote(header)+", params._meta says "+exchange.Quote(body), exchange.HeaderMismatch)
}

// unsupported tells a client which revisions it may try instead.
func (m *message) unsupported(version string) exchange.Decision {
	data := appendStrings([]byte(`{"supported":`), mcp.Revisions())
	data = append(jsonrpc.AppendString(append(data, `,"requested":`...), version), '}')
	reply := exchange.ErrorReply(400, m.id, mcp.CodeUnsupportedVersion, "", m.labels(exchange.UnsupportedVersion))
	reply.Body = jsonrpc.ErrorReplyWith(m.id, mcp.CodeUnsupportedVersion, "unsupported protocol version "+exchange.Quote(version), data)
	return reply
}

// appendStrings appends a JSON array of strings.
func appendStrings(out []byte, texts []string) []byte {
	for i, text := range texts {
		out = jsonrpc.AppendString(append(out, "[,"[min(i, 1)]), text)
	}
	return append(out, ']')
}

package gateway

import (
	"strings"

	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
)

// metaVersion is the member of params._meta that states a request's revision
// (MCP 2026-07-28, "Protocol version").
const metaVersion = "io.modelcontextprotocol/protocolVersion"

// checkVersion finds the era of a message: the session era, or it is refused. A
// stateless request gets an error that is none of its own revision's, at which
// dual-era clients go back to initialize.
func (m *message) checkVersion() exchange.Decision {
	header, ok := single(m.Request, mcp.HeaderProtocolVersion, m.ProtocolVersion)
	if !ok {
		return m.malformed(mcp.CodeInvalidRequest, "header MCP-Protocol-Version is given with different values", exchange.BadRequest)
	}
	body, refusal := m.bodyVersion()
	switch {
	case refusal != nil:
		return refusal
	case m.method == mcp.MethodInitialize && !mcp.MirrorsBody(body):
		// What the header says is not agreed on yet.
		return nil
	case body != "" && header != "" && body != header:
		return m.malformed(mcp.CodeHeaderMismatch, "header MCP-Protocol-Version is "+exchange.Quote(header)+", params._meta says "+exchange.Quote(body), exchange.HeaderMismatch)
	case mcp.MirrorsBody(header), mcp.MirrorsBody(body):
		return m.sessionsOnly()
	case header != "" && !mcp.IsSessionRevision(header):
		return m.malformed(mcp.CodeInvalidRequest, "unsupported protocol version "+exchange.Quote(header)+"; "+supported, exchange.UnsupportedVersion)
	}
	return nil
}

// supported ends the messages about versions.
var supported = "supported: " + strings.Join(mcp.SessionRevisions(), ", ")

// sessionsOnly refuses a stateless request.
func (m *message) sessionsOnly() exchange.Decision {
	code := mcp.CodeInvalidRequest
	if m.row != nil && !m.row.Eras.Has(mcp.Session) {
		code = mcp.CodeMethodNotFound
	}
	return m.malformed(code, "requests without a session are not served here: send initialize first; "+supported, exchange.UnsupportedVersion)
}

// bodyVersion reads params._meta's version, "" for none.
func (m *message) bodyVersion() (version string, refusal exchange.Decision) {
	if !mayHold(m.Params.Of(m.Body), "_meta") {
		return "", nil
	}
	meta := jsonrpc.Members(m.Body, m.Params, "_meta")[0]
	found := jsonrpc.Members(m.Body, meta.Span, metaVersion)[0]
	if meta.Again || found.Again {
		return "", m.malformed(mcp.CodeInvalidRequest, "params._meta or its protocol version is given more than once", exchange.Ambiguous)
	}
	version, _ = jsonrpc.Text(found.Of(m.Body), maxText)
	return version, nil
}

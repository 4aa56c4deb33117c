package exchange

import (
	"strings"

	"mcp-router/mcp"
)

// Mirrored is what the standard headers of a message repeat of its body.
type Mirrored struct {
	Method string
	// Name is the text of the member that Mcp-Name repeats, and Member says where
	// it stands: "name", below params. Without a Member the method has none.
	Member, Name string
}

// Mismatch says how the standard headers belie a message, "" when they do not.
// They bind from the stateless revision on; a server behind us would refuse the
// same (MCP 2026-07-28, "Standard headers").
func (r *Request) Mismatch(m Mirrored) string {
	if r.MCPMethod.is(m.Method) && (m.Member == "" || r.MCPName.is(m.Name)) || !r.MirrorsBody() {
		return ""
	}
	return r.mismatch(m)
}

// is reports whether a header says a text plainly, as nearly all do: on one line, not
// encoded and without white space around it.
func (f *Field) is(text string) bool {
	return f.Lines == 1 && f.Value == text && text != "" && text[0] > ' ' && text[0] != '=' && text[len(text)-1] > ' '
}

func (f *Field) decodesTo(text string) bool {
	decoded, err := mcp.DecodeHeader(f.Value)
	return err == nil && decoded == text && f.Lines == 1
}

// mismatch is Mismatch for headers that do not say it plainly.
//
//go:noinline
func (r *Request) mismatch(m Mirrored) string {
	switch method := r.MCPMethod; {
	case method.Lines > 1:
		return "header Mcp-Method is given more than once"
	case method.Present() && strings.Trim(method.Value, " \t") != m.Method:
		return "header Mcp-Method does not match the body's method"
	}
	switch {
	case m.Member == "":
		return ""
	case r.MCPName.Lines > 1:
		return "header Mcp-Name is given more than once"
	case !r.MCPName.Present():
		return ""
	}
	switch decoded, err := mcp.DecodeHeader(r.MCPName.Value); {
	case err != nil:
		return "header Mcp-Name: " + err.Error()
	case decoded != m.Name:
		return "header Mcp-Name does not match params." + m.Member
	}
	return ""
}

// MirrorsBody reports whether some reader takes the request's protocol version for
// one whose standard headers bind; of a doubled header nobody knows which line
// counts.
func (r *Request) MirrorsBody() bool {
	version := &r.ProtocolVersion
	return version.Lines > 0 && (version.Lines > 1 || mcp.MirrorsBody(strings.Trim(version.Value, " \t")))
}

// RenameHeader keeps Mcp-Name true to a body in which name, the client's, has
// become renamed. One that was not true goes: set right, it would hide from the
// server that header and body disagreed, and left alone it might by chance agree
// with the new name.
func (f Field) RenameHeader(name, renamed string) HeaderEdit {
	if !f.is(name) && !f.decodesTo(name) {
		return Remove(mcp.HeaderName)
	}
	return Set(mcp.HeaderName, mcp.EncodeHeader(renamed))
}

package exchange

import "slices"

// Labels describe a decision to metrics (bounded ones only) and access logs.
type Labels struct {
	// Method is the message's method when it was read.
	Method string
	// Server is the configured server's name, empty when none was chosen.
	Server string
	// Tool is the server's own tool name. It is client input: access logs only.
	Tool    string
	Outcome Outcome
}

// Outcome says, in one of few words, what became of a request.
type Outcome string

// The outcomes.
const (
	// Passed went on untouched: not ours to route.
	Passed Outcome = "passed"
	// PassedUnknownServer went on untouched although its name has a prefix.
	PassedUnknownServer Outcome = "passed_unknown_server"
	// PassedTooLarge went on untouched because it was too large to read.
	PassedTooLarge Outcome = "passed_too_large"
	// Forwarded was re-routed to a server.
	Forwarded Outcome = "forwarded"
	// UnknownServer was refused: no such server.
	UnknownServer Outcome = "unknown_server"
	// EmptyTool was refused: a server but no tool.
	EmptyTool Outcome = "empty_tool"
	// LongTool was refused: a tool name that is longer than any.
	LongTool Outcome = "long_tool"
	// DeniedTool was refused by the server's allow and deny lists.
	DeniedTool Outcome = "denied_tool"
	// InvalidID was refused: null, or not a string or number.
	InvalidID Outcome = "invalid_id"
	// Ambiguous was refused: JSON readers would disagree about it, or servers have
	// the same URI.
	Ambiguous Outcome = "ambiguous"
	// Batch was refused: an array with a routed call inside.
	Batch Outcome = "batch"
	// HeaderMismatch was refused: a standard header belies the body.
	HeaderMismatch Outcome = "header_mismatch"
	// TooLarge was refused: over maxBodyBytes.
	TooLarge Outcome = "too_large"
	// AnsweredHere was answered by the gateway.
	AnsweredHere Outcome = "answered"
	// Partial was answered by the gateway without what some server would add.
	Partial Outcome = "partial"
	// Acknowledged was a notification, which has no answer.
	Acknowledged Outcome = "accepted"
	// BadRequest was refused: no message of MCP, or not as HTTP.
	BadRequest Outcome = "bad_request"
	// MethodNotAllowed was refused: an HTTP method without a meaning here.
	MethodNotAllowed Outcome = "method_not_allowed"
	// ForbiddenHost was refused: not for a host of ours.
	ForbiddenHost Outcome = "forbidden_host"
	// ForbiddenOrigin was refused: from a page that is not ours.
	ForbiddenOrigin Outcome = "forbidden_origin"
	// UnsupportedVersion was refused: a revision that is not served.
	UnsupportedVersion Outcome = "unsupported_version"
	// UnknownSession was refused: a session id that opens none.
	UnknownSession Outcome = "unknown_session"
	// UnknownMethod was refused: a method that is not served.
	UnknownMethod Outcome = "unknown_method"
	// UnknownTool was refused: a name, or a URI, without a server.
	UnknownTool Outcome = "unknown_tool"
	// Unavailable was refused: the server did not answer, or not in MCP.
	Unavailable Outcome = "unavailable"
	// InvalidHost was refused: by its Host no rule can be chosen.
	InvalidHost Outcome = "invalid_host"
	// NotConfigured was refused: the scope's configuration has problems.
	NotConfigured Outcome = "not_configured"
	// Failed was refused: a host call or our own code failed.
	Failed Outcome = "failed"
)

// Refused reports whether the client got an error in the place of what it asked.
func (o Outcome) Refused() bool {
	return !slices.Contains(served[:], o)
}

// served are the outcomes of requests that got what they asked.
var served = [...]Outcome{Passed, PassedUnknownServer, PassedTooLarge, Forwarded, AnsweredHere, Partial, Acknowledged}

// Outcomes lists them all, in the order metrics are defined.
var Outcomes = [...]Outcome{
	Passed, PassedUnknownServer, PassedTooLarge, Forwarded, UnknownServer, EmptyTool, LongTool, DeniedTool,
	InvalidID, Ambiguous, Batch, HeaderMismatch, TooLarge,
	AnsweredHere, Partial, Acknowledged, BadRequest, MethodNotAllowed, ForbiddenHost, ForbiddenOrigin,
	UnsupportedVersion, UnknownSession, UnknownMethod, UnknownTool, Unavailable, InvalidHost, NotConfigured, Failed,
}

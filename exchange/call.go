package exchange

import "mcp-router/mcp"

// Ask puts questions to servers before the request is decided. It may be
// returned only when the whole request is there: by Route, or by Head for a
// request that ends with its headers. All calls of an Ask run at the same time.
type Ask struct {
	Calls []Call
	// Plan gets the answers and has the last word. An Ask that a plan itself
	// returns adds calls to it; its Plan is not looked at.
	Plan Plan
	// Labels describe the request should its plan fail. Of an Ask that a plan
	// returns they are not looked at.
	Labels Labels
}

func (Ask) decision() {}

// Call is one HTTP request of ours to a server.
type Call struct {
	// Token names the call to its plan, which chooses it: every call's answer
	// comes with its token.
	Token int
	// Server is the configured server's name and Method the MCP method of the
	// message: metrics alone look at both.
	Server, Method string
	// Cluster is the host's name of where the call goes.
	Cluster string
	// Headers must hold :method, :path and :authority; content-length is the
	// host's to add.
	Headers [][2]string
	Body    []byte
	// TimeoutMs is the time the whole reply may take, in milliseconds. The least
	// is 1: a call without a deadline could wait for ever.
	TimeoutMs uint32
}

// CallReply is what became of a Call. All but Outcome is set only when the
// server answered.
type CallReply struct {
	Outcome CallOutcome
	// Status is the HTTP status.
	Status int
	// ContentType, SessionID and ContentEncoding are the first lines of these
	// headers, "" without one.
	ContentType, SessionID, ContentEncoding string
	// Body is the whole body, at most MaxCallReply bytes. The plan may keep it.
	Body []byte
}

// AddHeader notes a header line of the reply, name in lower case.
func (r *CallReply) AddHeader(name, value string) {
	switch name {
	case ":status":
		r.Status = status(value)
	case "content-type":
		first(&r.ContentType, value)
	case "content-encoding":
		first(&r.ContentEncoding, value)
	case mcp.HeaderSessionID:
		first(&r.SessionID, value)
	}
}

// MaxCallReply bounds the body of a call's reply, in bytes. The server of a
// longer one counts as one that does not answer.
const MaxCallReply = 4 << 20

// MaxUnderWay bounds the calls that one worker has under way, those included
// whose client has left: hosts cannot cancel them.
const MaxUnderWay = 1000

// CallOutcome says, in one of few words, what became of a Call.
type CallOutcome string

const (
	// Answered is a reply of the server, whatever its status.
	Answered CallOutcome = "answered"
	// NoAnswer is a server that refused the connection, broke off, took longer
	// than the deadline or sent more than fits.
	NoAnswer CallOutcome = "no_answer"
	// NotSent is a call that the host does not accept: it knows no such cluster.
	NotSent CallOutcome = "not_sent"
	// Overloaded is a call for which there was no place: too many are under way,
	// or the host has none left for this cluster, or no healthy endpoint of it,
	// which look alike. It failed at once and says nothing about the next one.
	Overloaded CallOutcome = "overloaded"
)

// CallOutcomes lists them all.
var CallOutcomes = [...]CallOutcome{Answered, NoAnswer, NotSent, Overloaded}

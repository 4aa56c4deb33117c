package server

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"strconv"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
	"mcp-router/jsonrpc"
)

// Handler serves the endpoint in both eras: requests whose version header
// names a revision without sessions, and all others. A call that belongs to no
// session is served by itself, its client not asked for anything: through a
// router, initialize may have gone elsewhere. Requests for a name that
// is neither host, loopback nor an address are refused, and so are those from
// pages of such names: a web page must not reach this server by letting its
// own name point here.
func (s *Server) Handler(host string) http.Handler {
	server := func(*http.Request) *mcp.Server { return s.mcp }
	// Both handlers leave the check of names to guard.
	stateless := mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		Stateless: true, PropagateRequestCancellation: true, DisableLocalhostProtection: true,
	})
	sessions := mcp.NewStreamableHTTPHandler(server, &mcp.StreamableHTTPOptions{
		SessionTimeout: sessionIdle, DisableLocalhostProtection: true,
	})
	mux := http.NewServeMux()
	mux.HandleFunc(Endpoint, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			sessions.ServeHTTP(w, r)
			return
		}
		body, ok := readBodyWithin(w, r, bodyTimeout)
		if !ok {
			return
		}
		message, refused := examine(body)
		switch {
		case refused != nil:
			refuse(w, refused)
		case r.Header.Get("Mcp-Protocol-Version") >= provider.StatelessVersion, r.Header.Get("Mcp-Session-Id") == "" && message.belongsNowhere():
			stateless.ServeHTTP(w, r)
		default:
			sessions.ServeHTTP(w, r)
		}
	})
	return guard(host, mux)
}

// readBodyWithin reads the body, up to the SDK's own limit, and puts it back. A client
// that does not send what it announced is not waited for.
func readBodyWithin(w http.ResponseWriter, r *http.Request, timeout time.Duration) ([]byte, bool) {
	deadline := http.NewResponseController(w)
	_ = deadline.SetReadDeadline(time.Now().Add(timeout)) // tests may serve without a connection
	read, err := io.ReadAll(io.LimitReader(r.Body, mcp.DefaultMaxRequestBodyBytes+1))
	if err != nil {
		w.Header().Set("Connection", "close")
		http.Error(w, "the body did not come", http.StatusRequestTimeout)
		return nil, false
	}
	_ = deadline.SetReadDeadline(time.Time{})
	r.Body = readCloser{io.MultiReader(bytes.NewReader(read), r.Body), r.Body}
	return read, true
}

// readCloser reads from one and closes the other.
type readCloser struct {
	io.Reader
	io.Closer
}

// bodyMessage is what is to be known of a message before the SDK has it.
type bodyMessage struct{ method string }

// belongsNowhere says that a message without a session does not begin one
// either.
func (m bodyMessage) belongsNowhere() bool { return m.method != "" && m.method != "initialize" }

// examine looks at a body. refused is the answer to one that the SDK would answer
// wrongly: with another id, or as if a header were wrong. What is no message is
// the SDK's to refuse.
func examine(body []byte) (m bodyMessage, refused []byte) {
	e, err := jsonrpc.Scan(body)
	if err != nil || e.Kind != jsonrpc.Object {
		return m, nil
	}
	m.method, _ = jsonrpc.Text(e.Method.Of(body), maxMethod)
	id := e.ID.Of(body)
	switch {
	case e.Ambiguous:
		return m, jsonrpc.ErrorReply(nil, sdk.CodeInvalidRequest, "a member of the message is there twice")
	case changes(id):
		return m, jsonrpc.ErrorReply(id, sdk.CodeInvalidRequest, "over HTTP an id is a string or an integer of at most 2^53")
	case m.method == "tools/call":
		var params mcp.CallToolParamsRaw
		if err := json.Unmarshal(e.Params.Of(body), &params); err != nil {
			return m, jsonrpc.ErrorReply(id, sdk.CodeInvalidParams, "params: "+err.Error())
		}
	}
	return m, nil
}

// maxMethod is more than any method's name has, in bytes.
const maxMethod = 64

// changes says whether an id would come back as another number.
func changes(raw []byte) bool {
	if !isInexact(raw) {
		return false
	}
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n > maxExact || n < -maxExact // the others are only written unusually
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return err != nil || n != math.Trunc(n) || math.Abs(n) > maxExact
}

func refuse(w http.ResponseWriter, reply []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(reply) // the client may have left
}

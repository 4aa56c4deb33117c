package gateway

import (
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/mcp"
	"mcp-router/session"
)

// opened is a gateway over two servers, with a client's session that is open
// with both.
func opened(tb testing.TB) (g *Gateway, token string) {
	tb.Helper()
	doc := config.Parse([]byte(`{"gateway":{"sessionKeys":["MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="]},"servers":[
		{"name":"a","domain":"a.example","path":"/a","cluster":"a","tools":{"deny":["rm*"]}},
		{"name":"b","domain":"b.example","path":"/b","cluster":"b"}]}`))
	if len(doc.Problems) > 0 {
		tb.Fatal(doc.Problems)
	}
	g = New(doc.Global, newFakeWorld())
	s := &session.Session{Issued: g.world.Now(), Version: mcp.RevisionLast, Capabilities: []byte("{}")}
	for i := range g.servers {
		s.Servers = append(s.Servers, session.Server{Hash: g.servers[i].identity, Version: mcp.RevisionLast, ID: "sid-" + session.ServerID(g.servers[i].Name)})
	}
	sealed, _ := g.sessions.Seal(s)
	return g, string(sealed)
}

func posted(body, token string) *exchange.Request {
	headers := [][2]string{
		{":method", "POST"}, {":path", "/mcp"}, {":authority", "gateway.example"}, {":scheme", "http"},
		{"content-type", "application/json"}, {"accept", "application/json, text/event-stream"},
		{"mcp-session-id", token}, {"mcp-protocol-version", "2025-11-25"}, {"user-agent", "client/1"}, {"accept-encoding", "gzip"},
	}
	req := &exchange.Request{Headers: exchange.HeaderLines(headers...), Body: []byte(body)}
	for _, header := range headers {
		req.AddHeader(header[0], header[1])
	}
	return req
}

// Whatever a body holds, it is answered or refused, or a call reaches the server
// and the tool that every reader takes it for.
func FuzzRoute(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a/x","arguments":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a___r_x6d","na\u006de":"b/x"}}`,
		"\ufeff" + `{"jsonrpc":"2.0","id":"é","method":"tools/call","params":{"name":"a___x_x22y","_meta":{"io.modelcontextprotocol/protocolVersion":"2025-11-25"}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":null}}`,
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"tasks":{},"x":[1]}}}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `[{}]`, `7`,
	} {
		f.Add(seed)
	}
	g, token := opened(f)
	f.Fuzz(func(t *testing.T, body string) {
		req := posted(body, token)
		switch d := g.Route(req).(type) {
		case exchange.Reply:
			if len(d.Body) > 0 && !jsonrpc.Valid(d.Body) {
				t.Fatalf("reply %q is no JSON", d.Body)
			}
		case exchange.Ask:
			for _, call := range d.Calls {
				if !jsonrpc.Valid(call.Body) {
					t.Fatalf("call %q is no JSON", call.Body)
				}
			}
		case *exchange.Forward:
			text := d.Body.Apply(req.Body)
			message, err := jsonrpc.Scan(text)
			if err != nil || message.Ambiguous || len(text) != d.ContentLength {
				t.Fatalf("forwarded %q: %v, length %d", text, err, d.ContentLength)
			}
			tool, ok := jsonrpc.Text(message.Name.Of(text), len(text))
			if !ok || tool != d.Labels.Tool || d.Labels.Server == "a" && strings.HasPrefix(tool, "rm") {
				t.Fatalf("forwarded %q to %s as tool %q", text, d.Labels.Server, d.Labels.Tool)
			}
		default:
			t.Fatalf("decision %T", d)
		}
	})
}

// Whatever a server answers, the plan goes on or ends, and nothing of the
// server's session reaches the client.
func FuzzServerAnswers(f *testing.F) {
	f.Add(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"x","inputSchema":{"type":"object"}}],"nextCursor":"c"}}`)
	f.Add(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\ndata: \"result\":{}}\n\n")
	f.Add(404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"x"}}`)
	f.Add(200, "", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}`)
	g, token := opened(f)
	f.Fuzz(func(t *testing.T, status int, mediaType, body string) {
		reply := exchange.CallReply{Outcome: exchange.Answered, Status: status, ContentType: mediaType, SessionID: "sid-secret", Body: []byte(body)}
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`,
			`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`,
		} {
			ask, ok := g.Route(posted(message, token)).(exchange.Ask)
			if !ok {
				continue // a list that was kept
			}
			open, rounds := len(ask.Calls), 0
			next := make([]int, 0, len(ask.Calls))
			for _, call := range ask.Calls {
				next = append(next, call.Token)
			}
			for open > 0 {
				if rounds++; rounds > 500 {
					t.Fatalf("no end after %d answers of %q", rounds, body)
				}
				d := ask.Plan.Answer(next[0], reply)
				next = next[1:]
				open--
				switch d := d.(type) {
				case nil:
				case exchange.Ask:
					for _, call := range d.Calls {
						next = append(next, call.Token)
						open++
					}
				case exchange.Reply:
					if !jsonrpc.Valid(d.Body) || strings.Contains(string(d.Body), "sid-secret") && !strings.Contains(body, "sid-secret") {
						t.Fatalf("reply %q", d.Body)
					}
					open = 0
				}
			}
		}
	})
}

// A reply that is edited comes out the same wherever it is cut.
func FuzzReplyChunks(f *testing.F) {
	f.Add(200, "text/event-stream", "id: 4\r\ndata: {}\r\n\r\nid:5\n\n", 3)
	f.Add(400, "application/json", `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`, 5)
	f.Add(400, "application/json", `{"jsonrpc":"2.0","error":{"code":-32000,"message":"x"}}`, 5)
	g, token := opened(f)
	f.Fuzz(func(t *testing.T, status int, mediaType, body string, size int) {
		whole := func(size int) string {
			forward, ok := g.Route(posted(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"b/x"}}`, token)).(*exchange.Forward)
			if !ok {
				return ""
			}
			edits, instead := forward.Editor.Head(exchange.ReplyHead{Status: status, ContentType: mediaType, HasBody: true, Details: exchange.ViaUpstream})
			if instead != nil || !exchange.EditsBody(edits) {
				return ""
			}
			var out strings.Builder
			for rest := body; ; {
				n := min(size, len(rest))
				out.Write(forward.Editor.Chunk([]byte(rest[:n]), n == len(rest)))
				if rest = rest[n:]; rest == "" {
					return out.String()
				}
			}
		}
		if size < 1 {
			return
		}
		// The session counts as lost after some replies: then there is no forward.
		if one, many := whole(len(body)+1), whole(size); one != many && many != "" {
			t.Fatalf("cut every %d bytes: %q, whole: %q", size, many, one)
		}
	})
}

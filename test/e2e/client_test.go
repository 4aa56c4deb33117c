package e2e

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// replyLimit bounds the wait for a reply: a filter that leaves a request hanging
// has to fail its test, not the run.
const replyLimit = 15 * time.Second

// reply is what a client sees.
type reply struct {
	Status int
	Header http.Header
	Body   string
}

// protocols are the ways a client speaks to Envoy.
func protocols() map[string]*http.Transport {
	one, two := new(http.Protocols), new(http.Protocols)
	one.SetHTTP1(true)
	two.SetUnencryptedHTTP2(true)
	return map[string]*http.Transport{
		"HTTP/1.1": {Protocols: one, ExpectContinueTimeout: replyLimit, DisableCompression: true},
		"HTTP/2.0": {Protocols: two, DisableCompression: true},
	}
}

// forEachProtocol runs the test over HTTP/1.1 and over HTTP/2.
func forEachProtocol(t *testing.T, test func(t *testing.T, transport *http.Transport)) {
	t.Helper()
	for name, transport := range protocols() {
		t.Run(name, func(t *testing.T) {
			t.Cleanup(transport.CloseIdleConnections)
			test(t, transport)
		})
	}
}

// post is an MCP POST to the stand. Header lines are "Name: value".
func (s *stand) post(t *testing.T, body io.Reader, headers ...string) *http.Request {
	t.Helper()
	return s.request(t, http.MethodPost, "/mcp", body,
		append([]string{"Content-Type: application/json", "Accept: application/json, text/event-stream"}, headers...)...)
}

// request is any request to the stand.
func (s *stand) request(t *testing.T, method, path string, body io.Reader, headers ...string) *http.Request {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), replyLimit)
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, method, "http://"+s.address+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		req.Header.Add(name, value)
	}
	return req
}

// mustSend sends req and reads the whole reply.
func mustSend(t *testing.T, transport http.RoundTripper, req *http.Request) reply {
	t.Helper()
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatalf("%s %s: %v", req.Method, req.URL, err)
	}
	return mustRead(t, resp)
}

func mustRead(t *testing.T, resp *http.Response) reply {
	t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("read reply: %v", err)
	}
	return reply{Status: resp.StatusCode, Header: resp.Header, Body: string(body)}
}

// rawConn is an HTTP/1.1 connection whose every byte the test writes.
type rawConn struct {
	net.Conn
	replies *bufio.Reader
}

// dial opens a connection that is closed with the test.
func (s *stand) dial(t *testing.T) rawConn {
	t.Helper()
	conn, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(replyLimit)); err != nil {
		t.Fatal(err)
	}
	return rawConn{Conn: conn, replies: bufio.NewReader(conn)}
}

func (c rawConn) mustWrite(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatalf("write: %v", err)
	}
}

// mustReply reads one reply and leaves the connection to the next.
func (c rawConn) mustReply(t *testing.T) reply {
	t.Helper()
	resp, err := http.ReadResponse(c.replies, nil)
	if err != nil {
		t.Fatalf("read reply: %v", err)
	}
	return mustRead(t, resp)
}

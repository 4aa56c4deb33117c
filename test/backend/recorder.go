// Package backend holds the servers behind Envoy in tests: one that records each
// request exactly as it came and answers by script.
package backend

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// waitLimit bounds the wait for a request that should arrive.
const waitLimit = 10 * time.Second

// Request is one request as the server received it.
type Request struct {
	Proto     string // HTTP/1.1 or HTTP/2.0
	Method    string
	Authority string // :authority, or the Host header
	Path      string // as sent, with the query
	Header    http.Header
	Body      string
	// ContentLength is the header's number, -1 when there was none.
	ContentLength int64
	Trailer       http.Header
}

// Recorder is a server that speaks HTTP/1.1 and HTTP/2 without TLS and stores
// every request. Unless scripted it answers 200 with a small JSON-RPC result.
type Recorder struct {
	// Address is host:port.
	Address string

	mu       sync.Mutex
	script   http.HandlerFunc
	requests []Request
	// arrived holds a token when requests may have grown.
	arrived chan struct{}
}

// NewRecorder starts a server and returns it with the function that stops it.
func NewRecorder() (*Recorder, func() error, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	r := &Recorder{Address: listener.Addr().String(), arrived: make(chan struct{}, 1)}
	server := &http.Server{Handler: r, Protocols: new(http.Protocols)}
	server.Protocols.SetHTTP1(true)
	server.Protocols.SetUnencryptedHTTP2(true)
	go func() { _ = server.Serve(listener) }() // ends with Close
	return r, server.Close, nil
}

// ServeHTTP records the request whole, then runs the script.
func (r *Recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		// A request that breaks off is recorded as far as it came: a test that
		// waits for a whole one shows what arrived in its place.
		body = append(body, "\n(broken off: "+err.Error()+")"...)
	}
	script := r.record(Request{
		Proto: req.Proto, Method: req.Method, Authority: req.Host, Path: req.RequestURI,
		Header: req.Header.Clone(), Body: string(body), ContentLength: req.ContentLength, Trailer: req.Trailer,
	})
	req.Body = io.NopCloser(bytes.NewReader(body))
	script(w, req)
}

// record stores a request and returns how to answer it.
func (r *Recorder) record(req Request) http.HandlerFunc {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, req)
	select {
	case r.arrived <- struct{}{}:
	default:
	}
	if r.script == nil {
		return reply
	}
	return r.script
}

func reply(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":2,"result":{"content":[]}}`)
}

// Script answers with handler until the test ends. The request's body has been
// received whole and can be read again.
func (r *Recorder) Script(t *testing.T, handler http.HandlerFunc) {
	t.Helper()
	r.set(handler)
	t.Cleanup(func() { r.set(nil) })
}

func (r *Recorder) set(handler http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.script = handler
}

// Next is the next request that has not been looked at, in order of arrival.
func (r *Recorder) Next(t *testing.T) Request {
	t.Helper()
	deadline := time.After(waitLimit)
	for {
		if req, ok := r.take(); ok {
			return req
		}
		select {
		case <-r.arrived:
		case <-deadline:
			t.Fatalf("no request reached the server within %s", waitLimit)
		}
	}
}

func (r *Recorder) take() (Request, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.requests) == 0 {
		return Request{}, false
	}
	req := r.requests[0]
	r.requests = r.requests[1:]
	return req, true
}

// Drain forgets the requests that have not been looked at and returns how many
// there were.
func (r *Recorder) Drain() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.requests)
	r.requests = nil
	return n
}

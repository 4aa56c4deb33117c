package backend

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// readBuffer takes most requests in one read.
const readBuffer = 64 << 10

// Server answers HTTP/1.1 requests on keep-alive connections. It is not
// net/http's server because that one costs more than all of Envoy does here.
type Server struct {
	name     string
	listener net.Listener
	// tools is the result of a tools/list.
	tools []byte
	// silent is set while requests get no answer.
	silent atomic.Bool

	mu     sync.Mutex
	conns  map[net.Conn]bool
	closed bool
}

// Start runs a server of the given name on a free loopback port.
func Start(name string) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{name: name, listener: listener, tools: listResult(name), conns: make(map[net.Conn]bool)}
	go s.accept()
	return s, nil
}

// Address is host:port.
func (s *Server) Address() string { return s.listener.Addr().String() }

// Silence ends all answers, or lets them come again. Requests that came meanwhile
// never get one.
func (s *Server) Silence(on bool) { s.silent.Store(on) }

// Close ends the server and its connections.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for conn := range s.conns {
		_ = conn.Close() // its reader ends with an error either way
	}
	return s.listener.Close()
}

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return // closed
		}
		if s.track(conn) {
			go s.serve(conn)
		}
	}
}

// track reports whether conn may be served.
func (s *Server) track(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		_ = conn.Close() // nobody waits for it
		return false
	}
	s.conns[conn] = true
	return true
}

// serve answers until the connection breaks. A broken request ends the
// connection, which the client sees as a failed call.
func (s *Server) serve(conn net.Conn) {
	defer func() {
		_ = conn.Close() // nothing is left to be sent
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, conn)
	}()
	reader := bufio.NewReaderSize(conn, readBuffer)
	var body bytes.Buffer
	for {
		req, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		body.Reset()
		if _, err := body.ReadFrom(req.Body); err != nil {
			return
		}
		if s.silent.Load() {
			continue
		}
		if err := s.answer(conn, req, body.Bytes()); err != nil {
			return
		}
	}
}

// answer answers a call with what has been received, and what comes before calls
// and lists as an MCP server does.
func (s *Server) answer(conn net.Conn, req *http.Request, body []byte) error {
	if !bytes.Contains(body, []byte(callMethod)) {
		return s.answerOther(conn, req, body)
	}
	if !s.knows(req) {
		return write(conn, "404 Not Found", "", nil)
	}
	seen := Seen{Server: s.name, Host: req.Host, Path: req.RequestURI, Body: body}
	if req.Header.Get(EventsHeader) != "" {
		return writeEvents(conn, seen)
	}
	return write(conn, "200 OK", "", seen.Answer())
}

// write sends a JSON document, or no body; head are further header lines.
func write(conn net.Conn, status, head string, body []byte) error {
	if body != nil {
		head += "content-type: application/json\r\n"
	}
	_, err := conn.Write(fmt.Appendf(nil, "HTTP/1.1 %s\r\n%scontent-length: %d\r\n\r\n%s", status, head, len(body), body))
	return err
}

func writeEvents(conn net.Conn, seen Seen) error {
	if _, err := conn.Write([]byte("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")); err != nil {
		return err
	}
	for _, event := range seen.Events() {
		if _, err := conn.Write(fmt.Appendf(nil, "%x\r\n%s\r\n", len(event), event)); err != nil {
			return err
		}
	}
	_, err := conn.Write([]byte("0\r\n\r\n"))
	return err
}

package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"mcp-router/bench/router/backend"
)

const (
	// replyLimit is the time after which a call counts as lost.
	replyLimit = 30 * time.Second
	readBuffer = 64 << 10
)

// lane is one connection, used by one goroutine at a time.
type lane struct {
	conn      net.Conn
	reader    *bufio.Reader
	requests  []*request
	reply     bytes.Buffer
	latencies []time.Duration
}

func newLane(conn net.Conn) *lane {
	return &lane{conn: conn, reader: bufio.NewReaderSize(conn, readBuffer)}
}

// prepare makes this lane's own copy of the requests, which it writes ids into.
func (l *lane) prepare(calls []Call) {
	l.requests = l.requests[:0]
	for _, call := range calls {
		l.requests = append(l.requests, newRequest(call))
	}
}

// run sends n requests with ids from the given one on, in turn. It stops early
// when ctx ends: then another lane has failed and says why.
func (l *lane) run(ctx context.Context, id, n int) error {
	l.latencies = l.latencies[:0]
	for i := 0; i < n && ctx.Err() == nil; i++ {
		request := l.requests[i%len(l.requests)]
		request.number(id + i)
		if err := l.do(request); err != nil {
			return fmt.Errorf("call %d, id %d: %w", i, id+i, err)
		}
	}
	return nil
}

func (l *lane) do(request *request) error {
	start := time.Now()
	if err := l.conn.SetDeadline(start.Add(replyLimit)); err != nil {
		return err
	}
	if _, err := l.conn.Write(request.wire); err != nil {
		return err
	}
	resp, err := http.ReadResponse(l.reader, nil)
	if err != nil {
		return err
	}
	l.reply.Reset()
	_, err = l.reply.ReadFrom(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		return fmt.Errorf("read the reply: %w", err)
	}
	l.latencies = append(l.latencies, time.Since(start))
	if request.call.Check != nil && resp.StatusCode == http.StatusOK {
		return request.call.Check(request.sent[:digits], l.reply.Bytes())
	}
	want := request.want()
	if resp.StatusCode != http.StatusOK || !bytes.Equal(l.reply.Bytes(), want) {
		return fmt.Errorf("reply = %s %.600q, want 200 %.600q", resp.Status, l.reply.Bytes(), want)
	}
	return nil
}

// request is a call ready to be sent.
type request struct {
	wire []byte
	// sent and seen are the digits of the id on the wire and in what the server
	// has to receive.
	sent, seen []byte
	call       Call
}

func newRequest(call Call) *request {
	more := ""
	if call.Events {
		more = backend.EventsHeader + ": 1\r\n"
	}
	for _, header := range call.Headers {
		more += header[0] + ": " + header[1] + "\r\n"
	}
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nhost: %s\r\nuser-agent: bench\r\naccept: application/json, text/event-stream\r\n"+
		"content-type: application/json\r\n%scontent-length: %d\r\n\r\n", call.Path, call.Host, more, len(call.Body))
	call.Want.Body = bytes.Clone(call.Want.Body)
	r := &request{wire: append([]byte(head), call.Body...), call: call}
	r.sent = r.wire[len(head)+len(backend.Head):]
	if call.Check == nil {
		r.seen = call.Want.Body[len(backend.Head):]
	}
	return r
}

// number writes the id in place: the length stays, see backend.Head.
func (r *request) number(id int) {
	strconv.AppendInt(r.sent[:0], int64(id), 10)
	if r.call.Check == nil {
		strconv.AppendInt(r.seen[:0], int64(id), 10)
	}
}

// want is the whole reply body; nothing for a call whose replies are checked.
func (r *request) want() []byte {
	if r.call.Check != nil {
		return nil
	}
	if r.call.Events {
		return bytes.Join(r.call.Want.Events(), nil)
	}
	return r.call.Want.Answer()
}

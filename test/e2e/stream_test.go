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

// Each event is sent only when the client has the one before, so a filter or
// proxy that holds back a single piece of the reply never gets to the end.
func TestAnEventStreamArrivesPieceByPiece(t *testing.T) {
	s := shipped.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		events := []string{
			"id: 1\ndata:\n\n",
			"event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}\n\n",
			": keep-alive\n\n",
			"event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}\n\n",
		}
		seen := make(chan struct{}, len(events))
		s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, event := range events {
				_, _ = io.WriteString(w, event) // a lost client shows in the test
				_ = http.NewResponseController(w).Flush()
				select {
				case <-seen:
				case <-r.Context().Done():
					return
				}
			}
		})
		resp, err := transport.RoundTrip(s.post(t, strings.NewReader(exampleCall)))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		for i, want := range events {
			got := make([]byte, len(want))
			if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != want {
				t.Fatalf("event %d = %q, %v, want %q", i, got, err, want)
			}
			seen <- struct{}{}
		}
		if rest, err := io.ReadAll(resp.Body); err != nil || len(rest) != 0 {
			t.Errorf("after the last event: %q, %v, want the end", rest, err)
		}
	})
}

func TestTheServerLearnsThatTheClientHasLeft(t *testing.T) {
	s := shipped.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		left := make(chan struct{})
		s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_ = http.NewResponseController(w).Flush() // its failure shows as no reply
			<-r.Context().Done()
			close(left)
		})
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		resp, err := transport.RoundTrip(s.post(t, strings.NewReader(exampleCall)).WithContext(ctx))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		leave()
		select {
		case <-left:
		case <-time.After(replyLimit):
			t.Errorf("the server still serves %s after the client left", replyLimit)
		}
	})
}

func TestAClientThatLeavesWithItsBodyHalfSentIsForgotten(t *testing.T) {
	s := shipped.up(t)
	before, text := s.received(t), http1Post(exampleCall)
	conn := s.dial(t)
	conn.mustWrite(t, text[:len(text)-10])
	s.waitReceived(t, before+len(text)-10)
	conn.Close()
	if got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall))); got.Status != 200 {
		t.Errorf("reply to the next client = %d %s, want 200", got.Status, got.Body)
	}
	s.mustReachAmap(t)
}

func TestAServerThatIsDownIsEnvoysAnswer(t *testing.T) {
	s := strict.up(t)
	forEachProtocol(t, func(t *testing.T, transport *http.Transport) {
		got := mustSend(t, transport, s.post(t, strings.NewReader(call("down/x"))))
		if got.Status != 503 || !strings.HasPrefix(got.Body, "upstream connect error") {
			t.Errorf("reply = %d %s, want Envoy's 503", got.Status, got.Body)
		}
	})
}

// A retry would run the tool a second time.
func TestACallThatBreaksOffIsNotRepeated(t *testing.T) {
	s := shipped.up(t)
	s.servers["rest-amap-server"].Script(t, func(w http.ResponseWriter, _ *http.Request) { reset(w) })
	got := mustSend(t, protocols()["HTTP/1.1"], s.post(t, strings.NewReader(exampleCall)))
	if got.Status != 503 {
		t.Errorf("reply = %d %s, want 503", got.Status, got.Body)
	}
	s.mustReachAmap(t)
}

// reset cuts the server's connection without a reply.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err) // the server speaks HTTP/1.1 here
	}
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.Close()
}

// A reply may come before the request's end: the server does not want the rest.
func TestARefusalBeforeTheBodyIsCompleteIsDelivered(t *testing.T) {
	s := strict.up(t)
	conn := s.dial(t)
	conn.mustWrite(t, "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n{")
	if got := conn.mustReply(t); got.Status != 413 {
		t.Errorf("reply = %d %s, want 413", got.Status, got.Body)
	}
	if _, err := bufio.NewReader(conn).ReadByte(); err != io.EOF {
		t.Errorf("after the reply: %v, want the connection's end", err)
	}
}

package gateway

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// say answers with a fixed reply.
func say(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // fails if the gateway has left
	}
}

// stall begins a reply and says no more.
func stall(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "1000")
	say(200, "application/json", `{"jsonrpc":"2.0",`)(w, r)
	flush(w)
	hang(w, r)
}

// trickle sends a byte now and then.
func trickle(w http.ResponseWriter, r *http.Request) {
	tick := time.NewTicker(calloutTimeout / 10)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			_, _ = w.Write([]byte(" ")) // fails if the gateway has left
			flush(w)
		case <-r.Context().Done():
			return
		}
	}
}

// leaveOpen answers every request with a list, in a stream that it does not close.
func leaveOpen(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}\n\n")
	flush(w)
	hang(w, r)
}

// hangUp ends the connection without a reply.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// breakOff ends the connection in the middle of a reply.
func breakOff(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "100000")
	say(200, "application/json", strings.Repeat(" ", 1000))(w, r)
	flush(w)
	hangUp(w, r)
}

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/elsewhere", http.StatusFound)
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

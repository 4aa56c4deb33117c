package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// lines is the grammar's line of an event stream.
var lines = regexp.MustCompile(`([^\r\n]*)(\r\n|\r|\n|\z)`)

// messages are the data of a stream's messages, as the standard tells it.
func messages(stream string) (all []string) {
	name, data := "", []string(nil)
	for _, m := range lines.FindAllStringSubmatch(strings.TrimPrefix(stream, "\ufeff"), -1) {
		field, value, _ := strings.Cut(m[1], ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case m[1] == "":
			if data != nil && (name == "" || name == "message") {
				all = append(all, strings.Join(data, "\n"))
			}
			name, data = "", nil
		case field == "event":
			name = value
		case field == "data":
			data = append(data, value)
		}
	}
	return all
}

// streamed answers with a stream in pieces, each flushed.
func streamed(pieces ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, piece := range pieces {
			_, _ = w.Write([]byte(piece)) // fails if the gateway has left
			flush(w)
		}
	}
}

// asked makes a call that a handler answers, and returns all of its stream.
func (w *wire) asked(server *server, handler http.HandlerFunc) string {
	w.t.Helper()
	defer server.instead(handler)()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.url,
		strings.NewReader(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"bad___count"}}`))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Mcp-Session-Id", w.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		w.t.Fatalf("status %d, %v: %.200s", resp.StatusCode, err, body)
	}
	return string(body)
}

// answersTo sends a client's answer to an id and returns what the server got.
func (w *wire) answersTo(server *server, id string) (got string) {
	w.t.Helper()
	text, err := json.Marshal(id)
	if err != nil {
		w.t.Fatal(err)
	}
	before := len(server.seenBodies())
	back := server.instead(say(202, "", ""))
	defer back()
	if a := w.post(`{"jsonrpc":"2.0","id":` + string(text) + `,"result":{}}`); a.status != 202 {
		w.t.Errorf("an answer to %s: %+v", id, a)
	}
	return strings.Join(server.seenBodies()[before:], "|")
}

func question(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

// asking is a gateway whose client can be asked, and the stream server of which is bad.
func asking(t *testing.T) (gateway *stand, good, bad *server) {
	t.Helper()
	good, bad = newServer("good"), newServer("bad")
	t.Cleanup(good.Close)
	t.Cleanup(bad.Close)
	return start(t, map[string]any{"listCacheTTL": "0s", "streamServer": "bad"}, good, bad), good, bad
}

// Whatever a server does to its ids and its stream: a client sees each id under the
// server's mark, or as it is where its readers could not agree on it, and an answer
// comes back with the very bytes.
func TestHostileServersAsk(t *testing.T) {
	gateway, good, bad := asking(t)
	w := connectWith(t, gateway.url(), `{"elicitation":{},"sampling":{},"roots":{}}`)
	mark := markOf(t, w, bad)
	t.Run("ids", func(t *testing.T) {
		var all strings.Builder
		ids := []string{
			`1`, `1.0`, `1e0`, `-0`, `-0.0e-0`, `9007199254740993`, `123456789012345678901234567890`, `1E400`, `"1"`, `"\u0031"`, `"\u00e9\ud83d\ude00"`, `"\ud800"`,
			`""`, `" "`, `"."`, `"a.b"`, `"\"\\\/\b\f\n\r\t"`, `"é` + "\u2028" + `"`, `"` + mark + `.1"`, `"0123456789abcdef.1"`, `"\u0000"`,
			`"` + strings.Repeat("x", 510) + `"`, `"` + strings.Repeat(`\u0001`, 85) + `"`,
		}
		for i, id := range ids {
			end := []string{"\n", "\r\n", "\r"}[i%3]
			all.WriteString("data: " + question(id) + end + end)
		}
		got := messages(w.asked(bad, say(200, "text/event-stream", all.String())))
		if len(got) != len(ids) {
			t.Fatalf("%d messages of %d: %q", len(got), len(ids), got)
		}
		for i, id := range ids {
			marked := idOf(t, got[i])
			if marked != mark+"."+id {
				t.Errorf("id %s becomes %q", id, marked)
			}
			if back := w.answersTo(bad, marked); back != `{"jsonrpc":"2.0","id":`+id+`,"result":{}}` {
				t.Errorf("the answer to id %s comes back as %s", id, back)
			}
		}
	})
	t.Run("what nobody can answer", func(t *testing.T) {
		for _, text := range []string{
			question(`null`), question(`true`), question(`{}`), question(`["x"]`), question(`{"id":1}`),
			question(`1,"id":2`), question(`1,"i\u0064":2`), question(`1,"ID":2`), question(`1,"method":"x"`), `{"jsonrpc":"2.0","ID":1,"method":"ping"}`,
			`[` + question(`1`) + `,` + question(`"2"`) + `]`, question(`1`) + `x`, "\ufeff\ufeff" + question(`1`), `{"id":01,"method":"ping"}`,
			question(`"` + strings.Repeat("x", 511) + `"`), question(`"` + strings.Repeat("x", 10<<10) + `"`),
			strings.Repeat("[", 300) + strings.Repeat("]", 300), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}`,
			`{"jsonrpc":"2.0","id":1,"result":{}}`, "\x00", "\xff\xfe", ``,
		} {
			stream := "data: " + text + "\n\n"
			if got := w.asked(bad, say(200, "text/event-stream", stream)); got != stream {
				t.Errorf("%.200q becomes %.200q", stream, got)
			}
		}
	})
	t.Run("streams", func(t *testing.T) { hostileStreams(t, w, bad, mark) })
	if n := len(good.seenBodies()); n != 2 {
		t.Errorf("the other server got %d messages, want the 2 that open it: %q", n, good.seenBodies())
	}
}

// markOf is a server's mark in a client's session.
func markOf(t *testing.T, w *wire, bad *server) string {
	t.Helper()
	id := idOf(t, messages(w.asked(bad, streamed("data: "+question("1")+"\n\n")))[0])
	mark, _, found := strings.Cut(id, ".")
	if !found || len(mark) != 16 {
		t.Fatalf("id %q has no mark", id)
	}
	return mark
}

func idOf(t *testing.T, text string) string {
	t.Helper()
	var m struct {
		ID     string
		Params struct{ RequestID string }
	}
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return m.ID + m.Params.RequestID
}

func hostileStreams(t *testing.T, w *wire, bad *server, mark string) {
	for name, stream := range map[string]string{
		"over data lines":          "data: {\"jsonrpc\":\"2.0\",\ndata: \"id\"\ndata::\ndata: 7\ndata:,\"method\":\"ping\"}\n\n",
		"with carriage return":     "data:{\"jsonrpc\":\"2.0\",\rdata:\"id\":7,\"method\":\"ping\"}\r\r",
		"mixed ends":               ": c\r\n\r\nevent: ping\rdata: " + question("1") + "\r\n\rid: 5\r\ndata: " + question("7") + "\n\r\n",
		"a byte-order mark":        "\ufeffdata: " + question("7") + "\n\n",
		"comments inside":          ": a\ndata: {\"jsonrpc\":\"2.0\",\n: b\nretry: 1\nfoo\ndata: \"id\":7,\"method\":\"ping\"}\n\n",
		"the last event counts":    "event: ping\nevent: message\ndata: " + question("7") + "\n\n",
		"escaped keys":             "data: {\"jsonrpc\":\"2.0\",\"\\u0069d\":7,\"m\\u0065thod\":\"ping\"}\n\n",
		"called off":               `data: {"jsonrpc":"2.0","method":"notifications\/c\u0061ncelled","params":{"r\u0065questId":7}}` + "\n\n",
		"after a long one":         "data: \"" + strings.Repeat("x", 1<<20) + "\"\n\ndata: " + question("7") + "\n\n",
		"after a long comment":     ":" + strings.Repeat("x", 2<<20) + "\n\ndata: " + question("7") + "\n\n",
		"no blank line at the end": "data: " + question("7") + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			whole := w.asked(bad, say(200, "Text/Event-Stream ; charset=utf-8", stream))
			var ids []string
			for _, text := range messages(whole + "\n\n") {
				if text[0] == '{' {
					ids = append(ids, idOf(t, text))
				}
			}
			if want := mark + ".7"; len(ids) == 0 || ids[len(ids)-1] != want {
				t.Errorf("%.300q has the ids %q, want %q", whole, ids, want)
			}
			if len(stream) > 1<<20 {
				return
			}
			if bytewise := w.asked(bad, streamed(strings.Split(stream, "")...)); bytewise != whole {
				t.Errorf("byte by byte it is %q, else %q", bytewise, whole)
			}
		})
	}
	t.Run("just over the limit", func(t *testing.T) {
		for _, more := range []int{-1, 0, 1} {
			head, tail := "data: {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":\"", "\"}\n\n"
			stream := head + strings.Repeat("x", 1<<20-len(head)-len(tail)+more) + tail
			id := `"id":7,`
			if more <= 0 {
				id = fmt.Sprintf(`"id":"%s.7",`, mark)
			}
			if got := w.asked(bad, say(200, "text/event-stream", stream)); got != strings.Replace(stream, `"id":7,`, id, 1) {
				t.Errorf("an event of 1 MiB%+d becomes %.100q", more, got)
			}
		}
	})
}

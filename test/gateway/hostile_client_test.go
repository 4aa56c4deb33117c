package gateway

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// try sends a request with these headers besides the usual ones and returns status
// and body; "-Name" leaves a usual one out.
func (w *wire) try(method, body string, headers ...[2]string) (int, string) {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.url, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Mcp-Session-Id", w.token)
	for _, h := range headers {
		if name, leave := strings.CutPrefix(h[0], "-"); leave {
			req.Header.Del(name)
		} else {
			req.Header.Add(h[0], h[1])
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Error(err)
	}
	return resp.StatusCode, string(text)
}

// What a client says that nobody asked it reaches no server, whatever it looks like.
func TestHostileClientsAnswer(t *testing.T) {
	gateway, good, bad := asking(t)
	const can = `{"elicitation":{}}`
	w, other, mute := connectWith(t, gateway.url(), can), connectWith(t, gateway.url(), can), connect(t, gateway.url())
	mark, foreign := markOf(t, w, bad), markOf(t, other, bad)
	if mark == foreign {
		t.Fatal("two sessions have one mark")
	}
	answer := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"result":{}}` }
	before := len(bad.seenBodies()) + len(good.seenBodies())
	for name, tt := range map[string]struct {
		who     *wire
		body    string
		headers [][2]string
		status  int
	}{
		"another session's mark":        {w, answer(`"` + foreign + `.1"`), nil, 202},
		"a mark in capitals":            {w, answer(`"` + strings.ToUpper(mark) + `.1"`), nil, 202},
		"a part of the mark":            {w, answer(`"` + mark[:15] + `.1"`), nil, 202},
		"the mark twice":                {w, answer(`"` + mark + mark + `.1"`), nil, 202},
		"no id behind it":               {w, answer(`"` + mark + `."`), nil, 202},
		"no dot behind it":              {w, answer(`"` + mark + `1"`), nil, 202},
		"an id that is no JSON":         {w, answer(`"` + mark + `.1,\"method\":\"tools/call\""`), nil, 202},
		"two ids in one":                {w, answer(`"` + mark + `.1,\"id\":2"`), nil, 202},
		"a line break in it":            {w, answer(`"` + mark + `.\"\n\""`), nil, 202},
		"an object behind it":           {w, answer(`"` + mark + `.{}"`), nil, 202},
		"null behind it":                {w, answer(`"` + mark + `.null"`), nil, 202},
		"a huge id behind it":           {w, answer(`"` + mark + `.\"` + strings.Repeat("x", 512) + `\""`), nil, 202},
		"a plain id":                    {w, answer(`1`), nil, 202},
		"null, as parse errors have":    {w, answer(`null`), nil, 202},
		"no id":                         {w, `{"jsonrpc":"2.0","result":{}}`, nil, 202},
		"an id that is an object":       {w, answer(`{}`), nil, 202},
		"the id twice":                  {w, answer(`"` + mark + `.1","id":2`), nil, 400},
		"the id in capitals too":        {w, answer(`"` + mark + `.1","ID":2`), nil, 400},
		"a batch of answers":            {w, `[` + answer(`"`+mark+`.1"`) + `]`, nil, 400},
		"a batch of both":               {w, `[` + answer(`"`+mark+`.1"`) + `,{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"bad___count"}}]`, nil, 400},
		"an answer that is a request":   {w, `{"jsonrpc":"2.0","id":"` + mark + `.1","method":"x","result":{}}`, nil, 200},
		"another version of JSON-RPC":   {w, strings.Replace(answer(`"`+mark+`.1"`), "2.0", "1.0", 1), nil, 400},
		"more than maxBodyBytes":        {w, strings.Replace(answer(`"`+mark+`.1"`), "{}", `"`+strings.Repeat("x", 4<<20)+`"`, 1), nil, 413},
		"not quite JSON":                {w, answer(`"`+mark+`.1"`) + "}", nil, 400},
		"a client that cannot be asked": {mute, answer(`"` + mark + `.1"`), nil, 202},
		"without a session":             {w, answer(`"` + mark + `.1"`), [][2]string{{"-Mcp-Session-Id"}}, 202},
		"two sessions":                  {w, answer(`"` + mark + `.1"`), [][2]string{{"Mcp-Session-Id", other.token}}, 400},
		"a session and none":            {w, answer(`"` + mark + `.1"`), [][2]string{{"Mcp-Session-Id", ""}}, 400},
		"a token in capitals":           {w, answer(`"` + mark + `.1"`), [][2]string{{"-Mcp-Session-Id"}, {"Mcp-Session-Id", strings.ToUpper(w.token)}}, 404},
		"a token with padding":          {w, answer(`"` + mark + `.1"`), [][2]string{{"-Mcp-Session-Id"}, {"Mcp-Session-Id", w.token + "="}}, 404},
		"a token that is cut":           {w, answer(`"` + mark + `.1"`), [][2]string{{"-Mcp-Session-Id"}, {"Mcp-Session-Id", w.token[:len(w.token)-1]}}, 404},
		"the stateless era":             {w, answer(`"` + mark + `.1"`), [][2]string{{"Mcp-Protocol-Version", "2026-07-28"}}, 202},
		"an unknown revision":           {w, answer(`"` + mark + `.1"`), [][2]string{{"Mcp-Protocol-Version", "2020-01-01"}}, 400},
		"another media type":            {w, answer(`"` + mark + `.1"`), [][2]string{{"-Content-Type"}, {"Content-Type", "text/plain"}}, 415},
		"a coding":                      {w, answer(`"` + mark + `.1"`), [][2]string{{"Content-Encoding", "gzip"}}, 415},
		"a notice of progress":          {w, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + mark + `.1","progress":1}}`, nil, 202},
		"a question called off":         {w, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"` + mark + `.1"}}`, nil, 202},
		"roots without the capability":  {w, `{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`, nil, 202},
	} {
		if status, body := tt.who.try("POST", tt.body, tt.headers...); status != tt.status {
			t.Errorf("%s: status %d, want %d: %.200s", name, status, tt.status, body)
		}
		if now := len(bad.seenBodies()) + len(good.seenBodies()); now != before {
			t.Errorf("%s: %d requests reach servers, the last of bad's %.300s", name, now-before, bad.seenBodies()[len(bad.seenBodies())-1])
			before = now
		}
	}
	t.Run("with both and again", func(t *testing.T) {
		both := `{"jsonrpc":"2.0","id":"` + mark + `.1","result":{},"error":{"code":1,"message":"x"}}`
		for range 2 {
			back := bad.instead(say(204, "", ""))
			status, body := w.try("POST", both)
			back()
			if seen := bad.seenBodies(); status != 202 || body != "" || seen[len(seen)-1] != strings.Replace(both, `"`+mark+`.1"`, "1", 1) {
				t.Errorf("status %d %q, the server got %s", status, body, seen[len(seen)-1])
			}
		}
	})
	t.Run("a server that hangs", func(t *testing.T) { anAnswerThatHangs(t, w, bad, answer(`"`+mark+`.1"`)) })
	t.Run("streams", func(t *testing.T) { hostileResumes(t, w, bad) })
	if status, _ := w.try("DELETE", ""); status != 204 {
		t.Errorf("the end of the session: %d", status)
	}
	before = len(bad.seenBodies())
	if status, _ := w.try("POST", answer(`"`+mark+`.1"`)); status != 404 || len(bad.seenBodies()) != before {
		t.Errorf("an answer after the end: %d, the servers got %d", status, len(bad.seenBodies())-before)
	}
}

// Who answers a server that hangs may leave, and loses nothing by it.
func anAnswerThatHangs(t *testing.T, w *wire, bad *server, answer string) {
	left := make(chan struct{})
	back := bad.instead(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		close(left)
	})
	defer back()
	ctx, leave := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer leave()
	if _, err := w.send(ctx, "POST", answer); err == nil {
		t.Error("a server that hangs has answered")
	}
	select {
	case <-left:
	case <-time.After(5 * time.Second):
		t.Error("the server does not learn that the client has left")
	}
	if a := w.call("good___count"); a.get("result.content.0.text") == "" {
		t.Errorf("a call beside it: %+v", a)
	}
}

// Ids of events lead to the server that has them and carry whatever it wrote, and
// nobody is led astray by others.
func hostileResumes(t *testing.T, w *wire, bad *server) {
	stream := w.asked(bad, streamed("id: a, b,\u00e9,\ndata: {}\n\n"))
	id, _, _ := strings.Cut(strings.TrimPrefix(stream, "id: "), "\n")
	tag, own, found := strings.Cut(id, ".")
	if !found || own != "a, b,\u00e9," {
		t.Fatalf("the event's id is %q", id)
	}
	defer bad.instead(streamed("data: {}\n\n"))()
	for _, tt := range []struct {
		name   string
		values []string
		status int
		seen   string
	}{
		{"one with commas", []string{id}, 200, own},
		{"the same twice", []string{tag + ".1", tag + ".1"}, 200, "1"},
		{"two", []string{tag + ".1", tag + ".2"}, 405, ""},
		{"two with commas", []string{id, tag + ".2"}, 405, ""},
		{"the tag in capitals", []string{strings.ToUpper(tag) + ".1"}, 405, ""},
		{"no tag", []string{"1"}, 405, ""},
		{"nobody's tag", []string{"00000000.1"}, 405, ""},
		{"nothing behind it", []string{tag + "."}, 405, ""},
		{"empty", []string{""}, 405, ""},
	} {
		var headers [][2]string
		for _, value := range tt.values {
			headers = append(headers, [2]string{"Last-Event-ID", value})
		}
		before := len(bad.seenRequests())
		status, _ := w.try("GET", "", append(headers, [2]string{"Accept", "text/event-stream"})...)
		seen := ""
		for _, header := range bad.seenRequests()[before:] {
			seen += strings.Join(header.Values("Last-Event-Id"), "|")
		}
		if status != tt.status || seen != tt.seen {
			t.Errorf("%s: status %d, the server sees %q; want %d, %q", tt.name, status, seen, tt.status, tt.seen)
		}
	}
}

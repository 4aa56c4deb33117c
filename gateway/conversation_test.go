package gateway

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/mcp"
	"mcp-router/sse"
	"mcp-router/version"
)

var update = flag.Bool("update", false, "rewrite what the conversations in testdata expect")

// A conversation is what clients send and servers answer, and in between what
// the gateway makes of it: a file of sections, "-- name --" and their texts.
// What comes from outside is read, all else compared.
//
//	config      the gateway's configuration
//	world       "loopback", "later 10s", "worker" (the next request meets another one), "note" for the reader, "park" and "unpark" (the request waits while others come)
//	client      a request: "POST /mcp", headers, an empty line, the body
//	answer N    what became of call N: "200 application/json session=sid", or an outcome; the body
//	upstream    a server's reply to a forwarded request: "200 application/json", "503 details"; the body, in pieces between lines "~"
//
//	calls       the calls that are put
//	after       the calls that are put when the request is over
//	forward     the request as its server gets it
//	downstream  what the client gets of upstream
//	reply, pass the end without a server
//	warning     a line in the log
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(text))
			if got == string(text) {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s: run with -update and look at the difference; got\n%s", file, got)
		})
	}
}

// stage is a conversation being played.
type stage struct {
	t       *testing.T
	out     strings.Builder
	cfg     *config.Config
	world   *fakeWorld
	gateway *Gateway
	request *exchange.Request
	plan    exchange.Plan
	editor  exchange.Editor
	tokens  []string
	// parked is a request that waits while others come.
	parked parked
}

type parked struct {
	plan    exchange.Plan
	request *exchange.Request
}

func play(t *testing.T, text string) string {
	s := &stage{t: t, world: newFakeWorld()}
	comment, sections := parseSections(text)
	s.out.WriteString(comment)
	for _, section := range sections {
		s.play(section[0], section[1])
		for _, line := range s.world.warnings {
			s.section("warning", line+"\n")
		}
		s.world.warnings = nil
	}
	return s.out.String()
}

func parseSections(text string) (comment string, sections [][2]string) {
	for line := range strings.SplitAfterSeq(text, "\n") {
		if name, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(name, " --\n") {
			sections = append(sections, [2]string{strings.TrimSuffix(name, " --\n"), ""})
			continue
		}
		if len(sections) == 0 {
			comment += line
		} else {
			sections[len(sections)-1][1] += line
		}
	}
	return comment, sections
}

func (s *stage) section(name, text string) { fmt.Fprintf(&s.out, "-- %s --\n%s", name, text) }

func (s *stage) play(name, text string) {
	kind, argument, _ := strings.Cut(name, " ")
	switch kind {
	case "config", "world", "client", "answer", "upstream":
		s.section(name, text)
	}
	switch kind {
	case "config":
		s.configure(text)
	case "world":
		s.change(text)
	case "client":
		s.send(text)
	case "answer":
		s.answer(argument, text)
	case "upstream":
		s.receive(text)
	case "calls", "after", "forward", "downstream", "reply", "pass", "warning":
	default:
		s.t.Fatalf("unknown section %q", name)
	}
}

func (s *stage) configure(text string) {
	doc := config.Parse([]byte(text))
	if len(doc.Problems) > 0 {
		s.t.Fatalf("configuration: %v", doc.Problems)
	}
	s.cfg = doc.Global
	s.gateway = New(s.cfg, s.world)
}

func (s *stage) change(text string) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		word, argument, _ := strings.Cut(line, " ")
		switch word {
		case "loopback":
			s.world.loopback = true
		case "later":
			seconds, err := strconv.Atoi(strings.TrimSuffix(argument, "s"))
			if err != nil {
				s.t.Fatal(err)
			}
			s.world.now += int64(seconds) * 1000
		case "worker":
			s.gateway = New(s.cfg, s.world)
		case "note": // for the reader
		case "park":
			s.parked = parked{s.plan, s.request}
		case "unpark":
			s.plan, s.request = s.parked.plan, s.parked.request
		default:
			s.t.Fatalf("unknown change of the world %q", line)
		}
	}
}

// send lets a client's request in, as the filter would.
func (s *stage) send(text string) {
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	method, path, _ := strings.Cut(lines[0], " ")
	body = strings.TrimSuffix(body, "\n")
	headers := [][2]string{{":method", method}, {":path", path}, {":scheme", "http"}}
	defaults := [][2]string{{":authority", "gateway.example"}}
	if method == "POST" {
		defaults = append(defaults, [2]string{"content-type", "application/json"}, [2]string{"accept", "application/json, text/event-stream"})
	}
	for _, line := range lines[1:] {
		at := strings.Index(line[1:], ":") + 1
		headers = append(headers, [2]string{line[:at], s.withTokens(strings.TrimSpace(line[at+1:]))})
	}
	for _, d := range defaults {
		if !hasHeader(headers, d[0]) {
			headers = append(headers, d)
		}
	}
	s.request = &exchange.Request{EndOfStream: body == "", Headers: exchange.HeaderLines(headers...)}
	for _, header := range headers {
		s.request.AddHeader(header[0], header[1])
	}
	s.plan, s.editor = nil, nil
	decision := s.gateway.Head(s.request)
	if decision == nil {
		s.request.Body = []byte(s.withTokens(body))
		if len(s.request.Body) > s.gateway.MaxBodyBytes() {
			decision = s.gateway.TooLarge(s.request)
		} else {
			decision = s.gateway.Route(s.request)
		}
	}
	s.show(decision)
}

func hasHeader(headers [][2]string, name string) bool {
	for _, header := range headers {
		if header[0] == name {
			return true
		}
	}
	return false
}

// withTokens puts the sealed tokens in the place of {token1}.
func (s *stage) withTokens(text string) string {
	for i, token := range s.tokens {
		text = strings.ReplaceAll(text, fmt.Sprintf("{token%d}", i+1), token)
	}
	// The tag of the first server's events.
	return strings.ReplaceAll(text, "{tag}", sse.Tag(s.gateway.servers[0].identity))
}

// masked shows a token that the client gets by its number.
func (s *stage) masked(token string) string {
	for i, known := range s.tokens {
		if known == token {
			return fmt.Sprintf("{token%d}", i+1)
		}
	}
	s.tokens = append(s.tokens, token)
	return fmt.Sprintf("{token%d}", len(s.tokens))
}

func (s *stage) answer(argument, text string) {
	token, err := strconv.Atoi(argument)
	if err != nil || s.plan == nil {
		s.t.Fatalf("answer %q without a plan that waits", argument)
	}
	head, body, _ := strings.Cut(text, "\n")
	words := strings.Fields(s.expanded(head))
	reply := exchange.CallReply{Outcome: exchange.CallOutcome(words[0])}
	if status, err := strconv.Atoi(words[0]); err == nil {
		reply = exchange.CallReply{Outcome: exchange.Answered, Status: status, Body: []byte(s.expanded(strings.TrimSuffix(body, "\n")))}
	}
	for _, word := range words[1:] {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "session":
			reply.SessionID = value
		case "coding":
			reply.ContentEncoding = value
		default:
			reply.ContentType = word
		}
	}
	s.show(s.plan.Answer(token, reply))
}

// expanded lets a body hold "{repeat N TEXT}" at its very place, for large ones.
func (s *stage) expanded(body string) string {
	before, rest, found := strings.Cut(body, "{repeat ")
	if !found {
		return body
	}
	pattern, after, _ := strings.Cut(rest, "}}")
	count, text, _ := strings.Cut(pattern, " ")
	n, err := strconv.Atoi(count)
	if err != nil {
		s.t.Fatal(err)
	}
	return before + strings.Repeat(text, n) + after
}

// receive lets the reply to a forwarded request pass its editor.
func (s *stage) receive(text string) {
	if s.editor == nil {
		s.t.Fatal("upstream without a forwarded request")
	}
	first, body, _ := strings.Cut(text, "\n")
	words := strings.Fields(first)
	status, err := strconv.Atoi(words[0])
	if err != nil {
		s.t.Fatal(err)
	}
	head := exchange.ReplyHead{Status: status, HasBody: body != "", HasSession: true, Details: exchange.ViaUpstream}
	for _, word := range words[1:] {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "details":
			head.Details = value
		case "coding":
			head.ContentEncoding = value
		case "sessionless":
			head.HasSession = false
		default:
			head.ContentType = word
		}
	}
	if status/100 == 2 {
		head.Details = ""
	}
	edits, instead := s.editor.Head(head)
	var out strings.Builder
	for _, edit := range edits {
		fmt.Fprintf(&out, "%s\n", showEdit(edit))
	}
	switch {
	case instead != nil:
		fmt.Fprintf(&out, "instead %d\n", instead.Status)
		for _, header := range instead.Headers {
			fmt.Fprintf(&out, "%s: %s\n", header[0], header[1])
		}
		out.Write(instead.Body)
	case exchange.EditsBody(edits):
		pieces := strings.Split(body, "~\n")
		for i, piece := range pieces {
			out.Write(s.editor.Chunk([]byte(piece), i == len(pieces)-1))
		}
	default:
		out.WriteString("(body untouched)")
	}
	shown := strings.TrimSuffix(out.String(), "\n") + "\n"
	s.keepsSecrets(shown)
	s.section("downstream", shown)
}

// keepsSecrets fails when a server's session id, all of which are "sid-…" here,
// shows in what a client gets.
func (s *stage) keepsSecrets(text string) {
	s.t.Helper()
	if strings.Contains(text, "sid-") {
		s.t.Errorf("a server's session id reaches the client:\n%s", text)
	}
}

func showEdit(edit exchange.HeaderEdit) string {
	if edit.Remove {
		return "-" + edit.Name
	}
	return edit.Name + ": " + edit.Value
}

func (s *stage) show(d exchange.Decision) {
	var out strings.Builder
	switch d := d.(type) {
	case nil:
		return
	case exchange.Ask:
		if d.Plan != nil {
			s.plan = d.Plan
		}
		for _, call := range d.Calls {
			s.showCall(&out, call)
		}
		s.section("calls", out.String())
		return
	case exchange.Pass:
		showLabels(&out, d.Labels)
		s.section("pass", out.String())
	case *exchange.Forward:
		s.editor = d.Editor
		showLabels(&out, d.Labels)
		for _, edit := range d.Headers {
			fmt.Fprintf(&out, "%s\n", showEdit(edit))
		}
		body := d.Body.Apply(s.request.Body)
		if len(body) != d.ContentLength {
			fmt.Fprintf(&out, "WRONG content-length %d\n", d.ContentLength)
		}
		fmt.Fprintf(&out, "\n%s\n", body)
		s.section("forward", out.String())
		s.showAfter(d.Editor.After())
	case exchange.Reply:
		fmt.Fprintf(&out, "%d ", d.Status)
		showLabels(&out, d.Labels)
		for _, header := range d.Headers {
			if header[0] == mcp.HeaderSessionID {
				header[1] = s.masked(header[1])
			}
			fmt.Fprintf(&out, "%s: %s\n", header[0], header[1])
		}
		if len(d.Body) > 0 {
			fmt.Fprintf(&out, "\n%s\n", strings.ReplaceAll(string(d.Body), version.String(), "{version}"))
		}
		s.keepsSecrets(out.String())
		s.section("reply", out.String())
		s.showAfter(d.After)
	}
	s.plan = nil
}

func (s *stage) showAfter(calls []exchange.Call) {
	var out strings.Builder
	for _, call := range calls {
		s.showCall(&out, call)
	}
	if len(calls) > 0 {
		s.section("after", out.String())
	}
}

func showLabels(out *strings.Builder, labels exchange.Labels) {
	out.WriteString(string(labels.Outcome))
	for _, label := range []string{labels.Method, labels.Server, labels.Tool} {
		if label != "" {
			out.WriteString(" " + label)
		}
	}
	out.WriteByte('\n')
}

// showCall leaves out the two headers that every call with a message has.
func (s *stage) showCall(out *strings.Builder, call exchange.Call) {
	headers := call.Headers
	fmt.Fprintf(out, "%d: %s %s%s cluster=%s %dms %s\n", call.Token, headers[0][1], headers[2][1], headers[1][1], call.Cluster, call.TimeoutMs, call.Method)
	for _, header := range headers[3:] {
		switch {
		case header == [2]string{"content-type", "application/json"}, header == [2]string{"accept", "application/json, text/event-stream"}:
		default:
			fmt.Fprintf(out, "%s: %s\n", header[0], header[1])
		}
		for _, token := range s.tokens {
			if strings.Contains(header[1], token) {
				s.t.Errorf("a client's session id reaches server %s in %s", call.Server, header[0])
			}
		}
	}
	if len(call.Body) > 0 {
		fmt.Fprintf(out, "%s\n", strings.ReplaceAll(string(call.Body), version.String(), "{version}"))
	}
}

// fakeWorld is a world of its own: a map, a clock and a counter.
type fakeWorld struct {
	now      int64
	counter  byte
	values   map[string][]byte
	versions map[string]uint32
	loopback bool
	warnings []string
	// refusals makes so many of the next saves fail, as another worker would.
	refusals int
}

func newFakeWorld() *fakeWorld {
	return &fakeWorld{now: 1_790_000_000_000, values: map[string][]byte{}, versions: map[string]uint32{}}
}

func (w *fakeWorld) Now() int64 { return w.now }

func (w *fakeWorld) Random(b []byte) {
	for i := range b {
		w.counter++
		b[i] = w.counter
	}
}

func (w *fakeWorld) Load(key string) ([]byte, uint32) {
	return bytes.Clone(w.values[key]), w.versions[key]
}

func (w *fakeWorld) Save(key string, value []byte, version uint32) bool {
	if w.refusals > 0 {
		w.refusals--
		return false
	}
	if w.versions[key] != version {
		return false
	}
	w.values[key] = bytes.Clone(value)
	w.versions[key]++
	return true
}

func (w *fakeWorld) OnLoopback() bool { return w.loopback }

func (w *fakeWorld) Warn(line string) { w.warnings = append(w.warnings, line) }

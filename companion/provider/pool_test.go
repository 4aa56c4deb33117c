package provider

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// person answers questions when told to.
type person struct {
	transient bool
	asked     chan struct{} // has a value for each question
	answer    chan string   // the action
}

func newPerson() *person {
	return &person{asked: make(chan struct{}, 16), answer: make(chan string, 16)}
}

func (p *person) Client() any     { return p }
func (p *person) Transient() bool { return p.transient }

func (p *person) Elicit(ctx context.Context, _ *mcp.ElicitParams) (*mcp.ElicitResult, error) {
	p.asked <- struct{}{}
	select {
	case a := <-p.answer:
		return &mcp.ElicitResult{Action: a}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *person) Sample(context.Context, *mcp.CreateMessageWithToolsParams) (*mcp.CreateMessageWithToolsResult, error) {
	return nil, errors.New("no model")
}

// asks is a server whose command "ask" asks, as "peek" does, which says that it
// only reads; "look" reads, and "work" writes, until release is closed.
func asks(release <-chan struct{}) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	add := func(name string, reads bool, run func(context.Context, *mcp.CallToolRequest) (string, error)) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: map[string]any{"type": "object"}, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: reads}},
			func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				text, err := run(ctx, r)
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, err
			})
	}
	question := func(ctx context.Context, r *mcp.CallToolRequest) (string, error) {
		answer, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "sure?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}}})
		if err != nil {
			return "", err
		}
		return answer.Action, nil
	}
	wait := func(ctx context.Context, _ *mcp.CallToolRequest) (string, error) {
		select {
		case <-release:
			return "done", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	add("ask", false, question)
	add("peek", true, question)
	add("work", false, wait)
	add("look", true, wait)
	return s
}

// callAs runs a command for a client and reports its text or error.
func callAs(ctx context.Context, u *Upstream, p *person, command string) <-chan string {
	done := make(chan string, 1)
	go func() {
		raw, err := u.Call(ctx, CanElicit, &Invocation{Command: command, Parameters: json.RawMessage(`{}`), Answerer: p}, nil)
		if err != nil {
			raw = []byte(err.Error())
		}
		done <- string(raw)
	}()
	return done
}

func (u *Upstream) sessionCount() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.slots)
}

func TestWhoSharesASession(t *testing.T) {
	tests := []struct {
		name        string
		first, next string // commands
		same        bool   // one client's
		sessions    int
	}{
		{"two clients that read", "look", "look", false, 1},
		{"two clients that write", "work", "work", false, 2},
		{"one client that writes twice", "work", "work", true, 1},
		{"one reads, another one writes", "look", "work", false, 2},
		{"one is being asked, another one reads", "ask", "look", false, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			release := make(chan struct{})
			u := newTestUpstream(t, &memory{server: func() *mcp.Server { return asks(release) }}, 0)
			if err := u.Load(t.Context(), CanElicit, nil); err != nil {
				t.Fatal(err)
			}
			one := newPerson()
			other := one
			if !tt.same {
				other = newPerson()
			}
			first := callAs(t.Context(), u, one, tt.first)
			if tt.first == "ask" {
				<-one.asked
			}
			requireSoon(t, "the first runs", func() bool { return u.running() == 1 })
			next := callAs(t.Context(), u, other, tt.next)
			requireSoon(t, "both run", func() bool { return u.running() == 2 })
			if n := u.sessionCount(); n != tt.sessions {
				t.Errorf("%d sessions, want %d", n, tt.sessions)
			}
			close(release)
			one.answer <- "accept"
			for _, done := range []<-chan string{first, next} {
				if text := <-done; !strings.Contains(text, "done") && !strings.Contains(text, "accept") {
					t.Errorf("a call ended with %s", text)
				}
			}
		})
	}
}

// running is how many calls run.
func (u *Upstream) running() (n int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.slots {
		if _, ok := s.ready(); ok {
			n += len(s.calls)
		}
	}
	return n
}

// A command that says it only reads and asks all the same is told from the others
// from then on.
func TestQuietCommandThatAsks(t *testing.T) {
	release := make(chan struct{})
	u := newTestUpstream(t, &memory{server: func() *mcp.Server { return asks(release) }}, 0)
	if err := u.Load(t.Context(), CanElicit, nil); err != nil {
		t.Fatal(err)
	}
	one, two := newPerson(), newPerson()
	looking := callAs(t.Context(), u, one, "look")
	requireSoon(t, "one looks", func() bool { return u.running() == 1 })
	if text := <-callAs(t.Context(), u, two, "peek"); !strings.Contains(text, "nobody was asked") {
		t.Errorf("a question that could be two clients': %s", text)
	}
	two.answer <- "accept"
	if text := <-callAs(t.Context(), u, two, "peek"); !strings.Contains(text, "accept") {
		t.Errorf("the next time: %s", text)
	}
	close(release)
	<-looking
}

// The client that has been asked for longest makes room when there is none.
func TestLongestQuestionIsGivenUp(t *testing.T) {
	u := newTestUpstream(t, &memory{server: func() *mcp.Server { return asks(nil) }}, 0)
	var people []*person
	var calls []<-chan string
	for range maxSessions {
		p := newPerson()
		people, calls = append(people, p), append(calls, callAs(t.Context(), u, p, "ask"))
		<-p.asked
	}
	last := newPerson()
	last.answer <- "accept"
	if text := <-callAs(t.Context(), u, last, "ask"); !strings.Contains(text, "accept") {
		t.Errorf("one more client: %s", text)
	}
	if text := <-calls[0]; !strings.Contains(text, "the question was not answered") {
		t.Errorf("the first client: %s", text)
	}
	for i := 1; i < maxSessions; i++ {
		people[i].answer <- "accept"
		if text := <-calls[i]; !strings.Contains(text, "accept") {
			t.Errorf("client %d: %s", i, text)
		}
	}
}

// A server may go on with a call that was given up, and ask: only who gave it up
// may be asked then.
func TestGivenUpCallBindsItsSession(t *testing.T) {
	u := newTestUpstream(t, &memory{server: func() *mcp.Server { return asks(nil) }}, 0)
	one, two := newPerson(), newPerson()
	ctx, leave := context.WithCancel(t.Context())
	left := callAs(ctx, u, one, "work")
	requireSoon(t, "one works", func() bool { return u.running() == 1 })
	leave()
	<-left
	for _, p := range []*person{two, one} {
		p.answer <- "accept"
		<-callAs(t.Context(), u, p, "ask")
	}
	if n := u.sessionCount(); n != 2 {
		t.Errorf("%d sessions, want the first client's and another", n)
	}
	three := newPerson()
	three.transient = true
	ctx, leave = context.WithCancel(t.Context())
	left = callAs(ctx, u, three, "work")
	requireSoon(t, "three works", func() bool { return u.running() == 1 })
	leave()
	<-left
	requireSoon(t, "a session that nobody may use again ends", func() bool { return u.sessionCount() == 1 })
}

// Many clients at once, each of which gives up, asks or reads: nothing hangs.
func TestCrowd(t *testing.T) {
	release := make(chan struct{})
	close(release)
	u := newTestUpstream(t, &memory{server: func() *mcp.Server { return asks(release) }}, 0)
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			p := newPerson()
			p.transient = i%2 == 0
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			switch i % 3 {
			case 0:
				p.answer <- "accept"
				<-callAs(ctx, u, p, "ask")
			case 1:
				done := callAs(ctx, u, p, "ask")
				select {
				case <-p.asked:
				case <-done:
					return
				}
				leave()
				<-done
			default:
				<-callAs(ctx, u, p, "look")
			}
		})
	}
	wg.Wait()
	if n := u.sessionCount(); n > maxSessions {
		t.Errorf("%d sessions", n)
	}
}

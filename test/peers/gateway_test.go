package peers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

const (
	// withSessions is the last revision that has sessions, withoutSessions the first
	// that has none.
	withSessions    = "2025-11-25"
	withoutSessions = "2026-07-28"
)

// gateway is an Envoy in gateway mode over all servers, with a tap before each. All
// tests share it; the first that needs it starts it.
type gateway struct {
	name string
	// revision is what every server is set to speak; empty leaves what is printed.
	revision string

	once    sync.Once
	err     error
	process *envoy.Process
	address string
	taps    map[string]*tap
}

var (
	// asPrinted is what mcp-router-check new prints: all servers are used in sessions.
	asPrinted = &gateway{name: "as-printed"}
	// ofBothEras finds out what its servers speak.
	ofBothEras = &gateway{name: "of-both-eras", revision: "auto"}
)

// up makes sure that the gateway runs. What Envoy logs meanwhile is printed if the test
// fails.
func (g *gateway) up(t *testing.T) {
	t.Helper()
	g.once.Do(func() { g.err = g.start() })
	if g.err != nil {
		t.Fatal(g.err)
	}
	log, access := len(g.process.Log()), len(g.process.AccessLog())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", g.process.Log()[log:], g.process.AccessLog()[access:])
		}
	})
}

func (g *gateway) start() error {
	g.taps = make(map[string]*tap)
	var named []envoy.Server
	for _, s := range running {
		g.taps[s.name] = newTap(s.address)
		named = append(named, envoy.Server{Name: s.name, URL: g.taps[s.name].URL + s.path})
	}
	wasm, err := module.Build("")
	if err != nil {
		return err
	}
	dir := filepath.Join(scratch, g.name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	config, err := envoy.Gateway(dir, wasm, named...)
	if err != nil {
		return err
	}
	if g.revision != "" {
		if err := config.SetOfServers("protocol", g.revision); err != nil {
			return err
		}
	}
	if g.process, err = envoy.Start(context.Background(), dir, config, 2); err != nil {
		return err
	}
	g.address, err = g.process.Address(context.Background(), "mcp")
	return err
}

// stop is good for a gateway that never started, too.
func (g *gateway) stop() (err error) {
	if g.process != nil {
		err = g.process.Stop()
	}
	for _, tap := range g.taps {
		tap.CloseClientConnections()
		tap.Close()
	}
	return err
}

// revisionOf is what a client and the gateway agree on.
func (g *gateway) revisionOf(c *client) string {
	if c.legacy || g == asPrinted {
		return withSessions
	}
	return withoutSessions
}

// serves reports whether a client gets to a server: one without a session needs a
// server that can do without.
func (g *gateway) serves(c *client, s *server) bool {
	return g.revisionOf(c) == withSessions || !s.legacy
}

// drain empties all taps.
func (g *gateway) drain() map[string][]*passage {
	seen := make(map[string][]*passage, len(g.taps))
	for name, tap := range g.taps {
		seen[name] = tap.drain()
	}
	return seen
}

// Each client lists all servers through the gateway, and calls a tool of each. It
// gets what it would have got from the servers themselves, under published names.
func TestThroughTheGateway(t *testing.T) {
	asPrinted.mustServe(t, clients)
}

// Where the gateway finds out what servers speak, a client without a session gets to
// the servers that can do without, and hears which cannot.
func TestNewClientsThroughAGatewayOfBothEras(t *testing.T) {
	var chosen []*client
	for _, c := range clients {
		if !c.legacy {
			chosen = append(chosen, c)
		}
	}
	ofBothEras.mustServe(t, chosen)
}

func (g *gateway) mustServe(t *testing.T, clients []*client) {
	g.up(t)
	var wg sync.WaitGroup
	for _, c := range clients {
		wg.Go(func() { _, _ = c.straight() }) // is read below; together it takes less time
	}
	wg.Wait()
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			straight, err := c.straight()
			if err != nil {
				t.Fatal(err)
			}
			front := newTap(g.address)
			defer front.Close()
			g.drain()
			through, err := c.run(t.Context(), target{front.URL + "/mcp", publishedCalls()})
			if err != nil {
				t.Fatal(err)
			}
			g.check(t, c, straight, through[0], front.drain())
		})
	}
}

func publishedCalls() (calls []call) {
	for _, s := range running {
		calls = append(calls, call{s.published(s.call.Tool), s.call.Arguments})
	}
	return calls
}

// published is a tool's name in the gateway's list; no tool here has a name that
// needs escapes.
func (s *server) published(tool string) string { return s.name + "___" + tool }

func (g *gateway) check(t *testing.T, c *client, straight []report, got report, front []*passage) {
	t.Helper()
	if got.Error != "" {
		t.Errorf("the client failed: %s", got.Error)
	}
	if revision := g.revisionOf(c); !c.silent && (got.Server != "mcp-router" || got.Protocol != revision) {
		t.Errorf("met %q in %q, want mcp-router in %s", got.Server, got.Protocol, revision)
	}
	var want, missing []string
	for i, s := range running {
		if g.serves(c, s) {
			want = append(want, s.listed(straight[i].Tools)...)
		} else {
			missing = append(missing, s.name)
		}
	}
	if !slices.Equal(got.Tools, want) {
		t.Errorf("%d tools, want %d; missing %q, additional %q", len(got.Tools), len(want), without(want, got.Tools), without(got.Tools, want))
	}
	if named := unavailable(front); !slices.Equal(named, missing) {
		t.Errorf("%q are said to be unavailable, want %q", named, missing)
	}
	seen := g.drain()
	for i, s := range running {
		printed := s.printed()
		t.Run(s.name, func(t *testing.T) {
			if i >= len(got.Calls) {
				t.Fatal("not called")
			}
			if g.serves(c, s) {
				s.mustHaveServed(t, got.Calls[i], seen[s.name])
			} else {
				s.mustHaveBeenLeftOut(t, got.Calls[i], seen[s.name])
			}
			given := sessions(seen[s.name])
			if s.sessions && g.revisionOf(c) == withSessions && len(given) == 0 {
				t.Error("the server gave out no session ids")
			}
			if found := leaks(front, given); len(found) > 0 {
				t.Errorf("the client sees session ids of the server: %q", found)
			}
			for _, p := range seen[s.name] {
				if slices.Contains(sessions(front), p.Session) {
					t.Errorf("the server sees the client's session token: %v", p)
				}
			}
			if t.Failed() {
				t.Logf("[%s]\n%s", s.name, printed)
			}
		})
	}
}

// mustHaveServed fails unless a call got its answer, and the server the call, once.
func (s *server) mustHaveServed(t *testing.T, got outcome, seen []*passage) {
	t.Helper()
	if got.Text != s.want || got.IsError || got.Error != "" {
		t.Errorf("call = %+v, want %q", got, s.want)
	}
	if called := tools(seen); !slices.Equal(called, []string{s.call.Tool}) {
		t.Errorf("the server was asked for %q, want %s: %v", called, s.call.Tool, seen)
	}
}

// mustHaveBeenLeftOut fails unless a call was refused with the reason, and the server
// left alone.
func (s *server) mustHaveBeenLeftOut(t *testing.T, got outcome, seen []*passage) {
	t.Helper()
	if want := fmt.Sprintf("server %q speaks only revisions with sessions", s.name); !strings.Contains(got.Error, want) {
		t.Errorf("call = %+v, want %q", got, want)
	}
	if called := tools(seen); len(called) > 0 {
		t.Errorf("the server was asked for %q", called)
	}
}

// listed are a server's tools as a gateway lists them.
func (s *server) listed(tools []string) (names []string) {
	for _, tool := range tools {
		if !slices.Contains(s.hidden, tool) {
			names = append(names, s.published(tool))
		}
	}
	return names
}

// without is what of all is not among others.
func without(all, others []string) (rest []string) {
	for _, one := range all {
		if !slices.Contains(others, one) {
			rest = append(rest, one)
		}
	}
	return rest
}

package peers

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// gateway is an Envoy in gateway mode over all servers, with a tap before each.
type gateway struct {
	process *envoy.Process
	address string
	taps    map[string]*tap
}

// shared is the gateway that all tests share, started by the first that needs it.
var shared struct {
	once sync.Once
	gateway
	err error
}

// up returns the gateway running. What Envoy logs meanwhile is printed if the test
// fails.
func up(t *testing.T) *gateway {
	t.Helper()
	g := &shared.gateway
	shared.once.Do(func() { shared.err = g.start() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	log, access := len(g.process.Log()), len(g.process.AccessLog())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", g.process.Log()[log:], g.process.AccessLog()[access:])
		}
	})
	return g
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
	dir := filepath.Join(scratch, "envoy")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	config, err := envoy.Gateway(dir, wasm, named...)
	if err != nil {
		return err
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
	g := up(t)
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
	if !c.silent && (got.Server != "mcp-router" || got.Protocol != "2025-11-25") {
		t.Errorf("met %q in %q, want mcp-router in 2025-11-25", got.Server, got.Protocol)
	}
	var want []string
	for i, s := range running {
		want = append(want, s.listed(straight[i].Tools)...)
	}
	if foreign := without(got.Tools, want); len(foreign) > 0 {
		t.Errorf("lists %q, which no server has", foreign)
	}
	seen := g.drain()
	for i, s := range running {
		printed := s.printed()
		t.Run(s.name, func(t *testing.T) {
			if missing := without(s.listed(straight[i].Tools), got.Tools); len(missing) > 0 {
				t.Errorf("%q are not listed", missing)
			}
			if i >= len(got.Calls) {
				t.Fatal("not called")
			}
			if one := got.Calls[i]; one.Text != s.want || one.IsError || one.Error != "" {
				t.Errorf("call = %+v, want %q", one, s.want)
			}
			if called := tools(seen[s.name]); !slices.Equal(called, []string{s.call.Tool}) {
				t.Errorf("the server was asked for %q, want %s: %v", called, s.call.Tool, seen[s.name])
			}
			given := sessions(seen[s.name])
			if s.sessions != (len(given) > 0) {
				t.Errorf("the server gave out session ids %q, want some: %t", given, s.sessions)
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
	if !t.Failed() && !slices.Equal(got.Tools, want) {
		t.Errorf("the order of tools\n got %q\nwant %q", got.Tools, want)
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

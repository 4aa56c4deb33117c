package peers

import (
	"strings"
	"testing"
	"time"
)

// operation is a call that tells of its progress as it goes.
type operation struct {
	call
	steps int
	// apart is how far the first step is from the last, at least, on a busy machine.
	apart time.Duration
}

// Every client hears of each step when it is taken, in a session and without one.
func TestProgressComesAsItIsMade(t *testing.T) {
	ofBothEras.up(t)
	asPrinted.up(t)
	for _, c := range clients {
		if c.silent {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			asPrinted.mustStream(t, c, operation{
				call{"everything___trigger-long-running-operation", map[string]any{"duration": 1, "steps": 4}}, 4, 500 * time.Millisecond,
			})
			if !c.legacy {
				ofBothEras.mustStream(t, c, operation{
					call{"go-stateless___test_tool_with_progress", map[string]any{}}, 3, 50 * time.Millisecond,
				})
			}
		})
	}
}

// mustStream has a client call an operation and fails unless its reply comes step by
// step.
func (g *gateway) mustStream(t *testing.T, c *client, o operation) {
	t.Helper()
	front := newTap(g.address)
	defer front.Close()
	reports, err := c.run(t.Context(), target{front.URL + "/mcp", []call{o.call}})
	if err != nil {
		t.Fatal(err)
	}
	got := reports[0]
	if len(got.Calls) != 1 || got.Calls[0].Text == "" || got.Calls[0].Error != "" {
		t.Fatalf("%s: report = %+v, want the operation's end", o.Tool, got)
	}
	// The Go client may count the last one after it has returned.
	if n := got.Calls[0].Progress; n < o.steps-1 {
		t.Errorf("%s: the client heard of %d steps, want %d", o.Tool, n, o.steps)
	}
	for _, p := range front.drain() {
		if p.Method != "tools/call" {
			continue
		}
		if n := strings.Count(p.reply.String(), `"notifications/progress"`); n != o.steps {
			t.Errorf("%s: the reply tells of %d steps, want %d: %s", o.Tool, n, o.steps, p.reply.String())
		}
		if took := p.last.Sub(p.first); took < o.apart {
			t.Errorf("%s: the reply came within %s, want the steps as they are made", o.Tool, took)
		}
		return
	}
	t.Errorf("%s: no call passed", o.Tool)
}

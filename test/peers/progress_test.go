package peers

import (
	"strings"
	"testing"
	"time"
)

const (
	steps    = 4
	duration = time.Second
)

// An operation that tells of its progress as it goes: every client hears of each
// step when it is taken, and of the end.
func TestProgressComesAsItIsMade(t *testing.T) {
	g := up(t)
	for _, c := range clients {
		if c.silent {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			front := newTap(g.address)
			defer front.Close()
			reports, err := c.run(t.Context(), target{front.URL + "/mcp", []call{{
				"everything___trigger-long-running-operation", map[string]any{"duration": duration.Seconds(), "steps": steps},
			}}})
			if err != nil {
				t.Fatal(err)
			}
			got := reports[0]
			if len(got.Calls) != 1 || got.Calls[0].Text != "Long running operation completed. Duration: 1 seconds, Steps: 4." {
				t.Fatalf("report = %+v, want the operation's end", got)
			}
			// The Go client may count the last one after it has returned.
			if n := got.Calls[0].Progress; n < steps-1 {
				t.Errorf("the client heard of %d steps, want %d", n, steps)
			}
			front.mustHaveStreamed(t)
		})
	}
}

// mustHaveStreamed fails unless the call's reply came step by step.
func (t *tap) mustHaveStreamed(test *testing.T) {
	test.Helper()
	for _, p := range t.drain() {
		if p.Method != "tools/call" {
			continue
		}
		if n := strings.Count(p.reply.String(), `"notifications/progress"`); n != steps {
			test.Errorf("the reply tells of %d steps, want %d: %s", n, steps, p.reply.String())
		}
		// From the first step to the last, less a step's worth for a busy machine.
		if took := p.last.Sub(p.first); took < duration*(steps-2)/steps {
			test.Errorf("the reply came within %s, want the steps as they are made", took)
		}
		return
	}
	test.Error("no call passed")
}

package azure

import (
	"slices"
	"strings"
	"testing"
)

// What a client of the router does with the companion's tool, in both eras.

func forEachEra(t *testing.T, test func(t *testing.T, c *client, provider string)) {
	t.Helper()
	s := up(t)
	for _, era := range eras {
		t.Run(era.version, func(t *testing.T) { test(t, s.connect(t, era.version), era.provider) })
	}
}

func TestTheToolIsListedBesideTheOthers(t *testing.T) {
	forEachEra(t, func(t *testing.T, c *client, _ string) {
		var names []string
		for tool, err := range c.session.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, tool.Name)
		}
		mustEqual(t, "tools", names, []string{
			"random-user-server___get-random-user", "random-user-server___get-random-users",
			"rest-amap-server___geocode", "rest-amap-server___get-distance", "rest-amap-server___get-weather",
			"azd___azure",
		})
	})
}

func TestLearnToolLearnCall(t *testing.T) {
	forEachEra(t, func(t *testing.T, c *client, provider string) {
		mustEqual(t, "providers", c.learned("azd___azure", args{"learn": true}), []string{storage, archive})
		mustEqual(t, "commands", c.learned("azd___azure", args{"learn": true, "tool": provider}), []string{
			"account_crash", "account_echo", "account_fail", "account_grow", "account_pid", "account_summary",
			"blob_copy", "blob_delete", "container_list",
		})
		starts := c.runs("mcp " + provider)
		call := args{"tool": provider, "command": "container_list", "parameters": args{"account": "a"}}
		for _, name := range []string{"azd___azure", "azd/azure"} {
			if got := c.call(name, call); got.IsError || textOf(got) != "two containers: images, backups" {
				t.Errorf("%s: isError %v: %s", name, got.IsError, textOf(got))
			}
		}
		mustEqual(t, "installations", c.runs("ext install mcp."+provider), []string{"ext install mcp." + provider + " -s local --no-prompt"})
		mustEqual(t, "starts after those for learning", c.runs("mcp " + provider)[len(starts):], nil)
	})
}

// runs are the command lines of azd that begin with prefix.
func (c *client) runs(prefix string) []string {
	return slices.DeleteFunc(c.stand.companion.Runs(), func(line string) bool { return !strings.HasPrefix(line, prefix) })
}

func TestProgressArrivesMeanwhile(t *testing.T) {
	forEachEra(t, func(t *testing.T, c *client, provider string) {
		c.stand.connect(t, "2025-11-25").learned("azd___azure", args{"learn": true, "tool": provider}) // its start has progress too
		c.call("azd___azure", args{"tool": provider, "command": "blob_copy", "parameters": args{"ms": 50}})
		waitFor(t, "progress", func() bool { return len(c.progressed()) > 0 })
		mustEqual(t, "progress", c.progressed(), []string{"half"})
	})
}

// A question needs a way back to the client. Without sessions it is an answer to
// the call, and the call is made again; with sessions it would need the session
// that the router's client does not have with the companion.
func TestQuestions(t *testing.T) {
	s := up(t)
	remove := args{"tool": storage, "command": "blob_delete", "parameters": args{"blob": "b"}}
	intent := args{"intent": "which containers are there?"}
	for _, tt := range []struct {
		name, version string
		args          args
		isError       bool
		text          string
	}{
		{"consent cannot be asked for", "2025-11-25", remove, true, "does not support elicitation"},
		{"consent is asked for", "2026-07-28", remove, false, "deleted"},
		{"the model cannot be asked", "2025-11-25", intent, false, `"matches"`},
		{"the model is asked", "2026-07-28", intent, false, "two containers: images, backups"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := len(s.companion.Did(storage))
			got := s.connect(t, tt.version).call("azd___azure", tt.args)
			if got.IsError != tt.isError || !strings.Contains(textOf(got), tt.text) {
				t.Errorf("isError %v: %s, want %v: … %s …", got.IsError, textOf(got), tt.isError, tt.text)
			}
			deleted := slices.Contains(s.companion.Did(storage)[before:], `deleted {"blob":"b"}`)
			if deleted != (tt.text == "deleted") {
				t.Errorf("a blob was deleted: %v", deleted)
			}
		})
	}
}

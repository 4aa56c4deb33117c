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
		call := args{"tool": provider, "command": "container_list", "parameters": args{"account": "a"}}
		for _, name := range []string{"azd___azure", "azd/azure"} {
			if got := c.call(name, call); got.IsError || textOf(got) != "two containers: images, backups" {
				t.Errorf("%s: isError %v: %s", name, got.IsError, textOf(got))
			}
		}
		mustEqual(t, "progress", c.progressed(), []string{"installing mcp." + provider, "starting " + provider})
		mustEqual(t, "installations", c.runs("ext install mcp."+provider), []string{"ext install mcp." + provider + " -s local --no-prompt"})
		mustEqual(t, "starts", c.runs("mcp "+provider), []string{"mcp " + provider + " server start"})
	})
}

// runs are the command lines of azd that begin with prefix.
func (c *client) runs(prefix string) []string {
	return slices.DeleteFunc(c.stand.companion.Runs(), func(line string) bool { return !strings.HasPrefix(line, prefix) })
}

// A question needs a way back to the client. Without sessions it is an answer to
// the call, and the call is made again; with sessions it would need the session
// that the router's client does not have with the companion.
func TestConsent(t *testing.T) {
	s := up(t)
	for _, tt := range []struct {
		version, text string
		isError       bool
	}{
		{"2025-11-25", "does not support elicitation", true},
		{"2026-07-28", "deleted", false},
	} {
		t.Run(tt.version, func(t *testing.T) {
			got := s.connect(t, tt.version).call("azd___azure", args{"tool": storage, "command": "blob_delete", "parameters": args{"blob": tt.version}})
			if got.IsError != tt.isError || !strings.Contains(textOf(got), tt.text) {
				t.Errorf("isError %v: %s, want %v: … %s …", got.IsError, textOf(got), tt.isError, tt.text)
			}
			deleted := slices.Contains(s.companion.Did(storage), `deleted {"blob":"`+tt.version+`"}`)
			if deleted == tt.isError {
				t.Errorf("deleted: %v, want %v", deleted, !tt.isError)
			}
		})
	}
}

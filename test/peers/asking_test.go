package peers

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/sjson"
)

// The tools by which server-everything asks its client. It has them only for clients
// that say that they can be asked.
var asking = []call{
	{"everything___trigger-elicitation-request", map[string]any{}},
	{"everything___trigger-sampling-request", map[string]any{"prompt": "a question", "maxTokens": 10}},
}

// answered are what they say then.
func answered(who string) []string {
	return []string{"- Name: " + who, who + " heard Resource trigger-sampling-request context: a question"}
}

// rooting is the tool that tells the client's roots. The server asks for them outside
// of any call, on the stream of the session.
var rooting = call{"everything___get-roots-list", map[string]any{}}

// canAnswer reports whether a driver answers: Inspector does by hand, FastMCP's client
// by another interface.
func (c *client) canAnswer() bool { return !c.silent && c.name != "fastmcp" }

// Each client is asked by a server behind a gateway, all at the same time: a server
// hears from its own client and from no other.
func TestServersAskTheirClients(t *testing.T) {
	asPrinted.up(t)
	for _, c := range clients {
		if !c.canAnswer() {
			continue
		}
		for _, who := range []string{c.name + "-one", c.name + "-two"} {
			t.Run(who, func(t *testing.T) {
				t.Parallel()
				mustAnswer(t, c, who, asPrinted.address, asking, answered(who))
			})
		}
	}
}

// The same on the stream of the session, of a gateway that has one server's.
func TestServersAskForRoots(t *testing.T) {
	address := over(t, func(plugin string) (string, error) {
		return sjson.Set(plugin, "gateway.streamServer", "everything")
	}, "everything")
	for _, c := range clients {
		if !c.canAnswer() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			mustAnswer(t, c, c.name, address, []call{rooting}, []string{"URI: file:///" + c.name})
		})
	}
}

// mustAnswer has a client call tools that ask it, and fails unless they hear from it.
func mustAnswer(t *testing.T, c *client, who, address string, calls []call, want []string) {
	t.Helper()
	reports, err := c.runAs(t.Context(), who, target{"http://" + address + "/mcp", calls})
	if err != nil {
		t.Fatal(err)
	}
	got := reports[0]
	if got.Error != "" || len(got.Calls) != len(calls) {
		t.Fatalf("report = %+v", got)
	}
	for i, one := range got.Calls {
		if one.Error != "" || one.IsError || !strings.Contains(one.Text, want[i]) {
			t.Errorf("%s = %+v, want %q", calls[i].Tool, one, want[i])
		}
		if !slices.Contains(got.Tools, calls[i].Tool) {
			t.Errorf("%s is not in the list %q", calls[i].Tool, got.Tools)
		}
	}
}

// A client that does not say that it can be asked does not get the tools that ask in
// a call, nor a question when it calls them all the same.
func TestNobodyIsAskedUnasked(t *testing.T) {
	asPrinted.up(t)
	for _, c := range clients {
		if c.silent {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reports, err := c.run(t.Context(), target{"http://" + asPrinted.address + "/mcp", asking})
			if err != nil {
				t.Fatal(err)
			}
			for i, one := range reports[0].Calls {
				if !one.IsError && one.Error == "" || slices.Contains(reports[0].Tools, asking[i].Tool) {
					t.Errorf("%s = %+v, listed %q", asking[i].Tool, one, reports[0].Tools)
				}
			}
			if len(reports[0].Calls) != len(asking) {
				t.Errorf("report = %+v", reports[0])
			}
		})
	}
}

package azd_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"mcp-router/test/azd/fakestate"
)

// azd as it is met: old, noisy, slow, failing, gone, and never quite the same.

// rowed is an extension with a row of its own making.
func rowed(row string) fakestate.Extension {
	return fakestate.Extension{Row: json.RawMessage(row), Spec: `{"name":"storage"}`}
}

func TestEveryGenerationOfRows(t *testing.T) {
	tests := []struct {
		name     string
		row      string
		installs bool
	}{
		{"until August 2025, not installed", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.0.0","installed":false,"source":"s"}`, true},
		{"until August 2025, installed", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.0.0","installed":true,"source":"s"}`, false},
		{"installedVersion empty", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.0.0","installedVersion":"","source":"s"}`, true},
		{"installedVersion set", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.1.0","installedVersion":"1.0.0","source":"s"}`, false},
		{"updateAvailable beside it", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.1.0","installedVersion":"1.0.0","updateAvailable":true,"source":"s"}`, false},
		{"what the first root server expected", `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.0.0","latestVersion":"1.1.0","installed":true,"description":"d","tags":["azure","mcp"]}`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, rowed(tt.row))
			c := w.connect(clientOptions{})
			requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
			if installs := len(w.runs("ext install")) == 1; installs != tt.installs {
				t.Errorf("installed: %v, want %v", installs, tt.installs)
			}
		})
	}
}

func TestWhichExtensionsAreProviders(t *testing.T) {
	untagged := func(e fakestate.Extension) fakestate.Extension { e.Untagged = true; return e }
	w := newWorld(t,
		listed("azure"), listed("azure.csharp"), // root servers, this one among them
		rowed(`{"id":"mcp.storage","namespace":"mcp.storage","version":"0.4.2","installedVersion":"","source":"azd"}`),
		rowed(`{"id":"mcp.storage","namespace":"mcp.storage","version":"0.5.0","installedVersion":"0.5.0","source":"fork"}`),
		untagged(installed("bundled")), untagged(listed("elsewhere")),
		untagged(rowed(`{"id":"microsoft.azd.demo","namespace":"demo","version":"1.0.0","installedVersion":"1.0.0","source":"azd"}`)),
	)
	w.change(func(s *fakestate.State) { s.Extensions[3].Description = "The fork." })
	c := w.connect(clientOptions{})

	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage", "bundled"})
	requireEqual(t, "described with", w.runs("ext show mcp.storage"), []string{"ext show mcp.storage -s fork --output json"})
	c.learned(args{"learn": true, "tool": "storage"})
	requireEqual(t, "installed", w.runs("ext install"), nil)
}

func TestNoiseAroundTheList(t *testing.T) {
	tests := []struct {
		name  string
		fault fakestate.Fault
	}{
		{"a line before the array", fakestate.Fault{Stdout: "Checking [1/3] sources ..."}},
		{"JSON lines on stderr", fakestate.Fault{Stderr: `{"type":"consoleMessage","timestamp":"t","data":{"message":"[warning] a source is slow"}}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, listed("storage"))
			w.fault("ext list", tt.fault)
			c := w.connect(clientOptions{})
			requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage"})
		})
	}
}

func TestNothingDiscoveredSaysWhy(t *testing.T) {
	fail := func(command string, f fakestate.Fault) func(*world) {
		return func(w *world) { w.fault(command, f) }
	}
	tests := []struct {
		name  string
		azd   string // "" is the fake
		setup func(*world)
		says  []string
	}{
		{"azd is missing", "no-such-azd", func(*world) {}, []string{"azd", "was not found", "install", "azure-mcp.json"}},
		{"azd is missing at a path", "/nowhere/azd", func(*world) {}, []string{"azd", "was not found", "azure-mcp.json"}},
		{"azd is too old", "", func(w *world) { w.change(func(s *fakestate.State) { s.Version = "azd version 1.19.4 (commit 0)" }) }, []string{"1.20.0 or newer", "1.19.4"}},
		{"the list is empty", "", func(*world) {}, []string{"lists no extension", "azure-mcp.json"}},
		{"the list fails", "", fail("ext list", fakestate.Fault{Exit: 1, Stdout: "ERROR: cannot read the config"}), []string{"cannot read the config"}},
		{"the list is no JSON", "", fail("ext list", fakestate.Fault{Silent: true, Stdout: "<html>"}), []string{"no JSON list", "<html>"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			tt.setup(w)
			o := clientOptions{}
			if tt.azd != "" {
				o.args = []string{"--azd", tt.azd}
			}
			got := w.connect(o).call(args{"learn": true})
			if got.IsError {
				t.Error("finding nothing is no error")
			}
			for _, says := range tt.says {
				if !strings.Contains(strings.ToLower(textOf(got)), strings.ToLower(says)) {
					t.Errorf("%q is not said in: %s", says, textOf(got))
				}
			}
		})
	}
}

// azd's list hangs for longer than it may: who has servers of a file is answered
// at once, with what is missing, and later why.
func TestListHangs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("storage"))
	w.fault("ext list", faultDelay(600_000))
	started := time.Now()
	c := w.connect(clientOptions{args: w.servers(args{"own": local("own", args{"description": "Ours."})})})

	got := textOf(c.call(args{"learn": true}))

	if !strings.Contains(got, "Ours.") || !strings.Contains(got, "azd has not answered yet") {
		t.Errorf("what is missing is not said: %s", got)
	}
	if took := time.Since(started); took > 10*time.Second {
		t.Errorf("the answer took %v", took)
	}
	eventually(t, "the reason is said", func() bool {
		return strings.Contains(textOf(c.call(args{"learn": true})), "no answer in 30s")
	})
}

func TestNewExtensionAppears(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("storage"))
	c := w.connect(clientOptions{})
	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage"})

	w.change(func(s *fakestate.State) { s.Extensions = append(s.Extensions, listed("keyvault")) })

	eventually(t, "keyvault is found", func() bool {
		return !c.call(args{"tool": "keyvault", "command": "account_pid"}).IsError
	})
	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage", "keyvault"})
}

func TestEmptyListAfterAGoodOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("storage"))
	c := w.connect(clientOptions{})
	c.learned(args{"learn": true})
	w.fault("ext list", fakestate.Fault{Silent: true})

	eventually(t, "azd asked again", func() bool {
		c.call(args{"tool": "nothing", "command": "x"})
		return len(w.runs("ext list --tags")) > 1
	})
	eventually(t, "the answer says that it may be old", func() bool {
		return strings.Contains(textOf(c.call(args{"learn": true})), "out of date")
	})
	requireEqual(t, "providers", c.learned(args{"learn": true}), []string{"storage"})
}

func TestFiveHundredExtensions(t *testing.T) {
	var many []fakestate.Extension
	for i := range 500 {
		many = append(many, listed(fmt.Sprintf("service%03d", i)))
	}
	w := newWorld(t, many...)
	c := w.connect(clientOptions{})

	names := c.learned(args{"learn": true}) // as many as the answer's budget holds

	if len(names) < 50 || names[0] != "service000" || names[49] != "service049" {
		t.Errorf("%d providers: %q …", len(names), names[:min(3, len(names))])
	}
	requireEqual(t, "commands of the last", c.learned(args{"learn": true, "tool": "service499"}), storageTools)
}

func TestUpgrades(t *testing.T) {
	old := `{"id":"mcp.storage","namespace":"mcp.storage","version":"1.1.0","installedVersion":"1.0.0","updateAvailable":true,"source":"s"}`
	learn := args{"learn": true}
	tests := []struct {
		policy   string
		notices  []bool // whether the first and the second learn mention it
		upgraded bool
	}{
		{"notice", []bool{true, false}, false},
		{"off", []bool{false, false}, false},
		{"auto", []bool{false, false}, true},
	}
	for _, tt := range tests {
		t.Run(tt.policy, func(t *testing.T) {
			w := newWorld(t, rowed(old))
			c := w.connect(clientOptions{args: []string{"--upgrade=" + tt.policy}})
			var notices []bool
			for range 2 {
				notices = append(notices, strings.Contains(textOf(c.call(learn)), "azd ext upgrade mcp.storage -s s"))
			}
			requireEqual(t, "mentioned", notices, tt.notices)
			requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
			if upgraded := len(w.runs("ext upgrade mcp.storage -s s --no-prompt")) == 1; upgraded != tt.upgraded {
				t.Errorf("upgraded: %v, want %v", upgraded, tt.upgraded)
			}
		})
	}
}

// Extensions that azd can start itself have a command of their own.
func TestServerCommands(t *testing.T) {
	tests := []struct {
		name         string
		capabilities []string
		record       string // the mcp member of azd's record
		started      string
	}{
		{"custom commands", []string{"custom-commands"}, "", "mcp storage server start"},
		{"mcp-server, by default", []string{"custom-commands", "mcp-server"}, "", "mcp storage mcp start"},
		{"mcp-server, with arguments", []string{"mcp-server"}, `{"server":{"args":["serve","--stdio"],"env":["COLOUR=red"]}}`, "mcp storage serve --stdio"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := installed("storage")
			e.Capabilities, e.MCP = tt.capabilities, json.RawMessage(tt.record)
			e.Spec = fmt.Sprintf(`{"name":"storage","want":%q}`, strings.TrimPrefix(tt.started, "mcp storage "))
			if tt.record == "" {
				e.MCP = nil
			}
			w := newWorld(t, e)
			c := w.connect(clientOptions{})
			requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
			requireEqual(t, "started with", w.runs("mcp storage"), []string{tt.started})
		})
	}
}

// An azd that does not know config get is asked with ext show.
func TestServerCommandWithoutRecord(t *testing.T) {
	e := installed("storage")
	e.Capabilities, e.Spec = []string{"mcp-server"}, `{"name":"storage","want":"mcp start"}`
	w := newWorld(t, e)
	w.fault("config get", fakestate.Fault{Exit: 1})
	c := w.connect(clientOptions{})
	requireEqual(t, "commands", c.learned(args{"learn": true, "tool": "storage"}), storageTools)
}

package azd_test

import (
	"encoding/json"
	"strings"
	"testing"

	"mcp-router/test/azd/fakeprovider"
)

// The flows of the azd-azure-mcp README's sequence diagram, by their names
// there, each for a client with sessions and one without.

func eachEra(t *testing.T, test func(t *testing.T, version string)) {
	for _, version := range []string{sessions, stateless} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			test(t, version)
		})
	}
}

// storageTools are the fake provider's, in the order of its own list.
var storageTools = []string{
	"account_crash", "account_echo", "account_fail", "account_grow", "account_pid", "account_summary",
	"blob_copy", "blob_delete", "container_list",
}

func TestRootLearn(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, listed("keyvault"), installed("storage"))
		c := w.connect(clientOptions{version: version})

		got := c.learned(args{"learn": true})

		requireEqual(t, "providers", got, []string{"keyvault", "storage"})
		requireEqual(t, "azd's list was asked for", w.runs("ext list --tags"), []string{"ext list --tags azure,mcp --output json"})
		requireEqual(t, "installed by learning what there is", w.runs("ext install"), nil)
		requireEqual(t, "started by learning what there is", w.starts("storage"), nil)
	})
}

func TestRootLearnDescribesProviders(t *testing.T) {
	w := newWorld(t, listed("keyvault"))
	c := w.connect(clientOptions{})

	got := textOf(c.call(args{"learn": true}))

	if !strings.Contains(got, "Works with keyvault resources.") {
		t.Errorf("the answer lacks what azd ext show says: %s", got)
	}
	requireEqual(t, "azd was asked with", w.runs("ext show"), []string{"ext show mcp.keyvault -s local --output json"})
}

func TestToolLearnUncached(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, listed("storage"))
		c := w.connect(clientOptions{version: version})

		got := c.learned(args{"learn": true, "tool": "storage"})

		requireEqual(t, "commands", got, storageTools)
		requireEqual(t, "installed with", w.runs("ext install"), []string{"ext install mcp.storage -s local --no-prompt"})
		requireEqual(t, "started with", w.runs("mcp storage"), []string{"mcp storage server start"})
	})
}

func TestToolLearnCached(t *testing.T) {
	w := newWorld(t, listed("storage"))
	c := w.connect(clientOptions{})
	first := textOf(c.call(args{"learn": true, "tool": "storage"}))
	runs := w.lines("runs.log")

	second := textOf(c.call(args{"learn": true, "tool": "storage"}))

	requireEqual(t, "second answer", second, first)
	requireEqual(t, "azd's runs", w.lines("runs.log"), runs)
	if starts := w.starts("storage"); len(starts) != 1 {
		t.Errorf("provider started %d times", len(starts))
	}
}

func TestCallUncached(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, listed("storage"))
		c := w.connect(clientOptions{version: version})

		got := c.call(args{"tool": "storage", "command": "container_list", "parameters": args{"account": "a"}})

		requireEqual(t, "text", textOf(got), "two containers: images, backups")
		if n := len(w.runs("ext install")); n != 1 {
			t.Errorf("installed %d times", n)
		}
	})
}

func TestCallCached(t *testing.T) {
	w := newWorld(t, listed("storage"))
	c := w.connect(clientOptions{})
	pid := textOf(c.call(args{"tool": "storage", "command": "account_pid"}))
	runs := w.lines("runs.log")

	again := textOf(c.call(args{"tool": "storage", "command": "account_pid"}))

	requireEqual(t, "process", again, pid)
	requireEqual(t, "azd's runs", w.lines("runs.log"), runs)
}

func TestSamplingFromIntent(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, listed("keyvault"), listed("storage"))
		model := func(prompt string) (string, error) {
			if strings.Contains(prompt, "container_list") {
				return "```json\n{\"command\":\"container_list\",\"parameters\":{\"account\":\"a\"}}\n```", nil
			}
			return "storage", nil
		}
		c := w.connect(clientOptions{version: version, sample: model})

		got := c.call(args{"intent": "which containers are there?"})

		requireEqual(t, "text", textOf(got), "two containers: images, backups")
		if n := len(c.noted(&c.asked)); n != 2 {
			t.Errorf("the model was asked %d times, want 2", n)
		}
	})
}

func TestIntentWithoutSampling(t *testing.T) {
	w := newWorld(t, installed("keyvault"), installed("storage"))
	c := w.connect(clientOptions{})

	got := c.call(args{"intent": "delete a blob"})

	var answer struct {
		Matches []struct{ Tool, Command string }
	}
	if err := json.Unmarshal([]byte(textOf(got)), &answer); err != nil || got.IsError {
		t.Fatalf("intent: %q: %v", textOf(got), err)
	}
	if w.did("deleted") {
		t.Error("an intent alone executed a command")
	}
}

// A result is handed on as the provider sent it.
func TestResultKeepsItsBytes(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, installed("storage"))
		wire := w.wire()
		wire.initialize(version)

		reply := wire.request("tools/call", args{"name": "azure", "arguments": json.RawMessage(
			`{"tool":"storage","command":"container_list","parameters":{"account":"a"}}`)})

		if !strings.Contains(reply, `"structuredContent":`+fakeprovider.Fidelity) {
			t.Errorf("the provider's bytes are not in %s", reply)
		}
	})
}

func TestParametersKeepTheirBytes(t *testing.T) {
	w := newWorld(t, installed("storage"))
	wire := w.wire()
	wire.initialize(sessions)
	parameters := `{"z":12345678901234567890,"a":1.10,"s":"\u003c\/"}`

	reply := wire.request("tools/call", args{"name": "azure", "arguments": json.RawMessage(
		`{"tool":"storage","command":"account_echo","parameters":` + parameters + `}`)})

	if !strings.Contains(reply, parameters) {
		t.Errorf("%s is not in %s", parameters, reply)
	}
}

// requireEqual compares whole values. Slices of strings without elements are
// equal.
func requireEqual[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	g, errG := json.Marshal(got)
	w, errW := json.Marshal(want)
	if errG != nil || errW != nil {
		t.Fatal(errG, errW)
	}
	if string(g) != string(w) {
		t.Errorf("%s:\n got %s\nwant %s", what, g, w)
	}
}

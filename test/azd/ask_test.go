package azd_test

import (
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Questions of a provider: they reach the client on whose behalf it works, and
// nothing is done without the answer.

var deleteBlob = args{"tool": "storage", "command": "blob_delete", "parameters": args{"blob": "b"}}

func answering(r mcp.ElicitResult) func(*mcp.ElicitParams) *mcp.ElicitResult {
	return func(*mcp.ElicitParams) *mcp.ElicitResult { return &r }
}

func TestElicitation(t *testing.T) {
	yes := mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}}
	tests := []struct {
		name    string
		answer  func(*mcp.ElicitParams) *mcp.ElicitResult
		deleted bool
		text    string
	}{
		{"accepted", answering(yes), true, "deleted"},
		{"accepted without being sure", answering(mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": false}}), false, "not deleted: accept"},
		{"declined", answering(mcp.ElicitResult{Action: "decline"}), false, "not deleted: decline"},
		{"cancelled", answering(mcp.ElicitResult{Action: "cancel"}), false, "not deleted: cancel"},
		{"the client cannot be asked", nil, false, "does not support elicitation"},
	}
	eachEra(t, func(t *testing.T, version string) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				w := newWorld(t, installed("storage"))
				c := w.connect(clientOptions{version: version, elicit: tt.answer})

				got := c.call(deleteBlob)

				if got.IsError == tt.deleted || !strings.Contains(textOf(got), tt.text) {
					t.Errorf("isError %v: %s, want … %s …", got.IsError, textOf(got), tt.text)
				}
				if deleted := w.did(`deleted {"blob":"b"}`); deleted != tt.deleted {
					t.Errorf("deleted: %v, want %v", deleted, tt.deleted)
				}
				if tt.answer != nil {
					requireEqual(t, "the client was asked", c.noted(&c.asked), []string{"Delete the blob?"})
				}
			})
		}
	})
}

// A provider may sample too; it is given the client's model, not ours.
func TestProviderSamples(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, installed("storage"))
		c := w.connect(clientOptions{version: version, sample: func(prompt string) (string, error) { return "all " + prompt, nil }})

		got := c.call(args{"tool": "storage", "command": "account_summary"})

		requireEqual(t, "text", textOf(got), "summary: all Summarise.")
	})
}

// The model's choice, our question and the provider's in one call: nothing is
// asked twice.
func TestSampledCommandThatElicits(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		w := newWorld(t, installed("storage"))
		c := w.connect(clientOptions{
			version: version,
			elicit:  answering(mcp.ElicitResult{Action: "accept", Content: map[string]any{"sure": true}}),
			sample: func(prompt string) (string, error) {
				if strings.Contains(prompt, "blob_delete") {
					return `{"command":"blob_delete","parameters":{"blob":"b"}}`, nil
				}
				return "storage", nil
			},
		})

		got := c.call(args{"intent": "delete the blob b"})

		requireEqual(t, "text", textOf(got), "deleted")
		if asked := c.noted(&c.asked); len(asked) != 4 || !strings.Contains(asked[2], `Run command "blob_delete" of tool "storage"`) || asked[3] != "Delete the blob?" {
			t.Errorf("asked %q", asked)
		}
	})
}

// From an intent alone nothing runs that may change something, unless the user
// was asked.
func TestSampledCommandThatNobodyAgreedTo(t *testing.T) {
	eachEra(t, func(t *testing.T, version string) {
		for _, tt := range []struct {
			name   string
			elicit func(*mcp.ElicitParams) *mcp.ElicitResult
			says   string
			ran    bool
		}{
			{"nobody can be asked", nil, "Not run", false},
			{"the user declines", answering(mcp.ElicitResult{Action: "decline"}), "Nothing was run", false},
			{"the user agrees", answering(mcp.ElicitResult{Action: "accept"}), "copied", true},
		} {
			t.Run(tt.name, func(t *testing.T) {
				w := newWorld(t, installed("storage"))
				c := w.connect(clientOptions{version: version, elicit: tt.elicit, sample: func(prompt string) (string, error) {
					if strings.Contains(prompt, "blob_copy") {
						return `{"command":"blob_copy","parameters":{"ms":0}}`, nil
					}
					return "storage", nil
				}})

				got := textOf(c.call(args{"intent": "copy the blob"}))

				if !strings.Contains(got, tt.says) || w.did("copy started") != tt.ran {
					t.Errorf("ran: %v: %s", w.did("copy started"), got)
				}
			})
		}
	})
}

// What ranking would look into is not installed for that: only what the model
// has named.
func TestSamplingInstallsWhatWasNamed(t *testing.T) {
	w := newWorld(t, listed("keyvault"), listed("storage"))
	c := w.connect(clientOptions{sample: func(string) (string, error) { return "nonsense", nil }})
	c.call(args{"intent": "list keyvault secrets"})
	requireEqual(t, "installed", w.runs("ext install"), nil)
}

// A model that answers nonsense leads to the ranked answer after two rounds at
// most.
func TestSamplingIsBounded(t *testing.T) {
	for _, nonsense := range []string{"nonsense", "storage", "Unknown", "{\"tool\":"} {
		eachEra(t, func(t *testing.T, version string) {
			w := newWorld(t, installed("storage"))
			c := w.connect(clientOptions{version: version, sample: func(string) (string, error) { return nonsense, nil }})

			got := c.call(args{"intent": "delete a blob"})

			if got.IsError || !strings.Contains(textOf(got), `"matches"`) {
				t.Errorf("%q: isError %v: %s", nonsense, got.IsError, textOf(got))
			}
			if n := len(c.noted(&c.asked)); n > 2 {
				t.Errorf("%q: the model was asked %d times", nonsense, n)
			}
			if w.did("deleted") {
				t.Errorf("%q: something was deleted", nonsense)
			}
		})
	}
}

//go:build conformance

package conformance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcp-router/test/module"
)

// clientProgram is the Go SDK's client for the suite, which does what each scenario
// asks of a client.
const clientProgram = "github.com/modelcontextprotocol/go-sdk/conformance/everything-client"

// notOurs are checks by scenario that a gateway has nothing to show for, and why.
// The client of request-metadata sends server/discover only. A gateway answers that
// itself and asks the server in its own name, for all clients: it declares no
// capability of this one's.
var notOurs = map[string][]string{
	"request-metadata": {"sep-2575-client-declares-roots-capability"},
}

func without(checks []check, ids []string) []check {
	return slices.DeleteFunc(slices.Clone(checks), func(c check) bool { return slices.Contains(ids, c.ID) })
}

// failed describes the checks that found something wrong. What a client does not do,
// a capability that it has not or a method of another era, is skipped, and is so with
// a gateway in between: held counts it on neither side.
func failed(checks []check) (messages []string) {
	for _, c := range checks {
		if c.Status != "SKIPPED" {
			messages = append(messages, broken([]check{c})...)
		}
	}
	return messages
}

// TestUpstreamLeg runs the suite's scenarios for clients with a gateway in between:
// the suite's server judges what the gateway sends. Those of authorization are
// between the client and its server, whose answers a gateway does not pretend to
// give.
func TestUpstreamLeg(t *testing.T) {
	scenarios := map[string][]string{
		"2025-11-25": {"initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry", "json-schema-2020-12-preservation"},
		"2026-07-28": {
			"tools_call", "request-metadata", "sep-2322-client-request-state", "http-standard-headers", "http-custom-headers",
			"http-invalid-tool-headers", "json-schema-ref-no-deref", "json-schema-2020-12-preservation",
		},
	}
	wasm, err := module.Build("")
	if err != nil {
		t.Fatal(err)
	}
	client := buildProgram(t, clientProgram)
	through := strings.Join([]string{buildProgram(t, "mcp-router/test/conformance/throughgateway"), wasm, client}, " ")
	for revision, names := range scenarios {
		all, err := clientScenarios(t.Context(), revision)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(all, slices.Sorted(slices.Values(names))) {
			t.Errorf("%s: the suite has %q for clients, without authorization, want %q", revision, all, names)
		}
		for _, scenario := range names {
			t.Run(fmt.Sprint(revision, "/", scenario), func(t *testing.T) {
				t.Parallel()
				direct, err := runClient(t.Context(), client, revision, scenario, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				got, err := runClient(t.Context(), through, revision, scenario, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				if problems := failed(direct); len(problems) > 0 || held(direct) == 0 {
					t.Errorf("the client itself does not pass: %q", problems)
				}
				want := held(without(direct, notOurs[scenario]))
				if problems := failed(got); held(got) < want || len(problems) > 0 {
					t.Errorf("%d of %d checks hold\n\t%s", held(got), want, strings.Join(problems, "\n\t"))
				}
				t.Logf("%d of %d checks, %d without a gateway", held(got), want, held(direct))
			})
		}
	}
}

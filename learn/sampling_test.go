package learn

import (
	"reflect"
	"strings"
	"testing"
)

func sampling(t testing.TB, arguments string) Request {
	t.Helper()
	r := mustRequest(t, arguments)
	r.Sampling = true
	return r
}

const backPayment = `{"intent":"pay back 5 of invoice 12345678901234567890"}`

func TestSamplingAsksForTheToolThenForTheCommand(t *testing.T) {
	r := sampling(t, backPayment)
	r.Confirming = true
	d, step := Start(r)
	want := Sample{Round: 1, System: providerPrompt, MaxTokens: maxSampleTokens,
		Prompt: "Intent: pay back 5 of invoice 12345678901234567890\nTools:\n" +
			"- weather: Weather now and to come.\n" +
			"- users: The people directory: accounts, groups and their members.\n" +
			"- files: Files on the team share.\n" +
			"- billing: Invoices, refunds and balances of customers.\n" +
			"- maps: 地图服务：地理编码和路线规划。\n"}
	if !reflect.DeepEqual(step, want) {
		t.Fatalf("first step = %#v, want %#v", step, want)
	}
	second, ok := d.Sampled("billing").(Sample)
	if !ok || second.Round != 2 || second.System != commandPrompt || second.MaxTokens != maxSampleTokens {
		t.Fatalf("second step = %#v, want Sample of round 2", second)
	}
	const best = "Commands:\n" + `{"tool":"billing","command":"refund_create","description":"Pays back all or part of an invoice.","inputSchema":{"type":"object",`
	if !strings.Contains(second.Prompt, best) || strings.Count(second.Prompt, "\n{") != 5 {
		t.Errorf("prompt of round 2 = %s, want all five commands, the best-ranked first", second.Prompt)
	}
	step = d.Sampled(`{"command":"refund_create","parameters":{"invoice":12345678901234567890, "amount":5.0}}`)
	confirm := Confirm{`Run command "refund_create" of tool "billing" with the parameters {"invoice":12345678901234567890, "amount":5.0}? ` +
		`It was chosen for the intent "pay back 5 of invoice 12345678901234567890" and may change something.`}
	if !reflect.DeepEqual(step, confirm) {
		t.Fatalf("third step = %#v, want %#v", step, confirm)
	}
	call := Call{"billing", "refund_create", []byte(`{"invoice":12345678901234567890, "amount":5.0}`)}
	if step = d.Confirmed(true); !reflect.DeepEqual(step, call) {
		t.Errorf("last step = %#v, want %#v", step, call)
	}
}

// From an intent alone nothing runs that may change something, unless the user
// was asked and agreed.
func TestSampledCommandsThatMayChangeSomething(t *testing.T) {
	const chosen = `{"command":"refund_create","parameters":{"invoice":7}}`
	r := sampling(t, backPayment)
	d, _ := Start(r)
	d.Sampled("billing")
	proposal, ok := d.Sampled(chosen).(Answer)
	if !ok || proposal.IsError || !strings.Contains(proposal.Text, `"command":"refund_create"`) ||
		!strings.Contains(proposal.Text, `"parameters":{"invoice":7}`) || !strings.Contains(proposal.Text, "Not run") {
		t.Errorf("nobody can be asked: %#v, want the command, not run", proposal)
	}
	r.Confirming = true
	d, _ = Start(r)
	d.Sampled("billing")
	d.Sampled(chosen)
	if refused, ok := d.Confirmed(false).(Answer); !ok || !refused.IsError || !strings.Contains(refused.Text, "Nothing was run") {
		t.Errorf("the user does not agree: %#v", refused)
	}
	d, _ = Start(r)
	d.Sampled("billing")
	long := `{"command":"refund_create","parameters":{"invoice":"` + strings.Repeat("7", maxConfirmed) + `"}}`
	if a, ok := d.Sampled(long).(Answer); !ok || !strings.Contains(a.Text, "Not run") {
		t.Errorf("more parameters than anybody reads: %#v", a)
	}
	d, _ = Start(r)
	if a, ok := d.Confirmed(true).(Answer); !ok || !a.IsError {
		t.Errorf("agreed without being asked: %#v", a)
	}
}

func TestSampledAnswersInOtherForms(t *testing.T) {
	call := Call{"billing", "balance_get", []byte(`{"customer":"7"}`)}
	tests := []struct{ name, first, second string }{
		{"JSON in a fence", "billing", "```json\n{\"command\":\"balance_get\",\"parameters\":{\"customer\":\"7\"}}\n```"},
		{"a fence without a language", "```\nbilling\n```", "Here it is:\n```{\"command\":\"balance_get\",\"parameters\":{\"customer\":\"7\"}}```"},
		{"quotes and a full stop around the name", " `billing`.\n", `{"command":"balance_get","parameters":{"customer":"7"}}`},
		{"the tool as JSON", `{"tool":"Billing"}`, `{"command":"BALANCE-GET","parameters":{"customer":"7"}}`},
		{"the key tool for the command", "mcp.billing", `{"tool":"balance_get","parameters":{"customer":"7"}}`},
		{"both keys", "billing", `{"tool":"billing","command":"balance_get","parameters":{"customer":"7"}}`},
		{"parameters as a string", "billing", `{"command":"balance_get","parameters":"{\"customer\":\"7\"}"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, _ := Start(sampling(t, `{"intent":"what does customer 7 owe"}`))
			d.Sampled(tt.first)
			if got := d.Sampled(tt.second); !reflect.DeepEqual(got, call) {
				t.Errorf("after %q and %q = %#v, want %#v", tt.first, tt.second, got, call)
			}
		})
	}
}

func TestParametersAreOptionalInSampling(t *testing.T) {
	for _, text := range []string{`{"command":"listUsers"}`, `{"command":"listUsers","parameters":null}`, `{"command":"listUsers","parameters":{}}`} {
		d, _ := Start(sampling(t, `{"intent":"list users"}`))
		d.Sampled("users")
		if got := d.Sampled(text); !reflect.DeepEqual(got, Call{"users", "listUsers", []byte(`{}`)}) {
			t.Errorf("after %s = %#v, want the call without parameters", text, got)
		}
	}
}

func TestOddSampledAnswersLeadToTheRankedAnswer(t *testing.T) {
	want := mustAnswer(t, mustRequest(t, backPayment))
	t.Run("round 1", func(t *testing.T) {
		for _, text := range []string{"", "Unknown", "I would use billing for that", "{", `{"tool":7}`, "tools", strings.Repeat("x", 2*maxSampled)} {
			d, _ := Start(sampling(t, backPayment))
			if got := d.Sampled(text); !reflect.DeepEqual(got, want) {
				t.Errorf("after %.40q = %#v, want the ranked answer", text, got)
			}
		}
	})
	t.Run("round 2", func(t *testing.T) {
		for _, text := range []string{"", "Unknown", "refund_create", "{", `[]`, `{}`, `{"command":"pay"}`, `{"command":7}`, `{"command":"refund_create","parameters":[]}`, `{"command":"refund_create"} and so on`,
			`{"command":"refund_create","parameters":{"invoice":"` + strings.Repeat("x", maxSampled) + `"}}`} {
			d, _ := Start(sampling(t, backPayment))
			d.Sampled("billing")
			if got := d.Sampled(text); !reflect.DeepEqual(got, want) {
				t.Errorf("after %.40q = %#v, want the ranked answer", text, got)
			}
		}
	})
	t.Run("refused by the client", func(t *testing.T) {
		d, _ := Start(sampling(t, backPayment))
		if got := d.SampleFailed(); !reflect.DeepEqual(got, want) {
			t.Errorf("SampleFailed in round 1 = %#v, want the ranked answer", got)
		}
		d, _ = Start(sampling(t, backPayment))
		d.Sampled("billing")
		if got := d.SampleFailed(); !reflect.DeepEqual(got, want) {
			t.Errorf("SampleFailed in round 2 = %#v, want the ranked answer", got)
		}
	})
}

func TestSamplingEndsAfterTwoRounds(t *testing.T) {
	d, step := Start(sampling(t, backPayment))
	rounds := 0
	for ; rounds < 10; rounds++ {
		if _, ok := step.(Sample); !ok {
			break
		}
		step = d.Sampled("billing") // round 2 wants JSON: a model that never gives it
	}
	if rounds != 2 {
		t.Errorf("%d rounds, want 2", rounds)
	}
}

func TestSamplingIsForIntentsAlone(t *testing.T) {
	for _, arguments := range []string{
		`{"intent":"list files","learn":true}`, `{"learn":true}`, `{}`,
		`{"intent":"list files","tool":"files"}`, `{"intent":"list files","tool":"files","command":"file_list"}`,
	} {
		_, want := Start(mustRequest(t, arguments))
		if _, got := Start(sampling(t, arguments)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s = %#v, want %#v as without sampling", arguments, got, want)
		}
	}
}

func TestSamplingLoadsTheChosenProvider(t *testing.T) {
	full := sampling(t, backPayment)
	d, _ := Start(unloaded(full))
	if step := d.Sampled("billing"); step != (Load{Provider: "billing", Optional: true}) {
		t.Fatalf("after round 1 = %#v, want Load of billing", step)
	}
	if sample, ok := d.Loaded(full.Catalogue).(Sample); !ok || sample.Round != 2 {
		t.Errorf("after loading = %#v, want round 2", sample)
	}
}

func TestSamplingNeverChoosesWhatReadOnlyModeRefuses(t *testing.T) {
	r := sampling(t, backPayment)
	r.Settings.ReadOnly = true
	d, _ := Start(r)
	second := d.Sampled("billing").(Sample)
	if strings.Contains(second.Prompt, "refund_create") {
		t.Errorf("prompt names a command that would be refused: %s", second.Prompt)
	}
	r.Sampling = false
	want := mustAnswer(t, r)
	if got := d.Sampled(`{"command":"refund_create"}`); !reflect.DeepEqual(got, want) {
		t.Errorf("after naming it all the same = %#v, want the ranked answer", got)
	}
}

func TestPromptsAreBounded(t *testing.T) {
	r := Request{Settings: Settings{Name: "desk"}, Sampling: true, Catalogue: NewCatalogue([]Provider{wide(t, "many", 800)})}
	r.Args = Args{Intent: strings.Repeat("show thing number 7 ", 10000)}
	d, step := Start(r)
	for range 2 {
		if s := step.(Sample); len(s.Prompt) > maxPrompt {
			t.Errorf("prompt of round %d has %d bytes, want at most %d", s.Round, len(s.Prompt), maxPrompt)
		}
		step = d.Sampled("many")
	}
}

func TestReplayGivesTheSameSteps(t *testing.T) {
	// A stateless client sends the whole request again with each answer.
	first, _ := Start(sampling(t, backPayment))
	want := first.Sampled("billing")
	again, _ := Start(sampling(t, backPayment))
	if got := again.Sampled("billing"); !reflect.DeepEqual(got, want) {
		t.Errorf("replayed step = %#v, want %#v", got, want)
	}
}

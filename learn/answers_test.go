package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// wide makes a provider with n commands, each with a schema of many words.
func wide(t testing.TB, name string, n int) Provider {
	t.Helper()
	tools := make([]string, n)
	for i := range tools {
		schema := `{"type":"object","properties":{"account":{"type":"string","description":"` + strings.Repeat("Which account to work in. ", 10) + `"}},"required":["account"]}`
		tools[i] = tool(fmt.Sprintf("%s_thing%d_get", name, i), fmt.Sprintf("Shows thing number %d of the account. It says more than one needs to know.", i), schema, `{"readOnlyHint":true}`)
	}
	return Provider{Name: name, Description: "Things of " + name + " and all that belongs to them. And more.", Commands: mustCommands(t, tools...), Loaded: true}
}

func TestCommandsBeyondTheBudgetAreShortened(t *testing.T) {
	r := Request{
		Settings:  Settings{Name: "desk"},
		Catalogue: NewCatalogue([]Provider{wide(t, "few", 2), wide(t, "many", 30)}),
	}
	r.Args = mustArgs(t, `{"learn":true,"tool":"few"}`)
	few := mustAnswer(t, r)
	want := `{"tools":[` + string(r.Catalogue.Providers()[0].Commands[0].Raw) + `,` + string(r.Catalogue.Providers()[0].Commands[1].Raw) + `]}`
	if few.Text != want {
		t.Errorf("few = %s, want the raw objects %s", few.Text, want)
	}
	r.Args = mustArgs(t, `{"learn":true,"tool":"many"}`)
	many := gjson.ParseBytes(mustAnswer(t, r).Structured)
	first := `{"name":"many_thing0_get","description":"Shows thing number 0 of the account.","inputSchema":{"type":"object","required":["account"]}}`
	if n := len(many.Get("tools").Array()); n != 30 || many.Get("tools.0").Raw != first {
		t.Errorf("many = %d entries, first %s, want 30, %s", n, many.Get("tools.0").Raw, first)
	}
	notice := `["Shortened: \"learn\" with \"tool\" and \"command\" gives one command's whole schema."]`
	if got := many.Get("notices").Raw; got != notice {
		t.Errorf("notices = %s, want %s", got, notice)
	}
}

func TestOneCommandIsWholeWhateverTheBudget(t *testing.T) {
	long := tool("long_get", "", `{"type":"object","properties":{"x":{"description":"`+strings.Repeat("x", 2*DefaultBudget)+`"}}}`, "{}")
	r := Request{Settings: Settings{Name: "desk"}, Args: mustArgs(t, `{"learn":true,"tool":"p","command":"long_get"}`)}
	r.Catalogue = NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, long), Loaded: true}})
	if got := mustAnswer(t, r).Text; got != `{"tools":[`+long+`]}` {
		t.Errorf("answer of %d bytes, want the whole object of %d", len(got), len(long))
	}
}

func TestLearnAnswersKeepTheBudget(t *testing.T) {
	var providers []Provider
	for i := range 300 {
		p := wide(t, fmt.Sprintf("provider%03d", i), 1+i%40)
		p.Stale, p.Loaded = i%7 == 0, i%5 != 0
		providers = append(providers, p)
	}
	catalogue := NewCatalogue(providers)
	for _, budget := range []int{1, 4 << 10, 10 << 10, 0, 64 << 10} {
		settings := Settings{Name: "desk", Budget: budget}
		for _, arguments := range []string{
			`{"learn":true}`, `{"learn":true,"tool":"provider039"}`, `{"learn":true,"tool":"provider001"}`,
			`{"intent":"show thing number 7 of provider039"}`, `{"intent":"nothing of that sort"}`, `{"learn":true,"intent":"zzz"}`,
		} {
			r := Request{Settings: settings, Catalogue: catalogue, Args: mustArgs(t, arguments), Notices: []string{strings.Repeat("An upgrade is available. ", 40), "Another."}}
			d, step := Start(r)
			for range maxIntentLoads {
				if _, ok := step.(Load); ok {
					step = d.LoadFailed("not installed")
				}
			}
			a := step.(Answer)
			if a.resultSize() > settings.budget() || !jsonrpc.Valid(a.Structured) || a.Text != string(a.Structured) {
				t.Errorf("budget %d, %s: %d bytes of %d: %.300s", budget, arguments, a.resultSize(), settings.budget(), a.Text)
			}
		}
	}
}

func TestListsSayWhatTheyLeaveOut(t *testing.T) {
	var providers []Provider
	for i := range 500 {
		providers = append(providers, Provider{Name: fmt.Sprintf("provider%03d", i), Description: "Does things.", Loaded: true})
	}
	a := mustAnswer(t, Request{Settings: Settings{Name: "desk"}, Catalogue: NewCatalogue(providers), Args: mustArgs(t, `{"learn":true}`)})
	answer := gjson.ParseBytes(a.Structured)
	listed := len(answer.Get("tools").Array())
	want := fmt.Sprintf(`["%d more are not listed; an intent finds them."]`, 500-listed)
	if listed < 50 || listed >= 500 || answer.Get("notices").Raw != want {
		t.Errorf("%d listed, notices %s, want some of 500, %s", listed, answer.Get("notices").Raw, want)
	}
}

func TestIntentGetsOneCommandWhenItIsSure(t *testing.T) {
	tests := []struct {
		name, intent string
		want         []string
	}{
		{"one clear winner", "delete a file", []string{"file_delete"}},
		{"two that are alike", "will it rain tomorrow", []string{"current_get", "forecast_get"}},
		{"nothing that fits", "xyzzy", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := mustAnswer(t, mustRequest(t, `{"intent":"`+tt.intent+`"}`))
			var got []string
			for _, m := range gjson.GetBytes(a.Structured, "matches").Array() {
				got = append(got, m.Get("command").Str)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("matches of %q = %v, want %v", tt.intent, got, tt.want)
			}
		})
	}
}

func TestIntentThatIsHardlyUnderstoodGetsDescriptionsToo(t *testing.T) {
	a := mustAnswer(t, mustRequest(t, `{"intent":"invoice for zyx, wvu and tsr"}`))
	answer := gjson.ParseBytes(a.Structured)
	if n := len(answer.Get("matches").Array()); n < 2 {
		t.Errorf("%d matches, want several", n)
	}
	if got := answer.Get("tools.3").Raw; got != `{"name":"billing","description":"Invoices, refunds and balances of customers."}` {
		t.Errorf("tools.3 = %s, want it described", got)
	}
}

func TestMatchesBeyondTheBudgetAreShortened(t *testing.T) {
	long := tool("ledger_export", "Exports the ledger. All of it.", `{"type":"object","properties":{"x":{"description":"`+strings.Repeat("x ", DefaultBudget)+`"}},"required":["x"]}`, "{}")
	r := Request{Settings: Settings{Name: "desk"}, Args: mustArgs(t, `{"intent":"export the ledger"}`)}
	r.Catalogue = NewCatalogue([]Provider{{Name: "books", Commands: mustCommands(t, long), Loaded: true}})
	want := `{"matches":[{"tool":"books","command":"ledger_export","description":"Exports the ledger.","inputSchema":{"type":"object","required":["x"]},"shortened":true}],"tools":[{"name":"books"}]}`
	if got := mustAnswer(t, r).Text; got != want {
		t.Errorf("answer = %s, want %s", got, want)
	}
}

func TestReadOnlyModeHidesWhatItRefuses(t *testing.T) {
	providers := append(mustProviders(t), Provider{Name: "reboot", Commands: mustCommands(t, tool("now", "", `{"type":"object"}`, "{}")), Loaded: true})
	r := Request{Settings: Settings{Name: "desk", ReadOnly: true}, Catalogue: NewCatalogue(providers)}
	tests := []struct{ name, arguments, path, want string }{
		{"a provider with nothing to run", `{"learn":true}`, "tools", "[weather users files billing maps]"},
		{"commands", `{"learn":true,"tool":"weather"}`, "tools", "[current_get forecast_get alert_list]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r.Args = mustArgs(t, tt.arguments)
			a := mustAnswer(t, r)
			if got := fmt.Sprint(names(gjson.GetBytes(a.Structured, tt.path))); got != tt.want {
				t.Errorf("%s of %s = %s, want %s", tt.path, tt.arguments, got, tt.want)
			}
		})
	}
	r.Args = mustArgs(t, `{"intent":"delete a file"}`)
	if got := mustAnswer(t, r).Text; strings.Contains(got, "file_delete") {
		t.Errorf("an intent is answered by a command that would be refused: %s", got)
	}
}

func TestNoticesAreAdded(t *testing.T) {
	r := mustRequest(t, `{"learn":true}`)
	providers := append([]Provider(nil), r.Catalogue.Providers()...)
	providers[0].Stale, providers[4].Stale = true, true
	r.Catalogue = NewCatalogue(providers)
	r.Notices = []string{"Version 2 of files is available."}
	tests := []struct{ name, arguments, want string }{
		{"root", `{"learn":true}`, `["May be out of date, the list could not be refreshed: weather, maps.","Version 2 of files is available."]`},
		{"a stale tool", `{"learn":true,"tool":"maps"}`, `["May be out of date, the list could not be refreshed: maps.","Version 2 of files is available."]`},
		{"a fresh tool", `{"learn":true,"tool":"files"}`, `["Version 2 of files is available."]`},
		{"an intent", `{"intent":"delete a file"}`, `["May be out of date, the list could not be refreshed: weather, maps.","Version 2 of files is available."]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r.Args = mustArgs(t, tt.arguments)
			if got := gjson.GetBytes(mustAnswer(t, r).Structured, "notices").Raw; got != tt.want {
				t.Errorf("notices of %s = %s, want %s", tt.arguments, got, tt.want)
			}
		})
	}
}

func TestNoticesGetAQuarterOfTheBudget(t *testing.T) {
	r := mustRequest(t, `{"learn":true,"tool":"maps"}`)
	for range 100 {
		r.Notices = append(r.Notices, strings.Repeat("n", maxNotice+1))
	}
	said := gjson.GetBytes(mustAnswer(t, r).Structured, "notices").Array()
	size := 0
	for _, n := range said {
		if len(n.Str) != maxNotice {
			t.Errorf("a notice has %d bytes, want %d", len(n.Str), maxNotice)
		}
		size += sentSize([]byte("," + n.Raw))
	}
	if bound := DefaultBudget / 4; size > bound || size < bound-2*maxNotice-8 {
		t.Errorf("%d notices take %d bytes, want nearly %d", len(said), size, bound)
	}
}

func TestListsAimAtThreeQuartersOfTheBudget(t *testing.T) {
	sentence := strings.Repeat("word ", 15) + "end."
	for _, n := range []int{10, 40, 60} {
		rows := make([]row, n)
		for i := range rows {
			rows[i] = row{"name", sentence, anyObject}
		}
		a := composer{budget: DefaultBudget}.rows(nil, rows)
		length := len(gjson.GetBytes(a.Structured, "tools.0.description").Str)
		shorter := composer{budget: DefaultBudget}.build(nil, rows, 80)
		switch fits := shorter.resultSize() <= DefaultBudget*3/4; {
		case fits && length != len(sentence):
			t.Errorf("%d rows: descriptions have %d bytes, want all %d", n, length, len(sentence))
		case !fits && (length == len(sentence) || a.resultSize() > DefaultBudget*3/4):
			t.Errorf("%d rows: descriptions have %d bytes, the answer %d, want them shorter", n, length, a.resultSize())
		}
	}
}

func TestNothingDiscoveredSaysWhy(t *testing.T) {
	const why = "azd was not found. Install it, then call again."
	tests := []struct {
		name, arguments string
		want            Answer
	}{
		{"learn", `{"learn":true}`, learnt([]byte(`{"tools":[],"notices":["` + why + `"]}`))},
		{"an intent", `{"intent":"list files"}`, learnt([]byte(`{"tools":[],"notices":["` + why + `"]}`))},
		{"learning a tool", `{"learn":true,"tool":"files"}`, learnt([]byte(`{"tools":[],"notices":["` + why + `"]}`))},
		{"a call is an error, since it did not run", `{"tool":"files","command":"file_list"}`, failed(why)},
		{"nothing usable", `{}`, mustAnswer(t, mustRequest(t, `{}`))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Request{Settings: Settings{Name: "desk"}, Catalogue: NewCatalogue(nil), Args: mustArgs(t, tt.arguments), Empty: why}
			if got := mustAnswer(t, r); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%s = %s, want %s", tt.arguments, got.Result(), tt.want.Result())
			}
		})
	}
}

func TestResultIsAToolsCallResult(t *testing.T) {
	tests := []struct {
		name   string
		answer Answer
		want   string
	}{
		{"learnt", learnt([]byte(`{"tools":[]}`)), `{"content":[{"type":"text","text":"{\"tools\":[]}"}],"structuredContent":{"tools":[]}}`},
		{"an error", failed("No."), `{"content":[{"type":"text","text":"No."}],"isError":true}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.answer.Result()); got != tt.want {
				t.Errorf("Result = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestErrorsAreShort(t *testing.T) {
	var tools []string
	for i := range 400 {
		tools = append(tools, tool(fmt.Sprintf("quite_a_long_command_name_number_%d", i), "", `{"type":"object"}`, "{}"))
	}
	long := strings.Repeat(`very "long" name `, 1000)
	catalogue := NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, tools...), Loaded: true}, {Name: "q"}})
	for _, arguments := range []string{
		`{"tool":` + string(appendString(nil, long)) + `}`,
		`{"tool":"p","command":` + string(appendString(nil, long)) + `}`,
		`{"tool":"p","command":"quite_a_long_command"}`,
		`{"tool":"q","command":"x"}`,
		`{"command":` + string(appendString(nil, long)) + `}`,
	} {
		d, step := Start(Request{Settings: Settings{Name: "desk"}, Catalogue: catalogue, Args: mustArgs(t, arguments)})
		if _, ok := step.(Load); ok {
			step = d.LoadFailed(long)
		}
		a := step.(Answer)
		if !a.IsError || a.Structured != nil || a.resultSize() > maxErrorResult {
			t.Errorf("%.60s = %d bytes, want an error of at most %d: %s", arguments, a.resultSize(), maxErrorResult, a.Text)
		}
	}
}

package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/jsonrpc"
)

func TestCommandsReadsTools(t *testing.T) {
	const schema = `{"type":"object"}`
	tests := []struct {
		name string
		raw  string
		want []Command
	}{
		{"all fields, the object byte for byte", `[ {"name":"a_get", "x":1.0,"description":"Caf\u00e9","inputSchema":{"type":"object","required":["p","q"]},"annotations":{"title":"Get A","readOnlyHint":true}} ]`,
			[]Command{{
				Name: "a_get", Description: "Café", Title: "Get A", Required: []string{"p", "q"}, ReadOnly: true,
				Raw: []byte(`{"name":"a_get", "x":1.0,"description":"Caf\u00e9","inputSchema":{"type":"object","required":["p","q"]},"annotations":{"title":"Get A","readOnlyHint":true}}`),
			}}},
		{"the tool's title beats the annotation's", `[{"name":"a","title":"New","inputSchema":{"type":"object"},"annotations":{"title":"Old"}}]`,
			[]Command{{Name: "a", Title: "New", Raw: []byte(`{"name":"a","title":"New","inputSchema":{"type":"object"},"annotations":{"title":"Old"}}`)}}},
		{"only a literal true is read-only", `[{"name":"a","inputSchema":` + schema + `,"annotations":{"readOnlyHint":"true"}}]`,
			[]Command{{Name: "a", Raw: []byte(`{"name":"a","inputSchema":` + schema + `,"annotations":{"readOnlyHint":"true"}}`)}}},
		{"no tools", `[]`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, skipped := Commands([]byte(tt.raw))
			if skipped != 0 || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Commands(%s) = %+v, %d skipped, want %+v, 0", tt.raw, got, skipped, tt.want)
			}
		})
	}
}

func TestCommandsLeavesBadEntriesOutAndCountsThem(t *testing.T) {
	const good = `{"name":"good","inputSchema":{"type":"object"}}`
	tests := []struct{ name, entry string }{
		{"null", `null`},
		{"a string", `"tool"`},
		{"no name", `{"inputSchema":{"type":"object"}}`},
		{"a name that is no string", `{"name":7,"inputSchema":{"type":"object"}}`},
		{"an empty name", `{"name":"","inputSchema":{"type":"object"}}`},
		{"a name over the bound", `{"name":"` + strings.Repeat("n", MaxCommandName+1) + `","inputSchema":{"type":"object"}}`},
		{"the name of the entry before", good},
		{"a name of white space", `{"name":" \t","inputSchema":{"type":"object"}}`},
		{"a schema too deep for any reader", `{"name":"deep","inputSchema":` + strings.Repeat(`{"x":`, 300) + "1" + strings.Repeat("}", 300) + `}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, skipped := Commands([]byte("[" + good + "," + tt.entry + "]"))
			if len(list) != 1 || list[0].Name != "good" || skipped != 1 {
				t.Errorf("Commands = %d commands, %d skipped, want good alone, 1 skipped", len(list), skipped)
			}
		})
	}
}

// Whatever a schema is, only its own command is odd: it can be learnt and called.
func TestOddSchemasCostNothing(t *testing.T) {
	for name, rest := range map[string]string{
		"none":                         ``,
		"null":                         `,"inputSchema":null`,
		"no object":                    `,"inputSchema":"x"`,
		"empty":                        `,"inputSchema":{}`,
		"another type":                 `,"inputSchema":{"type":["object","null"]}`,
		"no type":                      `,"inputSchema":{"anyOf":[{"type":"object"}]}`,
		"required is null":             `,"inputSchema":{"type":"object","required":null}`,
		"required holds other things":  `,"inputSchema":{"type":"object","required":["p",1,null]}`,
		"properties is null":           `,"inputSchema":{"type":"object","properties":null}`,
		"properties is an array":       `,"inputSchema":{"type":"object","properties":[]}`,
		"over the bound":               `,"inputSchema":{"type":"object"},"x":"` + strings.Repeat("x", MaxTool) + `"`,
		"a description over the bound": `,"description":"` + strings.Repeat("x", MaxTool) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			commands := mustCommands(t, `{"name":" odd"`+rest+`}`)
			r := Request{Settings: Settings{Name: "desk"}, Catalogue: NewCatalogue([]Provider{{Name: "p", Commands: commands, Loaded: true}})}
			for _, arguments := range []string{`{"learn":true,"tool":"p"}`, `{"learn":true,"tool":"p","command":"odd"}`, `{"intent":"odd"}`} {
				r.Args = mustArgs(t, arguments)
				if a := mustAnswer(t, r); a.IsError || !jsonrpc.Valid(a.Result()) || !strings.Contains(a.Text, `"odd"`) && !strings.Contains(a.Text, `" odd"`) {
					t.Errorf("%s: %.300s", arguments, a.Text)
				}
			}
			r.Args = mustArgs(t, `{"tool":"p","command":" odd ","parameters":{"a":1}}`)
			if _, step := Start(r); fmt.Sprint(step) != fmt.Sprint(Call{"p", " odd", []byte(`{"a":1}`)}) {
				t.Errorf("call: %v", step)
			}
		})
	}
}

func TestCommandsOfAnotherTextIsOneBadEntry(t *testing.T) {
	for _, raw := range []string{``, `null`, `{"tools":[]}`, `x`} {
		if list, skipped := Commands([]byte(raw)); list != nil || skipped != 1 {
			t.Errorf("Commands(%.20q) = %v, %d, want none, 1", raw, list, skipped)
		}
	}
}

func TestCommandsBounds(t *testing.T) {
	var raw strings.Builder
	raw.WriteString("[")
	for i := range MaxCommands + 2 {
		fmt.Fprintf(&raw, `{"name":"t%d","inputSchema":{"type":"object"}},`, i)
	}
	list, skipped := Commands([]byte(strings.TrimSuffix(raw.String(), ",") + "]"))
	if len(list) != MaxCommands || skipped != 2 {
		t.Errorf("%d commands, %d skipped, want %d, 2", len(list), skipped, MaxCommands)
	}
	long := tool("a", strings.Repeat("é", MaxDescription), `{"type":"object","required":["`+strings.Repeat(`r","`, MaxRequired)+`last"]}`, `{}`)
	c := mustCommands(t, long)[0]
	if len(c.Description) != MaxDescription || len(c.Required) != MaxRequired || string(c.Raw) != long {
		t.Errorf("description of %d bytes, %d required names, raw %d bytes, want %d, %d, %d",
			len(c.Description), len(c.Required), len(c.Raw), MaxDescription, MaxRequired, len(long))
	}
}

func FuzzCommands(f *testing.F) {
	for _, seed := range []string{
		`[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad1","inputSchema":{"anyOf":[{"type":"object"}]}},{"name":"bad2","inputSchema":{"type":"object","required":null}},{"name":"bad3","inputSchema":null},{"name":"bad4"}]`,
		`[null,{"name":"ok","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}]`, `null`, `[[[[`,
	} {
		f.Add([]byte(seed), "list things <x> in my vault")
	}
	f.Fuzz(func(t *testing.T, raw []byte, intent string) {
		commands, _ := Commands(raw)
		for _, c := range commands {
			if !jsonrpc.Valid(c.Raw) || c.Name == "" || len(c.Name) > MaxCommandName {
				t.Fatalf("command %+v is unusable", c)
			}
		}
		catalogue := NewCatalogue([]Provider{{Name: "fuzz", Commands: commands, Loaded: true}})
		first, second := catalogue.Rank(intent, 10), catalogue.Rank(intent, 10)
		if !reflect.DeepEqual(first, second) {
			t.Fatalf("Rank(%q) gives %v, then %v", intent, first, second)
		}
		for _, arguments := range []string{`{"learn":true}`, `{"learn":true,"tool":"fuzz"}`} {
			a := mustAnswer(t, Request{Settings: Settings{Name: "desk"}, Catalogue: catalogue, Args: mustArgs(t, arguments)})
			if !jsonrpc.Valid(a.Result()) || a.resultSize() > DefaultBudget {
				t.Fatalf("%s answers %d bytes: %s", arguments, a.resultSize(), a.Result())
			}
		}
	})
}

package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestStartDecides(t *testing.T) {
	object := func(s string) []byte { return []byte(s) }
	const usage = `Give "intent" to find a command, "learn": true to list the tools, or "tool" and "command" (with "parameters") to run one.`
	tests := []struct {
		name, arguments string
		want            Step
	}{
		{"tool and command call", `{"tool":"files","command":"file_read","parameters":{"path":"/a","offset":1.0}}`,
			Call{"files", "file_read", object(`{"path":"/a","offset":1.0}`)}},
		{"no parameters are an empty object", `{"tool":"files","command":"file_list"}`, Call{"files", "file_list", object(`{}`)}},
		{"full extension id, other letter case", `{"tool":"MCP.Files","command":"FILE_LIST"}`, Call{"files", "file_list", object(`{}`)}},
		{"flat parameters", `{"tool":"files","command":"file_read","path":"/a","_meta":{}}`, Call{"files", "file_read", object(`{"path":"/a"}`)}},
		{"parameters as a string", `{"tool":"files","command":"file_read","parameters":"{\"path\":\"/a\"}"}`, Call{"files", "file_read", object(`{"path":"/a"}`)}},
		{"an intent beside a command changes nothing", `{"intent":"read","tool":"files","command":"file_list"}`, Call{"files", "file_list", object(`{}`)}},
		{"learn false as a string", `{"learn":"false","tool":"files","command":"file_list"}`, Call{"files", "file_list", object(`{}`)}},

		{"nothing", `{}`, failed(usage)},
		{"only nulls", `{"intent":null,"tool":"null"}`, failed(usage)},
		{"only parameters", `{"parameters":{"tool":"git","command":"list"}}`, failed(usage)},
		{"a value of the wrong type", `{"tool":7,"command":"file_list"}`, failed("tool must be a string. " + usage)},
		{"a command whose tool is known", `{"command":"file_list"}`, failed(`Command "file_list" needs its tool, "files". ` + usage)},
		{"a command that nobody has", `{"command":"zip","intent":"pack"}`, failed(`"command" needs the "tool" it belongs to. ` + usage)},
		{"itself as the tool", `{"tool":"desk"}`, failed(usage)},
		{"itself as the tool of a command", `{"tool":"Desk","command":"file_list"}`, failed(`Command "file_list" needs its tool, "files". ` + usage)},

		{"wrong tool", `{"tool":"filez","command":"file_list"}`,
			failed(`Tool "filez" was not found. Nearest: files, billing, weather, users, maps. Use learn for all.`)},
		{"wrong tool while learning", `{"learn":true,"tool":"filez"}`,
			failed(`Tool "filez" was not found. Nearest: files, billing, weather, users, maps. Use learn for all.`)},
		{"wrong command", `{"tool":"maps","command":"geo"}`,
			failed(`Command "geo" was not found in tool "maps". Nearest: geocode, route. Use learn for all.`)},
		{"wrong command while learning", `{"learn":true,"tool":"maps","command":"geo"}`,
			failed(`Command "geo" was not found in tool "maps". Nearest: geocode, route. Use learn for all.`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := Start(mustRequest(t, tt.arguments))
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Start(%s) = %#v, want %#v", tt.arguments, got, tt.want)
			}
		})
	}
}

func TestSpellingsOfOneRequestGetOneAnswer(t *testing.T) {
	groups := []struct {
		name       string
		arguments  []string
		wantPrefix string
	}{
		{"the list of tools", []string{`{"learn":true}`, `{"Learn":"True"}`, `{"learn":true,"intent":""}`, `{"learn":true,"tool":"desk"}`, `{"learn":true,"tool":null,"command":"null"}`},
			`{"tools":[{"name":"weather","description":"Weather now and to come."`},
		{"the commands of a tool", []string{`{"learn":true,"tool":"maps"}`, `{"learn":true,"tool":"MCP.MAPS","intent":"route"}`, `{"tool":"maps"}`, `{"tool":"maps","intent":"route"}`},
			`{"tools":[{"name":"geocode"`},
		{"one command", []string{`{"learn":true,"tool":"maps","command":"route"}`, `{"learn":"true","tool":"maps","command":"Route","parameters":{"origin":"a"}}`},
			`{"tools":[{"name":"route"`},
		{"an intent", []string{`{"intent":"rename a file"}`, `{"INTENT":" rename a file ","learn":true}`, `{"intent":"rename a file","tool":"desk"}`},
			`{"matches":[{"tool":"files","command":"file_move"`},
	}
	for _, g := range groups {
		t.Run(g.name, func(t *testing.T) {
			want := mustAnswer(t, mustRequest(t, g.arguments[0]))
			if len(want.Text) < len(g.wantPrefix) || want.Text[:len(g.wantPrefix)] != g.wantPrefix || want.IsError {
				t.Fatalf("%s is answered by %s, want %s…", g.arguments[0], want.Result(), g.wantPrefix)
			}
			for _, arguments := range g.arguments[1:] {
				if got := mustAnswer(t, mustRequest(t, arguments)); !reflect.DeepEqual(got, want) {
					t.Errorf("%s is answered by %s, want %s", arguments, got.Result(), want.Result())
				}
			}
		})
	}
}

// unloaded returns the request with a catalogue in which no provider is loaded.
func unloaded(r Request) Request {
	providers := append([]Provider(nil), r.Catalogue.Providers()...)
	for i := range providers {
		providers[i].Commands, providers[i].Loaded = nil, false
	}
	r.Catalogue = NewCatalogue(providers)
	return r
}

func TestMissingCommandsAreLoadedFirst(t *testing.T) {
	for _, arguments := range []string{
		`{"tool":"files","command":"file_list"}`,
		`{"learn":true,"tool":"mcp.files"}`,
		`{"learn":true,"tool":"files","command":"file_list"}`,
		`{"tool":"files","command":"nope"}`,
	} {
		full := mustRequest(t, arguments)
		_, want := Start(full)
		d, step := Start(unloaded(full))
		if step != (Load{Provider: "files"}) {
			t.Fatalf("%s: first step = %#v, want Load of files", arguments, step)
		}
		if got := d.Loaded(full.Catalogue); !reflect.DeepEqual(got, want) {
			t.Errorf("%s after loading = %#v, want %#v", arguments, got, want)
		}
	}
}

func TestLearningTheRootLoadsNothing(t *testing.T) {
	full := mustRequest(t, `{"learn":true}`)
	if got, want := mustAnswer(t, unloaded(full)), mustAnswer(t, full); !reflect.DeepEqual(got, want) {
		t.Errorf("root over unloaded providers = %s, want %s", got.Text, want.Text)
	}
}

func TestProviderThatCannotBeLoadedIsNamed(t *testing.T) {
	const arguments = `{"tool":"files","command":"file_list"}`
	t.Run("with the reason", func(t *testing.T) {
		d, _ := Start(unloaded(mustRequest(t, arguments)))
		want := failed(`Tool "files" could not be used: azd could not install it`)
		if got := d.LoadFailed("azd could not install it\n"); !reflect.DeepEqual(got, want) {
			t.Errorf("LoadFailed = %#v, want %#v", got, want)
		}
	})
	t.Run("when loading it brought no commands", func(t *testing.T) {
		r := unloaded(mustRequest(t, arguments))
		d, _ := Start(r)
		want := failed(`Tool "files" could not be used: its commands are not known`)
		if got := d.Loaded(r.Catalogue); !reflect.DeepEqual(got, want) {
			t.Errorf("Loaded = %#v, want %#v", got, want)
		}
	})
}

func TestIntentLoadsTheProviderThatFitsBest(t *testing.T) {
	full := mustRequest(t, `{"intent":"refund the customer"}`)
	want := mustAnswer(t, full)
	d, step := Start(unloaded(full))
	if step != (Load{Provider: "billing", Optional: true}) {
		t.Fatalf("first step = %#v, want an optional Load of billing", step)
	}
	if got := d.Loaded(full.Catalogue); !reflect.DeepEqual(got, want) {
		t.Errorf("after loading = %#v, want %#v", got, want)
	}
}

func TestIntentLoadsAreOptional(t *testing.T) {
	d, step := Start(unloaded(mustRequest(t, `{"intent":"refund the customer"}`)))
	if _, ok := step.(Load); !ok {
		t.Fatalf("first step = %#v, want Load", step)
	}
	if got, ok := d.LoadFailed("not installed").(Answer); !ok || got.IsError {
		t.Errorf("after a load that was declined = %#v, want an answer", got)
	}
}

func TestIntentLoadsAreBounded(t *testing.T) {
	var providers []Provider
	for i := range 5 {
		providers = append(providers, Provider{Name: fmt.Sprint("paint", i), Description: "Paints things."})
	}
	catalogue := func() *Catalogue { return NewCatalogue(append([]Provider(nil), providers...)) }
	d, step := Start(Request{Settings: Settings{Name: "desk"}, Catalogue: catalogue(), Args: mustArgs(t, `{"intent":"paint things"}`)})
	loads := 0
	for ; loads < len(providers); loads++ {
		if step != (Load{Provider: providers[loads].Name, Optional: true}) {
			break
		}
		providers[loads].Loaded = true // and has nothing that fits
		step = d.Loaded(catalogue())
	}
	if _, ok := step.(Answer); !ok || loads != maxIntentLoads {
		t.Errorf("%d loads, then %#v, want %d and an answer", loads, step, maxIntentLoads)
	}
}

func TestReadOnlyModeRefusesWhatIsNotSaidToReadOnly(t *testing.T) {
	refusal := func(command string) Step {
		return failed(`Command "` + command + `" of tool "users" may change something. This server is in read-only mode and did not run it.`)
	}
	tests := []struct {
		name, arguments string
		want            Step
	}{
		{"hint true runs", `{"tool":"users","command":"listUsers"}`, Call{"users", "listUsers", []byte(`{}`)}},
		{"hint false", `{"tool":"users","command":"deleteUser"}`, refusal("deleteUser")},
		{"no hint", `{"tool":"users","command":"resetPassword"}`, refusal("resetPassword")},
		{"learning about it", `{"learn":true,"tool":"users","command":"deleteUser"}`, refusal("deleteUser")},
		{"an unknown command", `{"tool":"users","command":"dropUsers"}`,
			failed(`Command "dropUsers" was not found in tool "users". Nearest: listUsers, getUser, listGroupMembers. Use learn for all.`)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRequest(t, tt.arguments)
			r.Settings.ReadOnly = true
			if _, got := Start(r); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("Start(%s) = %#v, want %#v", tt.arguments, got, tt.want)
			}
		})
	}
}

// A list that changes again right after it was read is used as it was.
func TestListThatChangesMeanwhile(t *testing.T) {
	r := mustRequest(t, `{"tool":"files","command":"file_list"}`)
	providers := mustProviders(t)
	for i := range providers {
		providers[i].Loaded = false
	}
	r.Catalogue = NewCatalogue(providers)
	d, step := Start(r)
	if _, ok := step.(Load); !ok {
		t.Fatalf("first step = %#v, want Load", step)
	}
	if call, ok := d.Loaded(r.Catalogue).(Call); !ok || call.Command != "file_list" {
		t.Errorf("after loading = %#v, want the call", call)
	}
}

// What is not listed is counted and said.
func TestOmittedCommandsAreSaid(t *testing.T) {
	commands := mustCommands(t, tool("one", "", `{"type":"object"}`, `{}`))
	r := Request{Settings: Settings{Name: "desk"}}
	for _, tt := range []struct {
		provider Provider
		says     string
	}{
		{Provider{Omitted: 3}, "3 commands of p that could not be taken over"},
		{Provider{Cut: true}, "commands of p beyond the bounds of a list"},
		{Provider{Cut: true, Omitted: 3}, "3 commands of p that could not be taken over, and those beyond"},
	} {
		tt.provider.Name, tt.provider.Loaded, tt.provider.Commands = "p", true, commands
		r.Catalogue = NewCatalogue([]Provider{tt.provider, {Name: "p"}, {Name: ""}})
		for _, arguments := range []string{`{"learn":true,"tool":"p"}`, `{"tool":"p","command":"two"}`} {
			r.Args = mustArgs(t, arguments)
			if a := mustAnswer(t, r); !strings.Contains(a.Text, tt.says) {
				t.Errorf("%s: %s, want … %s …", arguments, a.Text, tt.says)
			}
		}
		r.Args = mustArgs(t, `{"learn":true}`)
		if a := mustAnswer(t, r); !strings.Contains(a.Text, "2 more could not be taken over") {
			t.Errorf("providers: %s", a.Text)
		}
	}
}

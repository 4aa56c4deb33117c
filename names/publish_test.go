package names

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"mcp-router/config"
)

func publisher(servers ...string) *Publisher {
	return NewPublisher(&config.Config{Servers: called(servers), Separators: []string{"/", "___"}}, "___")
}

func TestPublish(t *testing.T) {
	p := publisher("srv", "a.b", "a_x2eb", strings.Repeat("s", 64))
	tests := []struct {
		name      string
		server    int
		tool      string
		published string // "" when there is none
	}{
		{"plain", 0, "get_weather-2", "srv___get_weather-2"},
		{"a dot in the tool", 0, "v1.get", "srv___v1_x2eget"},
		{"spaces and parentheses", 0, "greet (with Icons)", "srv___greet_x20_x28with_x20Icons_x29"},
		{"beyond ASCII", 0, "é", "srv____xc3_xa9"},
		{"what reads like an escape", 0, "a_x2eb", "srv___a_x5fx2eb"},
		{"what only begins like one", 0, "a_x2", "srv___a_x2"},
		{"upper-case digits are no escape", 0, "a_x2Eb", "srv___a_x2Eb"},
		{"a leading underscore", 0, "_5g", "srv____5g"},
		{"separators inside", 0, "a___b/c", "srv___a___b_x2fc"},
		{"a dot in the server", 1, "get", "a_x2eb___get"},
		{"a server that reads like that", 2, "get", "a_x5fx2eb___get"},
		{"the longest name", 3, strings.Repeat("t", 61), strings.Repeat("s", 64) + "___" + strings.Repeat("t", 61)},
		{"one byte longer", 3, strings.Repeat("t", 62), ""},
		{"too long by its escapes", 0, strings.Repeat("é", 20), ""},
		{"no tool", 0, "", ""},
		{"not text", 0, "\xff", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, ok := p.Publish(test.server, test.tool)
			if !ok {
				got = ""
			}
			if got != test.published {
				t.Fatalf("Publish(%d, %q) = %q, %v; want %q", test.server, test.tool, got, ok, test.published)
			}
			if !ok {
				return
			}
			if server, tool, ok := p.Resolve(got); !ok || server != test.server || tool != test.tool {
				t.Errorf("Resolve(%q) = %d, %q, %v; want %d, %q", got, server, tool, ok, test.server, test.tool)
			}
		})
	}
}

func TestResolve(t *testing.T) {
	p := publisher("srv", "a.b", "a_x2eb")
	tests := []struct {
		name, asked string
		server      int // -1 for none
		tool        string
	}{
		{"another separator: the tool as it is", "srv/v1_x2eget", 0, "v1_x2eget"},
		{"ours: decoded", "srv___v1_x2eget", 0, "v1.get"},
		{"ours after the server's own name", "a.b___v1_x2eget", 1, "v1.get"},
		{"a published server wins over one of that name", "a_x2eb___get", 1, "get"},
		{"which another separator still reaches", "a_x2eb/get", 2, "get"},
		{"escapes that are no text", "srv____xff", 0, "_xff"},
		{"no tool", "srv___", 0, ""},
		{"unknown", "zz___get", -1, ""},
		{"no separator", "srv", -1, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server, tool, ok := p.Resolve(test.asked)
			if !ok {
				server = -1
			}
			if server != test.server || tool != test.tool {
				t.Errorf("Resolve(%q) = %d, %q; want %d, %q", test.asked, server, tool, test.server, test.tool)
			}
		})
	}
}

func TestBareNamesNeverHideAnotherServer(t *testing.T) {
	p := publisher("srv", "other")
	for tool, want := range map[string]bool{"get": true, "greet (with Icons)": true, "a/b": true, "other/get": false, "srv___x": false, "": false, strings.Repeat("x", 129): false} {
		if name, ok := p.PublishBare(tool); ok != want || ok && name != tool {
			t.Errorf("PublishBare(%q) = %q, %v; want %v", tool, name, ok, want)
		}
	}
}

// A separator of one underscore lets a tool's name run into its server's.
func TestWhatWouldComeBackAsAnotherToolIsNotPublished(t *testing.T) {
	p := NewPublisher(&config.Config{Servers: called([]string{"a", "a.b"}), Separators: []string{"_"}}, "_")
	if name, ok := p.Publish(0, "x2eb_get"); ok {
		t.Errorf("Publish = %q, which Resolve takes for a.b's", name)
	}
}

func FuzzPublishRoundTrip(f *testing.F) {
	for _, seed := range []string{"get", "v1.get", "_x2e", "__x2e", "_x_x2e", "é", "_5g", "a___b/c", "_x2\x00", "\xff"} {
		f.Add("srv", "a.b", seed)
	}
	pattern := regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)
	f.Fuzz(func(t *testing.T, server, other, tool string) {
		doc := config.Parse([]byte(`{"servers":[{"path":"/a","name":"` + server + `"},{"path":"/b","name":"` + other + `"}]}`))
		if len(doc.Problems) > 0 {
			return
		}
		p := NewPublisher(doc.Global, "___")
		name, ok := p.Publish(0, tool)
		if !ok {
			if utf8.ValidString(tool) && tool != "" && len(escape(server)+"___"+escape(tool)) <= MaxPublished && len(tool) <= MaxPublished {
				t.Fatalf("Publish(%q, %q) has no name", server, tool)
			}
			return
		}
		if !pattern.MatchString(name) {
			t.Fatalf("Publish(%q, %q) = %q, which model APIs refuse", server, tool, name)
		}
		if back, same, ok := p.Resolve(name); !ok || back != 0 || same != tool {
			t.Fatalf("Resolve(%q) = %d, %q, %v; want 0, %q", name, back, same, ok, tool)
		}
	})
}

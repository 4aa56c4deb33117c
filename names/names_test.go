package names

import (
	"strings"
	"testing"

	"mcp-router/config"
)

func TestSplit(t *testing.T) {
	servers := []string{"srv", "srv-a", "srv_b", "s", "a.b", strings.Repeat("x", 64)}
	tests := []struct{ name, asked, server, tool string }{
		{"slash", "srv/get", "srv", "get"},
		{"underscores", "srv___get", "srv", "get"},
		{"a fourth underscore is the tool's", "srv____5g", "srv", "_5g"},
		{"further separators are the tool's", "srv/a/b", "srv", "a/b"},
		{"mixed separators", "srv___a/b", "srv", "a/b"},
		{"the longest name wins", "srv-a/get", "srv-a", "get"},
		{"a name that another one begins with", "s/rv/get", "s", "rv/get"},
		{"an underscore inside a name", "srv_b___get", "srv_b", "get"},
		{"a dot inside a name", "a.b/get", "a.b", "get"},
		{"the longest possible name", strings.Repeat("x", 64) + "/get", strings.Repeat("x", 64), "get"},
		{"no tool", "srv/", "srv", ""},
		{"a tool beyond ASCII", "srv/\u00e9\x00", "srv", "\u00e9\x00"},
		{"names are case-sensitive", "SRV/get", "", ""},
		{"two underscores are no separator", "srv__get", "", ""},
		{"the name alone", "srv", "", ""},
		{"an unknown server", "other/get", "", ""},
		{"no server", "/get", "", ""},
		{"nothing", "", "", ""},
		{"the separator alone", "/", "", ""},
		{"a longer name than any server's", strings.Repeat("x", 65) + "/get", "", ""},
	}
	n := New(&config.Config{Servers: called(servers), Separators: []string{"/", "___"}})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			server, tool, ok := n.Split(test.asked)
			if !ok {
				if test.server != "" {
					t.Fatalf("Split(%q) found nothing, want %s, %q", test.asked, test.server, test.tool)
				}
				return
			}
			if got := servers[server]; got != test.server || test.asked[tool:] != test.tool {
				t.Errorf("Split(%q) = %s, %q; want %s, %q", test.asked, got, test.asked[tool:], test.server, test.tool)
			}
		})
	}
}

func called(names []string) []config.Server {
	servers := make([]config.Server, len(names))
	for i, name := range names {
		servers[i].Name = name
	}
	return servers
}

func TestOfTwoSeparatorsAtOnePlaceTheLongerIsCut(t *testing.T) {
	n := New(&config.Config{Servers: called([]string{"a"}), Separators: []string{"_", "___"}})
	if _, tool, ok := n.Split("a___get"); !ok || "a___get"[tool:] != "get" {
		t.Errorf("Split(a___get) begins the tool at %d, want after all three underscores", tool)
	}
}

// Without a separator inside names only overlapping separators leave a choice.
func TestOfTwoNamesThatFitTheLongerIsTaken(t *testing.T) {
	n := New(&config.Config{Servers: called([]string{"s", "s-x"}), Separators: []string{"-x-"}})
	if server, tool, ok := n.Split("s-x-x-get"); !ok || server != 1 || "s-x-x-get"[tool:] != "get" {
		t.Errorf("Split(s-x-x-get) = server %d, tool at %d, %v; want s-x and get", server, tool, ok)
	}
}

func TestMaySplit(t *testing.T) {
	n := New(&config.Config{Servers: called([]string{"abc", "ab", "abcd"}), Separators: []string{"/"}})
	for bytes, want := range map[int]bool{-2: false, 0: false, 2: false, 3: true, 100: true} {
		if got := n.MaySplit(bytes); got != want {
			t.Errorf("MaySplit(%d) = %t, want %t", bytes, got, want)
		}
	}
	if New(&config.Config{Separators: []string{"/"}}).MaySplit(9) {
		t.Error("a name can be split although there is no server")
	}
}

func TestPrefix(t *testing.T) {
	n := New(&config.Config{Separators: []string{"/", "___"}})
	tests := []struct {
		name, want string
		ok         bool
	}{
		{"a/b", "a", true}, {"a___b/c", "a", true}, {"a/b___c", "a", true}, {"/b", "", true}, {"a__b", "", false}, {"", "", false},
	}
	for _, test := range tests {
		if got, ok := n.Prefix(test.name); got != test.want || ok != test.ok {
			t.Errorf("Prefix(%q) = %q, %v; want %q, %v", test.name, got, ok, test.want, test.ok)
		}
	}
}

// FuzzNamesRoundTrip joins server and tool with each separator and splits again.
func FuzzNamesRoundTrip(f *testing.F) {
	f.Add("srv", "_5g", "srv_x")
	f.Add("a.b", "/", "a")
	f.Add("x-y", "", "x")
	f.Fuzz(func(t *testing.T, server, tool, other string) {
		doc := config.Parse([]byte(`{"servers":[{"path":"/a","name":"` + server + `"},{"path":"/b","name":"` + other + `"}]}`))
		if len(doc.Problems) > 0 {
			return
		}
		n := New(doc.Global)
		for _, separator := range doc.Global.Separators {
			name := server + separator + tool
			got, at, ok := n.Split(name)
			if !ok {
				t.Fatalf("Split(%q) finds nothing", name)
			}
			// A longer server may claim the name; then it fits, separator and all.
			if found := doc.Global.Servers[got].Name; found != server && len(found) < len(server) {
				t.Fatalf("Split(%q) = %q although %q is longer", name, found, server)
			} else if found == server && name[at:] != tool {
				t.Fatalf("Split(%q) cuts the tool to %q", name, name[at:])
			}
		}
	})
}

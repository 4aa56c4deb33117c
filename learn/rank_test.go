package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestRankPutsTheRightCommandFirst(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	tests := []struct{ name, intent, want string }{
		{"the words of the name", "delete a file", "file_delete"},
		{"a synonym of the verb", "remove the account of a colleague", "deleteUser"},
		{"words of the description", "rename report.txt", "file_move"},
		{"camel case names", "list the members of group admins", "listGroupMembers"},
		{"a question", "who is in the group admins", "listGroupMembers"},
		{"the title", "refund half of invoice 7", "refund_create"},
		{"a parameter", "invoices that are unpaid", "invoice_list"},
		{"a plural wants the list", "show me the invoices of a customer", "invoice_list"},
		{"one thing wants the one command", "show invoice <number>", "invoice_get"},
		{"reading beats writing", "what content has the file <path>", "file_read"},
		{"the object beats its place", "send the invoice to the customer", "invoice_send"},
		{"words that names write together", "reset pass word", "resetPassword"},
		{"words that names write apart", "foldercreate", "folder_create"},
		{"Chinese", "把地址转换为坐标", "geocode"},
		{"the provider's name counts", "maps", "geocode"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if matches := c.Rank(tt.intent, 1); len(matches) > 0 {
				got = matches[0].Command.Name
			}
			if got != tt.want {
				t.Errorf("Rank(%q) = %q, want %q", tt.intent, got, tt.want)
			}
		})
	}
}

func TestRankReadsNoPlaceholders(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	want := c.Rank("delete the file", 10)
	if got := c.Rank("delete the file <refund_create invoice>", 10); !reflect.DeepEqual(got, want) {
		t.Errorf("with a placeholder = %v, want %v", got, want)
	}
	if got := c.Rank("<delete the file>", 10); got != nil {
		t.Errorf("of a placeholder alone = %v, want none", got)
	}
}

func TestRankOrdersAndBounds(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	all := c.Rank("show the files, invoices, groups and accounts", 100)
	for i := 1; i < len(all); i++ {
		if all[i].Score > all[i-1].Score {
			t.Errorf("match %d scores %v after %v", i, all[i].Score, all[i-1].Score)
		}
	}
	if got := c.Rank("show the files, invoices, groups and accounts", 3); !reflect.DeepEqual(got, all[:3]) {
		t.Errorf("the best 3 = %v, want the first of all, %v", got, all[:3])
	}
	for _, n := range []int{0, -1} {
		if got := c.Rank("show the files", n); got != nil {
			t.Errorf("Rank of %d = %v, want none", n, got)
		}
	}
}

func TestEqualCommandsKeepTheirOrder(t *testing.T) {
	same := func(name string) string { return tool(name, "Paints.", `{"type":"object"}`, "{}") }
	c := NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, same("x"), same("y"), same("z")), Loaded: true}})
	var got []string
	for _, m := range c.Rank("paint", 2) {
		got = append(got, m.Command.Name)
	}
	if fmt.Sprint(got) != "[x y]" {
		t.Errorf("matches = %v, want [x y]", got)
	}
}

func TestCoverageIsTheShareOfTheIntent(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	tests := []struct {
		name, intent string
		low, high    float64
	}{
		{"all words", "deletes a file", 1, 1},
		{"some words", "deletes a zyxwv and a tsrqp file", 0.2, 0.6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.Rank(tt.intent, 1)[0].Coverage; got < tt.low || got > tt.high {
				t.Errorf("coverage of %q = %v, want %v to %v", tt.intent, got, tt.low, tt.high)
			}
		})
	}
}

func TestIntentsAreBounded(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	want := c.Rank("delete a file", 10)
	if got := c.Rank("delete a file"+strings.Repeat(" ", maxIntent)+"refund the invoice", 10); !reflect.DeepEqual(got, want) {
		t.Errorf("what follows %d bytes was read: %v, want %v", maxIntent, got, want)
	}
	var words strings.Builder
	for i := range 2 * maxQueryTerms {
		fmt.Fprintf(&words, "w%d ", i)
	}
	c = NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, tool("t", words.String(), `{"type":"object"}`, "{}")), Loaded: true}})
	if q := c.index.query(words.String()); len(q.terms) != maxQueryTerms || len(q.words) != maxQueryTerms {
		t.Errorf("%d terms of %d words, want %d of both", len(q.terms), len(q.words), maxQueryTerms)
	}
}

func TestParametersThatAllCommandsShareTellNothing(t *testing.T) {
	var tools []string
	for i := range 2 * commonShare {
		tools = append(tools, tool(fmt.Sprintf("thing%d", i), "", `{"type":"object","properties":{"tenant":{"type":"string"}}}`, "{}"))
	}
	tools = append(tools, tool("special", "", `{"type":"object","properties":{"tenant":{"type":"string"},"colour":{"type":"string"}}}`, "{}"))
	c := NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, tools...), Loaded: true}})
	if got := c.Rank("tenant", 5); got != nil {
		t.Errorf("Rank of a parameter that all share = %v, want none", got)
	}
	if got := c.Rank("colour", 5); len(got) != 1 || got[0].Command.Name != "special" {
		t.Errorf("Rank of a parameter that one has = %v, want special", got)
	}
}

func TestParametersAreReadUpToTheBound(t *testing.T) {
	schema := `{"type":"object","properties":{"x":{"description":"early ` + strings.Repeat(" ", MaxDescription) + ` late"}}}`
	c := NewCatalogue([]Provider{{Name: "p", Commands: mustCommands(t, tool("t", "", schema, "{}")), Loaded: true}})
	if len(c.Rank("early", 1)) != 1 || len(c.Rank("late", 1)) != 0 {
		t.Errorf("early finds %v, late %v, want the command and nothing", c.Rank("early", 1), c.Rank("late", 1))
	}
}

func BenchmarkRank(b *testing.B) {
	var providers []Provider
	for i := range 40 {
		for _, p := range mustProviders(b) {
			p.Name = fmt.Sprint(p.Name, i)
			providers = append(providers, p)
		}
	}
	c := NewCatalogue(providers)
	b.ReportAllocs()
	for b.Loop() {
		c.Rank("send the invoice of last month to customer <number>", 5)
	}
}

func BenchmarkNewCatalogue(b *testing.B) {
	providers := mustProviders(b)
	b.ReportAllocs()
	for b.Loop() {
		NewCatalogue(append([]Provider(nil), providers...))
	}
}

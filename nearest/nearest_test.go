package nearest

import (
	"fmt"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	candidates := []string{"storage", "keyvault", "rest-amap-server", "random-user-server", "Path", "a"}
	tests := []struct{ name, asked, want string }{
		{"a typing error", "storrage", "[storage]"},
		{"letter case does not count", "KEYVAULT", "[keyvault]"},
		{"a part of the name", "amap", "[rest-amap-server]"},
		{"more than the name", "keyvault-secrets", "[keyvault]"},
		{"transposed letters", "ptah", "[Path]"},
		{"other dashes", "Rest_Amap_Server", "[rest-amap-server]"},
		{"no dashes", "RANDOMUSERSERVER", "[random-user-server]"},
		{"dashes only", "__", "[]"},
		{"nothing near", "cosmos", "[]"},
		{"a single letter is a part of many names", "weather", "[]"},
		{"an empty name is near nothing", "", "[]"},
		{"one other letter is another name", "b", "[]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := fmt.Sprint(Names(test.asked, candidates, 1)); got != test.want {
				t.Errorf("Names(%q) = %s, want %s", test.asked, got, test.want)
			}
		})
	}
}

func TestNamesOrdersByDistanceAndKeepsToTheBound(t *testing.T) {
	got := Names("server-1", []string{"server-22", "server-2", "server-1x", "server-1"}, 3)
	if want := "[server-1 server-2 server-1x]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if got := Names(strings.Repeat("x", 1<<20), []string{strings.Repeat("x", 100)}, 3); len(got) != 1 {
		t.Errorf("long names are compared by their first %d bytes, got %d matches", maxLength, len(got))
	}
}

func TestAlikeNamesComeFirst(t *testing.T) {
	got := Names("a-b-c-d-e-f", []string{"a-b-c-d-e-g", "ABC_DEF", "a-b-c-d-e"}, 3)
	if want := "[ABC_DEF a-b-c-d-e-g a-b-c-d-e]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	for _, pair := range [][2]string{{"", "-"}, {"a", "b"}, {"-", "_"}} {
		if Alike(pair[0], pair[1]) {
			t.Errorf("%q and %q are not alike", pair[0], pair[1])
		}
	}
}

func TestEditsAgreesWithTheFullTable(t *testing.T) {
	words := []string{"a", "ab", "abc", "abcd", "bcda", "abxcd", "storage", "strage", "sotrage", "kitten", "sitting", "xyz"}
	for _, a := range words {
		for _, b := range words {
			if got, want := edits(a, b), min(fullTable(a, b), maxDistance+1); got != want {
				t.Errorf("edits(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

// fullTable is the plain textbook recurrence, the oracle of the banded one.
func fullTable(a, b string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
		}
	}
	return table[len(a)][len(b)]
}

package learn

import (
	"fmt"
	"strings"
	"testing"
)

func TestScanWords(t *testing.T) {
	tests := []struct {
		name, text string
		kind       textKind
		want       string
	}{
		{"snake case", "storage_blob-get", nameText, "[storage blob get]"},
		{"camel case in a name", "listUsersByID", nameText, "[list users by id]"},
		{"camel case in prose is one word", "MySQL and GitHub", proseText, "[mysql and github]"},
		{"punctuation ends a phrase", "a, b: c", proseText, "[a , b : c]"},
		{"a placeholder ends a phrase and is not read", "delete <file-name> now", queryText, "[delete < now]"},
		{"no placeholder in prose", "at <path>", proseText, "[at path]"},
		{"signs of comparison are none", "a < b and c > d", queryText, "[a b and c d]"},
		{"an empty one is none", "a <> b", queryText, "[a b]"},
		{"the inner one of two counts", "a <b <c> d", queryText, "[a b < d]"},
		{"a placeholder that never ends", "a <b", queryText, "[a b]"},
		{"digits belong to words", "v2 of gpt4", proseText, "[v2 of gpt4]"},
		{"accents", "Café ÉTAT", proseText, "[café état]"},
		{"Han characters are words", "查询天气 now", proseText, "[查 询 天 气 now]"},
		{"a word over the bound", "short " + strings.Repeat("w", maxWord+1) + " end", proseText, "[short end]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			scanWords(tt.text, tt.kind, func(w string) { got = append(got, w) })
			if fmt.Sprint(got) != tt.want {
				t.Errorf("words of %q = %v, want %s", tt.text, got, tt.want)
			}
		})
	}
}

func TestStemBringsFormsTogether(t *testing.T) {
	for _, forms := range [][]string{
		{"file", "files"},
		{"policy", "policies"},
		{"create", "creates", "created", "creating"},
		{"stop", "stops", "stopped", "stopping"},
		{"process", "processes", "processing"},
		{"box", "boxes"},
		{"call", "calls", "calling"},
	} {
		for _, form := range forms[1:] {
			if stem(form) != stem(forms[0]) {
				t.Errorf("stem(%q) = %q, stem(%q) = %q, want the same", form, stem(form), forms[0], stem(forms[0]))
			}
		}
	}
	for _, w := range []string{"status", "access", "analysis", "us", "bus"} {
		if got := singular(w); got != w {
			t.Errorf("singular(%q) = %q, want it unchanged", w, got)
		}
	}
}

func TestVerbClassKnowsAllForms(t *testing.T) {
	tests := []struct{ word, want string }{
		{"list", verbRead}, {"lists", verbRead}, {"retrieving", verbRead}, {"retrieved", verbRead},
		{"creates", "#create"}, {"updating", "#update"}, {"removed", "#delete"}, {"stopped", "#stop"},
		{"verify", verbCheck}, {"storage", ""}, {"", ""},
	}
	for _, tt := range tests {
		if got := verbClass(tt.word); got != tt.want {
			t.Errorf("verbClass(%q) = %q, want %q", tt.word, got, tt.want)
		}
	}
}

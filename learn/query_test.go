package learn

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
)

// weights names the terms of a query.
func weights(ix *index, q query) map[string]int32 {
	got := map[string]int32{}
	for token, id := range ix.ids {
		for _, t := range q.terms {
			if t.id == id {
				got[token] = t.percent
			}
		}
	}
	return got
}

func TestQueryWeighsItsWords(t *testing.T) {
	ix := NewCatalogue(mustProviders(t)).index
	tests := []struct {
		name, intent string
		want         map[string]int32
	}{
		{"a verb counts as its class by half", "delete", map[string]int32{"delet": 100, "#delete": 50}},
		{"what follows the first phrase counts less", "invoice of a customer", map[string]int32{"invoic": 100, "customer": 70}},
		{"a placeholder ends the first phrase", "invoice <n> customer", map[string]int32{"invoic": 100, "customer": 70}},
		{"a word keeps its highest weight", "invoice of an invoice", map[string]int32{"invoic": 100}},
		{"a light noun is not the first phrase", "details of the invoice", map[string]int32{"invoic": 100}},
		{"two words that a name writes together", "geo code", map[string]int32{"geocod": 50, "cod": 0}},
		{"a word that begins with a name", "folderpath", map[string]int32{"folder": 100, "path": 100}},
		{"a plural speaks for list", "invoices", map[string]int32{"invoic": 100, "list": 50}},
		{"not when something else is done to it", "delete invoices", map[string]int32{"delet": 100, "#delete": 50, "invoic": 100}},
		{"words that nobody knows", "xyzzy plugh", map[string]int32{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			maps.DeleteFunc(tt.want, func(_ string, percent int32) bool { return percent == 0 })
			if got := weights(ix, ix.query(tt.intent)); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("terms of %q = %v, want %v", tt.intent, got, tt.want)
			}
		})
	}
}

func TestQueryReadsOrWrites(t *testing.T) {
	ix := NewCatalogue(mustProviders(t)).index
	tests := []struct {
		intent string
		want   effect
	}{
		{"show the invoices", readsOnly},
		{"what does a customer owe", readsOnly},
		{"which files changed", readsOnly},
		{"delete the file", writes},
		{"please create a folder", writes},
		{"how do I delete a file", writes},
		{"check the invoice", unknownEffect},
		{"the invoice", unknownEffect},
		{"invoice to delete", unknownEffect},
	}
	for _, tt := range tests {
		if got := ix.query(tt.intent).effect; got != tt.want {
			t.Errorf("effect of %q = %v, want %v", tt.intent, got, tt.want)
		}
	}
}

func TestEffectOfACommand(t *testing.T) {
	const schema = `{"type":"object"}`
	tests := []struct {
		name, tool string
		want       effect
	}{
		{"the hint says so", tool("delete", "", schema, `{"readOnlyHint":true}`), readsOnly},
		{"the hint denies it", tool("list", "", schema, `{"readOnlyHint":false}`), writes},
		{"no hint, a verb that reads", tool("listUsers", "", schema, `{}`), readsOnly},
		{"no hint, a verb that checks", tool("domain_verify", "", schema, `{}`), readsOnly},
		{"no hint, a verb that writes", tool("user_delete", "", schema, `{}`), writes},
		{"no hint, both", tool("get_or_create", "", schema, `{}`), writes},
		{"no hint, no verb", tool("weather", "", schema, `{}`), unknownEffect},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := effectOf(&mustCommands(t, tt.tool)[0]); got != tt.want {
				t.Errorf("effectOf(%s) = %v, want %v", tt.tool, got, tt.want)
			}
		})
	}
}

func TestAdjustment(t *testing.T) {
	tests := []struct {
		name string
		q    query
		d    document
		want int
	}{
		{"nothing to say", query{effect: readsOnly}, document{leaf: -1, effect: readsOnly}, 0},
		{"the last noun of the name is asked for", query{head: []int32{4, 7}}, document{leaf: 7}, leafBonus},
		{"no noun in the name", query{head: []int32{-1}}, document{leaf: -1}, 0},
		{"reading against writing", query{effect: readsOnly}, document{leaf: -1, effect: writes}, -readPenalty},
		{"writing against reading", query{effect: writes}, document{leaf: -1, effect: readsOnly}, -writePenalty},
		{"unknown against both", query{}, document{leaf: -1, effect: writes}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := adjustment(&tt.q, &tt.d); got != tt.want {
				t.Errorf("adjustment = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestIndexKeepsPostingsInOrder(t *testing.T) {
	// coverage finds a document in a posting list by binary search.
	ix := NewCatalogue(mustProviders(t)).index
	for token, id := range ix.ids {
		docs := make([]int32, 0)
		for _, p := range ix.terms[id].postings {
			docs = append(docs, p.doc)
		}
		if !slices.IsSorted(docs) {
			t.Errorf("postings of %q are %s", token, fmt.Sprint(docs))
		}
	}
}

// What an intent says it does not want is not searched for.
func TestNegatedVerbsAreNotWanted(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	for _, intent := range []string{
		"list the files", "never delete, just list the files", "don't delete anything, list the files",
		"list the files without deleting any", "do not create or remove files, list them",
	} {
		if got := c.Rank(intent, 1); len(got) == 0 || got[0].Command.Name != "file_list" {
			t.Errorf("Rank(%q) = %v, want file_list", intent, got)
		}
	}
	if q := c.index.query("never delete files"); q.effect == writes {
		t.Error("a verb that is not wanted makes the intent one that writes")
	}
}

func TestOneSlip(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"stroage", "storage", true}, {"storge", "storage", true}, {"storrage", "storage", true}, {"storags", "storage", true},
		{"torage", "storage", true}, {"storage", "storage", false}, {"staroge", "storage", false}, {"stor", "store", false}, {"abcd", "abce", false},
	}
	for _, tt := range tests {
		if got, back := oneSlip(tt.a, tt.b), oneSlip(tt.b, tt.a); got != tt.want && len(tt.a) >= minCorrected || back != got && len(tt.a) >= minCorrected {
			t.Errorf("oneSlip(%q, %q) = %v, %v, want %v", tt.a, tt.b, got, back, tt.want)
		}
	}
}

func TestMistypedWordsAreUnderstood(t *testing.T) {
	c := NewCatalogue(mustProviders(t))
	want := c.Rank("create a refund", 1)
	if got := c.Rank("create a refnud", 1); len(got) == 0 || got[0].Command != want[0].Command {
		t.Errorf("a slip: %v, want %v", got, want[0].Command.Name)
	}
}

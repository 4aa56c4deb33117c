package main

import (
	"bytes"
	"strings"
	"testing"

	"mcp-router/bench/router/backend"
)

// listOf is a list of the tools of some servers, in this order.
func listOf(id string, servers ...string) string {
	var tools []string
	for _, s := range servers {
		for _, tool := range backend.Tools(s) {
			tools = append(tools, strings.Replace(tool, `"tool-`, `"`+s+`/tool-`, 1))
		}
	}
	return `{"jsonrpc":"2.0","id":` + id + `,"result":{"tools":[` + strings.Join(tools, ",") + `]}}`
}

func wantAB() *wantedList {
	w := newWantedList(prefixed)
	w.add("a", "a/")
	w.add("b", "b/")
	return w
}

func TestListsMayComeInAnyOrderOfServers(t *testing.T) {
	w := wantAB()
	for _, reply := range []string{listOf("123456789", "a", "b"), listOf("123456789", "b", "a"), listOf("123456789", "a", "b")} {
		if err := w.check([]byte("123456789"), []byte(reply)); err != nil {
			t.Errorf("check() = %v", err)
		}
	}
}

func TestListsThatAreWrong(t *testing.T) {
	right := listOf("123456789", "a", "b")
	tests := map[string]string{
		"another id":               listOf("123456780", "a", "b"),
		"one server":               listOf("123456789", "a"),
		"one server twice":         listOf("123456789", "a", "a"),
		"three servers":            listOf("123456789", "a", "b", "b"),
		"another name":             strings.Replace(right, `"b/tool-19"`, `"b/tool-20"`, 1),
		"one server's tool twice":  strings.Replace(right, `"b/tool-19"`, `"b/tool-18"`, 1),
		"another schema":           strings.Replace(right, `"default":20`, `"default":21`, 1),
		"a member that is missing": strings.Replace(right, `"title":"Tool 0 of a",`, "", 1),
		"an error":                 `{"jsonrpc":"2.0","id":123456789,"error":{"code":-32603,"message":"no"}}`,
		"half of it":               right[:len(right)/2],
		"more than it":             right + " ",
	}
	for name, reply := range tests {
		t.Run(name, func(t *testing.T) {
			seen := wantAB()
			if err := seen.check([]byte("123456789"), []byte(right)); err != nil {
				t.Fatal(err)
			}
			if err := seen.check([]byte("123456789"), []byte(reply)); err == nil {
				t.Error("check() = nil after a right list")
			}
			if name == "more than it" {
				return // as good a JSON text
			}
			if err := wantAB().check([]byte("123456789"), []byte(reply)); err == nil {
				t.Error("check() = nil for the first list")
			}
		})
	}
}

func TestARebuiltListMayLackWhatCallsCanDoWithout(t *testing.T) {
	w := newWantedList(addressing{separator: "/", rebuilds: true})
	w.add("a", "a/")
	reply := strings.ReplaceAll(listOf("123456789", "a"), `,"annotations":{"readOnlyHint":true,"openWorldHint":false}`, "")
	if !bytes.Contains([]byte(reply), []byte(`"title"`)) || strings.Contains(reply, "annotations") {
		t.Fatal("the reply is not what the test says")
	}
	if err := w.check([]byte("123456789"), []byte(reply)); err != nil {
		t.Errorf("check() = %v", err)
	}
}

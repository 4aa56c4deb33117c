package learn

import (
	"fmt"
	"strings"
	"testing"

	"mcp-router/jsonrpc"
)

func TestLineIsTheFirstSentenceCutAtAWord(t *testing.T) {
	tests := []struct {
		name, text string
		n          int
		want       string
	}{
		{"one sentence of two", "Lists files. Nothing else.", 80, "Lists files."},
		{"white space collapses", " Lists\n\tall  files. ", 80, "Lists all files."},
		{"a version number is no end", "Needs version 1.2 of it. Yes.", 80, "Needs version 1.2 of it."},
		{"an abbreviation is no end", "Lists things (e.g. files) once. Twice.", 80, "Lists things (e.g. files) once."},
		{"a question", "Lost? Call.", 80, "Lost?"},
		{"an ideographic full stop", "地图服务。更多。", 80, "地图服务。"},
		{"cut after a word", "Commands for managing storage", 16, "Commands for"},
		{"a dash is not left at the end", "Storage - all of it", 12, "Storage"},
		{"exactly as long", "Storage", 7, "Storage"},
		{"no space to cut at", "地图服务地图服务", 7, "地图"},
		{"empty", "", 80, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := line(tt.text, tt.n); got != tt.want {
				t.Errorf("line(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
			}
		})
	}
}

func TestNamesAreSortedByLikeness(t *testing.T) {
	names := []string{"file_read", "file_write", "folder_create", "file_list"}
	tests := []struct{ name, wrong, want string }{
		{"a typo", "file_lst", "[file_list file_read file_write folder_create]"},
		{"another letter case", "FILE-WRITE", "[file_write file_read file_list folder_create]"},
		{"a longer name", "create_folder", "[folder_create file_read file_write file_list]"},
		{"nothing alike keeps the order", "zzz", "[file_read file_write folder_create file_list]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fmt.Sprint(byLikeness(names, tt.wrong)); got != tt.want {
				t.Errorf("byLikeness(%q) = %s, want %s", tt.wrong, got, tt.want)
			}
		})
	}
}

func TestAppendStringRoundTrips(t *testing.T) {
	for _, s := range []string{"", "plain", `"quoted" \ back`, "\n\r\t\x00\x1f", "é 地 😀", "</script>&"} {
		got := appendString(nil, s)
		if back, ok := jsonrpc.Text(got, len(got)); !ok || back != s {
			t.Errorf("appendString(%q) = %s, which reads %q", s, got, back)
		}
	}
	if got := string(appendString(nil, "</&>\xff")); got != `"</&>�"` {
		t.Errorf("appendString = %s, want no needless escape and U+FFFD for bad UTF-8", got)
	}
}

func TestCompactKeepsTokens(t *testing.T) {
	const text = "{ \"a b\" : [ 1.0 , 1e3,\n\t\"x \\\" y\\\\\" ],\r\n\"\\u0041\":{ } }"
	const want = `{"a b":[1.0,1e3,"x \" y\\"],"\u0041":{}}`
	if got := string(compact([]byte(text))); got != want {
		t.Errorf("compact(%s) = %s, want %s", text, got, want)
	}
}

func TestClipCutsBetweenCharacters(t *testing.T) {
	if got := clip(strings.Repeat("é", 3), 3); got != "é" {
		t.Errorf("clip = %q, want %q", got, "é")
	}
}

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"mcp-router/version"
)

func TestUsageErrorsExitWith2(t *testing.T) {
	for _, args := range [][]string{{}, {"-nonsense"}, {"explain"}, {"explain", "a", "b"}, {"explain", "-"}, {"explain", "-rule=x", "f"}} {
		var stdout, stderr bytes.Buffer
		code := run(args, strings.NewReader(""), &stdout, &stderr)
		if code != exitUsage || stdout.Len() > 0 || !strings.Contains(stderr.String(), "usage: mcp-router-check") {
			t.Errorf("run(%q) = %d, stdout %q, stderr %q", args, code, stdout.String(), stderr.String())
		}
	}
}

func TestFilesThatCannotBeReadExitWith1(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("large.yaml", make([]byte, maxFileBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"missing.yaml": "mcp-router-check: open missing.yaml: no such file or directory\n",
		"large.yaml":   "mcp-router-check: large.yaml is larger than 16777216 bytes\n",
	} {
		for _, args := range [][]string{{file}, {"explain", file}} {
			var stdout, stderr bytes.Buffer
			code := run(args, strings.NewReader(""), &stdout, &stderr)
			if code != exitProblems || stdout.Len() > 0 || stderr.String() != want {
				t.Errorf("run(%q) = %d, stdout %q, stderr %q, want 1 and %q", args, code, stdout.String(), stderr.String(), want)
			}
		}
	}
}

func TestDocumentsAreBounded(t *testing.T) {
	deep := strings.Repeat("- ", maxNesting+2) + "x"
	many := strings.Repeat("a: b\n---\n", maxDocuments) + "a: b\n"
	for name, tc := range map[string]struct{ data, want string }{
		"nesting":   {deep, "line 1: nests deeper than 100 levels"},
		"documents": {many, "holds more than 1000 documents"},
	} {
		if _, err := readDocuments("many.yaml", []byte(tc.data)); err == nil || err.Error() != tc.want {
			t.Errorf("%s: readDocuments = %v, want %q", name, err, tc.want)
		}
	}
}

func TestOtherEncodingsAreRefused(t *testing.T) {
	for name, data := range map[string]string{
		"UTF-16": "\xff\xfes\x00e\x00r\x00", "UTF-16 big-endian": "\xfe\xff\x00s", "UTF-32": "\xff\xfe\x00\x00s\x00\x00\x00", "Latin-1": "servers: # caf\xe9\n",
	} {
		want := "is " + strings.TrimSuffix(name, " big-endian") + " text; Envoy and Higress read UTF-8"
		if name == "Latin-1" {
			want = "is not UTF-8 text; Envoy and Higress read UTF-8"
		}
		if _, err := readDocuments("plugin.yaml", []byte(data)); err == nil || err.Error() != want {
			t.Errorf("%s: readDocuments = %v, want %q", name, err, want)
		}
	}
}

func TestVersionIsTheRelease(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"--version"}, nil, &stdout, &stderr); code != exitOK || stdout.String() != "mcp-router-check "+version.String()+"\n" {
		t.Errorf("run(--version) = %d, stdout %q, stderr %q", code, stdout.String(), stderr.String())
	}
}

// Whoever copies the list of envoy.yaml must not be told that it lacks something,
// nor the checker forget what the list has.
func TestCapabilitiesAreThoseOfTheShippedFile(t *testing.T) {
	text, err := os.ReadFile("../../envoy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range routerCapabilities {
		if !strings.Contains(string(text), " "+name+": {}\n") {
			t.Errorf("envoy.yaml does not allow %s", name)
		}
	}
	if got := strings.Count(string(text), ": {}\n"); got != len(routerCapabilities) {
		t.Errorf("envoy.yaml allows %d capabilities, the checker asks for %d", got, len(routerCapabilities))
	}
}

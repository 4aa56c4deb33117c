package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestUsageErrorsExitWith2(t *testing.T) {
	for _, args := range [][]string{{}, {"a", "b"}, {"-nonsense"}, {"explain"}, {"explain", "-rule=x", "f"}} {
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
		if _, err := readDocuments([]byte(tc.data)); err == nil || err.Error() != tc.want {
			t.Errorf("%s: readDocuments = %v, want %q", name, err, tc.want)
		}
	}
}

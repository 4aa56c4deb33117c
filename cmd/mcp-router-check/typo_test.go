package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// envoyFiles are the files for Envoy that the repository ships.
var envoyFiles = []string{"../../envoy.yaml", "../../deploy/examples/gateway-envoy.yaml", "../../deploy/examples/azure-envoy.yaml"}

// fieldKey is a field's name in YAML, in block or in flow style.
var fieldKey = regexp.MustCompile(`([a-z][A-Za-z0-9_.]{2,}):(?: |$)`)

// freeKeys are names in the files that Envoy knows nothing of: the members of the
// log's JSON. Names that no field has, but mean something, have rows of their own.
var freeKeys = []string{"time", "method", "path", "status", "details", "flags", "duration_ms", "route", "cluster", "mcp_method", "mcp_server", "mcp_tool", "mcp_outcome"}

// Every field of every shipped file, with a letter left out, is missed by name and
// line.
func TestEveryMistypedFieldIsFound(t *testing.T) {
	for _, file := range envoyFiles {
		shipped := strings.Split(mustRead(t, file), "\n")
		tried := 0
		for i, line := range shipped {
			code, _, _ := strings.Cut(line, "# ")
			for _, at := range fieldKey.FindAllStringSubmatchIndex(code, -1) {
				key := line[at[2]:at[3]]
				inLog := strings.Contains(line, `: "%`) && slices.Contains(freeKeys, key)
				isCapability := strings.HasSuffix(line, ": {}")
				if inLog || isCapability {
					continue
				}
				mistyped := key[:len(key)-2] + key[len(key)-1:]
				lines := slices.Clone(shipped)
				lines[i] = line[:at[2]] + mistyped + line[at[3]:]
				r := checkFile(file, []byte(strings.Join(lines, "\n")))
				tried++
				if !slices.ContainsFunc(r.findings, func(f finding) bool {
					return f.severity == problem && f.line == i+1 && strings.Contains(f.path, mistyped)
				}) {
					t.Errorf("%s:%d: %s for %s: %+v", file, i+1, mistyped, key, r.findings)
				}
			}
		}
		if tried < 100 {
			t.Errorf("%s: only %d fields tried", file, tried)
		}
	}
}

func mustRead(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

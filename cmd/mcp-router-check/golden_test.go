package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the command prints into the golden files")

var sectionMark = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// goldenCase is a file of testdata: why it is there, then sections under lines
// of the form "-- name --". The first section is the file to check; "stdin"
// makes it a case of explain, with the flags of "flags", if any; "args" are the
// words of another command line; "want" is the exit code and both outputs. Every
// other section is a file.
type goldenCase struct {
	why      string
	names    []string
	sections map[string]string
}

func parseGolden(t *testing.T, text string) goldenCase {
	t.Helper()
	marks := sectionMark.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 || marks[0][0] == 0 {
		t.Fatal("a golden file needs a first line that says why, and sections")
	}
	c := goldenCase{why: text[:marks[0][0]], sections: map[string]string{}}
	for i, mark := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		name := text[mark[2]:mark[3]]
		c.names = append(c.names, name)
		c.sections[name] = text[mark[1]:end]
	}
	return c
}

// run runs the command in an empty folder that holds the case's file.
func (c goldenCase) run(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range c.names {
		if slices.Contains([]string{"stdin", "flags", "args", "want"}, name) {
			continue
		}
		if err := os.WriteFile(name, []byte(c.sections[name]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := c.names[:1]
	words, given := c.sections["args"]
	_, explains := c.sections["stdin"]
	switch {
	case given:
		args = lines(words)
	case explains:
		args = slices.Concat([]string{"explain"}, lines(c.sections["flags"]), args)
	}
	var stdout, stderr bytes.Buffer
	code := run(args, strings.NewReader(c.sections["stdin"]), &stdout, &stderr)
	return fmt.Sprintf("exit %d\n%s%s", code, stdout.String(), stderr.String())
}

func lines(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
}

func (c goldenCase) format() string {
	var b strings.Builder
	b.WriteString(c.why)
	for _, name := range c.names {
		fmt.Fprintf(&b, "-- %s --\n%s", name, c.sections[name])
	}
	return b.String()
}

func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("golden files: %d found, error %v", len(files), err)
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			c := parseGolden(t, string(text))
			got := c.run(t)
			if *update {
				c.sections["want"] = got
				if err := os.WriteFile(path, []byte(c.format()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if want := c.sections["want"]; got != want {
				t.Errorf("%sgot:\n%s\nwant:\n%s", c.why, got, want)
			}
		})
	}
}

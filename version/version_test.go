package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What semver.org suggests, but for build metadata: "+" is not allowed in the
// tag of an image.
var semver = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

func TestIsOneSemanticVersion(t *testing.T) {
	if !semver.MatchString(String()) {
		t.Errorf("VERSION says %q", String())
	}
	if file != String()+"\n" {
		t.Errorf("VERSION is %q, want the version and a line feed", file)
	}
}

// Tools that release Higress plugins look for the file in the root.
func TestRootHasTheSameFile(t *testing.T) {
	target, err := os.Readlink(filepath.Join("..", "VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	if target != filepath.Join("version", "VERSION") {
		t.Errorf("VERSION leads to %s", target)
	}
}

func TestChangelogBeginsWithIt(t *testing.T) {
	log, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(log), "\n## ")
	heading, _, _ := strings.Cut(text, "\n")
	if heading != String() && heading != "Unreleased ("+String()+")" {
		t.Errorf("CHANGELOG.md begins with %q, VERSION says %s", heading, String())
	}
}

// A program that go builds without make, flags or version control knows it too.
func TestPlainBuildKnowsIt(t *testing.T) {
	dir := t.TempDir()
	program := `package main

import (
	"fmt"
	"mcp-router/version"
)

func main() { fmt.Print(version.String()) }
`
	name := filepath.Join(dir, "main.go")
	if err := os.WriteFile(name, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", name).CombinedOutput()
	if err != nil || string(out) != String() {
		t.Errorf("go run: %v, %q", err, out)
	}
}

// The oldest Go that builds the repository is in go.mod; what people are told is
// the same.
func TestEveryPlaceNamesTheSameGo(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := regexp.MustCompile(`(?m)^go (1\.\d+)`).FindStringSubmatch(read("go.mod"))
	if want == nil {
		t.Fatal("go.mod names no version")
	}
	named := regexp.MustCompile(`Go(?: \(| |（)(1\.\d+)|go \((1\.\d+)|(?m:^go (1\.\d+))`)
	for _, file := range []string{"README.md", "README_EN.md", "CONTRIBUTING.md", "Makefile", "build/image/go.mod"} {
		found := named.FindAllStringSubmatch(read(file), -1)
		if len(found) == 0 {
			t.Errorf("%s names no version of Go", file)
		}
		for _, m := range found {
			if got := m[1] + m[2] + m[3]; got != want[1] {
				t.Errorf("%s: %q, go.mod says %s", file, m[0], want[1])
			}
		}
	}
}

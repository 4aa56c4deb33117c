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

package licenses

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestMain works in the repository's root, as make does.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// dependency is a line of the build information that Go's linker writes into
// every program: the module and its version.
var dependency = regexp.MustCompile(`\ndep\t(\S+)\t(\S+)\t`)

// The linker's own list of modules is held against ours.
func TestTextsOfEveryModuleInTheBinary(t *testing.T) {
	here := Program{OS: runtime.GOOS, Arch: runtime.GOARCH}
	for _, p := range []Program{
		{".", "wasip1", "wasm"},
		{"./cmd/azd-azure-mcp", here.OS, here.Arch},
		{"./cmd/mcp-router-check", here.OS, here.Arch},
	} {
		t.Run(p.Package, func(t *testing.T) {
			texts, err := Texts(p)
			if err != nil {
				t.Fatal(err)
			}
			found := dependency.FindAllSubmatch(mustBuild(t, p), -1)
			if len(found) < 3 {
				t.Fatalf("only %d modules found in the binary", len(found))
			}
			for _, m := range found {
				heading := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(string(m[1])+" "+string(m[2])) + `: (?i:licen[cs]e|copying)`)
				if !heading.Match(texts) {
					t.Errorf("no licence of %s %s", m[1], m[2])
				}
			}
			if !bytes.Contains(texts, []byte("\nGo "+runtime.Version()+": LICENSE\n")) {
				t.Error("no licence of Go")
			}
		})
	}
}

// mustBuild returns the program.
func mustBuild(t *testing.T, p Program) []byte {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "program")
	build := exec.Command("go", "build", "-o", binary, p.Package)
	if p.Arch == "wasm" {
		build = exec.Command("go", "build", "-buildmode=c-shared", "-o", binary, p.Package)
	}
	build.Env = append(os.Environ(), "GOOS="+p.OS, "GOARCH="+p.Arch, "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestNoticesAndPatentGrantsAreThereToo(t *testing.T) {
	texts, err := Texts(Program{".", "wasip1", "wasm"})
	if err != nil {
		t.Fatal(err)
	}
	for _, heading := range []string{"Go " + runtime.Version() + ": PATENTS", "/proxy-wasm-go-sdk "} {
		if !bytes.Contains(texts, []byte(heading)) {
			t.Errorf("no %q", heading)
		}
	}
	if !regexp.MustCompile(`(?m)^github.com/higress-group/proxy-wasm-go-sdk \S+: NOTICE$`).Match(texts) {
		t.Error("no NOTICE of the SDK")
	}
}

func TestUnknownPackage(t *testing.T) {
	if _, err := Texts(Program{"./no/such", "linux", "amd64"}); err == nil || !strings.Contains(err.Error(), "no/such") {
		t.Errorf("Texts() = %v, want an error that names the package", err)
	}
}

func TestAModuleWithoutALicence(t *testing.T) {
	dir := t.TempDir()
	m := module{name: "example.com/m", version: "v1.0.0", dirs: []string{dir}}
	if texts, err := m.texts(); err == nil || !strings.Contains(err.Error(), "example.com/m v1.0.0 has no licence file") {
		t.Errorf("texts() = %q, %v", texts, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENCE.md"), []byte("\nDo as you like.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	texts, err := m.texts()
	if want := line + "\nexample.com/m v1.0.0: LICENCE.md\n" + line + "\n\nDo as you like.\n\n"; err != nil || string(texts) != want {
		t.Errorf("texts() = %q, %v, want %q", texts, err, want)
	}
}

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"mcp-router/version"
)

// TestMain works in the repository's root, as make does.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestPackageOfThisPlatform(t *testing.T) {
	here, out := platform{runtime.GOOS, runtime.GOARCH}, t.TempDir()
	if !slices.Contains(platforms, here) {
		t.Fatalf("%s is not packaged", here)
	}
	if err := run("cmd/azd-azure-mcp/extension.yaml", out, "", here.String()); err != nil {
		t.Fatal(err)
	}
	var got registry
	doc, err := os.ReadFile(filepath.Join(out, "registry.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(doc, &got); err != nil {
		t.Fatal(err)
	}
	a := got.Extensions[0].Versions[0].Artifacts[here.String()]
	archive, err := os.ReadFile(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(archive); hex.EncodeToString(sum[:]) != a.Checksum.Value {
		t.Errorf("checksum %s is not the archive's", a.Checksum.Value)
	}
	program := filepath.Join(out, "program")
	if err := os.WriteFile(program, only(t, a, archive), 0o755); err != nil {
		t.Fatal(err)
	}
	// As azd starts it. Without input it ends at once.
	if said, err := exec.Command(program, "server", "start").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// only returns the one file of an archive.
func only(t *testing.T, a artifact, archive []byte) []byte {
	t.Helper()
	var file io.Reader
	var name string
	if filepath.Ext(a.URL) == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil || len(z.File) != 1 {
			t.Fatalf("%v", err)
		}
		if file, err = z.File[0].Open(); err != nil {
			t.Fatal(err)
		}
		name = z.File[0].Name
	} else {
		g, err := gzip.NewReader(bytes.NewReader(archive))
		if err != nil {
			t.Fatal(err)
		}
		r := tar.NewReader(g)
		header, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		file, name = r, header.Name
	}
	content, err := io.ReadAll(file)
	if err != nil || name != a.EntryPoint {
		t.Fatalf("%s, %v", name, err)
	}
	return content
}

func TestArchivesDependOnTheBinaryAlone(t *testing.T) {
	dir := t.TempDir()
	binary := filepath.Join(dir, "program")
	if err := os.WriteFile(binary, []byte("#!"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(io.Writer, *os.File) error{"zip": writeZip, "tar.gz": writeTarGz} {
		var sums []string
		for _, archive := range []string{"a", "b"} {
			sum, err := archived(filepath.Join(dir, archive), binary, write)
			if err != nil {
				t.Fatal(err)
			}
			sums = append(sums, sum)
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: %v", name, sums)
		}
	}
}

func TestRegistryServesWhatTheManifestSays(t *testing.T) {
	m, err := readManifest("cmd/azd-azure-mcp/extension.yaml")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "registry.json")
	if err := writeRegistry(path, m, map[string]artifact{}); err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got registry
	if err := json.Unmarshal(doc, &got); err != nil {
		t.Fatal(err)
	}
	want := registry{[]registered{{
		ID: "mcp.azure", Namespace: "mcp.azure", DisplayName: m.DisplayName, Description: m.Description, Tags: []string{"azure", "mcp"},
		Versions: []release{{
			Version: version.String(), RequiredAzdVersion: ">= 1.20.0", Capabilities: []string{"custom-commands"},
			Usage: m.Usage, Examples: m.Examples, Artifacts: map[string]artifact{},
		}},
	}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

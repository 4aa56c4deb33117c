package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
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
	files := unpacked(t, a, archive)
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, []string{"LICENSE", "THIRD-PARTY.txt", a.EntryPoint}) {
		t.Fatalf("the archive holds %q", got)
	}
	if want, err := os.ReadFile("LICENSE"); err != nil || !bytes.Equal(files["LICENSE"], want) {
		t.Errorf("LICENSE is another one, or %v", err)
	}
	if text := files["THIRD-PARTY.txt"]; !bytes.Contains(text, []byte("\ngithub.com/modelcontextprotocol/go-sdk v")) {
		t.Errorf("THIRD-PARTY.txt lacks the MCP SDK, has %d bytes", len(text))
	}
	program := filepath.Join(out, "program")
	if err := os.WriteFile(program, files[a.EntryPoint], 0o755); err != nil {
		t.Fatal(err)
	}
	// As azd starts it. Without input it ends at once.
	if said, err := exec.Command(program, "server", "start").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// unpacked returns the files of an archive by their names.
func unpacked(t *testing.T, a artifact, archive []byte) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	if filepath.Ext(a.URL) == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			files[f.Name] = mustReadAll(t, r)
		}
		return files
	}
	g, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(g); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name] = mustReadAll(t, r)
	}
}

func mustReadAll(t *testing.T, r io.Reader) []byte {
	t.Helper()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestArchivesDependOnTheFilesAlone(t *testing.T) {
	dir, files := t.TempDir(), []file{{"program", 0o755, []byte("#!")}, {"LICENSE", 0o644, []byte("as you like")}}
	for name, write := range map[string]func(io.Writer, []file) error{"zip": writeZip, "tar.gz": writeTarGz} {
		var sums []string
		for _, archive := range []string{"a." + name, "b." + name} {
			sum, err := archived(filepath.Join(dir, archive), files, write)
			if err != nil {
				t.Fatal(err)
			}
			sums = append(sums, sum)
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: %v", name, sums)
		}
		archive, err := os.ReadFile(filepath.Join(dir, "a."+name))
		if err != nil {
			t.Fatal(err)
		}
		got := unpacked(t, artifact{URL: "a." + name}, archive)
		if want := map[string][]byte{"program": []byte("#!"), "LICENSE": []byte("as you like")}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s holds %q", name, got)
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

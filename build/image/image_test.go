package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

const wasm = "\x00asm\x01\x00\x00\x00 and the rest of a module"

// repository makes a folder with all that goes into an image.
func repository(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"version/VERSION": "1.2.3\n", "LICENSE": "as you like", "dist/THIRD-PARTY.txt": "as they like", "dist/mcp-router.wasm": wasm,
	} {
		write(t, filepath.Join(root, name), content)
	}
	return root
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// startRegistry returns the address of a registry in this process.
func startRegistry(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(server.Close)
	return strings.TrimPrefix(server.URL, "http://")
}

// A gateway asks for its platform's image, wants the last layer to be an
// ordinary one, and takes the file of that name out of it.
func TestGatewaysFindTheModuleInThePushedImage(t *testing.T) {
	host := startRegistry(t)
	if err := run(t.Context(), repository(t), "oci://"+host+"/plugins/mcp-router"); err != nil {
		t.Fatal(err)
	}
	for _, p := range platforms {
		t.Run(p.String(), func(t *testing.T) {
			image := mustPull(t, host+"/plugins/mcp-router:1.2.3", p)
			manifest, err := image.Manifest()
			if err != nil {
				t.Fatal(err)
			}
			if manifest.MediaType != types.OCIManifestSchema1 || manifest.Config.MediaType != types.OCIConfigJSON ||
				len(manifest.Layers) != 1 || manifest.Layers[0].MediaType != "application/vnd.oci.image.layer.v1.tar+gzip" {
				t.Fatalf("manifest %+v", manifest)
			}
			want := annotations("1.2.3")
			want["module.wasm.image/variant"] = "compat"
			if !reflect.DeepEqual(manifest.Annotations, want) {
				t.Errorf("annotations %v, want %v", manifest.Annotations, want)
			}
			names, files := mustUnpack(t, image)
			if !reflect.DeepEqual(names, []string{"plugin.wasm", "licenses/LICENSE", "licenses/THIRD-PARTY.txt"}) {
				t.Errorf("files %q", names)
			}
			if files["plugin.wasm"] != wasm || files["licenses/LICENSE"] != "as you like" || files["licenses/THIRD-PARTY.txt"] != "as they like" {
				t.Errorf("files hold %q", files)
			}
			config, err := image.ConfigFile()
			if err != nil {
				t.Fatal(err)
			}
			if config.OS != p.OS || config.Architecture != p.Architecture || !reflect.DeepEqual(config.Config.Labels, annotations("1.2.3")) {
				t.Errorf("config %+v", config)
			}
		})
	}
}

func mustPull(t *testing.T, target string, p v1.Platform) v1.Image {
	t.Helper()
	ref, err := name.ParseReference(target)
	if err != nil {
		t.Fatal(err)
	}
	descriptor, err := remote.Get(ref, remote.WithPlatform(p))
	if err != nil {
		t.Fatal(err)
	}
	image, err := descriptor.Image()
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Image(image); err != nil {
		t.Error(err)
	}
	return image
}

// mustUnpack reads the last layer as it is stored.
func mustUnpack(t *testing.T, image v1.Image) (names []string, files map[string]string) {
	t.Helper()
	layers, err := image.Layers()
	if err != nil {
		t.Fatal(err)
	}
	stored, err := layers[len(layers)-1].Compressed()
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	unzipped, err := gzip.NewReader(stored)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for r := tar.NewReader(unzipped); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, header.Name)
		files[header.Name] = string(content)
	}
}

// Client libraries that ask for no platform get one all the same.
func TestThePlatformNeedNotBeAskedFor(t *testing.T) {
	host := startRegistry(t)
	if err := run(t.Context(), repository(t), host+"/mcp-router:latest"); err != nil {
		t.Fatal(err)
	}
	ref, err := name.ParseReference(host + "/mcp-router")
	if err != nil {
		t.Fatal(err)
	}
	image, err := remote.Image(ref)
	if err != nil {
		t.Fatal(err)
	}
	if _, files := mustUnpack(t, image); files["plugin.wasm"] != wasm {
		t.Errorf("plugin.wasm is %q", files["plugin.wasm"])
	}
}

func TestTheLayoutHoldsTheIndexUnderItsVersion(t *testing.T) {
	root := repository(t)
	if err := run(t.Context(), root, ""); err != nil {
		t.Fatal(err)
	}
	top, err := layout.ImageIndexFromPath(filepath.Join(root, "dist", "image"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := top.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Manifests) != 1 || manifest.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != "1.2.3" {
		t.Fatalf("the layout's index is %+v", manifest)
	}
	index, err := top.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	inner, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var got []v1.Platform
	for _, m := range inner.Manifests {
		got = append(got, *m.Platform)
	}
	if !reflect.DeepEqual(got, platforms) || !reflect.DeepEqual(inner.Annotations, annotations("1.2.3")) {
		t.Errorf("platforms %v, annotations %v", got, inner.Annotations)
	}
}

func TestTheSameContentsGiveTheSameBytes(t *testing.T) {
	first, second := repository(t), repository(t)
	for _, root := range []string{first, second, second} { // the third replaces the second
		if err := run(t.Context(), root, ""); err != nil {
			t.Fatal(err)
		}
	}
	a, b := mustReadTree(t, filepath.Join(first, "dist", "image")), mustReadTree(t, filepath.Join(second, "dist", "image"))
	if len(a) < 7 || !reflect.DeepEqual(a, b) {
		t.Errorf("%d and %d files, which differ or are too few", len(a), len(b))
	}
	for name, content := range a {
		if bytes.Contains(content, []byte(first)) {
			t.Errorf("%s names a folder of this machine", name)
		}
	}
}

func mustReadTree(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[relative], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	tests := []struct {
		name, file, content, target, want string
	}{
		{"no module", "dist/mcp-router.wasm", "", "", "dist/mcp-router.wasm is empty"},
		{"another file in its place", "dist/mcp-router.wasm", "#!/bin/sh", "", "dist/mcp-router.wasm is no Wasm module"},
		{"no licences", "dist/THIRD-PARTY.txt", "", "", "dist/THIRD-PARTY.txt is empty"},
		{"a bad name", "LICENSE", "x", "host/UPPER", "host/UPPER is not HOST/NAME[:TAG]"},
		{"nobody there", "LICENSE", "x", "127.0.0.1:9/mcp-router", "push 127.0.0.1:9/mcp-router:1.2.3: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := repository(t)
			write(t, filepath.Join(root, tt.file), tt.content)
			if err := run(t.Context(), root, tt.target); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("run() = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

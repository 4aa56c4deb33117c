package main

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// moduleName is the file that gateways look for in the image's last layer.
const moduleName = "plugin.wasm"

// platforms are those of gateways. A Wasm module runs on all of them, but a
// registry client asks for its own and finds nothing in an index that lacks it.
var platforms = []v1.Platform{{OS: "linux", Architecture: "amd64"}, {OS: "linux", Architecture: "arm64"}}

// annotations describe the image, as the OCI image specification names them.
func annotations(version string) map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":       "mcp-router",
		"org.opencontainers.image.description": "Routes MCP tools/call requests to the server that the tool's name begins with",
		"org.opencontainers.image.version":     version,
		"org.opencontainers.image.licenses":    "Apache-2.0",
	}
}

// build makes the index of the images for every platform, which share their one
// layer. The same contents give the same bytes: nothing in it is of the machine
// or the time.
func build(c contents) (v1.ImageIndex, error) {
	layer, err := packLayer(c.files)
	if err != nil {
		return nil, err
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, p := range platforms {
		image, err := buildImage(layer, p, c.version)
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: &p}})
	}
	annotated, _ := mutate.Annotations(index, annotations(c.version)).(v1.ImageIndex)
	return annotated, nil
}

func buildImage(layer v1.Layer, p v1.Platform, version string) (v1.Image, error) {
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err := mutate.ConfigFile(image, &v1.ConfigFile{
		OS: p.OS, Architecture: p.Architecture,
		RootFS: v1.RootFS{Type: "layers"},
		Config: v1.Config{Labels: annotations(version)},
	})
	if err != nil {
		return nil, err
	}
	if image, err = mutate.AppendLayers(image, layer); err != nil {
		return nil, err
	}
	notes := annotations(version)
	// The Wasm image specification's word for "an ordinary layer holds the module".
	notes["module.wasm.image/variant"] = "compat"
	annotated, _ := mutate.Annotations(image, notes).(v1.Image)
	return annotated, nil
}

// packLayer makes the one layer, tar and gzip, with the module first: gateways
// read no further.
func packLayer(files []file) (v1.Layer, error) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: 0o644, Size: int64(len(f.content))}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(archive.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer))
}

// writeLayout puts the index into an OCI layout at dir, in place of what was
// there, under the version as its tag.
func writeLayout(dir string, index v1.ImageIndex, version string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	path, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	return path.AppendIndex(index, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": version}))
}

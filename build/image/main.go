// Command image packs the plugin as an OCI image that gateways load Wasm plugins
// from, without docker, and pushes it:
//
//	go run . -root ../..                            into dist/image, an OCI layout
//	go run . -root ../.. -push HOST/mcp-router      and to a registry
//
// Credentials are those of docker login, or of podman login.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
)

func main() {
	root := flag.String("root", ".", "the repository's root")
	push := flag.String("push", "", "where to push the image, as `HOST/NAME[:TAG]`; the tag is the version if left out")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, *push); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, root, target string) error {
	c, err := readContents(root)
	if err != nil {
		return err
	}
	index, err := build(c)
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "dist", "image")
	if err := writeLayout(dir, index, c.version); err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	fmt.Printf("%s: mcp-router %s, %s\n", dir, c.version, digest)
	if target == "" {
		return nil
	}
	ref, err := push(ctx, index, target, c.version)
	if err != nil {
		return err
	}
	fmt.Printf("pushed: oci://%s, or by digest oci://%s\n", ref.Name(), ref.Context().Digest(digest.String()))
	return nil
}

// contents is what goes into the image.
type contents struct {
	version string
	files   []file
}

// file is one of the layer's.
type file struct {
	name    string
	content []byte
}

// readContents reads what make has built below root.
func readContents(root string) (c contents, err error) {
	version, err := os.ReadFile(filepath.Join(root, "version", "VERSION"))
	if err != nil {
		return c, err
	}
	c.version = strings.TrimSpace(string(version))
	for _, f := range []struct{ name, source string }{
		{moduleName, "dist/mcp-router.wasm"},
		{"licenses/LICENSE", "LICENSE"},
		{"licenses/THIRD-PARTY.txt", "dist/THIRD-PARTY.txt"},
	} {
		content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(f.source)))
		if err != nil {
			return c, err
		}
		if len(content) == 0 {
			return c, fmt.Errorf("%s is empty", f.source)
		}
		c.files = append(c.files, file{f.name, content})
	}
	if !strings.HasPrefix(string(c.files[0].content), "\x00asm") {
		return c, errors.New("dist/mcp-router.wasm is no Wasm module")
	}
	return c, nil
}

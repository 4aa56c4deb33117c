// Command extension packages azd-azure-mcp as an azd extension: an archive for
// each platform and a registry.json that azd's file sources read.
//
//	go run ./build/extension -out dist/extension
//	azd ext source add -n local -t file -l dist/extension/registry.json
//	azd ext install mcp.azure -s local
//
// The same sources give the same archives. The registry names them by absolute
// path, or below -base, a URL, when they are to be served.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	manifest := flag.String("manifest", "cmd/azd-azure-mcp/extension.yaml", "the extension's manifest")
	out := flag.String("out", "dist/extension", "where the archives and registry.json go")
	base := flag.String("base", "", "URL under which the archives will be served (default: their absolute paths)")
	only := flag.String("only", "", "build this platform alone, e.g. linux/amd64")
	flag.Parse()
	if err := run(*manifest, *out, *base, *only); err != nil {
		fmt.Fprintln(os.Stderr, "extension:", err)
		os.Exit(1)
	}
}

func run(manifestPath, out, base, only string) error {
	m, err := readManifest(manifestPath)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	artifacts := map[string]artifact{}
	for _, p := range platforms {
		if only != "" && only != p.String() {
			continue
		}
		a, err := pack(m, p, out)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		if base != "" {
			a.URL = base + "/" + filepath.Base(a.URL)
		}
		artifacts[p.String()] = a
		fmt.Println(filepath.Base(a.URL), a.Checksum.Value)
	}
	return writeRegistry(filepath.Join(out, "registry.json"), m, artifacts)
}

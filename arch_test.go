package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layer says what the packages below a folder may import: packages of this
// module by folder, and others by import path. Standard packages are free
// unless the layer is pure.
type layer struct {
	pure    bool
	imports []string
}

const (
	gjson = "github.com/tidwall/gjson"
	sjson = "github.com/tidwall/sjson"
	sdk   = "github.com/higress-group/proxy-wasm-go-sdk"
	wasm  = "github.com/higress-group/wasm-go"
	goSDK = "github.com/modelcontextprotocol/go-sdk"
	yaml  = "go.yaml.in/yaml/v3"
)

// layers is the architecture: a request flows from filter into a handler and
// back, and nothing below filter knows the host. Tests may import anything.
var layers = map[string]layer{
	"":        {imports: []string{"filter"}},
	"nearest": {pure: true},
	"version": {pure: true},
	// config points at a syntax error's line and column, which encoding/json finds.
	"rules":                {pure: true},
	"config":               {pure: true, imports: []string{"nearest", "rules", gjson, sjson, "encoding/json"}},
	"jsonrpc":              {pure: true, imports: []string{gjson, sjson}},
	"mcp":                  {pure: true, imports: []string{"jsonrpc", gjson, sjson}},
	"exchange":             {pure: true, imports: []string{"jsonrpc", "mcp", "nearest"}},
	"names":                {pure: true, imports: []string{"config"}},
	"router":               {pure: true, imports: []string{"config", "exchange", "jsonrpc", "mcp", "names"}},
	"learn":                {pure: true, imports: []string{"jsonrpc", "nearest", gjson, sjson}},
	"telemetry":            {pure: true, imports: []string{"mcp"}},
	"sse":                  {pure: true},
	"session":              {pure: true},
	"listing":              {pure: true, imports: []string{"jsonrpc", "mcp", "names", gjson}},
	"gateway":              {pure: true, imports: []string{"config", "exchange", "jsonrpc", "listing", "mcp", "names", "nearest", "session", "sse", "version"}},
	"filter":               {imports: []string{"filter", "config", "exchange", "gateway", "jsonrpc", "mcp", "router", "rules", "telemetry", "test/puppet", "version", sdk, wasm}}, // test/puppet with its build tag only
	"companion/process":    {},
	"companion/azd":        {imports: []string{"companion/process", "learn"}},
	"companion/provider":   {imports: []string{"companion/azd", "companion/process", "jsonrpc", "learn", "nearest", "version", goSDK}},
	"companion/server":     {imports: []string{"companion/provider", "jsonrpc", "learn", gjson, goSDK}},
	"cmd/azd-azure-mcp":    {imports: []string{"companion", "learn", "version"}},
	"cmd/mcp-router-check": {imports: []string{"cmd/mcp-router-check", "config", "gateway", "rules", "nearest", "router", "exchange", "jsonrpc", "version", gjson, yaml}},
}

// free folders hold tests, tools and examples: they may import anything.
var free = []string{"test", "bench", "examples", "tools", "build"}

// impure standard packages read the world, keep time or run beside the request.
var impure = []string{
	"os", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "sync", "context", "io/fs", "log", "log/slog", "os/exec", "reflect",
	"encoding/json", // decodes into reflection; ids and numbers would not survive
}

// source is one Go file of the module.
type source struct {
	path   string // slash-separated, from the root
	folder string
	test   bool
	lines  int
	file   *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || entry.Name() == "dist") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		path = filepath.ToSlash(path)
		folder := path[:max(0, strings.LastIndexByte(path, '/'))]
		all = append(all, source{path, folder, strings.HasSuffix(path, "_test.go"), countLines(text), file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("only %d Go files found", len(all))
	}
	return all
}

func countLines(text []byte) int {
	n := 0
	for scanner := bufio.NewScanner(bytes.NewReader(text)); scanner.Scan(); n++ {
	}
	return n
}

// layerOf finds the layer that a folder belongs to: the longest entry that it
// is or lies in.
func layerOf(folder string) (string, layer, bool) {
	for name := folder; ; name = name[:strings.LastIndexByte(name, '/')] {
		if l, ok := layers[name]; ok {
			return name, l, true
		}
		if !strings.Contains(name, "/") {
			return "", layer{}, false
		}
	}
}

func within(folder string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return folder == f || strings.HasPrefix(folder, f+"/") })
}

func TestEveryPackageImportsOnlyWhatItsLayerMay(t *testing.T) {
	for _, src := range sources(t) {
		if src.test || within(src.folder, free) {
			continue
		}
		name, layer, ok := layerOf(src.folder)
		if !ok {
			t.Errorf("%s: folder %s has no layer: add it to the table with its reason", src.path, src.folder)
			continue
		}
		for _, spec := range src.file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if why := forbidden(layer, path); why != "" {
				t.Errorf("%s: layer %q may not import %s: %s", src.path, name, path, why)
			}
		}
	}
}

func forbidden(l layer, path string) string {
	if inner, ok := strings.CutPrefix(path, "mcp-router/"); ok {
		if within(inner, l.imports) {
			return ""
		}
		return "not in its row of the table"
	}
	if strings.Contains(strings.Split(path, "/")[0], ".") {
		if within(path, l.imports) {
			return ""
		}
		return "not in its row of the table"
	}
	if l.pure && slices.Contains(impure, path) && !slices.Contains(l.imports, path) {
		return "the layer is pure"
	}
	return ""
}

func TestFilesStayReadable(t *testing.T) {
	for _, src := range sources(t) {
		limit := 300
		if src.test {
			limit = 500
		}
		if src.lines > limit {
			t.Errorf("%s has %d lines, want at most %d: split it by subject", src.path, src.lines, limit)
		}
	}
}

func TestNoFileIsAGrabBag(t *testing.T) {
	bad := []string{"util", "utils", "common", "helpers", "misc"}
	for _, src := range sources(t) {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(src.path), ".go"), "_test")
		if slices.Contains(bad, base) || slices.Contains(bad, filepath.Base(src.folder)) {
			t.Errorf("%s: name the one thing it holds", src.path)
		}
	}
}

func TestPureLayersStartNoGoroutines(t *testing.T) {
	for _, src := range sources(t) {
		if _, layer, ok := layerOf(src.folder); !ok || !layer.pure || src.test {
			continue
		}
		ast.Inspect(src.file, func(node ast.Node) bool {
			if _, ok := node.(*ast.GoStmt); ok {
				t.Errorf("%s starts a goroutine", src.path)
			}
			return true
		})
	}
}

// calls that are never right here, by package and function.
var calls = map[string]string{
	"gjson.Valid":      "it recurses: a 20 KB body ends the worker's VM; use jsonrpc.Valid",
	"gjson.ValidBytes": "it recurses: a 20 KB body ends the worker's VM; use jsonrpc.Valid",
	"t.Skip":           "a skipped test is a defect",
	"t.Skipf":          "a skipped test is a defect",
	"t.SkipNow":        "a skipped test is a defect",
}

func TestForbiddenCalls(t *testing.T) {
	for _, src := range sources(t) {
		ast.Inspect(src.file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
				if why, found := calls[fmt.Sprint(selector.X)+"."+selector.Sel.Name]; found {
					t.Errorf("%s calls %v.%s: %s", src.path, selector.X, selector.Sel.Name, why)
				}
			}
			return true
		})
	}
}

package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/router"
	"mcp-router/test/envoy"
)

// In a document of two languages every block of YAML, JSON and console text has
// a mark and does what it says:
//
//	check       mcp-router-check finds nothing wrong
//	from FILE   its lines stand in FILE, in this order
//	request     a request to the router with the checked configuration before it
//	routed      what the router makes of it
//	run         its commands print what follows them
//	envoy PART  a part of envoy.yaml, see TestTheRecipeForRouterModeIsGood
func TestExamplesOfTheDocumentsWork(t *testing.T) {
	checker := mustBuildChecker(t)
	for _, tr := range mustFindTranslations(t) {
		for _, file := range tr.files() {
			requireExamplesWork(t, checker, file)
		}
	}
}

func requireExamplesWork(t *testing.T, checker, file string) {
	t.Helper()
	var configuration, request string
	for _, b := range mustReadBlocks(t, file) {
		at := fmt.Sprintf("%s:%d", file, b.line)
		kind, source, _ := strings.Cut(b.mark, " ")
		switch kind {
		case "check":
			requireNothingToSay(t, at, checker, b.text)
			configuration = b.text
		case "from":
			requireLinesOf(t, at, b.text, source)
		case "request":
			request = b.text
		case "routed":
			if got := mustRoute(t, configuration, request); got != b.text {
				t.Errorf("%s: the router makes\n%s\nof the request, want\n%s", at, got, b.text)
			}
		case "run":
			requireOutput(t, at, checker, b.text)
		case "envoy":
			requireParses(t, at, b)
		default:
			if slices.Contains([]string{"yaml", "json", "console"}, b.lang) {
				t.Errorf("%s: a block of %s needs a mark that says how it is tested", at, b.lang)
			}
		}
	}
}

// The parts of envoy.yaml that the recipe prints make a whole configuration. That
// it works is for test/e2e to show.
func TestTheRecipeForRouterModeIsGood(t *testing.T) {
	checker := mustBuildChecker(t)
	for _, file := range routerPage.files() {
		c, err := envoy.FromRecipe(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		requireNothingToSay(t, file, checker, string(text))
	}
}

// A block without a mark, in the documents of one language, is at least good YAML or JSON.
func TestBlocksOfTheDocumentsParse(t *testing.T) {
	for _, file := range mustFindFiles(t, ".md") {
		for _, b := range mustReadBlocks(t, file) {
			requireParses(t, fmt.Sprintf("%s:%d", file, b.line), b)
		}
	}
}

func requireParses(t *testing.T, at string, b block) {
	t.Helper()
	switch b.lang {
	case "json":
		if !jsonrpc.Valid([]byte(b.text)) {
			t.Errorf("%s: not JSON:\n%s", at, b.text)
		}
	case "yaml":
		if err := yaml.Unmarshal([]byte(b.text), new(any)); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func mustBuildChecker(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "mcp-router-check")
	if out, err := exec.Command("go", "build", "-o", binary, "./cmd/mcp-router-check").CombinedOutput(); err != nil {
		t.Fatalf("build mcp-router-check: %v\n%s", err, out)
	}
	return binary
}

// requireNothingToSay wants the one line that says ok, without a warning.
func requireNothingToSay(t *testing.T, at, checker, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "file.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(checker, file).CombinedOutput()
	if err != nil || strings.Count(string(out), "\n") != 1 {
		t.Errorf("%s: mcp-router-check: %v\n%s", at, err, out)
	}
}

func requireLinesOf(t *testing.T, at, text, file string) {
	t.Helper()
	rest := strings.Split(mustReadFile(t, file), "\n")
	for line := range strings.SplitSeq(text, "\n") {
		i := slices.IndexFunc(rest, func(l string) bool { return strings.TrimSpace(l) == strings.TrimSpace(line) })
		if i < 0 {
			t.Errorf("%s: %s has no line %q after those before", at, file, line)
			return
		}
		rest = rest[i+1:]
	}
}

// requireOutput runs the commands of a console block: "$ " begins one, "> "
// goes on with it, other lines are what it prints.
func requireOutput(t *testing.T, at, checker, text string) {
	t.Helper()
	for session := range strings.SplitSeq("\n"+text, "\n$ ") {
		command, want, _ := strings.Cut(strings.ReplaceAll(session, "\n> ", " "), "\n")
		if command == "" {
			continue
		}
		out, err := exec.Command("sh", "-c", strings.ReplaceAll(command, "go run ./cmd/mcp-router-check", checker)).CombinedOutput()
		if got := strings.TrimSuffix(string(out), "\n"); err != nil || got != want {
			t.Errorf("%s: %s: %v, prints\n%s\nwant\n%s", at, command, err, got, want)
		}
	}
}

// mustRoute returns the body that a routed request leaves with.
func mustRoute(t *testing.T, configuration, request string) string {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(configuration), &value); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	forward, ok := decide(t, string(data), request, nil).(*exchange.Forward)
	if !ok {
		t.Fatalf("the request is not routed: %s", request)
	}
	return string(forward.Body.Apply([]byte(request)))
}

// decide asks the router as the filter does, by the headers and then by the body.
func decide(t *testing.T, configuration, body string, headers [][2]string) exchange.Decision {
	t.Helper()
	doc := config.Parse([]byte(configuration))
	if len(doc.Problems) > 0 {
		t.Fatalf("problems of the configuration: %v", doc.Problems)
	}
	r := router.New(doc.Global)
	req := &exchange.Request{}
	for _, header := range append([][2]string{{":method", "POST"}, {":path", "/mcp"}, {"content-type", "application/json"}}, headers...) {
		req.AddHeader(header[0], header[1])
	}
	if d := r.Head(req); d != nil {
		return d
	}
	if len(body) > r.MaxBodyBytes() {
		return r.TooLarge(req)
	}
	req.Body = []byte(body)
	return r.Route(req)
}

package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/session"
	"mcp-router/telemetry"
)

// translation is one text in two languages.
type translation struct{ chinese, english string }

func (tr translation) files() []string { return []string{tr.chinese, tr.english} }

var (
	readme    = translation{"README.md", "README_EN.md"}
	reference = translation{"docs/reference.zh.md", "docs/reference.md"}
	// gatewayPage and routerPage are the two modes, for operators.
	gatewayPage = translation{"docs/gateway.zh.md", "docs/gateway.md"}
	routerPage  = translation{"docs/router-mode.zh.md", "docs/router-mode.md"}
)

// mustFindTranslations lists the READMEs and every NAME.zh.md with its NAME.md.
func mustFindTranslations(t *testing.T) []translation {
	t.Helper()
	all := []translation{readme}
	for _, file := range mustFindFiles(t, ".zh.md") {
		all = append(all, translation{file, strings.TrimSuffix(file, ".zh.md") + ".md"})
	}
	return all
}

func TestTranslationsHaveTheSameShape(t *testing.T) {
	for _, tr := range mustFindTranslations(t) {
		t.Run(tr.english, func(t *testing.T) { requireSameShape(t, tr.files()) })
	}
}

func requireSameShape(t *testing.T, files []string) {
	t.Helper()
	shapes := make([][]string, len(files))
	for i, file := range files {
		for _, h := range mustReadHeadings(t, file) {
			shapes[i] = append(shapes[i], fmt.Sprintf("heading of level %d", h.level))
		}
		for _, b := range mustReadBlocks(t, file) {
			what := b.text
			if b.lang == "table" {
				what = fmt.Sprintf("%d rows", len(b.rows()))
			}
			shapes[i] = append(shapes[i], fmt.Sprintf("%s %q: %s", b.lang, b.mark, what))
		}
	}
	if !reflect.DeepEqual(shapes[0], shapes[1]) {
		for i := range min(len(shapes[0]), len(shapes[1])) {
			if shapes[0][i] != shapes[1][i] {
				t.Fatalf("%s has\n%s\nwhere %s has\n%s", files[0], shapes[0][i], files[1], shapes[1][i])
			}
		}
		t.Fatalf("%s has %d headings and blocks, %s has %d", files[0], len(shapes[0]), files[1], len(shapes[1]))
	}
}

// The README is the way in: what is looked up stands in the reference.
func TestReadmesAreShort(t *testing.T) {
	for _, file := range readme.files() {
		if lines := strings.Count(mustReadFile(t, file), "\n"); lines >= 250 {
			t.Errorf("%s has %d lines, want less than 250: move what is looked up to %s", file, lines, reference.english)
		}
	}
}

func TestReferenceListsEveryField(t *testing.T) {
	required := map[string]map[bool]string{
		reference.chinese: {true: "必填", false: "选填"},
		reference.english: {true: "Required", false: "Optional"},
	}
	orDash := func(value string) string {
		if value == "" {
			return "-"
		}
		return "`" + value + "`"
	}
	for _, file := range reference.files() {
		for mark, mode := range map[string]config.Mode{"fields": config.RouterMode, "gateway": config.GatewayMode, "reserved": config.LaterMode, "host": config.HostMode} {
			var want [][]string
			for _, f := range config.Fields() {
				row := []string{"`" + f.Name + "`", f.Type}
				if mode == config.RouterMode || mode == config.GatewayMode {
					row = append(row, required[file][f.Required], orDash(f.Default))
				}
				if f.Mode == mode {
					want = append(want, row)
				}
			}
			var got [][]string
			for _, row := range mustFindBlock(t, file, mark).rows() {
				got = append(got, row[:len(want[0])])
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, table %q:\n got %q\nwant %q", file, mark, got, want)
			}
		}
	}
}

func TestReferenceTellsSecretsAndOtherDefaults(t *testing.T) {
	never := map[string]string{reference.chinese: "不会写入日志", reference.english: "never logged"}
	for _, file := range reference.files() {
		text := map[string]string{}
		for _, row := range append(mustFindBlock(t, file, "fields").rows(), mustFindBlock(t, file, "gateway").rows()...) {
			text[row[0]] = row[4]
		}
		for _, f := range config.Fields() {
			description := text["`"+f.Name+"`"]
			if f.Secret && !strings.Contains(description, never[file]) {
				t.Errorf("%s: %s does not say that it is %s", file, f.Name, never[file])
			}
			if f.GatewayDefault != "" && !strings.Contains(description, "`"+f.GatewayDefault+"`") {
				t.Errorf("%s: %s does not tell its default in gateway mode, %s", file, f.Name, f.GatewayDefault)
			}
		}
	}
}

func TestReferenceTellsTheLimits(t *testing.T) {
	defaultBody := slices.IndexFunc(config.Fields(), func(f config.Field) bool { return f.Name == "maxBodyBytes" })
	bytes, err := strconv.Atoi(config.Fields()[defaultBody].Default)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]int{
		{config.MaxServers},
		{64}, // of a server's name: config_test
		{config.MaxPaths},
		{config.MaxPathBytes},
		{config.MaxSeparators, config.MaxSeparatorBytes},
		{config.MaxToolPatterns, config.MaxToolPatternBytes},
		{config.MaxHeaders, config.MaxHeaderNameBytes, config.MaxHeaderValueBytes},
		{bytes, config.SmallestBodyLimit, config.LargestBodyLimit},
		{jsonrpc.MaxDepth},
		{config.MaxDepth},
		{config.MaxRules, config.MaxMatches},
		{config.MaxProblems},
		{64}, // of client text: router_test
		{config.MaxClusterBytes},
		{config.MaxHeaders, config.MaxBindSession},
		{config.MaxGatewayNameBytes, config.MaxInstructionsBytes},
		{config.MaxSessionKeys, config.SessionKeyBytes},
		{config.MaxAllowed},
		{session.MaxToken, session.MaxServerID},
		{listing.MaxPages, listing.MaxEntries},
		{listing.MaxEntry, listing.MaxPart, listing.MaxList},
		{listing.Slots, listing.MaxTable},
		{exchange.MaxUnderWay, exchange.MaxCallReply},
	}
	for _, file := range reference.files() {
		var got [][]int
		for _, cell := range mustFindBlock(t, file, "limits").column(1) {
			var numbers []int
			for _, digits := range regexp.MustCompile(`\d+`).FindAllString(cell, -1) {
				n, err := strconv.Atoi(digits)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, n)
			}
			got = append(got, numbers)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %v\nwant %v", file, got, want)
		}
	}
}

func TestReferenceNamesWhatIsObserved(t *testing.T) {
	var outcomes, calls []string
	for _, outcome := range exchange.Outcomes {
		outcomes = append(outcomes, string(outcome))
	}
	for _, outcome := range exchange.CallOutcomes {
		calls = append(calls, string(outcome))
	}
	properties := []string{telemetry.PropertyMethod, telemetry.PropertyServer, telemetry.PropertyTool, telemetry.PropertyOutcome}
	counter := "wasmcustom." + telemetry.NewCounter("tools/call", "rest-amap-server", string(exchange.Forwarded)).Name()
	for _, file := range reference.files() {
		if got := mustFindBlock(t, file, "outcomes").column(0); !reflect.DeepEqual(got, outcomes) {
			t.Errorf("%s: outcomes\n%q, want\n%q", file, got, outcomes)
		}
		if got := mustFindBlock(t, file, "call outcomes").column(0); !reflect.DeepEqual(got, calls) {
			t.Errorf("%s: outcomes of calls\n%q, want\n%q", file, got, calls)
		}
		if got := mustFindBlock(t, file, "properties").column(0); !reflect.DeepEqual(got, properties) {
			t.Errorf("%s: properties\n%q, want\n%q", file, got, properties)
		}
		if got := mustFindBlock(t, file, "counter").text; got != counter {
			t.Errorf("%s: counter\n%s, want\n%s", file, got, counter)
		}
	}
}

func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, file := range mustFindFiles(t, ".md") {
		for _, m := range link.FindAllStringSubmatch(withoutCode(mustReadFile(t, file)), -1) {
			path, anchor, anchored := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") {
				continue
			}
			target := file
			if path != "" {
				target = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s: link to %s: %v", file, m[1], err)
				continue
			}
			if anchored && !slices.ContainsFunc(mustReadHeadings(t, target), func(h heading) bool { return h.anchor() == anchor }) {
				t.Errorf("%s: link to %s: no such heading", file, m[1])
			}
		}
	}
}

func TestDocumentsNameWhatExists(t *testing.T) {
	targets := map[string]bool{}
	makefile := mustReadFile(t, "Makefile")
	for _, m := range regexp.MustCompile(`(?m)^include (\S+)$`).FindAllStringSubmatch(makefile, -1) {
		makefile += mustReadFile(t, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(makefile, -1) {
		targets[m[1]] = true
	}
	var tests strings.Builder
	for _, file := range mustFindFiles(t, "_test.go") {
		tests.WriteString(mustReadFile(t, file))
	}
	path := regexp.MustCompile(`^[\w.-]+(/[\w.-]+)*\.(go|yaml|sh|mod|txt|mk)$`)
	for _, file := range mustFindFiles(t, ".md") {
		text := mustReadFile(t, file)
		for _, m := range regexp.MustCompile("(?m)(?:^|`|=once )make ([a-z0-9-]+)").FindAllStringSubmatch(text, -1) {
			if !targets[m[1]] {
				t.Errorf("%s: make has no target %s", file, m[1])
			}
		}
		for _, span := range spans(text) {
			if strings.Contains(span, "/") && path.MatchString(span) {
				if _, err := os.Stat(span); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			}
			if (strings.HasPrefix(span, "Test") || strings.HasPrefix(span, "Fuzz")) && !strings.Contains(tests.String(), "func "+span+"(") {
				t.Errorf("%s: there is no test %s", file, span)
			}
		}
	}
}

func TestCodePointsAtHeadingsOfTheRationale(t *testing.T) {
	headings := mustReadHeadings(t, "docs/RATIONALE.md")
	pointer := regexp.MustCompile(`RATIONALE\.md, "([^"]+)"`)
	found := 0
	for _, file := range mustFindFiles(t, ".go") {
		text := regexp.MustCompile(`\n\s*// ?`).ReplaceAllString(mustReadFile(t, file), " ")
		for _, m := range pointer.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[1], "(") { // the pattern above
				continue
			}
			found++
			if !slices.ContainsFunc(headings, func(h heading) bool { return h.text == m[1] }) {
				t.Errorf("%s: docs/RATIONALE.md has no heading %q", file, m[1])
			}
		}
	}
	if found == 0 {
		t.Error("no reference found")
	}
}

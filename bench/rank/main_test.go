package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const testCatalog = "../../learn/testdata/catalog.json"

func mustRun(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, strings.NewReader(in), &out); err != nil {
		t.Fatalf("run(%v): %v", args, err)
	}
	return out.String()
}

// mustWrite puts a file into a temporary folder.
func mustWrite(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEachIntentGetsALineOfAtLeastTen(t *testing.T) {
	out := mustRun(t, "delete a file\nxyzzy\n\nrefund invoice <number>", "--catalog", testCatalog)
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	first := []string{"file_delete", "current_get", "current_get", "refund_create"}
	if len(lines) != len(first) {
		t.Fatalf("%d lines, want %d: %s", len(lines), len(first), out)
	}
	for i, line := range lines {
		var got struct{ Matches []ranked }
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		seen := map[string]bool{}
		for n, m := range got.Matches {
			if n > 0 && m.Score > got.Matches[n-1].Score {
				t.Errorf("line %d: match %d scores more than the one before", i, n)
			}
			seen[m.Tool+" "+m.Command] = true
		}
		if len(seen) != len(got.Matches) || len(seen) < atLeast || got.Matches[0].Command != first[i] {
			t.Errorf("line %d has %d commands, %d different, first %s, want at least %d, first %s",
				i, len(got.Matches), len(seen), got.Matches[0].Command, atLeast, first[i])
		}
	}
}

func TestCatalogMayBeCompressed(t *testing.T) {
	plain, err := os.ReadFile(testCatalog)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	got := mustRun(t, "delete a file", "--catalog", mustWrite(t, "catalog.json.gz", packed.Bytes()))
	if want := mustRun(t, "delete a file", "--catalog", testCatalog); got != want {
		t.Errorf("compressed = %s, want %s", got, want)
	}
}

func TestBadInputIsNamed(t *testing.T) {
	tests := []struct {
		name, want string
		args       []string
	}{
		{"no catalogue", "--catalog is required", nil},
		{"a plot of nothing", "--plot and --time need --prompts", []string{"--catalog", testCatalog, "--plot", "x.svg"}},
		{"a file that is not there", "no such file", []string{"--catalog", "nowhere.json"}},
		{"a file that is no JSON", "read ", []string{"--catalog", mustWrite(t, "c.json", []byte("providers"))}},
		{"a file that is no gzip", "read ", []string{"--catalog", mustWrite(t, "c.gz", []byte("\x1f\x8bxx"))}},
		{"an unusable command", "1 unusable commands of p", []string{"--catalog", mustWrite(t, "c.json", []byte(`{"providers":[{"name":"p","commands":[{}]}]}`))}},
		{"prompts that are no JSON", "line 1", []string{"--catalog", testCatalog, "--prompts", mustWrite(t, "p.jsonl", []byte("delete"))}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := run(tt.args, strings.NewReader(""), io.Discard)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("run(%v) = %v, want an error with %q", tt.args, err, tt.want)
			}
		})
	}
}

// prompts of the test catalogue: three first, one second, one not found.
const testPrompts = `{"prompt":"delete a file","provider":"files","command":"file_delete"}
{"prompt":"refund invoice <n>","provider":"billing","command":"refund_create"}
{"prompt":"storm warnings for Norway","provider":"weather","command":"alert_list"}
{"prompt":"rain tomorrow","provider":"weather","command":"forecast_get"}
{"prompt":"xyzzy","provider":"maps","command":"route"}
`

func TestPromptsAreMeasured(t *testing.T) {
	file := mustWrite(t, "prompts.jsonl", []byte(testPrompts))
	svg := filepath.Join(t.TempDir(), "plot.svg")
	out := mustRun(t, "", "--catalog", testCatalog, "--prompts", file, "--plot", svg)
	for _, want := range []string{
		"| all | 5 | 80.0 | 60.0 | 80.0 | 80.0 | 70.0 |\n",
		"| half 1 |", "| providers, group 4 |",
		"| 0.00 to 0.50 |", "| 0.95 to 1.00 | 1 | 0.0 |\n",
		"| root learn | 1208 |\n",
		"among them for 80.0 % of the prompts.\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	data, err := os.ReadFile(svg)
	if err != nil || !bytes.HasPrefix(data, []byte("<svg ")) {
		t.Errorf("the plot is %.20q, %v", data, err)
	}
}

func TestPlotHasADotForEachBinWithPrompts(t *testing.T) {
	svg := plot([]bin{{from: 0, to: 0.5, prompts: 4, right: 3}, {from: 0.5, to: 0.9}, {from: 0.9, to: 1, prompts: 1}})
	shapes := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the plot is no XML: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			shapes[e.Name.Local]++
		}
	}
	if shapes["circle"] != 2 || shapes["polyline"] != 1 || !bytes.Contains(svg, []byte(">75</text>")) {
		t.Errorf("the plot has %d dots and %d lines, want 2, 1 and the label 75:\n%s", shapes["circle"], shapes["polyline"], svg)
	}
}

func TestBinsHoldAllPrompts(t *testing.T) {
	got := bins([]result{{ratio: 0, rank: 1}, {ratio: 0.5, rank: 2}, {ratio: 0.99}, {ratio: 1, rank: 1}})
	want := bins(nil)
	want[0].prompts, want[0].right = 1, 1
	want[1].prompts = 1
	want[len(want)-1].prompts, want[len(want)-1].right = 2, 1
	if !reflect.DeepEqual(got, want) {
		t.Errorf("bins = %+v, want %+v", got, want)
	}
}

func TestTimesAreReported(t *testing.T) {
	file := mustWrite(t, "prompts.jsonl", []byte(testPrompts))
	out := mustRun(t, "", "--catalog", testCatalog, "--prompts", file, "--time")
	if !strings.HasPrefix(out, "index ") || !strings.Contains(out, "µs") {
		t.Errorf("report = %q, want times of index and query", out)
	}
}

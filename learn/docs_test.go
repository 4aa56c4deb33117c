package learn

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// block is a fenced block of a Markdown page.
type block struct{ info, text string }

func mustBlocks(t *testing.T, file string) []block {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	parts := strings.Split("\n"+string(page), "\n```")
	for i := 1; i < len(parts); i += 2 {
		info, text, _ := strings.Cut(parts[i], "\n")
		blocks = append(blocks, block{info, text})
	}
	return blocks
}

// TestExamplesOfThePage runs each block of arguments and compares what comes
// out with the block that follows it.
func TestExamplesOfThePage(t *testing.T) {
	blocks := mustBlocks(t, "../docs/learn.md")
	if len(blocks) < 30 || len(blocks)%2 != 0 {
		t.Fatalf("%d blocks, want pairs", len(blocks))
	}
	for i := 0; i < len(blocks); i += 2 {
		arguments, want := blocks[i], blocks[i+1]
		t.Run(arguments.text, func(t *testing.T) {
			r := mustRequest(t, arguments.text)
			switch arguments.info {
			case "json arguments":
			case "json arguments read-only":
				r.Settings.ReadOnly = true
			case "json arguments nothing discovered":
				r.Catalogue, r.Empty = NewCatalogue(nil), "azd was not found. Install it, then call again."
			default:
				t.Fatalf("block of %q, want arguments", arguments.info)
			}
			if got := outcome(t, r, want.info); got != mustCompact(t, want) {
				t.Errorf("%s\n got %s\nwant %s", want.info, got, mustCompact(t, want))
			}
		})
	}
}

// outcome describes the first step of a request in the form of a block.
func outcome(t *testing.T, r Request, info string) string {
	t.Helper()
	_, step := Start(r)
	switch s := step.(type) {
	case Call:
		return fmt.Sprintf(`{"tool":%q,"command":%q,"parameters":%s}`, s.Provider, s.Command, compact(s.Parameters))
	case Answer:
		switch {
		case info == "json result":
			return string(s.Result())
		case info == "text error" && reflect.DeepEqual(s, failed(s.Text)):
			return s.Text
		case info == "json answer" && reflect.DeepEqual(s, learnt(s.Structured)):
			return s.Text
		}
	}
	return fmt.Sprintf("%#v", step)
}

func mustCompact(t *testing.T, b block) string {
	t.Helper()
	if !strings.HasPrefix(b.info, "json ") {
		return strings.TrimSpace(b.text)
	}
	var text bytes.Buffer
	if err := json.Compact(&text, []byte(b.text)); err != nil {
		t.Fatalf("%s: %v", b.text, err)
	}
	return strings.ReplaceAll(text.String(), "\n", "")
}

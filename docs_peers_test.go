package main_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	anyVersion = regexp.MustCompile(`\d+\.\d+\.\d+`)
	pinned     = regexp.MustCompile(`(?m)(?:^[a-z]+==|^    "[^"]+": "|/go-sdk v)(\d+\.\d+\.\d+)`)
)

// The READMEs say which clients and servers were run: those that make peers fetches,
// in these versions and no others.
func TestTheTablesOfPeersNameWhatIsRun(t *testing.T) {
	run := make(map[string]bool)
	for _, file := range []string{"go.mod", "test/peers/package.json", "test/peers/python1.in", "test/peers/python2.in"} {
		text := mustReadFile(t, file)
		if file == "test/peers/package.json" {
			text, _, _ = strings.Cut(text, `"overrides"`)
		}
		for _, m := range pinned.FindAllStringSubmatch(text, -1) {
			run[m[1]] = true
		}
	}
	want := slices.Sorted(maps.Keys(run))
	if len(want) < 9 {
		t.Fatalf("only %q are pinned", want)
	}
	for _, readme := range []string{"README.md", "README_EN.md"} {
		named := make(map[string]bool)
		for _, b := range mustReadBlocks(t, readme) {
			if b.mark != "peers" {
				continue
			}
			for _, version := range anyVersion.FindAllString(b.text, -1) {
				named[version] = true
			}
		}
		if got := slices.Sorted(maps.Keys(named)); !slices.Equal(got, want) {
			t.Errorf("%s names the versions %q, want those that are run: %q", readme, got, want)
		}
	}
}

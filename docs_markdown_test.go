package main_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is a fenced code block or a table of a Markdown file. Its mark is an
// HTML comment before it, <!-- test: mark -->, that says how it is tested.
type block struct {
	mark string
	// lang is the fence's language; "table" for tables.
	lang string
	text string
	// line is where the block begins.
	line int
}

// rows are the cells of a table without its head.
func (b block) rows() [][]string {
	var rows [][]string
	for _, line := range strings.Split(b.text, "\n")[2:] {
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

// column is one column of a table, without the signs of code spans.
func (b block) column(n int) []string {
	var cells []string
	for _, row := range b.rows() {
		cells = append(cells, strings.Trim(row[n], "`"))
	}
	return cells
}

var (
	markLine  = regexp.MustCompile(`^<!-- test: (.+) -->$`)
	fenceLine = regexp.MustCompile("^```(\\w+)")
)

// mustReadBlocks reads the blocks of a file.
func mustReadBlocks(t *testing.T, file string) []block {
	t.Helper()
	var all []block
	var mark string
	lines := strings.Split(mustReadFile(t, file), "\n")
	for i := 0; i < len(lines); i++ {
		if m := markLine.FindStringSubmatch(lines[i]); m != nil {
			mark = m[1]
			continue
		}
		b, length := blockAt(lines[i:])
		if length == 0 {
			continue
		}
		b.mark, b.line = mark, i+1
		all = append(all, b)
		mark, i = "", i+length-1
	}
	return all
}

// blockAt reads the block that the first line begins, if it begins one, and
// tells how many lines it has.
func blockAt(lines []string) (b block, length int) {
	if m := fenceLine.FindStringSubmatch(lines[0]); m != nil {
		for length = 1; length < len(lines) && lines[length] != "```"; length++ {
		}
		return block{lang: m[1], text: strings.Join(lines[1:length], "\n")}, length + 1
	}
	for length < len(lines) && strings.HasPrefix(lines[length], "|") {
		length++
	}
	return block{lang: "table", text: strings.Join(lines[:length], "\n")}, length
}

// mustFindBlock returns the only block of a mark.
func mustFindBlock(t *testing.T, file, mark string) block {
	t.Helper()
	var found []block
	for _, b := range mustReadBlocks(t, file) {
		if b.mark == mark {
			found = append(found, b)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%s: %d blocks are marked %q, want 1", file, len(found), mark)
	}
	return found[0]
}

// heading is a line of a Markdown file that begins with level number signs.
type heading struct {
	level int
	text  string
}

func mustReadHeadings(t *testing.T, file string) []heading {
	t.Helper()
	var all []heading
	for _, m := range regexp.MustCompile(`(?m)^(#+) (.+)$`).FindAllStringSubmatch(withoutCode(mustReadFile(t, file)), -1) {
		all = append(all, heading{len(m[1]), m[2]})
	}
	return all
}

// anchor is the name that GitHub gives a heading.
func (h heading) anchor() string {
	kept := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(h.text), "")
	return strings.ReplaceAll(kept, " ", "-")
}

// withoutCode removes fenced blocks, in which "#" begins a comment.
func withoutCode(text string) string {
	return regexp.MustCompile("(?ms)^```\\w.*?^```$").ReplaceAllString(text, "")
}

// spans are the code spans of a text.
func spans(text string) []string {
	var all []string
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(withoutCode(text), -1) {
		all = append(all, m[1])
	}
	return all
}

func mustReadFile(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// mustFindFiles lists the repository's own files of some extensions.
func mustFindFiles(t *testing.T, extensions ...string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || entry.Name() == "dist") {
				return filepath.SkipDir
			}
			return nil
		}
		for _, extension := range extensions {
			if strings.HasSuffix(path, extension) {
				all = append(all, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// description says what a field means, in both languages of the reference.
type description struct{ english, chinese string }

// readDescriptions reads the tables of fields in the reference.
func readDescriptions() (map[string]description, error) {
	english, err := readTables("docs/reference.md", "Description")
	if err != nil {
		return nil, err
	}
	chinese, err := readTables("docs/reference.zh.md", "描述")
	if err != nil {
		return nil, err
	}
	if e, c := slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(chinese)); !slices.Equal(e, c) {
		return nil, fmt.Errorf("the references describe other fields: %q and %q", e, c)
	}
	all := make(map[string]description, len(english))
	for name, text := range english {
		all[name] = description{text, chinese[name]}
	}
	return all, nil
}

// readTables collects the last column of every table whose last column has the
// heading, by the name in its first. Code marks are dropped: the Console shows
// plain text.
func readTables(file, heading string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows, wanted := map[string]string{}, false
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		first, last := strings.TrimPrefix(cells[0], "| "), strings.TrimSuffix(cells[len(cells)-1], " |")
		switch {
		case !strings.HasPrefix(line, "|"):
			wanted = false
		case last == heading:
			wanted = true
		case wanted && strings.HasPrefix(first, "`"):
			rows[strings.Trim(first, "`")] = strings.ReplaceAll(last, "`", "")
		}
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: no table of fields with the column %s", file, heading)
	}
	return rows, nil
}

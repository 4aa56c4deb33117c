package main

import (
	"sort"

	"github.com/tidwall/gjson"
)

// document is a document of a file as JSON. Its values know by their Index where
// they stand in its text, and so on which line of the file.
type document struct {
	gjson.Result
	lines []lineMark
}

// lineMark says that the JSON from an offset on comes from a line of the file.
type lineMark struct{ offset, line int }

// line is where a value of the document begins in the file, from 1.
func (d document) line(v gjson.Result) int {
	after := sort.Search(len(d.lines), func(i int) bool { return d.lines[i].offset > v.Index })
	if after == 0 {
		return 0
	}
	return d.lines[after-1].line
}

// linesOf marks the lines of a file that is JSON.
func linesOf(data []byte) []lineMark {
	marks := []lineMark{{offset: 0, line: 1}}
	for i, c := range data {
		if c == '\n' {
			marks = append(marks, lineMark{offset: i + 1, line: len(marks) + 1})
		}
	}
	return marks
}

// nesting is how deep objects and arrays lie in one another in valid JSON.
func nesting(data []byte) int {
	deepest, depth := 0, 0
	inString := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

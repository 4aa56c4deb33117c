package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// MaxDepth is how many arrays and objects may nest in a configuration. The
// deepest field needs five.
const MaxDepth = 64

// checkSyntax reports why data is not one JSON value within MaxDepth, or "".
// It quotes nothing of data, which may hold secrets. What it lets through is
// safe for gjson, which reads past rubbish.
func checkSyntax(data []byte) string {
	if !utf8.Valid(data) {
		return "is not valid UTF-8"
	}
	if depth(data) > MaxDepth {
		return fmt.Sprintf("nests deeper than %d levels", MaxDepth)
	}
	var whole json.RawMessage
	err := json.Unmarshal(data, &whole)
	if err == nil {
		return ""
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return "is not JSON"
	}
	line, column := position(data, int(syntax.Offset))
	return fmt.Sprintf("is not JSON: syntax error at line %d, column %d", line, column)
}

// depth is the deepest nesting in data, strings aside. It needs no valid JSON,
// so it can run before anything that keeps a stack.
func depth(data []byte) int {
	var deepest, open int
	var quoted bool
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			open++
			deepest = max(deepest, open)
		case c == '}' || c == ']':
			open--
		}
	}
	return deepest
}

// position turns the count of bytes read before a syntax error, the offending
// one included, into a line and a column, both from 1.
func position(data []byte, read int) (line, column int) {
	line, column = 1, 1
	for _, c := range data[:max(0, min(read-1, len(data)))] {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}

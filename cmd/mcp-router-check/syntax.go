package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// foreignEncoding names the encoding of text that is not UTF-8, "" if it is. The
// YAML reader would decode UTF-16, which the gateways do not.
func foreignEncoding(data []byte) string {
	for _, mark := range []struct{ bytes, name string }{
		{"\xff\xfe\x00\x00", "UTF-32"}, {"\x00\x00\xfe\xff", "UTF-32"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(data, []byte(mark.bytes)) {
			return mark.name
		}
	}
	if !utf8.Valid(data) {
		return "not UTF-8"
	}
	return ""
}

// fault says where a file that is neither JSON nor YAML stops being what it
// seems to be.
func fault(data []byte, yamlError error) string {
	if start := bytes.TrimLeft(data, "\ufeff \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return "is neither JSON nor YAML: " + jsonFault(data)
	}
	if line := tabbedLine(data); line > 0 {
		return fmt.Sprintf("is not YAML: line %d is indented with a tab; YAML wants spaces", line)
	}
	return "is not YAML: " + strings.TrimPrefix(yamlError.Error(), "yaml: ")
}

// tabbedLine is the first line with a tab before its text, from 1; 0 for none.
func tabbedLine(data []byte) int {
	number := 0
	for line := range bytes.Lines(data) {
		number++
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if bytes.IndexByte(indent, '\t') >= 0 && len(bytes.TrimSpace(line)) > 0 {
			return number
		}
	}
	return 0
}

// unreadable is said where the cause is not known.
const unreadable = "cannot be read"

// jsonFault says in JSON's words what is wrong with the first value of data, and
// where.
func jsonFault(data []byte) string {
	var whole json.RawMessage
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, &whole); !errors.As(err, &syntax) {
		return unreadable
	}
	at := min(max(0, int(syntax.Offset)-1), len(data))
	line := 1 + bytes.Count(data[:at], []byte("\n"))
	column := 1 + utf8.RuneCount(data[bytes.LastIndexByte(data[:at], '\n')+1:at])
	return fmt.Sprintf("line %d, column %d: %s", line, column, jsonReason(data, at, syntax))
}

func jsonReason(data []byte, at int, syntax *json.SyntaxError) string {
	before := bytes.TrimRight(data[:at], " \t\r\n")
	switch {
	case at < len(data) && (data[at] == '}' || data[at] == ']') && bytes.HasSuffix(before, []byte(",")):
		return fmt.Sprintf("a comma stands before the closing %q", data[at])
	case at < len(data) && (data[at] == '/' || data[at] == '#'):
		return "JSON has no comments"
	case at < len(data) && data[at] == '\'':
		return "JSON wants double quotes"
	case bytes.HasPrefix(data, []byte("\ufeff")):
		return "begins with a byte-order mark, which JSON does not have"
	}
	return syntax.Error()
}

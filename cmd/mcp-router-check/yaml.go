package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	// maxNesting bounds the recursion over a file.
	maxNesting = 100
	// maxJSONBytes bounds what aliases may blow a file up to.
	maxJSONBytes = 2 * maxFileBytes
)

// toJSON writes a YAML document as JSON. encoding/json cannot: a map would lose
// the order of headers and hide duplicate keys.
func toJSON(node *yaml.Node) (text string, lines []lineMark, err error) {
	w := &jsonWriter{}
	if err := w.write(node, 0); err != nil {
		return "", nil, err
	}
	return w.String(), w.lines, nil
}

type jsonWriter struct {
	strings.Builder
	lines []lineMark
}

// mark notes that what is written next comes from the node's line.
func (w *jsonWriter) mark(node *yaml.Node) {
	if n := len(w.lines); n == 0 || w.lines[n-1].line != node.Line {
		w.lines = append(w.lines, lineMark{offset: w.Len(), line: node.Line})
	}
}

func (w *jsonWriter) write(node *yaml.Node, depth int) error {
	if depth > maxNesting {
		return fmt.Errorf("line %d: nests deeper than %d levels", node.Line, maxNesting)
	}
	if w.Len() > maxJSONBytes {
		return fmt.Errorf("line %d: aliases make the document too large", node.Line)
	}
	w.mark(node)
	switch node.Kind {
	case yaml.AliasNode:
		return w.write(node.Alias, depth+1)
	case yaml.MappingNode:
		return w.mapping(node, depth)
	case yaml.SequenceNode:
		return w.sequence(node, depth)
	case yaml.ScalarNode:
		return w.scalar(node)
	case yaml.DocumentNode:
		return w.write(node.Content[0], depth)
	default:
		w.WriteString("null")
		return nil
	}
}

func (w *jsonWriter) mapping(node *yaml.Node, depth int) error {
	w.WriteByte('{')
	for i := 0; i+1 < len(node.Content); i += 2 {
		if i > 0 {
			w.WriteByte(',')
		}
		key := node.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
			return fmt.Errorf("line %d: a key must be a plain value", key.Line)
		case key.ShortTag() == "!!merge":
			return fmt.Errorf("line %d: merge keys (<<) are not understood; write the fields out", key.Line)
		}
		w.mark(node.Content[i])
		w.text(key.Value)
		w.WriteByte(':')
		if err := w.write(node.Content[i+1], depth+1); err != nil {
			return err
		}
	}
	w.WriteByte('}')
	return nil
}

func (w *jsonWriter) sequence(node *yaml.Node, depth int) error {
	w.WriteByte('[')
	for i, element := range node.Content {
		if i > 0 {
			w.WriteByte(',')
		}
		if err := w.write(element, depth+1); err != nil {
			return err
		}
	}
	w.WriteByte(']')
	return nil
}

func (w *jsonWriter) scalar(node *yaml.Node) error {
	switch node.ShortTag() {
	case "!!null":
		w.WriteString("null")
	case "!!bool":
		w.WriteString(strings.ToLower(node.Value))
	case "!!int", "!!float":
		return w.number(node)
	default:
		if node.Style == 0 && isOldBoolean(node.Value) {
			w.WriteString(strconv.FormatBool(strings.ContainsAny(node.Value[:1], "yY") || strings.EqualFold(node.Value, "on")))
			break
		}
		w.text(node.Value)
	}
	return nil
}

// isOldBoolean reports whether plain text is a boolean of YAML 1.1, as Envoy's and
// Kubernetes's readers still have it.
func isOldBoolean(s string) bool {
	switch strings.ToLower(s) {
	case "y", "yes", "on", "n", "no", "off":
		return s == strings.ToLower(s) || s == strings.ToUpper(s) || s[1:] == strings.ToLower(s[1:])
	}
	return false
}

// number keeps the digits where YAML writes numbers as JSON does.
func (w *jsonWriter) number(node *yaml.Node) error {
	if json.Valid([]byte(node.Value)) {
		w.WriteString(node.Value)
		return nil
	}
	var n float64
	if err := node.Decode(&n); err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
		return fmt.Errorf("line %d: is a number that JSON does not have", node.Line)
	}
	w.WriteString(strconv.FormatFloat(n, 'f', -1, 64))
	return nil
}

func (w *jsonWriter) text(s string) {
	// A string always has a JSON form.
	quoted, _ := json.Marshal(s)
	w.Write(quoted)
}

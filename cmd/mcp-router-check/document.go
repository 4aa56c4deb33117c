package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"
)

// maxDocuments bounds the documents of one file.
const maxDocuments = 1000

// readDocuments splits a file into its YAML documents, each as JSON. The order
// of keys and duplicates survive. A file that is JSON stays byte for byte.
func readDocuments(name string, data []byte) ([]document, error) {
	if encoding := foreignEncoding(data); encoding != "" {
		return nil, fmt.Errorf("is %s text; Envoy and Higress read UTF-8", encoding)
	}
	if json.Valid(data) {
		if nesting(data) > maxNesting {
			return nil, fmt.Errorf("nests deeper than %d levels", maxNesting)
		}
		return []document{{Result: gjson.ParseBytes(data), lines: linesOf(data)}}, nil
	}
	if strings.EqualFold(filepath.Ext(name), ".json") && len(bytes.TrimSpace(data)) > 0 {
		return nil, errors.New("is not JSON: " + jsonFault(data))
	}
	var documents []document
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var node yaml.Node
		err := decoder.Decode(&node)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, errors.New(fault(data, err))
		}
		if len(documents) == maxDocuments {
			return nil, fmt.Errorf("holds more than %d documents", maxDocuments)
		}
		if isComment(&node) {
			continue
		}
		text, lines, err := toJSON(&node)
		if err != nil {
			return nil, err
		}
		documents = append(documents, document{Result: gjson.Parse(text), lines: lines})
	}
}

// isComment reports whether a document holds nothing but comments.
func isComment(document *yaml.Node) bool {
	return len(document.Content) == 1 && document.Content[0].ShortTag() == "!!null" && document.Content[0].Value == ""
}

// member returns a field of a protobuf message in JSON form, whose names may be
// written in snake_case or in lowerCamelCase.
func member(v gjson.Result, snake string) gjson.Result {
	var found gjson.Result
	if !v.IsObject() {
		return found
	}
	v.ForEach(func(key, value gjson.Result) bool {
		if snakeCase(key.Str) == snake {
			found = value
		}
		return !found.Exists()
	})
	return found
}

// at follows member along several names.
func at(v gjson.Result, names ...string) gjson.Result {
	for _, name := range names {
		v = member(v, name)
	}
	return v
}

func snakeCase(name string) string {
	var out []byte
	for i := range len(name) {
		c := name[i]
		if c >= 'A' && c <= 'Z' {
			out = append(out, '_')
			c += 'a' - 'A'
		}
		out = append(out, c)
	}
	return string(out)
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"
)

// maxDocuments bounds the documents of one file.
const maxDocuments = 1000

// readDocuments splits a file into its YAML documents, each as JSON. The order
// of keys and duplicates survive. A file that is JSON stays byte for byte.
func readDocuments(data []byte) ([]gjson.Result, error) {
	if json.Valid(data) {
		return []gjson.Result{gjson.ParseBytes(data)}, nil
	}
	var documents []gjson.Result
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var node yaml.Node
		err := decoder.Decode(&node)
		if errors.Is(err, io.EOF) {
			return documents, nil
		}
		if err != nil {
			return nil, fmt.Errorf("is neither JSON nor YAML: %w", err)
		}
		if len(documents) == maxDocuments {
			return nil, fmt.Errorf("holds more than %d documents", maxDocuments)
		}
		text, err := toJSON(&node)
		if err != nil {
			return nil, err
		}
		documents = append(documents, gjson.Parse(text))
	}
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

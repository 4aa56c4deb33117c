package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"mcp-router/learn"
)

// maxCatalog bounds the unpacked catalogue, in bytes.
const maxCatalog = 256 << 20

// readCatalog reads a catalogue file, plain or gzip.
func readCatalog(file string) ([]learn.Provider, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		if data, err = unzip(data); err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
	}
	var catalog struct {
		Providers []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Commands    json.RawMessage `json:"commands"`
		} `json:"providers"`
	}
	if err := json.Unmarshal(data, &catalog); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	providers := make([]learn.Provider, 0, len(catalog.Providers))
	for _, p := range catalog.Providers {
		commands, skipped := learn.Commands(p.Commands)
		if skipped > 0 {
			return nil, fmt.Errorf("read %s: %d unusable commands of %s", file, skipped, p.Name)
		}
		providers = append(providers, learn.Provider{Name: p.Name, Description: p.Description, Commands: commands, Loaded: true})
	}
	return providers, nil
}

func unzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(z, maxCatalog))
}

// prompt is an intent with the command that serves it.
type prompt struct {
	Prompt   string `json:"prompt"`
	Provider string `json:"provider"`
	Command  string `json:"command"`
}

func readPrompts(file string) ([]prompt, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var prompts []prompt
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var p prompt
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("read %s, line %d: %w", file, len(prompts)+1, err)
		}
		prompts = append(prompts, p)
	}
	return prompts, lines.Err()
}

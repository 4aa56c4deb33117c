package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"

	"mcp-router/version"
)

// manifest is extension.yaml, which leaves the version to the file VERSION.
type manifest struct {
	ID                 string    `yaml:"id"`
	Namespace          string    `yaml:"namespace"`
	DisplayName        string    `yaml:"displayName"`
	Description        string    `yaml:"description"`
	Usage              string    `yaml:"usage"`
	Language           string    `yaml:"language"`
	EntryPoint         string    `yaml:"entryPoint"`
	RequiredAzdVersion string    `yaml:"requiredAzdVersion"`
	Capabilities       []string  `yaml:"capabilities"`
	Tags               []string  `yaml:"tags"`
	Examples           []example `yaml:"examples"`
}

type example struct {
	Name        string `yaml:"name" json:"name"`
	Description string `yaml:"description" json:"description"`
	Usage       string `yaml:"usage" json:"usage"`
}

// readManifest reads extension.yaml; unknown members are errors.
func readManifest(path string) (m manifest, err error) {
	doc, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	d := yaml.NewDecoder(bytes.NewReader(doc))
	d.KnownFields(true)
	if err := d.Decode(&m); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	if m.ID == "" || m.EntryPoint == "" {
		return m, fmt.Errorf("%s: id and entryPoint are needed", path)
	}
	return m, nil
}

// registry is the file that azd's sources are read from.
type registry struct {
	Extensions []registered `json:"extensions"`
}

type registered struct {
	ID          string    `json:"id"`
	Namespace   string    `json:"namespace"`
	DisplayName string    `json:"displayName"`
	Description string    `json:"description"`
	Tags        []string  `json:"tags"`
	Versions    []release `json:"versions"`
}

type release struct {
	Version            string              `json:"version"`
	RequiredAzdVersion string              `json:"requiredAzdVersion,omitempty"`
	Capabilities       []string            `json:"capabilities"`
	Usage              string              `json:"usage"`
	Examples           []example           `json:"examples"`
	Artifacts          map[string]artifact `json:"artifacts"`
}

// artifact is one platform's archive.
type artifact struct {
	URL        string   `json:"url"`
	EntryPoint string   `json:"entryPoint"`
	Checksum   checksum `json:"checksum"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"value"`
}

func writeRegistry(path string, m manifest, artifacts map[string]artifact) error {
	doc, err := json.MarshalIndent(registry{[]registered{{
		ID: m.ID, Namespace: m.Namespace, DisplayName: m.DisplayName, Description: m.Description, Tags: m.Tags,
		Versions: []release{{
			Version: version.String(), RequiredAzdVersion: m.RequiredAzdVersion, Capabilities: m.Capabilities,
			Usage: m.Usage, Examples: m.Examples, Artifacts: artifacts,
		}},
	}}}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(doc, '\n'), 0o644)
}

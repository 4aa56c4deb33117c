package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"mcp-router/config"
)

// TestMain works in the repository's root, as make does.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestTheSpecIsWhatTheFieldsAndTheReferenceSay(t *testing.T) {
	want, err := specText()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("deploy/higress/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("deploy/higress/spec.yaml is old: run make spec")
	}
}

// read is the shipped file as a reader of another make sees it.
func read(t *testing.T) (global, rule map[string]any) {
	t.Helper()
	text, err := os.ReadFile("deploy/higress/spec.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Spec struct {
			Config struct {
				OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
			} `yaml:"configSchema"`
			RouteConfig struct {
				OpenAPIV3Schema map[string]any `yaml:"openAPIV3Schema"`
			} `yaml:"routeConfigSchema"`
		}
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Spec.Config.OpenAPIV3Schema, file.Spec.RouteConfig.OpenAPIV3Schema
}

// at follows the path of a field, [] for an array's elements.
func at(schema map[string]any, path string) map[string]any {
	for step := range strings.SplitSeq(path, ".") {
		name, isArray := strings.CutSuffix(step, "[]")
		properties, _ := schema["properties"].(map[string]any)
		schema, _ = properties[name].(map[string]any)
		if isArray {
			schema, _ = schema["items"].(map[string]any)
		}
	}
	return schema
}

func TestEveryFieldOfRouterModeHasItsPlace(t *testing.T) {
	global, rule := read(t)
	for _, f := range config.Fields() {
		if f.Mode != config.RouterMode {
			continue
		}
		for part, s := range map[string]map[string]any{"configSchema": at(global, f.Name), "routeConfigSchema": at(rule, f.Name)} {
			if wanted := f.Scope == config.Anywhere || part == "configSchema"; (s != nil) != wanted {
				t.Errorf("%s: %s is there %t, want %t", part, f.Name, s != nil, wanted)
			}
		}
		if s := at(global, f.Name); s["description"] == nil || s["type"] == nil {
			t.Errorf("%s: %v", f.Name, s)
		}
	}
	if required, _ := global["required"].([]any); len(required) != 1 || required[0] != "servers" {
		t.Errorf("configSchema requires %v", required)
	}
	if got := at(global, "maxBodyBytes")["default"]; got != 4194304 {
		t.Errorf("maxBodyBytes is %v by default", got)
	}
	if got := at(rule, "maxBodyBytes")["default"]; got != nil {
		t.Errorf("maxBodyBytes of a rule is %v by default, and a rule inherits", got)
	}
	if rule["required"] != nil {
		t.Errorf("routeConfigSchema requires %v, and a rule inherits", rule["required"])
	}
	if at(global, "_rules_") != nil {
		t.Error("configSchema offers what the controller writes")
	}
}

// What the Console offers to begin with works.
func TestTheExamplesAreGoodConfigurations(t *testing.T) {
	global, rule := read(t)
	example, _ := global["example"].(map[string]any)
	entry, _ := rule["example"].(map[string]any)
	entry["_match_route_"] = []any{"mcp"}
	example["_rules_"] = []any{entry}
	text, err := json.Marshal(example)
	if err != nil {
		t.Fatal(err)
	}
	doc := config.Parse(text)
	if len(doc.Problems) > 0 || len(doc.Rules) != 1 || !doc.Rules[0].Config.Enable || doc.Global.Enable {
		t.Errorf("%s\nproblems %v, %d rules", text, doc.Problems, len(doc.Rules))
	}
}

func TestAFieldWithoutADescription(t *testing.T) {
	if _, err := buildSchema(globalPart, nil); err == nil || !strings.Contains(err.Error(), "enable has no description") {
		t.Errorf("buildSchema() = %v", err)
	}
}

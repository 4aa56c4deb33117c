package main

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"mcp-router/config"
)

// schema is an OpenAPI schema with the Console's extensions.
type schema struct {
	Type         string            `yaml:"type"`
	Description  string            `yaml:"description,omitempty"`
	Descriptions map[string]string `yaml:"x-description-i18n,omitempty"`
	Default      any               `yaml:"default,omitempty"`
	Items        *schema           `yaml:"items,omitempty"`
	Properties   properties        `yaml:"properties,omitempty"`
	Additional   *schema           `yaml:"additionalProperties,omitempty"`
	Required     []string          `yaml:"required,omitempty"`
	Example      *yaml.Node        `yaml:"example,omitempty"`
}

// properties keep the order of the configuration's table.
type properties []property

type property struct {
	name   string
	schema *schema
}

// MarshalYAML writes an object in its order.
func (p properties) MarshalYAML() (any, error) {
	node := yaml.Node{Kind: yaml.MappingNode}
	for _, member := range p {
		var value yaml.Node
		if err := value.Encode(member.schema); err != nil {
			return nil, err
		}
		node.Content = append(node.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: member.name}, &value)
	}
	return &node, nil
}

// part is where a configuration stands in a WasmPlugin.
type part struct {
	scope config.Scope
	// inherits parts may leave everything out.
	inherits bool
}

var (
	globalPart = part{scope: config.GlobalOnly}
	rulePart   = part{scope: config.RuleOnly, inherits: true}
)

// offers reports whether users write the field there.
func (p part) offers(f config.Field) bool {
	written := f.Mode == config.RouterMode || f.Mode == config.GatewayMode
	return written && (f.Scope == config.Anywhere || f.Scope == p.scope)
}

// defaultOf is what the field is when it is left out: in a rule what the global
// part says, so nothing. An empty default says no more than its absence.
func (p part) defaultOf(f config.Field) (value any, err error) {
	if p.inherits || slices.Contains([]string{"", `""`, "[]", "{}"}, f.Default) {
		return nil, nil
	}
	if err := yaml.Unmarshal([]byte(f.Default), &value); err != nil { // JSON is YAML
		return nil, fmt.Errorf("%s: default: %w", f.Name, err)
	}
	return value, nil
}

// buildSchema makes the schema of a part from the configuration's table. It
// offers what the reference describes: what it does not is for a later version.
func buildSchema(p part, descriptions map[string]description) (*schema, error) {
	root := &schema{Type: "object"}
	objects := map[string]*schema{"": root}
	for _, f := range config.Fields() {
		d, described := descriptions[f.Name]
		if !p.offers(f) || !described {
			if f.Mode == config.RouterMode && !described {
				return nil, fmt.Errorf("%s has no description in the reference", f.Name)
			}
			continue
		}
		outer, name := "", f.Name
		if i := strings.LastIndexByte(f.Name, '.'); i >= 0 {
			outer, name = f.Name[:i], f.Name[i+1:]
		}
		s, inner, err := typed(f)
		if err != nil {
			return nil, err
		}
		if s.Default, err = p.defaultOf(f); err != nil {
			return nil, err
		}
		s.Description, s.Descriptions = d.english, map[string]string{"zh-CN": d.chinese}
		parent := objects[outer]
		parent.Properties = append(parent.Properties, property{name, s})
		if f.Required && !(p.inherits && outer == "") {
			parent.Required = append(parent.Required, name)
		}
		if inner != nil {
			objects[f.Name], objects[f.Name+"[]"] = inner, inner
		}
	}
	return root, nil
}

// typed is the schema of a field's type, and the object in it that has fields of
// its own.
func typed(f config.Field) (s, inner *schema, err error) {
	text := func() *schema { return &schema{Type: "string"} }
	switch f.Type {
	case "boolean", "integer", "string":
		s = &schema{Type: f.Type}
	case "duration":
		s = text()
	case "array of strings":
		s = &schema{Type: "array", Items: text()}
	case "object of strings":
		s = &schema{Type: "object", Additional: text()}
	case "object":
		s = &schema{Type: "object"}
		inner = s
	case "array of objects":
		inner = &schema{Type: "object"}
		s = &schema{Type: "array", Items: inner}
	default:
		return nil, nil, fmt.Errorf("%s: no schema for the type %q", f.Name, f.Type)
	}
	return s, inner, nil
}

package config

import "github.com/tidwall/gjson"

// Mode says which part of the product reads a field.
type Mode uint8

const (
	// RouterMode fields work in every configuration.
	RouterMode Mode = iota
	// GatewayMode fields are known by name and refused in this version.
	GatewayMode
	// HostMode fields are written by Higress's controller, not by users.
	HostMode
)

// Scope says where in a document a field may stand.
type Scope uint8

const (
	// Anywhere is the global part and the entries of _rules_.
	Anywhere Scope = iota
	// GlobalOnly is the global part.
	GlobalOnly
	// RuleOnly is an entry of _rules_.
	RuleOnly
)

// Field is one row of the configuration's field table, as documentation and
// tools see it. The same rows drive Parse.
type Field struct {
	// Name is the JSON path, with [] for the elements of an array.
	Name string
	// Type is the expected JSON type in words, such as "array of strings".
	Type string
	// Default is the JSON text that Parse reads when the field is absent;
	// empty when there is no default.
	Default string
	// Required fields must be present.
	Required bool
	// Mode says who reads the field.
	Mode Mode
	// Scope says where the field may stand.
	Scope Scope
}

// Fields lists every field of the configuration, outer fields before the inner
// ones that belong to them.
func Fields() []Field {
	var all []Field
	for _, root := range rootRows {
		all = append(all, root.field(""))
		if root.name != "servers" {
			continue
		}
		for _, server := range serverRows {
			all = append(all, server.field("servers[]."))
			if server.name == "tools" {
				for _, tool := range toolRows {
					all = append(all, tool.field("servers[].tools."))
				}
			}
		}
	}
	return all
}

// row is one field of an object that is read into a T.
type row[T any] struct {
	name     string
	kind     kind
	fallback string
	required bool
	mode     Mode
	scope    Scope
	// read takes a value that fits kind; it is nil for fields that are accepted
	// without being read and for those that are refused.
	read func(r *reader, at string, v gjson.Result, into *T)
}

func (w row[T]) field(prefix string) Field {
	return Field{
		Name: prefix + w.name, Type: w.kind.String(), Default: w.fallback,
		Required: w.required, Mode: w.mode, Scope: w.scope,
	}
}

// defaults is a T that holds what the table documents as default.
func defaults[T any](table []row[T]) T {
	var into T
	for _, w := range table {
		if w.fallback != "" && w.read != nil {
			w.read(&reader{}, w.name, gjson.Parse(w.fallback), &into)
		}
	}
	return into
}

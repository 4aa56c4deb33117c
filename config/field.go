package config

import "github.com/tidwall/gjson"

// Mode says which part of the product reads a field.
type Mode uint8

const (
	// RouterMode fields work in every configuration.
	RouterMode Mode = iota
	// GatewayMode is gateway and the fields that need it.
	GatewayMode
	// HostMode fields are written by Higress's controller, not by users.
	HostMode
	// LaterMode fields are known by name and refused in this version.
	LaterMode
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
	// GatewayDefault is the default in gateway mode where that is another one.
	GatewayDefault string
	// Required fields must be present.
	Required bool
	// Secret fields hold what no message, log or printout may show.
	Secret bool
	// Mode says who reads the field.
	Mode Mode
	// Scope says where the field may stand.
	Scope Scope
}

// Fields lists every field of the configuration, outer fields before the inner
// ones that belong to them.
func Fields() []Field { return fieldsOf(rootRows)("") }

// fieldsOf lists the fields of a table, and those of the objects in it, with a
// prefix to their names.
func fieldsOf[T any](table []row[T]) func(prefix string) []Field {
	return func(prefix string) []Field {
		var all []Field
		for _, w := range table {
			f := w.field(prefix)
			all = append(all, f)
			if w.inner == nil {
				continue
			}
			if w.kind == objects {
				f.Name += "[]"
			}
			all = append(all, w.inner(f.Name+".")...)
		}
		return all
	}
}

// row is one field of an object that is read into a T.
type row[T any] struct {
	name     string
	kind     kind
	fallback string
	// gatewayFallback is the default in gateway mode where that is another one.
	gatewayFallback string
	required        bool
	secret          bool
	mode            Mode
	scope           Scope
	// inner lists the fields of an object, or of each object in an array.
	inner func(prefix string) []Field
	// read takes a value that fits kind; it is nil for fields that are accepted
	// without being read and for those that are refused.
	read func(r *reader, at string, v gjson.Result, into *T)
}

func (w row[T]) field(prefix string) Field {
	return Field{
		Name: prefix + w.name, Type: w.kind.String(), Default: w.fallback, GatewayDefault: w.gatewayFallback,
		Required: w.required, Secret: w.secret, Mode: w.mode, Scope: w.scope,
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

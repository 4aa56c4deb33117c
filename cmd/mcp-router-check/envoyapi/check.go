package envoyapi

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/nearest"
)

// Full names of the messages that files hold.
const (
	Bootstrap         = "envoy.config.bootstrap.v3.Bootstrap"
	DiscoveryResponse = "envoy.service.discovery.v3.DiscoveryResponse"
)

// Problem is something that Envoy refuses.
type Problem struct {
	// Path leads from the checked message to the value.
	Path  string
	Value gjson.Result
	// Message is lower case, without a full stop. It quotes names, never values.
	Message string
	// Unsure says that a newer Envoy than the table's may take it.
	Unsure bool
}

// Check finds what Envoy refuses in a message. It looks into the messages of the
// table only. Values are taken from v, so that their Index leads into its text.
func Check(name string, v gjson.Result) []Problem {
	c := &checker{}
	c.message("", name, v)
	return c.problems
}

// maxProblems bounds what is said about one message: after it the search ends.
const maxProblems = 200

type checker struct{ problems []Problem }

func (c *checker) add(path string, v gjson.Result, format string, args ...any) {
	if len(c.problems) >= maxProblems {
		return
	}
	c.problems = append(c.problems, Problem{Path: path, Value: v, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) message(path, name string, v gjson.Result) {
	m := messages[name]
	if !v.IsObject() {
		c.add(path, v, "must be an object, a %s", m.name)
		return
	}
	set := map[string]bool{}
	given := map[string]bool{}
	v.ForEach(func(key, value gjson.Result) bool {
		if key.Str == "@type" {
			return true
		}
		if len(c.problems) >= maxProblems {
			return false
		}
		at := join(path, key.Str)
		f := m.fields[key.Str]
		if f == nil {
			c.unknown(at, m, key)
			return true
		}
		if given[f.name] {
			c.add(at, key, "is given more than once: Envoy takes one of the values without a word")
		}
		given[f.name] = true
		if f.isSet(value) {
			set[f.name] = true
			c.values(at, f, value)
		}
		return true
	})
	c.complete(path, m, v, set)
}

// isSet reports whether a value is one that protobuf takes for given.
func (f *field) isSet(v gjson.Result) bool {
	return v.Type != gjson.Null && (f.kind != "string" || v.Type != gjson.String || v.Str != "") && (!f.repeated || v.Raw != "[]")
}

// complete checks that all is there that the message needs, and nothing that
// excludes something else.
func (c *checker) complete(path string, m *message, v gjson.Result, set map[string]bool) {
	for _, name := range m.needs {
		if !set[name] {
			c.add(path, v, "lacks %s, which %s needs", name, m.name)
		}
	}
	for _, g := range m.groups {
		var both []string
		for _, name := range g.names {
			if set[name] {
				both = append(both, name)
			}
		}
		switch {
		case len(both) > 1:
			c.add(path, v, "has %s: %s takes one of them", strings.Join(both, " and "), m.name)
		case len(both) == 0 && g.needed:
			c.add(path, v, "lacks one of %s, which %s needs", strings.Join(g.names, ", "), m.name)
		}
	}
}

func (c *checker) unknown(at string, m *message, key gjson.Result) {
	hint := meant(key.Str, m.names)
	c.add(at, key, "is not a field of %s in Envoy 1.40%s", m.name, hint)
	c.problems[len(c.problems)-1].Unsure = hint == "" && !fieldNames[key.Str]
}

// meant asks whether a name near the given one was meant; "" if there is none.
func meant(name string, names []string) string {
	if near := nearest.Names(name, names, 1); len(near) > 0 && near[0] != name {
		return fmt.Sprintf("; did you mean %s?", near[0])
	}
	return ""
}

// values checks all values of a field. Envoy takes one value for a list of one.
func (c *checker) values(path string, f *field, v gjson.Result) {
	switch {
	case f.repeated && v.IsArray() && f.kind != "other":
		for i, element := range v.Array() {
			if element.Type != gjson.Null {
				c.value(fmt.Sprintf("%s[%d]", path, i), f, element)
			}
		}
	case f.isMap && v.IsObject() && f.kind != "other":
		v.ForEach(func(key, value gjson.Result) bool {
			c.value(fmt.Sprintf("%s[%s]", path, key.Str), f, value)
			return true
		})
	case f.isMap && !v.IsObject():
		c.add(path, v, "must be an object")
	default:
		c.value(path, f, v)
	}
}

// value checks one value of a field.
func (c *checker) value(path string, f *field, v gjson.Result) {
	switch {
	case f.kind == "other":
	case f.kind == "typed":
		c.typed(path, v)
	case messages[f.kind] != nil:
		c.message(path, f.kind, v)
	default:
		if fault := f.fault(v); fault != "" {
			c.add(path, v, "%s", fault)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

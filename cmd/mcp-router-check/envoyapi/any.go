package envoyapi

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/nearest"
)

// typed checks an Any by the type that it names.
func (c *checker) typed(path string, v gjson.Result) {
	if !v.IsObject() {
		c.add(path, v, "must be an object with an @type")
		return
	}
	url := v.Get(`\@type`)
	prefix, name, found := cutLast(url.Str, '/')
	switch {
	case !url.Exists():
		c.add(path, v, "lacks @type, by which Envoy knows what it is; write type.googleapis.com/ and the message's full name")
	case !found || prefix == "":
		c.add(join(path, "@type"), url, "must be type.googleapis.com/ and the message's full name")
	case strings.HasSuffix(name, ".TypedStruct"):
		c.typedStruct(path, v)
	case messages[name] != nil:
		c.message(path, name, v)
	case strings.HasPrefix(name, "google.protobuf."):
		c.wellKnown(path, name, v)
	default:
		c.unknownType(join(path, "@type"), url, name)
	}
}

// wellKnown checks a message of protobuf's own, which has its JSON under "value".
func (c *checker) wellKnown(path, name string, v gjson.Result) {
	if !slices.Contains(wellKnown, shortName(name)) {
		c.add(join(path, "@type"), v.Get(`\@type`), "is not a type that Envoy knows%s", meant(shortName(name), wellKnown))
		return
	}
	v.ForEach(func(key, _ gjson.Result) bool {
		if key.Str != "@type" && key.Str != "value" {
			c.add(join(path, key.Str), key, "must be value: a %s has nothing else", name)
		}
		return true
	})
}

// wellKnown are messages of google.protobuf with a JSON form of their own.
var wellKnown = []string{"StringValue", "Struct", "BytesValue", "BoolValue", "Int32Value", "Int64Value", "UInt32Value", "UInt64Value", "FloatValue", "DoubleValue", "Value", "ListValue", "Duration", "Timestamp", "FieldMask", "Empty", "Any"}

// typedStruct checks a message that is written as an xds.type.v3.TypedStruct.
func (c *checker) typedStruct(path string, v gjson.Result) {
	url := v.Get("type_url")
	if !url.Exists() {
		url = v.Get("typeUrl")
	}
	_, name, _ := cutLast(url.Str, '/')
	if messages[name] == nil {
		c.unknownType(join(path, "type_url"), url, name)
		return
	}
	if value := v.Get("value"); value.Type != gjson.Null {
		c.message(join(path, "value"), name, value)
	}
}

// unknownType complains of a type that differs from a known one in a single part
// of its name: it is the known one, mistyped.
func (c *checker) unknownType(at string, url gjson.Result, name string) {
	parts := strings.Split(name, ".")
	for i := range parts {
		before, after := strings.Join(parts[:i], "."), strings.Join(parts[i+1:], ".")
		var candidates []string
		for _, known := range slices.Sorted(maps.Keys(messages)) {
			part, ok := between(known, before, after)
			if ok && !strings.Contains(part, ".") {
				candidates = append(candidates, part)
			}
		}
		if near := nearest.Names(parts[i], candidates, 1); len(near) > 0 {
			meant := join(join(before, near[0]), after)
			c.add(at, url, "is not a type that Envoy knows; did you mean type.googleapis.com/%s?", strings.TrimSuffix(meant, "."))
			return
		}
	}
}

// between is the part of a name that stands between two others.
func between(name, before, after string) (part string, ok bool) {
	if before != "" {
		before += "."
	}
	if after != "" {
		after = "." + after
	}
	part, found := strings.CutPrefix(name, before)
	part, ends := strings.CutSuffix(part, after)
	return part, found && ends
}

func cutLast(s string, separator byte) (before, after string, found bool) {
	i := strings.LastIndexByte(s, separator)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

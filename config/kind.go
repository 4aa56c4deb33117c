package config

import (
	"math"

	"github.com/tidwall/gjson"
)

// kind is the JSON type that a field expects.
type kind uint8

const (
	boolean kind = iota
	integer
	text
	texts
	object
	objects
	textMap
	duration
)

var kindNames = [...]string{
	boolean: "boolean", integer: "integer", text: "string", texts: "array of strings",
	object: "object", objects: "array of objects", textMap: "object of strings",
	duration: "duration",
}

// String names the kind as documentation does.
func (k kind) String() string { return kindNames[k] }

// fits reports whether v is of kind k, elements aside, and notes a problem if
// it is not. The value stays out of the message: a string in the wrong place
// may be a secret.
func (k kind) fits(r *reader, at string, v gjson.Result) bool {
	if k.holds(v) {
		return true
	}
	r.add(at, "must be %s%s, found %s", withArticle(k.String()), k.example(), found(v))
	return false
}

// example shows how a kind is written that JSON does not know.
func (k kind) example() string {
	if k == duration {
		return ` such as "5s"`
	}
	return ""
}

func (k kind) holds(v gjson.Result) bool {
	switch k {
	case boolean:
		return v.IsBool()
	case integer:
		return v.Type == gjson.Number && v.Num == math.Trunc(v.Num)
	case text, duration:
		return v.Type == gjson.String
	case texts, objects:
		return v.IsArray()
	case object, textMap:
		return v.IsObject()
	}
	return false
}

// found names the JSON type of v.
func found(v gjson.Result) string {
	switch {
	case v.IsBool():
		return "a boolean"
	case v.IsArray():
		return "an array"
	case v.IsObject():
		return "an object"
	case v.Type == gjson.String:
		return "a string"
	case v.Type != gjson.Number:
		return "null"
	case v.Num != math.Trunc(v.Num):
		return "a fraction"
	default:
		return "a number"
	}
}

func withArticle(noun string) string {
	switch noun[0] {
	case 'a', 'i', 'o':
		return "an " + noun
	default:
		return "a " + noun
	}
}

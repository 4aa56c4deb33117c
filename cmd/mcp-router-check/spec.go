package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/nearest"
)

// specField is a field of a WasmPlugin's spec: its JSON type in words, unless
// the check of the folded configuration sees to it, and the values that it may
// have, if they are few.
type specField struct {
	name, kind string
	values     []string
}

// specFields are the fields of extensions.higress.io/v1alpha1 (Higress's
// CustomResourceDefinition). The API server drops others without a word.
var specFields = []specField{
	{name: "url", kind: "string"},
	{name: "sha256", kind: "string"},
	{name: "imagePullPolicy", kind: "string", values: []string{"UNSPECIFIED_POLICY", "IfNotPresent", "Always"}},
	{name: "imagePullSecret", kind: "string"},
	{name: "verificationKey", kind: "string"},
	{name: "pluginConfig", kind: "object"},
	{name: "pluginName", kind: "string"},
	{name: "phase", kind: "string", values: []string{"UNSPECIFIED_PHASE", "AUTHN", "AUTHZ", "STATS"}},
	{name: "priority", kind: "integer"},
	{name: "failStrategy", kind: "string", values: []string{"FAIL_CLOSE", "FAIL_OPEN"}},
	{name: "vmConfig", kind: "object"},
	{name: "defaultConfig", kind: "object"},
	{name: "defaultConfigDisable", kind: "boolean"},
	{name: "matchRules", kind: "array"},
}

// ruleFields are the fields of an entry of matchRules.
var ruleFields = []specField{
	{name: "config"},
	{name: "configDisable", kind: "boolean"},
	{name: "ingress"},
	{name: "service"},
	{name: "domain"},
	{name: "routeType", kind: "string"},
}

// checkSpec checks the fields of a WasmPlugin that are Higress's own. What the
// plugin's configurations hold is not looked at.
func (r *report) checkSpec(path func(string) string, document gjson.Result) {
	if version := document.Get("apiVersion").Str; version != "extensions.higress.io/v1alpha1" {
		r.add(problem, path("apiVersion"), "must be extensions.higress.io/v1alpha1 for Higress")
	}
	spec := document.Get("spec")
	if !spec.IsObject() {
		r.add(problem, path("spec"), "is required")
		return
	}
	r.checkFields(path, "spec", spec, specFields)
	for i, rule := range spec.Get("matchRules").Array() {
		place := fmt.Sprintf("spec.matchRules[%d]", i)
		if !rule.IsObject() {
			r.add(problem, path(place), "must be an object")
			continue
		}
		r.checkFields(path, place, rule, ruleFields)
	}
	r.checkURL(path("spec.url"), spec.Get("url"))
}

func (r *report) checkFields(path func(string) string, place string, object gjson.Result, fields []specField) {
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.name
	}
	seen := map[string]bool{}
	object.ForEach(func(key, value gjson.Result) bool {
		at := path(place + "." + key.Str)
		if seen[key.Str] {
			r.add(problem, at, "is given more than once")
		}
		seen[key.Str] = true
		for _, field := range fields {
			if field.name == key.Str {
				r.checkField(at, value, field)
				return true
			}
		}
		hint := ""
		if near := nearest.Names(key.Str, names, 1); len(near) > 0 {
			hint = fmt.Sprintf("; did you mean %q?", near[0])
		}
		r.add(problem, at, "is not a field of a WasmPlugin%s", hint)
		return true
	})
}

func (r *report) checkField(at string, value gjson.Result, field specField) {
	if value.Type == gjson.Null || field.kind == "" {
		return
	}
	if !hasKind(value, field.kind) {
		r.add(problem, at, "must be %s", article(field.kind))
		return
	}
	if len(field.values) == 0 {
		return
	}
	for _, allowed := range field.values {
		if value.Str == allowed {
			return
		}
	}
	r.add(problem, at, "must be one of %s", strings.Join(field.values, ", "))
}

func hasKind(v gjson.Result, kind string) bool {
	switch kind {
	case "string":
		return v.Type == gjson.String
	case "integer":
		return v.Type == gjson.Number && !strings.ContainsAny(v.Raw, ".eE")
	case "boolean":
		return v.IsBool()
	case "object":
		return v.IsObject()
	default:
		return v.IsArray()
	}
}

func article(kind string) string {
	if strings.ContainsAny(kind[:1], "aeiou") {
		return "an " + kind
	}
	return "a " + kind
}

// placeholder finds what a template leaves to be filled in.
var placeholder = regexp.MustCompile(`<[^<>]*>|\$\{[^}]*\}|\{\{.*?\}\}`)

// checkURL checks where the module is fetched from.
func (r *report) checkURL(at string, url gjson.Result) {
	switch text := url.Str; {
	case text == "" && (!url.Exists() || url.Type == gjson.String || url.Type == gjson.Null):
		r.add(problem, at, "is required: the image or file that holds the module")
	case placeholder.MatchString(text):
		r.add(problem, at, "holds the placeholder %s: put your own in its place", placeholder.FindString(text))
	case strings.HasSuffix(text, ":VERSION"):
		r.add(problem, at, "holds the placeholder VERSION: put a version in its place")
	case url.Type == gjson.String && !fetchable(text):
		r.add(problem, at, "must begin with oci://, http://, https:// or file://")
	}
}

func fetchable(url string) bool {
	for _, scheme := range []string{"oci://", "http://", "https://", "file://"} {
		if strings.HasPrefix(url, scheme) {
			return true
		}
	}
	return false
}

package main

import (
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// request is what is known of a routed request when Envoy picks its route.
type request struct {
	// path has no query: Envoy leaves it out when it compares paths.
	path string
	// headers are the ones that are certain, in lower case. Others may be there.
	headers map[string]string
	// absent is the header, in lower case, that the request certainly lacks.
	absent string
}

// matchRoute decides whether the match of a route takes the request.
func matchRoute(match gjson.Result, req request) verdict {
	sensitive := !member(match, "case_sensitive").Exists() || member(match, "case_sensitive").Bool()
	return matchAll(match, func(name string, v gjson.Result) verdict {
		return matchPart(name, v, req, sensitive)
	})
}

// matchAll is the verdict of all fields of a matcher together.
func matchAll(matcher gjson.Result, part func(name string, v gjson.Result) verdict) verdict {
	result := yes
	matcher.ForEach(func(key, v gjson.Result) bool {
		result = result.and(part(snakeCase(key.Str), v))
		return true
	})
	return result
}

// matchPart decides about one field of a match; all have to agree.
func matchPart(name string, v gjson.Result, req request, sensitive bool) verdict {
	path, want := req.path, v.String()
	if !sensitive {
		path, want = strings.ToLower(path), strings.ToLower(want)
	}
	switch name {
	case "prefix":
		return verdictOf(strings.HasPrefix(path, want))
	case "path":
		return verdictOf(path == want)
	case "path_separated_prefix":
		rest, ok := strings.CutPrefix(path, want)
		return verdictOf(ok && (rest == "" || rest[0] == '/'))
	case "safe_regex":
		return matchRegex(v, req.path)
	case "headers":
		result := yes
		for _, header := range v.Array() {
			result = result.and(matchHeader(header, req))
		}
		return result
	case "case_sensitive":
		return yes
	case "grpc", "connect_matcher":
		return no
	default:
		return unknown
	}
}

// matchRegex matches the whole of s, as Envoy does. Both use RE2's syntax.
func matchRegex(v gjson.Result, s string) verdict {
	expression, err := regexp.Compile(`\A(?:` + member(v, "regex").String() + `)\z`)
	if err != nil {
		return unknown
	}
	return verdictOf(expression.MatchString(s))
}

// matchHeader decides about one HeaderMatcher.
func matchHeader(matcher gjson.Result, req request) verdict {
	name := strings.ToLower(member(matcher, "name").String())
	value, certain := req.headers[name]
	absent := req.absent != "" && name == req.absent
	if !certain && !absent {
		return unknown
	}
	result := matchAll(matcher, func(name string, v gjson.Result) verdict { return matchValue(name, v, value) })
	if absent && !member(matcher, "treat_missing_header_as_empty").Bool() {
		present := member(matcher, "present_match")
		result = verdictOf(present.Exists() && !present.Bool())
	}
	if member(matcher, "invert_match").Bool() {
		return result.not()
	}
	return result
}

func matchValue(name string, v gjson.Result, value string) verdict {
	switch name {
	case "name", "invert_match", "treat_missing_header_as_empty":
		return yes
	case "present_match":
		return verdictOf(v.Bool())
	case "exact_match":
		return verdictOf(value == v.String())
	case "prefix_match":
		return verdictOf(strings.HasPrefix(value, v.String()))
	case "suffix_match":
		return verdictOf(strings.HasSuffix(value, v.String()))
	case "contains_match":
		return verdictOf(strings.Contains(value, v.String()))
	case "safe_regex_match":
		return matchRegex(v, value)
	case "string_match":
		return matchString(v, value)
	default:
		return unknown
	}
}

// matchString decides about a StringMatcher.
func matchString(matcher gjson.Result, value string) verdict {
	same := func(s string) string { return s }
	if member(matcher, "ignore_case").Bool() {
		same = strings.ToLower
	}
	return matchAll(matcher, func(name string, v gjson.Result) verdict {
		have, want := same(value), same(v.String())
		switch name {
		case "ignore_case":
			return yes
		case "exact":
			return verdictOf(have == want)
		case "prefix":
			return verdictOf(strings.HasPrefix(have, want))
		case "suffix":
			return verdictOf(strings.HasSuffix(have, want))
		case "contains":
			return verdictOf(strings.Contains(have, want))
		case "safe_regex":
			return matchRegex(v, value)
		default:
			return unknown
		}
	})
}

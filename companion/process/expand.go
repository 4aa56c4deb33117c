package process

import (
	"fmt"
	"strings"
)

// UnsetError is a variable that is wanted and has no value.
type UnsetError struct{ Name string }

// Error implements error.
func (e *UnsetError) Error() string { return fmt.Sprintf("the variable %s is not set", e.Name) }

// Expand puts the values of variables into a text: ${NAME}, also written
// ${env:NAME}, and ${NAME:-text}, which is the text where NAME is unset or
// empty. "$${" stands for "${"; everything else stays as it is, "$NAME" too.
// Errors: *[UnsetError], or a variable of an editor that nobody can ask for here
// (${input:…}).
func Expand(text string, lookup func(string) (string, bool)) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		end := strings.IndexByte(rest, '}')
		if !found || end < 0 {
			return out.String() + text, nil
		}
		if escaped, ok := strings.CutSuffix(before, "$"); ok {
			out.WriteString(escaped + "${")
			text = rest
			continue
		}
		value, err := variable(rest[:end], lookup)
		if err != nil {
			return "", err
		}
		out.WriteString(before + value)
		text = rest[end+1:]
	}
}

// variable is what stands for "${inside}".
func variable(inside string, lookup func(string) (string, bool)) (string, error) {
	if strings.HasPrefix(inside, "input:") {
		return "", fmt.Errorf("${%s} is asked for by an editor; name a variable of the environment instead", inside)
	}
	name, fallback, hasFallback := strings.Cut(strings.TrimPrefix(inside, "env:"), ":-")
	if !isVariable(name) {
		return "${" + inside + "}", nil
	}
	value, set := lookup(name)
	switch {
	case hasFallback && value == "":
		return fallback, nil
	case !set:
		return "", &UnsetError{Name: name}
	}
	return value, nil
}

func isVariable(name string) bool {
	for i, r := range name {
		if r != '_' && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

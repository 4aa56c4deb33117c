package learn

import (
	"bytes"
	"errors"
	"strings"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

// ErrArguments is what [ParseArgs] returns for arguments that are not a JSON
// object: a protocol error (-32602), not a tool result.
var ErrArguments = errors.New("arguments must be a JSON object")

// maxFlat bounds the members of the arguments beside our own.
const maxFlat = 256

// Args are the arguments of one tools/call, normalised. Absent, null and the
// string "null" are the zero value.
type Args struct {
	// Intent is what the caller wants, in its own words.
	Intent string
	// Tool and Command are as sent, white space around them cut.
	Tool, Command string
	// Learn asks for descriptions; nothing is executed.
	Learn bool

	parameters []byte   // the raw `parameters` object, nil when absent
	flat       []member // the members that are not ours, in order
	problem    string   // why the arguments cannot be used, "" when they can
}

// member is one member of a JSON object.
type member struct {
	key string // unescaped
	raw []byte // `"key":value` as sent
}

// ParseArgs normalises the raw `arguments` of a tools/call. Empty input and
// null count as {}. Keys may have any letter case, learn may be the string
// "true", parameters a JSON object inside a string, and other members are kept
// as parameters in the flat form (docs/learn.md has the rules).
//
// It returns [ErrArguments] for anything but an object. Values of the wrong
// type and keys given twice are no error here: [Start] answers them with the
// usage text. Nothing of raw is kept.
func ParseArgs(raw []byte) (Args, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return Args{}, nil
	}
	if raw[0] != '{' || !jsonrpc.Valid(raw) {
		return Args{}, ErrArguments
	}
	p := argsParser{given: map[string]bool{}}
	gjson.ParseBytes(raw).ForEach(p.member)
	return p.args, nil
}

// argsParser reads the members one by one.
type argsParser struct {
	args  Args
	given map[string]bool // our keys that had a value
}

func (p *argsParser) member(key, value gjson.Result) bool {
	name := strings.ToLower(key.Str)
	switch name {
	case "intent", "tool", "command", "learn", "parameters":
	default:
		p.flat(key, value)
		return p.args.problem == ""
	}
	if isNull(value) {
		return true
	}
	if p.given[name] {
		p.fail(name + " is given twice")
		return false
	}
	p.given[name] = true
	switch name {
	case "intent":
		p.args.Intent = p.text(name, value)
	case "tool":
		p.args.Tool = p.text(name, value)
	case "command":
		p.args.Command = p.text(name, value)
	case "learn":
		p.args.Learn = p.flag(name, value)
	case "parameters":
		object, ok := readObject(value)
		if !ok {
			p.fail(name + " must be a JSON object")
		}
		p.args.parameters = object
	}
	return p.args.problem == ""
}

func (p *argsParser) fail(problem string) { p.args.problem = problem }

func (p *argsParser) text(name string, v gjson.Result) string {
	if v.Type != gjson.String {
		p.fail(name + " must be a string")
	}
	return strings.TrimSpace(v.Str)
}

// flag reads a boolean. What cannot be read is a problem, never false: a call
// that was meant to learn must not execute.
func (p *argsParser) flag(name string, v gjson.Result) bool {
	switch strings.ToLower(strings.TrimSpace(v.String())) {
	case "true":
		return true
	case "false", "":
		return false
	}
	p.fail(name + " must be true or false")
	return false
}

// readObject reads an object, also one that was encoded as a string; nil means
// absent. It reports whether the value was one of these.
func readObject(v gjson.Result) ([]byte, bool) {
	raw := v.Raw
	if v.Type == gjson.String {
		raw = strings.TrimSpace(v.Str)
	}
	if raw == "" || isNull(v) {
		return nil, true
	}
	object := []byte(raw)
	return object, object[0] == '{' && jsonrpc.Valid(object)
}

func (p *argsParser) flat(key, value gjson.Result) {
	if len(p.args.flat) == maxFlat {
		p.fail("there are too many arguments")
		return
	}
	p.args.flat = append(p.args.flat, member{key.Str, []byte(key.Raw + ":" + value.Raw)})
}

// isNull reports what counts as absent.
func isNull(v gjson.Result) bool {
	return v.Type == gjson.Null ||
		v.Type == gjson.String && strings.EqualFold(strings.TrimSpace(v.Str), "null")
}

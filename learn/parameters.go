package learn

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// parametersFor returns the parameters of a call of the command: a JSON object
// made of the caller's bytes. The same arguments always give the same bytes.
//
// Members beside our own are parameters that the model did not nest. Beside a
// filled `parameters` object only those count that the command declares and
// the object does not hold; without one, all but the noise of clients.
func (a *Args) parametersFor(c *Command) []byte {
	declared := propertyNames(gjson.GetBytes(c.Raw, "inputSchema.properties"))
	inside := propertyNames(gjson.ParseBytes(a.parameters))
	var flat [][]byte
	for _, m := range a.flat {
		known := declared[m.key]
		if inside[m.key] || len(inside) > 0 && !known || isNoise(m.key) && !known {
			continue
		}
		flat = append(flat, m.raw)
	}
	switch {
	case len(flat) == 0 && a.parameters == nil:
		return []byte("{}")
	case len(flat) == 0:
		return a.parameters
	case len(inside) == 0:
		return concat("{", bytes.Join(flat, []byte(",")), "}")
	}
	open := bytes.TrimSpace(a.parameters[:len(a.parameters)-1])
	return concat(string(open)+",", bytes.Join(flat, []byte(",")), "}")
}

func concat(before string, middle []byte, after string) []byte {
	joined := make([]byte, 0, len(before)+len(middle)+len(after))
	return append(append(append(joined, before...), middle...), after...)
}

func propertyNames(object gjson.Result) map[string]bool {
	names := map[string]bool{}
	object.ForEach(func(key, _ gjson.Result) bool {
		names[key.Str] = true
		return true
	})
	return names
}

// isNoise reports whether a member is one that clients and agent frameworks
// add to every tool call of their own accord.
func isNoise(key string) bool {
	switch strings.ToLower(strings.ReplaceAll(key, "_", "")) {
	case "meta", "explanation", "reason", "reasoning", "rationale", "thought", "thoughts",
		"taskprogress", "requestheartbeat", "waitforprevioustools", "toolsummary", "toolaction",
		"toolcallid", "sessionid", "chatinput":
		return true
	}
	return false
}

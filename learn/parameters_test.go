package learn

import "testing"

func TestParametersForACommand(t *testing.T) {
	const schema = `{"type":"object","properties":{"path":{"type":"string"},"reason":{"type":"string"},"n":{"type":"number"}}}`
	command := &mustCommands(t, tool("file_read", "", schema, "{}"))[0]
	tests := []struct{ name, arguments, want string }{
		{"none", `{}`, `{}`},
		{"an object, byte for byte", `{"parameters":{"z":12345678901234567890, "path":"\u002fa","n":1.10}}`, `{"z":12345678901234567890, "path":"\u002fa","n":1.10}`},
		{"an object inside a string", `{"parameters":"{\"path\": \"/a\"}"}`, `{"path": "/a"}`},
		{"flat members", `{"path":"\u002fa","n":1e3}`, `{"path":"\u002fa","n":1e3}`},
		{"flat members beside an empty object", `{"parameters":{ },"path":"/a"}`, `{"path":"/a"}`},
		{"flat members that nobody declared", `{"pth":"/a"}`, `{"pth":"/a"}`},
		{"noise of clients", `{"_meta":{"x":1},"explanation":"because","tool_call_id":"7","path":"/a"}`, `{"path":"/a"}`},
		{"noise that the command declares", `{"reason":"because"}`, `{"reason":"because"}`},
		{"declared members beside an object", `{"parameters":{"path":"/a" },"n":7,"pth":"x"}`, `{"path":"/a","n":7}`},
		{"the object's own member wins", `{"parameters":{"path":"/a"},"path":"/b"}`, `{"path":"/a"}`},
		{"our keys inside the object", `{"parameters":{"tool":"git","command":"list"}}`, `{"tool":"git","command":"list"}`},
		{"nested objects survive", `{"parameters":{"filter":{"a":[{"b":null}]}}}`, `{"filter":{"a":[{"b":null}]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := mustArgs(t, tt.arguments)
			for range 2 { // a call may be repeated and must give the same bytes
				if got := string(args.parametersFor(command)); got != tt.want {
					t.Errorf("parameters of %s = %s, want %s", tt.arguments, got, tt.want)
				}
			}
		})
	}
}

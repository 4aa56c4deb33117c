package learn

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/jsonrpc"
)

func TestParseArgsNormalises(t *testing.T) {
	object := func(s string) []byte { return []byte(s) }
	tests := []struct {
		name, raw string
		want      Args
	}{
		{"nothing", ``, Args{}},
		{"null", `null`, Args{}},
		{"an empty object", ` {} `, Args{}},
		{"the plain form", `{"intent":"list files","tool":"files","command":"file_list","parameters":{"folder":"/"},"learn":true}`,
			Args{Intent: "list files", Tool: "files", Command: "file_list", Learn: true, parameters: object(`{"folder":"/"}`)}},
		{"keys in any letter case", `{"Intent":"i","TOOL":"t","Command":"c","Parameters":{"a":1},"LEARN":true}`,
			Args{Intent: "i", Tool: "t", Command: "c", Learn: true, parameters: object(`{"a":1}`)}},
		{"white space around names", `{"tool":" files\n","command":"\tfile_list "}`, Args{Tool: "files", Command: "file_list"}},
		{"learn as a string", `{"learn":"true"}`, Args{Learn: true}},
		{"learn as a string in another letter case", `{"learn":" True "}`, Args{Learn: true}},
		{"learn false as a string", `{"learn":"false"}`, Args{}},
		{"learn as an empty string", `{"learn":""}`, Args{}},
		{"null is absent", `{"intent":null,"tool":null,"command":null,"parameters":null,"learn":null}`, Args{}},
		{"the string null is absent", `{"intent":"null","tool":"NULL","command":" null ","parameters":"null","learn":"null"}`, Args{}},
		{"an absent one does not count as given", `{"tool":null,"Tool":"files"}`, Args{Tool: "files"}},
		{"parameters as a string", `{"parameters":"{\"a\":\"x\\ny\",\"b\":1.0}"}`, Args{parameters: object(`{"a":"x\ny","b":1.0}`)}},
		{"parameters as an empty string", `{"parameters":" "}`, Args{}},
		{"parameters keep numbers, order and escapes", `{"parameters":{"z":12345678901234567890, "a":1.10,"s":"\u003c\/"}}`,
			Args{parameters: object(`{"z":12345678901234567890, "a":1.10,"s":"\u003c\/"}`)}},
		{"our keys inside parameters are the command's", `{"parameters":{"tool":"git","command":"list"}}`,
			Args{parameters: object(`{"tool":"git","command":"list"}`)}},
		{"other members are kept as sent", `{"tool":"t","acc\u006funt":"x", "n" : 1e3}`,
			Args{Tool: "t", flat: []member{{"account", object(`"acc\u006funt":"x"`)}, {"n", object(`"n":1e3`)}}}},
		{"intent of another type", `{"intent":7}`, Args{problem: "intent must be a string"}},
		{"tool of another type", `{"tool":{"name":"t"}}`, Args{problem: "tool must be a string"}},
		{"command of another type", `{"command":["c"]}`, Args{problem: "command must be a string"}},
		{"learn of another type", `{"learn":1}`, Args{problem: "learn must be true or false"}},
		{"learn as another word", `{"learn":"yes"}`, Args{problem: "learn must be true or false"}},
		{"parameters of another type", `{"parameters":[1]}`, Args{problem: "parameters must be a JSON object", parameters: object(`[1]`)}},
		{"parameters as a string of no JSON", `{"parameters":"a=1"}`, Args{problem: "parameters must be a JSON object", parameters: object(`a=1`)}},
		{"a key given twice", `{"tool":"safe","Tool":"other"}`, Args{Tool: "safe", problem: "tool is given twice"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseArgs([]byte(tt.raw))
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("ParseArgs(%s) = %+v, %v, want %+v", tt.raw, got, err, tt.want)
			}
		})
	}
}

func TestParseArgsRefusesWhatIsNoObject(t *testing.T) {
	deep := `{"a":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`
	for _, raw := range []string{`[]`, `"learn"`, `7`, `true`, `{`, `{"a":1}x`, `{"a":1,}`, deep, "{\"a\":\"\xff\"}"} {
		if got, err := ParseArgs([]byte(raw)); !errors.Is(err, ErrArguments) {
			t.Errorf("ParseArgs(%.20q) = %+v, %v, want ErrArguments", raw, got, err)
		}
	}
}

func TestParseArgsBoundsOtherMembers(t *testing.T) {
	members := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"k%d":%d`, i, i))
		}
		return "{" + strings.Join(list, ",") + "}"
	}
	if got := mustArgs(t, members(maxFlat)); len(got.flat) != maxFlat || got.problem != "" {
		t.Errorf("%d members are kept, problem %q, want %d, none", len(got.flat), got.problem, maxFlat)
	}
	if got := mustArgs(t, members(maxFlat+1)); got.problem != "there are too many arguments" {
		t.Errorf("problem of %d members = %q", maxFlat+1, got.problem)
	}
}

func FuzzParseArgs(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`,
		`{"intent":"list repos","learn":true,"tool":"git","command":"list"}`,
		`{"parameters":{"tool":"git","command":"list"}}`,
		`{"learn":"true","tool":"git"}`,
		`{"tool":"files","command":"file_read","parameters":"{\"path\":\"/a\"}"}`,
		`{"tool":"files","command":"file_read","path":"/a","_meta":{},"offset":12345678901234567890}`,
		`{"tool":"files","command":"file_read","parameters":{"path":"/a" },"offset":1.0}`,
		`{"Tool":null,"tool":"mcp.files","command":"null"}`,
	} {
		f.Add([]byte(seed))
	}
	catalogue := NewCatalogue(mustProviders(f))
	f.Fuzz(func(t *testing.T, raw []byte) {
		args, err := ParseArgs(raw)
		if err != nil {
			return
		}
		_, step := Start(Request{Settings: Settings{Name: "desk"}, Catalogue: catalogue, Args: args})
		_, again := Start(Request{Settings: Settings{Name: "desk"}, Catalogue: catalogue, Args: args})
		if !reflect.DeepEqual(step, again) {
			t.Fatalf("%s leads to %#v, then to %#v", raw, step, again)
		}
		switch s := step.(type) {
		case Call:
			if args.Learn {
				t.Fatalf("%s learns and calls %+v", raw, s)
			}
			if !jsonrpc.Valid(s.Parameters) || s.Parameters[0] != '{' {
				t.Fatalf("%s calls with %s", raw, s.Parameters)
			}
		case Answer:
			if !jsonrpc.Valid(s.Result()) {
				t.Fatalf("%s is answered by %s", raw, s.Result())
			}
		default:
			t.Fatalf("%s leads to %#v", raw, step)
		}
	})
}

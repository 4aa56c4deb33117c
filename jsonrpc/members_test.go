package jsonrpc

import (
	"fmt"
	"strings"
	"testing"
)

func TestMembers(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"found in any order", `{"error":1, "result" : {"id":2} ,"id":"x"}`, `id="x" result={"id":2} error=1`},
		{"some are missing", `{"result":null}`, `id= result=null error=`},
		{"an empty object", `{ }`, `id= result= error=`},
		{"escaped", `{"\u0069d":1,"res\u0075lt":2}`, `id=1 result=2 error=`},
		{"twice", `{"id":1,"id":2}`, `id=1+ result= error=`},
		{"twice, once escaped", `{"\u0069d":1,"id":2}`, `id=1+ result= error=`},
		{"a look-alike before", `{"ID":1,"id":2}`, `id=2+ result= error=`},
		{"a look-alike after", `{"result":1,"Re\u017fult":2}`, `id= result=1+ error=`},
		{"a look-alike alone", `{"Id":1}`, `id= result= error=`},
		{"nested ones do not count", `{"x":{"id":1},"y":[{"id":2}]}`, `id= result= error=`},
		{"empty keys", `{"":1,"id":2}`, `id=2 result= error=`},
		{"long keys", `{"` + strings.Repeat(`i`, 100) + `":1,"id":2}`, `id=2 result= error=`},
		{"an array", `["id",1]`, `id= result= error=`},
		{"a string", `"{"`, `id= result= error=`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := []byte(" " + test.text)
			envelope, err := Scan(text)
			if err != nil {
				t.Fatal(err)
			}
			keys := []string{"id", "result", "error"}
			var got []string
			for i, member := range Members(text, envelope.Value, keys...) {
				again := ""
				if member.Again {
					again = "+"
				}
				got = append(got, fmt.Sprintf("%s=%s%s", keys[i], member.Of(text), again))
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("Members(%s) = %s, want %s", test.text, got, test.want)
			}
		})
	}
}

func TestMembersOfNothing(t *testing.T) {
	if got := Members([]byte(`{"id":1}`), Span{}, "id"); got[0].Present() {
		t.Errorf("an absent object has members: %v", got)
	}
}

func TestMemberKeysWithOtherCharactersThanLetters(t *testing.T) {
	text := []byte(`{"_meta":1,"$ID":2,"$id":3}`)
	got := Members(text, Span{0, len(text)}, "_meta", "$id")
	if string(got[0].Of(text)) != "1" || string(got[1].Of(text)) != "3" || !got[1].Again {
		t.Errorf("got %v", got)
	}
}

func TestKeysReadAsNames(t *testing.T) {
	const name = "io.example/id_K"
	tests := []struct {
		what, key     string
		same, exactly bool
	}{
		{"the name", name, true, true},
		{"every character in an escape", `\u0069\u006f\u002E\u0065\u0078\u0061\u006d\u0070\u006c\u0065\u002f\u0069\u0064\u005f\u004b`, true, true},
		{"a short escape", `io.example\/id_K`, true, true},
		{"letter case", `IO.example/id_k`, true, false},
		{"letter case in an escape", `io.example/\u0049d_K`, true, false},
		{"a letter that folds to one of ASCII", "io.example/\u0131d_\u212a", true, false},
		{"such a letter in an escape", `io.example/id_\u212a`, true, false},
		{"the beginning of the name", "io.example/id_", false, false},
		{"the name and more", name + "x", false, false},
		{"the name and an escape more", name + `\u0000`, false, false},
		{"half a character", `io.example/id_\ud83d`, false, false},
		{"nothing", "", false, false},
	}
	for _, test := range tests {
		if same, exactly := readsAs([]byte(test.key), name); same != test.same || exactly != test.exactly {
			t.Errorf("%s: readsAs(%s) = %t, %t, want %t, %t", test.what, test.key, same, exactly, test.same, test.exactly)
		}
	}
}

// A body full of escaped keys is asked for each of many names: that may cost
// memory for the members found, and for nothing else.
func TestEscapedKeysCostNoMemory(t *testing.T) {
	text := []byte(`{"a":0` + strings.Repeat(`,"\u0069\u0064\u0069\u0064":0`, 1000) + `}`)
	names := []string{"idid", "idix", "method", "name"}
	cost := testing.AllocsPerRun(10, func() { Members(text, Span{0, len(text)}, names...) })
	if few := 4.0; cost > few {
		t.Errorf("%v allocations for 1000 escaped keys, want %v at most", cost, few)
	}
}

func TestElements(t *testing.T) {
	for text, want := range map[string]string{
		`[]`: "", `[ ]`: "", `[1]`: "1", `[1, [2,3] ,{"a":[]},"],"]`: `1 [2,3] {"a":[]} "],"`, `{"a":1}`: "", `"[1]"`: "", `null`: "",
	} {
		var got []string
		for span := range Elements([]byte(text), Span{0, len(text)}) {
			got = append(got, string(span.Of([]byte(text))))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("Elements(%s) = %s, want %s", text, got, want)
		}
	}
}

// What Scan accepts can be walked, and nothing but an end stops the walk.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{"id":1,"ID":[{}],"result":{"x":[1,2]}}`, `{"a":"\\","id":"\""}`, `{}`, `[1,2]`, ` {"\u0069d" : -1.5e3 } `} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		text := []byte(in)
		envelope, err := Scan(text)
		if err != nil {
			return
		}
		got := Members(text, envelope.Value, "id", "method", "params")
		if envelope.Kind != Object {
			return
		}
		for i, want := range []Span{envelope.ID, envelope.Method, envelope.Params} {
			if got[i].Span != want {
				t.Fatalf("member %d of %q at %v, Scan says %v", i, in, got[i].Span, want)
			}
		}
		if again := got[0].Again || got[1].Again || got[2].Again; again && !envelope.Ambiguous {
			t.Fatalf("%q: Members sees a member twice, Scan does not", in)
		}
	})
}

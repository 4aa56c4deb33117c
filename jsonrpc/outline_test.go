package jsonrpc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestOutlineFindsWhatMembersFinds(t *testing.T) {
	many := make([]string, 3*maxOutlined)
	for i := range many {
		many[i] = fmt.Sprintf(`"k%d":{"task":[%d]}`, i, i)
	}
	tests := []struct{ name, text string }{
		{"a call", `{"method":"tools/call","params":{"name":"a","arguments":{"task":1,"x":[{"_meta":2}]},"_meta":{"p":1},"task":{}},"id":1}`},
		{"params first, white space", " { \"params\" : { \"task\" : \"}\" , \"_meta\" : [ ] } , \"id\" : 1 } "},
		{"no params", `{"id":1}`},
		{"empty params", `{"params":{}}`},
		{"params that are no object", `{"params":["task",{"task":1}]}`},
		{"escaped and twice", `{"params":{"t\u0061sk":1,"task":2,"_META":3}}`},
		{"params twice", `{"params":{"task":1},"params":{"_meta":{"task":2}}}`},
		{"a look-alike before", `{"Params":{"x":1,"y":2},"params":{"task":1}}`},
		{"a look-alike after", `{"params":{"task":1},"Params":{"x":1,"y":2}}`},
		{"more than are noted", `{"params":{` + strings.Join(many, ",") + `,"task":7,"_meta":8}}`},
		{"a batch", `[{"params":{"task":1}}]`},
	}
	var o Outline
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { checkOutline(t, &o, []byte(test.text)) })
	}
}

func checkOutline(t *testing.T, o *Outline, text []byte) {
	t.Helper()
	keys := []string{"task", "_meta", "name", "k40"}
	want, wantErr := Scan(text)
	got, err := o.Scan(text)
	if got != want || !errors.Is(err, wantErr) {
		t.Fatalf("Outline.Scan(%q) = %+v, %v, Scan says %+v, %v", text, got, err, want, wantErr)
	}
	if got, want := o.Members(text, got.Params, keys...), Members(text, want.Params, keys...); !slices.Equal(got, want) {
		t.Errorf("Outline.Members(%q) = %v, Members says %v", text, got, want)
	}
}

func FuzzOutline(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkOutline(t, &Outline{}, text) })
}

func TestOutlineAllocatesNothing(t *testing.T) {
	text := []byte(`{"method":"tools/call","params":{"name":"a","arguments":{"x":[1,2]}},"id":1}`)
	var o Outline
	if n := testing.AllocsPerRun(100, func() { _, _ = o.Scan(text) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

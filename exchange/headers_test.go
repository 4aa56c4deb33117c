package exchange

import (
	"slices"
	"testing"
)

func TestHeadersAreReadLineByLine(t *testing.T) {
	headers := HeaderLines([2]string{":method", "POST"}, [2]string{"x-user", "ann"}, [2]string{"accept", ""}, [2]string{"x-user", "bob"})
	for name, want := range map[string]Field{
		":method": {"POST", 1}, "x-user": {"ann", 2}, "accept": {"", 1}, "X-User": {}, "x": {}, "": {},
	} {
		if got := headers.Get(name); got != want {
			t.Errorf("Get(%q) = %+v, want %+v", name, got, want)
		}
	}
	var names []string
	for name := range headers.All() {
		if name == "accept" {
			break
		}
		names = append(names, name)
	}
	if want := []string{":method", "x-user"}; !slices.Equal(names, want) {
		t.Errorf("lines before accept: %q, want %q", names, want)
	}
}

func TestTheZeroHeadersHasNone(t *testing.T) {
	var none Headers
	for name, value := range none.All() {
		t.Errorf("found %q: %q", name, value)
	}
	if got := none.Get(":method"); got.Present() {
		t.Errorf("Get = %+v, want none", got)
	}
}

func TestABodyIsEditedOnlyWithoutItsLength(t *testing.T) {
	for name, test := range map[string]struct {
		edits []HeaderEdit
		want  bool
	}{
		"no edit":          {nil, false},
		"another removed":  {[]HeaderEdit{Remove("mcp-session-id")}, false},
		"the length set":   {[]HeaderEdit{Set("content-length", "3")}, false},
		"the length goes":  {[]HeaderEdit{Remove("mcp-session-id"), Remove("content-length")}, true},
		"a status as well": {[]HeaderEdit{Remove("content-length"), Set(":status", "200")}, true},
	} {
		if got := EditsBody(test.edits); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

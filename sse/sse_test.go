package sse

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// seen is what a reader gets of an event.
type seen struct{ name, data string }

func read(body string) []seen {
	var all []seen
	for e := range Events([]byte(body)) {
		all = append(all, seen{e.Name, string(e.Data)})
	}
	return all
}

func TestEventsOfABody(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       []seen
	}{
		{"one", "data: x\n\n", []seen{{"", "x"}}},
		{"three line ends", "data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\n\r\ndata: e\r\n\n", []seen{{"", "a"}, {"", "b"}, {"", "c"}, {"", "d"}, {"", "e"}}},
		{"all fields, in any order", "id: 1\nevent: message\nretry: 5\ndata: x\n\n", []seen{{"", "x"}}},
		{"another type", "event: ping\ndata: p\n\n", []seen{{"ping", "p"}}},
		{"a type of its own for each event", "event: ping\n\ndata: x\n\n", []seen{{"", "x"}}},
		{"several data lines", "data: {\ndata:  \"a\":1\ndata\ndata:}\n\n", []seen{{"", "{\n \"a\":1\n\n}"}}},
		{"no space, and two", "data:x\n\ndata:  x\n\n", []seen{{"", "x"}, {"", " x"}}},
		{"comments and keep-alives", ": hi\n\n:\ndata: x\n: y\n\n:\n\n", []seen{{"", "x"}}},
		{"a byte-order mark", "\xef\xbb\xbfdata: x\n\n", []seen{{"", "x"}}},
		{"a second one is part of a field", "\xef\xbb\xbf\xef\xbb\xbfdata: x\n\n", nil},
		{"empty data that only carries an id", "id: 0\ndata:\n\nid: 1\ndata: x\n\n", []seen{{"", ""}, {"", "x"}}},
		{"an id alone", "id: 0\n\nid: 1\nretry: 3\n\n", nil},
		{"no blank line at the end", "data: x\n\ndata: y\n", []seen{{"", "x"}, {"", "y"}}},
		{"no line end at the end", "data: x\n\ndata: y", []seen{{"", "x"}, {"", "y"}}},
		{"names are case-sensitive", "Data: x\nDATA: y\n data: z\n\n", nil},
		{"blank lines", "\n\r\n\r\r\ndata: x\n\n\n\n", []seen{{"", "x"}}},
		{"colons in data", "data: a: b\n\n", []seen{{"", "a: b"}}},
		{"nothing", "", nil},
		{"a mark alone", "\xef\xbb\xbf", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := read(tc.body); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("Events(%q) = %q, want %q", tc.body, got, tc.want)
			}
		})
	}
}

func TestMessageFindsTheOneThatIsWanted(t *testing.T) {
	body := []byte("id: 0\ndata:\n\nevent: ping\ndata: ping\n\nevent: ping\ndata: {15}\n\nevent: message\ndata: {14}\n\ndata: {15}\n\ndata: {15} again\n\n")
	got := Message(body, func(data []byte) bool { return bytes.HasPrefix(data, []byte("{15}")) })
	if string(got) != "{15}" {
		t.Errorf("Message = %q, want {15}: not of a ping, not the later one", got)
	}
	if got := Message(body, func([]byte) bool { return false }); got != nil {
		t.Errorf("Message = %q where none is wanted", got)
	}
}

func TestDataOfOneLineIsNotCopied(t *testing.T) {
	body := []byte("data: x\n\n")
	for e := range Events(body) {
		if &e.Data[0] != &body[6] {
			t.Error("the data is a copy")
		}
	}
}

func TestWithData(t *testing.T) {
	for _, tc := range []struct{ name, raw, data, want string }{
		{"the rest stays", ": c\nid:1\ndata:old\nx\nevent: message\n\n", "new", ": c\nid:1\ndata: new\nx\nevent: message\n\n"},
		{"line ends stay", "data: old\r\n\r\n", "new", "data: new\r\n\r\n"},
		{"lines become one", "data: a\nid: 1\ndata: b\n\n", "c", "data: c\nid: 1\n\n"},
		{"lines of the new data", "data: a\r\r", "b\n\nc", "data: b\rdata: \rdata: c\r\r"},
		{"an event that breaks off", "data: a", "b\nc", "data: b\ndata: c"},
	} {
		e := parse([]byte(tc.raw))
		if got := string(e.WithData([]byte(tc.data))); got != tc.want {
			t.Errorf("%s: WithData = %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestAppendMessage(t *testing.T) {
	got := string(AppendMessage([]byte("x"), []byte("{\n}")))
	if want := "xevent: message\ndata: {\ndata: }\n\n"; got != want {
		t.Errorf("AppendMessage = %q, want %q", got, want)
	}
}

func TestTags(t *testing.T) {
	server := [4]byte{0x0a, 0xff, 0, 1}
	for _, own := range []string{"1", "a.b", "0aff0001.1", "é \x00"} {
		got, back, ok := Untag(Tag(server) + own)
		if got != server || back != own || !ok {
			t.Errorf("Untag of %q = %x, %q, %t", own, got, back, ok)
		}
	}
	for _, id := range []string{"", "1", "0aff0001", "0aff0001.", "0AFF0001.1", "0aff000g.1", "0aff00011", "0aff0001-1", "0aff001.11"} {
		if server, own, ok := Untag(id); ok || own != "" || server != [4]byte{} {
			t.Errorf("Untag(%q) = %x, %q, %t, want none", id, server, own, ok)
		}
	}
}

func TestLineEndIsTheFirstOfBoth(t *testing.T) {
	for n := range 40 {
		for _, filler := range []string{"a", "\x00", "\x0b", "\x0c", "\x0e", "\x8d", "\xff"} {
			text := strings.Repeat(filler, n)
			for _, end := range []string{"", "\r", "\n", "\r\n", "\n\r"} {
				for pos := range min(n, 9) + 1 {
					if got := lineEnd([]byte(text+end+"b"), pos); end != "" && got != n || end == "" && got != n+1 {
						t.Fatalf("lineEnd(%q, %d) = %d, want %d", text+end+"b", pos, got, n)
					}
				}
			}
		}
	}
}

// streams are what property tests cut everywhere and fuzzing begins with.
var streams = []string{
	"", "id: 1\ndata: x\n\n", "id:1\r\nid: 2\r\n\r\nid: 3\r\rid:  4\n\n", "\xef\xbb\xbfid: 1\n\xef\xbb\xbfid: 2\n\n", "\xef\xbbid: 1\n\xef\nid: 3\n",
	"id\nid:\nid: \nid:\r\nid: \r\nid:\rid: \r\n\n", "idx: 1\nxid: 2\nID: 3\n id: 4\n:id: 5\nid : 6\nid:: 7\n\n",
	"data: id: 1\ndata: {\"id\":2}\n\nevent: message\nid: a b c\ndata: y\n\n", "id: 1", "i", "id", "id:", "id: ", "\r\n\r\n", "\xef\xbb\xbf", "\xef\xbb\xbf\r\n",
	"data: a\r\n\r\ndata: b\r\n\r\nid: 1\r\n\r\n", "data: a\n\n: c\n\ndata: b\ndata: c\r\r\ndata: d", "data: drop\n\ndata: x\n\n",
}

// cuts calls check with every way to cut text in three, and with single bytes.
func cuts(text string, check func(chunks []string)) {
	for i := range len(text) + 1 {
		for j := i; j <= len(text); j++ {
			check([]string{text[:i], text[i:j], text[j:]})
		}
	}
	check(strings.Split(text, ""))
}

// prefixed is the slow way to put p in front of ids.
func prefixed(text, p string) string {
	var out strings.Builder
	at := 0
	for at < len(text) {
		end := at + strings.IndexAny(text[at:]+"\n", "\r\n")
		line := text[at:end]
		mark := ""
		if at == 0 && strings.HasPrefix(line, bom) {
			mark, line = bom, line[len(bom):]
		}
		value, isID := strings.CutPrefix(line, "id:")
		space := ""
		if isID && strings.HasPrefix(value, " ") {
			space, value = " ", value[1:]
		}
		if isID && value != "" {
			line = "id:" + space + p + value
		}
		out.WriteString(mark + line + text[end:min(end+1, len(text))])
		at = end + 1
	}
	return out.String()
}

func TestIDsOfAStreamGetThePrefixHoweverItIsCut(t *testing.T) {
	for _, text := range streams {
		want := prefixed(text, "P.")
		cuts(text, func(chunks []string) {
			e := NewIDs("P.")
			got := ""
			for _, chunk := range chunks {
				got += string(e.Edit([]byte(chunk)))
			}
			if got != want {
				t.Fatalf("%q becomes %q, want %q", chunks, got, want)
			}
		})
	}
}

func TestIDsHoldsNothingBack(t *testing.T) {
	e := NewIDs("P.")
	for _, step := range [][2]string{{"i", "i"}, {"d", "d"}, {":", ":"}, {" ", " "}, {"7", "P.7"}, {"8\n", "8\n"}, {"data: id: 1\n", "data: id: 1\n"}, {"", ""}} {
		if got := string(e.Edit([]byte(step[0]))); got != step[1] {
			t.Errorf("after %q the client has %q, want %q", step[0], got, step[1])
		}
	}
}

func TestAChunkThatDoesNotChangeIsTheSameSlice(t *testing.T) {
	chunk := []byte("data: {\"id\":1}\n\ndata: y\n\n")
	if got := NewIDs("P.").Edit(chunk); &got[0] != &chunk[0] || len(got) != len(chunk) {
		t.Error("IDs copies")
	}
	s := NewStream(func(*Event) []byte { return nil })
	if got := s.Edit(chunk, false); &got[0] != &chunk[0] || len(got) != len(chunk) {
		t.Errorf("Stream copies: %q", got)
	}
	if n := testing.AllocsPerRun(20, func() { NewIDs("P.").Edit(chunk) }); n > 1 {
		t.Errorf("IDs allocates %v times, want for itself alone", n)
	}
}

// shout is an edit that drops, replaces and leaves events.
func shout(e *Event) []byte {
	switch {
	case string(e.Data) == "drop":
		return []byte{}
	case bytes.HasPrefix(e.Data, []byte("b")):
		return e.WithData(bytes.ToUpper(append(e.Data, " edited\nb"...)))
	}
	return nil
}

func stream(chunks []string) string {
	s := NewStream(shout)
	got := ""
	for i, chunk := range chunks {
		got += string(s.Edit([]byte(chunk), i == len(chunks)-1))
	}
	return got
}

func TestEventsOfAStreamAreEditedHoweverItIsCut(t *testing.T) {
	for _, text := range append(streams, "data: b\r\n\r\ndata: b\r\rdata: b\n\ndata: b", "\xef\xbb\xbfdata: b\n\n", "\r\n\ndata: b\n\n") {
		want := stream([]string{text})
		if !strings.Contains(text, "data: b") && !strings.Contains(text, "drop") && want != text {
			t.Fatalf("%q becomes %q though nothing is to be edited", text, want)
		}
		cuts(text, func(chunks []string) {
			if got := stream(chunks); got != want {
				t.Fatalf("%q becomes %q, want %q", chunks, got, want)
			}
		})
	}
}

func TestAWholeEventIsNeverHeldBack(t *testing.T) {
	s := NewStream(shout)
	for _, step := range []struct{ in, out string }{
		{"data: b", ""}, {"\n", ""}, {"\n", "data: B EDITED\ndata: B\n\n"}, {"data: x\r\n\r", "data: x\r\n\r"}, {"\n", "\n"}, {"data: y\r\n\r\nda", "data: y\r\n\r\n"},
		{"ta: z\n\ndata", "data: z\n\n"}, {": drop\n\n:\n\n", ":\n\n"},
	} {
		if got := s.Edit([]byte(step.in), false); string(got) != step.out {
			t.Errorf("after %q the client has %q, want %q", step.in, got, step.out)
		}
	}
}

func TestAnEventThatIsTooLongPassesAsItIs(t *testing.T) {
	const events = "data: b\n\n"
	edited := stream([]string{events})
	for _, length := range []int{MaxEvent - 8, MaxEvent - 7, 3 * MaxEvent} {
		long := "data: b" + strings.Repeat("x", length-1)
		for _, blank := range []string{"\n\n", "\r\n\r\n", "\r\r"} {
			want := edited + long + blank + edited
			if length+len("data: ")+len(blank) <= MaxEvent {
				want = edited + stream([]string{long + blank}) + edited
			}
			for _, size := range []int{1000, 1 << 16, MaxEvent - 1, 4 * MaxEvent} {
				s := NewStream(shout)
				var got strings.Builder
				text := events + long + blank + events
				for at := 0; at < len(text); at += size {
					got.Write(s.Edit([]byte(text[at:min(at+size, len(text))]), false))
					if len(s.held) > MaxEvent {
						t.Fatalf("%d bytes are held", len(s.held))
					}
				}
				if got.String() != want {
					t.Errorf("an event of %d bytes, blank line %q, in pieces of %d does not pass as it is", length, blank, size)
				}
			}
		}
	}
}

func TestHoldingAnEventDoesNotReadItAgainAndAgain(t *testing.T) {
	s := NewStream(func(*Event) []byte { return nil })
	one := []byte("x")
	for range 300_000 { // quadratic work would take minutes
		if got := s.Edit(one, false); len(got) > 0 {
			t.Fatalf("%q", got)
		}
	}
}

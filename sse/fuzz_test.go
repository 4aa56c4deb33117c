package sse

import (
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// lines is the grammar's line, written another way than the package does.
var lines = regexp.MustCompile(`([^\r\n]*)(\r\n|\r|\n|\z)`)

// slow reads a body line by line, as the specification tells it.
func slow(body string) []seen {
	var all []seen
	var name string
	var data []string
	dispatch := func() {
		if data != nil {
			all = append(all, seen{name, strings.Join(data, "\n")})
		}
		name, data = "", nil
	}
	for _, m := range lines.FindAllStringSubmatch(strings.TrimPrefix(body, bom), -1) {
		field, value, _ := strings.Cut(m[1], ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case m[1] == "":
			dispatch()
		case field == "event":
			name = strings.TrimPrefix(value+"\x00", "message\x00")
			name = strings.TrimSuffix(name, "\x00")
		case field == "data":
			data = append(data, value)
		}
	}
	dispatch()
	return all
}

func FuzzEventsAreThoseOfTheSpecification(f *testing.F) {
	for _, text := range streams {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if got, want := read(body), slow(body); !reflect.DeepEqual(got, want) {
			t.Errorf("Events(%q) = %q, want %q", body, got, want)
		}
	})
}

func FuzzAnyChunkingGivesTheSameBytes(f *testing.F) {
	for i, text := range streams {
		f.Add(text, i, i+2)
	}
	f.Fuzz(func(t *testing.T, text string, i, j int) {
		i, j = max(0, min(i, len(text))), max(0, min(j, len(text)))
		chunks := []string{text[:min(i, j)], text[min(i, j):max(i, j)], text[max(i, j):]}
		ids := NewIDs("P.")
		got := ""
		for _, chunk := range chunks {
			got += string(ids.Edit([]byte(chunk)))
		}
		if want := prefixed(text, "P."); got != want {
			t.Errorf("IDs: %q becomes %q, want %q", chunks, got, want)
		}
		whole := stream([]string{text})
		if got := stream(chunks); got != whole {
			t.Errorf("Stream: %q becomes %q, whole %q", chunks, got, whole)
		}
	})
}

package sse

import (
	"strings"
	"testing"
)

func BenchmarkEdit(b *testing.B) {
	for name, text := range map[string]string{
		"ten events with ids": strings.Repeat("event: message\nid: 0123456789abcdef_1\ndata: "+strings.Repeat("x", 120)+"\n\n", 10),
		"ten without":         strings.Repeat("event: message\ndata: "+strings.Repeat("x", 150)+"\n\n", 10),
		"100 KB of data":      "data: " + strings.Repeat("x", 100<<10) + "\n\n",
	} {
		chunk := []byte(text)
		b.Run("ids/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(chunk)))
			b.ReportAllocs()
			for b.Loop() {
				NewIDs("0aff0001.").Edit(chunk)
			}
		})
		b.Run("events/"+name, func(b *testing.B) {
			b.SetBytes(int64(len(chunk)))
			b.ReportAllocs()
			for b.Loop() {
				NewStream(func(*Event) []byte { return nil }).Edit(chunk, true)
			}
		})
	}
}

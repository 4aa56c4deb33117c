package router

import (
	"strings"
	"testing"

	"mcp-router/config"
)

func BenchmarkRoute(b *testing.B) {
	r := New(config.Parse([]byte(readme)).Global)
	for _, size := range []struct {
		name string
		pad  int
	}{{"small", 0}, {"5KB", 5 << 10}, {"100KB", 100 << 10}} {
		req := post(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rest-amap-server/get-weather","arguments":{"location":"` + strings.Repeat("x", size.pad) + `"}}}`)
		b.Run(size.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(req.Body)))
			for b.Loop() {
				r.Route(req)
			}
		})
	}
}

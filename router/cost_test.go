package router

import (
	"runtime"
	"strings"
	"testing"

	"mcp-router/config"
	"mcp-router/test/worst"
)

// Whatever a client sends, a decision takes no more memory than its body and a
// few kilobytes: the VM would take it for good, and at its limit end all streams.
func TestNoBodyCostsMoreMemoryThanItself(t *testing.T) {
	const size = 1 << 20
	for _, policy := range []string{readme, strings.Replace(readme, "{", `{"unknownServer":"reject",`, 1)} {
		r := New(load(t, policy))
		for _, shape := range worst.Shapes {
			t.Run(shape.Name, func(t *testing.T) {
				req := post(shape.Body(size))
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				r.Route(req)
				runtime.ReadMemStats(&after)
				if n := after.TotalAlloc - before.TotalAlloc; n > size+64<<10 {
					t.Errorf("Route allocates %d bytes for a body of %d", n, len(req.Body))
				}
				if n := after.Mallocs - before.Mallocs; n > 200 {
					t.Errorf("Route allocates %d times", n)
				}
			})
		}
	}
}

// BenchmarkWorst shows which shape is the slowest.
func BenchmarkWorst(b *testing.B) {
	r := New(config.Parse([]byte(readme)).Global)
	for _, shape := range worst.Shapes {
		req := post(shape.Body(4 << 20))
		b.Run(shape.Name, func(b *testing.B) {
			b.SetBytes(int64(len(req.Body)))
			for b.Loop() {
				r.Route(req)
			}
		})
	}
}

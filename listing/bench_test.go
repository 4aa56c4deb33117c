package listing

import (
	"fmt"
	"strings"
	"testing"
)

// typical is a page of n tools of about 800 bytes, as real servers have them.
func typical(n int) []byte {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`{"name":"tool_%d","title":"Tool %d","description":"%s","inputSchema":{"type":"object","properties":{"path":{"type":"string","description":"%s"}},"required":["path"],"additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"},"annotations":{"readOnlyHint":true},"execution":{"taskSupport":"forbidden"}}`,
			i, i, strings.Repeat("d", 300), strings.Repeat("p", 100)))
	}
	return []byte(tools(all...))
}

func BenchmarkMerge(b *testing.B) {
	for _, servers := range []int{2, 20} {
		var names []string
		for i := range servers {
			names = append(names, fmt.Sprint("server-", i))
		}
		all, page := sources(names...), typical(20)
		b.Run(fmt.Sprintf("%d servers of 20 tools", servers), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(servers * len(page)))
			for b.Loop() {
				l := New(Tools, false, all)
				for i := range all {
					if _, err := l.Add(i, page); err != nil {
						b.Fatal(err)
					}
				}
				l.Merge().AppendResult(nil)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	store, c := newMemory(), NewCache("p", 30000)
	l := New(Tools, false, sources("a", "b"))
	for i := range 2 {
		if _, err := l.Add(i, typical(20)); err != nil {
			b.Fatal(err)
		}
	}
	c.Save(store, listKey("s"), l.Merge(), Generations{}, now)
	b.ReportAllocs()
	for b.Loop() {
		if c.Find(store, listKey("s")).TTL(now, c.Generations(store)) == 0 {
			b.Fatal("not fresh")
		}
	}
}

package session

import (
	"fmt"
	"strings"
	"testing"
)

func BenchmarkSeal(b *testing.B) {
	c, s := New("g", ttl, key(1)), example(5)
	b.ReportAllocs()
	for b.Loop() {
		c.Seal(s)
	}
}

func BenchmarkOpen(b *testing.B) {
	for _, servers := range []int{1, 5, 40} {
		s := example(servers)
		token, _ := New("g", ttl, key(1)).Seal(s)
		b.Run(fmt.Sprintf("%d servers, remembered", servers), func(b *testing.B) {
			c := New("g", ttl, key(1))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Open(token, s.Issued); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("%d servers, anew", servers), func(b *testing.B) {
			c := New("g", ttl, key(1))
			b.ReportAllocs()
			for b.Loop() {
				if c.open(token) == nil {
					b.Fatal("does not open")
				}
			}
		})
	}
}

// The dearest text that a client can make up, with as many keys as there can be.
func BenchmarkOpenHostile(b *testing.B) {
	var others []Key
	for i := range byte(15) {
		others = append(others, key(i+2))
	}
	c := New("g", ttl, key(1), others...)
	hostile, _ := c.Seal(example(100))
	hostile = hostile[:len(hostile)-8] + Token(strings.Repeat("A", 8))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Open(hostile, 0); err == nil {
			b.Fatal("opens")
		}
	}
}

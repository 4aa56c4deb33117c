package session

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzRoundTrip seals whatever servers and clients may send, every byte of it.
func FuzzRoundTrip(f *testing.F) {
	f.Add("g", "2025-11-25", []byte("{}"), "2025-06-18", "id", "", "\x00", int64(1), byte(3))
	f.Add("", "", []byte(nil), "v\xff", "~!\"\\,;=%", "a b", "id", int64(-1), byte(0))
	f.Add("g|1", "\x00", bytes.Repeat([]byte{0xff}, 1025), "2024-11-05", "\r\n", "é", "\x7f", int64(1<<62), byte(255))
	f.Fuzz(func(t *testing.T, name, version string, capabilities []byte, serverVersion, id1, id2, id3 string, issued int64, n byte) {
		s := &Session{Nonce: Nonce{n}, Issued: issued, Version: version, Capabilities: capabilities, Binding: Bind([]Value{{n > 9, id1}})}
		for i, id := range []string{id1, id2, id3} {
			for j := range n {
				s.Servers = append(s.Servers, Server{Hash{byte(i), j}, serverVersion, ServerID(id)})
			}
		}
		c := New(name, 1<<62, key(n))
		token, left := c.Seal(s)
		if len(token) > MaxToken || !Visible(string(token)) {
			t.Fatalf("Seal = %q, no header of at most %d characters", token, MaxToken)
		}
		got, err := c.Open(token, issued)
		if err != nil {
			t.Fatalf("Open(Seal(%+v)): %v", s, err)
		}
		want := *s
		want.Version = version[:min(len(version), MaxVersion)]
		if len(capabilities) > MaxCapabilities || len(capabilities) == 0 {
			want.Capabilities = nil
		}
		want.Servers = nil
		kept := map[Hash]bool{}
		for _, server := range got.Servers {
			kept[server.Hash] = true
		}
		for _, server := range s.Servers {
			if kept[server.Hash] {
				want.Servers = append(want.Servers, server)
			}
		}
		if !reflect.DeepEqual(*got, want) || len(got.Servers)+left != len(s.Servers) {
			t.Fatalf("Open = %+v, %d left out\nwant %+v", *got, left, want)
		}
	})
}

// FuzzOpenHostile opens texts that clients make up.
func FuzzOpenHostile(f *testing.F) {
	token, _ := New("g", ttl, key(1)).Seal(example(2))
	for _, seed := range []string{"", "A", string(token), string(token[:len(token)-1]), "AQ" + string(token[2:]), "\x00\xff", "\r\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := New("g", ttl, key(1), key(2))
		s, err := c.Open(Token(text), example(2).Issued)
		if (err == nil) != (text == string(token)) {
			t.Fatalf("Open(%q) = %+v, %v", text, s, err)
		}
	})
}

// FuzzParse reads fields that a key was stolen for: the worst of all clients.
func FuzzParse(f *testing.F) {
	fields, _ := example(2).fields(1000)
	f.Add(fields)
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{0xff}, 64))
	f.Add(bytes.Repeat([]byte{0}, 64))
	f.Fuzz(func(t *testing.T, fields []byte) {
		s := parse(fields, Nonce{})
		if s == nil {
			return
		}
		if len(s.Servers) > MaxServers || len(s.Version) > MaxVersion || len(s.Capabilities) > MaxCapabilities {
			t.Fatalf("parse(%q) = %+v, over its bounds", fields, s)
		}
		for _, server := range s.Servers {
			if len(server.ID) > MaxServerID || len(server.Version) > MaxVersion {
				t.Fatalf("parse(%q) has server %+v, over its bounds", fields, server)
			}
		}
	})
}

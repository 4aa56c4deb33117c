package session

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

const ttl = 1000

func key(i byte) Key { return Key{i, 31: 1} }

// uuid is a session id as most servers give them.
func uuid(i int) ServerID { return ServerID(fmt.Sprintf("%08x-1111-4222-8333-444455556666", i)) }

// example is a session with n servers.
func example(n int) *Session {
	s := &Session{
		Nonce: Nonce{1, 2, 3, byte(n)}, Issued: 1_790_000_000_000, Version: "2025-06-18",
		Capabilities: []byte(`{"roots":{"listChanged":true},"sampling":{},"elicitation":{}}`),
	}
	for i := range n {
		s.Servers = append(s.Servers, Server{Hash{byte(i), byte(i >> 8), 7}, "2025-11-25", uuid(i)})
	}
	return s
}

func mustSeal(t *testing.T, c *Codec, s *Session) Token {
	t.Helper()
	token, left := c.Seal(s)
	if left > 0 || len(token) > MaxToken || !Visible(string(token)) {
		t.Fatalf("Seal leaves out %d servers and gives %d characters: %q", left, len(token), token)
	}
	return token
}

func TestAMarkNamesOneServerOfOneSession(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range []*Session{{Nonce: Nonce{1}}, {Nonce: Nonce{2}}} {
		for _, server := range []Hash{{1}, {2}} {
			mark := s.Mark(server)
			if len(mark) != markLength || mark != s.Mark(server) || seen[mark] {
				t.Errorf("the mark of %v in %v is %q", server, s.Nonce, mark)
			}
			seen[mark] = true
		}
	}
}

func TestATokenOpensToWhatWasSealed(t *testing.T) {
	for name, s := range map[string]*Session{
		"nothing": {},
		"typical": example(3),
		"many":    example(90),
		"every field": {
			Nonce: Nonce{9}, Issued: 5, Version: "2024-10-07", Capabilities: bytes.Repeat([]byte{'x'}, MaxCapabilities), Binding: Bind([]Value{{true, "user"}}),
			Servers: []Server{
				{Hash{0xff}, "2026-07-28", ""}, {Hash{1}, "", "!~"}, {Hash{2}, strings.Repeat("v", MaxVersion), ServerID(strings.Repeat("~", MaxServerID))},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			token := mustSeal(t, New("g", ttl, key(1)), s)
			got, err := New("g", ttl, key(1)).Open(token, s.Issued)
			if err != nil || !reflect.DeepEqual(got, s) {
				t.Errorf("Open = %+v, %v\nwant %+v", got, err, s)
			}
		})
	}
}

func TestSizesOfTokens(t *testing.T) {
	s := func(n int) *Session {
		s := example(n)
		s.Capabilities = []byte("{}")
		return s
	}
	for n, most := range map[int]int{1: 125, 5: 350, 20: 1250, 100: 5750} {
		if token := mustSeal(t, New("g", ttl, key(1)), s(n)); len(token) > most {
			t.Errorf("%d servers take %d characters, want at most %d", n, len(token), most)
		}
	}
}

func TestServersThatDoNotFitAreLeftOutTheLongestFirst(t *testing.T) {
	s := example(0)
	for i := range 8 {
		s.Servers = append(s.Servers, Server{Hash{byte(i)}, "2025-11-25", ServerID(strings.Repeat("i", 1000-i%2*500))})
	}
	c := New("g", ttl, key(1))
	token, left := c.Seal(s)
	got, err := c.Open(token, s.Issued)
	if err != nil || left != 2 || len(token) > MaxToken || len(token) < MaxToken-1400 {
		t.Fatalf("Seal = %d characters, %d left out; Open: %v", len(token), left, err)
	}
	if want := append(s.Servers[1:2:2], s.Servers[3:]...); !reflect.DeepEqual(got.Servers, want) {
		t.Errorf("kept %.60v, want all but the first two long ones, in order", got.Servers)
	}
	if len(s.Servers) != 8 {
		t.Error("Seal changed the session")
	}
}

func TestServersWithIDsThatNoHeaderCarriesAreLeftOut(t *testing.T) {
	s := example(1)
	for _, id := range []ServerID{"a b", "é", "a\x00", "\x7f", "a\n", ServerID(strings.Repeat("i", MaxServerID+1))} {
		s.Servers = append(s.Servers, Server{Hash{9}, "2025-11-25", id})
	}
	s.Servers = append(s.Servers, Server{Hash{9}, strings.Repeat("v", MaxVersion+1), "id"})
	s.Capabilities = make([]byte, MaxCapabilities+1)
	c := New("g", ttl, key(1))
	token, left := c.Seal(s)
	got, err := c.Open(token, s.Issued)
	if err != nil || left != 7 || len(got.Servers) != 1 || got.Capabilities != nil {
		t.Errorf("left %d, Open = %+v, %v; want the good server alone and no capabilities", left, got, err)
	}
}

func TestServersOfATokenAreBounded(t *testing.T) {
	s := &Session{}
	for i := range MaxServers + 1 {
		s.Servers = append(s.Servers, Server{Hash: Hash{byte(i), byte(i >> 8)}, Version: "2025-11-25"})
	}
	c := New("g", ttl, key(1))
	token, left := c.Seal(s)
	if got, err := c.Open(token, 0); err != nil || left != 1 || len(got.Servers) != MaxServers {
		t.Errorf("left %d, Open: %v", left, err)
	}
}

func TestKeysRotate(t *testing.T) {
	old := New("g", ttl, key(1))
	token := mustSeal(t, old, example(2))
	now := example(2).Issued
	for name, tc := range map[string]struct {
		codec *Codec
		ok    bool
	}{
		"the new key first, the old one still there": {New("g", ttl, key(2), key(1)), true},
		"the old key gone":                           {New("g", ttl, key(2)), false},
		"a replica that does not seal with it yet":   {New("g", ttl, key(3), key(2), key(1)), true},
		"another gateway with the same key":          {New("h", ttl, key(1)), false},
		"a gateway whose name begins alike":          {New("g2", ttl, key(1)), false},
	} {
		if _, err := tc.codec.Open(token, now); (err == nil) != tc.ok || err != nil && !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: Open: %v, want it open: %t", name, err, tc.ok)
		}
	}
	if _, err := old.Open(mustSeal(t, New("g", ttl, key(2), key(1)), example(2)), now); err == nil {
		t.Error("the first key does not seal: the old one opens the token")
	}
}

// Eight keys or more may share a mark: each of those is tried.
func TestKeysWithTheSameMarkAllOpen(t *testing.T) {
	first, marks := key(0), New("g", ttl, key(0)).keys[0].mark
	for i := 1; ; i++ {
		second := Key{byte(i), byte(i >> 8), 31: 2}
		if setUp(second).mark != marks {
			continue
		}
		token := mustSeal(t, New("g", ttl, second), example(1))
		if _, err := New("g", ttl, first, second).Open(token, example(1).Issued); err != nil {
			t.Errorf("the second key of one mark does not open: %v", err)
		}
		return
	}
}

func TestSessionsEnd(t *testing.T) {
	s := example(1)
	c := New("g", ttl, key(1))
	token := mustSeal(t, c, s)
	for _, tc := range []struct {
		now int64
		ok  bool
	}{
		{s.Issued, true}, {s.Issued + ttl, true}, {s.Issued + ttl + 1, false}, {s.Issued - 100*ttl, true}, {s.Issued, true},
	} {
		if _, err := c.Open(token, tc.now); (err == nil) != tc.ok {
			t.Errorf("%d ms after the start: %v, want it open: %t", tc.now-s.Issued, err, tc.ok)
		}
	}
}

// No change of any character, and no cut, leaves a token that opens.
func TestATokenIsWhole(t *testing.T) {
	c := New("g", ttl, key(1))
	s := example(2)
	token := mustSeal(t, c, s)
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=\r\n \x00\xff"
	bad := []Token{"", "A", token + "A", token + "=", token + "\n", "\n" + token, token[:20] + "\r\n" + token[20:], token + token, Token(strings.Repeat("A", MaxToken)), Token(strings.Repeat("A", MaxToken+1))}
	for i := range token {
		bad = append(bad, token[:i], token[i+1:])
		for _, letter := range []byte(letters) {
			if letter != token[i] {
				bad = append(bad, token[:i]+Token([]byte{letter})+token[i+1:])
			}
		}
	}
	for _, broken := range bad {
		if got, err := c.Open(broken, s.Issued); err == nil {
			t.Fatalf("%q opens to %+v", broken, got)
		}
	}
	if _, err := c.Open(token, s.Issued); err != nil {
		t.Errorf("after all that the token itself does not open: %v", err)
	}
}

// The same bytes in another alphabet are another header, not the same session.
func TestATokenHasOneSpelling(t *testing.T) {
	c := New("g", ttl, key(1))
	s := example(3)
	for i := range 50 {
		s.Nonce[0] = byte(i)
		token := mustSeal(t, c, s)
		raw, err := base64.RawURLEncoding.DecodeString(string(token))
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding} {
			if text := Token(other.EncodeToString(raw)); text != token {
				if _, err := c.Open(text, s.Issued); err == nil {
					t.Fatalf("%q opens too", text)
				}
			}
		}
	}
}

// The last letter of a token may have bits to spare: they are no other token.
func TestATokenHasNoBitsToSpare(t *testing.T) {
	c := New("g", ttl, key(1))
	s := example(1)
	for size := range 3 {
		s.Capabilities = make([]byte, size+1)
		token := mustSeal(t, c, s)
		for _, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
			text := token[:len(token)-1] + Token(letter)
			if _, err := c.Open(text, s.Issued); (err == nil) != (text == token) {
				t.Errorf("%q opens: %t", text, err == nil)
			}
		}
	}
}

func TestBindings(t *testing.T) {
	alice, bob := Bind([]Value{{true, "alice"}}), Bind([]Value{{true, "bob"}})
	s := &Session{Binding: alice}
	if !s.Bound(alice) || s.Bound(bob) || s.Bound(Binding{}) || (&Session{}).Bound(alice) || !(&Session{}).Bound(Bind(nil)) {
		t.Error("a session belongs to whom it is bound to, and to nobody else")
	}
	all := map[Binding]string{}
	for name, values := range map[string][]Value{
		"absent": {{}}, "empty": {{true, ""}}, "two absent": {{}, {}}, "ab, c": {{true, "ab"}, {true, "c"}}, "a, bc": {{true, "a"}, {true, "bc"}},
		"abc, absent": {{true, "abc"}, {}}, "absent, abc": {{}, {true, "abc"}}, "none": nil,
	} {
		b := Bind(values)
		if other, twice := all[b]; twice {
			t.Errorf("%s binds as %s does", name, other)
		}
		all[b] = name
	}
}

func TestTheCacheIsBoundedAndKeepsTokensApart(t *testing.T) {
	c := New("g", ttl, key(1))
	var tokens []Token
	for i := range 4 * slots {
		s := example(1)
		s.Nonce = Nonce{byte(i), byte(i >> 8)}
		s.Servers[0].ID = uuid(i)
		tokens = append(tokens, mustSeal(t, c, s))
	}
	for range 2 {
		for i, token := range tokens {
			if s, err := c.Open(token, example(1).Issued); err != nil || s.Servers[0].ID != uuid(i) {
				t.Fatalf("token %d opens to %+v, %v", i, s, err)
			}
		}
	}
	used := 0
	for i := range c.opened {
		if c.opened[i].session != nil {
			used++
		}
	}
	if used < slots/2 {
		t.Errorf("%d tokens use %d of %d slots", len(tokens), used, slots)
	}
}

func TestTheCacheDoesNotKeepTheRequestsMemory(t *testing.T) {
	c := New("g", ttl, key(1))
	s := example(1)
	token := mustSeal(t, c, s)
	request := []byte(token)
	if _, err := c.Open(Token(unsafe.String(&request[0], len(request))), s.Issued); err != nil {
		t.Fatal(err)
	}
	for i := range request { // as the next request does
		request[i] = 'A'
	}
	if kept := c.opened[place(token)].token; kept != token {
		t.Errorf("the cache keeps %q", kept)
	}
	if got := testing.AllocsPerRun(100, func() { _, _ = c.Open(token, s.Issued) }); got > 0 {
		t.Errorf("a token that is remembered costs %v allocations", got)
	}
}

func TestFind(t *testing.T) {
	s := example(3)
	if got, ok := s.Find(s.Servers[2].Hash); !ok || got != s.Servers[2] {
		t.Errorf("Find = %+v, %t", got, ok)
	}
	if _, ok := s.Find(Hash{0xaa}); ok {
		t.Error("Find finds a server that the session does not have")
	}
}

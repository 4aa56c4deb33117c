package rules

import "testing"

func TestHostFoldsWhatHostsDoNotDifferBy(t *testing.T) {
	for authority, want := range map[string]string{
		"partner.example.com":       "partner.example.com",
		"Partner.EXAMPLE.com":       "partner.example.com",
		"partner.example.com:8080":  "partner.example.com",
		"partner.example.com:":      "partner.example.com",
		"partner.example.com.":      "partner.example.com",
		"partner.example.com.:8080": "partner.example.com",
		"svc_a.consul":              "svc_a.consul",
		"127.0.0.1:80":              "127.0.0.1",
		"[::1]":                     "[::1]",
		"[::1]:80":                  "[::1]",
		"[0:0::0001]:80":            "[::1]",
		"[2001:DB8::A]":             "[2001:db8::a]",
	} {
		if host, ok := Host(authority); host != want || !ok {
			t.Errorf("Host(%q) = %q, %t, want %q", authority, host, ok, want)
		}
	}
}

// Envoy lets all of these through (1.40.0, over HTTP/1.1).
func TestHostRefusesWhatAnotherReaderMayTakeForAHost(t *testing.T) {
	for _, authority := range []string{
		"", ":80", ".", "partner.example.com:abc", "partner.example.com:80.", "[::1]:x", "partner.example.com..", "partner.example.com:80:80", "p%61rtner.example.com", "partner.example.com%00",
		"user@partner.example.com", "partner.example.com,other.example.com", "partner.example.com;", "*", "a*b", "::1",
		"[::1", "[::1]x", "[]", "[fe80::1%25eth0]", "[::ffff:1.2.3.4]x", "[1.2.3.4]", "ｐartner.example.com", "a b",
	} {
		if host, ok := Host(authority); ok {
			t.Errorf("Host(%q) = %q, want none", authority, host)
		}
	}
}

func FuzzHostIsFoldedOnce(f *testing.F) {
	for _, seed := range []string{"A.example.com.:80", "[0:0::1]:80", "a:b:c", "%41", ".a", "a..b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, authority string) {
		host, ok := Host(authority)
		if !ok {
			return
		}
		for _, spelling := range []string{host, host + ".", host + ":443"} {
			if host[0] == '[' && spelling == host+"." {
				continue
			}
			if again, ok := Host(spelling); again != host || !ok {
				t.Errorf("Host(%q) = %q, but Host(%q) = %q, %t", authority, host, spelling, again, ok)
			}
		}
	})
}

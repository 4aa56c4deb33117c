package mcp

import "testing"

func TestMethodRows(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range methods {
		if seen[row.Name] {
			t.Errorf("%s is listed twice", row.Name)
		}
		seen[row.Name] = true
		if row.Eras&Both == 0 {
			t.Errorf("%s is in no era", row.Name)
		}
		if (row.Kind == Routed) != (row.Member != "") {
			t.Errorf("%s: a routed method has a member, and no other: %+v", row.Name, row)
		}
		if row.Mirrored && !row.Eras.Has(Stateless) {
			t.Errorf("%s: only stateless requests have the header that mirrors the member", row.Name)
		}
	}
}

func TestMethodOf(t *testing.T) {
	if got, want := *MethodOf("resources/read"), (Method{Name: "resources/read", Eras: Both, Kind: Routed, Member: "uri", Mirrored: true}); got != want {
		t.Errorf("MethodOf = %+v, want %+v", got, want)
	}
	for _, name := range []string{"", "tools", "Tools/Call", "tasks/get"} {
		if row := MethodOf(name); row != nil {
			t.Errorf("MethodOf(%q) = %+v, want none", name, row)
		}
	}
}

func TestNegotiate(t *testing.T) {
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2027-01-01": "2025-11-25", "2026-07-28": "2025-11-25", "2024-10-07": "2025-11-25", "": "2025-11-25", "1.0.0": "2025-11-25",
	} {
		if got := Negotiate(asked); got != want {
			t.Errorf("Negotiate(%q) = %q, want %q", asked, got, want)
		}
	}
	if IsSessionRevision("2026-07-28") || !IsSessionRevision("2025-06-18") {
		t.Error("only revisions before 2026-07-28 have sessions")
	}
}

func TestEras(t *testing.T) {
	if !Both.Has(Session) || !Both.Has(Stateless) || Session.Has(Stateless) {
		t.Error("Both has both, each has itself alone")
	}
}

func TestTheVersionHeaderCameWithItsRevision(t *testing.T) {
	for version, want := range map[string]bool{"": false, "2024-11-05": false, "2025-03-26": false, "2025-06-18": true, "2025-11-25": true} {
		if got := HasVersionHeader(version); got != want {
			t.Errorf("HasVersionHeader(%q) = %v, want %v", version, got, want)
		}
	}
}

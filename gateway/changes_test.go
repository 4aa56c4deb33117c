package gateway

import "testing"

func TestListChangesAreSeenWhereverTheStreamIsCut(t *testing.T) {
	text := `data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n\n"
	for size := 1; size <= len(text); size++ {
		var c changes
		found := 0
		for at := 0; at < len(text); at += size {
			if c.in([]byte(text[at:min(at+size, len(text))])) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("cut every %d bytes: seen %d times, want once", size, found)
		}
	}
	var c changes
	if c.in([]byte("data: list_change")) || c.in([]byte("/list_chang")) || c.in(nil) || c.in([]byte("_ed")) {
		t.Error("seen where there is none")
	}
}

package gateway

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mcp-router/session"
)

func nonce(n byte) session.Nonce { return session.Nonce{0, 7, n} }

func part(n byte, id string) session.Server {
	return session.Server{Hash: session.Hash{n}, Version: "2025-11-25", ID: session.ServerID(id)}
}

func TestNotes(t *testing.T) {
	table := notes{newFakeWorld()}
	if got := table.load(nonce(1)); !reflect.DeepEqual(got, note{}) {
		t.Errorf("an unknown session has the note %+v", got)
	}
	table.opened(nonce(1), part(1, "one"))
	table.opened(nonce(2), part(1, "of another session"))
	table.opened(nonce(1), part(2, ""))
	table.lost(nonce(1), part(1, "not this one"))
	want := note{servers: []noted{{Server: part(1, "one")}, {Server: part(2, "")}}}
	if got := table.load(nonce(1)); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	table.lost(nonce(1), part(1, "one"))
	got := table.load(nonce(1))
	if _, lost, ok := got.find(session.Hash{1}); !lost || !ok {
		t.Errorf("a lost part: %+v", got)
	}
	table.end(nonce(1))
	if got := table.load(nonce(1)); !got.ended {
		t.Errorf("an ended session: %+v", got)
	}
	if got := table.load(nonce(2)); len(got.servers) != 1 || got.ended {
		t.Errorf("the other session: %+v", got)
	}
}

func TestTheFirstOfTwoThatOpenAServerWins(t *testing.T) {
	table := notes{newFakeWorld()}
	if got := table.opened(nonce(1), part(1, "first")); got.ID != "first" {
		t.Errorf("the first uses %q", got.ID)
	}
	if got := table.opened(nonce(1), part(1, "second")); got.ID != "first" {
		t.Errorf("the second uses %q, want the first one's", got.ID)
	}
	table.lost(nonce(1), part(1, "first"))
	if got := table.opened(nonce(1), part(1, "third")); got.ID != "third" {
		t.Errorf("after a loss %q is used, want the new one", got.ID)
	}
}

func TestNotesOutlastOtherWorkersWrites(t *testing.T) {
	world := newFakeWorld()
	table := notes{world}
	world.refusals = 3
	table.end(nonce(1))
	if !table.load(nonce(1)).ended {
		t.Error("the note was given up although the fourth attempt would do")
	}
	world.refusals = 4
	table.end(nonce(2))
	if table.load(nonce(2)).ended {
		t.Error("a note was written although every attempt failed")
	}
}

// Whatever is noted, the table stays within its bounds, and what was noted last
// is there.
func TestTheTableOfNotesIsBounded(t *testing.T) {
	world := newFakeWorld()
	table := notes{world}
	for n := range 100 {
		for server := range 12 {
			table.opened(session.Nonce{byte(n % 2), 7, byte(n)}, part(byte(server), strings.Repeat("x", session.MaxServerID)))
		}
	}
	for key, value := range world.values {
		if len(value) > maxPlaceBytes {
			t.Errorf("%s has %d bytes, want at most %d", key, len(value), maxPlaceBytes)
		}
	}
	if len(world.values) != 2 {
		t.Errorf("%d places, want 2", len(world.values))
	}
	last := table.load(session.Nonce{1, 7, 99})
	if _, _, ok := last.find(session.Hash{11}); !ok || len(last.servers) < 6 {
		t.Errorf("the last note has %d servers, want at least 6 and the last one", len(last.servers))
	}
}

func TestThePlacesAreFew(t *testing.T) {
	keys := map[string]bool{}
	for n := range 1 << 16 {
		keys[notes{}.key(session.Nonce{byte(n >> 8), byte(n)})] = true
	}
	if len(keys) != notePlaces {
		t.Errorf("%d places, want %d", len(keys), notePlaces)
	}
}

func FuzzNotes(f *testing.F) {
	var n note
	n.set(noted{Server: part(1, "id"), lost: true})
	n.ended = true
	f.Add(appendRecord(nil, nonce(1), &n))
	f.Add(appendRecord(appendRecord(nil, nonce(1), &n), nonce(2), &note{}))
	f.Add([]byte{0, 3, 1, 2, 3})
	f.Fuzz(func(t *testing.T, place []byte) {
		record, others := cutRecord(place, nonce(1))
		n := parseNote(record)
		written := appendRecord(others, nonce(1), &n)
		if !isPlace(others) {
			return // what another version wrote may hide it
		}
		record, _ = cutRecord(written, nonce(1))
		if got := parseNote(record); fmt.Sprint(got) != fmt.Sprint(n) {
			t.Fatalf("wrote %+v, read %+v", n, got)
		}
	})
}

// isPlace reports whether a place is whole records, and none is of the session
// that the fuzz test looks for.
func isPlace(place []byte) bool {
	for len(place) > 0 {
		if len(place) < recordHead {
			return false
		}
		size := 2 + int(binary.BigEndian.Uint16(place))
		if size < recordHead || size > len(place) || session.Nonce(place[2:recordHead]) == nonce(1) {
			return false
		}
		place = place[size:]
	}
	return true
}

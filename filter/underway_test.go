package filter

import (
	"testing"

	"mcp-router/exchange"
)

func TestPlacesForCallsAreGivenBackOnceAndInTime(t *testing.T) {
	var u underWay
	var tickets []uint64
	for i := range exchange.MaxUnderWay {
		ticket, ok := u.start(int64(i), 100)
		if !ok {
			t.Fatalf("call %d found no place", i)
		}
		tickets = append(tickets, ticket)
	}
	if _, ok := u.start(100, 100); ok {
		t.Error("one call more found a place at the first one's deadline, want it to wait until that has passed")
	}
	u.end(tickets[7])
	u.end(tickets[7])
	if _, ok := u.start(100, 100); !ok {
		t.Error("no place for a call after one has ended")
	}
	if _, ok := u.start(100, 100); ok {
		t.Error("a place that was given back twice was taken twice")
	}
	for i := range 3 {
		if _, ok := u.start(103, 100); !ok {
			t.Errorf("no place after three deadlines, at call %d", i)
		}
	}
	if _, ok := u.start(103, 100); ok {
		t.Error("a place before the fourth deadline has passed")
	}
	u.end(tickets[0]) // its time had come before its answer
	if _, ok := u.start(103, 100); ok {
		t.Error("a place that was freed by time was freed again by its answer")
	}
}

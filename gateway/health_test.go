package gateway

import (
	"testing"

	"mcp-router/config"
)

func healthOf(t *testing.T, world World) *health {
	t.Helper()
	doc := config.Parse([]byte(`{"gateway":{},"servers":[{"name":"a","path":"/a","cluster":"a"},{"name":"b","path":"/b","cluster":"b"}]}`))
	if len(doc.Problems) > 0 {
		t.Fatal(doc.Problems)
	}
	return New(doc.Global, world).health
}

func TestAServerThatDoesNotAnswerIsLeftOutLongerAndLonger(t *testing.T) {
	world := newFakeWorld()
	h := healthOf(t, world)
	for i, want := range []int64{10, 20, 40, 60, 60} {
		h.failed(1)
		known, _ := h.load()
		if got := (known[1].skipUntil - world.now) / 1000; got != want {
			t.Errorf("after failure %d it is left out for %d s, want %d", i+1, got, want)
		}
		if known[0].skipUntil != 0 {
			t.Errorf("the other server is left out too")
		}
		// Others that waited for it at the same time change nothing.
		h.failed(1)
		if again, _ := h.load(); again[1] != known[1] {
			t.Errorf("a failure at the same time counts: %+v, was %+v", again[1], known[1])
		}
		world.now = known[1].skipUntil
	}
	h.answered(1)
	h.failed(1)
	if known, _ := h.load(); known[1].skipUntil-world.now != firstSkip {
		t.Errorf("after an answer it is left out for %d ms, want %d", known[1].skipUntil-world.now, firstSkip)
	}
}

func TestAllWorkersKnowWhoIsLeftOut(t *testing.T) {
	world := newFakeWorld()
	first, second := healthOf(t, world), healthOf(t, world)
	first.failed(0)
	if known, _ := second.load(); known[0].skipUntil == 0 {
		t.Error("another worker does not know")
	}
	second.answered(0)
	if known, _ := first.load(); known[0].skipUntil != 0 {
		t.Error("an answer in another worker does not end it")
	}
}

// An answer costs no look into shared memory as long as nobody is left out.
func TestAnswersAreCheap(t *testing.T) {
	world := newFakeWorld()
	h := healthOf(t, world)
	h.load()
	h.world = nil
	h.answered(0)
}

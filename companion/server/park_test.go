package server

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/companion/provider"
)

// asking parks a call that asks once and returns the action it was answered
// with.
func asking(t *testing.T) *parkedCall {
	t.Helper()
	return park(t.Context(), func(ctx context.Context, a provider.Answerer) (json.RawMessage, error) {
		r, err := a.Elicit(ctx, &mcp.ElicitParams{Message: "sure?"})
		if err != nil {
			return nil, err
		}
		return json.Marshal(r.Action)
	})
}

func mustAsk(t *testing.T, p *parkedCall) *question {
	t.Helper()
	q, raw, err := p.wait(t.Context())
	if q == nil || err != nil {
		t.Fatalf("no question but %s, %v", raw, err)
	}
	return q
}

func TestParkedCallGoesOnWithItsAnswer(t *testing.T) {
	p := asking(t)
	q := mustAsk(t, p)
	if given, err := p.answer(mcp.InputResponseMap{"another": &mcp.ElicitResult{}}); given || err != nil {
		t.Errorf("another key's answer: %v, %v", given, err)
	}
	if _, err := p.answer(mcp.InputResponseMap{q.key: &mcp.ListRootsResult{}}); !errors.Is(err, errAnswerType) {
		t.Errorf("an answer of another kind: %v", err)
	}
	if given, err := p.answer(mcp.InputResponseMap{q.key: &mcp.ElicitResult{Action: "accept"}}); !given || err != nil {
		t.Fatalf("the answer: %v, %v", given, err)
	}
	if q, raw, err := p.wait(t.Context()); q != nil || string(raw) != `"accept"` || err != nil {
		t.Errorf("got %v, %s, %v", q, raw, err)
	}
}

func TestParkedCallEndsWithItsClient(t *testing.T) {
	p := park(t.Context(), func(ctx context.Context, _ provider.Answerer) (json.RawMessage, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, _, err := p.wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	<-p.done
}

// Another question takes the place of the one that has waited longest.
func TestParkingLotGivesTheOldestUp(t *testing.T) {
	lot := newParkingLot(time.Hour)
	var first, last *parkedCall
	for i := range maxParked + 1 {
		last = asking(t)
		mustAsk(t, last)
		lot.keep(last)
		if i == 0 {
			first = last
		}
	}
	<-first.done
	if !errors.Is(first.err, context.Canceled) || lot.take(first.id) != nil || lot.take(last.id) != last || len(lot.parked) != maxParked-1 {
		t.Errorf("the oldest ended with %v, %d are kept", first.err, len(lot.parked))
	}
}

func TestParkedCallThatIsNotFetchedIsCancelled(t *testing.T) {
	p := asking(t)
	mustAsk(t, p)
	lot := newParkingLot(time.Millisecond)
	lot.keep(p)
	<-p.done
	if !errors.Is(p.err, context.Canceled) || lot.take(p.id) != nil {
		t.Errorf("error %v", p.err)
	}
}

func TestParkedCallIsFetchedOnce(t *testing.T) {
	lot := newParkingLot(time.Hour)
	p := asking(t)
	mustAsk(t, p)
	lot.keep(p)
	if first, second := lot.take(p.id), lot.take(p.id); first != p || second != nil {
		t.Errorf("fetched %v, then %v", first, second)
	}
}

package azd

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"
)

// scripted answers list calls in turn, each when the test lets it.
type scripted struct {
	asked  chan struct{}
	answer chan answered
}

type answered struct {
	list []Extension
	err  error
}

func newScripted() *scripted {
	return &scripted{asked: make(chan struct{}, 16), answer: make(chan answered, 16)}
}

func (s *scripted) list(ctx context.Context) ([]Extension, error) {
	s.asked <- struct{}{}
	select {
	case a := <-s.answer:
		return a.list, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var (
	good     = []Extension{{ID: "mcp.a"}}
	errLists = errors.New("no sources")
)

func TestListingAfterEachAnswer(t *testing.T) {
	tests := []struct {
		name    string
		answers []answered
		want    Listing
	}{
		{"a good list", []answered{{list: good}}, Listing{Extensions: good, Seq: 1}},
		{"nothing at first", []answered{{}}, Listing{Seq: 1}},
		{"a failure at first", []answered{{err: errLists}}, Listing{Seq: 1, Err: errLists}},
		{"nothing after a good list", []answered{{list: good}, {}}, Listing{Extensions: good, Seq: 2, Stale: true}},
		{"a failure after a good list", []answered{{list: good}, {err: errLists}}, Listing{Extensions: good, Seq: 2, Err: errLists, Stale: true}},
		{"good again", []answered{{list: good}, {err: errLists}, {list: good}}, Listing{Extensions: good, Seq: 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScripted()
			d := NewDiscovery(t.Context(), s.list, time.Hour)
			for _, a := range tt.answers {
				s.answer <- a
				<-d.Refresh()
			}
			if got := d.Last(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func TestFreshAsksOnlyWhenTheListIsOld(t *testing.T) {
	tests := []struct {
		name    string
		ttl     time.Duration
		missing bool
		asks    int
	}{
		{"young", time.Hour, false, 1},
		{"young, something missing, asked just now", time.Hour, true, 1},
		{"old", 0, false, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newScripted()
			s.answer <- answered{list: good}
			s.answer <- answered{list: good}
			d := NewDiscovery(t.Context(), s.list, tt.ttl)
			d.Fresh(t.Context(), false)
			d.Fresh(t.Context(), tt.missing)
			if got := len(s.asked); got != tt.asks {
				t.Errorf("asked %d times, want %d", got, tt.asks)
			}
		})
	}
}

func TestFirstListIsWaitedForOnce(t *testing.T) {
	s := newScripted()
	d := NewDiscovery(t.Context(), s.list, time.Hour)
	got := make(chan Listing)
	for range 3 {
		go func() { got <- d.Fresh(t.Context(), false) }()
	}
	<-s.asked
	s.answer <- answered{list: good}
	for range 3 {
		if l := <-got; !reflect.DeepEqual(l.Extensions, good) {
			t.Errorf("got %+v", l)
		}
	}
	if len(s.asked) != 0 {
		t.Error("asked more than once")
	}
}

func TestLaterListIsWaitedForAMoment(t *testing.T) {
	s := newScripted()
	s.answer <- answered{list: good}
	d := NewDiscovery(t.Context(), s.list, 0)
	d.Fresh(t.Context(), false)
	if l := d.Fresh(t.Context(), false); !reflect.DeepEqual(l, Listing{Extensions: good, Seq: 1}) {
		t.Errorf("while azd hangs: %+v", l)
	}
}

package server

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

// clock is a time that the test sets.
type clock struct{ now time.Time }

func (c *clock) read() time.Time { return c.now }

func TestSealedStateComesBack(t *testing.T) {
	s, err := newSealer(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	want := callState{Answers: []string{"storage", "{}"}, Inner: "AbC==", Parked: "p"}
	text, err := s.seal(want, "azure", []byte(`{"intent":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	got, ours, err := s.open(text, "azure", []byte(` { "intent" : "x" } `))
	if !reflect.DeepEqual(got, want) || !ours || err != nil {
		t.Errorf("got %+v, %v, %v", got, ours, err)
	}
}

func TestStatesThatAreRefused(t *testing.T) {
	c := &clock{time.Now()}
	s, err := newSealer(c.read)
	if err != nil {
		t.Fatal(err)
	}
	other, err := newSealer(c.read)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(s *sealer) string {
		text, err := s.seal(callState{Parked: "p"}, "azure", []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	text := seal(s)
	tests := []struct {
		name, state, tool, arguments string
		later                        time.Duration
		ours                         bool
		err                          error
	}{
		{"as it was", text, "azure", `{}`, stateTTL, true, nil},
		{"too late", text, "azure", `{}`, stateTTL + 2*time.Second, true, errState},
		{"another tool", text, "other", `{}`, 0, true, errState},
		{"other arguments", text, "azure", `{"a":1}`, 0, true, errState},
		{"another process's key", seal(other), "azure", `{}`, 0, true, errState},
		{"not base64", statePrefix + "!", "azure", `{}`, 0, true, errState},
		{"too short", statePrefix + "AAAA", "azure", `{}`, 0, true, errState},
		{"a provider's own", "AbC==", "azure", `{}`, 0, false, nil},
		{"none", "", "azure", `{}`, 0, false, nil},
	}
	start := c.now
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c.now = start.Add(tt.later)
			if _, ours, err := s.open(tt.state, tt.tool, []byte(tt.arguments)); ours != tt.ours || !errors.Is(err, tt.err) {
				t.Errorf("ours %v, error %v; want %v, %v", ours, err, tt.ours, tt.err)
			}
		})
	}
}

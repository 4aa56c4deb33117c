package provider

import (
	"context"
	"sync"
)

// stages tells several listeners what a long operation is doing. A listener
// that comes late hears the present stage first.
type stages struct {
	mu        sync.Mutex
	present   string
	listeners map[int]func(string)
	next      int
}

// say announces a stage.
func (s *stages) say(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.present = text
	for _, listen := range s.listeners {
		listen(text)
	}
}

// join adds a listener, nil for none, and returns what removes it.
func (s *stages) join(listen func(string)) (leave func()) {
	if listen == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listeners == nil {
		s.listeners = map[int]func(string){}
	}
	id := s.next
	s.next++
	s.listeners[id] = listen
	if s.present != "" {
		listen(s.present)
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.listeners, id)
	}
}

// shared is one operation that several callers wait for. It goes on when a
// caller leaves: the next one finds its result.
type shared[T any] struct {
	stages stages
	done   chan struct{} // closed when value and err are set
	value  T
	err    error
}

// share starts run.
func share[T any](run func(stage func(string)) (T, error)) *shared[T] {
	f := &shared[T]{done: make(chan struct{})}
	go func() {
		defer close(f.done)
		f.value, f.err = run(f.stages.say)
	}()
	return f
}

// wait returns the operation's result, or why ctx ended when the caller leaves
// first.
func (f *shared[T]) wait(ctx context.Context, listen func(string)) (T, error) {
	select {
	case <-f.done:
		return f.value, f.err
	default:
	}
	defer f.stages.join(listen)()
	select {
	case <-f.done:
		return f.value, f.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

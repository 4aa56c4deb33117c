package touched

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Function is one function of the module that a call ran.
type Function struct {
	Name string
	// Bytes is the size of its body in the module.
	Bytes int
	// Calls is how often it was called.
	Calls int
}

// Count is what one phase, or all of them, touched.
type Count struct{ Functions, Calls, Bytes int }

// Report is what one request touched.
type Report struct {
	Phases    [len(phases)]Count
	Total     Count
	Functions []Function // the largest first
}

// phases are the callbacks of a request, in their order. A host calls those of the
// reply, and log, only if the module's list of capabilities has them.
var phases = [...]string{"context", "headers", "body", "reply headers", "reply body", "log", "delete"}

// String is a table of the phases and, below it, of the functions.
func (r Report) String() string {
	var out strings.Builder
	for i, phase := range phases {
		if r.Phases[i].Calls == 0 {
			continue
		}
		fmt.Fprintf(&out, "%-13s %4d functions %4d calls %7d bytes\n", phase, r.Phases[i].Functions, r.Phases[i].Calls, r.Phases[i].Bytes)
	}
	fmt.Fprintf(&out, "%-13s %4d functions %4d calls %7d bytes\n", "all", r.Total.Functions, r.Total.Calls, r.Total.Bytes)
	for _, f := range r.Functions {
		fmt.Fprintf(&out, "%7d bytes %4d calls  %s\n", f.Bytes, f.Calls, f.Name)
	}
	return out.String()
}

// listener counts the calls of each function, by phase, while it is on.
type listener struct {
	on    bool
	phase int
	calls map[uint32]*[len(phases)]int
	names map[uint32]string
}

func newListener() *listener {
	return &listener{calls: map[uint32]*[len(phases)]int{}, names: map[uint32]string{}}
}

// NewFunctionListener makes the listener hear every function.
func (l *listener) NewFunctionListener(api.FunctionDefinition) experimental.FunctionListener {
	return l
}

// Before counts a call.
func (l *listener) Before(_ context.Context, _ api.Module, def api.FunctionDefinition, _ []uint64, _ experimental.StackIterator) {
	if !l.on || def.ModuleName() == hostModule {
		return
	}
	i := def.Index()
	if l.calls[i] == nil {
		l.calls[i], l.names[i] = new([len(phases)]int), def.DebugName()
	}
	l.calls[i][l.phase]++
}

// After has nothing to count.
func (l *listener) After(context.Context, api.Module, api.FunctionDefinition, []uint64) {}

// Abort has nothing to count.
func (l *listener) Abort(context.Context, api.Module, api.FunctionDefinition, error) {}

// report sums up, given the sizes of all functions by their index.
func (l *listener) report(sizes map[uint32]int) Report {
	var r Report
	for i, calls := range l.calls {
		f := Function{Name: l.names[i], Bytes: sizes[i]}
		for phase, n := range calls {
			if n > 0 {
				r.Phases[phase].add(Function{Bytes: f.Bytes, Calls: n})
			}
			f.Calls += n
		}
		r.Total.add(f)
		r.Functions = append(r.Functions, f)
	}
	slices.SortFunc(r.Functions, func(a, b Function) int {
		return cmp.Or(b.Bytes-a.Bytes, cmp.Compare(a.Name, b.Name))
	})
	return r
}

func (c *Count) add(f Function) {
	c.Functions++
	c.Calls += f.Calls
	c.Bytes += f.Bytes
}

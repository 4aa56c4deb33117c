package process

import (
	"io"
	"os"
	"sync"
	"time"
)

// drainGrace is how long what a child wrote last may take to be read once the
// child has ended. The end of a pipe does not come while somebody else holds it
// open, and what a child has started may do so for ever.
const drainGrace = 250 * time.Millisecond

// output is our end of a child's output. Reading it ends with the pipe, when it
// is closed, and drainGrace after the child's end at the latest. A read of the
// pipe itself cannot be ended on every system, so another goroutine makes it.
type output struct {
	*io.PipeReader
	end func()
}

// newOutput reads file, which it closes.
func newOutput(file *os.File) *output {
	r, w := io.Pipe()
	o := &output{PipeReader: r, end: sync.OnceFunc(func() { w.Close(); file.Close() })}
	go func() {
		_, _ = io.Copy(w, file)
		o.end()
	}()
	return o
}

// Close implements io.Closer.
func (o *output) Close() error {
	o.end()
	return o.PipeReader.Close()
}

// childEnded lets reading end soon.
func (o *output) childEnded() { time.AfterFunc(drainGrace, o.end) }

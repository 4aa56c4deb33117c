package provider

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"mcp-router/companion/process"
)

// piped is a connection to a process that exists only as its pipes.
func piped(t *testing.T) (c *stdioConn, stdin *os.File, stdout *os.File) {
	t.Helper()
	inR, inW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	end := func() { inW.Close() }
	conn, err := (&stdioTransport{stdin: inW, stdout: outR, said: &process.Excerpt{}, end: end}).Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { outW.Close(); conn.Close(); inR.Close() })
	return conn.(*stdioConn), inR, outW
}

// write writes what the pipe takes: a reader that has had enough closes it.
func write(pipe *os.File, text string) { _, _ = io.WriteString(pipe, text) }

const reply = `{"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567890}}`

func TestReadSkipsWhatIsNoMessage(t *testing.T) {
	tests := []struct{ name, noise string }{
		{"nothing", ""},
		{"banner lines", strings.Repeat("starting up ...\n", 60)},
		{"JSON that is no message", `{"status":200,"message":"Success"}` + "\n"},
		{"another version", `{"jsonrpc":"1.0","id":1,"result":{}}` + "\n"},
		{"an array", `[1,2]` + "\n"},
		{"empty lines", strings.Repeat("\r\n", maxNoise)},
		{"bytes that are no text", "\x00\xff\xfe\n"},
		{"a byte order mark in front of the message", "\ufeff"},
		{"as much as is tolerated", strings.Repeat(strings.Repeat("x", 1023)+"\n", 64)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _, stdout := piped(t)
			go write(stdout, tt.noise+reply+"\n"+tt.noise+reply+"\n")
			for range 2 {
				m, err := c.Read(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if r, ok := m.(*jsonrpc.Response); !ok || string(r.Result) != `{"n":12345678901234567890}` {
					t.Errorf("read %+v", m)
				}
			}
		})
	}
}

func TestReadEnds(t *testing.T) {
	tests := []struct {
		name   string
		output string
		want   error
	}{
		{"at the end of the output", "", io.EOF},
		{"after too much noise", strings.Repeat("x", maxNoise+1) + "\n", errNoise},
		{"after too much noise in small lines", strings.Repeat("xxxxxxx\n", maxNoise/4), errNoise},
		{"at a line without end", strings.Repeat("x", maxLine+1), errLine},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _, stdout := piped(t)
			go func() { write(stdout, tt.output); stdout.Close() }()
			if _, err := c.Read(t.Context()); !errors.Is(err, tt.want) {
				t.Errorf("read error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestCaptureKeepsTheBytes(t *testing.T) {
	c, _, stdout := piped(t)
	id, err := jsonrpc.MakeID(1.0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, kept := withCapture(t.Context())
	if kept.wasSent() {
		t.Error("sent before it was written")
	}
	if err := c.Write(ctx, &jsonrpc.Request{ID: id, Method: "tools/call"}); err != nil {
		t.Fatal(err)
	}
	write(stdout, reply+"\n")
	if _, err := c.Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := string(kept.result()); got != `{"n":12345678901234567890}` || !kept.wasSent() {
		t.Errorf("kept %s, sent %v", got, kept.wasSent())
	}
}

func TestWriteToAClosedPipeIsNotSent(t *testing.T) {
	c, stdin, _ := piped(t)
	stdin.Close()
	id, err := jsonrpc.MakeID(1.0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, kept := withCapture(t.Context())
	if err := c.Write(ctx, &jsonrpc.Request{ID: id, Method: "tools/call"}); err == nil || kept.wasSent() {
		t.Errorf("error %v, sent %v", err, kept.wasSent())
	}
}

// A reply that is none ends its own call.
func TestReplyWithoutResult(t *testing.T) {
	c, _, stdout := piped(t)
	write(stdout, `{"jsonrpc":"2.0","id":1}`+"\n"+`{"jsonrpc":"2.0","id":2,"error":{"code":"x"}}`+"\n")
	for range 2 {
		m, err := c.Read(t.Context())
		if r, ok := m.(*jsonrpc.Response); err != nil || !ok || r.Error == nil {
			t.Errorf("read %+v, %v", m, err)
		}
	}
}

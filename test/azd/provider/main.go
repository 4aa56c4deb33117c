// Command provider is a provider process for tests: a real MCP server over
// stdio that misbehaves as its first argument, a JSON object, says. What it
// does is noted in the directory named by FAKE_AZD.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcp-router/test/azd/fakeprovider"
)

// spec is how one provider behaves.
type spec struct {
	Name  string
	Want  string // the arguments it must be started with; "" is "server start"
	Usage bool   // prints how to use it and leaves, stdin unread
	Hang  bool   // never answers
	Deaf  bool   // stays when its stdin is closed
	Noise int    // lines printed before the first message, and one before every reply
	Flood bool   // prints without end what is no message
	Slow  int    // milliseconds before it reads anything
	// Orphan leaves a process behind that holds stdout and stderr, in a session of
	// its own.
	Orphan bool
	// Latin1 writes the word "blob" with a byte that is not UTF-8.
	Latin1 bool
}

func main() {
	var s spec
	if err := json.Unmarshal([]byte(os.Args[1]), &s); err != nil {
		exit(2, err.Error())
	}
	log := fakeprovider.Log(filepath.Join(os.Getenv("FAKE_AZD"), s.Name+".log"))
	started := strings.Join(os.Args[2:], " ")
	log.Add(fmt.Sprintf("started %d", os.Getpid()))
	if want := s.Want; started != want && (want != "" || started != "server start") {
		exit(2, "unknown command: "+started)
	}
	switch {
	case s.Usage:
		fmt.Println("Usage: " + s.Name + " [command]\n\nRun it with a command.")
		return
	case s.Hang:
		select {}
	case s.Flood:
		for {
			fmt.Println(strings.Repeat("not a message ", 100))
		}
	}
	<-time.After(time.Duration(s.Slow) * time.Millisecond)
	if s.Orphan {
		leaveOrphan()
	}
	for i := range s.Noise {
		fmt.Println("banner line", i)
	}
	transport := &mcp.IOTransport{Reader: os.Stdin, Writer: &noisy{noise: s.Noise > 0, latin1: s.Latin1}}
	err := fakeprovider.New(s.Name, log).Run(context.Background(), transport)
	log.Add("stdin closed")
	if s.Deaf {
		select {}
	}
	if err != nil {
		exit(1, err.Error())
	}
}

func leaveOrphan() {
	cmd := exec.Command("sleep", "40")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Env = []string{} // it is not looked for
	if err := cmd.Start(); err != nil {
		exit(2, err.Error())
	}
}

// noisy writes to stdout, a line that is JSON but no message before each one.
type noisy struct{ noise, latin1 bool }

// Write implements io.Writer.
func (n *noisy) Write(p []byte) (int, error) {
	out := p
	if n.noise {
		out = append([]byte(`{"status":200,"message":"Success"}`+"\n"), bytes.Clone(p)...)
	}
	if n.latin1 {
		out = bytes.ReplaceAll(out, []byte("a blob"), []byte("a bl\xf6b"))
	}
	_, err := os.Stdout.Write(out)
	return len(p), err
}

// Close implements io.Closer; stdout stays open.
func (n *noisy) Close() error { return nil }

func exit(code int, text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(code)
}

package peers

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"mcp-router/test/daemon"
)

const (
	everything   = "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
	supergateway = "node_modules/supergateway/dist/index.js"
	mcpProxy     = "node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs"

	startLimit = 60 * time.Second
)

// server is a foreign server, or the Go SDK's.
type server struct {
	// name is its name in the gateway's configuration.
	name string
	path string
	// command starts it on a port.
	command func(port string) []string
	// legacy is set if it speaks the session protocols only, sessions if it gives out
	// session ids in them.
	legacy, sessions bool
	// call is one that succeeds with the text want.
	call call
	want string
	// hidden are tools that a gateway leaves out.
	hidden []string

	// address is where it listens, host:port.
	address string
	process *daemon.Process
	// log is a file, of which shown bytes have been read.
	log   string
	shown int
}

func servers() []*server {
	return []*server{
		{
			name: "go-stateful", path: "/", legacy: true, sessions: true,
			command: func(port string) []string {
				return []string{goServer, "-http", "127.0.0.1:" + port, "-stateless=false"}
			},
			call: call{"test_simple_text", map[string]any{}}, want: "This is a simple text response for testing.",
		},
		{
			name: "go-stateless", path: "/",
			command: func(port string) []string { return []string{goServer, "-http", "127.0.0.1:" + port, "-stateless=true"} },
			call:    call{"test_multiple_content_types", map[string]any{}}, want: "This is text content",
		},
		{
			name: "everything", path: "/mcp", legacy: true, sessions: true,
			command: func(port string) []string { return []string{"env", "PORT=" + port, node, everything, "streamableHttp"} },
			call:    call{"echo", map[string]any{"message": "to everything"}}, want: "Echo: to everything",
			// It can be called as a task only, and tasks do not go through a gateway.
			hidden: []string{"simulate-research-query"},
		},
		{
			name: "python1", path: "/mcp", legacy: true, sessions: true,
			command: func(port string) []string { return []string{tool(python1), "servers/python1.py", "python1", port} },
			call:    call{"who", map[string]any{}}, want: "python1",
		},
		{
			name: "python2", path: "/mcp", sessions: true,
			command: func(port string) []string { return []string{tool(python2), "servers/python2.py", "python2", port} },
			call:    call{"who", map[string]any{}}, want: "python2",
		},
		{
			name: "fastmcp", path: "/mcp", sessions: true,
			command: func(port string) []string {
				return []string{tool(python2), "servers/fastmcp_server.py", "fastmcp", port}
			},
			call: call{"who", map[string]any{}}, want: "fastmcp",
		},
		{
			name: "supergateway", path: "/mcp", legacy: true,
			command: func(port string) []string {
				return []string{node, supergateway, "--stdio", "node " + everything + " stdio", "--outputTransport", "streamableHttp", "--port", port, "--logLevel", "none"}
			},
			call: call{"echo", map[string]any{"message": "to a bridge"}}, want: "Echo: to a bridge",
			hidden: []string{"simulate-research-query"},
		},
		{
			name: "mcp-proxy", path: "/mcp", sessions: true,
			command: func(port string) []string {
				return []string{node, mcpProxy, "--port", port, "--host", "127.0.0.1", "--", tool(python1), "servers/python1.py", "bridged", "stdio"}
			},
			call: call{"add", map[string]any{"a": 20, "b": 22}}, want: "42",
		},
	}
}

// startServers starts all of them at once on free ports, logging to dir, and returns
// when each answers HTTP.
func startServers(ctx context.Context, dir string) (running []*server, err error) {
	running = servers()
	if err := reservePorts(running); err != nil {
		return nil, err
	}
	for _, s := range running {
		if err := s.start(dir); err != nil {
			return running, fmt.Errorf("start %s: %w", s.name, err)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for _, s := range running {
		if err := s.process.Until(ctx, s.answers); err != nil {
			return running, fmt.Errorf("%s: %w\n%s", s.name, err, s.printed())
		}
	}
	return running, nil
}

// reservePorts gives each server a free port: all are held before the first is let
// go, so that none is given out twice.
func reservePorts(all []*server) error {
	var held []net.Listener
	defer func() {
		for _, l := range held {
			l.Close()
		}
	}()
	for _, s := range all {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		held = append(held, l)
		s.address = l.Addr().String()
	}
	return nil
}

func (s *server) start(dir string) error {
	_, port, err := net.SplitHostPort(s.address)
	if err != nil {
		return err
	}
	s.log = filepath.Join(dir, s.name+".log")
	log, err := os.Create(s.log)
	if err != nil {
		return err
	}
	defer log.Close()
	args := s.command(port)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = folder, environment
	cmd.Stdout, cmd.Stderr = log, log
	s.process, err = daemon.Start(cmd)
	return err
}

// answers reports whether the server speaks HTTP yet; what it says to a path that it
// does not have is of no interest.
func (s *server) answers() bool {
	resp, err := http.Get("http://" + s.address + "/ready")
	if err != nil {
		return false
	}
	resp.Body.Close()
	return true
}

// stop ends the server. Foreign programs seldom end well when they are told to: how
// they do is their affair, but that they do is ours.
func (s *server) stop() {
	if s.process != nil {
		_ = s.process.Stop() // says how it ended
	}
}

func (s *server) url() string { return "http://" + s.address + s.path }

// printed is what the server has logged since the last time.
func (s *server) printed() string {
	text, err := os.ReadFile(s.log)
	if err != nil {
		return err.Error()
	}
	text, s.shown = text[s.shown:], len(text)
	return string(text)
}

// Package e2e drives the built module in a real Envoy.
package e2e

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"

	"mcp-router/examples/servers/fleet"
	"mcp-router/test/backend"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// stand is an Envoy that the tests of one configuration share, with a recording
// server in each cluster's place. It starts with the first test that needs it.
type stand struct {
	name string
	// tag is the module's build tag.
	tag     string
	workers int
	// real puts the example servers in the clusters' place, not recorders.
	real bool
	// edit changes the shipped envoy.yaml.
	edit func(*envoy.Config) error
	// options are more arguments for Envoy.
	options []string

	once    sync.Once
	err     error
	process *envoy.Process
	// address is the listener's host:port.
	address string
	// started is what Envoy had logged when it was ready.
	started string
	// reloads are the VMs that had been replaced when the running test began.
	reloads map[string]int
	servers map[string]*backend.Recorder
	closers []func() error
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, s := range stands {
		if err := s.stop(); err != nil {
			fmt.Fprintf(os.Stderr, "stop %s: %v\n", s.name, err)
			code = 1
		}
	}
	os.Exit(code)
}

// up returns the stand running, with nothing recorded. Tests of one stand do not
// run in parallel. When the test fails, what Envoy logged meanwhile is printed.
func (s *stand) up(t *testing.T) *stand {
	t.Helper()
	s.once.Do(func() { s.err = s.start() })
	if s.err != nil {
		t.Fatalf("start stand %s: %v", s.name, s.err)
	}
	for _, server := range s.servers {
		server.Drain()
	}
	s.reloads = s.mustReloads(t)
	log, access := len(s.process.Log()), len(s.process.AccessLog())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[%s envoy]\n%s", s.name, s.process.Log()[log:])
			t.Logf("[%s access log]\n%s", s.name, s.process.AccessLog()[access:])
		}
	})
	return s
}

func (s *stand) start() error {
	config, err := localConfig(s.tag)
	if err != nil {
		return err
	}
	for _, cluster := range fleet.Names() {
		address, err := s.startServer(cluster)
		if err != nil {
			return err
		}
		if err := config.Endpoint(cluster, address); err != nil {
			return err
		}
	}
	if s.edit != nil {
		if err := s.edit(config); err != nil {
			return err
		}
	}
	return s.startEnvoy(config)
}

// startServer puts a server behind a cluster.
func (s *stand) startServer(cluster string) (address string, err error) {
	if s.real {
		address, stop, err := fleet.Start(context.Background(), cluster, "___", slog.New(slog.DiscardHandler))
		if err != nil {
			return "", err
		}
		s.closers = append(s.closers, stop)
		return address, nil
	}
	server, stop, err := backend.NewRecorder()
	if err != nil {
		return "", err
	}
	s.closers = append(s.closers, stop)
	if s.servers == nil {
		s.servers = make(map[string]*backend.Recorder)
	}
	s.servers[cluster] = server
	return server.Address, nil
}

func (s *stand) startEnvoy(config *envoy.Config) error {
	dir, err := os.MkdirTemp("", "mcp-router-"+s.name+"-")
	if err != nil {
		return err
	}
	s.closers = append(s.closers, func() error { return os.RemoveAll(dir) })
	if s.process, err = envoy.Start(context.Background(), dir, config, s.workers, s.options...); err != nil {
		return err
	}
	s.closers = append(s.closers, s.process.Stop)
	s.started = s.process.Log()
	s.address, err = s.process.Address(context.Background(), "mcp")
	return err
}

// stop undoes a start in reverse order. A stand that never started has nothing
// to undo.
func (s *stand) stop() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	return errors.Join(errs...)
}

// localConfig is the shipped envoy.yaml with the module of a build tag.
func localConfig(tag string) (*envoy.Config, error) {
	wasm, err := module.Build(tag)
	if err != nil {
		return nil, err
	}
	return envoy.Shipped("envoy.yaml", wasm)
}

// Package azure drives the azd-azure-mcp companion through the router: a real
// client, a real Envoy with the shipped example, the real companion. The azd
// that it runs is the fake of test/azd; the providers are real MCP servers.
package azure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
	"mcp-router/test/azure/companion"
	"mcp-router/test/envoy"
	"mcp-router/test/module"
)

// stand is everything behind the client. The tests share one.
type stand struct {
	once      sync.Once
	err       error
	companion *companion.Companion
	process   *envoy.Process
	// url is the endpoint that clients are given.
	url     string
	closers []func() error
}

var shared stand

func TestMain(m *testing.M) {
	code := m.Run()
	if err := shared.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stop:", err)
		code = 1
	}
	os.Exit(code)
}

// up returns the stand running. When the test fails, what was logged meanwhile
// is printed.
func up(t *testing.T) *stand {
	t.Helper()
	s := &shared
	s.once.Do(func() { s.err = s.start(context.Background()) })
	if s.err != nil {
		t.Fatalf("start: %v", s.err)
	}
	said, log, access := len(s.companion.Log()), len(s.process.Log()), len(s.process.AccessLog())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[companion]\n%s", s.companion.Log()[said:])
			t.Logf("[envoy]\n%s", s.process.Log()[log:])
			t.Logf("[access log]\n%s", s.process.AccessLog()[access:])
		}
	})
	return s
}

func (s *stand) start(ctx context.Context) error {
	config, err := exampleConfig()
	if err != nil {
		return err
	}
	dir, err := s.tempDir()
	if err != nil {
		return err
	}
	s.companion, err = companion.Start(ctx, dir,
		companion.Extension(storage, "Blobs and their containers."), companion.Extension(archive, "Blobs that nobody needs any more."))
	if err != nil {
		return err
	}
	s.closers = append(s.closers, s.companion.Stop)
	if err := config.Endpoint("azd-azure-mcp", s.companion.Address); err != nil {
		return err
	}
	for _, name := range fleet.Names() {
		address, stop, err := fleet.Start(ctx, name, "___", slog.New(slog.DiscardHandler), catalog.AtURL("azd", s.companion.URL()))
		if err != nil {
			return err
		}
		s.closers = append(s.closers, stop)
		if err := config.Endpoint(name, address); err != nil {
			return err
		}
	}
	return s.startEnvoy(ctx, config)
}

func (s *stand) startEnvoy(ctx context.Context, config *envoy.Config) error {
	dir, err := s.tempDir()
	if err != nil {
		return err
	}
	if s.process, err = envoy.Start(ctx, dir, config, 1); err != nil {
		return err
	}
	s.closers = append(s.closers, s.process.Stop)
	address, err := s.process.Address(ctx, "mcp")
	s.url = "http://" + address + "/mcp"
	return err
}

func (s *stand) tempDir() (string, error) {
	dir, err := os.MkdirTemp("", "mcp-router-azure-")
	if err == nil {
		s.closers = append(s.closers, func() error { return os.RemoveAll(dir) })
	}
	return dir, err
}

// stop undoes a start in reverse order.
func (s *stand) stop() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	return errors.Join(errs...)
}

// exampleConfig is the shipped example with the built module, on loopback.
func exampleConfig() (*envoy.Config, error) {
	wasm, err := module.Build("")
	if err != nil {
		return nil, err
	}
	return envoy.Shipped("deploy/examples/azure-envoy.yaml", wasm)
}

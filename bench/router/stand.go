package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"mcp-router/bench/router/backend"
	"mcp-router/test/envoy"
)

// plugin is the shipped configuration of the filter.
type plugin struct {
	// text is the JSON document.
	text    string
	Servers []server
}

// server is one of its servers. The cluster in envoy.yaml has the same name.
type server struct{ Name, Domain, Path string }

// shippedPlugin reads the filter's configuration.
func shippedPlugin() (plugin, error) {
	config, err := envoy.Shipped("envoy.yaml", "")
	if err != nil {
		return plugin{}, err
	}
	text, err := config.Get(envoy.Plugin + "/configuration/value")
	if err != nil {
		return plugin{}, err
	}
	p := plugin{text: fmt.Sprint(text)}
	if err := json.Unmarshal([]byte(p.text), &p); err != nil {
		return plugin{}, fmt.Errorf("the plugin's configuration in envoy.yaml: %w", err)
	}
	return p, nil
}

// stand is a running Envoy with a listener for each subject, and servers behind it.
type stand struct {
	process *envoy.Process
	// ready is the time from Envoy's start until it was ready.
	ready time.Duration
	// backends are the servers, by name.
	backends map[string]*backend.Server
	dir      string
}

// startStand runs envoy.yaml with the subjects' listeners instead of its own, over
// some servers.
func startStand(ctx context.Context, subjects []subject, servers []server, workers int) (_ *stand, err error) {
	config, err := envoy.Shipped("envoy.yaml", "")
	if err != nil {
		return nil, err
	}
	if err := addServers(config, servers); err != nil {
		return nil, err
	}
	s := &stand{backends: map[string]*backend.Server{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	if err := s.startBackends(config); err != nil {
		return nil, err
	}
	if err := setListeners(config, subjects, servers); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "mcp-router-bench-"); err != nil {
		return nil, err
	}
	// The shipped listener writes an access log, and so do all: the same work for
	// each, but no disk.
	if err := os.Symlink(os.DevNull, filepath.Join(s.dir, "access.log")); err != nil {
		return nil, err
	}
	begin := time.Now()
	s.process, err = envoy.Start(ctx, s.dir, config, workers)
	s.ready = time.Since(begin)
	return s, err
}

// startBackends puts a server of its own behind every cluster.
func (s *stand) startBackends(config *envoy.Config) error {
	clusters, err := config.Get(envoy.Clusters)
	if err != nil {
		return err
	}
	list, _ := clusters.([]any)
	for _, cluster := range list {
		name := nameOf(cluster)
		server, err := backend.Start(name)
		if err != nil {
			return err
		}
		s.backends[name] = server
		if err := config.Endpoint(name, server.Address()); err != nil {
			return err
		}
	}
	return nil
}

// setListeners replaces the shipped listener by one for each subject.
func setListeners(config *envoy.Config, subjects []subject, servers []server) error {
	list := make([]any, 0, len(subjects))
	for _, subject := range subjects {
		listener, err := listenerOf(subject, servers)
		if err != nil {
			return fmt.Errorf("%s: %w", subject.name, err)
		}
		list = append(list, listener)
	}
	return config.Set("static_resources/listeners", list)
}

// listenerOf is the shipped listener, edited and named for the subject.
func listenerOf(subject subject, servers []server) (any, error) {
	config, err := envoy.Shipped("envoy.yaml", subject.module)
	if err != nil {
		return nil, err
	}
	if err := addServers(config, servers); err != nil {
		return nil, err
	}
	if subject.edit != nil {
		if err := subject.edit(config, servers); err != nil {
			return nil, err
		}
	}
	listener, err := config.Get(envoy.Listener)
	if err != nil {
		return nil, err
	}
	return listener, config.Set(envoy.Listener+"/name", subject.name)
}

// backend is the server of a name.
func (s *stand) backend(name string) *backend.Server { return s.backends[name] }

// finish stops the stand at the end of a function that may have failed; the
// error then carries Envoy's log.
func (s *stand) finish(err *error) {
	if *err != nil {
		*err = fmt.Errorf("%w\nEnvoy's log:\n%s", *err, s.process.Log())
	}
	*err = errors.Join(*err, s.stop())
}

// stop ends Envoy and the servers.
func (s *stand) stop() error {
	var errs []error
	if s.process != nil {
		errs = append(errs, s.process.Stop())
	}
	for _, b := range s.backends {
		errs = append(errs, b.Close())
	}
	if s.dir != "" {
		errs = append(errs, os.RemoveAll(s.dir))
	}
	return errors.Join(errs...)
}

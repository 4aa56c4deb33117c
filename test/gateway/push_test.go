package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcp-router/test/envoy"
)

// A control plane pushes another configuration while requests are under way: they
// end, and sessions go on, with a key of the configuration's or with one of Envoy's.
func TestSessionsOutliveAConfiguration(t *testing.T) {
	for name, keys := range map[string][]any{"a key of the configuration": {key}, "a key of Envoy's": {}} {
		t.Run(name, func(t *testing.T) {
			good, bad := newServer("good"), newServer("bad")
			t.Cleanup(good.Close)
			t.Cleanup(bad.Close)
			config, err := configure(map[string]any{"sessionKeys": keys}, []*server{good, bad})
			if err != nil {
				t.Fatal(err)
			}
			gateway, push := mustRunPushed(t, config)
			w := connect(t, gateway.url())
			if got := w.call("good___count").get("result.content.0.text"); got != "good 1" {
				t.Errorf("call: %q", got)
			}
			arrived, ended := make(chan struct{}, 1), make(chan struct{})
			back := bad.instead(func(rw http.ResponseWriter, r *http.Request) {
				arrived <- struct{}{}
				hang(rw, r)
			})
			ctx, cancel := context.WithTimeout(t.Context(), calloutTimeout+10*slack)
			defer cancel()
			go func() {
				defer close(ended)
				_, _ = w.send(ctx, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`) // that it ends is all
			}()
			<-arrived
			push("callTimeout", "50s")
			<-ended
			if err := ctx.Err(); err != nil {
				t.Fatalf("a list that was under way: %v", err)
			}
			back()
			gateway.locate(t)
			w.url = gateway.url()
			for _, want := range []string{"good 2", "good 3"} {
				if got := w.call("good___count").get("result.content.0.text"); got != want {
					t.Errorf("call after the push: %q, want %q, of the same session", got, want)
				}
			}
			if got := w.call("bad___count").get("result.content.0.text"); got != "bad 1" {
				t.Errorf("call of the other server after the push: %q", got)
			}
			w.list().mustHave(t, "good,bad", "")
		})
	}
}

// mustRunPushed starts an Envoy that has its listener from a file, as from a control
// plane. push changes a field of every server and returns when Envoy has taken it.
func mustRunPushed(t *testing.T, config *envoy.Config) (s *stand, push func(field string, value any)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "listeners.json")
	write := func() {
		t.Helper()
		if err := writeListener(config, file); err != nil {
			t.Fatal(err)
		}
	}
	write()
	pushed, err := withListenersFrom(config, file)
	if err != nil {
		t.Fatal(err)
	}
	s = &stand{}
	if s.process, err = envoy.Start(t.Context(), t.TempDir(), pushed, 1, "--drain-time-s", "1"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("[envoy]\n%s\n[access log]\n%s", s.process.Log(), s.process.AccessLog())
		}
		if err := s.process.Stop(); err != nil {
			t.Error(err)
		}
	})
	s.locate(t)
	return s, func(field string, value any) {
		t.Helper()
		if err := config.SetOfServers(field, value); err != nil {
			t.Fatal(err)
		}
		write()
		taken := func() bool {
			n, err := s.process.Stat(t.Context(), "listener_manager.lds.update_success")
			return err == nil && n == 2
		}
		if err := s.process.Until(t.Context(), taken); err != nil {
			t.Fatal(err)
		}
	}
}

// locate finds the listener, whose port changes with it.
func (s *stand) locate(t *testing.T) {
	t.Helper()
	var err error
	if s.address, err = s.process.Address(t.Context(), "mcp"); err != nil {
		t.Fatal(err)
	}
}

// writeListener puts the listener where Envoy looks, in one step.
func writeListener(config *envoy.Config, file string) error {
	value, err := config.Get(envoy.Listener)
	if err != nil {
		return err
	}
	listener, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("the listener is a %T", value)
	}
	listener["@type"] = "type.googleapis.com/envoy.config.listener.v3.Listener"
	text, err := json.Marshal(map[string]any{"resources": []any{listener}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// withListenersFrom is a configuration whose listeners come from a file.
func withListenersFrom(config *envoy.Config, file string) (*envoy.Config, error) {
	text, err := config.Bytes()
	if err != nil {
		return nil, err
	}
	whole := file + ".envoy.yaml"
	if err := os.WriteFile(whole, text, 0o600); err != nil {
		return nil, err
	}
	pushed, err := envoy.Load(whole)
	if err != nil {
		return nil, err
	}
	for path, value := range map[string]any{
		"static_resources/listeners": []any{},
		"dynamic_resources":          map[string]any{"lds_config": map[string]any{"path_config_source": map[string]any{"path": file}}},
		"node":                       map[string]any{"id": "test", "cluster": "test"},
	} {
		if err := pushed.Set(path, value); err != nil {
			return nil, err
		}
	}
	return pushed, nil
}

// slack is what a busy machine adds to what is to happen at once.
const slack = time.Second

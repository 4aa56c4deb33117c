package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcp-router/test/envoy"
)

// pushed is a stand like puppeted whose listener comes from a file, as a control
// plane would send it.
type pushed struct {
	*stand
	file             string
	listener, plugin map[string]any
}

func mustStartPushed(t *testing.T) pushed {
	t.Helper()
	p := pushed{file: filepath.Join(t.TempDir(), "listeners.json")}
	p.stand = &stand{name: "pushed", tag: "puppet", workers: 1, options: []string{"--drain-time-s", "1"}, edit: func(c *envoy.Config) error {
		if err := editPuppeted(c); err != nil {
			return err
		}
		var err error
		if p.listener, err = object(c, envoy.Listener); err != nil {
			return err
		}
		if p.plugin, err = object(c, envoy.Plugin+"/configuration"); err != nil {
			return err
		}
		for path, value := range map[string]any{
			"static_resources/listeners": []any{},
			"dynamic_resources":          map[string]any{"lds_config": map[string]any{"path_config_source": map[string]any{"path": p.file}}},
			"node":                       map[string]any{"id": "test", "cluster": "test"},
		} {
			if err := c.Set(path, value); err != nil {
				return err
			}
		}
		return p.write()
	}}
	t.Cleanup(func() {
		if err := p.stop(); err != nil {
			t.Error(err)
		}
	})
	if err := p.start(); err != nil {
		t.Fatal(err)
	}
	return p
}

func object(c *envoy.Config, path string) (map[string]any, error) {
	value, err := c.Get(path)
	if err != nil {
		return nil, err
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: not an object", path)
	}
	return members, nil
}

// write puts the listener where Envoy looks, in one step.
func (p *pushed) write() error {
	p.listener["@type"] = "type.googleapis.com/envoy.config.listener.v3.Listener"
	text, err := json.Marshal(map[string]any{"resources": []any{p.listener}})
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(p.file+".new", p.file)
}

// The old configuration's streams end with it, and so do their calls: the answers
// that the SDK would not know must never come, or the VM would be gone, with the
// new configuration's requests on it.
func TestAConfigurationPushedWhileCallsRun(t *testing.T) {
	p := mustStartPushed(t)
	cancelled := make(chan struct{}, 4)
	p.servers["catalog"].Script(t, byPath(t, map[string]http.HandlerFunc{
		"/ok": say(200, jsonType, "{}"),
		"/hang": func(w http.ResponseWriter, r *http.Request) {
			hang(w, r)
			cancelled <- struct{}{}
		},
	}))
	const deadline = 12 * time.Second
	script := func(server string) string {
		return scripted(map[string]any{"rounds": rounds([]map[string]any{askedOf(1, server, "catalog", deadline)})})
	}
	transport := protocols()["HTTP/2.0"]
	t.Cleanup(transport.CloseIdleConnections)
	const waiting = 4
	ended := make(chan struct{}, waiting)
	for range waiting {
		req := p.post(t, strings.NewReader("{}"), script("hang"))
		go func() {
			if resp, err := transport.RoundTrip(req); err == nil {
				resp.Body.Close()
			}
			ended <- struct{}{}
		}()
	}
	for range waiting {
		p.servers["catalog"].Next(t)
	}
	p.plugin["value"] = `{"servers":[{"name":"another","path":"/a"}]}`
	began := time.Now()
	if err := p.write(); err != nil {
		t.Fatal(err)
	}
	for range waiting {
		<-ended
		<-cancelled
	}
	if took := time.Since(began); took > deadline/2 {
		t.Errorf("the streams ended after %s, want it at once and not at their calls' deadline", took)
	}
	fresh := protocols()["HTTP/1.1"]
	t.Cleanup(fresh.CloseIdleConnections)
	address, err := p.process.Address(t.Context(), "mcp")
	if err != nil {
		t.Fatal(err)
	}
	p.address = address
	for range 20 {
		got := mustSend(t, fresh, p.post(t, strings.NewReader("{}"), script("ok")))
		mustEqual(t, "reply under the new configuration", got.Body, outcome(1, "answered", 200, jsonType, "", "{}"))
	}
	p.mustKeepItsVM(t)
	if log := p.process.Log(); strings.Contains(log, "panic") || strings.Contains(log, "Uncaught") {
		t.Errorf("the log tells of a trap:\n%s", log)
	}
}

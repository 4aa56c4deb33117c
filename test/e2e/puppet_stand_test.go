package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"mcp-router/test/envoy"
	"mcp-router/test/puppet"
)

// clientsIdle is the idle time-out of the clients' route: what answers a request
// whose VM is gone.
const clientsIdle = 2 * time.Second

// editPuppeted adds clusters that fail in different ways, and a second server
// that speaks HTTP/2.
func editPuppeted(c *envoy.Config) error {
	if err := c.AllowGateway(); err != nil {
		return err
	}
	closed, err := closedAddress()
	if err != nil {
		return err
	}
	amap, err := c.Get(envoy.Clusters + "/rest-amap-server/load_assignment/endpoints")
	if err != nil {
		return err
	}
	full := map[string]any{"thresholds": []any{map[string]any{"max_requests": 0}}}
	queue := map[string]any{"thresholds": []any{map[string]any{"max_connections": 0, "max_pending_requests": 0}}}
	for _, cluster := range []map[string]any{
		{"name": "down", "load_assignment": assignment("down", nil)},
		{"name": "empty", "load_assignment": map[string]any{"cluster_name": "empty"}},
		{"name": "full", "load_assignment": map[string]any{"cluster_name": "full", "endpoints": amap}, "circuit_breakers": full},
		{"name": "queue", "load_assignment": map[string]any{"cluster_name": "queue", "endpoints": amap}, "circuit_breakers": queue},
		{"name": "h2", "load_assignment": map[string]any{"cluster_name": "h2", "endpoints": amap}, "typed_extension_protocol_options": http2Upstream()},
	} {
		cluster["type"] = "STATIC"
		if err := c.Append(envoy.Clusters, cluster); err != nil {
			return err
		}
	}
	if err := c.Endpoint("down", closed); err != nil {
		return err
	}
	for _, name := range []string{"down", "h2", "gone"} {
		if err := c.Append(envoy.Servers, route(name, "/"+name)); err != nil {
			return err
		}
	}
	for path, value := range map[string]any{
		envoy.Clients + "/catalog/route/idle_timeout":          clientsIdle.String(),
		envoy.Servers + "/rest-amap-server/route/idle_timeout": "3600s",
		envoy.Servers + "/down/route/idle_timeout":             "3600s",
		envoy.Servers + "/h2/route/idle_timeout":               "3600s",
		envoy.HTTP + "/route_config/validate_clusters":         false, // "gone" has none
	} {
		if err := c.Set(path, value); err != nil {
			return err
		}
	}
	return nil
}

func assignment(cluster string, address any) map[string]any {
	return map[string]any{
		"cluster_name": cluster,
		"endpoints":    []any{map[string]any{"lb_endpoints": []any{map[string]any{"endpoint": map[string]any{"address": address}}}}},
	}
}

// askedOf is a call of a script: to a path of that name at the cluster.
func askedOf(token int, name, cluster string, timeout time.Duration) map[string]any {
	return map[string]any{
		"token": token, "server": name, "cluster": cluster, "method": "tools/list", "timeoutMs": timeout.Milliseconds(), "body": "{}",
	}
}

// scripted renders a puppet's script as a header line.
func scripted(script map[string]any) string {
	text, err := json.Marshal(script)
	if err != nil {
		panic(err)
	}
	return puppet.Header + ": " + string(text)
}

// rounds are the calls of a script, one round a list.
func rounds(lists ...[]map[string]any) [][]map[string]any { return lists }

// byPath answers each path its own way.
func byPath(t *testing.T, handlers map[string]http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		handler, ok := handlers[r.URL.Path]
		if !ok {
			t.Errorf("nobody expects a request to %s", r.URL.Path)
			return
		}
		handler(w, r)
	}
}

// say answers with status, media type and body.
func say(status int, mediaType, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body) // a lost client shows in the test
	}
}

// hang never answers, but notices when Envoy gives up.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// outcome renders an answer as the puppet reports it.
func outcome(token int, outcome string, status int, mediaType, session, body string) string {
	return fmt.Sprintf("%d %s %d %q %q \"\" %d:%.20s", token, outcome, status, mediaType, session, len(body), body)
}

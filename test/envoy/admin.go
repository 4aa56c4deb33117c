package envoy

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// Admin is host:port of the admin interface.
func (p *Process) Admin() string { return p.admin }

// Address is host:port of a listener, by its name.
func (p *Process) Address(ctx context.Context, listener string) (string, error) {
	body, err := p.get(ctx, "/listeners?format=json")
	if err != nil {
		return "", err
	}
	var listeners struct {
		Statuses []struct {
			Name  string `json:"name"`
			Local struct {
				Socket struct {
					Address string `json:"address"`
					Port    int    `json:"port_value"`
				} `json:"socket_address"`
			} `json:"local_address"`
		} `json:"listener_statuses"`
	}
	if err := json.Unmarshal(body, &listeners); err != nil {
		return "", fmt.Errorf("listeners: %w", err)
	}
	for _, l := range listeners.Statuses {
		if l.Name == listener {
			return l.Local.Socket.Address + ":" + strconv.Itoa(l.Local.Socket.Port), nil
		}
	}
	return "", fmt.Errorf("envoy has no listener %q", listener)
}

// Stat is the value of one counter or gauge by its full name; 0 if Envoy has
// none of that name yet.
func (p *Process) Stat(ctx context.Context, name string) (int, error) {
	stats, err := p.Stats(ctx, "^"+name+"$")
	return stats[name], err
}

// Stats are the counters and gauges whose names match the regular expression.
func (p *Process) Stats(ctx context.Context, pattern string) (map[string]int, error) {
	body, err := p.get(ctx, "/stats?format=json&filter="+url.QueryEscape(pattern))
	if err != nil {
		return nil, err
	}
	var list struct {
		Stats []struct {
			Name  string `json:"name"`
			Value *int   `json:"value"`
		} `json:"stats"`
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("stats: %w", err)
	}
	stats := make(map[string]int)
	for _, s := range list.Stats {
		if s.Value != nil { // histograms have none
			stats[s.Name] = *s.Value
		}
	}
	return stats, nil
}

func (p *Process) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.admin+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("admin %s: %s", path, resp.Status)
	}
	return body, err
}

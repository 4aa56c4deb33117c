package main

import (
	"context"
	"strings"
	"testing"
)

func TestRunRefuses(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no server", nil, "usage: servers NAME"},
		{"a flag in place of the server", []string{"--listen", "127.0.0.1:0"}, "usage: servers NAME"},
		{"an unknown server", []string{"weather"}, `no server "weather"`},
		{"an unknown flag", []string{"catalog", "--port", "1"}, "flag provided but not defined"},
		{"a member without a URL", []string{"catalog", "--member", "azd"}, `"azd" is not NAME=URL`},
		{"a member without a name", []string{"catalog", "--member", "=http://127.0.0.1:8700/mcp"}, "is not NAME=URL"},
		{"a member at no host", []string{"catalog", "--member", "azd=/mcp"}, "is not NAME=URL"},
		{"an address that cannot be served on", []string{"catalog", "--listen", "256.0.0.1:0"}, "256.0.0.1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := run(t.Context(), tt.args)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("run(%q) = %v, want an error with %q", tt.args, err, tt.want)
			}
		})
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"rest-amap-server", "--listen", "127.0.0.1:0"}); err != nil {
		t.Errorf("run after the end of its context = %v, want nil", err)
	}
}

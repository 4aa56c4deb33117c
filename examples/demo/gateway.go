package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tidwall/gjson"

	"mcp-router/cmd/mcp-router-check/newconfig"
	"mcp-router/examples/servers/fleet"
	"mcp-router/test/envoy"
)

// showGateway starts three MCP servers and an Envoy in gateway mode over them,
// and makes a few calls through it.
func showGateway(ctx context.Context, dir, wasm string, stops *stack) (url string, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	fmt.Println("== Gateway mode: one URL over three MCP servers")
	entries := map[string]any{}
	for _, name := range fleet.BehindGateway() {
		address, err := startServer(ctx, name, stops)
		if err != nil {
			return "", err
		}
		entries[name] = map[string]any{"url": "http://" + address + "/mcp"}
	}
	config, err := gatewayConfig(dir, wasm, entries)
	if err != nil {
		return "", err
	}
	process, url, err := startEnvoy(ctx, dir, config, stops)
	if err != nil {
		return "", err
	}
	if err := tour(ctx, os.Stdout, url, "the gateway", gatewayCalls); err != nil {
		return "", fmt.Errorf("%w\nEnvoy's log:\n%s", err, process.Log())
	}
	return url, nil
}

// gatewayConfig is what mcp-router-check new makes of a client's file with the
// entries.
func gatewayConfig(dir, wasm string, entries map[string]any) (*envoy.Config, error) {
	file, err := json.Marshal(map[string]any{"mcpServers": entries})
	if err != nil {
		return nil, err
	}
	servers, findings := newconfig.Read(gjson.ParseBytes(file))
	if len(findings) > 0 {
		return nil, fmt.Errorf("servers: %v", findings)
	}
	text, err := newconfig.Envoy(servers, newconfig.EnvoyOptions{Address: "127.0.0.1", Port: port, Module: wasm, Protocol: newconfig.Protocol})
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "new.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return nil, err
	}
	config, err := envoy.Load(name)
	if err != nil {
		return nil, err
	}
	if err := config.Local(wasm); err != nil {
		return nil, err
	}
	if os.Getenv("DEMO") != "once" && isFree(port) {
		return config, config.Port(port)
	}
	return config, nil
}

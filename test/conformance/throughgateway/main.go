// Command throughgateway is a client for the conformance suite: throughgateway MODULE
// CLIENT URL starts an Envoy whose gateway has the server behind URL, and runs CLIENT
// with the gateway's URL instead. What the server sees is what the gateway sends.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/tidwall/sjson"

	"mcp-router/test/envoy"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: throughgateway MODULE CLIENT URL")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "throughgateway:", err)
		os.Exit(1)
	}
}

func run(module, client, url string) (err error) {
	dir, err := os.MkdirTemp("", "throughgateway-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	config, err := gateway(dir, module, url)
	if err != nil {
		return err
	}
	ctx := context.Background()
	process, err := envoy.Start(ctx, dir, config, 1)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w\n[envoy]\n%s\n[access log]\n%s", err, process.Log(), process.AccessLog())
		}
		err = errors.Join(err, process.Stop())
	}()
	address, err := process.Address(ctx, "mcp")
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, client, "http://"+address+"/mcp")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// gateway is a gateway of one server, whose names stay as they are. What the server
// speaks is found out.
func gateway(dir, module, url string) (*envoy.Config, error) {
	config, err := envoy.Gateway(dir, module, envoy.Server{Name: "suite", URL: url})
	if err != nil {
		return nil, err
	}
	const plugin = envoy.Plugin + "/configuration/value"
	text, err := config.Get(plugin)
	if err != nil {
		return nil, err
	}
	edited, _ := text.(string)
	for path, value := range map[string]any{"servers.0.prefix": false, "servers.0.protocol": "auto", "gateway.streamServer": "suite"} {
		if edited, err = sjson.Set(edited, path, value); err != nil {
			return nil, err
		}
	}
	return config, config.Set(plugin, edited)
}

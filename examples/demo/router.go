package main

import (
	"context"
	"fmt"
	"os"

	"mcp-router/examples/servers/catalog"
	"mcp-router/examples/servers/fleet"
	"mcp-router/test/azure/companion"
	"mcp-router/test/envoy"
)

const simulated = `  azd-azure-mcp        %s, the real program
  simulated: the azd command line that it runs, and the extension mcp.storage that
  this azd offers. It installs nothing on your machine, and nothing reaches Azure.
`

// showRouter starts the example servers, the azd-azure-mcp companion and an Envoy
// with the repository's own azure-envoy.yaml, which is envoy.yaml and the
// companion, and makes a few calls through it.
func showRouter(ctx context.Context, dir, wasm string, stops *stack) (url string, err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	fmt.Println("\n== Router mode: calls alone are routed, a catalog lists")
	config, err := envoy.Shipped("deploy/examples/azure-envoy.yaml", wasm)
	if err != nil {
		return "", err
	}
	azd, err := companion.Start(ctx, dir, companion.Extension("storage", "Storage accounts: blobs and their containers."))
	if err != nil {
		return "", err
	}
	stops.push(azd.Stop)
	fmt.Printf(simulated, azd.URL())
	if err := config.Endpoint("azd-azure-mcp", azd.Address); err != nil {
		return "", err
	}
	for _, name := range fleet.Names() {
		address, err := startServer(ctx, name, stops, catalog.AtURL("azd", azd.URL()))
		if err != nil {
			return "", err
		}
		if err := config.Endpoint(name, address); err != nil {
			return "", err
		}
	}
	process, url, err := startEnvoy(ctx, dir, config, stops)
	if err != nil {
		return "", err
	}
	if err := tour(ctx, os.Stdout, url, "the catalog", routerCalls); err != nil {
		return "", fmt.Errorf("%w\nEnvoy's log:\n%s", err, process.Log())
	}
	return url, nil
}

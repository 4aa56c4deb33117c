package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"mcp-router/test/azure/companion"
	"mcp-router/test/envoy"
)

const simulated = `The azd-azure-mcp companion, the real program, at %s
  simulated: the azd command line that it runs, and the extension mcp.storage that
  this azd offers. It installs nothing on your machine, and nothing reaches Azure.
`

// startCompanion runs the companion behind config's cluster. Its files go into a
// folder in dir.
func startCompanion(ctx context.Context, dir string, config *envoy.Config) (*companion.Companion, error) {
	dir = filepath.Join(dir, "azd")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	azd, err := companion.Start(ctx, dir, companion.Extension("storage", "Storage accounts: blobs and their containers."))
	if err != nil {
		return nil, err
	}
	fmt.Printf(simulated, azd.URL())
	if err := config.Endpoint("azd-azure-mcp", azd.Address); err != nil {
		return nil, errors.Join(err, azd.Stop())
	}
	return azd, nil
}

package envoy

import (
	"fmt"
	"os"
	"path/filepath"

	"mcp-router/test/module"
)

// Binary is the Envoy to run: $ENVOY_BIN, or the one that make envoy fetched.
// Its absence is an error that says what to do; there is no run without Envoy.
func Binary() (string, error) {
	if path := os.Getenv("ENVOY_BIN"); path != "" {
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("ENVOY_BIN: %w", err)
		}
		return path, nil
	}
	root, err := module.Root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, ".tools", "envoy")
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no Envoy at %s: run make envoy, or set ENVOY_BIN to one >= 1.40: %w", path, err)
	}
	return path, nil
}

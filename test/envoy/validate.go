package envoy

import (
	"context"
	"fmt"
	"os/exec"
)

// Takes asks Envoy whether it would start with a file as it is, byte for byte. The
// error says why not.
func Takes(ctx context.Context, file string) error {
	binary, err := Binary()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, "--mode", "validate", "-c", file, "--log-level", "critical", "--disable-hot-restart").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

package azd

import (
	"os"
	"strings"
	"testing"
)

func TestVersionIsTheExtensions(t *testing.T) {
	manifest, err := os.ReadFile("../cmd/azd-azure-mcp/extension.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if line := "\nversion: " + programVersion + "\n"; !strings.Contains(string(manifest), line) {
		t.Errorf("extension.yaml lacks %q", line)
	}
}

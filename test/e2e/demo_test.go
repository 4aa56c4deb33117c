package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"mcp-router/test/module"
)

func TestTheDemoListsToolsAndReachesEveryServer(t *testing.T) {
	root, err := module.Root()
	if err != nil {
		t.Fatal(err)
	}
	demo := exec.CommandContext(t.Context(), "make", "demo")
	demo.Dir, demo.Env = root, append(os.Environ(), "DEMO=once")
	out, err := demo.CombinedOutput()
	if err != nil {
		t.Fatalf("DEMO=once make demo: %v\n%s", err, out)
	}
	for _, want := range []string{
		"simulated: ",
		"random-user-server___get-random-user ", "rest-amap-server___get-weather ", "azd___azure ",
		"server=rest-amap-server tool=get-weather\n", `the client got {"celsius":21,"humidityPct":48,"location":"New York","sky":"sunny"}`,
		"server=random-user-server tool=get-random-user\n", `@example.com"`,
		"the client got two containers: images, backups",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the demo does not print %q:\n%s", want, out)
		}
	}
}

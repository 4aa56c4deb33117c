package azd_test

import (
	"slices"
	"testing"
)

// The flows of the azd-azure-mcp README's sequence diagram, by their names
// there.

func TestRootLearn(t *testing.T) {
	w := newWorld(t, listed("keyvault"), installed("storage"))
	c := w.connect(clientOptions{})

	got := c.learned(args{"learn": true})

	if want := []string{"keyvault", "storage"}; !slices.Equal(got, want) {
		t.Errorf("learn: got %q, want %q", got, want)
	}
	if runs := w.runs("ext list --tags"); !slices.Equal(runs, []string{"ext list --tags azure,mcp --output json"}) {
		t.Errorf("azd was asked for the list with %q", runs)
	}
	if runs := w.runs("ext install"); len(runs) != 0 {
		t.Errorf("learning what there is installed something: %q", runs)
	}
}

package azd

import "testing"

func TestConsoleText(t *testing.T) {
	in := `{"type":"consoleMessage","timestamp":"t","data":{"message":"a source is slow"}}` + "\nERROR: plain"
	if got, want := consoleText(in), "a source is slow\nERROR: plain"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

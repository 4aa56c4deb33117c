// Package version says which release of mcp-router this is. The file VERSION
// beside it, which the one in the repository's root leads to, is the only place
// that does: the module, the commands, the image and the azd extension read it
// here, whichever way they are built.
package version

import (
	_ "embed" // VERSION
	"strings"
)

//go:embed VERSION
var file string

// String is the release as a bare semantic version, such as "1.2.3". Between
// releases it is the one that is being prepared.
func String() string { return strings.TrimSpace(file) }

package azd

import (
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// otherWay is the step that needs no extension.
const otherWay = "Or run this server with --providers deploy/examples/azure-mcp.json, which takes the commands of Microsoft's Azure MCP Server (npm package @azure/mcp)."

// emptyText says why there is no provider and what to do next. problems are
// the sentences about servers of the providers file.
func (d *Directory) emptyText(problems []string) string {
	d.mu.Lock()
	l := d.listing
	d.mu.Unlock()
	return strings.Join(append(problems, d.azdText(l)...), " ")
}

func (d *Directory) azdText(l Listing) []string {
	switch {
	case d.config.Discovery == nil:
		return nil
	case l.Seq == 0:
		return []string{"azd has not answered yet.", "Learn again in a moment."}
	case errors.Is(l.Err, exec.ErrNotFound):
		return []string{"The Azure Developer CLI (azd) was not found.",
			"Install it (https://aka.ms/azd-install) or name it with --azd, then learn again.", otherWay}
	case errors.Is(l.Err, ErrOldAzd):
		return []string{sentence(l.Err), "Upgrade azd, then learn again.", otherWay}
	case errors.Is(l.Err, errNoAnswer):
		return []string{sentence(l.Err), "An extension source may be unreachable: see azd ext source list, then learn again.", otherWay}
	case l.Err != nil:
		return []string{sentence(l.Err), "Run azd ext list --tags azure,mcp to see what is wrong, then learn again.", otherWay}
	}
	return []string{"azd lists no extension with the tags azure and mcp, and none with the id prefix mcp. is installed.",
		"Add a source that has some (azd ext source add), then learn again.", otherWay}
}

// sentence makes an error a sentence.
func sentence(err error) string {
	text := err.Error()
	return fmt.Sprintf("%s%s.", strings.ToUpper(text[:1]), strings.TrimRight(text[1:], "."))
}

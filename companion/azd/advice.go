package azd

import (
	"errors"
	"os/exec"

	"mcp-router/learn"
)

// otherWay is the step that needs no extension.
const otherWay = "Or run this server with --providers deploy/examples/azure-mcp.json, which takes the commands of Microsoft's Azure MCP Server (npm package @azure/mcp)."

// Advice says why there is no extension and what to do next, one sentence each.
func (l Listing) Advice() []string {
	switch {
	case l.Seq == 0:
		return []string{"azd has not answered yet.", "Learn again in a moment."}
	case errors.Is(l.Err, exec.ErrNotFound):
		return []string{"The Azure Developer CLI (azd) was not found.",
			"Install it (https://aka.ms/azd-install) or name it with --azd, then learn again.", otherWay}
	case errors.Is(l.Err, ErrOldAzd):
		return []string{learn.Sentence(l.Err), "Upgrade azd, then learn again.", otherWay}
	case errors.Is(l.Err, errNoAnswer):
		return []string{learn.Sentence(l.Err), "An extension source may be unreachable: see azd ext source list, then learn again.", otherWay}
	case l.Err != nil:
		return []string{learn.Sentence(l.Err), "Run azd ext list --tags azure,mcp to see what is wrong, then learn again.", otherWay}
	}
	return []string{"azd lists no extension with the tags azure and mcp, and none with the id prefix mcp. is installed.",
		"Add a source that has some (azd ext source add), then learn again.", otherWay}
}

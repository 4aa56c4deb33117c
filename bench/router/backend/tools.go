package backend

import (
	"fmt"
	"strings"
)

// ToolsPerServer is how many tools each server has.
const ToolsPerServer = 20

// Tools are a server's tools, each a JSON object that begins with its name. They
// differ from server to server, and have what tools of real servers have: a title,
// a description, a schema with descriptions of its own and annotations, about
// 800 bytes in all.
func Tools(server string) []string {
	tools := make([]string, 0, ToolsPerServer)
	for i := range ToolsPerServer {
		tools = append(tools, fmt.Sprintf(`{"name":%q,"title":"Tool %d of %s","description":%q,"inputSchema":{"type":"object","properties":{`+
			`"path":{"type":"string","description":%q},"limit":{"type":"integer","minimum":1,"maximum":100,"default":20}},`+
			`"required":["path"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"openWorldHint":false}}`,
			ToolName(i), i, server, strings.Repeat("What it does, and when to use it. ", 10), strings.Repeat("Where to look. ", 8)))
	}
	return tools
}

// ToolName is the name of the tool of a number.
func ToolName(i int) string { return fmt.Sprintf("tool-%d", i) }

// listResult is the result of a tools/list of a server.
func listResult(server string) []byte {
	return []byte(`{"tools":[` + strings.Join(Tools(server), ",") + `]}`)
}

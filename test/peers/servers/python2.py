"""A server as the Python SDK's second generation starts one, but for its port."""

import sys

from mcp.server.mcpserver import MCPServer

name, port = sys.argv[1:]
server = MCPServer(name)


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def who() -> str:
    """Says which server this is."""
    return name


server.run("streamable-http", port=int(port))

"""A server as the Python SDK's first generation starts one, but for its port:
sessions over HTTP, or a child of a bridge with the argument stdio."""

import sys

from mcp.server.fastmcp import FastMCP

name, where = sys.argv[1:]
server = FastMCP(name) if where == "stdio" else FastMCP(name, port=int(where))


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def who() -> str:
    """Says which server this is."""
    return name


server.run("stdio" if where == "stdio" else "streamable-http")

"""A server as FastMCP starts one, but for its port."""

import sys

import fastmcp

name, port = sys.argv[1:]
server = fastmcp.FastMCP(name)


@server.tool
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool
def who() -> str:
    """Says which server this is."""
    return name


server.run(transport="http", port=int(port), show_banner=False)

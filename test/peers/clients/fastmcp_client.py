"""FastMCP's client, as it comes."""

from contextlib import asynccontextmanager

import fastmcp

from driver import drive


class Client:
    def __init__(self, client):
        self.client = client
        self.server = client.server_info.name if client.server_info else ""
        self.protocol = client.protocol_version

    async def list(self):
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, name, arguments, progress):
        return await self.client.call_tool_mcp(name, arguments, progress_handler=progress)


@asynccontextmanager
async def connect(url):
    async with fastmcp.Client(url) as client:
        yield Client(client)


drive(connect)

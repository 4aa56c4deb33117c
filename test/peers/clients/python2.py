"""The Python SDK's second generation. The optional second argument says how it
negotiates: legacy, or the client's default."""

import sys
from contextlib import asynccontextmanager

import mcp.client
from mcp import types

from driver import answers, drive

options = {"mode": sys.argv[2]} if len(sys.argv) > 2 else {}


class Client:
    def __init__(self, client):
        self.client = client
        self.server = client.server_info.name if client.server_info else ""
        self.protocol = client.protocol_version

    async def list(self):
        names, cursor = [], None
        while True:
            page = await self.client.list_tools(cursor=cursor)
            names += [tool.name for tool in page.tools]
            cursor = page.next_cursor
            if not cursor:
                return names

    async def call(self, name, arguments, progress):
        return await self.client.call_tool(name, arguments, progress_callback=progress)


@asynccontextmanager
async def connect(url):
    async with mcp.client.Client(url, **options, **answers(types)) as client:
        yield Client(client)


drive(connect)

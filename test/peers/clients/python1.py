"""The Python SDK's first generation: session protocols only."""

from contextlib import asynccontextmanager

from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client

from driver import answers, drive


class Client:
    def __init__(self, session, initialized):
        self.session = session
        self.server = initialized.serverInfo.name
        self.protocol = initialized.protocolVersion

    async def list(self):
        names, cursor = [], None
        while True:
            page = await self.session.list_tools(cursor)
            names += [tool.name for tool in page.tools]
            cursor = page.nextCursor
            if not cursor:
                return names

    async def call(self, name, arguments, progress):
        return await self.session.call_tool(name, arguments, progress_callback=progress)


@asynccontextmanager
async def connect(url):
    async with streamable_http_client(url) as (read, write, _):
        async with ClientSession(read, write, **answers(types)) as session:
            yield Client(session, await session.initialize())


drive(connect)

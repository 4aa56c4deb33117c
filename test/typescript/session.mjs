// Opens a session with a TypeScript SDK, lists tools, calls one several times and
// ends the session, then prints what came as one JSON object:
// node session.mjs SDK URL TOOL ARGUMENTS TIMES
// SDK is v1, or an era of version 2: legacy, or auto for both.
const [sdk, url, tool, args, times] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } =
  sdk === 'v1'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      }
    : await import('@modelcontextprotocol/client');
const transport = new StreamableHTTPClientTransport(new URL(url));
const client = new Client(
  { name: 'mcp-router-test', version: '1.0.0' },
  sdk === 'v1' ? {} : { versionNegotiation: { mode: sdk } },
);
await client.connect(transport);
await client.ping();
const { tools } = await client.listTools();
const texts = [];
for (let i = 0; i < Number(times); i++) {
  const result = await client.callTool({ name: tool, arguments: JSON.parse(args) });
  texts.push(result.content.map((c) => c.text).join(''));
}
const server = client.getServerVersion().name;
await transport.terminateSession();
await client.close();
console.log(JSON.stringify({ server, tools: tools.map((t) => t.name), texts }));

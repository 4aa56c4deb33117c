// Opens a session with version 1 of the TypeScript SDK, lists tools, calls one
// several times and ends the session, then prints what came as one JSON object:
// node session.mjs URL TOOL ARGUMENTS TIMES
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, tool, args, times] = process.argv.slice(2);
const transport = new StreamableHTTPClientTransport(new URL(url));
const client = new Client({ name: 'mcp-router-test', version: '1.0.0' });
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

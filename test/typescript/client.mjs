// Lists tools and calls one with the TypeScript SDK's client, then prints what
// came as one JSON object: node client.mjs URL ERA TOOL ARGUMENTS
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [url, era, tool, args] = process.argv.slice(2);
const client = new Client({ name: 'mcp-router-test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
await client.connect(new StreamableHTTPClientTransport(new URL(url)));
const { tools } = await client.listTools();
const result = await client.callTool({ name: tool, arguments: JSON.parse(args) });
console.log(JSON.stringify({ tools: tools.map((t) => t.name), text: result.content.map((c) => c.text).join('') }));
await client.close();

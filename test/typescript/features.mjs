// Uses all but the tools of a server with the TypeScript SDK 2.x, in a session, and
// prints what came as one JSON object: node features.mjs URL
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client(
  { name: 'mcp-router-test', version: '1.0.0' },
  { versionNegotiation: { mode: 'legacy' } },
);
const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
await client.connect(transport);
const { prompts } = await client.listPrompts();
const { resources } = await client.listResources();
const { resourceTemplates } = await client.listResourceTemplates();
const prompt = await client.getPrompt({
  name: 'stream___greet_x20it',
  arguments: { who: 'you' },
});
const got = [prompt.messages[0].content.text];
for (const uri of ['stream:one', 'json:many/7', 'hidden:stream']) {
  got.push((await client.readResource({ uri })).contents[0].text);
}
const argument = { name: 'id', value: '' };
for (const ref of [
  { type: 'ref/prompt', name: 'json___greet_x20it' },
  { type: 'ref/resource', uri: 'stream:many/{id}' },
]) {
  got.push(...(await client.complete({ ref, argument })).completion.values);
}
const unknown = await client.readResource({ uri: 'nobody:1' }).catch((error) => error.code);
await client.setLoggingLevel('warning');
await transport.terminateSession();
await client.close();
console.log(
  JSON.stringify({
    Prompts: prompts.map((p) => p.name),
    Resources: resources.map((r) => r.uri),
    Templates: resourceTemplates.map((r) => r.uriTemplate),
    Got: got,
    Unknown: unknown,
  }),
);

// The TypeScript SDK's second generation. The optional second argument says how it
// negotiates: auto, or the client's default.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { drive } from './driver.mjs';

const mode = process.argv[3];
const options = mode ? { versionNegotiation: { mode } } : {};

await drive(async (url) => {
  const client = new Client({ name: 'typescript2', version: '1.0.0' }, options);
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    client,
    protocol: () => client.getNegotiatedProtocolVersion(),
    call: (params, options) => client.callTool(params, options),
  };
});

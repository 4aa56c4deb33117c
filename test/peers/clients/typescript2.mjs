// The TypeScript SDK's second generation. The optional second argument says how it
// negotiates: auto, or the client's default.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { answers, capabilities, drive, who } from './driver.mjs';

const mode = process.argv[3];
const options = mode ? { capabilities, versionNegotiation: { mode } } : { capabilities };

await drive(async (url) => {
  const client = new Client({ name: 'typescript2', version: '1.0.0' }, options);
  if (who) {
    client.setRequestHandler('elicitation/create', answers.elicit);
    client.setRequestHandler('sampling/createMessage', answers.sample);
    client.setRequestHandler('roots/list', answers.roots);
  }
  await client.connect(new StreamableHTTPClientTransport(url));
  return {
    client,
    protocol: () => client.getNegotiatedProtocolVersion(),
    call: (params, options) => client.callTool(params, options),
  };
});

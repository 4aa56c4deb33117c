// The TypeScript SDK's first generation: session protocols only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { answers, capabilities, drive, who } from './driver.mjs';

await drive(async (url) => {
  const transport = new StreamableHTTPClientTransport(url);
  const client = new Client({ name: 'typescript1', version: '1.0.0' }, { capabilities });
  if (who) {
    client.setRequestHandler(ElicitRequestSchema, answers.elicit);
    client.setRequestHandler(CreateMessageRequestSchema, answers.sample);
    client.setRequestHandler(ListRootsRequestSchema, answers.roots);
  }
  await client.connect(transport);
  return {
    client,
    protocol: () => transport.protocolVersion,
    call: (params, options) => client.callTool(params, undefined, options),
  };
});

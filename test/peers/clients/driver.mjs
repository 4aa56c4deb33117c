// What the drivers of TypeScript clients have in common; connect is where they differ.
//
// A driver gets the targets as its first argument, [{url, calls: [{tool, arguments}]}]
// in JSON. It connects to each, lists, calls, and prints a report as one line of JSON:
// {server, protocol, tools, calls: [{text, isError, error, progress}], error}.
// What a server does wrong stands in the report; only a driver's own fault is an exit.
//
// With PEERS_ANSWER in its environment, a name, the client says that it can be asked,
// and answers in that name: to elicitation, to sampling and for its roots.

export const who = process.env.PEERS_ANSWER;
export const capabilities = who ? { elicitation: {}, sampling: {}, roots: {} } : {};
export const answers = {
  elicit: async () => ({ action: 'accept', content: { name: who } }),
  sample: async (request) => ({
    model: 'test',
    role: 'assistant',
    content: { type: 'text', text: `${who} heard ${[request.params.messages[0].content].flat()[0].text}` },
  }),
  roots: async () => ({ roots: [{ uri: `file:///${who}`, name: who }] }),
};

export async function drive(connect) {
  for (const { url, calls } of JSON.parse(process.argv[2])) {
    const report = { server: '', protocol: '', tools: [], calls: [], error: '' };
    try {
      const { client, protocol, call } = await connect(new URL(url));
      report.server = client.getServerVersion()?.name ?? '';
      report.protocol = protocol();
      try {
        report.tools = await list(client);
      } catch (error) {
        report.error = explain(error);
      }
      for (const wanted of calls) report.calls.push(await outcome(call, wanted));
      await client.close();
    } catch (error) {
      report.error = explain(error);
    }
    console.log(JSON.stringify(report));
  }
}

async function list(client) {
  const names = [];
  let cursor;
  do {
    const page = await client.listTools(cursor ? { cursor } : {});
    names.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
  } while (cursor);
  return names;
}

async function outcome(call, wanted) {
  const report = { text: '', isError: false, error: '', progress: 0 };
  try {
    const result = await call(
      { name: wanted.tool, arguments: wanted.arguments },
      { onprogress: () => report.progress++ },
    );
    report.text = result.content.map((block) => block.text ?? '').join('');
    report.isError = result.isError ?? false;
  } catch (error) {
    report.error = explain(error);
  }
  return report;
}

// fetch hides what happened in a chain of causes.
export function explain(error) {
  return error.cause ? `${error}: ${explain(error.cause)}` : String(error);
}

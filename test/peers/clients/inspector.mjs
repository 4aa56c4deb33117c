// MCP Inspector's command line, which does one thing a run: the driver of driver.mjs,
// over as many runs as a target needs. The optional second argument is the protocol
// era that Inspector is told to use. It does not say what it negotiated.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const era = process.argv[3];
const program = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url),
);

async function inspect(url, ...args) {
  const all = [program, '--cli', url, '--transport', 'http', '--format', 'json', ...args];
  if (era) all.push('--protocol-era', era);
  const { stdout } = await promisify(execFile)(process.execPath, all);
  return JSON.parse(stdout).result;
}

for (const { url, calls } of JSON.parse(process.argv[2])) {
  const report = { server: '', protocol: '', tools: [], calls: [], error: '' };
  try {
    const { tools } = await inspect(url, '--method', 'tools/list');
    report.tools = tools.map((tool) => tool.name);
    for (const wanted of calls) report.calls.push(await outcome(url, wanted));
  } catch (error) {
    report.error = `${error.stderr ?? ''}${error}`;
  }
  console.log(JSON.stringify(report));
}

async function outcome(url, { tool, arguments: args }) {
  const report = { text: '', isError: false, error: '', progress: 0 };
  try {
    const result = await inspect(
      url, '--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args));
    report.text = result.content.map((block) => block.text ?? '').join('');
    report.isError = result.isError ?? false;
  } catch (error) {
    report.error = `${error.stderr ?? ''}${error}`;
  }
  return report;
}

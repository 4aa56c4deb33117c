#!/usr/bin/env bash
# Puts a Node that the peers of the tests run on at .tools/node/bin/node: the
# pinned one of tools/node where npm has it (Linux), or else the machine's own
# if it is new enough. MCP Inspector and the conformance suite need 22.19.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  printf '%s\n' "install-node: $1" >&2
  exit 1
}

command -v npm >/dev/null ||
  die "npm (Node 20 or newer) is missing: see nodejs.org (Debian: apt-get install nodejs npm)"

echo "install-node: fetching Node into tools/node"
(cd tools/node && npm ci --ignore-scripts --no-fund --no-audit --loglevel=error)
node=$PWD/tools/node/node_modules/.bin/node
[[ -x $node ]] || node=$(command -v node)
"$node" -e '
  const [major, minor] = process.versions.node.split(".").map(Number);
  process.exit(major > 22 || (major === 22 && minor >= 19) ? 0 : 1)' ||
  die "there is no pinned Node for this machine, and its own, $("$node" --version), is older than 22.19: install a newer one"
mkdir -p .tools/node/bin
ln -sfn "$node" .tools/node/bin/node
.tools/node/bin/node --version

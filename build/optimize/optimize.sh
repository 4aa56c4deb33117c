#!/usr/bin/env bash
# optimize.sh IN.wasm OUT.wasm: the module in fewer bytes, after Binaryen's passes
# for size. They take most of a minute, so the newest results stay in
# .tools/optimized. Wants Node and this folder's node_modules.
set -euo pipefail

(($# == 2)) || {
  echo "optimize.sh: want two arguments, IN.wasm and OUT.wasm" >&2
  exit 2
}
in=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
results=$root/.tools/optimized

# What Go itself emits and no more: a host that takes Go's module takes this one.
features=(--mvp-features --enable-bulk-memory-opt --enable-sign-ext --enable-nontrapping-float-to-int)

# The pinned Node, or the machine's own where there is none.
node=$root/.tools/node/bin/node
[[ -x $node ]] || node=node

key=$(cat "$in" "$here/optimize.sh" "$here/package-lock.json" | "$node" -e '
  const hash = require("node:crypto").createHash("sha256")
  process.stdin.pipe(hash).once("finish", () => console.log(hash.digest("hex")))')
result=$results/$key.wasm
if [[ ! -f $result ]]; then
  mkdir -p "$results"
  half=$(mktemp "$results.XXXXXX")
  trap 'rm -f "$half"' EXIT
  "$node" "$here/node_modules/binaryen/bin/wasm-opt" "${features[@]}" -Oz "$in" -o "$half"
  mv "$half" "$result"
  ls -t "$results"/*.wasm | tail -n +9 | while read -r old; do rm -f "$old"; done
fi
touch "$result"
cp "$result" "$out"

#!/usr/bin/env bash
# go test -v with the counts at the end. Fails when a test fails, when one is
# skipped, and when none ran: a suite that silently shrinks is worse than a red
# one. Without V=1 one line a package is shown, and the whole log of a failed run.
set -euo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT

show() {
  if [[ -n ${V:-} ]]; then cat; else grep -E '^(ok|FAIL|panic)\s'; fi
}

status=0
go test -count=1 -v "$@" 2>&1 | tee "$log" | show || status=${PIPESTATUS[0]}

count() { grep -cE -e "^ *--- $1" "$log" || true; }
passed=$(count PASS) failed=$(count FAIL) skipped=$(count SKIP)
echo "$passed passed, $failed failed, $skipped skipped"
if ((status != 0 || failed > 0)); then
  [[ -n ${V:-} ]] || grep -vE -e '^=== |--- PASS|^ok ' "$log" || true
  exit 1
fi
((skipped == 0)) || { echo "gotest: skipped tests are failures here" >&2; exit 1; }
((passed > 0)) || { echo "gotest: no test ran" >&2; exit 1; }

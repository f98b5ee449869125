#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds the documentation as static HTML: the pages of docs/, the reference, a search index, and the programs of docs/wasm,
# which run in pages, in build/docs.
# usage: scripts/docs.sh           builds build/docs
#        scripts/docs.sh --check   builds it and checks it in a browser: links, search, pictures, narrow screens
#        scripts/docs.sh --serve   builds it and serves it on this machine
# STRIA_DOCS_BASE is the path at which a server publishes the site: / or, for example, /stria/
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  "" | --serve) scripts/setup.sh docs ;;
  --check) scripts/setup.sh docs-check ;;
  *) sed -n '3,8s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac

site=build/site
mkdir -p "$site"
python3 scripts/site.py "$site"
# Install the packages of package-lock.json once.
if ! cmp -s docs/package-lock.json "$site/node_modules/.installed"; then
  (cd "$site" && npm ci --no-audit --no-fund --ignore-scripts)
  cp docs/package-lock.json "$site/node_modules/.installed"
fi
scripts/wasm.sh build/wasm
cp -r build/wasm "$site/public/wasm"
rm -rf build/docs
(cd "$site" && STRIA_DOCS_OUT="$PWD/../docs" npx vitepress build .)
echo "== the site is in build/docs"

case "${1:-}" in
  --check)
    node tests/site/explore.mjs build/wasm/explore.wasm
    node tests/site/live.mjs build/wasm/live/*.wasm
    node tests/site/check.mjs build/docs "$site/node_modules" build/site-check
    ;;
  --serve) (cd "$site" && STRIA_DOCS_OUT="$PWD/../docs" npx vitepress preview .) ;;
esac

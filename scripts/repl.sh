#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Starts an interactive C++ session with stria: clang-repl, the flags it needs and scripts/repl.hpp.
# usage: scripts/repl.sh [options of clang-repl]; CLANG_REPL=program names another clang-repl
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${CLANG_REPL:-}
if [ -z "$program" ]; then
  for candidate in clang-repl-21 clang-repl-20 clang-repl-19 clang-repl; do
    if command -v "$candidate" >/dev/null; then
      program=$candidate
      break
    fi
  done
fi
if [ -z "$program" ]; then
  echo "repl: no clang-repl 19 or newer; Debian has it in the package clang-tools-19" >&2
  exit 1
fi
exec "$program" --Xcc=-std=c++23 --Xcc="-I$root/include" --Xcc="-I$root/dsl" --Xcc="-I$root/scripts" \
  --Xcc=-include --Xcc=repl.hpp "$@"

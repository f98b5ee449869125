#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Compiles the programs that run in pages of the documentation to WebAssembly: docs/wasm/*.cpp to FOLDER/*.wasm.
# usage: scripts/wasm.sh FOLDER
# STRIA_WASM_CLANG names the compiler, clang++-19 by default.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
flags=(--target=wasm32-wasi -stdlib=libc++ -std=c++23 -fno-exceptions -O2 -msimd128 -DSTRIA_NO_HANA -Idsl -Iinclude
       -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror -Wl,--strip-all -Wl,-z,stack-size=1048576)
mkdir -p "$folder"
for source in docs/wasm/*.cpp; do
  module="$folder/$(basename "$source" .cpp).wasm"
  if [[ ! -e $module || -n $(find docs/wasm dsl include -newer "$module" -type f -print -quit) ]]; then
    "${STRIA_WASM_CLANG:-clang++-19}" "${flags[@]}" "$source" -o "$module"
  fi
done

#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Compiles the programs that run in pages of the documentation to WebAssembly: docs/wasm/*.cpp to FOLDER/*.wasm, and
# docs/wasm/live/*.cpp to FOLDER/live/*.wasm. Modules that are newer than all sources and headers are kept.
# usage: scripts/wasm.sh FOLDER
# STRIA_WASM_CLANG names the compiler, clang++-19 by default.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$1
compile=("${STRIA_WASM_CLANG:-clang++-19}" --target=wasm32-wasi -stdlib=libc++ -std=c++23 -fno-exceptions -O2 -msimd128
         -DSTRIA_NO_HANA -Idsl -Iinclude -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror
         -Wl,--strip-all -Wl,-z,stack-size=1048576)
mkdir -p "$folder/live"

# build SOURCE MODULE [FLAGS...]
build() {
  if [[ ! -e $2 || -n $(find docs/wasm/*.hpp docs/wasm/live/*.hpp dsl include "$1" -newer "$2" -type f -print -quit) ]]; then
    echo "== $2"
    "${compile[@]}" "${@:3}" "$1" -o "$2"
  fi
}

for source in docs/wasm/*.cpp; do
  build "$source" "$folder/$(basename "$source" .cpp).wasm"
done
# A program of the live gallery has no main(): the page calls its functions.
for source in docs/wasm/live/*.cpp; do
  build "$source" "$folder/live/$(basename "$source" .cpp).wasm" -mexec-model=reactor
done

#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Times stria against loops written by hand, with g++ and clang, -O3 -march=native, one thread. Prints
# one table: nanoseconds by hand and the ratio stria / hand, the median of interleaved rounds.
# usage: scripts/bench.sh [--check limit] [--rounds n] [part of a row's name]
# With --check it fails if a goal is above the limit (1.10 is what is promised), and
# always where values differ.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mkdir -p build
results=()
status=0
for compiler in g++ clang++-19; do
  build=build/bench-$compiler
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DSTRIA_BUILD_BENCHMARKS=ON -DSTRIA_BUILD_TESTS=OFF -DSTRIA_BUILD_EXAMPLES=OFF >"$build.log" 2>&1 ||
    { cat "$build.log"; exit 2; }
  cmake --build "$build" --target stria_bench -j "$(nproc)" >"$build.log" 2>&1 ||
    { cat "$build.log"; exit 2; }
done
for compiler in g++ clang++-19; do
  "build/bench-$compiler/benchmarks/stria_bench" "$@" >"build/bench-$compiler.tsv" || status=1
  results+=("build/bench-$compiler.tsv")
done
paste "${results[@]}" | awk -F'\t' '
  BEGIN { printf "%-5s %-84s %12s %9s %12s %9s\n", "", "workload", "g++ ns", "ratio", "clang ns", "ratio" }
  { printf "%-5s %-84s %12s %9s %12s %9s\n", $1, $2, $3, $4, $7, $8 }'
exit $status

#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Compares stria with hand-written loops. g++ and clang compile both with -O3 -march=native. Both run on one thread and
# on two, with arrays that fit in the L2 cache, in the L3 cache and in memory. Prints a table of ratios: the time with
# stria divided by that of the hand-written loop. Their repetitions run in random order; the table has medians.
# usage: scripts/bench.sh [--check limit] [--rounds n] [--sizes L2,L3,DRAM] [--quick] [--peers]
#                         [--write] [part]
#        scripts/bench.sh --programs [--rounds n] [--threads n] [part]
#        scripts/bench.sh --rows [--rounds n] [--sizes tiny,small,L1,L2,L3,DRAM] [part]
#   part           measures only the rows whose names contain this text; a row of the table is one
#                  workload for one element type and one size, or with --programs one program
#   --check limit  fails if the ratio of a workload is above the limit (1.10 is the documented limit)
#   --quick        measures only arrays in the L3 cache and tiny ones, in 7 rounds, on one thread
#   --peers        also measures xtensor, Eigen, Blitz++ and NumPy; installs those that are missing
#   --programs     measures the whole programs of benchmarks/programs instead, also with NumPy;
#                  prints a table of stria / hand and stria / NumPy
#   --threads n    with --programs: stria and the hand-written loops (OpenMP) run on n threads
#   --rows         measures the single statements of benchmarks/rows instead, each compared with its
#                  hand-written loop, on one thread; prints the mean ratio for each class of
#                  statements and each size, and the worst rows; with `part`, also prints every row
#                  above 1.25
#   --write        writes docs/benchmarks: results.csv, results.md, roofline.md and the charts
# It fails if results differ. docs/design/benchmarks.md describes the method.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

limit=() rounds=31 sizes= threads="1 2" peers=OFF write= programs= program_threads=1 rows= filter=
while [ $# -gt 0 ]; do
  case $1 in
    --check) limit=(--check "$2"); shift ;;
    --rounds) rounds=$2; shift ;;
    --sizes) sizes=$2; shift ;;
    --quick) rounds=7 sizes=L3 threads=1 ;;
    --peers) peers=ON ;;
    --programs) programs=yes ;;
    --threads) program_threads=$2; shift ;;
    --rows) rows=yes ;;
    --write) write=yes ;;
    -*) sed -n '/^# usage/,/^# It/p' "$0" >&2; exit 2 ;;
    *) filter=$1 ;;
  esac
  shift
done
[ -n "$sizes" ] || sizes=${rows:+tiny,small,L1,}L2,L3,DRAM

if [ "$peers" = ON ]; then
  scripts/setup.sh peers
else
  scripts/setup.sh bench
fi
mkdir -p build
results=build/bench-results
rm -rf "$results"
mkdir -p "$results"
status=0
target=stria_bench_all
parallel=
[ "$program_threads" -eq 1 ] || parallel=_parallel
[ -z "$programs" ] || target=stria_bench_programs$parallel
[ -z "$rows" ] || target=stria_bench_rows

for compiler in g++ clang++-19; do
  build=build/bench-$compiler
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DSTRIA_BUILD_BENCHMARKS=ON -DSTRIA_BENCH_PEERS=$peers -DSTRIA_BUILD_TESTS=OFF \
    -DSTRIA_BUILD_EXAMPLES=OFF >"$build.log" 2>&1 || { cat "$build.log"; exit 2; }
  cmake --build "$build" --target $target -j "$(nproc)" >"$build.log" 2>&1 ||
    { cat "$build.log"; exit 2; }
done

if [ -n "$programs" ]; then
  # Large blocks of malloc stay with the process, as those of stria do.
  export GLIBC_TUNABLES=glibc.malloc.mmap_threshold=4000000000:glibc.malloc.trim_threshold=8000000000
  expected=$results/expected
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
      "build/bench-g++/benchmarks/$target" --list "$filter" |
        OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 "$python" benchmarks/programs/numpy_programs.py "$expected" \
          >"$results/programs-numpy.tsv"
      break
    fi
  done
  for compiler in g++ clang++-19; do
    "build/bench-$compiler/benchmarks/$target" --rounds "$rounds" --expect "$expected" \
      --threads "$program_threads" "$filter" \
      >"$results/programs-$compiler.tsv" || status=1
  done
  python3 scripts/programs_report.py "$results"
  exit $status
fi

if [ -n "$rows" ]; then
  for compiler in g++ clang++-19; do
    "build/bench-$compiler/benchmarks/stria_bench_rows" --rounds "$rounds" --sizes "$sizes" "$filter" \
      >"$results/$compiler.tsv" || status=1
  done
  python3 scripts/rows_report.py ${filter:+--above 1.25} "$results/g++.tsv" "$results/clang++-19.tsv"
  exit $status
fi

# run COMPILER KIND PROGRAM [ARGUMENT...]: runs a program and stores its figures in COMPILER-KIND.tsv.
run() {
  local to="$results/$1-$2.tsv"
  shift 2
  "$@" >"$to" || status=1
}
for compiler in g++ clang++-19; do
  bin=build/bench-$compiler/benchmarks
  for n in $threads; do
    program=$bin/stria_bench
    if [ "$n" -gt 1 ]; then
      program=${program}_parallel
      [ -x "$program" ] || continue
    fi
    run "$compiler" "threads$n" "$program" ${limit[@]+"${limit[@]}"} --rounds "$rounds" \
      --sizes "$sizes" --threads "$n" "$filter"
  done
done
if [ "$peers" = ON ]; then
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
      run numpy threads1 "$python" benchmarks/peers/numpy_rows.py --sizes "$sizes" "$filter"
      break
    fi
  done
fi
if [ -n "$write" ]; then
  run g++ triad build/bench-g++/benchmarks/stria_bench --triad --rounds "$rounds"
  run g++ scale build/bench-g++/benchmarks/stria_bench --scale --rounds "$rounds"
fi
python3 scripts/bench_report.py "$results" ${write:+--write docs/benchmarks}
exit $status

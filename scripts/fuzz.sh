#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds the fuzz targets with clang and libFuzzer, and runs each of them for MINUTES, in parallel on all
# cores (or on FUZZ_JOBS cores). Each run starts with the inputs in build/fuzz/corpus and adds new ones.
# Prints the number of executions of each target and the total. Appends a line for each target to
# build/fuzz/runs.tsv. The exit status is 1 if a target stopped early.
# usage: scripts/fuzz.sh MINUTES [--keep] [target...], for example `FUZZ_JOBS=1 scripts/fuzz.sh 60 advanced csv`
#   --keep: afterwards adds up to 80 files of the minimised corpus to tests/fuzz/seeds/TARGET.zip
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  sed -n 's/^# usage: /usage: /p; s/^#   --keep/  --keep/p' "$0" >&2
  exit 2
}
[[ "${1:-}" =~ ^[0-9]+$ ]] && [ "$1" -gt 0 ] || usage
minutes=$1
shift
keep=no
targets=()
for argument in "$@"; do
  case $argument in
    --keep) keep=yes ;;
    -*) usage ;;
    *) targets+=("$argument") ;;
  esac
done

build=build/fuzz
# The targets write their files to memory instead of a disk.
[ -d /dev/shm ] && export TMPDIR=${TMPDIR:-/dev/shm}
mkdir -p build
cmake -G Ninja -S . -B $build -DCMAKE_CXX_COMPILER="${CXX:-clang++-19}" -DCMAKE_BUILD_TYPE=Release \
  -DSTRIA_TEST_LAYERS=fuzz -DSTRIA_TEST_ERRORS=OFF -DSTRIA_BUILD_EXAMPLES=OFF -DSTRIA_TEST_FUZZ=ON >$build.log ||
  { cat $build.log >&2; exit 1; }
if [ ${#targets[@]} -eq 0 ]; then
  mapfile -t targets < <(ninja -C $build -t targets all | sed -n 's/^fuzz_\([a-z0-9_]*\): phony.*/\1/p' | sort)
fi
ninja -C $build "${targets[@]/#/fuzz_}"

# built_from target: prints the commit that was built, with a + if files of the target differ from the commit.
built_from() {
  local files=(dsl include src tests/support "tests/fuzz/$1.cpp" tests/fuzz/*.hpp)
  git rev-parse --short HEAD | tr -d '\n'
  git diff --quiet HEAD -- "${files[@]}" || printf +
}

# fuzz_one target: runs the target, with output in build/fuzz/logs/TARGET.log.
fuzz_one() {
  local target=$1 corpus=$build/corpus/$1 log=$build/logs/$1.log seeds options verdict=ok runs commit
  local begin=$SECONDS
  commit=$(built_from "$target")
  mkdir -p "$corpus" $build/logs $build/findings
  mapfile -t seeds < <(grep . $build/tests/fuzz/"$target".seeds)
  read -ra options <$build/tests/fuzz/"$target".options
  rm -f $build/logs/"$target".stopped
  $build/tests/fuzz/fuzz_"$target" -max_total_time=$((minutes * 60)) -max_len=400 -timeout=20 \
    -print_final_stats=1 -artifact_prefix=$build/findings/"$target"- "${options[@]}" "$corpus" "${seeds[@]}" \
    >"$log" 2>&1 || { verdict=stopped && touch $build/logs/"$target".stopped; }
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  printf '%s\t%s\t%s\t%s\t%s\n' "$target" "$commit" "${runs:-0}" $((SECONDS - begin)) $verdict >>$build/runs.tsv
}
export -f fuzz_one built_from
export build minutes
printf '%s\n' "${targets[@]}" | xargs -P "${FUZZ_JOBS:-$(nproc)}" -I '{}' bash -c 'fuzz_one {}'

total=0
status=0
for target in "${targets[@]}"; do
  log=$build/logs/$target.log
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  verdict=
  if [ -e $build/logs/"$target".stopped ]; then
    verdict=" STOPPED: see $log and $build/findings"
    status=1
  fi
  printf '%-12s %12s executions%s\n' "$target" "${runs:-?}" "$verdict"
  total=$((total + ${runs:-0}))
done
printf '%-12s %12s executions\n' total $total

most_seeds=80
if [ $keep = yes ] && [ $status -eq 0 ]; then
  for target in "${targets[@]}"; do
    kept=$build/tests/fuzz/seeds/$target small=$build/minimised/$target
    rm -rf "$small"
    mkdir -p "$small" "$kept"
    $build/tests/fuzz/fuzz_"$target" -set_cover_merge=1 "$small" "$build/corpus/$target" "$kept" >/dev/null 2>&1
    # The oldest files come first, because they have the largest coverage.
    mapfile -t cover < <(find "$small" -type f -printf '%T@ %p\n' | sort -n | head -n "$most_seeds" | cut -d' ' -f2)
    for file in "${cover[@]}"; do
      name=$(basename "$file")
      cp "$file" "$kept/${name:0:12}.$target"
    done
    python3 tests/fuzz/seeds/seeds.py "$target" "$kept"
    echo "tests/fuzz/seeds/$target.zip: ${#cover[@]} files"
  done
fi
exit $status

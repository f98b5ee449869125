#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds and runs the tests. On Debian 12 the script installs missing packages. It stops at the first
# preset that fails. The last line and the exit status show whether the tests have passed; the line before it
# has the CPU seconds of the builds and tests.
# usage: scripts/test.sh              the main tests, each in one of three builds:
#                                     - g++: a mistake of each family, an installed copy
#                                     - clang: values, types, examples
#                                     - clang under sanitizers: code that accesses memory
#        scripts/test.sh full         everything: optimised loops with both compilers, values with clang under sanitizers,
#                                     uninitialised memory, programs for WebAssembly
#        scripts/test.sh PRESET...    these presets, as in `scripts/test.sh dev-gcc sanitize-gcc`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

together=yes
packages=test
if [ $# -eq 0 ]; then
  expected="10 to 25 minutes on two cores without a compiler cache"
  set -- gcc-quick clang-quick sanitize-quick
elif [ "$*" = full ]; then
  expected="an hour or more on two cores without a compiler cache"
  packages=full
  set -- gcc-full clang-full sanitize-full memory-full
else
  together=no
  expected="as long as these presets need"
fi
echo "== $# builds and their tests: $*; expected: $expected"

scripts/setup.sh $packages
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(nproc)}"
# With huge pages for malloc() compilers cause a third of the page faults, which are expensive on virtual machines.
export GLIBC_TUNABLES="${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}"

# Prints the user and system time of the builds and tests that have ended.
show_cpu_seconds() {
  mkdir -p build
  times >build/times # not in a pipeline: a subshell has no children yet
  # The second line is the time of the children: 1m2.345s 0m6.789s
  awk 'NR == 2 { for (k = 1; k <= 2; ++k) { split($k, t, /[ms]/); s[k] = 60 * t[1] + t[2] }
                 printf "== %.0f CPU seconds (user %.0f, system %.0f)\n", s[1] + s[2], s[1], s[2] }' build/times
}

# Without arguments, or with `full`, the presets run side by side, because a single preset
# leaves a core idle while it configures and links, and at its end. Each preset writes a log,
# build/PRESET.log. If the preset passes, only the part of the log about the tests is printed. If
# it fails, the whole log is printed.
declare -A running=() # the process group of each preset
stop_running() {
  local preset
  for preset in "${!running[@]}"; do
    kill -- "-${running[$preset]}" 2>/dev/null || true
  done
}
side_by_side() {
  mkdir -p build
  local preset status shown=0
  trap stop_running EXIT
  trap 'exit 130' INT TERM
  for preset in "$@"; do
    rm -f "build/$preset.status"
    setsid bash -c 'cmake --workflow --preset "$0" >"build/$0.log" 2>&1; echo $? >"build/$0.status"' "$preset" &
    running[$preset]=$!
  done
  while [ ${#running[@]} -gt 0 ]; do
    sleep 1
    for preset in "${!running[@]}"; do
      status=$(cat "build/$preset.status" 2>/dev/null || true)
      if [ -z "$status" ]; then
        kill -0 "${running[$preset]}" 2>/dev/null && continue
        status=$(cat "build/$preset.status" 2>/dev/null || echo "none, it was killed")
      fi
      unset "running[$preset]"
      if [ "$status" != 0 ]; then
        stop_running
        cat "build/$preset.log"
        echo "== $preset failed after $((SECONDS / 60)) min $((SECONDS % 60)) s (exit status $status); its output is above"
        exit 1
      fi
      sed -n '/^Test project/,$p' "build/$preset.log"
      echo "== $preset passed, $((SECONDS / 60)) min $((SECONDS % 60)) s so far"
    done
    if [ $((SECONDS - shown)) -ge 30 ]; then
      shown=$SECONDS
      printf '   %d min %02d s:' $((SECONDS / 60)) $((SECONDS % 60))
      for preset in "${!running[@]}"; do
        printf '  %s %s' "$preset" "$(grep -oE '^\[[0-9]+/[0-9]+\]|^ *[0-9]+/[0-9]+ Test' "build/$preset.log" | tail -1)"
      done
      echo
    fi
  done
}

if [ $together = yes ]; then
  side_by_side "$@"
else
  count=$#
  number=0
  for preset in "$@"; do
    number=$((number + 1))
    echo "== $number of $count: $preset, $((SECONDS / 60)) min $((SECONDS % 60)) s so far"
    cmake --workflow --preset "$preset"
  done
fi
wait
show_cpu_seconds
echo "== passed in $((SECONDS / 60)) min $((SECONDS % 60)) s: $*"

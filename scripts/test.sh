#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# The tests on a fresh Debian 12. Stops at the first preset that fails, so that the last lines are ctest's
# verdict and the exit status says the same.
# usage: scripts/test.sh              each test in one of three builds: optimised loops, errors and an installed copy
#                                     with g++; values, types and the examples with clang; what touches memory
#                                     with clang under its sanitizers
#        scripts/test.sh full         everything: with g++, with clang, and under clang's sanitizers
#        scripts/test.sh PRESET...    what is named, as in `scripts/test.sh gcc-debug gcc-sanitize`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ $# -eq 0 ]; then
  expected="9 to 13 minutes on two cores without a compiler cache"
  set -- gcc-quick clang-quick sanitize-quick
elif [ "$*" = full ]; then
  expected="about an hour on two cores without a compiler cache"
  set -- gcc-full clang-full sanitize-full
else
  expected="as long as these presets need"
fi
echo "== $# builds and their tests: $*; expected: $expected"

scripts/setup.sh test
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(nproc)}"

count=$#
number=0
for preset in "$@"; do
  number=$((number + 1))
  echo "== $number of $count: $preset, $((SECONDS / 60)) min $((SECONDS % 60)) s so far"
  cmake --workflow --preset "$preset"
done
echo "== passed in $((SECONDS / 60)) min $((SECONDS % 60)) s: $*"

#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# The tests on a fresh Debian 12: half of them with g++, half with clang under its sanitizers, those of
# loops with both; or all of them with the presets that are named. Stops at the first that fails, so that
# the last lines are ctest's verdict and the exit status says the same.
# usage: scripts/test.sh [preset...], as in `scripts/test.sh gcc-release clang-release clang-sanitize`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh test
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(nproc)}"

if [ $# -eq 0 ]; then
  set -- gcc-daily clang-daily
fi
for preset in "$@"; do
  echo "== $preset"
  cmake --workflow --preset "$preset"
done

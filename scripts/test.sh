#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# The whole suite on a fresh Debian 12: with g++, with clang under its sanitizers, and what clang's
# optimiser may break. Stops at the first that fails, so that the last lines are ctest's verdict and the
# exit status says the same.
# usage: scripts/test.sh [preset...], as in `scripts/test.sh gcc-sanitize`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh test
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
export CTEST_PARALLEL_LEVEL="${CTEST_PARALLEL_LEVEL:-$(nproc)}"

if [ $# -eq 0 ]; then
  set -- gcc-release clang-loops clang-sanitize
fi
for preset in "$@"; do
  echo "== $preset"
  cmake --workflow --preset "$preset"
done

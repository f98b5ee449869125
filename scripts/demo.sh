#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Makes the pictures of examples/photo in build/demo/photo on a fresh Debian 12.
# usage: scripts/demo.sh [picture [folder for the results]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh demo
# One compiler process per core is started. ninja would start more, and each of them needs much memory.
export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
cmake --preset demo
cmake --build --preset demo

picture=${1:-examples/photo/china.jpg}
results=${2:-build/demo/photo}
mkdir -p "$results"
build/demo/examples/photo "$picture" "$results"

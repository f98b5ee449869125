#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Measures the cost of compiling programs that use stria, by g++ and by clang: time, memory, object size and templates.
# Also measures xtensor and the Tensor module of Eigen. usage: scripts/compile-cost.sh [options of compile_cost.py]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh peers
python3 scripts/compile_cost.py --counts --check
exec python3 scripts/compile_cost.py --peers "$@"

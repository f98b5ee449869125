#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Runs the tests of tests/device, then measures a device: bandwidths relative to a copy kernel of the same run,
# the cost of a statement on the host, and the time to compile and load kernels. If Python finds CuPy or PyTorch,
# it also exchanges arrays with them, and measures the same statements with them.
# usage: scripts/device-bench.sh [--no-tests] [MiB of an operand, 1024] [runs, 11]
# It uses the first device found, preferring a GPU to a processor; STRIA_DEVICE=opencl selects OpenCL.
# On the processor, with PoCL: STRIA_DEVICE=opencl scripts/device-bench.sh 4 5
# It fails if a test fails; the figures are printed in any case.
# Its arguments and goals are described in docs/benchmarks/device.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=ON
if [ "${1:-}" = --no-tests ]; then
  tests=OFF
  shift
fi
case ${1:-} in
  -*) sed -n '/^# usage/,/^# Its/p' "$0" >&2; exit 2 ;;
esac

export CMAKE_BUILD_PARALLEL_LEVEL="${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}"
scripts/setup.sh bench
status=0
build=build/device-bench
mkdir -p build
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=g++ \
  -DSTRIA_BUILD_BENCHMARKS=ON -DSTRIA_BUILD_EXAMPLES=OFF -DSTRIA_BUILD_TESTS=$tests \
  "-DSTRIA_TEST_LAYERS=device;interop" -DSTRIA_TEST_HEADERS=OFF -DSTRIA_TEST_ERRORS=OFF -DSTRIA_TEST_INSTALL=OFF \
  >"$build.log" 2>&1 || { cat "$build.log"; exit 2; }
cmake --build "$build" --target stria_bench_device >"$build.log" 2>&1 ||
  { cat "$build.log"; exit 2; }
if [ "$tests" = ON ]; then
  cmake --build "$build" >"$build.log" 2>&1 || { cat "$build.log"; exit 2; }
  ctest --test-dir "$build" -L device --output-on-failure || status=1
  # CTest runs these tests on the processor; this loop runs them on the measured device.
  for name in assign complex dlpack foreign forms functions leaves nan order products programs random reduce \
    reliability samples scatter stream; do
    program=$build/tests/device/test_device_$name
    if [ -x "$program" ]; then
      echo "$name on the first device"
      "$program" || status=1
    fi
  done
fi

if python3 -c 'import importlib.util as u, sys; sys.exit(not (u.find_spec("cupy") or u.find_spec("torch")))'; then
  if [ "$tests" = ON ]; then
    module=$(find "$build" -name 'stria_gpu_arrays*.so')
    python3 -B tests/interop/gpu_arrays_test.py "$(dirname "$module")" || status=1
  fi
  python3 -B benchmarks/device/peers.py "$@" || status=1
fi

# A fresh cache folder, so that PoCL compiles the kernels again.
pocl_cache=$(mktemp -d)
trap 'rm -rf "$pocl_cache"' EXIT
POCL_CACHE_DIR=$pocl_cache "$build/benchmarks/stria_bench_device" "$@"
exit $status

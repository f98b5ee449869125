#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Installs missing packages on Debian 12 (with apt-get, as root or through sudo). It makes no other changes.
# usage: scripts/setup.sh demo|test|full|bench|peers|docs|docs-check
set -euo pipefail

demo=(g++ cmake ninja-build ccache libboost-dev libjpeg-dev libpng-dev librange-v3-dev)
tests=("${demo[@]}" catch2 clang-19 clang-tools-19 gdb libc++-19-dev libc++abi-19-dev libclang-rt-19-dev libclblast1 libdlpack-dev
       libeigen3-dev libfmt-dev libhdf5-dev lld-19 libomp-19-dev libopenblas-dev libopenmpi-dev libxsimd-dev libzip-dev
       nlohmann-json3-dev ocl-icd-opencl-dev openmpi-bin pocl-opencl-icd pybind11-dev python3 python3-dev python3-h5py
       python3-numpy python3-pil)

# The test of the search of the site runs in Node.js.
command -v node >/dev/null || tests+=(nodejs)

# What clang needs for WebAssembly.
wasm=(clang-19 lld-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)

# All tests: also those of WebAssembly.
full=("${tests[@]}" "${wasm[@]}")

# Benchmarks need Google Benchmark. Their hand-written loops use xsimd for vectorised exp and sin.
bench=("${tests[@]}" libbenchmark-dev libxsimd-dev)
# The libraries that stria is compared with.
peers=("${bench[@]}" libblitz0-dev libxtensor-dev)
# The site needs Node.js, and clang for the programs that run in its pages; its check needs a browser.
docs=(python3 "${wasm[@]}")
command -v node >/dev/null || docs+=(nodejs)
command -v npm >/dev/null || docs+=(npm)
docs_check=("${docs[@]}" chromium fonts-dejavu-core)

case "${1:-}" in
  demo) wanted=("${demo[@]}") ;;
  test) wanted=("${tests[@]}") ;;
  full) wanted=("${full[@]}") ;;
  bench) wanted=("${bench[@]}") ;;
  peers) wanted=("${peers[@]}") ;;
  docs) wanted=("${docs[@]}") ;;
  docs-check) wanted=("${docs_check[@]}") ;;
  *) echo "usage: scripts/setup.sh demo|test|full|bench|peers|docs|docs-check" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: not a Debian system; install the packages that correspond to: ${wanted[*]}"
  exit 0
fi

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  if [ "$status" != installed ]; then
    missing+=("$package")
  fi
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: cannot install missing packages without root or sudo: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -q -y --no-install-recommends "${missing[@]}"

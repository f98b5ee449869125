#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Runs tests under the memcheck tool of valgrind, without sanitizers: the file tests (tests/io, and HDF5 files in
# tests/interop), and the fuzz targets that read files. The fuzz targets run their seeds and some random inputs.
# memcheck also checks libpng, libjpeg, libzip and HDF5, and finds reads of uninitialised values. The exit status is 1
# if there is an error. docs/reliability.md says which tests are excluded, and why. Files written by NumPy and h5py are
# included if a Python has these packages.
# usage: scripts/memcheck.sh [program...], for example `scripts/memcheck.sh test_io_npy fuzz_png`
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=$PWD/build/memcheck
mkdir -p build
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" \
  -DSTRIA_TEST_LAYERS="io;fuzz;interop.hdf5_any" -DSTRIA_TEST_ERRORS=OFF -DSTRIA_TEST_FUZZ=OFF -DSTRIA_TEST_AGAIN=OFF \
  "-DSTRIA_FUZZ_TARGETS=plan_slice;text;einops;npy;npy_any;csv;npz;png;jpeg;ppm;hdf5;dlpack;advanced" -DSTRIA_BUILD_EXAMPLES=OFF >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
programs=("$@")
if [ ${#programs[@]} -eq 0 ]; then
  mapfile -t programs < <(ninja -C "$build" -t targets all |
    sed -nE 's/^(test_io_(npy_header|npy|npy_fields|map_npy|csv|hostile_paths|durable|image|npz|hdf5|hdf5_gather|hdf5_replace)|test_interop_hdf5_any|fuzz_(npy|npy_any|csv|npz|png|jpeg|ppm|dlpack)): phony.*/\1/p' |
    sort)
fi
ninja -C "$build" "${programs[@]}"

# by_python module script folder: runs the script to write the files of a test, if a Python has the module.
by_python() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c "import $1" 2>/dev/null; then
      "$python" -B "tests/io/$2" write "$build/tests/io/$3" >/dev/null
      return
    fi
  done
}
by_python numpy npz_by_numpy.py archives
by_python h5py hdf5_by_h5py.py hdf5_files

mkdir -p "$build/memcheck_logs"
# memcheck cannot follow the vector instructions of libjpeg-turbo.
export JSIMD_FORCENONE=1
failed=0
# check program arguments...: runs a program under memcheck and prints one line.
check() {
  local name=$1 log=$build/memcheck_logs/$1.log path
  path=$(find "$build/tests" -name "$name" -type f -perm -u+x)
  shift
  if (cd "$(dirname "$path")" && valgrind -q --error-exitcode=99 --track-origins=no --child-silent-after-fork=yes \
    "$path" "$@") >"$log" 2>&1; then
    printf '%-24s ok\n' "$name"
  else
    printf '%-24s FAILED: see %s\n' "$name" "$log"
    failed=1
  fi
}
for program in "${programs[@]}"; do
  case $program in
    fuzz_*)
      seeds=()
      folder=$(<"$build/tests/fuzz/${program#fuzz_}.seeds")
      [ -z "$folder" ] || mapfile -t seeds < <(find "$folder" -name "*.${program#fuzz_}")
      [ ${#seeds[@]} -eq 0 ] || check "$program" "${seeds[@]}"
      check "$program" -runs=300
      ;;
    test_io_hdf5) check "$program" '~data sets of very many chunks' ;;
    test_io_map_npy) check "$program" '~only accessed pages of a file are read' ;;
    *) check "$program" ;;
  esac
done
exit $failed

#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Starts an interactive C++ session with stria: clang-repl, the flags it needs and scripts/repl.hpp.
# usage: scripts/repl.sh [options of clang-repl]
# CLANG_REPL=program names another clang-repl, and STRIA_REPL_CACHE=folder the folder of the compiled
# functions (default: build/repl).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${CLANG_REPL:-}
if [ -z "$program" ]; then
  for candidate in clang-repl-21 clang-repl-20 clang-repl-19 clang-repl; do
    if command -v "$candidate" >/dev/null; then
      program=$candidate
      break
    fi
  done
fi
if [ -z "$program" ]; then
  echo "repl: no clang-repl 19 or newer; Debian has it in the package clang-tools-19" >&2
  exit 1
fi

# The functions of <stria/linalg.hpp> and <stria/fft.hpp> are not in headers, so the session loads them from
# libraries. A library is compiled once, and again after a change of its sources.
compiler=${program/clang-repl/clang++}
command -v "$compiler" >/dev/null || compiler=c++
cache=${STRIA_REPL_CACHE:-$root/build/repl}
if ! mkdir -p "$cache" 2>/dev/null || [ ! -w "$cache" ]; then
  cache=${XDG_CACHE_HOME:-$HOME/.cache}/stria/repl
  mkdir -p "$cache"
fi

has_lapack() { # has_lapack FLAGS: whether a program that is linked with these flags has LAPACK
  # shellcheck disable=SC2086
  echo 'extern "C" void dgesdd_(); int main() { dgesdd_(); }' |
    "$compiler" -x c++ - $1 -o /dev/null 2>/dev/null
}
# Each of the following has the arguments: NAME SOURCES FLAGS LINKED, the last being the flags to link with.
is_current() {
  local files
  [ -e "$cache/$1.library" ] && [ "$(cat "$cache/$1.made_with")" = "$compiler $2 $3 $4" ] || return 1
  mapfile -t files <"$cache/$1.files"
  [ -z "$(find "${files[@]}" -newer "$cache/$1.library" 2>&1)" ]
}
compile_library() (
  folder=$(mktemp -d "$cache/$1.XXXXXX") || exit 1
  trap 'rm -rf "$folder"' EXIT
  echo "repl: compiling $1, once for all sessions" >&2
  # shellcheck disable=SC2086
  for source in $2; do
    part=$folder/$(basename "$source" .cpp)
    "$compiler" -std=c++23 -O2 -fPIC -I"$root/include" -I"$root/dsl" $3 -c "$root/src/$source" \
      -MMD -MF "$part.d" -o "$part.o" || exit 1
  done
  # shellcheck disable=SC2086
  "$compiler" -shared "$folder"/*.o $4 -o "$folder/library" || exit 1
  sed -e 's/^[^ ]*://' -e 's/\\$//' "$folder"/*.d | xargs -n 1 | sort -u >"$folder/files"
  echo "$compiler $2 $3 $4" >"$folder/made_with"
  for part in files made_with library; do
    mv "$folder/$part" "$cache/$1.$part" || exit 1
  done
)
add_library() {
  is_current "$@" || compile_library "$@" || return 1
  libraries+=${libraries:+:}$cache/$1.library
}

libraries=
flags=()
eigen=$(pkg-config --cflags eigen3 2>/dev/null || true)
if [ -z "$eigen" ] && [ -d /usr/include/eigen3 ]; then
  eigen=-I/usr/include/eigen3
fi
# LAPACK is preferred, because its functions are compiled in a few seconds.
linalg=
for linked in -lopenblas "-llapack -lblas"; do
  if has_lapack "$linked" && add_library linalg linalg/lapack/kernels.cpp "" "$linked"; then
    linalg=lapack
    break
  fi
done
if [ -z "$linalg" ] && [ -n "$eigen" ] &&
  add_library linalg "$(cd "$root/src" && echo linalg/*.cpp)" "$eigen" ""; then
  linalg=eigen
fi
if [ -z "$linalg" ]; then
  echo "repl: there is no linalg without LAPACK or Eigen (Debian: libopenblas-dev or libeigen3-dev)" >&2
  flags+=(--Xcc=-DSTRIA_REPL_WITHOUT_LINALG)
fi
if [ -z "$eigen" ] || ! add_library fft "fft/transform.cpp fft/eigen_rows.cpp" "$eigen" ""; then
  echo "repl: there is no fft without Eigen (Debian: libeigen3-dev)" >&2
fi
export STRIA_REPL_LIBRARIES=$libraries
exec "$program" --Xcc=-std=c++23 --Xcc="-I$root/include" --Xcc="-I$root/dsl" --Xcc="-I$root/scripts" \
  ${flags[@]+"${flags[@]}"} --Xcc=-include --Xcc=repl.hpp "$@"

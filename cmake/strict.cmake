# SPDX-License-Identifier: BSL-1.0
# Target stria_strict: the warnings under which tests, examples and benchmarks are built.
# stria's own headers are plain include directories there, so they are held to the same.
set(STRIA_WARNINGS -Wall -Wextra -Wconversion -Wshadow -pedantic)
if(STRIA_WERROR)
  list(APPEND STRIA_WARNINGS -Werror)
endif()
set(STRIA_WARNINGS "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:${STRIA_WARNINGS}>")
add_library(stria_strict INTERFACE)
target_compile_options(stria_strict INTERFACE "${STRIA_WARNINGS}")

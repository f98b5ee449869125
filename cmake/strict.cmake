# SPDX-License-Identifier: BSL-1.0
# Target stria_strict: the warnings with which tests, examples and benchmarks are built.
# In these targets, the headers of stria are not system headers, so the warnings apply to them, too.
# STRIA_WARNINGS is explained in base/config.hpp.
set(STRIA_WARNINGS -Wall -Wextra -Wconversion -Wshadow -pedantic)
if(STRIA_WERROR)
  list(APPEND STRIA_WARNINGS -Werror)
endif()
# g++ 12 gives false warnings of these kinds, mostly for std::string (GCC bugs 105329, 105651, 105762), so these
# warnings are not errors.
set(STRIA_GCC_NO_ERROR
  "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=restrict;-Wno-error=stringop-overflow;-Wno-error=array-bounds;-Wno-error=dangling-pointer>")
set(STRIA_WARNINGS "$<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:${STRIA_WARNINGS}>")
add_library(stria_strict INTERFACE)
target_compile_options(stria_strict INTERFACE "${STRIA_WARNINGS}" "${STRIA_GCC_NO_ERROR}")
target_compile_definitions(stria_strict INTERFACE STRIA_WARNINGS)

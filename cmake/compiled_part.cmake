# SPDX-License-Identifier: BSL-1.0
# The library that cmake --install writes: the compiled part of stria, which the installed stria::core links.
# docs/design/compiled_part.md gives the reasons. The variable STRIA_PART_LIBRARY is the standard library for which it
# is compiled (tensor/build.hpp), or 0 if there is no such library.
option(STRIA_INSTALL_COMPILED "Install the compiled part of stria, which installed targets then link" ON)
set(STRIA_PART_LIBRARY 0)
if(NOT STRIA_INSTALL_COMPILED)
  return()
endif()

# The program contains the number. It does not compile if these options cannot have a compiled part.
if(NOT DEFINED STRIA_STANDARD_LIBRARY)
  set(program "${PROJECT_BINARY_DIR}/package/standard_library.bin")
  try_compile(STRIA_HAS_PART SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/cmake/standard_library.cpp"
    CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CMAKE_CURRENT_SOURCE_DIR}/dsl;${CMAKE_CURRENT_SOURCE_DIR}/include"
    COPY_FILE "${program}" COPY_FILE_ERROR error)
  unset(STRIA_HAS_PART CACHE)
  set(number 0)
  if(EXISTS "${program}")
    file(STRINGS "${program}" text REGEX "std<[0-9]+>")
    string(REGEX REPLACE ".*std<0*([0-9]+)>.*" "\\1" number "${text}")
    file(REMOVE "${program}")
  endif()
  set(STRIA_STANDARD_LIBRARY "${number}" CACHE INTERNAL "The standard library of the compiled part (tensor/build.hpp)")
endif()
set(STRIA_PART_LIBRARY "${STRIA_STANDARD_LIBRARY}")
if(NOT STRIA_PART_LIBRARY)
  message(STATUS "stria: the compiled part is not installed, because the compiler or its options do not allow it")
  return()
endif()

# -fno-lto: other compilers cannot read the objects of link-time optimisation.
set(options)
if(CMAKE_CXX_COMPILER_ID MATCHES "^(GNU|Clang|AppleClang)$")
  set(options -fno-lto)
endif()
add_library(stria_part STATIC src/instantiated.cpp)
set_target_properties(stria_part PROPERTIES EXPORT_NAME compiled_part OUTPUT_NAME stria)
stria_compile_part(stria_part stria_core)
target_compile_options(stria_part PRIVATE ${options})
target_compile_definitions(stria_part INTERFACE STRIA_USE_INSTANTIATED=${STRIA_PART_LIBRARY})

# Copies of elements have vectors of three sizes.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND options AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  target_compile_options(stria_part PRIVATE -mno-avx) # CMAKE_CXX_FLAGS may contain -march=native
  foreach(level_and_options "avx2 -mavx2" "avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl")
    separate_arguments(level_options UNIX_COMMAND "${level_and_options}")
    list(POP_FRONT level_options level)
    add_library(stria_part_${level} OBJECT src/instantiated_copies.cpp)
    stria_compile_part(stria_part_${level} stria_core)
    target_compile_options(stria_part_${level} PRIVATE ${options} ${level_options})
    target_sources(stria_part PRIVATE $<TARGET_OBJECTS:stria_part_${level}>)
  endforeach()
endif()

# SPDX-License-Identifier: BSL-1.0
# Configures, builds and runs consumer/ in the fresh folder `work`, reaching stria by `way`.
list(PREPEND search "${prefix}")
set(options "-DCMAKE_PREFIX_PATH=${search}")
if(toolchain)
  list(APPEND options "-DCMAKE_TOOLCHAIN_FILE=${toolchain}")
endif()
list(TRANSFORM options REPLACE ";" "\\\\;")
if(way MATCHES "^find_(dsl|components)$")
  list(APPEND options -DCMAKE_DISABLE_FIND_PACKAGE_range-v3=ON)
elseif(way MATCHES "^(add_subdirectory|fetch_content)$")
  # As a subproject stria must not look for what only its own tests need.
  list(APPEND options -DCMAKE_DISABLE_FIND_PACKAGE_Catch2=ON)
endif()

if(parts AND linalg)
  list(APPEND options "-DSTRIA_LINALG=${linalg}") # the kernels of Eigen take minutes to compile
endif()

file(REMOVE_RECURSE "${work}")
execute_process(
  COMMAND ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}/consumer" -B "${work}" -G "${generator}"
          "-DCMAKE_MAKE_PROGRAM=${make}" "-DCMAKE_CXX_COMPILER=${compiler}"
          "-DCMAKE_CXX_FLAGS=${flags}" "-DWAY=${way}" "-DSTRIA_SOURCE=${source}"
          "-DWITH_PARTS=${parts}" ${options}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${work}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir "${work}" --output-on-failure
                        --no-tests=error
                COMMAND_ERROR_IS_FATAL ANY)
# All components are found there, and the two programs compile their own files, nothing else.
if(way STREQUAL "find_components" AND parts)
  file(GLOB_RECURSE objects RELATIVE "${work}" "${work}/CMakeFiles/use_*.o*" "${work}/*.a")
  list(FILTER objects EXCLUDE REGEX "[.]d$")
  list(LENGTH objects count)
  if(NOT count EQUAL 2)
    message(FATAL_ERROR "more was compiled than use_core and use_dsl: ${objects}")
  endif()
endif()

# SPDX-License-Identifier: BSL-1.0
# Compiles consumer/use_pc.cpp by what `program` (pkg-config) says of the installed copy in `prefix`.
file(GLOB_RECURSE found "${prefix}/*/pkgconfig/stria.pc")
if(NOT found)
  message(FATAL_ERROR "stria.pc was not installed")
endif()
cmake_path(GET found PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} "${folder}:$ENV{PKG_CONFIG_PATH}")

function(ask variable)
  execute_process(COMMAND "${program}" ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${work}")
file(MAKE_DIRECTORY "${work}")
ask(version --modversion stria)
separate_arguments(build_flags UNIX_COMMAND "${flags}")
foreach(package IN LISTS packages)
  ask(package_flags --cflags --libs ${package})
  string(FIND "${package_flags}" "${prefix}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "the flags of ${package} do not name the prefix: ${package_flags}")
  endif()
  separate_arguments(package_flags UNIX_COMMAND "${package_flags}")
  string(MAKE_C_IDENTIFIER "${package}" macro)
  string(TOUPPER "WITH_${macro}" macro)
  execute_process(COMMAND "${compiler}" -std=c++23 ${build_flags} "-DPACKAGE_VERSION=\"${version}\"" -D${macro}
                          "${CMAKE_CURRENT_LIST_DIR}/consumer/use_pc.cpp" ${package_flags}
                          -o "${work}/use_${package}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${work}/use_${package}" "${work}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()

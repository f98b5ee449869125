# SPDX-License-Identifier: BSL-1.0
# Packs the checkout by CPack, unpacks the packages into folders of `work`, and builds a program with each.
# Nothing is installed on this machine.
file(REMOVE_RECURSE "${work}")

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(text "${text}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} -S "${source}" -B "${work}/build" -G "${generator}" "-DCMAKE_MAKE_PROGRAM=${make}"
    "-DCMAKE_CXX_COMPILER=${compiler}" -DSTRIA_BUILD_TESTS=OFF -DSTRIA_BUILD_EXAMPLES=OFF)
run(${CMAKE_CPACK_COMMAND} --config "${work}/build/CPackConfig.cmake" -G TGZ -B "${work}/packages")
if(dpkg)
  run(${CMAKE_CPACK_COMMAND} --config "${work}/build/CPackConfig.cmake" -G DEB -B "${work}/packages")
endif()

# A program with stria from `prefix`.
function(consume prefix)
  run(${CMAKE_COMMAND} -D way=${way} -D source=none "-Dprefix=${prefix}" "-Dwork=${prefix}_${way}"
      "-Dgenerator=${generator}" "-Dmake=${make}" "-Dcompiler=${compiler}" "-Dflags=${flags}" -D parts=ON
      -P "${CMAKE_CURRENT_LIST_DIR}/consume.cmake")
endfunction()

file(GLOB archive "${work}/packages/stria-*.tar.gz")
file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${work}")
cmake_path(GET archive FILENAME name)
string(REGEX REPLACE "[.]tar[.]gz$" "" name "${name}")
set(way find_dsl)
consume("${work}/${name}")

if(dpkg)
  file(GLOB library "${work}/${name}/lib*/libstria.a")
  set(architecture all)
  if(library)
    set(architecture "..[^l].*") # not all
  endif()
  file(GLOB package "${work}/packages/libstria-dev_*.deb")
  foreach(field_and_text "Package|^libstria-dev$" "Architecture|^${architecture}$" "Version|^[0-9]+[.][0-9]+[.][0-9]+$"
          "Homepage|^https://" "Maintainer|^[^<>]+ <[^<> ]+@[^<> ]+>$" "Description|One subscript.*static library"
          "Depends|^libboost-dev, librange-v3-dev$" "Suggests|libeigen3-dev" "Section|^libdevel$")
    string(REPLACE "|" ";" field_and_text "${field_and_text}")
    list(GET field_and_text 0 field)
    list(GET field_and_text 1 expected)
    run("${dpkg}" --field "${package}" ${field})
    if(NOT text MATCHES "${expected}")
      message(FATAL_ERROR "the field ${field} of ${package} is '${text}', not ${expected}")
    endif()
  endforeach()
  run("${dpkg}" --extract "${package}" "${work}/root")
  foreach(name_and_text "copyright|Boost Software License" "changelog.gz|Changelog" "changelog.Debian.gz|^libstria-dev [(]")
    string(REPLACE "|" ";" name_and_text "${name_and_text}")
    list(GET name_and_text 0 name)
    list(GET name_and_text 1 expected)
    set(file "${work}/root/usr/share/doc/libstria-dev/${name}")
    if(name MATCHES "[.]gz$")
      run(gzip -dc "${file}")
    else()
      file(READ "${file}" text)
    endif()
    if(NOT text MATCHES "${expected}")
      message(FATAL_ERROR "${file} does not contain ${expected}")
    endif()
  endforeach()
  set(way find_components)
  consume("${work}/root/usr")
endif()

# SPDX-License-Identifier: BSL-1.0
# cpack -G DEB and cpack -G TGZ make packages of the files that cmake --install writes.
set(CPACK_PACKAGE_NAME stria)
set(CPACK_PACKAGE_VENDOR "The stria contributors")
string(JSON maintainer GET "${site}" maintainer)
set(CPACK_PACKAGE_CONTACT "${maintainer}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "tensor library for C++23 with the indexing of NumPy")
set(CPACK_PACKAGE_DESCRIPTION "\
stria is a library of multi-dimensional arrays for C++23. One subscript
accepts every kind of NumPy index: integers, slices with negative steps,
new axes, an ellipsis, index arrays and masks, for reading and for writing.
Arithmetic is lazy, and an assignment runs as one loop without temporaries.
Extents are static, dynamic or named, and the compiler checks the indices
and shapes that it knows.
.
This package contains the headers, the sources of optional components, the
CMake and pkg-config files, printers for gdb, and a static library with the
code that does not depend on the types of a program. Linear algebra, Fourier
transforms, image files and other components need the suggested packages.")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "stria-${PROJECT_VERSION}")
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CHECKSUM SHA256)

set(CPACK_DEBIAN_PACKAGE_NAME libstria-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(NOT STRIA_PART_LIBRARY)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE all)
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The packages in dependencies.cmake: those that the headers of stria::stria need are dependencies, and those of the
# other components are suggested.
set(depends)
set(suggests)
foreach(line IN LISTS STRIA_PACKAGES)
  string(REPLACE "|" ";" fields "${line}")
  list(GET fields 0 component)
  list(GET fields 2 debian)
  separate_arguments(debian UNIX_COMMAND "${debian}")
  if(component MATCHES "^(dsl|ranges)$")
    list(APPEND depends ${debian})
  elseif(NOT component STREQUAL "tests")
    list(APPEND suggests ${debian})
  endif()
endforeach()
list(REMOVE_DUPLICATES suggests)
list(JOIN depends ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
list(JOIN suggests ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ (>= 4:12) | clang (>= 1:17), cmake (>= 3.25)")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
# The copyright and the change logs of the Debian package, which debian_files.cmake writes when cpack runs.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake")
set(CPACK_STRIA_SOURCE "${CMAKE_CURRENT_SOURCE_DIR}")
include(CPack)

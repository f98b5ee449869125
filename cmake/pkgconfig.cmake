# SPDX-License-Identifier: BSL-1.0
# Installs stria.pc and the .pc files of components. A component has a .pc file if it has no compiled code of its own,
# and if every library that it needs has a .pc file. Boost and range-v3 have no .pc file, so their headers must be
# in the search path of the compiler.

set(pc_dir "${package_root}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
  set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
file(RELATIVE_PATH pc_up "/prefix/${pc_dir}" /prefix)
string(REGEX REPLACE "/$" "" pc_up "${pc_up}")

# stria_install_pc(name description [REQUIRES packages] [CFLAGS flags] [LIBS flags])
function(stria_install_pc pc_name pc_description)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "REQUIRES;CFLAGS;LIBS" "")
  set(pc_fields "")
  foreach(field Requires Cflags Libs)
    string(TOUPPER ${field} argument)
    if(arg_${argument})
      string(APPEND pc_fields "${field}: ${arg_${argument}}\n")
    endif()
  endforeach()
  configure_file(cmake/stria.pc.in "${PROJECT_BINARY_DIR}/package/${pc_name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/package/${pc_name}.pc" DESTINATION "${pc_dir}")
endfunction()

# The flag -fno-math-errno is for g++ (see CMakeLists.txt for the reason); clang accepts it.
set(pc_cflags "-I\${includedir} -fno-math-errno")
set(pc_libs)
if(STRIA_PART_LIBRARY)
  string(APPEND pc_cflags " -DSTRIA_USE_INSTANTIATED=${STRIA_PART_LIBRARY}")
  set(pc_libs LIBS "-L\${libdir} -lstria")
endif()
stria_install_pc(stria "${PROJECT_DESCRIPTION}" CFLAGS "${pc_cflags}" ${pc_libs})
stria_install_pc(stria-parallel "stria, with large loops on several threads of the standard library"
                 REQUIRES stria CFLAGS "-DSTRIA_USE_THREADS -pthread" LIBS -pthread)
stria_install_pc(stria-files "stria, and what <stria/io/tiles.hpp> needs" REQUIRES stria CFLAGS -pthread LIBS -pthread)
stria_install_pc(stria-npz "stria, and what <stria/io/npz.hpp> needs" REQUIRES "stria, libzip")
stria_install_pc(stria-image "stria, and what <stria/io/image.hpp> needs" REQUIRES "stria, libpng, libjpeg")
stria_install_pc(stria-eigen "stria, and what <stria/interop/eigen.hpp> needs" REQUIRES "stria, eigen3")

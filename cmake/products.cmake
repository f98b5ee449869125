# SPDX-License-Identifier: BSL-1.0
# What other libraries do, matrix products, archives and HDF5: read by the build and by the installed package.

# stria_use_eigen(target source): where Eigen is found, the products of `target` are Eigen's. They
# are compiled once, into a library of this project, with its CMAKE_CXX_FLAGS: -march=native there
# makes them two to three times faster.
function(stria_use_eigen target source)
  if(NOT TARGET Eigen3::Eigen)
    find_package(Eigen3 QUIET NO_MODULE)
  endif()
  if(NOT TARGET Eigen3::Eigen)
    return()
  endif()
  add_library(stria_eigen STATIC EXCLUDE_FROM_ALL "${source}")
  target_compile_features(stria_eigen PRIVATE cxx_std_23)
  target_compile_definitions(stria_eigen PRIVATE STRIA_USE_EIGEN)
  target_compile_options(stria_eigen PRIVATE
    $<$<AND:$<CXX_COMPILER_ID:GNU,Clang>,$<NOT:$<CONFIG:Debug>>>:-O3>)
  target_include_directories(stria_eigen PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(stria_eigen PRIVATE Eigen3::Eigen)
  target_compile_definitions(${target} INTERFACE $<BUILD_INTERFACE:STRIA_USE_EIGEN>)
  target_link_libraries(${target} INTERFACE $<BUILD_INTERFACE:stria_eigen>)
endfunction()

# stria_add_blas(name target source): where CBLAS is found, the target `name`: `target`, and its
# products by CBLAS. One program links it as a whole or not at all.
function(stria_add_blas name target source)
  find_package(BLAS QUIET)
  find_path(STRIA_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas cblas)
  mark_as_advanced(STRIA_CBLAS_INCLUDE_DIR)
  if(NOT TARGET BLAS::BLAS OR NOT STRIA_CBLAS_INCLUDE_DIR)
    return()
  endif()
  add_library(stria_cblas STATIC EXCLUDE_FROM_ALL "${source}")
  target_compile_features(stria_cblas PRIVATE cxx_std_23)
  target_include_directories(stria_cblas PRIVATE
    $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
  target_include_directories(stria_cblas SYSTEM PRIVATE "${STRIA_CBLAS_INCLUDE_DIR}")
  target_link_libraries(stria_cblas PRIVATE BLAS::BLAS)
  add_library(stria_blas INTERFACE)
  add_library(${name} ALIAS stria_blas)
  target_compile_definitions(stria_blas INTERFACE STRIA_USE_CBLAS)
  target_link_libraries(stria_blas INTERFACE ${target} stria_cblas)
endfunction()

# stria_add_npz(name target): where libzip is found, the target `name`: `target`, and <stria/io/npz.hpp>.
# Not by libzip's own package file: Debian's stops the configuration where libzip's programs, which are
# packages of their own, are not installed.
function(stria_add_npz name target)
  find_path(STRIA_LIBZIP_INCLUDE_DIR zip.h DOC "the folder that holds libzip's zip.h")
  find_library(STRIA_LIBZIP_LIBRARY zip DOC "libzip")
  mark_as_advanced(STRIA_LIBZIP_INCLUDE_DIR STRIA_LIBZIP_LIBRARY)
  if(NOT STRIA_LIBZIP_INCLUDE_DIR OR NOT STRIA_LIBZIP_LIBRARY)
    message(STATUS "stria: libzip was not found (Debian: libzip-dev), there is no target ${name}")
    return()
  endif()
  add_library(stria_npz INTERFACE)
  add_library(${name} ALIAS stria_npz)
  target_include_directories(stria_npz SYSTEM INTERFACE "${STRIA_LIBZIP_INCLUDE_DIR}")
  target_link_libraries(stria_npz INTERFACE ${target} "${STRIA_LIBZIP_LIBRARY}")
endfunction()

# stria_add_hdf5(name target): where HDF5's C library is found, the target `name`: `target`, and
# <stria/io/hdf5.hpp>. Not by CMake's FindHDF5, which needs the language C.
function(stria_add_hdf5 name target)
  find_path(STRIA_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial
            DOC "the folder that holds HDF5's hdf5.h")
  find_library(STRIA_HDF5_LIBRARY NAMES hdf5_serial hdf5 DOC "HDF5's C library")
  mark_as_advanced(STRIA_HDF5_INCLUDE_DIR STRIA_HDF5_LIBRARY)
  if(NOT STRIA_HDF5_INCLUDE_DIR OR NOT STRIA_HDF5_LIBRARY)
    message(STATUS "stria: HDF5 was not found (Debian: libhdf5-dev), there is no target ${name}")
    return()
  endif()
  add_library(stria_hdf5 INTERFACE)
  add_library(${name} ALIAS stria_hdf5)
  target_include_directories(stria_hdf5 SYSTEM INTERFACE "${STRIA_HDF5_INCLUDE_DIR}")
  target_link_libraries(stria_hdf5 INTERFACE ${target} "${STRIA_HDF5_LIBRARY}")
endfunction()

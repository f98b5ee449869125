# SPDX-License-Identifier: BSL-1.0
# The packages that stria and its components need, with their names in several package managers, and functions
# that find these packages or print how to install them. The build and the installed package include this file.

# component|package|Debian|vcpkg|Conan. A component that needs no other package is not listed.
set(STRIA_PACKAGES
  "dsl|Boost.Hana (the headers of Boost)|libboost-dev|boost-hana|boost"
  "ranges|range-v3|librange-v3-dev|range-v3|range-v3"
  "simd|xsimd|libxsimd-dev|xsimd|xsimd"
  "blas|CBLAS (cblas.h and a BLAS library)|libopenblas-dev|openblas|openblas"
  "linalg|Eigen|libeigen3-dev|eigen3|eigen"
  "fft|Eigen (unsupported/Eigen/FFT)|libeigen3-dev|eigen3|eigen"
  "npz|libzip|libzip-dev|libzip|libzip"
  "image|libpng and libjpeg|libpng-dev libjpeg-dev|libpng libjpeg-turbo|libpng libjpeg-turbo"
  "hdf5|HDF5|libhdf5-dev|hdf5|hdf5"
  "mpi|MPI (mpi.h and its library)|libopenmpi-dev openmpi-bin|openmpi|openmpi"
  "eigen|Eigen|libeigen3-dev|eigen3|eigen"
  "dlpack|DLPack|libdlpack-dev|dlpack|dlpack"
  "notebook|nlohmann-json|nlohmann-json3-dev|nlohmann-json|nlohmann_json"
  "python|pybind11|pybind11-dev|pybind11|pybind11"
  "tests|Catch2 (2.13 or 3), which the tests use,|catch2|catch2|catch2"
)

# stria_how_to_install(variable component [HINT text]): sets `variable` to a message that says which
# package the component needs and how to install it.
function(stria_how_to_install variable component)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "HINT" "")
  set(text "stria: the component ${component} is not available on this system.")
  foreach(line IN LISTS STRIA_PACKAGES)
    string(REPLACE "|" ";" fields "${line}")
    list(POP_FRONT fields name what debian vcpkg conan)
    if(name STREQUAL component)
      set(text "stria: ${what} was not found.\n"
               "  Debian, Ubuntu: apt-get install ${debian}\n"
               "  vcpkg:          vcpkg install ${vcpkg}\n"
               "  Conan:          a requirement on ${conan}\n"
               "  elsewhere:      set CMAKE_PREFIX_PATH to where it is installed")
      list(JOIN text "" text)
    endif()
  endforeach()
  if(arg_HINT)
    string(APPEND text "\n  or ${arg_HINT}")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# stria_find_hana(variable): sets `variable` to TRUE if the target Boost::headers has Boost.Hana, otherwise to FALSE.
# The package file of Boost is tried first, because CMake begins to remove its FindBoost module in version 3.30.
function(stria_find_hana variable)
  set(${variable} FALSE PARENT_SCOPE)
  if(NOT TARGET Boost::headers)
    find_package(Boost QUIET CONFIG)
  endif()
  if(NOT TARGET Boost::headers)
    find_package(Boost QUIET)
  endif()
  if(TARGET Boost::headers)
    # Some package managers write a folder as a generator expression. CMake cannot search for files in
    # such a folder.
    get_target_property(directories Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
    find_file(STRIA_BOOST_HANA boost/hana/integral_constant.hpp HINTS ${directories})
    mark_as_advanced(STRIA_BOOST_HANA)
    if(STRIA_BOOST_HANA OR directories MATCHES "[$]<")
      set(${variable} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

function(stria_require_hana)
  stria_find_hana(found)
  if(NOT found)
    stria_how_to_install(text dsl)
    message(FATAL_ERROR "${text}")
  endif()
endfunction()

# stria_require(component package target [HINT text]): finds `package`, and stops with an error if there is no `target`.
function(stria_require component package target)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "HINT" "")
  if(NOT TARGET ${target})
    find_package(${package} QUIET)
  endif()
  if(NOT TARGET ${target})
    stria_how_to_install(text ${component} HINT "${arg_HINT}")
    message(FATAL_ERROR "${text}")
  endif()
endfunction()

function(stria_require_catch2)
  stria_require(tests Catch2 Catch2::Catch2 HINT "configure with -DSTRIA_BUILD_TESTS=OFF")
endfunction()

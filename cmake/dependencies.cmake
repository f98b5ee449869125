# SPDX-License-Identifier: BSL-1.0
# Finding what stria needs, and saying in words what is missing.

# stria_missing(what DEBIAN package VCPKG port [HINT text]): the end of the configuration.
function(stria_missing what)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "DEBIAN;VCPKG;HINT" "")
  set(text "stria: ${what} was not found.\n"
           "  Debian, Ubuntu: apt-get install ${arg_DEBIAN}\n"
           "  vcpkg:          vcpkg install ${arg_VCPKG}\n"
           "  elsewhere:      set CMAKE_PREFIX_PATH to where it is installed")
  list(JOIN text "" text)
  if(arg_HINT)
    string(APPEND text "\n  or ${arg_HINT}")
  endif()
  message(FATAL_ERROR "${text}")
endfunction()

# stria_require(package TARGET target WHAT text DEBIAN package VCPKG port [HINT text])
function(stria_require package)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TARGET;WHAT;DEBIAN;VCPKG;HINT" "")
  if(NOT TARGET ${arg_TARGET})
    find_package(${package} QUIET)
  endif()
  if(NOT TARGET ${arg_TARGET})
    stria_missing("${arg_WHAT}" DEBIAN "${arg_DEBIAN}" VCPKG "${arg_VCPKG}" HINT "${arg_HINT}")
  endif()
endfunction()

# Boost's own package file first: CMake 3.30 begins to retire its FindBoost module.
function(stria_require_boost)
  if(NOT TARGET Boost::headers)
    find_package(Boost QUIET CONFIG)
  endif()
  stria_require(Boost TARGET Boost::headers WHAT "Boost (the headers of Boost.Hana)"
                DEBIAN libboost-dev VCPKG boost-hana)
  get_target_property(directories Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
  find_file(STRIA_BOOST_HANA boost/hana/integral_constant.hpp HINTS ${directories})
  mark_as_advanced(STRIA_BOOST_HANA)
  if(NOT STRIA_BOOST_HANA)
    stria_missing("Boost.Hana (boost/hana/integral_constant.hpp)"
                  DEBIAN libboost-dev VCPKG boost-hana)
  endif()
endfunction()

function(stria_require_range_v3)
  stria_require(range-v3 TARGET range-v3::range-v3 WHAT "range-v3"
                DEBIAN librange-v3-dev VCPKG range-v3)
endfunction()

function(stria_require_catch2)
  stria_require(Catch2 TARGET Catch2::Catch2 WHAT "Catch2 (2.13 or 3), which the tests use,"
                DEBIAN catch2 VCPKG catch2 HINT "configure with -DSTRIA_BUILD_TESTS=OFF")
endfunction()

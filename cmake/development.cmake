# SPDX-License-Identifier: BSL-1.0
# Settings for the development of stria. They do not apply if stria is part of another project.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(STRIA_CCACHE ccache)
  mark_as_advanced(STRIA_CCACHE)
  if(STRIA_CCACHE)
    # ccache caches compilations that use a precompiled header only with this setting.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${STRIA_CCACHE})
  endif()
endif()

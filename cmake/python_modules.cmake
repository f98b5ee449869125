# SPDX-License-Identifier: BSL-1.0
# Python modules of the tests and the examples, for a Python that has NumPy.

# stria_find_module_python() sets STRIA_MODULE_PYTHON to a Python with NumPy and headers, and
# STRIA_MODULE_INCLUDE_DIR to the folder of these headers, or both to nothing. The FindPython module of CMake is not
# used, because it selects the first Python in the path. The NumPy of Debian belongs to the Python of Debian, which may
# not be the first.
function(stria_find_module_python)
  if(DEFINED STRIA_MODULE_PYTHON)
    return()
  endif()
  foreach(python "${Python3_EXECUTABLE}" /usr/bin/python3)
    execute_process(
      COMMAND "${python}" -c "import numpy, sysconfig; print(sysconfig.get_path('include'))"
      OUTPUT_VARIABLE include RESULT_VARIABLE without ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(without EQUAL 0 AND EXISTS "${include}/Python.h")
      set(STRIA_MODULE_PYTHON "${python}" CACHE INTERNAL "a Python with NumPy and headers")
      set(STRIA_MODULE_INCLUDE_DIR "${include}" CACHE INTERNAL "the headers of that Python")
      return()
    endif()
  endforeach()
  set(STRIA_MODULE_PYTHON "" CACHE INTERNAL "a Python with NumPy and headers")
  message(STATUS "stria: no Python with NumPy and its headers was found (Debian: python3-dev python3-numpy)")
endfunction()

# stria_python_module(name sources...): a Python module <name>. It is the only file in its folder,
# $<TARGET_FILE_DIR:name>, which can be added to PYTHONPATH.
function(stria_python_module name)
  add_library(${name} MODULE ${ARGN})
  target_include_directories(${name} SYSTEM PRIVATE "${STRIA_MODULE_INCLUDE_DIR}")
  target_link_libraries(${name} PRIVATE stria_strict stria::python)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${name}_module")
  if(APPLE)
    target_link_options(${name} PRIVATE -undefined dynamic_lookup)
  endif()
endfunction()

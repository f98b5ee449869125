# SPDX-License-Identifier: BSL-1.0
# Writes the single header into `work` and compiles examples with it, where neither Boost nor range-v3 is
# found: a folder before the system's has headers of their names that stop the compiler.
file(REMOVE_RECURSE "${work}")
execute_process(COMMAND "${python}" "${source}/scripts/single_header.py" "${work}/one/stria_all.hpp"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
# The examples include headers of stria by their names: each that the file contains leads to it.
file(STRINGS "${work}/one/stria_all.hpp" contained REGEX "^#if !defined\\(STRIA_HAS_.*// <stria/")
foreach(line IN LISTS contained)
  string(REGEX REPLACE ".*// <(.*)>.*" "\\1" header "${line}")
  file(WRITE "${work}/one/${header}" "#include \"${work}/one/stria_all.hpp\"\n")
endforeach()
foreach(header boost/hana.hpp boost/hana/integral_constant.hpp boost/hana/minus.hpp boost/hana/negate.hpp
        boost/hana/plus.hpp range/v3/all.hpp range/v3/range_fwd.hpp)
  file(WRITE "${work}/without/${header}" "#error \"${header} is not installed here\"\n")
endforeach()
separate_arguments(flags UNIX_COMMAND "${flags}")
list(APPEND flags -std=c++23 -O0 "-I${work}/without" "-I${work}/one")

foreach(example IN LISTS examples)
  execute_process(COMMAND "${compiler}" ${flags} "${source}/examples/${example}/${example}.cpp" -o "${work}/${example}"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${python}" "${source}/examples/check_output.py"
                          "${source}/examples/${example}/${example}.out" "${work}/${example}"
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(everything)
  # Two files, so that what is defined twice does not link.
  execute_process(COMMAND "${compiler}" ${flags} "${CMAKE_CURRENT_LIST_DIR}/consumer/use_single.cpp"
                          "${CMAKE_CURRENT_LIST_DIR}/consumer/use_single_too.cpp" -o "${work}/use_single"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${work}/use_single" "${work}" COMMAND_ERROR_IS_FATAL ANY)
endif()

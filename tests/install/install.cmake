# SPDX-License-Identifier: BSL-1.0
# Installs the build tree `build` to `from` and moves that to `to`.
file(REMOVE_RECURSE "${from}" "${to}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${build}" --prefix "${from}" --config "${config}"
                COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${from}" "${to}")
foreach(file stria_gdb.py stria.natvis)
  file(GLOB_RECURSE found "${to}/*/stria/${file}")
  if(NOT found)
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

# SPDX-License-Identifier: BSL-1.0
# Installs the build tree `stria` into the new folder `work`, then builds, installs and tests this project with it
# and with `python`.
file(REMOVE_RECURSE "${work}")
execute_process(COMMAND ${CMAKE_COMMAND} --install "${stria}" --prefix "${work}/stria" --config "${config}"
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}" -B "${work}/build" -G "${generator}"
          "-DCMAKE_MAKE_PROGRAM=${make}" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}"
          "-DCMAKE_PREFIX_PATH=${work}/stria" "-DPython_EXECUTABLE=${python}"
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build "${work}/build" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install "${work}/build" --prefix "${work}/site"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -E env "PYTHONPATH=${work}/site" PYTHONDONTWRITEBYTECODE=1
                        "${python}" "${CMAKE_CURRENT_LIST_DIR}/tests/test_gridops.py"
                COMMAND_ERROR_IS_FATAL ANY)

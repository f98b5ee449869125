# SPDX-License-Identifier: BSL-1.0
# The files that cmake --install writes and find_package(stria) finds: headers, sources and the compiled part. Without
# the part, they do not depend on the architecture.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
include(cmake/compiled_part.cmake)

set(package_root "${CMAKE_INSTALL_DATADIR}")
if(STRIA_PART_LIBRARY)
  set(package_root "${CMAKE_INSTALL_LIBDIR}")
endif()
set(STRIA_INSTALL_CMAKEDIR "${package_root}/cmake/stria" CACHE STRING
    "Where striaConfig.cmake is installed, below the prefix")
mark_as_advanced(STRIA_INSTALL_CMAKEDIR)
set(package_dir "${STRIA_INSTALL_CMAKEDIR}")
if(STRIA_PART_LIBRARY)
  # cmake --install also works in a folder in which nothing was built.
  install(CODE "
    if(NOT EXISTS \"$<TARGET_FILE:stria_part>\")
      execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\" --target stria_part
                              --config \"\${CMAKE_INSTALL_CONFIG_NAME}\" COMMAND_ERROR_IS_FATAL ANY)
    endif()")
  install(TARGETS stria_part EXPORT striaTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
install(TARGETS stria_dsl stria_core stria_stria EXPORT striaTargets
        FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILE_SET optional DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT striaTargets NAMESPACE stria:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/striaConfig.cmake.in
  "${PROJECT_BINARY_DIR}/package/striaConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/striaConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/package/striaConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/striaConfigVersion.cmake"
              cmake/dependencies.cmake cmake/products.cmake
              src/cblas_products.cpp src/vector_functions.cpp src/instantiated.cpp
        DESTINATION "${package_dir}")
list(TRANSFORM STRIA_DEVICE_SOURCES PREPEND src/device/ OUTPUT_VARIABLE device_sources)
list(TRANSFORM STRIA_DEVICE_HEADERS PREPEND src/device/ OUTPUT_VARIABLE device_headers)
install(FILES ${device_sources} ${device_headers} DESTINATION "${package_dir}/device")
list(TRANSFORM STRIA_FFT_SOURCES PREPEND src/fft/ OUTPUT_VARIABLE fft_sources)
list(TRANSFORM STRIA_FFT_HEADERS PREPEND src/fft/ OUTPUT_VARIABLE fft_headers)
install(FILES ${fft_sources} ${fft_headers} DESTINATION "${package_dir}/fft")
list(TRANSFORM STRIA_LINALG_SOURCES PREPEND src/linalg/ OUTPUT_VARIABLE linalg_sources)
list(TRANSFORM STRIA_LINALG_HEADERS PREPEND src/linalg/ OUTPUT_VARIABLE linalg_headers)
install(FILES ${linalg_sources} ${linalg_headers} DESTINATION "${package_dir}/linalg")
list(TRANSFORM STRIA_LINALG_LAPACK_SOURCES PREPEND src/linalg/lapack/ OUTPUT_VARIABLE lapack_sources)
list(TRANSFORM STRIA_LINALG_LAPACK_HEADERS PREPEND src/linalg/lapack/ OUTPUT_VARIABLE lapack_headers)
install(FILES ${lapack_sources} ${lapack_headers} DESTINATION "${package_dir}/linalg/lapack")
install(FILES module/stria.cppm DESTINATION "${package_dir}/module")
# The printers for debuggers: docs/debugging.md.
install(FILES debug/stria_gdb.py debug/stria.natvis DESTINATION "${CMAKE_INSTALL_DATADIR}/stria")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
include(cmake/pkgconfig.cmake)
if(PROJECT_IS_TOP_LEVEL)
  include(cmake/package.cmake)
endif()

# SPDX-License-Identifier: BSL-1.0
# An overlay port that installs the checkout that contains it. In a registry, vcpkg_from_github or
# vcpkg_from_git sets SOURCE_PATH instead.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # the package has headers, and sources that the user's project compiles

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DSTRIA_BUILD_TESTS=OFF
    -DSTRIA_BUILD_EXAMPLES=OFF
    -DSTRIA_BUILD_BENCHMARKS=OFF
    -DSTRIA_INSTALL=ON
    "-DSTRIA_INSTALL_CMAKEDIR=share/${PORT}"
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup()
vcpkg_fixup_pkgconfig()

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

# SPDX-License-Identifier: BSL-1.0
# An overlay port that installs the checkout that contains it. In a registry, vcpkg_from_github or
# vcpkg_from_git sets SOURCE_PATH instead.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DSTRIA_BUILD_TESTS=OFF
    -DSTRIA_BUILD_EXAMPLES=OFF
    -DSTRIA_BUILD_BENCHMARKS=OFF
    -DSTRIA_INSTALL=ON
    -DSTRIA_INSTALL_CMAKEDIR=lib/cmake/stria
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/stria)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

# SPDX-License-Identifier: BSL-1.0
# CPack runs this script after it has installed the files and before it packs them. The Debian package also gets /usr/share/doc/<package>
# with the copyright and the change logs, as the Debian policy demands.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(folder "${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share/doc/${CPACK_DEBIAN_PACKAGE_NAME}")
set(scratch "${CPACK_TOPLEVEL_DIRECTORY}/doc")
file(MAKE_DIRECTORY "${folder}" "${scratch}")

# The licence in the syntax of the copyright file: each line is indented, and a dot replaces an empty line.
file(READ "${CPACK_RESOURCE_FILE_LICENSE}" licence)
string(STRIP "${licence}" licence)
string(REPLACE "\n" "\n " licence " ${licence}")
string(REGEX REPLACE "\n +\n" "\n .\n" licence "${licence}")
file(WRITE "${folder}/copyright" "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${CPACK_PACKAGE_NAME}
Upstream-Contact: ${CPACK_PACKAGE_CONTACT}
Source: ${CPACK_PACKAGE_HOMEPAGE_URL}

Files: *
Copyright: ${CPACK_PACKAGE_VENDOR}
License: BSL-1.0

License: BSL-1.0
${licence}
")

# SOURCE_DATE_EPOCH, if it is set, replaces the current time.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${scratch}/changelog.Debian" "\
${CPACK_DEBIAN_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}; changelog.gz lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
configure_file("${CPACK_STRIA_SOURCE}/CHANGELOG.md" "${scratch}/changelog" COPYONLY)
foreach(name changelog changelog.Debian)
  file(ARCHIVE_CREATE OUTPUT "${folder}/${name}.gz" PATHS "${scratch}/${name}" FORMAT raw
       COMPRESSION GZip COMPRESSION_LEVEL 9 MTIME "1970-01-01")
endforeach()
file(REMOVE_RECURSE "${scratch}")

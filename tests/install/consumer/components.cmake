# SPDX-License-Identifier: BSL-1.0
# find_package(stria COMPONENTS ...) on a system without range-v3.

# stria_expect_missing(component texts...): find_package fails, and its message contains the texts.
function(stria_expect_missing component)
  find_package(stria 0.1 QUIET COMPONENTS ${component})
  if(stria_FOUND)
    message(FATAL_ERROR "the component ${component} was found, although its package is missing")
  endif()
  foreach(text IN LISTS ARGN)
    string(FIND "${stria_NOT_FOUND_MESSAGE}" "${text}" place)
    if(place EQUAL -1)
      message(FATAL_ERROR "'${text}' is not in the message: ${stria_NOT_FOUND_MESSAGE}")
    endif()
  endforeach()
endfunction()

function(stria_expect_targets)
  foreach(part dsl core stria ranges ${STRIA_PARTS})
    if(part IN_LIST ARGN AND NOT TARGET stria::${part})
      message(FATAL_ERROR "there is no target stria::${part}")
    elseif(NOT part IN_LIST ARGN AND TARGET stria::${part})
      message(FATAL_ERROR "there is a target stria::${part}, for which nobody asked")
    endif()
  endforeach()
endfunction()

stria_expect_missing(ranges "range-v3 was not found" "apt-get install librange-v3-dev"
                     "vcpkg install range-v3" "a requirement on range-v3")
stria_expect_missing(nonsense "stria has no component nonsense" "core" "linalg")
set(STRIA_LIBZIP_LIBRARY OFF)
stria_expect_missing(npz "apt-get install libzip-dev")
unset(STRIA_LIBZIP_LIBRARY)

find_package(stria 0.1 REQUIRED COMPONENTS core device OPTIONAL_COMPONENTS ranges)
stria_expect_targets(dsl core stria device)
if(stria_ranges_FOUND OR NOT stria_device_FOUND)
  message(FATAL_ERROR "stria_ranges_FOUND is true, or stria_device_FOUND is not")
endif()
find_package(stria 0.1 REQUIRED) # everything but range-v3
if(TARGET stria::ranges OR NOT TARGET stria::simd)
  message(FATAL_ERROR "there is a target stria::ranges, or none stria::simd")
endif()

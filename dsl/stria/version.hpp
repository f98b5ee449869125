// SPDX-License-Identifier: BSL-1.0
// version.hpp: the version as macros. CMakeLists.txt reads it from here.
// Tests: tests/install/consumer/use_dsl.cpp.
#pragma once

/// The first number of the version.
///
/// \usage `#if STRIA_VERSION_MAJOR >= 1`
#define STRIA_VERSION_MAJOR 0

/// The second number of the version. Before 1.0, a new minor version may break programs.
///
/// \usage `#if STRIA_VERSION_MINOR >= 2`
#define STRIA_VERSION_MINOR 1

/// The third number of the version.
///
/// \usage `#if STRIA_VERSION_PATCH >= 3`
#define STRIA_VERSION_PATCH 0

/// The version as one number that preprocessors can compare: major * 10000 + minor * 100 + patch.
///
/// \usage `#if STRIA_VERSION >= 200 // 0.2.0`
#define STRIA_VERSION                                                                              \
  (STRIA_VERSION_MAJOR * 10000 + STRIA_VERSION_MINOR * 100 + STRIA_VERSION_PATCH)

/// The version as a string literal, "0.1.0".
///
/// \numpy `np.__version__`
/// \usage `std::puts(STRIA_VERSION_STRING)`
#define STRIA_VERSION_STRING                                                                       \
  STRIA_VERSION_TEXT(STRIA_VERSION_MAJOR, STRIA_VERSION_MINOR, STRIA_VERSION_PATCH)

#define STRIA_VERSION_TEXT(major, minor, patch) STRIA_VERSION_JOINED(major, minor, patch)
#define STRIA_VERSION_JOINED(major, minor, patch) #major "." #minor "." #patch

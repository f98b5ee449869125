// SPDX-License-Identifier: BSL-1.0
// tensor/build.hpp: whether a file uses the compiled part of stria, and its compile options as a
// template argument. docs/design/compiled_part.md gives the reasons.
// Tests: tests/install/check_part.py.
#pragma once

#include <cstddef>

// The standard library and the oldest version of it that can use code compiled with this one.
#if defined(_LIBCPP_VERSION)
#define STRIA_STANDARD_LIBRARY (1000 + _LIBCPP_VERSION / 10000)
#elif defined(_GLIBCXX_RELEASE)
#define STRIA_STANDARD_LIBRARY _GLIBCXX_RELEASE
#else
#define STRIA_STANDARD_LIBRARY 0
#endif

// Options with which the compiled part does not work. A sanitizer must see every access, errors
// without exceptions abort, and the debug mode of libstdc++ has other containers.
#if !defined(__cpp_exceptions) || defined(_GLIBCXX_DEBUG)
#define STRIA_NEEDS_HEADERS
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STRIA_NEEDS_HEADERS
#elif defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#define STRIA_NEEDS_HEADERS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STRIA_NEEDS_HEADERS
#elif __has_feature(memory_sanitizer)
#define STRIA_NEEDS_HEADERS
#endif
#endif

// STRIA_USE_INSTANTIATED is 1 if the part is compiled in the project that uses it. Otherwise it is
// the STRIA_STANDARD_LIBRARY of the installed part.
#if defined(STRIA_USE_INSTANTIATED) && !defined(STRIA_HEADER_ONLY) && !defined(STRIA_NEEDS_HEADERS)
#if STRIA_USE_INSTANTIATED == 1
#define STRIA_LINKS_PART
#elif STRIA_STANDARD_LIBRARY / 1000 != STRIA_USE_INSTANTIATED / 1000
#elif STRIA_STANDARD_LIBRARY >= STRIA_USE_INSTANTIATED
#define STRIA_LINKS_PART
#endif
#endif

namespace stria::detail {

// The part is compiled once for programs with and without threads, and asks when it runs.
#if defined(STRIA_USE_THREADS) || defined(STRIA_LINKS_PART) || defined(STRIA_INSTANTIATION)
inline constexpr bool may_have_threads = true;
#else
inline constexpr bool may_have_threads = false;
#endif

/// The default template argument of functions that do not depend on a type of the program. Because
/// they are templates, they can be declared `extern` (stria/instantiated.hpp), and files compiled
/// with different options do not share them.
template <bool Threads> struct build {};
using this_build = build<may_have_threads>;

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// layout/build.hpp: the compile options of a file, as a template argument.
#pragma once

namespace stria::detail {

/// The default template argument of functions that do not depend on a type of the program. Because
/// they are templates, they can be declared `extern` (stria/instantiated.hpp), and files compiled
/// with different options do not share them.
template <bool Threads, bool WideVectors> struct build {};

#if defined(STRIA_USE_THREADS)
#define STRIA_BUILD_THREADS true
#else
#define STRIA_BUILD_THREADS false
#endif
#if defined(__AVX__)
#define STRIA_BUILD_WIDE true
#else
#define STRIA_BUILD_WIDE false
#endif

using this_build = build<STRIA_BUILD_THREADS, STRIA_BUILD_WIDE>;

#undef STRIA_BUILD_THREADS
#undef STRIA_BUILD_WIDE

} // namespace stria::detail

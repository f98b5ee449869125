// SPDX-License-Identifier: BSL-1.0
// base/index.hpp: the integer type of all sizes, strides and offsets.
#pragma once

#include <cstddef>
#include <type_traits>

namespace stria {

/// The signed integer type of all sizes, strides, offsets and subscripts; 64 bits on 64-bit
/// machines.
///
/// \numpy  `np.intp`
/// \usage  `index_t n = a.size();`
using index_t = std::ptrdiff_t;
/// The same type as `index_t`. With `using namespace stria`, this name is ambiguous where
/// `<cstring>` or `<string.h>` declares the POSIX function `index()`.
///
/// \numpy  `np.intp`
/// \usage  `stria::index n = a.size();`
using index = index_t;

namespace detail {

/// std::remove_cvref_t<T>, without a class template where the compiler has a built-in.
#if __has_builtin(__remove_cvref)
template <class T> using bare = __remove_cvref(T);
#else
template <class T> using bare = std::remove_cvref_t<T>;
#endif

} // namespace detail
} // namespace stria

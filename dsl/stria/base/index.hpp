// SPDX-License-Identifier: BSL-1.0
// base/index.hpp: the integer type of all sizes, strides and offsets.
// Tests: tests/numpy/frictions.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace stria {

/// The signed integer type of all sizes, strides, offsets and subscripts. It has the size of a
/// pointer: 64 bits, or 32 bits on 32-bit machines (docs/design/index_type.md).
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

/// An integer of at least 64 bits: `index` itself where it has them. For numbers that count nothing
/// in memory, such as random integers and the sizes in a file.
using wide_index = std::conditional_t<sizeof(index) < 8, std::int64_t, index>;

/// std::remove_cvref_t<T>, without a class template where the compiler has a built-in.
#if __has_builtin(__remove_cvref)
template <class T> using bare = __remove_cvref(T);
#else
template <class T> using bare = std::remove_cvref_t<T>;
#endif

} // namespace detail
} // namespace stria

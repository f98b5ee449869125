// SPDX-License-Identifier: BSL-1.0
// base/index.hpp: the integer type of all sizes, strides and offsets.
#pragma once

#include <cstddef>

namespace stria {

/// The signed integer type of all sizes, strides, offsets and subscripts; 64 bits on 64-bit
/// machines.
///
/// \numpy  `np.intp`
/// \usage  `index n = a.size();`
using index = std::ptrdiff_t;
/// The same type as `index`. Use this name where `using namespace stria` makes `index` ambiguous
/// with the POSIX function `index()` of `<cstring>`.
///
/// \usage  `index_t n = a.size();`
using index_t = index;

} // namespace stria

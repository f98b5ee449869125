// SPDX-License-Identifier: BSL-1.0
// base/index.hpp: the integer of every size, stride and offset.
#pragma once

#include <cstddef>

namespace stria {

/// The signed integer of every size, stride, offset and subscript (64 bits on 64-bit machines),
/// NumPy's `np.intp`.
using index = std::ptrdiff_t;
/// The same as index: a name that does not meet POSIX's `index()`, which `<cstring>` declares, in a
/// program with `using namespace stria`.
using index_t = index;

} // namespace stria

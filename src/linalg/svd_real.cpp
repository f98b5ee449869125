// SPDX-License-Identifier: BSL-1.0
#include "svd.hpp"

namespace stria::detail::linear {

STRIA_FOR_REAL_ELEMENTS(svd_kernels)

} // namespace stria::detail::linear

// SPDX-License-Identifier: BSL-1.0
// signal/mode.hpp: which part of a convolution is asked for.
#pragma once

#include <stria/base/config.hpp>

namespace stria::signal {

/// The part of a convolution: all of it; as much as the first operand has, from the middle; what
/// does not depend on the border. SciPy: `mode="full"`, `"same"`, `"valid"`.
enum class mode : unsigned char { full, same, valid };

} // namespace stria::signal

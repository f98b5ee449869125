// SPDX-License-Identifier: BSL-1.0
// numpy/foreign.hpp: overloads that refuse containers, numbers and braces, for functions in
// evaluate/ and assign/.
#pragma once

#include <stria/tensor/foreign.hpp>

namespace stria {

STRIA_FOREIGN_UNARY(eval);
STRIA_FOREIGN_FIRST(noalias);
STRIA_FOREIGN_BINARY(assign_max);
STRIA_FOREIGN_BINARY(assign_min);
STRIA_FOREIGN_BINARY(assign_with);

} // namespace stria

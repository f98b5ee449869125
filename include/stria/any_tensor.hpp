// SPDX-License-Identifier: BSL-1.0
// any_tensor.hpp: tensors whose rank, and whose element type, are known at run time only.
#pragma once

#include <stria/stria.hpp>

#include <stria/fn/any_array.hpp>
#include <stria/fn/any_tensor.hpp>

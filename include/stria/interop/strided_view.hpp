// SPDX-License-Identifier: BSL-1.0
// interop/strided_view.hpp: a second place to include strided_view and dview from.
#pragma once

#include <stria/view/strided_view.hpp>

// SPDX-License-Identifier: BSL-1.0
// interop/strided_view.hpp: strided_view and dview, under the name that programs include.
#pragma once

#include <stria/view/strided_view.hpp>

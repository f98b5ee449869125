// SPDX-License-Identifier: BSL-1.0
// interop/strided_view.hpp: includes strided_view and dview, which are defined in view/.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/view/strided_view.hpp>

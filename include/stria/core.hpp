// SPDX-License-Identifier: BSL-1.0
// core.hpp: the part of stria.hpp that most files of a program need. It compiles in about two
// thirds of the time.
//
// It has tensors, views, subscripts, assignment, scatter, gather, masks and tie(); operators and
// functions of elements; selections such as where(); reductions; functions that make, reshape,
// flip, join and stack; matmul(); count_nonzero(), nonzero() and allclose(); output to streams. It
// does not have sorting, sets, quantiles, scans, einsum(), interpolation, polynomials, random
// numbers and explain_route().
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#define STRIA_ONLY_CORE
#include <stria/stria.hpp>
#undef STRIA_ONLY_CORE

// SPDX-License-Identifier: BSL-1.0
// core.hpp: the part of stria.hpp that most files of a program need. It compiles in about two
// thirds of the time.
//
// It has tensors, views, subscripts, assignment, scatter, gather, masks and tie(); operators and
// functions of elements; selections such as where(); the reductions sum(), prod(), mean(), min(),
// max(), argmin(), argmax(), any(), all_of(), none_of() and count_nonzero(); functions that make,
// reshape, flip, join and stack; matmul(); nonzero() and allclose(); output to streams. It does not
// have other reductions (var(), std_dev(), norm(), ptp(), average()), sorting, sets, quantiles,
// scans, einsum(), interpolation, polynomials, random numbers and explain_route().
// Tests: tests/expr/core.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#define STRIA_ONLY_CORE
#include <stria/stria.hpp>
#undef STRIA_ONLY_CORE

// SPDX-License-Identifier: BSL-1.0
// linalg.hpp: linear algebra on the last two axes of float, double and complex operands: the
// functions of the Python Array API standard 2025.12 and some of SciPy. Link stria::linalg.
// Tests: tests/linalg/calls.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/refuse.hpp> // first, so that diagnostics name it by a short path
#include <stria/linalg/eigenvalues.hpp>
#include <stria/linalg/factor.hpp>
#include <stria/linalg/norm.hpp>
#include <stria/linalg/power.hpp>
#include <stria/linalg/products.hpp>
#include <stria/linalg/solve.hpp>
#include <stria/linalg/svd.hpp>
#include <stria/stria.hpp>

// SPDX-License-Identifier: BSL-1.0
// mpi/prepare.hpp: values that all ranks compute together before each computes its rows: index
// arrays that are over ranks, and reductions over axis 0. Tests: tests/mpi/programs.cpp.
#pragma once

#include <stria/mpi/fetch.hpp>
#include <stria/parts/hoist.hpp>

namespace stria::detail {

/// The expression as every rank computes parts of it.
template <class E> decltype(auto) prepared_for_ranks(const E& e) { return (e); }

} // namespace stria::detail

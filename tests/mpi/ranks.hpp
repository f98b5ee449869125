// SPDX-License-Identifier: BSL-1.0
// mpi/ranks.hpp: the ranks of a test program, and comparisons of tensors over ranks with tensors of
// the host.
#pragma once

#include <stria/mpi.hpp>

#include "catch.hpp"

#include <cstring>
#include <random>

namespace test {

/// All ranks of the program (mpi/main.cpp).
const stria::mpi::world& world();

/// Whether the own rows of u have the bits of those of h.
template <class U, class H> bool same_rows(const U& u, const H& h) {
  if (u.shape() != h.shape())
    return false;
  const auto mine = u.local();
  const auto n = static_cast<std::size_t>(mine.size());
  const stria::index_t row = h.extent(0) == 0 ? 0 : h.size() / h.extent(0);
  return n == 0 ||
         std::memcmp(mine.data(), h.data() + u.first_row() * row, n * sizeof(*h.data())) == 0;
}

/// A tensor over ranks with the values of a tensor that every rank has.
template <class T, stria::extent... E> auto on_ranks(const stria::tensor<T, E...>& h) {
  return stria::mpi::tensor<T, E...>(world(), h);
}

/// The same numbers on every rank.
template <class T = float, class... S> auto numbers(int seed, S... sizes) {
  std::mt19937 random(static_cast<unsigned>(seed));
  auto t = stria::zeros<T>(sizes...);
  for (T& x : t.storage())
    x = static_cast<T>(std::uniform_int_distribution<int>(-1000, 1000)(random)) / T(8);
  return t;
}

} // namespace test

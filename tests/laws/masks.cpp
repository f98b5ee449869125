// SPDX-License-Identifier: BSL-1.0
// Laws of boolean masks: assigning the selected elements through the same mask restores them, and a
// mask selects exactly the elements where it is true.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

using namespace stria;
using test::dice;
using test::values;

namespace {

template <class M> M thrown(dice& d, M mask) {
  const auto chance = d(0, 4); // in quarters: 0 selects no element, 4 selects all
  for (bool& b : mask.storage())
    b = d(0, 3) < chance;
  return mask;
}

// Sets the selected elements to zero and restores them.
template <class T, class... I> void goes_back(const T& t, const I&... items) {
  const auto taken = eval(t(items...));
  auto u = t;
  u(items...) = 0;
  stria::index zeros_found = 0;
  for (int x : values(u))
    zeros_found += x == 0 ? 1 : 0;
  REQUIRE(zeros_found == taken.size());
  REQUIRE(values(eval(u(items...))) == std::vector<int>(values(taken).size()));
  u(items...) = taken;
  REQUIRE(values(u) == values(t));
}

// The laws of a mask over all axes.
template <class T, class M> void is_where(const T& t, const M& mask) {
  goes_back(t, mask);
  std::vector<int> wanted;
  const auto all_of_them = values(t);
  const auto flags = test::evaluated(mask);
  for (std::size_t k = 0; k < flags.size(); ++k)
    if (flags[k])
      wanted.push_back(all_of_them[k]);
  REQUIRE(values(eval(t[mask])) == wanted);
  REQUIRE(test::evaluated((t * 2 - t)[mask]) == wanted);

  auto u = t;
  u[mask] = 0;
  REQUIRE(values(u) == test::evaluated(where(mask, 0, t)));
  u = t;
  u[mask] *= 3;
  REQUIRE(values(u) == test::evaluated(where(mask, t * 3, t)));
}

template <class T> void laws_of_vectors(dice& d, const T& t) {
  dtensor<bool, 1> mask = thrown(d, dtensor<bool, 1>(t.extent(0)));
  CAPTURE(test::shape(t), values(mask));
  is_where(t, mask);
  is_where(t, !mask);
  is_where(t, t > 3);
  goes_back(t, newaxis, mask);
}

template <class T> void laws_of_matrices(dice& d, const T& t) {
  const dtensor<bool, 1> rows = thrown(d, dtensor<bool, 1>(t.extent(0)));
  const dtensor<bool, 1> cols = thrown(d, dtensor<bool, 1>(t.extent(1)));
  CAPTURE(test::shape(t), values(rows), values(cols));
  is_where(t, thrown(d, dtensor<bool, 2>(t.extent(0), t.extent(1))));
  is_where(t, t % 3 == 1);
  is_where(t, rows[_, newaxis] && cols);
  goes_back(t, rows);
  goes_back(t, rows, range(1, _));
  goes_back(t, _, cols);
  goes_back(t, range(_, _, -2), cols);
  goes_back(t, rows, 0);
  goes_back(t, ix_(rows, cols));
  // ix_ of two masks selects the same as one mask after the other, and as their outer product.
  REQUIRE(values(eval(t[ix_(rows, cols)])) == values(eval(t[rows][_, cols])));
  REQUIRE(values(eval(t[rows[_, newaxis] && cols])) == values(eval(t[ix_(rows, cols)])));
}

template <class T> void laws_of_cubes(dice& d, const T& t) {
  const auto front = thrown(d, dtensor<bool, 2>(t.extent(0), t.extent(1)));
  const auto back = thrown(d, dtensor<bool, 2>(t.extent(1), t.extent(2)));
  const auto last = thrown(d, dtensor<bool, 1>(t.extent(2)));
  CAPTURE(test::shape(t), values(front), values(back), values(last));
  is_where(t, t % 5 > 2);
  goes_back(t, front);
  goes_back(t, front, -1);
  goes_back(t, front, rev());
  goes_back(t, _, back);
  goes_back(t, range(_, _, 2), back);
  goes_back(t, ellipsis, last);
  goes_back(t, 0, newaxis, ellipsis, last);
  goes_back(t, t(_, _, 0) > 2);
  // A mask of the wrong size throws an exception, and nothing is written.
  auto u = t;
  const dtensor<bool, 1> longer(t.extent(2) + 1);
  REQUIRE_THROWS_AS((u[ellipsis, longer] = 0), shape_error);
  REQUIRE(values(u) == values(t));
}

} // namespace

TEST_CASE("masks of vectors") {
  dice d(1);
  for (int round = 0; round < 40; ++round) {
    laws_of_vectors(d, eval(test::counted(dtensor<int, 1>(d(0, 8))) + 1));
    laws_of_vectors(d, eval(test::counted(tensor<int, 6>()) + 1));
  }
}
TEST_CASE("masks of matrices") {
  dice d(2);
  for (int round = 0; round < 30; ++round) {
    const auto n = d.sizes<2>(1, 5);
    laws_of_matrices(d, eval(test::counted(dtensor<int, 2>(n[0], n[1])) + 1));
    laws_of_matrices(d, eval(test::counted(tensor<int, 3, 4>()) + 1));
  }
}
TEST_CASE("masks of cubes") {
  dice d(3);
  for (int round = 0; round < 20; ++round) {
    const auto n = d.sizes<3>(1, 4);
    laws_of_cubes(d, eval(test::counted(dtensor<int, 3>(n[0], n[1], n[2])) + 1));
    laws_of_cubes(d, eval(test::counted(tensor<int, 2, 3, 2>()) + 1));
  }
}

// SPDX-License-Identifier: BSL-1.0
// Laws of nd indices: gathering after scattering to distinct positions returns the updates, and
// nothing else has changed; for duplicates the last update wins, or all accumulate.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <map>

using namespace stria;
using test::dice;
using test::values;

namespace {

// Positions of depth D in a tensor of rank R; each selects a slice of rank R - D.
template <std::size_t R, std::size_t D> void law(unsigned seed, int rounds) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    const auto n = d.sizes<R>(1, 5);
    auto t = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return test::counted(dtensor<int, R>(n[K]...));
    }(std::make_index_sequence<R>());
    const auto before = values(t);

    const stria::index count = d(0, 6);
    tensor<stria::index, dyn, static_cast<std::ptrdiff_t>(D)> places(count);
    std::map<std::vector<stria::index>, stria::index> latest;
    std::vector<std::vector<stria::index>> where;
    for (stria::index i = 0; i < count; ++i) {
      std::vector<stria::index> place;
      for (std::size_t k = 0; k < D; ++k) {
        places[i, static_cast<stria::index>(k)] = d(0, n[k] - 1);
        place.push_back(places[i, static_cast<stria::index>(k)]);
      }
      latest[place] = i;
      where.push_back(place);
    }

    // The updates: one row of elements for each position.
    stria::index row = 1;
    for (std::size_t k = D; k < R; ++k)
      row *= n[k];
    dtensor<int, 1> numbers(count * row);
    numbers = test::counted(numbers) + 1000;
    auto updates = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return eval(reshape(numbers, count, n[K + D]...));
    }(std::make_index_sequence<R - D>());

    // The expected result, by loops.
    auto last_wins = before, sum_of_all = before;
    for (stria::index i = 0; i < count; ++i) {
      stria::index base = 0;
      for (std::size_t k = 0; k < D; ++k)
        base = base * n[k] + where[static_cast<std::size_t>(i)][k];
      for (stria::index j = 0; j < row; ++j) {
        last_wins[static_cast<std::size_t>(base * row + j)] = numbers[i * row + j];
        sum_of_all[static_cast<std::size_t>(base * row + j)] += numbers[i * row + j];
      }
    }

    CAPTURE(round, test::shape(t), where);
    auto u = t;
    u[nd(places)] = updates;
    REQUIRE(values(u) == last_wins);
    REQUIRE(values(eval(tensor_scatter_nd_update(t, nd(places), updates))) == last_wins);
    // Gathered again: each position has its last update.
    const auto read = eval(u[nd(places)]);
    for (stria::index i = 0; i < count; ++i)
      REQUIRE(values(read[i, ellipsis]) ==
              values(updates[latest[where[static_cast<std::size_t>(i)]], ellipsis]));

    u = t;
    u[nd(places)] += updates;
    REQUIRE(values(u) == sum_of_all);
    u[nd(places)] -= updates;
    REQUIRE(values(u) == before);
    REQUIRE(values(eval(tensor_scatter_nd_add(t, nd(places), updates))) == sum_of_all);
    REQUIRE(values(t) == before);
  }
}

} // namespace

TEST_CASE("elements of a vector") { law<1, 1>(1, 60); }
TEST_CASE("rows of a matrix") { law<2, 1>(2, 60); }
TEST_CASE("elements of a matrix") { law<2, 2>(3, 60); }
TEST_CASE("rows of a cube") { law<3, 2>(4, 40); }

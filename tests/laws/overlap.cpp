// SPDX-License-Identifier: BSL-1.0
// Assignment between random slices of one tensor: the result is the same as if the source had been
// copied first.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

using namespace stria;
using test::cut;
using test::dice;
using test::picks;

namespace {

template <class T, std::size_t R> auto sliced_by(T& t, const std::array<cut, R>& s) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return t(range(*s[K].begin, *s[K].end, s[K].step)...);
  }(std::make_index_sequence<R>());
}

std::vector<int> numbers(std::size_t n) {
  std::vector<int> v(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = static_cast<int>(i);
  return v;
}

template <std::size_t R>
picks take(const std::vector<stria::index>& shape, const std::array<cut, R>& s) {
  return picks::whole(shape).take(std::vector<cut>(s.begin(), s.end()));
}

template <std::size_t R> void law(unsigned seed, int rounds) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    const auto n = d.sizes<R>(1, R == 1 ? 12 : R == 2 ? 6 : 4);
    auto t = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return test::counted(dtensor<int, R>(n[K]...));
    }(std::make_index_sequence<R>());
    const auto shape = test::shape(t);
    const auto start = numbers(static_cast<std::size_t>(t.size()));
    // In place, because assigning another tensor would replace the memory to which the views refer.
    const auto reset = [&] { std::copy(start.begin(), start.end(), t.storage().begin()); };

    // A target and two sources that fit; the second one is broadcast along some axes.
    std::array<cut, R> to, from, narrow;
    for (std::size_t k = 0; k < R; ++k) {
      const stria::index count = d(0, 9) == 0 ? 0 : d(1, n[k]);
      to[k] = d.slice_of(n[k], count);
      from[k] = d.slice_of(n[k], count);
      narrow[k] = d.slice_of(n[k], d(0, 1) == 0 ? 1 : count);
    }
    auto target = sliced_by(t, to);
    auto source = sliced_by(t, from);
    auto thin = sliced_by(t, narrow);
    const auto w = take(shape, to), r = take(shape, from);
    const auto b = take(shape, narrow).broadcast(w.shape);
    const auto agrees = [&](const std::vector<int>& model) {
      return std::equal(model.begin(), model.end(), t.storage().begin(), t.storage().end());
    };
    CAPTURE(round, shape, w.at, r.at, b.at);

    auto model = start;
    w.write(model, r.read(start));
    target = source;
    REQUIRE(agrees(model));

    reset();
    model = start;
    w.write(model, b.read(start));
    target = thin;
    REQUIRE(agrees(model));

    // Both in one expression, and the target itself.
    reset();
    model = start;
    auto sum_of_three = r.read(start);
    {
      const auto second = b.read(start), third = w.read(start);
      for (std::size_t k = 0; k < sum_of_three.size(); ++k)
        sum_of_three[k] += 100 * second[k] - third[k];
    }
    w.write(model, sum_of_three);
    target = source + thin * 100 - target;
    REQUIRE(agrees(model));

    // Compound assignment.
    reset();
    model = start;
    auto added = w.read(start);
    {
      const auto first = r.read(start);
      for (std::size_t k = 0; k < added.size(); ++k)
        added[k] += first[k];
    }
    w.write(model, added);
    target += source;
    REQUIRE(agrees(model));

    reset();
    model = start;
    auto multiplied = w.read(start);
    {
      const auto second = b.read(start);
      for (std::size_t k = 0; k < multiplied.size(); ++k)
        multiplied[k] *= second[k] + 1;
    }
    w.write(model, multiplied);
    target *= thin + 1;
    REQUIRE(agrees(model));

    // A slice of an expression.
    reset();
    model = start;
    auto more = r.read(start);
    for (int& x : more)
      x = 7 - x;
    w.write(model, more);
    target = sliced_by(static_cast<const decltype(7 - t)&>(7 - t), from);
    REQUIRE(agrees(model));

    // Transposed axes, if the shape allows it.
    if constexpr (R == 2) {
      reset();
      std::array<cut, 2> across{d.slice_of(n[0], std::min(w.shape[1], n[0])),
                                d.slice_of(n[1], std::min(w.shape[0], n[1]))};
      const auto turned = take(shape, across).turned({1, 0});
      if (turned.shape == w.shape) {
        model = start;
        w.write(model, turned.read(start));
        target = transpose(sliced_by(t, across));
        REQUIRE(agrees(model));
      }
    }
  }
}

} // namespace

TEST_CASE("one axis") { law<1>(1, 600); }
TEST_CASE("two axes") { law<2>(2, 400); }
TEST_CASE("three axes") { law<3>(3, 200); }

TEST_CASE("the whole tensor from a slice of itself") {
  dice d(9);
  for (int round = 0; round < 200; ++round) {
    auto t = test::counted(dtensor<int, 2>(d(1, 5), d(1, 5)));
    const auto start = numbers(static_cast<std::size_t>(t.size()));
    const auto shape = test::shape(t);
    std::array<cut, 2> s{d.slice_of(shape[0], d(1, shape[0])),
                         d.slice_of(shape[1], d(1, shape[1]))};
    const auto p = take(shape, s);
    if (round % 2 == 0)
      t = sliced_by(t, s);
    else
      t = sliced_by(t, s) + 0;
    REQUIRE(test::shape(t) == p.shape);
    REQUIRE(test::values(t) == p.read(start));
  }
}

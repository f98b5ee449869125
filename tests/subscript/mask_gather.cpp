// SPDX-License-Identifier: BSL-1.0
// Reading t[mask]: the elements that a loop would select, for any mask and memory.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

using namespace stria;
using test::dice;
using test::list;
using test::values;

namespace {

template <class T> void any_size(unsigned seed) {
  dice d(seed);
  for (int round = 0; round < 120; ++round) {
    const stria::index n0 = d(0, 5), n1 = d(0, round % 2 == 0 ? 400 : 20), wanted = d(0, 10);
    CAPTURE(round, n0, n1, wanted);
    const auto t = test::counted(dtensor<T, 2>(n0, n1));
    dtensor<bool, 2> m(n0, n1);
    for (bool& b : m.storage())
      b = d(0, 9) < wanted;

    const auto by_hand = [&](const auto& source, const auto& mask) {
      std::vector<T> r;
      for (stria::index i = 0; i < source.extent(0); ++i)
        for (stria::index k = 0; k < source.extent(1); ++k)
          if (mask[i, k])
            r.push_back(source[i, k]);
      return r;
    };
    const auto picked = by_hand(t, m);

    // Into new memory, into memory of the right size and of another size.
    const dtensor<T, 1> made = t[m];
    REQUIRE(values(made) == picked);
    REQUIRE(values(eval(t[m])) == picked);
    dtensor<T, 1> fits(static_cast<stria::index>(picked.size())), other(3);
    const T* const memory = fits.data();
    fits = t[m];
    REQUIRE(fits.data() == memory);
    REQUIRE(values(fits) == picked);
    other = t[m];
    REQUIRE(values(other) == picked);
    // In expressions, and as another type.
    const dtensor<double, 1> doubles = t[m];
    REQUIRE(values(doubles) == std::vector<double>(picked.begin(), picked.end()));
    const auto sums = eval(t[m] + t[m]);
    for (stria::index i = 0; i < sums.size(); ++i)
      REQUIRE(sums[i] == picked[static_cast<std::size_t>(i)] + picked[static_cast<std::size_t>(i)]);
    // Lazy masks, and views of all kinds.
    REQUIRE(values(eval(t[!m])) == by_hand(t, eval(!m)));
    const auto v = t[rev(), rev(_, _, 2)];
    const auto w = m[rev(), rev(_, _, 2)];
    REQUIRE(values(eval(v[w])) == by_hand(v, w));
    REQUIRE(values(eval(transpose(t)[transpose(m)])) == by_hand(transpose(t), transpose(m)));
    if (n1 > 3)
      REQUIRE(values(eval(t[_, range(1, -1)][m[_, range(2, _)]])) ==
              by_hand(t[_, range(1, -1)], m[_, range(2, _)]));
    // There are as many positions as elements.
    const auto places = nonzero(m);
    REQUIRE(eval(places).extent(0) == static_cast<stria::index>(picked.size()));
  }
}

} // namespace

TEMPLATE_TEST_CASE("the elements of a mask", "", float, double, int, std::int64_t, short,
                   unsigned char) {
  any_size<TestType>(1);
}

TEST_CASE("masks that are all false, all true, or true for one element") {
  for (const stria::index n : {1, 63, 64, 65, 127, 128, 129, 511, 512, 513, 1000}) {
    CAPTURE(n);
    const auto t = test::counted(dtensor<float, 1>(n));
    CHECK(eval(t[t < 0.f]).size() == 0);
    CHECK(values(eval(t[t >= 0.f])) == values(t));
    for (const stria::index k : {stria::index{0}, n / 2, n - 1})
      CHECK(values(eval(t[t == static_cast<float>(k)])) == list<float>{static_cast<float>(k)});
  }
}

TEST_CASE("a tensor is assigned its own selection") {
  auto t = test::counted(dtensor<int, 1>(300));
  t = t[t % 3 == 0];
  CHECK(t.size() == 100);
  CHECK(t[99] == 297);
  t = t[t >= 0];
  CHECK(t.size() == 100);
  t[range(_, 50)] = t[t % 2 == 0];
  CHECK(t[1] == 6);
  CHECK(t[49] == 294);
  CHECK(t[50] == 150);
}

TEST_CASE("selection of elements that are not numbers") {
  const tensor<std::string, 3> words{"zero", "a word that is too long for the string itself",
                                     "two"};
  const dtensor<std::string, 1> r = words[words != std::string("zero")];
  CHECK(values(r) == list<std::string>{words[1], "two"});
  const tensor<std::complex<float>, 3> z{{1.f, 2.f}, {0.f, 1.f}, {3.f, 0.f}};
  CHECK(eval(z[abs(z) > 2.f]).size() == 2);
}

TEST_CASE("a selection fits the target, or the target is resized") {
  const auto t = test::counted(tensor<int, 10>());
  tensor<int, 3> three;
  three = t[t > 6];
  CHECK(values(three) == list<>{7, 8, 9});
  CHECK_THROWS_AS((three = t[t > 5]), shape_error);
  CHECK(values(three) == list<>{7, 8, 9});
  CHECK_THROWS_AS(eval(t[dtensor<bool, 1>(9)]), shape_error);
  CHECK_THROWS_AS(eval(t[dtensor<bool, 1>(0)]), shape_error);
  CHECK(values(eval(t[t > 7][tensor{1, 0}])) == list<>{9, 8});
  CHECK(sum(t[t > 7]) == 17);
}

namespace {
constexpr int in_constant() {
  tensor<int, dyn> t{1, -2, 3, -4, 5};
  const tensor<int, dyn> r = t[t > 0];
  t = t[t < 0];
  return r[0] + 10 * r[1] + 100 * r[2] + 1000 * static_cast<int>(r.size()) - 10000 * t[1];
}
} // namespace

TEST_CASE("selections in constant expressions") { STATIC_REQUIRE(in_constant() == 43531); }

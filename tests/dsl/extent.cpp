// SPDX-License-Identifier: BSL-1.0
// dsl/extent.cpp: extents made from integers, dyn or a dim. Equal extents are the same template
// argument.
#include "../support/catch.hpp"

#include <stria/shape/agreement.hpp>

#include <type_traits>

using namespace stria;

// Declared as in a user's program, with external linkage. The sanitizers of g++ treat the addresses
// of such objects specially.
namespace outside {
inline constexpr dim rows{"rows"}, columns{"columns"};
static_assert(extent(rows).is_named() && !extent(rows).is_static());
static_assert(extent(rows) == extent(rows) && extent(rows) != extent(dyn));
static_assert(extent(rows) != extent(columns));
} // namespace outside

namespace {

template <auto N>
concept makes_extent = requires { typename std::integral_constant<index, extent(N).size>; };

inline constexpr dim batch{"batch"}, other{"batch"};

template <extent... E> struct list {};

} // namespace

TEST_CASE("extents of one size are one template argument") {
  STATIC_REQUIRE(std::is_same_v<list<3, dyn>, list<3ul, dyn>>);
  STATIC_REQUIRE(std::is_same_v<list<batch>, list<batch>>);
  STATIC_REQUIRE(!std::is_same_v<list<3>, list<4>>);
  STATIC_REQUIRE(!std::is_same_v<list<batch>, list<dyn>>);
  STATIC_REQUIRE(makes_extent<3U>);
  STATIC_REQUIRE_FALSE(makes_extent<~0ULL>); // above the limit of index
}

TEST_CASE("an extent has the static knowledge of a size") {
  STATIC_REQUIRE(extent(0).is_static() && extent(0).size == 0);
  STATIC_REQUIRE(!extent(dyn).is_static() && !extent(dyn).is_named());
  STATIC_REQUIRE(!extent(batch).is_static() && extent(batch).is_named());
  STATIC_REQUIRE(extent::make(3) == extent(3));
  STATIC_REQUIRE(extent::unknown() == extent(dyn));
}

TEST_CASE("two names are equal if they are the same object") {
  STATIC_REQUIRE(extent(batch) == extent(batch));
  STATIC_REQUIRE(!(extent(batch) == extent(other)));
}

// The names and their arithmetic, in the normal form that makes equal extents one template
// argument.
namespace outside {
inline constexpr dim n{"n"}, m{"m"}, k{"k", at_least<2>}, twin{"n"};
template <extent A, extent B>
inline constexpr bool same = std::is_same_v<list<A>, list<B>> && A == B;
} // namespace outside

TEST_CASE("equal expressions of names are one template argument") {
  using namespace outside;
  STATIC_REQUIRE(same<n - 1 - 1, n - 2>);
  STATIC_REQUIRE(same<n - 0, n> && same<1 * n, n>);
  STATIC_REQUIRE(same<n + m, m + n>);
  STATIC_REQUIRE(same<n * m, m * n>);
  STATIC_REQUIRE(same<2 * m, m + m>);
  STATIC_REQUIRE(same<n * m * k, k*(n * m)>);
  STATIC_REQUIRE(same<(n - 1) * m, n * m - m>);
  STATIC_REQUIRE(same<n - n, 0> && same<n - n - 3, 0>);
  STATIC_REQUIRE_FALSE(same<n - 1, n - 2>);
  STATIC_REQUIRE_FALSE(same<n - 1, m - 1>);
  STATIC_REQUIRE_FALSE(same<n * m, n + m>);
  STATIC_REQUIRE_FALSE(same<2 * n, 3 * n>);
}

TEST_CASE("a division by a constant is rounded up") {
  using namespace outside;
  STATIC_REQUIRE(same<ceil_div(n, 1), n>);
  STATIC_REQUIRE(same<ceil_div(2 * n + 1, 2), n + 1>);
  STATIC_REQUIRE(same<ceil_div(2 * n - 1, 2), n>);
  STATIC_REQUIRE(same<ceil_div(2 * n - 3, 2), n - 1>);
  STATIC_REQUIRE(same<ceil_div(ceil_div(n, 2), 3), ceil_div(n, 6)>);
  STATIC_REQUIRE(same<ceil_div(n, 2) - 1, ceil_div(n - 2, 2)>);
  STATIC_REQUIRE(same<ceil_div(7, 2), 4>);
}

TEST_CASE("a division by / is rounded down") {
  using namespace outside;
  STATIC_REQUIRE(same<n / 2, ceil_div(n - 1, 2)>);
  STATIC_REQUIRE(same<n / 2 + 1, ceil_div(n + 1, 2)>);
  STATIC_REQUIRE(same<2 * n / 2, n> && same<(2 * n + 1) / 2, n> && same<n / 1, n>);
  STATIC_REQUIRE(same<extent(7) / 2, 3> && same<extent(dyn) / 2, dyn>);
  STATIC_REQUIRE(same<n / 3 + m, (n + 3 * m) / 3>);
}

TEST_CASE("sizes that are not 0 are added without a maximum") {
  using namespace outside;
  using stria::detail::add_positive_extents, stria::detail::subtract_positive_extents,
      stria::detail::is_at_least;
  STATIC_REQUIRE(add_positive_extents(n, m, -1) == n + m - 1);
  STATIC_REQUIRE(add_positive_extents(n - 1, 3, -1) == n + 1);
  STATIC_REQUIRE(add_positive_extents(ceil_div(n, 2), m, 0) == ceil_div(n + 2 * m, 2));
  STATIC_REQUIRE(stria::detail::is_dyn(add_positive_extents(ceil_div(n, 2), ceil_div(m, 2), 0)));
  STATIC_REQUIRE(subtract_positive_extents(n, 3, 1) == n - 2);
  STATIC_REQUIRE(subtract_positive_extents(n, m - 1, 1) == extent(n) + 2 - m);
  STATIC_REQUIRE(is_at_least(n, n - 1) && is_at_least(k, 2) && is_at_least(n + m, n));
  STATIC_REQUIRE_FALSE((is_at_least(n, 1) || is_at_least(n, m) || is_at_least(dyn, 0)));
}

TEST_CASE("what has no form is dynamic") {
  using namespace outside;
  STATIC_REQUIRE(same<n - 1 + 1, dyn>); // 1 if n is 0
  STATIC_REQUIRE(same<k - 1 + 1, k>);   // k is not 0
  STATIC_REQUIRE(same<n + 1 - 1, n>);
  STATIC_REQUIRE(same<(n - 1) * (m - 1), dyn>);
  STATIC_REQUIRE(same<2 * ceil_div(n, 2), dyn>);
  STATIC_REQUIRE(same<n * m * k * rows, dyn>);
  STATIC_REQUIRE(same<n + twin, dyn>); // two names with one text have no order
  STATIC_REQUIRE(same<n + dyn, dyn> && same<0 * n, 0>);
  STATIC_REQUIRE(same<(index{1} << 40) * n, dyn>);
}

TEST_CASE("the smallest size of an extent follows from the promises") {
  using namespace outside;
  using stria::detail::least_size;
  STATIC_REQUIRE(least_size(n) == 0 && least_size(k) == 2 && least_size(5) == 5);
  STATIC_REQUIRE(least_size(n + 1) == 1 && least_size(n - 1) == 0 && least_size(3 * k - 1) == 5);
  STATIC_REQUIRE(least_size(ceil_div(k + 1, 2)) == 2 && least_size(k * k) == 4);
  STATIC_REQUIRE(least_size(k - n) == 0);
}

namespace {

using stria::detail::fraction_of;
using stria::detail::is_dyn;

// The size of an extent for the sizes of the three names above.
index size_of(const extent& e, index n, index m, index k) {
  const auto f = fraction_of(e);
  index sum = f.p.plus;
  for (std::size_t t = 0; t < f.p.count; ++t) {
    index product = f.p.terms[t].times;
    for (std::size_t j = 0; j < f.p.terms[t].count; ++j) {
      const dim* name = f.p.terms[t].names[j];
      product *= name == &outside::n ? n : name == &outside::m ? m : k;
    }
    sum += product;
  }
  return sum <= 0 ? 0 : (sum + f.over - 1) / f.over;
}

} // namespace

TEST_CASE("the arithmetic on extents is that of their sizes") {
  using namespace outside;
  constexpr extent pool[] = {0,
                             1,
                             2,
                             7,
                             n,
                             m,
                             k,
                             n - 1,
                             n - 3,
                             k - 1,
                             k - 2,
                             n + 2,
                             2 * n,
                             3 * k - 4,
                             n + m,
                             n * m,
                             n - m,
                             n * m - m,
                             4 - n,
                             n * k,
                             ceil_div(n, 2),
                             n * m + 1,
                             2 * n - 1,
                             k * k,
                             ceil_div(n - 1, 3),
                             ceil_div(k + 1, 2)};
  index known = 0;
  for (const extent& a : pool)
    for (const extent& b : pool) {
      const extent sum = stria::detail::add_extents(a, b),
                   product = stria::detail::multiply_extents(a, b),
                   difference = stria::detail::subtract_extents(a, b),
                   third = stria::detail::divide_extent_up(a, 3),
                   half = stria::detail::divide_extent_down(a, 2);
      known += (is_dyn(sum) ? 0 : 1) + (is_dyn(product) ? 0 : 1) + (is_dyn(difference) ? 0 : 1);
      CHECK(sum == stria::detail::add_extents(b, a));
      CHECK(product == stria::detail::multiply_extents(b, a));
      for (index x = 0; x < 5; ++x)
        for (index y = 0; y < 4; ++y)
          for (index z = 2; z < 5; ++z) {
            const index p = size_of(a, x, y, z), q = size_of(b, x, y, z);
            const auto fits = [&](const extent& e, index size) {
              return is_dyn(e) || size_of(e, x, y, z) == size;
            };
            REQUIRE(fits(sum, p + q));
            REQUIRE(fits(product, p * q));
            REQUIRE(fits(difference, p > q ? p - q : 0));
            REQUIRE(fits(third, (p + 2) / 3));
            REQUIRE(fits(half, p / 2));
            REQUIRE(p >= stria::detail::least_size(a));
          }
    }
  CHECK(known > 900);
}

TEST_CASE("sizes are compared with extents that share names") {
  using namespace outside;
  using stria::detail::can_contradict;
  using stria::detail::first_contradiction;
  using stria::detail::shape_of;
  const auto at = [](const auto& shape, std::initializer_list<index> sizes) {
    return first_contradiction(shape.view(), {sizes.begin(), sizes.size()});
  };
  STATIC_REQUIRE(!can_contradict(shape_of<n, m, 3, dyn, rows - 1>().view()));
  STATIC_REQUIRE(can_contradict(shape_of<n, n - 1>().view()) &&
                 can_contradict(shape_of<k>().view()));
  STATIC_REQUIRE(can_contradict(shape_of<2 * n>().view()) &&
                 can_contradict(shape_of<n + 1>().view()));
  CHECK(at(shape_of<n, n - 1>(), {5, 4}) == 2);
  CHECK(at(shape_of<n, n - 1>(), {5, 3}) == 1);
  CHECK(at(shape_of<n - 1, n>(), {0, 0}) == 2);
  CHECK(at(shape_of<n - 1, n>(), {0, 1}) == 2);
  CHECK(at(shape_of<n - 1, n>(), {0, 2}) == 0);
  CHECK(at(shape_of<2 * n>(), {5}) == 0);
  CHECK(at(shape_of<n * m, m, n>(), {6, 3, 2}) == 3);
  CHECK(at(shape_of<n * m, m, n>(), {7, 3, 2}) == 0);
  CHECK(at(shape_of<n * m, m>(), {7, 3}) == 0);
  CHECK(at(shape_of<ceil_div(n, 2), n>(), {2, 5}) == 0);
  CHECK(at(shape_of<ceil_div(n, 2), n>(), {3, 5}) == 2);
  CHECK(at(shape_of<k>(), {1}) == 0);
  CHECK(at(shape_of<n * n>(), {5}) == 1); // two unknown factors
}

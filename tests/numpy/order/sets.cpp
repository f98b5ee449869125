// SPDX-License-Identifier: BSL-1.0
// isin, in1d, union1d and similar functions, unique along an axis, unique_values, unique_counts and
// unique_inverse.
#include "../shapes_recorded.hpp"
#include "numbers.hpp"

#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

using namespace stria;
using test::inf;
using test::qnan;

namespace {

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{7, 8, 9};
const dtensor<int, 2> d = a;
const dtensor<int, 2> r{{3, 1, 3, 2}, {1, 2, 3, 0}, {3, 1, 3, 2}, {0, 0, 5, 1}};
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> o(0);
const dtensor<double, 1> w{0.5, -1.5, qnan, 2.0, -1.5, inf, 0.5, qnan};

} // namespace

TEST_CASE("isin, in1d") {
  NP("np.isin(a, [2, 4, 9])", isin(a, tensor{2, 4, 9}));
  NP("np.isin(a, [2, 4, 9], invert=True)", isin(d, {2, 4, 9}, true));
  NP("np.isin(a, 5)", isin(a, 5));
  NP("np.isin(a[::-1, ::-1], 7 - a)", isin(d[rev(), rev()], 7 - a));
  NP("np.isin(a, o)", isin(a, o));
  NP("np.isin(a, o, invert=True)", isin(a, o, true));
  NP("np.isin(e, a)", isin(e, a));
  NP("np.isin(w, [np.nan, 0.5, np.inf])", isin(w, tensor{qnan, 0.5, inf}));
  NP("np.isin(w, w)", isin(w, w));
  NP("np.isin(w, w, invert=True)", isin(w, w, true));
  // More than eight values are looked up in a table of integers, or in the sorted values.
  NP("np.isin(a, np.arange(4, 40))", isin(a, arange(4, 40)));
  NP("np.isin(a - 3, np.arange(-20, 20, 2))", isin(a - 3, arange(-20, 20, 2), false));
  NP("np.isin(a * 1000000, np.arange(4, 40) * 500000)", isin(a * 1000000, arange(4, 40) * 500000));
  NP("np.isin(a * 0.5, np.arange(0, 20))", isin(a * 0.5, arange(0, 20)));
  NP("np.isin(a, np.arange(0, 20) * 0.5, invert=True)", isin(d, arange(0, 20) * 0.5, true));
  NP("np.isin(w, np.append(np.arange(-9, 9) * 0.5, np.nan))",
     isin(w, append(arange(-9, 9) * 0.5, qnan)));
  NP("np.in1d(a, [1, 2])", in1d(a, {1, 2}));
  NP("np.in1d(a[::-1], [1, 2], invert=True)", in1d(d[rev()], std::vector{1, 2}, true));

  STATIC_REQUIRE(std::same_as<decltype(isin(a, v)), tensor<bool, 2, 3>>);
  STATIC_REQUIRE(all_of(isin(v, tensor{9, 8, 7, 1, 2, 3, 4, 5, 6, 0})));
  STATIC_REQUIRE(isin(tensor{-1, 2}, {2})[1]);
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min(),
                 highest = std::numeric_limits<std::int64_t>::max();
  const dtensor<std::int64_t, 1> ends{lowest, highest, 0, 1, 2, 3, 4, 5, 6, lowest + 1};
  CHECK(all_of(isin(ends, ends)));
  CHECK_FALSE(any(isin(tensor{highest - 1, std::int64_t{7}}, ends)));
  const dtensor<std::uint8_t, 1> bytes{250, 251, 252, 253, 254, 255, 0, 1, 2, 3};
  CHECK(count_nonzero(isin(bytes, arange(250, 260))) == 6);
  CHECK(count_nonzero(isin(cast<std::int8_t>(bytes), cast<std::int8_t>(bytes))) == 10);
  CHECK(count_nonzero(isin(tensor{true, false}, tensor{true})) == 1);
  using z = std::complex<double>;
  CHECK(array_equal(isin(tensor{z(1, 2), z(2)}, tensor{z(2), z(1)}), tensor{false, true}));
  const dtensor<z, 1> many = cast<z>(arange(20));
  CHECK(array_equal(isin(tensor{z(0, 2), z(19)}, many), tensor{false, true}));
  const dtensor<std::string, 1> words{"b", "a", "c"};
  CHECK(array_equal(isin(words, words[range(1, 3)]), tensor{false, true, true}));
  // The result for many elements is counted, and used as a mask.
  const auto n = arange<int>(10000);
  CHECK(count_nonzero(isin(n, n[range(_, _, 3)])) == 3334);
  CHECK(sum(n[isin(n, arange<int>(20) * 100)]) == 19000);
}

TEST_CASE("union1d, intersect1d, setdiff1d, setxor1d") {
  NP("np.union1d(a, r)", union1d(a, r));
  NP("np.union1d([3, 1, 3], [0.5])", union1d(tensor{3, 1, 3}, tensor{0.5}));
  NP("np.union1d(w, [7.0])", union1d(w, tensor{7.}));
  NP("np.union1d(o, o)", union1d(o, o));
  NP("np.intersect1d(a, r)", intersect1d(d, r));
  NP("np.intersect1d(r[::-1], a[:, :2] * 1.0)", intersect1d(r[rev()], a[_, range(_, 2)] * 1.));
  NP("np.intersect1d(w, w)", intersect1d(w, w));
  NP("np.intersect1d(a, o)", intersect1d(a, o));
  NP("np.setdiff1d(r, a)", setdiff1d(r, a));
  NP("np.setdiff1d(a, [2, 3])", setdiff1d(a, tensor{2, 3}));
  NP("np.setdiff1d(w, [0.5, np.nan])", setdiff1d(w, tensor{0.5, qnan}));
  NP("np.setdiff1d(o, a)", setdiff1d(o, a));
  STATIC_REQUIRE(std::same_as<decltype(setdiff1d(a, w))::value_type, int>);
  NP("np.setdiff1d(a, o)", setdiff1d(a, o));
  NP("np.setxor1d(a, r)", setxor1d(a, r));
  NP("np.setxor1d(a, [0.5, 2.0])", setxor1d(d, tensor{0.5, 2.}));
  NP("np.setxor1d(w, w)", setxor1d(w, w));
  NP("np.setxor1d(o, v)", setxor1d(o, v));
  STATIC_REQUIRE(union1d(tensor{3, 1}, tensor{2, 1}).size() == 3);
  STATIC_REQUIRE(setxor1d(tensor{3, 1}, tensor{2, 1})[1] == 3);
  const dtensor<std::string, 1> words{"b", "a", "b"}, others{"c", "a"};
  CHECK(array_equal(intersect1d(words, others), dtensor<std::string, 1>{"a"}));
  CHECK(array_equal(setxor1d(words, others), dtensor<std::string, 1>{"b", "c"}));
}

TEST_CASE("sets of integers of different signedness are compared by value") {
  using test::values;
  const tensor s{-1, 2}, not_negative{3, 2};
  const tensor u{0xFFFFFFFFu, 2u};
  CHECK(values(intersect1d(s, u)) == std::vector{2u});
  CHECK(values(setdiff1d(s, u)) == std::vector{-1});
  CHECK(values(setdiff1d(u, s)) == std::vector{0xFFFFFFFFu});
  CHECK(values(union1d(not_negative, u)) == std::vector{2u, 3u, 0xFFFFFFFFu});
  CHECK(values(setxor1d(u, not_negative)) == std::vector{3u, 0xFFFFFFFFu});
  CHECK_THROWS_AS(union1d(u, s), value_error);
  CHECK_THROWS_WITH(setxor1d(s, u), test::contains("is unsigned and cannot hold -1"));
  // The common type of narrow integers is signed.
  CHECK(values(union1d(cast<std::int8_t>(s), cast<std::uint8_t>(u))) == std::vector{-1, 2, 255});
}

TEST_CASE("unique along an axis; unique_values, unique_counts, unique_inverse") {
  NP("np.unique(r, axis=0)", unique(r, _0));
  NP("np.unique(r, axis=1)", unique(r, _1));
  NP("np.unique(r[::-1, ::-1], axis=-1)", unique(r[rev(), rev()], -_1));
  NP("np.unique(np.stack([r, r[::-1], r]), axis=0)", unique(stack(_0, r, r[rev()], r), _0));
  NP("np.unique(np.stack([r, r[::-1], r]), axis=1)", unique(stack(_0, r, r[rev()], r), _1));
  NP("np.unique(np.stack([r, r[::-1], r]), axis=2)", unique(stack(_0, r, r[rev()], r), _2));
  NP("np.unique(w, axis=0)[:4]", unique(w, _0)[range(_, 4)]);
  NP("np.unique(np.array([[w[2], 1.0], [w[2], 1.0], [0.0, 1.0]]), axis=0)",
     unique(tensor{{qnan, 1.}, {qnan, 1.}, {0., 1.}}, _0));
  NP("np.unique(e, axis=0)", unique(e, _0));
  CHECK(unique(e, _1).shape() == std::array<index, 2>{0, 1});
  STATIC_REQUIRE(decltype(unique(a, _0))::extents[1].size == 3);
  STATIC_REQUIRE(unique(tensor{{2, 1}, {2, 1}}, _0).shape()[0] == 1);

  NP("np.unique(w)", unique(w));
  NP("np.unique(w, equal_nan=False)", unique_values(w));
  NP("np.unique(r)", unique_values(r));
  const auto counts = unique_counts(w);
  NP("np.unique(w, return_counts=True, equal_nan=False)", std::tuple{counts.values, counts.counts});
  const auto inverse = unique_inverse(r);
  NP("(np.unique(r), np.unique(r, return_inverse=True)[1].reshape(r.shape))",
     std::tuple{inverse.values, inverse.inverse});
  const auto whole = unique_all(w);
  NP("np.unique(w, return_index=True, return_inverse=True, return_counts=True, equal_nan=False)",
     std::tuple{whole.values, whole.indices, whole.inverse, whole.counts});
  CHECK(unique_values(o).size() == 0);
  CHECK(unique_counts(o).counts.size() == 0);
  CHECK(unique_inverse(o).inverse.size() == 0);
}

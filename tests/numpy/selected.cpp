// SPDX-License-Identifier: BSL-1.0
// Functions that select, join or make elements change no value: their element types, and the
// value_error for an element that does not fit.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

using namespace stria;
using test::contains;
using test::evaluated;
using test::values;

namespace {

using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr u64 top = ~u64{0};

template <class E> using element = typename std::remove_cvref_t<E>::value_type;
#define GIVES(T, ...) STATIC_REQUIRE(std::same_as<element<decltype(__VA_ARGS__)>, T>)

template <class T> const tensor<T, 2> of{T(0), T(1)};
const tensor<bool, 2> c{true, false};

/// Every function that selects from two operands gives elements of type T.
template <class T, class A, class B> void selects() {
  GIVES(T, where(c, of<A>, of<B>));
  GIVES(T, where(c, of<B>, of<A>));
  GIVES(T, select(std::tuple{c}, std::tuple{of<A>}, of<B>));
  GIVES(T, choose(c, std::tuple{of<A>, of<B>}));
  GIVES(T, concat(_0, of<A>, of<B>));
  GIVES(T, stack(_1, of<B>, of<A>));
  GIVES(T, append(of<A>, of<B>));
  GIVES(T, hstack(of<A>, of<B>));
  GIVES(T, block(std::tuple{of<A>, of<B>}));
}
template <class T> void keeps() {
  selects<T, T, T>();
  GIVES(T, maximum(of<T>, of<T>));
  GIVES(T, minimum(of<T>, of<T>));
  GIVES(T, fmax(of<T>, T(1)));
  GIVES(T, fmin(T(1), of<T>));
  GIVES(T, clip(of<T>, of<T>, of<T>));
  GIVES(T, clip(of<T>, T(0), T(1)));
  GIVES(T, clip(of<T>, T(0), _));
  // Functions that select within one operand.
  GIVES(T, sort(of<T>));
  GIVES(T, unique(of<T>));
  GIVES(T, take(of<T>, std::array{1}));
  GIVES(T, compress(c, of<T>));
  GIVES(T, of<T>[c]);
  GIVES(T, max(of<T>, _0, keepdims));
  GIVES(T, min(of<T>, _0, keepdims));
  GIVES(T, roll(of<T>, 1));
  GIVES(T, repeat(of<T>, 2));
  GIVES(T, pad(of<T>, 1));
  GIVES(T, partition(of<T>, 1));
  GIVES(T, top_k(of<T>, 1).values);
  GIVES(T, triu(tensor<T, 2, 2>()));
  STATIC_REQUIRE(std::same_as<decltype(max(of<T>)), T>);
  STATIC_REQUIRE(std::same_as<decltype(nanmin(of<T>)), T>);
}
template <class T> void keeps_order() {
  GIVES(T, cummax(of<T>));
  GIVES(T, cummin(of<T>));
}

/// The elements of an expression, whose type is T.
template <class T, class E> std::vector<T> list(const E& e) {
  GIVES(T, e);
  return evaluated(e);
}

} // namespace

TEST_CASE("functions that select keep the element type") {
  keeps<i8>();
  keeps<u8>();
  keeps<i16>();
  keeps<u16>();
  keeps<i32>();
  keeps<u32>();
  keeps<i64>();
  keeps<u64>();
  keeps<float>();
  keeps<bool>();
  keeps_order<i8>();
  keeps_order<u16>();
  CHECK(list<i8>(maximum(tensor<i8, 2>{-128, 5}, tensor<i8, 2>{-127, 4})) ==
        std::vector<i8>{-127, 5});
  CHECK(list<u8>(where(c, tensor<u8, 2>{255, 1}, tensor<u8, 2>{2, 254})) ==
        std::vector<u8>{255, 254});
}

TEST_CASE("two types of integers give the type that holds both") {
  selects<i16, i8, i16>();
  selects<u32, u8, u32>();
  selects<i16, i8, u8>();
  selects<i32, i8, u16>();
  selects<i32, i32, u16>();
  selects<i64, i32, u32>();
  selects<i64, i8, u64>();
  selects<i64, i64, u64>();
  selects<i8, bool, i8>();
  GIVES(i16, maximum(of<i8>, of<u8>));
  GIVES(i16, minimum(of<u8>, of<i8>));
  GIVES(i32, clip(of<i16>, of<u16>, of<i8>));
  GIVES(u32, maximum(of<u32>, of<i8>));
  GIVES(i32, minimum(of<u32>, of<i8>));
  GIVES(u64, maximum(of<i64>, of<u64>));
  GIVES(i64, minimum(of<i64>, of<u64>));
  CHECK(list<i16>(maximum(tensor<i8, 2>{-1, 5}, tensor<u8, 2>{200, 0})) ==
        std::vector<i16>{200, 5});
  // An integer with more digits than a float: joins do not round it, and literals keep float.
  GIVES(double, concat(_0, of<i32>, of<float>));
  GIVES(float, concat(_0, of<i16>, of<float>));
  GIVES(std::complex<double>, stack(_0, of<i32>, tensor<std::complex<float>, 2>()));
  GIVES(float, where(c, of<float>, 0));
  CHECK(list<double>(concat(_0, tensor{16777217}, tensor{.5f})) == std::vector{16777217., .5});
}

TEST_CASE("a negative element beside unsigned ones is kept") {
  const tensor s{-1};
  const tensor u{1u};
  const std::vector<i64> both{-1, 1};
  CHECK(list<i64>(concat(_0, s, u)) == both);
  CHECK(list<i64>(append(s, u)) == both);
  CHECK(list<i64>(stack(_1, s, u)) == both);
  CHECK(list<i64>(vstack(s, u)) == both);
  CHECK(list<i64>(block(std::tuple{s, u})) == both);
  CHECK(list<i64>(choose(tensor{0, 1}, std::tuple{s, u})) == both);
  CHECK(list<i64>(choose(tensor{0, 1}, std::tuple{-1, u})) == both);
  CHECK(list<i64>(select(std::tuple{c}, std::tuple{s}, u)) == both);
  CHECK(list<i64>(where(c, s, u)) == both);
  CHECK(list<i64>(where(c, -1, u)) == both);
  CHECK(list<i64>(concat(axis(0), s, u)) == both);
}

TEST_CASE("an element that does not fit into int64 is refused before anything is written") {
  const tensor<i64, 2> s{-1, -2};
  const tensor<u64, 2> u{top, 1};
  tensor<i64, 2> t{7, 8};
  tensor<i64, 4> joined{7, 7, 7, 7};
  const auto refuses = [&](auto assign) {
    CHECK_THROWS_AS(assign(), value_error);
    CHECK(values(t) == std::vector<i64>{7, 8});
    CHECK(values(joined) == std::vector<i64>{7, 7, 7, 7});
  };
  refuses([&] { joined = concat(_0, s, u); });
  refuses([&] { joined = append(s, u[rev()]); });
  refuses([&] { joined[range(_, _)] = concat(_0, s, u * u64{1}); });
  refuses([&] { t = where(c, u, s); });
  refuses([&] { t += where(c[rev()], s, u); });
  refuses([&] { t = choose(tensor{1, 0}, std::tuple{s, u}); });
  refuses([&] { t = select(std::tuple{!c}, std::tuple{s}, u); });
  CHECK_THROWS_WITH(eval(concat(_0, s, u)),
                    contains("stria: concat: the element 18446744073709551615 does not fit"));
  // Only selected elements must fit.
  CHECK(list<i64>(where(c, s, u)) == std::vector<i64>{-1, 1});
  CHECK(list<i64>(where(u <= top / 2, u, s)) == std::vector<i64>{-1, 1});
  CHECK(list<i64>(select(std::tuple{u > top / 2}, std::tuple{s}, u)) == std::vector<i64>{-1, 1});
  CHECK(list<i64>(choose(c, std::tuple{u, s})) == std::vector<i64>{-1, 1});
  STATIC_REQUIRE(eval(concat(_0, tensor<i64, 1>{-1}, tensor<u64, 1>{1}))[1] == 1);
  STATIC_REQUIRE(eval(where(tensor{true}, tensor<u64, 1>{5}, tensor<i64, 1>{1}))[0] == 5);
}

TEST_CASE("a number beside 64-bit integers has their type") {
  const tensor<u64, 2> u{top, 1};
  const tensor<i64, 2> s{-1, -2};
  CHECK(list<u64>(where(c, u, 0)) == std::vector<u64>{top, 0});
  CHECK(list<i64>(where(c, s, std::size_t{3})) == std::vector<i64>{-1, 3});
  CHECK(list<u64>(select(std::tuple{c}, std::tuple{u})) == std::vector<u64>{top, 0});
  CHECK(list<u64>(choose(c, std::tuple{u, 5})) == std::vector<u64>{5, 1});
  CHECK(list<u64>(append(u, 5)) == std::vector<u64>{top, 1, 5});
  CHECK(list<float>(append(tensor{1.f}, 5)) == std::vector<float>{1, 5});
  CHECK(list<u64>(diff(tensor<u64, 2>{5, top}, _0, prepended(0))) == std::vector<u64>{5, top - 5});
  CHECK(list<u64>(ediff1d(u, 5)) == std::vector<u64>{2, 5});
  CHECK_THROWS_WITH(where(c, u, -1), contains("stria: where: the number -1 does not fit"));
  CHECK_THROWS_AS(where(c, s, top), value_error);
  CHECK_THROWS_AS(choose(c, std::tuple{u, -1}), value_error);
  CHECK_THROWS_AS(append(u, -1), value_error);
  CHECK_THROWS_AS(append(tensor{1.f}, 16777217), value_error);
}

TEST_CASE("clip between integers has the type of the elements") {
  const tensor<u8, 3> a{5, 100, 250};
  const tensor<i8, 2> b{-100, 100};
  CHECK(list<u8>(clip(a, 10, 200)) == std::vector<u8>{10, 100, 200});
  CHECK(list<u8>(clip(a, -5, 999)) == std::vector<u8>{5, 100, 250});
  CHECK(list<u8>(clip(a, 300, 20)) == std::vector<u8>{20, 20, 20});
  CHECK(list<i8>(clip(b, _, 50u)) == std::vector<i8>{-100, 50});
  CHECK(list<i8>(clip(b, -1000, _)) == std::vector<i8>{-100, 100});
  CHECK_THROWS_WITH(clip(a, 300, 400), contains("stria: clip: all elements would be 300"));
  CHECK_THROWS_AS(clip(a, -5, -1), value_error);
  CHECK_THROWS_AS(clip(a, 256, _), value_error);
  CHECK_THROWS_AS(clip(b, _, -129), value_error);
}

TEST_CASE("makers change no value") {
  const std::vector<int> v(3);
  CHECK(list<i64>(arange(-1, v.size())) == std::vector<i64>{-1, 0, 1, 2});
  CHECK(list<i64>(arange(-2, 3u)) == std::vector<i64>{-2, -1, 0, 1, 2});
  CHECK(list<i64>(arange(1u, -2, -1)) == std::vector<i64>{1, 0, -1});
  CHECK(list<i64>(arange(_0, v.size())) == std::vector<i64>{0, 1, 2});
  CHECK(list<u64>(arange(top - 4, top, 2)) == std::vector<u64>{top - 4, top - 2});
  CHECK(list<unsigned>(arange(3u, 0u, -1)) == std::vector<unsigned>{3, 2, 1});
  CHECK(list<i64>(arange(std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max(),
                         u64{1} << 63)) == std::vector<i64>{std::numeric_limits<i64>::min(), -1});
  CHECK_THROWS_WITH(arange(top - 1, 5, -(i64{1} << 62)), contains("an element does not fit"));
  CHECK_THROWS_AS(arange(u64{5}, top, i64{1} << 62).size() + arange(-1, top, i64{1} << 62).size(),
                  value_error);
  CHECK_THROWS_AS(arange<unsigned>(-1, 3), value_error);
  CHECK_THROWS_AS(arange<u8>(256, 258), value_error);
  CHECK_THROWS_WITH(full<u8>(300, 2), contains("stria: full: the number 300 does not fit"));
  CHECK_THROWS_AS(full<int>(1e10, 2), value_error);
  CHECK_THROWS_AS(full_like(tensor{1u}, -1), value_error);
  CHECK_THROWS_AS(pad(tensor{1u}, 1, pad_mode::constant, -1), value_error);
  CHECK_THROWS_AS(pad_sequences(std::vector<std::vector<u8>>{{1, 2}, {3}}, 256), value_error);
  CHECK_THROWS_AS(insert(tensor{1u}, 0, tensor{-1}), value_error);
  CHECK_THROWS_AS(insert(tensor{1u}, 0, -1), value_error);
  CHECK_THROWS_AS(piecewise(tensor{1u}, std::tuple{tensor{true}}, std::tuple{-1}), value_error);
  CHECK(list<u8>(pad(tensor<u8, 1>{1}, 1, pad_mode::constant, 255)) ==
        std::vector<u8>{255, 1, 255});
  CHECK(list<u8>(insert(tensor<u8, 1>{1}, 0, 255)) == std::vector<u8>{255, 1});
}

TEST_CASE("integers and given edges are compared by value in histograms") {
  constexpr i64 z = 1'700'000'000'000'000'000;
  constexpr u64 y = 10'000'000'000'000'000'000u;
  const tensor<i64, 5> v{z, z + 110, z + 150, z + 290, z + 301};
  const tensor<i64, 4> e{z, z + 100, z + 200, z + 300};
  const tensor<u64, 5> uv{y, y + 110, y + 150, y + 290, y + 301};
  const tensor<u64, 4> ue{y, y + 100, y + 200, y + 300};
  const std::vector<index> counts{1, 2, 1};
  const auto h = histogram(v, e);
  CHECK(values(h.hist) == counts);
  CHECK(list<i64>(h.bin_edges) == values(e));
  CHECK(list<i64>(histogram_bin_edges(v, e)) == values(e));
  CHECK(values(histogram(uv, ue).hist) == counts);
  CHECK(list<u64>(histogram(uv, ue).bin_edges) == values(ue));
  CHECK(list<int>(histogram(v, e, tensor{1, 2, 3, 4, 5}).hist) == std::vector{1, 5, 4});
  CHECK(values(histogram(v, e, as_density).hist * 400.) == std::vector{1., 2., 1.});
  CHECK(values(histogram(v, {z, z + 300, z + 301}).hist) == std::vector<index>{4, 1});
  CHECK(values(histogram(tensor{-1, 5}, tensor{0u, 4294967295u}).hist) == std::vector<index>{1});
  CHECK(values(histogram(
                   tensor<i64, 2>{std::numeric_limits<i64>::min(), 0},
                   tensor<i64, 2>{std::numeric_limits<i64>::min(), std::numeric_limits<i64>::max()},
                   as_density)
                   .hist) == std::vector{0x1p-64});
  // A float beside an integer that float does not hold.
  CHECK(values(histogram(tensor{16777216.f}, tensor{0, 16777217, 20000000}).hist) ==
        std::vector<index>{1, 0});
  const auto both = histogram2d(v, uv, e, ue);
  CHECK(values(both.hist) == std::vector<double>{1, 0, 0, 0, 2, 0, 0, 0, 1});
  CHECK(list<i64>(both.xedges) == values(e));
  CHECK(list<u64>(both.yedges) == values(ue));
  const auto sample = stack(_1, v, v);
  const auto same = histogramdd(sample, e);
  CHECK(values(same.hist) == values(both.hist));
  CHECK(list<i64>(same.edges[1]) == values(e));
  const auto mixed = histogramdd(sample, std::tuple{e, tensor{1e18, 2e18}});
  CHECK(values(mixed.hist) == std::vector<double>{1, 2, 1});
  CHECK(list<i64>(std::get<0>(mixed.edges)) == values(e));
  CHECK(list<double>(std::get<1>(mixed.edges)) == std::vector{1e18, 2e18});
  // The element types of these edges fit into double.
  CHECK(
      list<double>(histogramdd(tensor<int, 1, 2>{{1, 2}}, std::tuple{tensor{0, 3}, 2}).edges[0]) ==
      std::vector{0., 3.});
  // searchsorted() and digitize() agree.
  CHECK(evaluated(digitize(v, e)) == std::vector<index>{1, 2, 2, 3, 4});
  CHECK(searchsorted(tensor{0, 16777217}, 16777216.f) == 1);
}

TEST_CASE("messages of histograms name what the caller gave") {
  CHECK_THROWS_WITH(histogram(tensor{1e20}), contains("all elements are equal"));
  CHECK_THROWS_WITH(histogram(tensor{-1.7e308, 1.7e308}), contains("smallest to the largest"));
  CHECK_THROWS_WITH(histogram(tensor{1.}, 0), "stria: histogram: there must be at least one bin");
  CHECK_THROWS_WITH(histogram(tensor{1.}, 2, 3., 1.), "stria: histogram: lo must be less than hi");
  // Edges in double of integers that it does not hold.
  CHECK_THROWS_WITH(histogram(tensor<i64, 2>{i64{1} << 62, (i64{1} << 62) + 600}, 3),
                    contains("edges in double would be equal"));
  CHECK_THROWS_AS(eval(histogram(tensor{1.}, 3, 0x1p62, 0x1p62 + 1024)), value_error);
}

TEST_CASE("quantiles that are elements are not rounded") {
  constexpr i64 z = i64{1} << 62;
  const tensor<i64, 3> a{z + 5, z + 1, z + 3};
  const tensor<u64, 3> u{top, top - 2, top - 1};
  const tensor<i8, 2, 3> n{{1, 2, 3}, {4, 5, 7}};
  for (const char* method : {"lower", "higher", "nearest", "inverted_cdf", "closest_observation"}) {
    INFO(method);
    CHECK(percentile(a, 50, method) == z + 3);
    CHECK(quantile(u, .5, method) == top - 1);
    CHECK(nanpercentile(a, 50, method) == z + 3);
    CHECK(eval(percentile(a, tensor{50., 100.}, method))[1] == z + 5);
    CHECK(eval(nanquantile(a, tensor{.1, .2, .3, .4, .5, 1.}, method))[5] == z + 5);
    CHECK(eval(percentile(stack(_0, a, a), 50, method, _1))[0] == z + 3);
  }
  // So many short rows are sorted together.
  CHECK(all_of(percentile(broadcast_to(a, 64, 3), 50, "lower", _1) == z + 3));
  STATIC_REQUIRE(std::same_as<decltype(percentile(a, 50)), double>);
  STATIC_REQUIRE(std::same_as<decltype(percentile(tensor{1}, 50, "lower")), double>);
  // A method that is a template argument determines the type.
  STATIC_REQUIRE(std::same_as<decltype(percentile<"lower">(a, 50)), i64>);
  STATIC_REQUIRE(std::same_as<decltype(percentile<"hazen">(a, 50)), double>);
  GIVES(i8, quantile<quantile_method::nearest>(n, .5, _0));
  CHECK(nanquantile<"higher">(a, .6) == z + 5);
  CHECK(list<i64>(nanpercentile<"lower">(a, tensor{50, 0})) == std::vector<i64>{z + 3, z + 1});
  CHECK(list<i64>(percentile<"inverted_cdf">(a, tensor{0, 20, 40, 60, 80, 100})) ==
        std::vector<i64>{z + 1, z + 1, z + 3, z + 3, z + 5, z + 5});
  CHECK(list<i8>(percentile<"higher">(n, 50, axis(1))) == std::vector<i8>{2, 5});
  CHECK(list<i8>(quantile<"lower">(n, tensor{0.}, axis(0), keepdims)) == std::vector<i8>{1, 2, 3});
  CHECK_THROWS_AS(nanpercentile<"lower">(dtensor<int, 1>(0), 50), value_error);
  STATIC_REQUIRE(percentile<"lower">(tensor{5, 1, 3}, 60) == 3);
}

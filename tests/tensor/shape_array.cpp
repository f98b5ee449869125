// SPDX-License-Identifier: BSL-1.0
// The arrays that shape(), strides() and similar functions return: std::arrays without iterators of
// temporaries.
#include <stria/ranges.hpp>
#include <stria/stria.hpp>

#include "catch.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <numeric>
#include <ranges>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

using namespace stria;

namespace {

using two = std::array<index_t, 2>;
template <two S> constexpr index_t rows_of = S[0];
template <auto S> constexpr index_t columns_of = S[1];
constexpr dim rows{"rows"}, columns{"columns"};

#define HAS_MEMBER(name)                                                                           \
  template <class T>                                                                               \
  concept has_##name = requires(T&& t) { static_cast<T&&>(t).name(); }
HAS_MEMBER(begin);
HAS_MEMBER(end);
HAS_MEMBER(cbegin);
HAS_MEMBER(cend);
HAS_MEMBER(rbegin);
HAS_MEMBER(rend);
HAS_MEMBER(crbegin);
HAS_MEMBER(crend);
HAS_MEMBER(data);
#undef HAS_MEMBER
template <class T>
constexpr int iterators = has_begin<T> + has_end<T> + has_cbegin<T> + has_cend<T> + has_rbegin<T> +
                          has_rend<T> + has_crbegin<T> + has_crend<T> + has_data<T>;

index_t product_of(std::span<const index_t> s) {
  return std::accumulate(s.begin(), s.end(), index_t{1}, std::multiplies<>());
}

// The array of an operand with n rows and m columns, which differ.
template <class E> void check_shape(const E& e, index_t n, index_t m) {
  using shape_t = decltype(e.shape());
  STATIC_REQUIRE(iterators<shape_t> == 0);
  STATIC_REQUIRE(iterators<std::remove_const_t<shape_t>> == 0);
  STATIC_REQUIRE(iterators<const shape_t&> == 9);
  STATIC_REQUIRE(iterators<std::remove_const_t<shape_t>&> == 9);
  const auto s = e.shape();
  CHECK(std::vector(s.begin(), s.end()) == std::vector{n, m});
  CHECK(std::vector(s.rbegin(), s.rend()) == std::vector{m, n});
  CHECK(std::vector(std::begin(s), std::end(s)) == std::vector{n, m});
  CHECK(std::ranges::find(s, m) == s.begin() + 1);
  CHECK(product_of({s.data(), s.size()}) == n * m);

  const auto [x, y] = e.shape();
  CHECK(x == n);
  CHECK(y == m);
  CHECK(e.shape() == two{n, m});
  CHECK(two{n, m} == e.shape());
  CHECK(e.shape() == s);
  CHECK(e.shape() != two{m, n});
  CHECK(((e.shape() < two{m, n}) == (n < m)));
  CHECK(e.shape()[0] == n);
  CHECK(e.shape().back() == m);
  CHECK(std::get<1>(e.shape()) == m);
  CHECK(std::size(e.shape()) == 2);
  CHECK(std::apply(std::multiplies<>(), e.shape()) == n * m);
  std::array plain = e.shape();
  STATIC_REQUIRE(std::same_as<decltype(plain), two>);
  plain = e.shape();
  CHECK(plain == s);
  index_t sum = 0;
  for (const index_t size : e.shape())
    sum += size;
  CHECK(sum == n + m);
  CHECK(std::ranges::max(e.shape()) == std::max(n, m));
  CHECK(std::ranges::equal(e.shape(), plain));
  CHECK(product_of(e.shape()) == n * m);
  CHECK(std::set<two>{e.shape(), s}.size() == 1);
  CHECK(Catch::Detail::stringify(e.shape()) == Catch::Detail::stringify(plain));

  auto own = e.shape();
  own[0] = 7;
  own = plain;
  CHECK(own == s);
  own = {8, 9};
  CHECK(own == two{8, 9});
  std::ranges::sort(own, std::greater<>());
  CHECK(own == two{9, 8});
  std::ranges::copy(e.shape(), own.begin());
  CHECK(own == s);

  CHECK(zeros<float>(e.shape()).shape() == s);
  CHECK(full(2.f, e.shape()).shape() == s);
  CHECK(reshape(arange(n * m), e.shape()).shape() == s);
  CHECK(broadcast_to(tensor<float>(1.f), e.shape()).shape() == s);
  CHECK(as_tensor(e.shape())[1] == m);
  CHECK(to_tensor(e.shape())[0] == n);
  CHECK(std::ranges::distance(indices(e.shape())) == n * m);
}

} // namespace

TEST_CASE("a shape is an array without iterators of a temporary") {
  const dtensor<float, 2> b(2, 3);
  const tensor<float, 2, 3> a;
  check_shape(a, 2, 3);
  check_shape(b, 2, 3);
  check_shape(tensor<float, dyn, 3>(4), 4, 3);
  check_shape(tensor<float, rows, columns>(4, 5), 4, 5);
  check_shape(b[_, range(_, _1)], 2, 1);
  check_shape(a + b, 2, 3);
  check_shape(transpose(b), 3, 2);
  check_shape(sum(zeros<int>(4, 5, 6), _1), 4, 6);
  check_shape(matmul(a, zeros<float>(3, 5)), 2, 5);
  check_shape(sliding_window(arange(5), 2, _0), 4, 2);
  check_shape(b[tensor{1, 0, 1, 1}], 4, 3);
}

TEST_CASE("strides, broadcast shapes and subscripts are such arrays") {
  dtensor<float, 2> b(2, 3);
  STATIC_REQUIRE(iterators<decltype(b.strides())> == 0);
  STATIC_REQUIRE(iterators<decltype(b[0].strides())> == 0);
  STATIC_REQUIRE(iterators<decltype(broadcast_shapes(b.shape(), two{1, 3}))> == 0);
  STATIC_REQUIRE(iterators<decltype(unravel_index(4, b.shape()))> == 0);
  CHECK(b.strides() == two{3, 1});
  CHECK(as_view(b.data(), b.shape(), b.strides()).shape() == b.shape());
  CHECK(broadcast_shapes(b.shape(), two{1, 3}) == b.shape());
  const auto place = unravel_index(4, b.shape());
  CHECK(place == two{1, 1});
  CHECK(ravel_multi_index(place, b.shape()) == 4);
  CHECK(strided_slice(b, b.strides(), b.shape(), b.shape(), mask<0, 0, 0, 0, 0>{}).shape() ==
        two{0, 1});
}

TEST_CASE("a shape is a constant, also with rank 0") {
  constexpr tensor<float, 2, 3> a;
  constexpr auto s = a.shape();
  STATIC_REQUIRE(s == two{2, 3});
  STATIC_REQUIRE(columns_of<a.shape()> == 3);
  STATIC_REQUIRE(rows_of<two(a.shape())> == 2); // a template argument is not converted silently
  STATIC_REQUIRE(decltype(a.shape()){4, 5} == two{4, 5});
  constexpr tensor<float> scalar;
  STATIC_REQUIRE(scalar.shape() == std::array<index_t, 0>{});
  STATIC_REQUIRE(scalar.shape().empty());
  STATIC_REQUIRE(iterators<decltype(scalar.shape())> == 0);
  for (const index_t size : scalar.shape())
    CHECK(size == 0);
  CHECK(zeros<float>(scalar.shape()).size() == 1);
}

TEST_CASE("a slice plan has lists without iterators of a temporary") {
  const dtensor<float, 2> t(2, 3);
  const auto p = parse_index("1, 1:");
  const auto plan = plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks);
  using plan_t = std::remove_const_t<decltype(plan)>;
  STATIC_REQUIRE(!has_begin<decltype(std::declval<plan_t>().axes())>);
  STATIC_REQUIRE(!has_end<decltype(std::declval<plan_t>().shape())>);
  STATIC_REQUIRE(!has_data<decltype(std::declval<plan_t>().sources())>);
  const std::vector<index_t> shape(plan.shape().begin(), plan.shape().end());
  CHECK(shape == std::vector<index_t>{2});
  index_t total = 0;
  for (const auto& axis : plan_slice(t.shape(), p.begin, p.end, p.strides, p.masks).axes())
    total += axis.size;
  CHECK(total == 3);
}

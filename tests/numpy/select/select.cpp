// SPDX-License-Identifier: BSL-1.0
// select, one_hot, triu, tril, nonzero, diagonal.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>
#include <limits>
#include <string>
#include <tuple>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

constexpr tensor<int, 3, 4> table() { return {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}; }

} // namespace

TEST_CASE("select uses the first choice whose condition holds") {
  const tensor x{0, 1, 2, 3, 4, 5};
  // np.select([x < 2, x < 4], [x, x**2], 42)
  const auto s = select(std::tuple{x < 2, x < 4}, std::tuple{x, x * x}, 42);
  CHECK(holds_each(s, {0, 1, 4, 9, 42, 42}));
  CHECK(has<6>(s));
  // A tuple that is an lvalue is held by reference.
  auto choices = std::tuple{eval(x * 1), eval(x * 2)};
  const auto conditions = std::tuple{x < 2, x < 4};
  const auto lazy = select(conditions, choices, x);
  std::get<0>(choices)[0] = 77;
  CHECK(holds_each(lazy, {77, 1, 4, 6, 4, 5}));
  // Choices and conditions are broadcast.
  const auto wide =
      select(std::tuple{tensor{true, false}[_, newaxis]}, std::tuple{tensor{1, 2, 3}}, -1);
  CHECK(has<2, 3>(wide));
  CHECK(holds_each(wide, {1, 2, 3, -1, -1, -1}));
}

TEST_CASE("one_hot") {
  CHECK(holds_each(one_hot(tensor{0, 2, -1, 5}, _3), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  CHECK(has<4, 3>(one_hot(tensor{0, 2, -1, 5}, _3)));
  CHECK(has<2, 2, dyn>(one_hot<int>(tensor{{0, 1}, {1, 0}}, 2)));
  CHECK(holds_each(one_hot<int>(tensor{{0, 1}, {1, 0}}, 2), {1, 0, 0, 1, 0, 1, 1, 0}));
  CHECK(one_hot(tensor{1, 2}, 0).size() == 0);
  CHECK_THROWS_AS(one_hot(tensor{1, 2}, -1), value_error);
}

TEST_CASE("one_hot with labels out of bounds") {
  const tensor<signed char, 4> labels{1, -1, 2, -3};
  const dtensor<int, 1> l(labels);
  // The default: a row of zeros, as in TensorFlow.
  CHECK(holds_each(one_hot(l, 2), {0, 1, 0, 0, 0, 0, 0, 0}));
  CHECK(holds_each(one_hot(l, 2, out_of_bounds::drop), {0, 1, 0, 0, 0, 0, 0, 0}));
  CHECK(holds_each(one_hot(labels, 2, out_of_bounds::clip), {0, 1, 1, 0, 0, 1, 1, 0}));
  // OneHot of ONNX: negative labels from -depth on count from the end.
  CHECK(holds_each(one_hot<int>(labels, _2, count_from_end), {0, 1, 0, 1, 0, 0, 0, 0}));
  CHECK(has<4, 2>(one_hot<int>(labels, _2, count_from_end)));
  CHECK(has<4, 2>(one_hot<int>(labels, _2, out_of_bounds::clip)));
  // The node test of ONNX with negative indices: [0, -7, -8] of 10 are 0, 3 and 2.
  CHECK(holds(argmax(one_hot(tensor{0, -7, -8}, 10, count_from_end), _1), {0, 3, 2}));
  // torch.nn.functional.one_hot refuses them.
  CHECK_THROWS_AS(eval(one_hot(l, 3, out_of_bounds::raise)), index_error);
  CHECK_THROWS_AS(eval(one_hot(tensor{3}, 3, out_of_bounds::raise)), index_error);
  CHECK(holds_each(one_hot<int>(tensor{2, 0}, _3, out_of_bounds::raise), {0, 0, 1, 1, 0, 0}));
  CHECK(has<2, 3>(one_hot<int>(tensor{2, 0}, _3, out_of_bounds::raise)));
  CHECK(holds(one_hot<int>(tensor<int>(-1), 3, count_from_end), {0, 0, 1}));
  CHECK(one_hot(dtensor<int, 2>(0, 2), 3, out_of_bounds::raise).size() == 0);
  CHECK(one_hot(l, 0, out_of_bounds::clip).size() == 0);
}

TEST_CASE("triu and tril, every diagonal") {
  const auto t = table();
  CHECK(holds_each(triu(t), {1, 2, 3, 4, 0, 6, 7, 8, 0, 0, 11, 12}));
  CHECK(holds_each(tril(t), {1, 0, 0, 0, 5, 6, 0, 0, 9, 10, 11, 0}));
  CHECK(holds_each(triu(t, 2), {0, 0, 3, 4, 0, 0, 0, 8, 0, 0, 0, 0}));
  CHECK(holds_each(tril(t, -1), {0, 0, 0, 0, 5, 0, 0, 0, 9, 10, 0, 0}));
  for (stria::index k = -5; k <= 5; ++k)
    CHECK(holds(triu(t, k) + tril(t, k - 1), test::values(t)));
  // Tensors of rank 3, expressions, and complex elements.
  const auto b = eval(broadcast_to(t, 2, 3, 4));
  CHECK(holds(triu(b * 2)[1], test::values(triu(t * 2))));
  CHECK(has<3, 4>(triu(t)));
  const auto z = triu(ones<std::complex<float>>(2, 2));
  CHECK(eval(z)[1, 0] == std::complex<float>());
}

TEST_CASE("nonzero returns the places in order, as np.argwhere does") {
  const tensor<int, 2, 3> t{{0, 5, 0}, {7, 0, 9}};
  CHECK(holds(nonzero(t), {0, 1, 1, 0, 1, 2}));
  CHECK(has<dyn, 2>(nonzero(t)));
  CHECK(holds(nonzero(t > 5), {1, 0, 1, 2}));
  CHECK(test::shape(nonzero(zeros<double>(4))) == test::list<stria::index>{0, 1});
  CHECK(holds(nonzero(zeros<double>(0, 3)), {}));
  const tensor<std::complex<double>, 3> z{{1., 0.}, {0., 0.}, {0., 2.}};
  CHECK(holds(nonzero(z), {0, 2}));
  // nd(...) turns the positions into a subscript.
  CHECK(holds(t[nd(nonzero(t))], {5, 7, 9}));
}

TEST_CASE("diagonal is a view") {
  auto t = table();
  CHECK(holds_each(diagonal(t), {1, 6, 11}));
  CHECK(holds_each(diagonal(t, 1), {2, 7, 12}));
  CHECK(holds_each(diagonal(t, 3), {4}));
  CHECK(holds_each(diagonal(t, -2), {9}));
  CHECK(diagonal(t, 4).size() == 0);
  CHECK(diagonal(t, -3).size() == 0);
  CHECK(holds_each(diagonal(t * 2), {2, 12, 22}));
  diagonal(t) = 0;
  CHECK(shares_storage(diagonal(t), t));
  CHECK(holds(t, {0, 2, 3, 4, 5, 0, 7, 8, 9, 10, 0, 12}));
  // np.diagonal(b, 0, 0, 2): the diagonal is the last axis.
  const auto b =
      from_function<int>([](stria::index i, stria::index j,
                            stria::index k) { return static_cast<int>(100 * i + 10 * j + k); },
                         2, 3, 4);
  CHECK(holds_each(diagonal(b, 0, _0, _2), {0, 101, 10, 111, 20, 121}));
  CHECK(holds_each(diagonal(b, 1, _1, -_1), {1, 12, 23, 101, 112, 123}));
}

TEST_CASE("the extent of a diagonal is static if the extents and the offset are") {
  static constexpr dim batch{"batch"}, other{"other"};
  const auto t = table(); // (3, 4)
  STATIC_REQUIRE(has<3>(diagonal(t)));
  STATIC_REQUIRE(has<3>(diagonal(t, _1)));
  STATIC_REQUIRE(has<1>(diagonal(t, _3)));
  STATIC_REQUIRE(has<0>(diagonal(t, _4)));
  STATIC_REQUIRE(has<1>(diagonal(t * 2, -_2)));
  STATIC_REQUIRE(has<2>(diagonal(t[range(_0, _2)])));
  STATIC_REQUIRE(has<dyn>(diagonal(t, 1)));
  CHECK(holds_each(diagonal(t, _1), {2, 7, 12}));
  CHECK(holds_each(diagonal(t * 2, -_2), {18}));
  CHECK(diagonal(t, _4).size() == 0);

  const tensor<int, batch, batch, 3> n(2, 2);
  CHECK(has<3, batch>(diagonal(n)));
  CHECK(has<3, batch - 1>(diagonal(n, _1)));
  CHECK(has<batch, dyn>(diagonal(n, _0, _1, _2)));
  CHECK(has<dyn>(diagonal(tensor<int, batch, other>(2, 3))));
  CHECK(has<dyn>(diagonal(dtensor<int, 2>(2, 2))));
  CHECK(test::shape(diagonal(n)) == test::list<stria::index>{3, 2});
}

TEMPLATE_TEST_CASE("choose checks its integers block by block", "", signed char, unsigned char,
                   short, unsigned short, int, unsigned, long, unsigned long, char) {
  using I = TestType;
  for (const stria::index n : {0, 1, 15, 17, 63, 64, 65, 130, 2000}) {
    dtensor<I, 1> which(n);
    dtensor<float, 1> a(n), expected(n);
    for (stria::index i = 0; i < n; ++i) {
      a(i) = static_cast<float>(i);
      which(i) = static_cast<I>(i * 7 % 3);
      expected(i) = which(i) == 0 ? a(i) : which(i) == 1 ? -1.f : a(i) * 2;
    }
    const auto three = [&](const auto& k) { return choose(k, std::tuple{a, -1.f, a * 2}); };
    CHECK(array_equal(three(which), expected));
    CHECK(array_equal(eval(three(which[rev()])),
                      eval(choose(eval(which[rev()]), std::tuple{a, -1.f, a * 2}))));
    CHECK(sum(three(which)) == sum(expected));
    for (const stria::index bad : {stria::index{0}, n / 2, n - 1})
      for (const I value :
           {static_cast<I>(3), std::numeric_limits<I>::max(), std::numeric_limits<I>::min()}) {
        if (n == 0 || value == 0)
          continue;
        auto wrong = which;
        wrong(bad) = value;
        CHECK_THROWS_WITH(eval(three(wrong)),
                          "stria: choose: " + std::to_string(static_cast<stria::index>(value)) +
                              " is not one of the 3 choices");
        CHECK_THROWS_AS(sum(three(wrong)), index_error);
        // An element beside it is computed alone.
        if (bad > 0)
          CHECK(three(wrong)(bad - 1) == expected(bad - 1));
      }
  }
}

TEST_CASE("choose by bools, and by narrow integers among many choices") {
  const auto some = eval(arange(100) % 3 == 0);
  CHECK(array_equal(choose(some, {1, 2}), 1 + cast<int>(some)));
  CHECK(array_equal(choose(some, {1, 2, 3}), 1 + cast<int>(some)));
  CHECK(array_equal(choose(zeros<bool>(100), std::tuple{7}), full(7, 100)));
  CHECK_THROWS_AS(eval(choose(some, std::tuple{7})), index_error);
  // 130 choices, more than a signed char counts.
  const auto many = []<std::size_t... K>(std::index_sequence<K...>) {
    return std::tuple{static_cast<int>(K)...};
  }(std::make_index_sequence<130>());
  const auto bytes = eval(cast<signed char>(arange(128)));
  CHECK(array_equal(choose(bytes, many), arange(128)));
  CHECK_THROWS_AS(eval(choose(eval(bytes - 1), many)), index_error);
}

TEST_CASE("in constant expressions") {
  static_assert(eval(choose(tensor{1, 0}, std::tuple{tensor{1, 2}, 5}))[0] == 5);
  constexpr auto t = table();
  static_assert(sum(diagonal(t)) == 18);
  static_assert(sum(triu(t, 1)) == 2 + 3 + 4 + 7 + 8 + 12);
  static_assert(eval(one_hot<int>(tensor{2}, _3))[0, 2] == 1);
  static_assert(eval(select(std::tuple{t > 6}, std::tuple{t}, 0))[0, 0] == 0);
  static_assert(eval(nonzero(t > 11))[0, 1] == 3);
  CHECK(sum(diagonal(t)) == 18);
}

TEST_CASE("triu and tril in loops along each axis, both ways") {
  for (const auto& [n, m] : {std::pair{1, 9}, {9, 1}, {3, 4}, {20, 33}, {70, 65}, {90, 130}}) {
    dtensor<float, 2> a(n, m), r(n, m), flipped(n, m);
    dtensor<double, 2> turned(m, n);
    for (stria::index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<float>(i % 251 + 1);
    for (int k : {-2, 0, 3}) {
      CAPTURE(n, m, k);
      r = triu(a, k);
      turned = transpose(tril(a, k));
      flipped = triu(a, k)[rev(), rev()];
      const dtensor<float, 2> columns = triu(transpose(a), k);
      const dtensor<float, 2> rows = tril(a[rev()], k) + triu(a, k);
      const dtensor<float, 2> some = tril(a, k)[range(_, _, 2), range(_, _, 3)];
      bool same = true;
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
          const float upper = j - i >= k ? a(i, j) : 0, lower = j - i <= k ? a(i, j) : 0;
          same = same && r(i, j) == upper && turned(j, i) == static_cast<double>(lower) &&
                 flipped(n - 1 - i, m - 1 - j) == upper &&
                 columns(j, i) == (i - j >= k ? a(i, j) : 0) &&
                 rows(i, j) == (j - i <= k ? a(n - 1 - i, j) : 0) + upper &&
                 (i % 2 != 0 || j % 3 != 0 || some(i / 2, j / 3) == lower);
        }
      CHECK(same);
    }
  }
}

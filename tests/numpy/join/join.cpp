// SPDX-License-Identifier: BSL-1.0
// concat, stack, split, unstack, sliding_window, tile, repeat, pad, pad_sequences: extents,
// ownership, operands of all kinds. tests/oracle checks more values.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <complex>
#include <string>
#include <vector>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

inline constexpr dim batch{"batch"}, features{"features"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}

// a = np.array([[1, 2, 3], [4, 5, 6]])
constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
dtensor<int, 2> dynamic() { return a; }

} // namespace

TEST_CASE("concat follows extents and element types") {
  CHECK(has<3, 3>(concat(_0, a, a[range(_0, _1)])));
  // np.concatenate((a, a[:1] * 10), 0)
  CHECK(holds_each(concat(_0, a, a[range(_0, _1)] * 10), {1, 2, 3, 4, 5, 6, 10, 20, 30}));
  // np.concatenate((a, a[:, ::-1]), -1)
  CHECK(holds_each(concat(-_1, a, a[_, rev()]), {1, 2, 3, 3, 2, 1, 4, 5, 6, 6, 5, 4}));
  CHECK(has<2, 6>(concat(-_1, a, a)));
  // An extent that is static in one operand is static in the result.
  CHECK(has<dyn, 3>(concat(_0, dynamic(), a)));
  tensor<float, batch, features> x(1, 3);
  CHECK(has<dyn, features>(concat(_0, x, dynamic())));
  CHECK(has<batch, 2 * features>(concat(_1, x, x)));
  // No promotion: bytes stay bytes; different types give the common type.
  CHECK(std::same_as<decltype(concat(_0, tensor<std::uint8_t, 1>{1},
                                     tensor<std::uint8_t, 1>{2}))::value_type,
                     std::uint8_t>);
  CHECK(std::same_as<decltype(concat(_0, tensor{1}, tensor{2.5}))::value_type, double>);
  // The common type of complex and real numbers is that of arithmetic.
  using cd = std::complex<double>;
  const tensor<std::complex<float>, 1> z{{1, 2}};
  const tensor<double, 1> d{0.1};
  CHECK(std::same_as<decltype(z + d)::value_type, cd>);
  CHECK(holds(concat(_0, z, d), {cd(1, 2), cd(0.1)}));
  CHECK(std::same_as<decltype(stack(_0, d, z))::value_type, cd>);
  CHECK(std::same_as<decltype(choose(tensor{1}, std::tuple{z, d}))::value_type, cd>);
  CHECK(std::same_as<decltype(polyadd(z, d))::value_type, cd>);
  CHECK(std::same_as<decltype(trapezoid(z[newaxis, _], d, _1))::value_type, cd>);
  // Empty parts, one part, strings.
  CHECK(holds(concat(_0, zeros<int>(0, 3), a), test::values(a)));
  CHECK(holds(concat(_1, a), test::values(a)));
  const tensor<std::string, 1> s{"a"};
  CHECK(eval(concat(_0, s, s))[1] == "a");
  CHECK_THROWS_AS(concat(_1, dynamic(), zeros<int>(3, 3)), shape_error);
}

TEST_CASE("concat is an operand, owns temporaries, and reads its target first") {
  auto lazy = [] { return concat(_0, dynamic(), dynamic() * 2) + 1; }();
  CHECK(holds(lazy, {2, 3, 4, 5, 6, 7, 3, 5, 7, 9, 11, 13}));
  CHECK(sum(concat(_0, a, a)) == 42);
  CHECK(concat(_0, a, a)[3, 2] == 6);
  auto t = dynamic();
  t = concat(_0, t[range(1, _)], t[range(_, 1)]);
  CHECK(holds(t, {4, 5, 6, 1, 2, 3}));
  t[_, range(1, _)] = concat(_1, t[_, range(2, _)], t[_, range(1, 2)]);
  CHECK(holds(t, {4, 6, 5, 1, 3, 2}));
}

TEST_CASE("stack makes a new axis") {
  CHECK(has<2, 2, 3>(stack(_0, a, a)));
  CHECK(has<2, 3, 2>(stack(-_1, a, a)));
  // np.stack((a, a * 10), 1)
  CHECK(holds_each(stack(_1, a, a * 10), {1, 2, 3, 10, 20, 30, 4, 5, 6, 40, 50, 60}));
  CHECK(holds_each(stack(_0, tensor<int>(1), tensor<int>(2)), {1, 2}));
  dtensor<int, 3> pairs(2, 3, 2);
  pairs = stack(-_1, a, dynamic() * 10);
  CHECK(holds(pairs, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60}));
  pairs = stack(-_1, pairs[_, _, 1], pairs[_, _, 0]);
  CHECK(holds(pairs, {10, 1, 20, 2, 30, 3, 40, 4, 50, 5, 60, 6}));
  pairs = stack(-_1, dynamic()[_, rev()], dynamic());
  CHECK(holds(pairs, {3, 1, 2, 2, 1, 3, 6, 4, 5, 5, 4, 6}));
  CHECK_THROWS_AS(stack(_0, dynamic(), zeros<int>(3, 3)), shape_error);
}

TEST_CASE("split and unstack give views") {
  auto t = dynamic();
  const auto parts = split(t, _3, _1);
  CHECK(std::tuple_size_v<std::remove_const_t<decltype(parts)>> == 3);
  CHECK(shares_storage(parts[2], t));
  CHECK(holds_each(parts[2], {3, 6}));
  split(t, 3, _1)[1] = 0; // a list whose length is known only at run time
  CHECK_THROWS_AS(split(t, 3, _1)[3], index_error);
  CHECK(holds(t, {1, 0, 3, 4, 0, 6}));
  CHECK(has<2, 1>(split(a, _3, -_1)[0]));
  CHECK(has<1, 3>(split(a * 2, _2, _0)[0]) == false); // a slice with run-time bounds
  CHECK(holds(split(a * 2, _2, _0)[1], {8, 10, 12}));
  // The parts of a temporary are tensors.
  const auto kept = split(dynamic(), 2, _0);
  CHECK(holds(kept[1], {4, 5, 6}));
  CHECK_THROWS_AS(split(t, 2, _1), value_error);
  CHECK_THROWS_AS(split(t, 0, _1), value_error);

  CHECK(unstack(a, _0).size() == 2);
  CHECK(has<3>(unstack(a, _0)[0]));
  CHECK(holds_each(unstack(a, _1)[2], {3, 6}));
  unstack(t, _0)[1] = 9;
  CHECK(holds(t, {1, 0, 3, 9, 9, 9}));
  auto v = tensor{7, 8};
  unstack(v, _0)[1] = 5; // rank 0
  CHECK(v[1] == 5);
  CHECK(holds(unstack(dynamic(), _0)[1], {4, 5, 6}));
}

TEST_CASE("sliding_window") {
  const auto t = dynamic();
  // np.lib.stride_tricks.sliding_window_view(a, 2, 1)
  CHECK(has<2, 2, 2>(sliding_window(a, _2, _1)));
  CHECK(shares_storage(sliding_window(t, 2, _1), t));
  CHECK(holds_each(sliding_window(t, 2, _1), {1, 2, 2, 3, 4, 5, 5, 6}));
  CHECK(holds_each(sliding_window(t * 2, _2, _0), {2, 8, 4, 10, 6, 12}));
  CHECK(holds_each(sliding_window(t[_, rev()], 3, -_1), {3, 2, 1, 6, 5, 4}));
  static_assert(sum(sliding_window(a, _2, _1)) == 28);
  // The mean over windows is a moving average.
  CHECK(holds(mean(sliding_window(tensor{1., 2., 6., 4.}, 3, _0), -_1), {3, 4}));
  CHECK_THROWS_AS(sliding_window(t, 4, _1), value_error);
  CHECK_THROWS_AS(sliding_window(t, 0, _1), value_error);
  const auto owner = [] { return sliding_window(dynamic(), 2, _0) + 0; }();
  CHECK(holds(owner, {1, 4, 2, 5, 3, 6}));
}

TEST_CASE("tile and repeat") {
  CHECK(has<4, 9>(tile(a, _2, _3)));
  CHECK(has<dyn, 3>(tile(a, 2, _1)));
  CHECK(has<2, 2, 3>(tile(a, _2, _1, _1)));
  CHECK(holds_each(tile(a[_0, range(_, _2)], _2, _2), {1, 2, 1, 2, 1, 2, 1, 2}));
  CHECK(holds_each(tile(tensor<int>(5), 2), {5, 5}));
  CHECK(tile(a, 0).size() == 0);
  CHECK_THROWS_AS(tile(a, -1), value_error);

  CHECK(has<4, 3>(repeat(a, _2, _0)));
  CHECK(has<12>(repeat(a, _2)));
  CHECK(holds_each(repeat(a[rev()], 2, _0), {4, 5, 6, 4, 5, 6, 1, 2, 3, 1, 2, 3}));
  CHECK(holds(repeat(a, std::vector{0, 2}, _0), {4, 5, 6, 4, 5, 6}));
  CHECK(holds(repeat(a + 0, tensor{1, 0, 2}, -_1), {1, 3, 3, 4, 6, 6}));
  CHECK_THROWS_AS(repeat(a, std::vector{1, 2, 3}, _0), shape_error);
  CHECK_THROWS_AS(repeat(a, std::vector{1, -2}, _0), value_error);
}

TEST_CASE("pad in all modes") {
  CHECK(has<4, 5>(pad(a, _1)));
  CHECK(holds_each(pad(a, 1), {0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0}));
  CHECK(holds_each(pad(a * 1, {{0, 1}, {1, 0}}, pad_mode::constant, 9),
                   {9, 1, 2, 3, 9, 4, 5, 6, 9, 9, 9, 9}));
  const tensor v{1, 2, 3};
  // np.pad(v, 4, mode)
  CHECK(holds(pad(v, 4, pad_mode::edge), {1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3}));
  CHECK(holds(pad(v, 4, pad_mode::reflect), {1, 2, 3, 2, 1, 2, 3, 2, 1, 2, 3}));
  CHECK(holds(pad(v, 4, pad_mode::symmetric), {3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1}));
  CHECK(holds(pad(v, 4, pad_mode::wrap), {3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1}));
  CHECK(holds(pad(tensor<int>(4), 2), {4}));
  CHECK_THROWS_AS(pad(v, -1), value_error);
  CHECK_THROWS_AS(pad(zeros<int>(0), 1, pad_mode::edge), value_error);
  CHECK(holds(pad(zeros<int>(0), 1), {0, 0}));

  CHECK(holds(pad_sequences({{1, 2, 3}, {}, {4}}, -1), {1, 2, 3, -1, -1, -1, 4, -1, -1}));
  CHECK(test::shape(pad_sequences(std::vector<std::vector<float>>())) ==
        test::list<stria::index>{0, 0});
}

TEST_CASE("joining in constant expressions") {
  static_assert(eval(concat(_0, a, a * 2))[3, 2] == 12);
  static_assert(eval(stack(_2, a, a))[1, 2, 1] == 6);
  static_assert(split(a, _3, _1)[1][1, 0] == 5);
  static_assert(unstack(a, _1)[1][1] == 5);
  static_assert(sum(tile(a, _2, _2)) == 84);
  static_assert(eval(repeat(a, _2, _1))[1, 5] == 6);
  static_assert(eval(pad(a, _1, pad_mode::edge))[3, 4] == 6);
  CHECK(sum(tile(a, _2, _2)) == 84);
}

namespace {

// Joins two to four columns, which are views or tensors of any layout, and compares with loops.
template <class T> void join_columns(index n0, index n1) {
  CAPTURE(n0, n1);
  const auto numbers = [&](int step) {
    dtensor<T, 2> t(n0, n1);
    for (index i = 0; i < t.size(); ++i)
      t.data()[i] = static_cast<T>(static_cast<int>(i * step % 11) - (step % 2));
    return t;
  };
  const auto p = numbers(1), b = numbers(2), c = numbers(3), d = numbers(4);
  const auto check = [](const auto& joined, const auto&... x) {
    std::vector<T> expected;
    for (index i = 0; i < joined.extent(0); ++i)
      for (index k = 0; k < joined.extent(1); ++k)
        (expected.push_back(x(i, k)), ...);
    CHECK(test::values(joined) == expected);
  };
  check(eval(stack(-_1, p)), p);
  check(eval(stack(-_1, p, b)), p, b);
  check(eval(stack(-_1, p, b, c)), p, b, c);
  check(eval(stack(-_1, p, b, c, d)), p, b, c, d);
  check(eval(stack(-_1, p, b, c, d, p)), p, b, c, d, p);
  check(eval(stack(_2, p[rev()], transpose(eval(transpose(b))))), eval(p[rev()]), b);
  dtensor<T, 3> target(n0, n1, 2);
  target = stack(-_1, p, b);
  check(target, p, b);
  // An operand that is not contiguous, or not memory, and a target that is read.
  const auto wide = eval(stack(-_1, p, b));
  check(eval(stack(-_1, wide[_, _, 1], wide[_, _, 0], p)), b, p, p);
  target = stack(-_1, target[_, _, 1], target[_, _, 0]);
  check(target, b, p);
  const auto row = eval(reshape(p, n0 * n1, 1));
  dtensor<T, 2> pair(n0 * n1, 2);
  pair = concat(_1, row, reshape(b, n0 * n1, 1));
  check(eval(reshape(pair, n0, n1, 2)), p, b);
  const dtensor<T, 2> longer = concat(_1, pair, row);
  check(eval(reshape(longer, n0, n1, 3)), p, b, p);
}

} // namespace

TEMPLATE_TEST_CASE("two to four operands are joined along the last axis", "", bool, std::uint8_t,
                   std::int16_t, float, double, std::complex<double>) {
  for (index n1 : {0, 1, 3, 4, 7, 8, 9, 17, 70})
    for (index n0 : {1, 2, 3})
      join_columns<TestType>(n0, n1);
  join_columns<TestType>(0, 3);
}
TEST_CASE("columns of several element types and of static sizes are joined") {
  const tensor<float, 2, 3> p{{1, 2, 3}, {4, 5, 6}};
  const tensor<double, 2, 3> b{{10, 20, 30}, {40, 50, 60}};
  CHECK(test::values(eval(stack(-_1, p, b))) ==
        std::vector<double>{1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60});
  const tensor<float, 2, 3, 2> c = stack(-_1, p, p + 1.f);
  CHECK(test::values(c) == std::vector<float>{1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7});
  static_assert([] {
    constexpr tensor<int, 2> x{1, 2}, y{3, 4};
    const auto z = eval(stack(-_1, x, y));
    return z(0, 0) == 1 && z(0, 1) == 3 && z(1, 0) == 2 && z(1, 1) == 4;
  }());
}
TEMPLATE_TEST_CASE("borders of few and of many elements", "", std::int8_t, float,
                   std::complex<float>, std::string) {
  using T = TestType;
  const auto number = [](int k) {
    if constexpr (std::same_as<T, std::string>)
      return std::to_string(k);
    else
      return static_cast<T>(static_cast<float>(k % 100));
  };
  for (const auto& [n0, n1] : {std::array<stria::index, 2>{0, 0},
                               {0, 3},
                               {1, 1},
                               {2, 3},
                               {3, 17},
                               {43, 42},
                               {61, 60},
                               {61, 61},
                               {62, 62},
                               {120, 125},
                               {123, 125}}) {
    CAPTURE(n0, n1);
    dtensor<T, 2> x(n0, n1);
    for (stria::index i = 0; i < x.size(); ++i)
      x.data()[i] = number(static_cast<int>(i));
    const T value = number(7);
    const dtensor<T, 2> padded = pad(x, {{1, 0}, {2, 3}}, pad_mode::constant, value);
    const dtensor<T, 2> columns = pad(transpose(x), 1, pad_mode::constant, value);
    REQUIRE(padded.shape() == std::array<stria::index, 2>{n0 + 1, n1 + 5});
    bool same = true;
    for (stria::index i = 0; i < n0 + 1; ++i)
      for (stria::index k = 0; k < n1 + 5; ++k)
        same = same && padded(i, k) == (i < 1 || k < 2 || k >= n1 + 2 ? value : x(i - 1, k - 2));
    for (stria::index i = 0; i < n1 + 2; ++i)
      for (stria::index k = 0; k < n0 + 2; ++k)
        same =
            same && columns(i, k) == (i < 1 || k < 1 || i > n1 || k > n0 ? value : x(k - 1, i - 1));
    CHECK(same);
  }
  // The target is read.
  dtensor<T, 1> v(3);
  for (int i = 0; i < 3; ++i)
    v(i) = number(i + 1);
  v = pad(v, 1, pad_mode::constant, number(5));
  CHECK(test::values(v) == std::vector<T>{number(5), number(1), number(2), number(3), number(5)});
}

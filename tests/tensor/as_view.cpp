// SPDX-License-Identifier: BSL-1.0
// as_view: views of memory that others own, their shapes and strides, refused calls, and
// column-major data compared with the same data in row-major order.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;
using test::values;

namespace {

template <std::size_t R> std::array<index, R> shape_of(std::array<index, R> n) { return n; }

std::vector<double> counting(index n) {
  std::vector<double> v(static_cast<std::size_t>(n));
  for (std::size_t k = 0; k < v.size(); ++k)
    v[k] = static_cast<double>(k);
  return v;
}

bool has(std::string_view text, std::string_view phrase) {
  return text.find(phrase) != std::string_view::npos;
}

template <class Error, class F> std::string said_by(F f) {
  try {
    f();
  } catch (const Error& e) {
    return static_cast<const stria::error&>(e).what();
  }
  return "nothing was thrown";
}

struct body {
  double mass;
  int id;
};

} // namespace

TEST_CASE("a pointer and sizes") {
  std::vector<double> v = counting(6);
  double* const p = v.data();
  const std::vector<double> expected = {0, 1, 2, 3, 4, 5};

  SECTION("every way to write the same shape") {
    const std::size_t rows = 2;
    const std::int32_t columns = 3;
    CHECK(as_view(p, 2, 3).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, _2, columns).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, {2, 3}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, {rows, columns}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, {rows, _3}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, std::array<index, 2>{2, 3}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, std::array<int, 2>{2, 3}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, std::array<std::size_t, 2>{2, 3}).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, tensor<double, dyn, dyn>(2, 3).shape()).shape() == shape_of<2>({2, 3}));
    const unsigned list[] = {2, 3};
    CHECK(as_view(p, list).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, std::span<const unsigned, 2>(list)).shape() == shape_of<2>({2, 3}));
    CHECK(as_view<dyn, 3>(p, rows).shape() == shape_of<2>({2, 3}));
    CHECK(as_view<2, 3>(p).shape() == shape_of<2>({2, 3}));
    CHECK(as_view(p, 6).shape() == shape_of<1>({6}));
    CHECK(as_view(p, {6}).shape() == shape_of<1>({6}));
    CHECK(as_view(p, std::array<index, 0>{}) == 0.);
    CHECK(as_view(p, {0, 3}).size() == 0);
  }
  SECTION("what the compiler knows") {
    static_assert(decltype(as_view(p, 2, _3))::extents == static_shape<2>{{dyn, 3}});
    static_assert(decltype(as_view(p, _2, _3))::extents == static_shape<2>{{2, 3}});
    static_assert(decltype(as_view<2, dyn>(p, 3))::extents == static_shape<2>{{2, dyn}});
    static_assert(decltype(as_view(p, {2, 3}))::layout.strides[1] == 1);
    static_assert(decltype(as_view(p, {2, 3}, column_major))::layout.strides[0] == 1);
    static constexpr dim rows{"rows"}, columns{"columns"};
    const auto named = as_view<rows, columns>(p, 2, 3);
    static_assert(decltype(named)::extents[0].is_named());
    CHECK(named.shape() == shape_of<2>({2, 3}));
  }
  SECTION("reads and writes") {
    auto a = as_view(p, {2, 3});
    CHECK(values(a) == expected);
    CHECK(a.is_contiguous());
    a[1] *= 10.;
    CHECK(v == std::vector<double>{0, 1, 2, 30, 40, 50});
    a[_, rev()] = a;
    CHECK(v == std::vector<double>{2, 1, 0, 50, 40, 30});
    CHECK(sum(a) == 123.);
    tensor<double, dyn, dyn> t = a + 1.;
    CHECK(t[1, 2] == 31.);
  }
  SECTION("const elements") {
    const double* const q = p;
    static_assert(std::is_same_v<decltype(as_view(q, {2, 3}).data()), const double*>);
    CHECK(values(as_view(q, {2, 3})) == expected);
    static_assert(!std::is_assignable_v<decltype(as_view(q, 6)[0]), double>);
  }
  SECTION("elements of any type") {
    body bodies[] = {{1., 2}, {3., 4}};
    CHECK(as_view(&bodies[0], 2)[1].id == 4);
    std::unique_ptr<std::complex<float>[]> c(new std::complex<float>[4]());
    as_view(c.get(), {2, 2}) = std::complex<float>(1, 2);
    CHECK(c[3] == std::complex<float>(1, 2));
    bool bits[] = {true, false};
    CHECK(any(as_view(bits)));
    std::string words[] = {"a", "b"};
    CHECK(as_view(words)[1] == "b");
  }
}

TEST_CASE("strides") {
  std::vector<double> v = counting(12);
  double* const p = v.data();
  CHECK(values(as_view(p, {2, 3}, {4, 1})) == std::vector<double>{0, 1, 2, 4, 5, 6});
  CHECK(values(as_view(p + 11, {2, 3}, {-4, -1})) == std::vector<double>{11, 10, 9, 7, 6, 5});
  CHECK(values(as_view(p, {2, 3}, {0, 2})) == std::vector<double>{0, 2, 4, 0, 2, 4});
  CHECK(values(as_view(p, {3, 2}, {1, 1})) == std::vector<double>{0, 1, 1, 2, 2, 3}); // windows
  CHECK(values(as_view(p, std::array{2, 3}, std::array{1L, 2L})) ==
        std::vector<double>{0, 2, 4, 1, 3, 5});
  CHECK(values(as_view(p, {2, 3}, std::array<int, 2>{1, 2})) ==
        std::vector<double>{0, 2, 4, 1, 3, 5});
  CHECK(values(as_view(p, std::array{2, 3}, {1, 2})) == std::vector<double>{0, 2, 4, 1, 3, 5});
  CHECK(as_view(p, {2, 3}, {4, 1}).strides() == shape_of<2>({4, 1}));
  CHECK(values(as_view(v, {2, 2}, {6, 1})) == std::vector<double>{0, 1, 6, 7});
  CHECK(as_view(v, {0, 3}, {100, 100}).size() == 0);
  CHECK(as_view(v, {1, 2}, {PTRDIFF_MAX, 1})[0, 1] == 1.);
  CHECK(as_view(p, std::array<index, 0>{}, std::array<index, 0>{}) == 0.);
  // An overlapping assignment is detected.
  auto low = as_view(p, {11}, {1}), high = as_view(p + 1, {11}, {1});
  high = low;
  CHECK(values(high) == std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE("containers and arrays") {
  std::vector<double> v = counting(6);
  const std::vector<double>& cv = v;
  CHECK(as_view(v).shape() == shape_of<1>({6}));
  as_view(v) += 1.;
  CHECK(v.back() == 6.);
  as_view(v, {2, 3})[1, 2] = 5.;
  CHECK(v == std::vector<double>{1, 2, 3, 4, 5, 5});
  CHECK(sum(as_view(cv, _2, _3), _0).shape() == shape_of<1>({3}));
  static_assert(std::is_same_v<decltype(as_view(cv).data()), const double*>);
  CHECK(as_view(std::span(v)).shape() == shape_of<1>({6}));
  CHECK(as_view(std::span(v), {3, 2})[2, 1] == 5.);
  CHECK(as_view(std::span(v).first(4), std::array{2, 2})[1, 1] == 4.);
  static_assert(decltype(as_view(std::span<double, 6>(v)))::extents == static_shape<1>{{6}});
  static_assert(
      std::is_same_v<decltype(as_view(std::span<const double>(v)).data()), const double*>);
  CHECK(as_view(std::string_view("abc")).size() == 3);
  std::string text = "abc";
  as_view(text)[rev()] = as_view(std::string_view("xyz"));
  CHECK(text == "zyx");

  std::array<int, 6> a{1, 2, 3, 4, 5, 6};
  static_assert(decltype(as_view(a))::extents == static_shape<1>{{6}});
  CHECK(as_view(a, {3, 2})[2, 0] == 5);
  CHECK(as_view(a, {3, 2}, column_major)[2, 0] == 3);
  const std::array<int, 2> ca{1, 2};
  static_assert(std::is_same_v<decltype(as_view(ca).data()), const int*>);
  int c[2][3] = {{1, 2, 3}, {4, 5, 6}};
  static_assert(decltype(as_view(c))::extents == static_shape<2>{{2, 3}});
  CHECK(as_view(c)[1, 0] == 4);
  CHECK(as_view(c, {3, 2})[1, 0] == 3);
  CHECK(as_view(c, 6)[4] == 5);
  std::array<std::array<float, 2>, 3> rows{{{1, 2}, {3, 4}, {5, 6}}};
  static_assert(decltype(as_view(rows))::extents == static_shape<2>{{3, 2}});
  CHECK(sum(as_view(rows)) == 21.f);
  std::vector<std::array<float, 3>> points{{1, 2, 3}, {4, 5, 6}};
  const auto p = as_view(points);
  static_assert(decltype(p)::extents == static_shape<2>{{dyn, 3}});
  CHECK(values(sum(p, _0)) == std::vector<float>{5, 7, 9});
  std::vector<double> none;
  CHECK(as_view(none).size() == 0);
  CHECK(as_view(none, {0, 3}).shape() == shape_of<2>({0, 3}));
  CHECK(as_tensor(std::vector<std::vector<int>>{{1, 2}, {3, 4}})[1, 0] == 3);
  CHECK_THROWS_AS(as_tensor(std::vector<std::vector<int>>{{1, 2}, {3}}), shape_error);

  tensor<double, 2, dyn> t(3);
  as_view(t)[1, 2] = 7.;
  CHECK(t[1, 2] == 7.);
  static_assert(decltype(as_view(t))::extents == static_shape<2>{{2, dyn}});
  const auto& ct = t;
  static_assert(std::is_same_v<decltype(as_view(ct).data()), const double*>);
  CHECK(as_view(as_view(t)[1])[2] == 7.);
}

namespace {

constexpr double at_compile_time() {
  std::array<double, 6> a{1, 2, 3, 4, 5, 6};
  auto v = as_view(a, _2, _3);
  v[_1, _2] = 10.;
  auto columns = as_view(a.data(), {2, 3}, column_major);
  return sum(v) + columns[1, 1] * 100.;
}
static_assert(at_compile_time() == 425.);

} // namespace

TEST_CASE("impossible shapes and strides are refused") {
  std::vector<double> v = counting(6);
  double* const p = v.data();
  const auto value = [](auto f) { return said_by<value_error>(f); };
  const auto shape = [](auto f) { return said_by<shape_error>(f); };
  CHECK(shape([&] { as_view(v, {2, 4}); }) ==
        "stria: as_view: the shape (2, 4) has 8 elements, and the memory has 6");
  CHECK(has(shape([&] { as_view(v, 5); }), "has 5 elements, and the memory has 6"));
  CHECK(has(shape([&] { as_view(std::span(v), std::array{7}); }), "7 elements"));
  CHECK(has(value([&] { as_view(v, {2, -3}); }), "a size is negative"));
  CHECK(has(value([&] { as_view(p, {-2, -3}); }), "a size is negative"));
  CHECK(has(value([&] { as_view(p, {-2, 3}, {1, 1}); }), "a size is negative"));
  CHECK(has(value([&] { as_view(p, -_2); }), "a size is negative"));
  CHECK(has(value([&] { as_view(p, PTRDIFF_MAX / 2, 3); }), "more elements than memory"));
  CHECK(has(value([&] { as_view(p, PTRDIFF_MAX / 4); }), "more elements than memory"));
  CHECK(has(value([&] { as_view(p, {std::size_t(-1)}); }), "more elements than memory"));
  CHECK(has(value([&] { as_view(p, {std::size_t(-1)}, {0}); }), "more elements than memory"));
  CHECK(has(value([&] { as_view(p, {3, 2}, {PTRDIFF_MAX / 2, 1}); }), "beyond the address space"));
  CHECK(has(value([&] { as_view(p, {3, 2}, {PTRDIFF_MIN, 1}); }), "beyond the address space"));
  CHECK(value([&] { as_view(v, {3, 3}, {3, 1}); }) ==
        "stria: as_view: the shape (3, 3) with the strides (3, 1) reaches from element 0 to 8, and "
        "the memory has 6 elements");
  CHECK(has(value([&] { as_view(v, {3}, {-1}); }), "from element -2 to 0"));
  double* const null = nullptr;
  CHECK(value([&] { as_view(null, {2}); }) == "stria: as_view: the pointer is null");
  CHECK(has(value([&] { as_view(null, {2}, {1}); }), "the pointer is null"));
  CHECK(as_view(null, {0, 5}).size() == 0);
  CHECK(as_view(null, {0, 5}, {-7, 1}).size() == 0);
}

#define REFUSED(...) static_assert(detail::is_refused<decltype(__VA_ARGS__)>)
#define SAYS(phrase, ...) CHECK(has(detail::view_verdict<__VA_ARGS__>::text().view(), phrase))

namespace {

[[maybe_unused]] std::vector<double> vector;
[[maybe_unused]] std::array<int, 6> six;
[[maybe_unused]] tensor<double, 2, 3> t;
[[maybe_unused]] double* pointer;
constexpr auto nothing = detail::shape_of<>();
using pair = std::array<index, 2>;

REFUSED(as_view(std::vector<double>(3)));
REFUSED(as_view(std::vector<double>(6), {2, 3}));
REFUSED(as_view(std::array<int, 6>{}));
REFUSED(as_view(std::string("abc")));
REFUSED(as_view(tensor<double, 2, 3>()));
REFUSED(as_view(t + 1.));
REFUSED(as_view(t, {3, 2}));
REFUSED(as_view(pointer));
REFUSED(as_view(pointer, column_major));
REFUSED(as_view(static_cast<void*>(nullptr), {2}));
REFUSED(as_view(&at_compile_time, {2}));
REFUSED(as_view(pointer, 2.5));
REFUSED(as_view(pointer, vector));
REFUSED(as_view(pointer, {2, 3}, {1, 2, 3}));
REFUSED(as_view(pointer, {2, 3}, pair{}, column_major));
REFUSED(as_view<dyn, 3>(pointer));
REFUSED(as_view<2, 3>(pointer, 2));
REFUSED(as_view(six, _2, _2));
REFUSED(as_view(std::declval<std::list<int>&>()));
REFUSED(as_view(std::declval<std::deque<int>&>()));
REFUSED(as_view(std::declval<std::vector<bool>&>()));
REFUSED(as_view(std::declval<std::vector<std::vector<int>>&>()));
} // namespace

TEST_CASE("messages of refusals") {
  SAYS("temporary", std::vector<int>, nothing);
  SAYS("does not say how many", int*, nothing);
  SAYS("not contiguous", std::list<int>&, nothing);
  SAYS("as_tensor(c) copies them", std::vector<bool>&, nothing);
  SAYS("the rows are not contiguous in memory", std::vector<std::vector<int>>&, nothing);
  SAYS("does not point to objects", void*&, nothing, pair);
  SAYS("3 strides for a shape of 2 axes", int*, nothing, pair, std::array<index, 3>);
  SAYS("has 4 elements, and the memory has 6", std::array<int, 6>&, nothing, constant<2>,
       constant<2>);
  SAYS("eval(...)", decltype(t + 1.), nothing);
  SAYS("reshape(a, ...)", decltype((t)), nothing, pair);
}

// --- column-major data ---

namespace {

/// The same array as a row-major tensor and in column-major memory.
struct both {
  tensor<double, dyn, dyn, dyn> rows;
  std::vector<double> memory;
  auto columns() { return as_view(memory, rows.shape(), column_major); }

  both(std::mt19937& g, std::array<index, 3> n)
      : rows(n[0], n[1], n[2]), memory(static_cast<std::size_t>(n[0] * n[1] * n[2])) {
    std::uniform_int_distribution<int> d(-9, 9);
    auto* to = rows.data();
    for (index k = 0; k < rows.size(); ++k)
      to[k] = d(g);
    for (index i = 0; i < n[0]; ++i)
      for (index j = 0; j < n[1]; ++j)
        for (index k = 0; k < n[2]; ++k)
          memory[static_cast<std::size_t>(i + n[0] * (j + n[1] * k))] = rows[i, j, k];
  }
};

} // namespace

TEST_CASE("column-major views and row-major tensors give the same results") {
  std::mt19937 g(7);
  std::uniform_int_distribution<index> size(0, 6);
  for (int round = 0; round < 40; ++round) {
    const std::array<index, 3> n{size(g), size(g), 1 + size(g)};
    both a(g, n), b(g, n);
    auto x = a.columns(), y = b.columns();
    CAPTURE(n);
    CHECK(x.strides() == shape_of<3>({1, n[0], n[0] * n[1]}));
    CHECK(values(x) == values(a.rows));
    CHECK(test::evaluated(x * 2. + y) == values(a.rows * 2. + b.rows));
    CHECK(test::evaluated(x - b.rows) == values(a.rows - b.rows));
    CHECK(test::evaluated(x[_, rev(), range(_, _, 2)]) == values(a.rows[_, rev(), range(_, _, 2)]));
    CHECK(test::evaluated(transpose(x)) == values(transpose(a.rows)));
    CHECK(test::evaluated(sum(x, _1)) == values(sum(a.rows, _1)));
    CHECK(test::evaluated(sum(x, _0, _2)) == values(sum(a.rows, _0, _2)));
    CHECK(test::evaluated(max(x, _2)) == values(max(a.rows, _2)));
    CHECK(test::evaluated(argmax(x, _2)) == values(argmax(a.rows, _2)));
    CHECK(test::evaluated(cumsum(x, _1)) == values(cumsum(a.rows, _1)));
    CHECK(test::evaluated(sort(x, _0)) == values(sort(a.rows, _0)));
    CHECK(test::evaluated(reshape(x, n[2], -1)) == values(reshape(a.rows, n[2], -1)));
    CHECK(test::evaluated(ravel(x)) == values(ravel(a.rows)));
    CHECK(test::evaluated(x[x > 0.]) == values(a.rows[a.rows > 0.]));
    CHECK(test::evaluated(matmul(x, transpose(y, _0, _2, _1))) ==
          values(matmul(a.rows, transpose(b.rows, _0, _2, _1))));
    CHECK(sum(x) == sum(a.rows));
    CHECK(sum(x * y) == sum(a.rows * b.rows));
    // The column-major view is the target.
    x = a.rows + b.rows;
    CHECK(values(x) == values(a.rows + b.rows));
    x[range(1, _)] = x[range(_, -1)];
    tensor<double, dyn, dyn, dyn> r = a.rows + b.rows;
    r[range(1, _)] = r[range(_, -1)];
    CHECK(values(x) == values(r));
    x[y > 0.] += 1.;
    r[b.rows > 0.] += 1.;
    CHECK(values(x) == values(r));
    tensor<double, dyn, dyn, dyn> copy = x;
    CHECK(values(copy) == values(r));
  }
}

TEST_CASE("loops over column-major operands are contiguous") {
  std::vector<double> a(12000), b(12000), c(12000);
  auto x = as_view(a, {100, 120}, column_major), y = as_view(b, {100, 120}, layout::column_major),
       z = as_view(c, {100, 120}, column_major);
  CHECK(has(explain_route(z, x * 2. + y), "axes 0 and 1 as one (12000)"));
  CHECK(has(explain_route(z, x + as_view(b, {100, 120}, row_major)), "copied and transposed"));
  const auto s = as_view(a.data(), _3, _4, column_major);
  static_assert(decltype(s)::layout.strides[1] == 3);
  CHECK(s.strides() == shape_of<2>({1, 3}));
}

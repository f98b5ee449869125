// SPDX-License-Identifier: BSL-1.0
// fortran_tensor: owned elements in column-major order, compared with a tensor with the same
// values; functions that make tensors in a given order.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <array>
#include <concepts>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace stria;
using stria::index;
using test::values;

namespace {

using sizes2 = std::array<index, 2>;

tensor<double, dyn, dyn> counting(index n, index m) {
  return from_function([m](index i, index j) { return static_cast<double>(i * m + j); }, n, m);
}

} // namespace

TEST_CASE("makers with an order") {
  auto a = zeros<double>(3, 4, column_major);
  static_assert(std::is_same_v<decltype(a), fortran_tensor<double, dyn, dyn>>);
  CHECK(a.shape() == sizes2{3, 4});
  CHECK(a.strides() == sizes2{1, 3});
  CHECK(values(a) == std::vector<double>(12));
  static_assert(std::is_same_v<decltype(ones<float>(_2, _3, layout::column_major)),
                               fortran_tensor<float, 2, 3>>);
  CHECK(values(ones<int>(_2, 2, column_major)) == std::vector<int>(4, 1));
  CHECK(values(full(7, 2, 2, column_major)) == std::vector<int>(4, 7));
  CHECK(empty<int>(std::array{2, 3}, column_major).shape() == sizes2{2, 3});
  static_assert(std::is_same_v<decltype(zeros<double, dyn, 3>(2, column_major)),
                               fortran_tensor<double, dyn, 3>>);
  static_assert(std::is_same_v<decltype(zeros<double>(2, 3, row_major)), dtensor<double, 2>>);
  CHECK(zeros<double>(column_major) == 0.);
  CHECK_THROWS_AS(zeros<double>(2, -1, column_major), value_error);
  CHECK_THROWS_AS((fortran_tensor<double, dyn, dyn>(PTRDIFF_MAX, 4)), value_error);
  static_assert(detail::is_refused<decltype(zeros<double>(2, "x", column_major))>);
  static_assert(detail::is_refused<decltype(zeros<double, dyn, 3>(column_major))>);
  static_assert(
      detail::is_refused<decltype(from_function([](index) { return 1; }, 3, column_major))>);
}

TEST_CASE("a fortran_tensor computes like a tensor") {
  const auto r = counting(3, 4);
  auto f = as_fortran(r);
  static_assert(std::is_same_v<decltype(f), fortran_tensor<double, dyn, dyn>>);
  CHECK(values(f) == values(r));
  CHECK(std::vector<double>(f.storage().begin(), f.storage().end()) == values(transpose(r)));
  CHECK(as_fortran(r * 2.)[2, 3] == 22.);
  CHECK(values(f * 2. + r) == values(r * 3.));
  CHECK(test::evaluated(f * 2. + f) == values(r * 3.));
  CHECK(sum(f) == sum(r));
  CHECK(test::evaluated(sum(f, _0)) == values(sum(r, _0)));
  CHECK(test::evaluated(transpose(f)) == values(transpose(r)));
  CHECK(test::evaluated(reshape(f, 2, 6)) == values(r));
  CHECK(test::evaluated(matmul(transpose(f), f)) == values(matmul(transpose(r), r)));
  CHECK(values(f[rev(), range(_, _, 2)]) == values(r[rev(), range(_, _, 2)]));
  CHECK(test::evaluated(f[f > 3.]) == values(r[r > 3.]));
  CHECK(test::evaluated(f[{2, 0}]) == values(r[{2, 0}]));
  CHECK(f(1, 2) == 6.);
  tensor<double, dyn, dyn> t = f;
  CHECK(values(t) == values(r));
  const auto more = counting(50, 120);
  auto g = as_fortran(more);
  CHECK(explain_route(g, g * 2. + as_fortran(more)).find("axes 0 and 1 as one (6000)") !=
        std::string::npos);
  CHECK(test::values(f.view()) == values(r));
  static_assert(std::is_same_v<decltype(as_view(f.view())), decltype(f.view())>);
}

TEST_CASE("assignments") {
  const auto r = counting(3, 4);
  auto f = as_fortran(r);
  auto t = r;
  f[1] = 0.;
  t[1] = 0.;
  CHECK(values(f) == values(t));
  f[_, range(1, _)] = f[_, range(_, -1)];
  t[_, range(1, _)] = t[_, range(_, -1)];
  CHECK(values(f) == values(t));
  f += 1.;
  f *= r;
  f[f > 4.] -= 3.;
  t += 1.;
  t *= r;
  t[t > 4.] -= 3.;
  CHECK(values(f) == values(t));
  f = 2.;
  CHECK(sum(f) == 24.);
  const double* const first = f.data();
  f = r + 1.;
  CHECK(f.data() == first);
  CHECK(values(f) == values(r + 1.));
  f = f[rev()];
  CHECK(values(f) == values((r + 1.)[rev()]));
  f = transpose(r); // another shape
  CHECK(f.shape() == sizes2{4, 3});
  CHECK(f.strides() == sizes2{1, 4});
  CHECK(values(f) == values(transpose(r)));
  f = transpose(f);
  CHECK(values(f) == values(r));
  auto g = zeros_like(r);
  auto v = f.view();
  tie(v, g) = std::tuple(r * 2., f * 3.);
  CHECK(values(f) == values(r * 2.));
  CHECK(values(g) == values(r * 3.));
  fortran_tensor<double, 3, dyn> partly(4);
  partly = r;
  CHECK(values(partly) == values(r));
  CHECK_THROWS_AS(partly = transpose(r), shape_error);
}

TEST_CASE("ownership") {
  const auto r = counting(3, 4);
  auto a = as_fortran(r);
  const double* const first = a.data();
  auto copy = a;
  copy[0, 0] = 9.;
  CHECK(a[0, 0] == 0.);
  CHECK(copy.strides() == sizes2{1, 3});
  auto moved = std::move(a);
  CHECK(moved.data() == first);
  CHECK(moved[2, 3] == 11.);
  CHECK(a.size() == 0);
  // Static extents remain, so there are elements to assign to.
  fortran_tensor<double, 2, 3> fixed(zeros<double>(2, 3) + 1.), other = fixed;
  const auto taken = std::move(fixed);
  CHECK(taken[1, 2] == 1.);
  CHECK(fixed.size() == 6);
  fixed = other;
  CHECK(fixed[1, 2] == 1.);
  other = std::move(fixed);
  fixed[1, 2] = 3.;
  CHECK(other[1, 2] == 1.);
  copy = std::move(moved);
  CHECK(copy.data() == first);
  CHECK(values(copy) == values(r));
  copy = std::as_const(copy);
  CHECK(values(copy) == values(r));
  std::swap(copy, moved);
  CHECK(values(moved) == values(r));

  // Expressions own temporaries, and a subscript of a temporary returns a tensor.
  const auto sum_of = as_fortran(r) + as_fortran(r * 2.);
  CHECK(values(sum_of) == values(r * 3.));
  const auto row = as_fortran(r)[1];
  static_assert(std::is_same_v<decltype(row), const tensor<double, dyn>>);
  CHECK(row[3] == 7.);
  CHECK(as_fortran(r)[1, 2] == 6.);
  CHECK(values(transpose(as_fortran(r))) == values(transpose(r)));

  const auto& c = moved;
  static_assert(std::is_same_v<decltype(c.data()), const double*>);
  static_assert(std::is_same_v<decltype(c[1].data()), const double*>);
  static_assert(!std::is_assignable_v<decltype(c[1, 2]), double>);
  static_assert(!std::is_assignable_v<decltype(c(1, 2)), double>);
  CHECK(c[1, 2] == 6.);
  static_assert(!std::is_convertible_v<decltype(c), decltype(moved.view())>);
  static_assert(!std::is_constructible_v<dview<double, 2>, decltype(c)>);
  static_assert(std::is_same_v<decltype(c[{0, 1}].source().data()), const double*>);
  static_assert(std::is_same_v<decltype(c[{{0, 1}, {1, 0}}].source().data()), const double*>);
  CHECK(values(c[{2, 0}]) == values(r[{2, 0}]));
  CHECK(values(as_fortran(r)[{{0, 1}, {1, 0}}]) == values(r[{{0, 1}, {1, 0}}]));
  const fortran_tensor<double> scalar;
  static_assert(!std::is_convertible_v<decltype((scalar)), double&>);
  CHECK(scalar + 1. == 1.);

  fortran_tensor<std::string, 2, 2> words;
  words[1, 0] = "a";
  CHECK(words.data()[1] == "a");
  static_assert(fortran_tensor<int, 2, 3>::extents == static_shape<2>{{2, 3}});
  CHECK(fortran_tensor<int, dyn, 3>().size() == 0);
}

namespace {

constexpr double at_compile_time() {
  fortran_tensor<double, 2, 3> f;
  f[_1, _2] = 4.;
  f += 1.;
  return sum(f) + f.data()[5];
}
static_assert(at_compile_time() == 15.);

} // namespace

TEST_CASE("swap exchanges the memory of two fortran_tensors") {
  fortran_tensor<double, dyn, dyn> a = counting(2, 3), b = counting(4, 1);
  const double *of_a = a.data(), *of_b = b.data();
  swap(a, b);
  CHECK(a.data() == of_b);
  CHECK(b.data() == of_a);
  CHECK(values(a) == values(counting(4, 1)));
  CHECK(values(b) == values(counting(2, 3)));
  std::ranges::swap(a, b);
  CHECK(a.data() == of_a);
  swap(a, a);
  CHECK(values(a) == values(counting(2, 3)));
  fortran_tensor<double, 2, 2> c = counting(2, 2), d = counting(2, 2) + 1.;
  const double* of_c = c.data();
  swap(c, d);
  CHECK(d.data() == of_c);
  CHECK(values(c) == values(counting(2, 2) + 1.));
  // Views still exchange their elements.
  swap(a[0], a[1]);
  CHECK(a.data() == of_a);
  CHECK(values(a) == std::vector<double>{3, 4, 5, 0, 1, 2});
}

TEST_CASE("noalias of a fortran_tensor") {
  fortran_tensor<double, dyn, dyn> a(2, 3);
  const double* memory = a.data();
  noalias(a) = counting(2, 3) * 2.;
  CHECK(a.data() == memory);
  CHECK(values(a) == values(counting(2, 3) * 2.));
  noalias(a) += counting(2, 3);
  CHECK(values(a) == values(counting(2, 3) * 3.));
  noalias(a) = 7.;
  CHECK(values(a) == std::vector<double>(6, 7));
  noalias(a) = counting(3, 1); // Dynamic extents get new sizes, as those of a tensor do.
  CHECK(a.shape() == sizes2{3, 1});
  CHECK(values(a) == values(counting(3, 1)));
}

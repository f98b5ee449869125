// SPDX-License-Identifier: BSL-1.0
// A visitor for forward differentiation of element-wise expressions. It has a rule for each class
// of nodes: linear functions, conditions, functions of one operand with a table of slopes, other
// functions with a rule for each, and nodes that move elements.
#include <stria/stria.hpp>

#include "numbers.hpp"

#include <cmath>

using namespace stria;
using namespace stria::elementwise;
using stria::index;

namespace {

/// Zeros with the shape of an operand, without memory.
template <class N> auto zero_everywhere(const N& n) {
  constexpr auto shape = detail::unknown_shape<N::extents.rank()>();
  return detail::broadcasted<detail::scalar<double>, shape>(detail::scalar<double>(0.), n.shape());
}

/// The derivative of a linear function is the function of the derivatives.
template <class F>
constexpr bool is_linear =
    detail::one_of<F, add_fn, subtract_fn, negate_fn, identity_fn, detail::unchanged_fn>;
/// Conditions are piecewise constant.
template <class F>
constexpr bool is_condition =
    detail::one_of<F, equal_fn, not_equal_fn, less_fn, greater_fn, less_equal_fn, greater_equal_fn>;

// --- the slopes of functions of one operand ---

auto slope(square_fn, const auto& a) { return 2. * a; }
auto slope(abs_fn, const auto& a) { return sign(a); }
auto slope(sqrt_fn, const auto& a) { return 0.5 / sqrt(a); }
auto slope(exp_fn, const auto& a) { return exp(a); }
auto slope(log_fn, const auto& a) { return 1. / a; }
auto slope(sin_fn, const auto& a) { return cos(a); }
auto slope(cos_fn, const auto& a) { return -sin(a); }
auto slope(tanh_fn, const auto& a) { return 1. - square(tanh(a)); }

// --- the derivatives of other functions, from their operands and the derivatives of these ---

auto rule(multiply_fn, const auto& a, const auto& b, const auto& da, const auto& db) {
  return da * b + a * db;
}
auto rule(divide_fn, const auto& a, const auto& b, const auto& da, const auto& db) {
  return (da * b - a * db) / (b * b);
}
auto rule(pow_fn, const auto& a, const auto& b, const auto& da, const auto& db) {
  return pow(a, b) * (db * log(a) + b * da / a);
}
auto rule(maximum_fn, const auto& a, const auto& b, const auto& da, const auto& db) {
  return where(a >= b, da, db);
}
auto rule(minimum_fn, const auto& a, const auto& b, const auto& da, const auto& db) {
  return where(a <= b, da, db);
}
auto rule(where_fn, const auto& c, const auto&, const auto&, const auto&, const auto& da,
          const auto& db) {
  return where(c, da, db);
}
auto rule(auto f, const auto& a, const auto& da) { return slope(f, a) * da; }

/// The derivative of an expression in the direction dx of a tensor x, which the expression may
/// read. It is lazy and refers to the same tensors. A derivative that is a tensor is wrapped in the
/// node `+d`, which owns it, because the rules would only refer to it.
template <class N, class X> auto derivative(const N& n, const X& x, const X& dx) {
  if constexpr (requires { *n.node; }) {
    return derivative(*n.node, x, dx);
  } else if constexpr (detail::tensor_operand<N>) {
    // Only the run-time address shows whether the tensor is x.
    dtensor<double, N::extents.rank()> d = zeros<double>(n.shape());
    if (static_cast<const void*>(n.data()) == x.data())
      d = reshape(dx, n.shape());
    return +std::move(d);
  } else if constexpr (detail::view_operand<N>) {
    // The derivative of a view of x is the same part of dx.
    dtensor<double, N::extents.rank()> d = zeros<double>(n.shape());
    if (n.storage().data() == x.data()) {
      using view_of_dx = view<const double, N::layout>;
      d = view_of_dx(dx.data(), dx.size(), {n.offset(), n.shape(), n.strides()});
    }
    return +std::move(d);
  } else if constexpr (detail::operand_count<N> == 0) {
    return zero_everywhere(n);
  } else if constexpr (detail::is_map<N>) {
    using F = std::remove_cvref_t<decltype(n.function())>;
    return n.operands([&](const auto&... o) {
      if constexpr (is_condition<F>)
        return zero_everywhere(n);
      else if constexpr (is_linear<F>)
        return map(F(), derivative(o, x, dx)...);
      else
        return rule(F(), o..., derivative(o, x, dx)...);
    });
  } else {
    // Moving elements is linear, so the elements of the derivative are moved.
    static_assert(N::how == detail::computation::in_the_loop,
                  "stria: only element-wise expressions have a derivative here");
    return n.rebuilt([&](const auto& o) { return derivative(o, x, dx); });
  }
}

/// e at x + h dx, for an expression that reads x.
template <class E, class X> auto moved_by(const E& e, X& x, const X& dx, double h) {
  const X before = x;
  x += h * dx;
  auto r = eval(e);
  x = before;
  return r;
}

/// The central difference equals the derivative up to an error of order h squared.
template <class E, class X> void check_differences(const E& e, X& x, const X& dx) {
  INFO("expression " << to_string(e));
  constexpr double h = 1e-5;
  const auto d = eval(derivative(e, x, dx));
  CHECK(d.shape() == e.shape());
  const auto slope = eval((moved_by(e, x, dx, h) - moved_by(e, x, dx, -h)) / (2. * h));
  CHECK(max(abs(d - slope)) < 1e-7);
  CHECK(max(abs(d)) > 0.);
}

} // namespace

TEST_CASE("known derivatives") {
  const dtensor<double, 1> x{0.5, 1., 2.}, one{1., 1., 1.}, y{3., 4., 5.};
  const auto of = [&](const auto& e) { return test::evaluated(eval(derivative(e, x, one))); };
  CHECK(test::near(derivative(x * x * x, x, one), {0.75, 3., 12.}));
  CHECK(test::near(derivative(x * y + 2., x, one), {3., 4., 5.}));
  CHECK(test::near(derivative(y / x, x, one), {-12., -4., -1.25}));
  CHECK(test::near(derivative(exp(2. * x), x, one),
                   {2. * std::exp(1.), 2. * std::exp(2.), 2. * std::exp(4.)}));
  CHECK(test::near(derivative(where(x > 0.7, square(x), -x), x, one), {-1., 2., 4.}));
  CHECK(of(y * y) == std::vector<double>{0., 0., 0.});
  // With respect to each of two equal tensors, and in a direction.
  const dtensor<double, 1> z = x, direction{1., 0., -2.};
  CHECK(test::near(derivative(x * z, x, one), {0.5, 1., 2.}));
  CHECK(test::near(derivative(square(x), x, direction), {1., 0., -8.}));
}

TEST_CASE("moved elements") {
  const dtensor<double, 2> x{{1, 2, 3}, {4, 5, 6}}, dx{{1, 0, 2}, {0, 3, 0}};
  const dtensor<double, 1> v{1, 2, 3}, dv{1, 2, 4};
  CHECK(test::near(derivative(transpose(square(x)), x, dx), {2., 0., 0., 30., 12., 0.}));
  CHECK(test::near(derivative(square(x)[_, rev()], x, dx), {12., 0., 2., 0., 30., 0.}));
  // Views of x, and a view of another tensor.
  CHECK(test::near(derivative(x[1] * x[0], x, dx), {4., 6., 12.}));
  CHECK(test::near(derivative(x[0] * v[rev()], x, dx), {3., 0., 2.}));
  CHECK(test::near(derivative(v[_, newaxis] * v, v, dv), {2., 4., 7., 4., 8., 14., 7., 14., 24.}));
  CHECK(test::near(derivative(broadcast_to(square(v), 2, 3), v, dv), {2., 8., 24., 2., 8., 24.}));
  CHECK(test::near(derivative(diagonal(x * x), x, dx), {2., 30.}));
}

TEST_CASE("derivatives agree with differences") {
  dtensor<double, 2> x{{0.3, 1.2, 0.7}, {2.1, 0.9, 1.6}};
  const dtensor<double, 2> dx{{1., -0.5, 2.}, {0.25, 1.5, -1.}},
      y{{1.1, 0.4, 2.2}, {0.6, 1.9, 0.8}};
  const dtensor<double, 1> v{0.2, 1.4, 0.8};
  check_differences(x * y - x / (y + x), x, dx);
  check_differences(sqrt(x * x + y * y), x, dx);
  check_differences(exp(-x) * sin(x * y), x, dx);
  check_differences(pow(x, 1.5) + pow(2., x), x, dx);
  check_differences(log(x + v) * tanh(x - v), x, dx);
  check_differences(maximum(x, y) * minimum(x, v), x, dx);
  check_differences(where(x < y, abs(x - y), cos(x)), x, dx);
  check_differences(transpose(x * y)[range(1, _)] * 2. + exp(transpose(x)[range(1, _)]), x, dx);
  check_differences((x * x)[rev()] / y + x[0], x, dx);
}

// SPDX-License-Identifier: BSL-1.0
// vjp, jacobian, custom_grad, checkpoint and check_gradient.
#include <stria/grad.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

#include <optional>
#include <string>

using namespace stria;
using stria::index;

namespace {

const dtensor<double, 1> v{0.5, 1.7, 0.9, 1.3};

template <class F> std::string message_of(const F& f) {
  try {
    f();
  } catch (const value_error& e) {
    return e.what();
  }
  return "";
}

} // namespace

TEST_CASE("a pullback is called several times") {
  const auto f = [](const auto& a) {
    auto u = let(a * a);
    u[0] *= u[1]; // an update in place is undone and repeated
    return let(u * a[rev()]);
  };
  const auto [y, pullback] = vjp(f, v);
  CHECK(test::holds(y, test::evaluated(f(v))));
  const auto once = pullback(ones<double>(4)), twice = pullback(ones<double>(4) * 2.);
  CHECK(test::holds(twice, test::evaluated(once * 2.)));
  check_gradient([&](const auto& a) { return sum(f(a)); }, v);
  CHECK(test::holds(once, test::evaluated(grad([&](const auto& a) { return sum(f(a)); }, v))));
  CHECK(message_of([&] { pullback(ones<double>(3)); }) ==
        "stria: grad: the adjoint of the result has the shape (3,), but the result has (4,)");

  const auto [number, back] = vjp([](const auto& a, const auto& b) { return sum(a * b); }, v, v);
  STATIC_REQUIRE(std::same_as<decltype(number), const double>);
  STATIC_REQUIRE(detail::is_refused<decltype(back(v))>);
  STATIC_REQUIRE(detail::is_refused<decltype(pullback(1.))>);
  const auto [da, db] = back(3.);
  CHECK(test::holds(da, test::evaluated(3. * v)));
  CHECK(test::holds(db, test::evaluated(3. * v)));
}

TEST_CASE("a pullback that ended with an exception is not called again") {
  bool fails = true;
  const auto g = custom_grad([](const auto& x) { return x * 2.; },
                             [&](const auto& dy, const auto&) {
                               if (fails)
                                 throw value_error("mine");
                               return dy * 2.;
                             });
  const auto [y, pullback] = vjp([&](const auto& a) { return let(g(let(a * a)) * a); }, v);
  CHECK(message_of([&] { pullback(v); }) == "mine");
  fails = false;
  CHECK(message_of([&] { pullback(v); }) ==
        "stria: grad: an earlier call of this pullback ended with an exception; call vjp() again");
}

TEST_CASE("the matrix of all derivatives") {
  const tensor<double, 2> a{3., 5.};
  const auto j = jacobian([](const auto& p) { return p[newaxis] * p[_, newaxis]; }, a);
  STATIC_REQUIRE(std::same_as<decltype(j), const tensor<double, 2, 2, 2>>);
  CHECK(test::holds(j, {6, 0, 5, 3, 5, 3, 0, 10}));
}

TEST_CASE("functions with a stated derivative") {
  const auto softplus =
      custom_grad([](const auto& x) { return log1p(exp(x)); },
                  [](const auto& dy, const auto& x) { return dy / (1. + exp(-x)); });
  CHECK(test::holds(softplus(v), test::evaluated(log1p(exp(v)))));
  check_gradient([&](const auto& a) { return sum(softplus(2. * a) * a); }, v);
  const auto product = custom_grad([](const auto& x, const auto& y) { return x * y; },
                                   [](const auto& dy, const auto& x, const auto& y) {
                                     return std::tuple(eval(dy * y), eval(dy * x));
                                   });
  check_gradient([&](const auto& a, const auto& b) { return sum(product(a, product(b, v))); }, v,
                 v);
  const auto wrong = custom_grad([](const auto& x) { return x * 2.; },
                                 [](const auto& dy, const auto&) { return dy * 3.; });
  CHECK(message_of([&] { check_gradient([&](const auto& a) { return sum(wrong(a)); }, v); }) ==
        "stria: check_gradient: argument 1, element (0): the gradient is 3, and differences "
        "give 2");
}

TEST_CASE("the shape of a stated adjoint") {
  const auto shortened = custom_grad([](const auto& x) { return x * 2.; },
                                     [](const auto& dy, const auto&) { return dy[range(0, 3)]; });
  CHECK(message_of([&] { grad([&](const auto& a) { return sum(shortened(a)); }, v); }) ==
        "stria: custom_grad: the pullback returned an adjoint of shape (3,) for an argument of "
        "shape (4,)");
}

TEST_CASE("calls that are repeated in the reverse pass") {
  const auto step = [](const auto& x, double rate) {
    auto h = let(sin(x));
    return let(h * h + rate * x);
  };
  const auto loss = [&](const auto& a) {
    auto u = let(a);
    for (int k = 0; k < 5; ++k)
      u = checkpoint(step, u, 0.5);
    return sum(u);
  };
  const auto stored = [&](const auto& a) {
    auto u = let(a);
    for (int k = 0; k < 5; ++k)
      u = step(u, 0.5);
    return sum(u);
  };
  check_gradient(loss, v);
  CHECK(test::holds(grad(loss, v), test::evaluated(grad(stored, v))));
  CHECK(message_of([] {
          grad(
              [](const auto& a) {
                return sum(checkpoint([&](const auto& x) { return let(x * a); }, a));
              },
              v);
        }) == "stria: grad: an expression has variables of two calls; hvp(f, x, v) and "
              "hessian(f, x) compute second derivatives, and checkpoint() needs all variables as "
              "arguments");
}

TEST_CASE("what would lose a derivative does not compile") {
  using vector = dtensor<double, 1>;
  grad(
      [](const auto& a) {
        using expression = decltype(a * 2.);
        using number = decltype(sum(a));
        STATIC_REQUIRE(detail::is_refused<decltype(eval(a * 2.))>);
        STATIC_REQUIRE_FALSE(std::is_constructible_v<vector, expression>);
        STATIC_REQUIRE_FALSE(std::is_convertible_v<expression, const vector&>);
        STATIC_REQUIRE_FALSE(std::is_constructible_v<double, number>);
        vector t(4);
        STATIC_REQUIRE(detail::is_refused<decltype(t = a * 2.)>);
        STATIC_REQUIRE(detail::is_refused<decltype(t[range(0, 2)] = a[range(0, 2)])>);
        STATIC_REQUIRE(detail::is_refused<decltype(t += a)>);
        auto u = a; // an argument
        STATIC_REQUIRE(detail::is_refused<decltype(u = 2. * a)>);
        STATIC_REQUIRE(detail::is_refused<decltype(u[0] = 1.)>);
        STATIC_REQUIRE(detail::is_refused<decltype(let(lgamma(a)))>);
        STATIC_REQUIRE(detail::is_refused<decltype(sum(lgamma(a)))>);
        auto h = let(a);
        STATIC_REQUIRE(
            std::same_as<decltype(tie(h) = std::tuple(lgamma(a))), decltype(h = lgamma(a))>);
        return sum(a);
      },
      v);
  using number = detail::argument_verdict<1, double>;
  STATIC_REQUIRE_FALSE(number::accepted);
  CHECK(number::text().view() == "stria: grad: argument 2 is not a tensor; pass numbers in the "
                                 "capture of the function");
  const auto loss = [](const auto& a, const auto& b) { return sum(a * b); };
  double value = 0;
  vector da;
  STATIC_REQUIRE(
      detail::is_refused<decltype(value_and_grad_into(value, std::tie(da), loss, v, v))>);
  STATIC_REQUIRE(detail::is_refused<decltype(grad(loss, v, 2.))>);
  CHECK(detail::lost_verdict::text().view() ==
        "stria: grad: the values alone would lose the derivative of an expression of variables; "
        "use let(e), or primal(e) if that is intended");
  CHECK(detail::argument_target_verdict::text().view() ==
        "stria: grad: arguments and const variables cannot be assigned to; auto u = let(a) makes a "
        "variable");
}

TEST_CASE("a variable is used after its call") {
  using variable =
      decltype(let(std::declval<const detail::argument_variable<0, dtensor<double, 1>>&>()));
  STATIC_REQUIRE_FALSE(std::is_same_v<variable, dtensor<double, 1>>);
  CHECK(message_of([] {
          using argument = detail::argument_variable<0, dtensor<double, 1>>;
          std::optional<argument> kept;
          grad(
              [&](const auto& a) {
                if constexpr (detail::operand<decltype(a)> && !detail::tensor_operand<decltype(a)>)
                  kept.emplace(a);
                return sum(a);
              },
              v);
          static_cast<void>(primal(*kept));
        }).find("after the call") != std::string::npos);
}

// SPDX-License-Identifier: BSL-1.0
// jvp, hvp and hessian (grad/jvp.hpp): values, types, and what is refused.
#include <stria/grad.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

#include <string>

using namespace stria;

namespace {

const dtensor<double, 1> v{0.5, 1.7, 0.9, 1.3}, dv{1., 0.5, -1., 2.}, t{1., 2., 3.};
const tensor<double, 2, 2> x{{0.5, 1.7}, {0.9, 1.3}}, dx{{1., 0.5}, {-1., 2.}};

template <class F> std::string message_of(const F& f) {
  try {
    f();
  } catch (const value_error& e) {
    return e.what();
  }
  return "";
}

} // namespace

TEST_CASE("values and slopes of jvp()") {
  // The types carry over, numbers are numbers, and constants have the slope 0.
  const tensor<float, 2> a{3, 5};
  const auto [y, dy] = jvp([](const auto& p) { return p * p[rev()]; }, std::tuple{a},
                           std::tuple{tensor<float, 2>{1, 0}});
  STATIC_REQUIRE(std::same_as<decltype(y), const tensor<float, 2>>);
  CHECK(test::holds(y, {15, 15}));
  CHECK(test::holds(dy, {5, 5}));
  const auto [n, dn] = jvp([](const auto& p, const auto& q) { return sum(p * q); },
                           std::tuple{a, v[range(0, 2)]}, std::tuple{a * 0.f, v[range(0, 2)]});
  STATIC_REQUIRE(std::same_as<decltype(n), const double>);
  CHECK(n == dn);
  const auto [c, dc] =
      jvp([](const auto& p) { return count_nonzero(p > 4.f); }, std::tuple{a}, std::tuple{a});
  CHECK(c == 1);
  CHECK(dc == 0);
  const auto [k, dk] = jvp([](const auto&) { return v * 2.; }, std::tuple{a}, std::tuple{a});
  CHECK(test::holds(k, test::evaluated(v * 2.)));
  CHECK(test::holds(dk, {0, 0, 0, 0}));
  // Axes without elements, and rank 0.
  const dtensor<double, 2> none(0, 3);
  CHECK(jvp([](const auto& p) { return sum(p * p); }, std::tuple{none}, std::tuple{none}).second ==
        0);
  CHECK(hessian([](const auto& p) { return sum(p * p); }, none).size() == 0);
  const dtensor<double, 0> single(3.);
  CHECK(jvp([](const auto& p) { return p * p; }, std::tuple{single}, std::tuple{2.}).second == 12);
  CHECK(hessian([](const auto& p) { return p * p * p; }, single).data()[0] == 18);
  CHECK(test::holds(
      jvp([](const auto& p) { return let(stop_gradient(p) * p); }, std::tuple{v}, std::tuple{dv})
          .second,
      test::evaluated(v * dv)));
}

TEST_CASE("the matrix of second derivatives") {
  const tensor<double, 3> a{1, 2, 3};
  const auto h = hessian([](const auto& p) { return p[0] * p[1] * p[2] + square(p[0]); }, a);
  STATIC_REQUIRE(std::same_as<decltype(h), const tensor<double, 3, 3>>);
  CHECK(test::holds(h, {2, 3, 2, 3, 0, 1, 2, 1, 0}));
  const auto f = [](const auto& p) { return mean(exp(-p * p) * tanh(p)) + norm(p); };
  CHECK(max(abs(einsum<"ijkl,kl->ij">(hessian(f, x), dx) - hvp(f, x, dx))) < 1e-14);
}

TEST_CASE("what forward mode refuses") {
  CHECK(
      message_of([] { jvp([](const auto& p) { return p * 2.; }, std::tuple{v}, std::tuple{t}); }) ==
      "stria: jvp: the tangent of argument 1 has the shape (3,), but the argument has (4,)");
  CHECK(message_of([] { hvp([](const auto& p) { return sum(p); }, v, t); }) ==
        "stria: hvp: the tangent of argument 1 has the shape (3,), but the argument has (4,)");
  const auto twice = custom_grad([](const auto& p) { return p * 2.; },
                                 [](const auto& dy, const auto&) { return dy * 2.; });
  CHECK(message_of([&] {
          jvp([&](const auto& p) { return let(twice(p)); }, std::tuple{v}, std::tuple{v});
        }) == "stria: jvp: a function made by custom_grad() states a pullback, and has no "
              "derivative in forward mode; use vjp() or grad()");
  const auto f = [](const auto& p) { return sum(p); };
  STATIC_REQUIRE(detail::is_refused<decltype(jvp(f, std::tuple{v, v}, std::tuple{v}))>);
  STATIC_REQUIRE(detail::is_refused<decltype(jvp(f, std::tuple{v}, std::tuple{x}))>);
  STATIC_REQUIRE(detail::is_refused<decltype(jvp(f, std::tuple{cast<int>(v)}, std::tuple{v}))>);
  STATIC_REQUIRE(detail::is_refused<decltype(hvp(f, v, x))>);
  STATIC_REQUIRE(detail::is_refused<decltype(hessian([](const auto& p) { return p; }, v))>);
}

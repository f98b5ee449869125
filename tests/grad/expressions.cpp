// SPDX-License-Identifier: BSL-1.0
// Gradients of programs of element-wise functions, broadcasts, reductions and products, against
// central differences and formulas.
#include <stria/grad.hpp>
#include <stria/random.hpp>
#include <stria/stria.hpp>

#include "numbers.hpp"

using namespace stria;
using stria::index;

namespace {

const dtensor<double, 2> x = [] {
  random::generator g(1);
  return dtensor<double, 2>(random::normal(g, 5, 4));
}();
const dtensor<double, 2> w = [] {
  random::generator g(2);
  return dtensor<double, 2>(random::normal(g, 4, 3));
}();
const dtensor<double, 2> y = [] {
  random::generator g(3);
  return dtensor<double, 2>(random::normal(g, 5, 3));
}();
const dtensor<double, 1> b{0.3, -1.2, 0.8};
const dtensor<double, 1> v{0.5, 1.7, 0.9, 1.3};

template <class A, class B> bool is_near(const A& a, const B& b_) {
  return a.shape() == b_.shape() && all_of(abs(a - b_) <= 1e-12 * (1. + abs(b_)));
}

} // namespace

TEST_CASE("linear regression, against its formula") {
  const auto loss = [&](const auto& m, const auto& c) {
    return mean(square(matmul(x, m) + c - y));
  };
  const auto [value, dw, db] = value_and_grad(loss, w, b);
  CHECK(value == loss(w, b)); // bit for bit
  STATIC_REQUIRE(std::same_as<decltype(dw), const dtensor<double, 2>>);
  STATIC_REQUIRE(std::same_as<decltype(db), const dtensor<double, 1>>);
  const auto residual = eval((matmul(x, w) + b - y) * (2. / 15));
  CHECK(is_near(dw, eval(matmul(transpose(x), residual))));
  CHECK(is_near(db, eval(sum(residual, _0))));
  check_gradient(loss, w, b);

  double again = 0;
  dtensor<double, 2> to_w;
  tensor<double, 3> to_b;
  value_and_grad_into(again, std::tie(to_w, to_b), loss, w, b);
  CHECK(again == value);
  CHECK(to_w.shape() == w.shape());
  CHECK(is_near(to_w, dw));
  CHECK(is_near(to_b, db));
}

TEST_CASE("element-wise functions and broadcasts") {
  const auto chain = [](const auto& a) {
    return sum(exp(-a * a) * sin(a) / (2. + cos(a)) + tanh(a * 0.5));
  };
  CHECK(std::get<0>(value_and_grad(chain, x)) == chain(x));
  check_gradient(chain, x);
  check_gradient(
      [](const auto& a, const auto& c) { return sum(log(c) * a + sqrt(c) / (1. + a * a)); }, x, v);
  check_gradient([](const auto& c) { return sum(x * c) + sum(c[_, newaxis] * c * 2.); }, v);
  // A size of 1 that is known only at run time.
  const dtensor<double, 2> row(v[newaxis]), column{{0.4}, {1.1}, {-0.3}, {0.2}, {0.9}};
  check_gradient([](const auto& r, const auto& c) { return sum(x * r * r + c * x * x); }, row,
                 column);
  check_gradient([&](const auto& a) { return sum(a * row); }, x);
  check_gradient(
      [](const auto& r, const auto& c) {
        return sum(square(sum(c * c + x + r, _1))) + sum(exp(mean(x - c * r, _0)));
      },
      row, column);
  check_gradient([](const auto& c) { return sum(c * c + x) + sum(2. * c + x, _0)[1]; }, column);
  CHECK(is_near(grad([&](const auto& a) { return sum(a * row); }, x), eval(zeros_like(x) + row)));
}

TEST_CASE("reductions") {
  check_gradient(
      [](const auto& a) { return sum(square(sum(a, _1))) + sum(exp(mean(a, _0)) * mean(a, _0)); },
      x);
  check_gradient(
      [](const auto& a) {
        return sum(square(a - mean(a, _1, keepdims))) + sum(max(a, _1)) + max(a) * min(a);
      },
      x);
  check_gradient([](const auto& a) { return prod(a) + sum(prod(a, _1)); },
                 v[newaxis] + w[_, 0][_, newaxis]);
  check_gradient(
      [](const auto& a) { return sum(var(a, _0)) + var(a, ddof(1)) + sum(std_dev(a, _1)); }, x);
  check_gradient([](const auto& a) { return norm(a) + sum(norm(a, _0)) + sum(logsumexp(a, _1)); },
                 x);
  // ties share equally, and products with zeros
  const dtensor<double, 1> ties{3., 1., 3.}, zeros_in{2., 0., 5.};
  CHECK(test::holds(grad([](const auto& a) { return max(a); }, ties), {.5, 0., .5}));
  CHECK(test::holds(grad([](const auto& a) { return prod(a); }, zeros_in), {0., 10., 0.}));
}

TEST_CASE("layers, with let and tensors of the function") {
  const auto cross_entropy = [](const auto& m, const auto& c) {
    const tensor<index, dyn> labels{0, 2, 1, 1, 0};
    const auto rows = eval(arange(5));
    const auto s = let(matmul(x, m) + c);
    return mean(logsumexp(s, _1) - s[rows, labels]);
  };
  CHECK(std::get<0>(value_and_grad(cross_entropy, w, b)) == cross_entropy(w, b));
  check_gradient(cross_entropy, w, b);

  const auto network = [](const auto& w1, const auto& b1, const auto& w2) {
    auto h = let(tanh(matmul(x, w1) + b1));
    return mean(square(matmul(h, w2) - y)) + 0.01 * sum(square(h));
  };
  check_gradient(network, w, b, eval(matmul(transpose(y), y)));
}

TEST_CASE("extents of arguments, and results that do not depend on them") {
  const tensor<float, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
  const auto [value, da, dv] =
      value_and_grad([](const auto& p, const auto&) { return sum(square(p)); }, a, v);
  STATIC_REQUIRE(std::same_as<decltype(da), const tensor<float, 2, 3>>);
  CHECK(value == 91.f);
  CHECK(test::holds(da, {2, 4, 6, 8, 10, 12}));
  CHECK(test::holds(dv, {0, 0, 0, 0}));
  // comparisons and integers are computed as usual
  const auto f = [](const auto& p) {
    auto r = let(p * p);
    if (any(p > 5.f))
      r *= 2.f;
    const index best = argmax(p);
    return sum(r) * static_cast<float>(best + count_nonzero(p > 2.f));
  };
  CHECK(test::holds(grad(f, a), {36, 72, 108, 144, 180, 216}));
  CHECK(test::holds(grad([](const auto& p) { return sum(stop_gradient(p) * p); }, a),
                    {1, 2, 3, 4, 5, 6}));
  CHECK(primal(sum(a)) == 21.f);
}

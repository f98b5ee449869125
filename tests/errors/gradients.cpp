// SPDX-License-Identifier: BSL-1.0
// Gradients
#include <stria/stria.hpp>

#include <stria/grad.hpp>

using namespace stria;

// expect: stria: grad: argument 1 has elements of type int
// expect: derivatives need floating-point numbers: cast<double>(n)
void grad_integers() {
  const tensor<int, 3> n;
#ifdef WRONG
  auto g = grad([](const auto& a) { return sum(a); }, n);
#else
  auto g = grad([](const auto& a) { return sum(a); }, cast<double>(n));
#endif
}

// expect: stria: grad: the function of map() has no known derivative
// expect: custom_grad(f, pullback) states it
void grad_map() {
  const dtensor<float, 1> w(3);
  const auto twice = [](float x) { return 2 * x; };
#ifdef WRONG
  auto g = grad([&](const auto& a) { return map(twice, a[0]); }, w);
#else
  const auto f = custom_grad([&](const auto& a) { return map(twice, a); },
                             [](const auto& dy, const auto&) { return 2.f * dy; });
  auto g = grad([&](const auto& a) { return f(a[0]); }, w);
#endif
}

// expect: stria: grad: no derivative of lgamma(); primal(e) passes its values without one
void grad_no_rule() {
  const dtensor<float, 1> w(3);
#ifdef WRONG
  auto g = grad([](const auto& a) { return lgamma(a[0]); }, w);
#else
  auto g = grad([](const auto& a) { return primal(lgamma(a[0])) * a[0]; }, w);
#endif
}

// expect: stria: grad: the function returns a plain float, so nothing depends on its arguments
// expect: a reduction of an expression of the arguments is needed
// expect: primal() or eval() lose the derivative
void grad_plain_result() {
  const tensor<float, 3> w;
#ifdef WRONG
  auto g = grad([](const auto& a) { return primal(sum(a)); }, w);
#else
  auto g = grad([](const auto& a) { return sum(a); }, w);
#endif
}

// expect: stria: grad: the function returns a tensor of shape (3, 4); a gradient needs one
// expect: number, as sum(r) or mean(r)
void grad_rank() {
  const tensor<float, 3, 4> w;
#ifdef WRONG
  auto g = grad([](const auto& a) { return a * 2.f; }, w);
#else
  auto g = grad([](const auto& a) { return sum(a * 2.f); }, w);
#endif
}

// expect: stria: jvp: the arguments and their tangents are two tuples
void jvp_tuples() {
  const dtensor<double, 1> w(3), v(3);
  const auto f = [](const auto& a) { return sum(a * a); };
#ifdef WRONG
  auto r = jvp(f, w, v);
#else
  auto r = jvp(f, std::tuple{w}, std::tuple{v});
#endif
}

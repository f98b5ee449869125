// SPDX-License-Identifier: BSL-1.0
// Gradients
#include <stria/stria.hpp>

#include <stria/grad.hpp>

using namespace stria;

// expect: stria: grad: w is an argument and cannot be assigned; auto u = let(w) makes a variable
void grad_assign_argument() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifdef WRONG
        auto u = a;
        u[0] = 1.f;
#else
        auto u = let(a);
        u[0] = 1.f;
#endif
        return sum(u);
      },
      w);
}

// expect: stria: eval() of an expression of variables would lose its derivative; use let(e), or primal(e) if that is intended
void grad_assign_plain() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
        dtensor<float, 1> t(3);
#ifdef WRONG
        t[range(0, 2)] = a[range(1, 3)];
#else
        t[range(0, 2)] = primal(a[range(1, 3)]);
#endif
        return sum(t * a);
      },
      w);
}

// expect: stria: eval() of an expression of variables would lose its derivative; use let(e), or primal(e) if that is intended
void grad_eval() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifdef WRONG
        auto e = eval(a * 2.f);
#else
        auto e = let(a * 2.f);
#endif
        return sum(e * a);
      },
      w);
}

// expect: stria: grad: argument 1 has elements of type int; derivatives need floating-point numbers: cast<double>(n)
void grad_integers() {
  const tensor<int, 3> n;
#ifdef WRONG
  auto g = grad([](const auto& a) { return sum(a); }, n);
#else
  auto g = grad([](const auto& a) { return sum(a); }, cast<double>(n));
#endif
}

// expect: stria: grad: map() of a function that cannot be called with a dual number; custom_grad(f, pullback) states its derivative
void grad_map() {
  const dtensor<float, 1> w(3);
  const auto twice = [](float x) { return 2 * x; };
#ifdef WRONG
  auto g = grad([&](const auto& a) { return sum(map(twice, a)); }, w);
#else
  const auto f = custom_grad([&](const auto& a) { return map(twice, a); },
                             [](const auto& dy, const auto&) { return 2.f * dy; });
  auto g = grad([&](const auto& a) { return sum(f(a)); }, w);
#endif
}

// expect: stria: grad: no derivative of lgamma(); primal(e) passes its values without one, custom_grad(f, pullback) states one
void grad_no_rule() {
  const dtensor<float, 1> w(3);
#ifdef WRONG
  auto g = grad([](const auto& a) { return sum(lgamma(a)); }, w);
#else
  auto g = grad([](const auto& a) { return sum(primal(lgamma(a)) * a); }, w);
#endif
}

// expect: stria: eval() of an expression of variables would lose its derivative; use let(e), or primal(e) if that is intended
void grad_number() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifdef WRONG
        float e = sum(a);
#else
        float e = primal(sum(a));
#endif
        return sum(e * a);
      },
      w);
}

// expect: stria: grad: the function returns a plain float, so nothing depends on its arguments; a reduction of an expression of the arguments is needed, and primal() or eval() lose the derivative
void grad_plain_result() {
  const tensor<float, 3> w;
#ifdef WRONG
  auto g = grad([](const auto& a) { return primal(sum(a)); }, w);
#else
  auto g = grad([](const auto& a) { return sum(a); }, w);
#endif
}

// expect: stria: grad: the function returns a tensor of shape (3, 4); a gradient needs one number, as sum(r) or mean(r)
void grad_rank() {
  const tensor<float, 3, 4> w;
#ifdef WRONG
  auto g = grad([](const auto& a) { return a * 2.f; }, w);
#else
  auto g = grad([](const auto& a) { return sum(a * 2.f); }, w);
#endif
}

// expect: stria: eval() of an expression of variables would lose its derivative; use let(e), or primal(e) if that is intended
void grad_tensor() {
  const dtensor<float, 1> w(3);
  auto g = grad(
      [](const auto& a) {
#ifdef WRONG
        dtensor<float, 1> e = a * 2.f;
#else
        auto e = primal(a * 2.f);
#endif
        return sum(e * a);
      },
      w);
}

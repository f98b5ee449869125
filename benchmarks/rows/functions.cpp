// SPDX-License-Identifier: BSL-1.0
// Functions of <cmath>, alone and in typical chains.
#include "fold.hpp"
#include "rows.hpp"

#include <cmath>
#include <limits>

namespace rows {
namespace {

template <class T> struct arrays {
  dtensor<T, 2> a, b, c, r;
  explicit arrays(const size& z)
      : a(numbers(dtensor<T, 2>(z.rows<T>(), z.columns), 1, 0.1, 2)),
        b(numbers(dtensor<T, 2>(z.rows<T>(), z.columns), 2, -2, 2)),
        c(numbers(dtensor<T, 2>(z.rows<T>(), z.columns), 3, -2, 2)), r(z.rows<T>(), z.columns) {}
};

template <class T> void plain(bench::suite& s, const size& z) {
  arrays<T> m(z);
  auto &a = m.a, &b = m.b, &r = m.r;
  const table row(s, "functions", type_name<T>(), z.name);
  const auto one = [&](auto f) { return [&r, &b, f] { each(f, r, b); }; };
  row("exp", r, STATEMENT(r = exp(b)), one([](T x) { return std::exp(x); }));
  row("log", r, STATEMENT(r = log(a)), [&] { each([](T x) { return std::log(x); }, r, a); });
  row("sqrt", r, STATEMENT(r = sqrt(a)), [&] { each([](T x) { return std::sqrt(x); }, r, a); });
  row("sin", r, STATEMENT(r = sin(b)), one([](T x) { return std::sin(x); }));
  row("tanh", r, STATEMENT(r = tanh(b)), one([](T x) { return std::tanh(x); }));
  row("erf", r, STATEMENT(r = erf(b)), one([](T x) { return std::erf(x); }));
  row("erfc", r, STATEMENT(r = erfc(b)), one([](T x) { return std::erfc(x); }));
  row("lgamma", r, STATEMENT(r = lgamma(a)),
      [&] { each([](T x) { return std::lgamma(x); }, r, a); });
  row("abs", r, STATEMENT(r = abs(b)), one([](T x) { return std::abs(x); }));
  row("floor", r, STATEMENT(r = floor(b)), one([](T x) { return std::floor(x); }));
  row("round", r, STATEMENT(r = round(b)), one([](T x) { return std::nearbyint(x); }));
  row("sign", r, STATEMENT(r = sign(b)), one([](T x) { return T(x > 0) - T(x < 0); }));
  row("clip", r, STATEMENT(r = clip(b, T(-1), T(1))), one([](T x) {
        return x < T(-1) ? T(-1) : x > T(1) ? T(1) : x;
      }));
  row("square", r, STATEMENT(r = square(b)), one([](T x) { return x * x; }));
  row("isnan", r, STATEMENT(r = where(isnan(b), T(0), b)),
      one([](T x) { return x != x ? T(0) : x; }));
}

template <class T> void powers(bench::suite& s, const size& z) {
  arrays<T> m(z);
  auto &a = m.a, &b = m.b, &r = m.r;
  const table row(s, "functions", type_name<T>(), z.name);
  const auto of_a = [&](auto f) { return [&r, &a, f] { each(f, r, a); }; };
  const auto of_both = [&](auto f) { return [&r, &a, &b, f] { each(f, r, a, b); }; };
  row("pow(a, 2)", r, STATEMENT(r = pow(a, T(2))), of_a([](T x) { return x * x; }));
  row("pow(a, 2), int", r, STATEMENT(r = pow(a, 2)), of_a([](T x) { return x * x; }));
  row("pow(a, 3)", r, STATEMENT(r = pow(a, T(3))), of_a([](T x) { return x * x * x; }));
  row("pow(a, 0.5)", r, STATEMENT(r = pow(a, T(0.5))), of_a([](T x) { return std::sqrt(x); }));
  row("pow(a, -1.5)", r, STATEMENT(r = pow(a, T(-1.5))),
      of_a([](T x) { return T(1) / (x * std::sqrt(x)); }));
  row("pow(a, 2.2)", r, STATEMENT(r = pow(a, T(2.2))),
      of_a([](T x) { return std::pow(x, T(2.2)); }));
  row("pow(a, b)", r, STATEMENT(r = pow(a, b)), of_both([](T x, T y) { return std::pow(x, y); }));
  row("hypot", r, STATEMENT(r = hypot(a, b)), of_both([](T x, T y) { return std::hypot(x, y); }));
  row("hypot by squares", r, STATEMENT(r = sqrt(a * a + b * b)),
      of_both([](T x, T y) { return std::sqrt(x * x + y * y); }));
  row("atan2", r, STATEMENT(r = atan2(b, a)), of_both([](T x, T y) { return std::atan2(y, x); }));
  row("fmod", r, STATEMENT(r = fmod(b, a)), of_both([](T x, T y) { return std::fmod(y, x); }));
  row("remainder", r, STATEMENT(r = remainder(b, a)), of_both([](T x, T y) {
        const T q = std::fmod(y, x);
        return q != 0 && (q < 0) != (x < 0) ? q + x : q;
      }),
      1e-4);
}

template <class T> void chains(bench::suite& s, const size& z) {
  arrays<T> m(z);
  auto &a = m.a, &b = m.b, &c = m.c, &r = m.r;
  const table row(s, "functions", type_name<T>(), z.name);
  const auto one = [&](auto f) { return [&r, &b, f] { each(f, r, b); }; };
  row("sigmoid", r, STATEMENT(r = T(1) / (T(1) + exp(-b))),
      one([](T x) { return T(1) / (T(1) + std::exp(-x)); }));
  row("gelu", r, STATEMENT(r = T(0.5) * b * (T(1) + tanh(T(0.8) * (b + T(0.045) * b * b * b)))),
      one([](T x) {
        return T(0.5) * x * (T(1) + std::tanh(T(0.8) * (x + T(0.045) * x * x * x)));
      }));
  row("relu", r, STATEMENT(r = maximum(b, T(0))), one([](T x) { return x > 0 ? x : T(0); }));
  row("gaussian", r, STATEMENT(r = exp(-T(0.5) * square(b - c))),
      [&] { each([](T x, T y) { return std::exp(-T(0.5) * (x - y) * (x - y)); }, r, b, c); });
  row("where(b > 0, a, c)", r, STATEMENT(r = where(b > T(0), a, c)),
      [&] { each([](T x, T y, T w) { return x > 0 ? y : w; }, r, b, a, c); });
  row("leaky relu", r, STATEMENT(r = where(b > T(0), b, T(0.1) * b)),
      one([](T x) { return x > 0 ? x : T(0.1) * x; }));
  row("sqrt(a) * exp(b)", r, STATEMENT(r = sqrt(a) * exp(b) + c),
      [&] { each([](T x, T y, T w) { return std::sqrt(x) * std::exp(y) + w; }, r, a, b, c); });
  row("sin^2 + cos^2", r, STATEMENT(r = square(sin(b)) + square(cos(b))),
      one([](T x) { return std::sin(x) * std::sin(x) + std::cos(x) * std::cos(x); }));
  const index n0 = r.extent(0), n1 = r.extent(1);
  dtensor<T, 1> v(n0);
  row("logsumexp", v, STATEMENT(v = logsumexp(b, _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = b.data() + i * n1;
      T most = x[0];
      for (index k = 1; k < n1; ++k)
        most = x[k] > most ? x[k] : most;
      v.data()[i] = most + std::log(fold<T>(n1, [=](index k) { return std::exp(x[k] - most); }));
    }
  });
  row("cross entropy", v, STATEMENT(v = -sum(a * log(a), _1)), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      const T* x = a.data() + i * n1;
      v.data()[i] = -fold<T>(n1, [=](index k) { return x[k] * std::log(x[k]); });
    }
  });
}

template <class T> void complex_numbers(bench::suite& s, const size& z) {
  using complex = std::complex<T>;
  const index n0 = z.rows<complex>(), n1 = z.columns;
  dtensor<complex, 2> a(n0, n1), b(n0, n1), r(n0, n1);
  dtensor<T, 2> v(n0, n1);
  bench::fill<T>(comparable(a.storage()), 1);
  bench::fill<T>(comparable(b.storage()), 2);
  const std::string type = std::string("complex ") + type_name<T>();
  const table row(s, "functions", type, z.name);
  row("abs(complex)", v, STATEMENT(v = abs(a)),
      [&] { each([](complex x) { return std::abs(x); }, v, a); });
  row("arg(complex)", v, STATEMENT(v = arg(a)),
      [&] { each([](complex x) { return std::arg(x); }, v, a); });
  row(
      "exp(complex)", r, STATEMENT(r = exp(a)),
      [&] { each([](complex x) { return std::exp(x); }, r, a); }, 1e-5);
  row("norm of complex", v, STATEMENT(v = square(real(a)) + square(imag(a))),
      [&] { each([](complex x) { return x.real() * x.real() + x.imag() * x.imag(); }, v, a); });
  row(
      "complex a*b", r, STATEMENT(r = a * b),
      [&] {
        each(
            [](complex x, complex y) {
              return complex(x.real() * y.real() - x.imag() * y.imag(),
                             x.real() * y.imag() + x.imag() * y.real());
            },
            r, a, b);
      },
      1e-5);
  row(
      "conj(a) + b", r, STATEMENT(r = conj(a) + b),
      [&] { each([](complex x, complex y) { return std::conj(x) + y; }, r, a, b); }, 1e-5);
}

} // namespace

void functions(bench::suite& s) {
  at(s, {tiny, small, L1, L2}, [&](const size& z) {
    plain<float>(s, z);
    powers<float>(s, z);
    chains<float>(s, z);
    complex_numbers<float>(s, z);
  });
  at(s, {small, L2}, [&](const size& z) {
    plain<double>(s, z);
    powers<double>(s, z);
    complex_numbers<double>(s, z);
  });
  at(s, {L2, L3}, [&](const size& z) { chains<double>(s, z); });
}

} // namespace rows

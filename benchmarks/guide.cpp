// SPDX-License-Identifier: BSL-1.0
// Measures the figures of docs/fast.md: two ways to write the same computation, which run
// alternately on one thread.
//
// Each line has the nanoseconds of both, and the ratio of the second to the first. The program
// stria_bench_guide_simd, which links stria::simd, measures the vector functions.
#include <stria/stria.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <tuple>
#include <utility>

namespace {

using namespace stria;
using stria::index;

/// Makes the address known to other code, so that the compiler must read the elements from memory.
template <class T> void escape(T& t) { asm volatile("" : : "g"(&t) : "memory"); }

template <class F> double nanoseconds(F& f, int runs) {
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < runs; ++k) {
    f();
    asm volatile("" : : : "memory");
  }
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start)
             .count() /
         runs;
}

template <class F, class G> void compare(const char* what, int runs, F f, G g) {
  double first = 1e18, second = 1e18;
  for (int k = 0; k < 40; ++k) {
    first = std::min(first, nanoseconds(f, runs));
    second = std::min(second, nanoseconds(g, runs));
  }
  std::printf("%-58s %12.1f %12.1f %8.2f\n", what, first, second, second / first);
}

using matrix = dtensor<float, 2>;
using vector = dtensor<float, 1>;

/// Numbers from -0.5 to 0.5.
matrix numbers(index rows, index columns) {
  return from_function(
      [](index i, index j) {
        return static_cast<float>((7919 * i + 104729 * j) % 1000) / 1000 - .5f;
      },
      rows, columns);
}

void loops() {
  matrix a = numbers(1000, 1000), b = a, c = a, r = a;
  compare(
      "one statement / three", 1, [&] { r = a * b + c * 2.f; },
      [&] {
        const matrix t = a * b, u = c * 2.f;
        r = t + u;
      });
  matrix x = numbers(300, 300), t = x, y = x;
  const auto mask = eval(x > 0.f);
  compare("where / mask", 10, [&] { y = where(mask, t, y); }, [&] { y[mask] = t[mask]; });
  compare(
      "mask / selected elements stored first", 10, [&] { y[mask] = t[mask]; },
      [&] {
        const auto v = eval(t[mask]);
        y[mask] = v;
      });
  compare("float / double", 10, [&] { y = x * 2.f + 1.f; }, [&] { y = x * 2. + 1.; });
  compare("a + b / a + transpose(b), 300", 10, [&] { y = x + t; }, [&] { y = x + transpose(t); });
  compare("a + b / a + transpose(b), 1000", 1, [&] { r = a + b; }, [&] { r = a + transpose(b); });
  vector s(1000);
  compare(
      "sum over the last / the first axis", 1, [&] { s = sum(a, _1); }, [&] { s = sum(a, _0); });
  compare(
      "sum(a) / a loop over storage()", 1,
      [&] {
        float total = sum(a);
        escape(total);
      },
      [&] {
        float total = 0;
        for (const float e : a.storage())
          total += e;
        escape(total);
      });
  vector f = numbers(1, 16384)[0], g = f, h = f;
  compare("a * b + c / sqrt(a), 16384", 20, [&] { h = f * g + h; }, [&] { h = sqrt(abs(f)); });
}

void once() {
  const index n = 65536;
  dtensor<double, 1> a = linspace(-1., 1., n), b = a, c = a, r(n), q(n);
  compare(
      "exp / a lazy exp twice in one statement", 1, [&] { r = exp(a); },
      [&] {
        const auto e = exp(a);
        r = e / (1. + e);
      });
  compare(
      "eval(exp) / lazy, in two statements", 1,
      [&] {
        const auto e = eval(exp(a));
        r = e + 1.;
        q = e - 1.;
      },
      [&] {
        const auto e = exp(a);
        r = e + 1.;
        q = e - 1.;
      });
  compare(
      "eval(b * c + a) / lazy, in two statements", 1,
      [&] {
        const auto e = eval(b * c + a);
        r = e + 1.;
        q = e - 1.;
      },
      [&] {
        const auto e = b * c + a;
        r = e + 1.;
        q = e - 1.;
      });
  matrix m = numbers(256, 256), column = numbers(256, 1), p = m;
  compare(
      "exp of shape (n, 1): eval / lazy", 1,
      [&] {
        const auto e = eval(exp(column));
        p = e * m;
      },
      [&] { p = exp(column) * m; });
}

void memory() {
  matrix a = numbers(4000, 4000), r = a;
  const auto fresh = [&] {
    const auto t = eval(a * 2.f);
    escape(t);
  };
  compare("64 MB: assigned / a new tensor", 1, [&] { r = a * 2.f; }, fresh);
  set_memory_limit(0);
  compare("64 MB: assigned / a new tensor, nothing is kept", 1, [&] { r = a * 2.f; }, fresh);
  set_memory_limit(std::size_t{256} << 20);
  matrix b = numbers(1000, 1000);
  compare(
      "shift: noalias / checked", 1, [&] { noalias(b[range(_, -1)]) = b[range(1, _)] * 2.f; },
      [&] { b[range(_, -1)] = b[range(1, _)] * 2.f; });
}

void stencils() {
  const auto m = range(1, -1);
  const auto low = range(_, -2);
  const auto high = range(2, _);
  for (const index n : {32, 64, 256, 1000}) {
    std::printf("n = %d\n", static_cast<int>(n));
    dtensor<double, 2> a = cast<double>(numbers(n, n)), r = a;
    const auto second_array = [&] {
      r[m, m] = .25 * (a[low, m] + a[high, m] + a[m, low] + a[m, high]);
      std::swap(r, a);
    };
    compare("  second array / in place", 10, second_array,
            [&] { a[m, m] = .25 * (a[low, m] + a[high, m] + a[m, low] + a[m, high]); });
    compare(
        "  hand-written / second array", 10,
        [&] {
          double* __restrict to = r.data();
          const double* x = a.data();
          for (index i = 1; i < n - 1; ++i)
            for (index k = i * n + 1; k < i * n + n - 1; ++k)
              to[k] = .25 * (x[k - n] + x[k + n] + x[k - 1] + x[k + 1]);
          std::swap(r, a);
        },
        second_array);
    compare(
        "  roll / pad", 10,
        [&] { r = roll(a, 1, _0) + roll(a, -1, _0) + roll(a, 1, _1) + roll(a, -1, _1) - 4. * a; },
        [&] {
          const auto p = eval(pad(a, 1, pad_mode::wrap));
          r = p[low, m] + p[high, m] + p[m, low] + p[m, high] - 4. * a;
        });
  }
  matrix u = numbers(256, 256), v = u, old = u;
  compare(
      "pair: tie / a copy of one array", 20,
      [&] { tie(u, v) = std::tuple(.8f * u + .6f * v, .8f * v - .6f * u); },
      [&] {
        old = u;
        u = .8f * u + .6f * v;
        v = .8f * v - .6f * old;
      });
}

template <class Matrix, class Vector> void small(const char* which) {
  Vector a = ones<float, 3>(), b = a, c = a;
  Matrix m = ones<float, 3, 3>(), r = m;
  escape(a), escape(b), escape(c), escape(m), escape(r);
  std::printf("%s\n", which);
  compare(
      "  c = a * b + c / a new a + b", 1000, [&] { c = a * b + c; },
      [&] {
        const Vector t = a + b;
        escape(t);
      });
  compare("  r = m + a / b = matmul(m, a)", 1000, [&] { r = m + a; }, [&] { b = matmul(m, a); });
  compare(
      "  c = a * b + c / b = sum(m, _1)", 1000, [&] { c = a * b + c; }, [&] { b = sum(m, _1); });
}

template <class Points> void points(const char* which) {
  const index n = 10'000;
  Points p = numbers(n, 3), v = p;
  vector r(n);
  escape(p), escape(v);
  std::printf("%s\n", which);
  compare(
      "  p /= norm: one statement / a loop", 1, [&] { p /= sqrt(sum(square(p), _1, keepdims)); },
      [&] {
        for (index i = 0; i < n; ++i) {
          auto row = p[i];
          row /= std::sqrt(sum(square(row)));
        }
      });
  compare(
      "  p += 0.1f * v: one statement / a loop", 1, [&] { p += 0.1f * v; },
      [&] {
        for (index i = 0; i < n; ++i)
          p[i] += 0.1f * v[i];
      });
  matrix q = transpose(p);
  compare(
      "  planes: (n, 3) / (3, n)", 10, [&] { r = p[_, _0] * p[_, _1] + p[_, _2]; },
      [&] { r = q[_0] * q[_1] + q[_2]; });
  compare(
      "  norm: (n, 3) / (3, n)", 10, [&] { r = sqrt(sum(square(p), _1)); },
      [&] { r = sqrt(sum(square(q), _0)); });
}

void products() {
  const index n = 10'000;
  const auto m = ones<float, dyn, 3, 3>(n);
  const auto x = ones<float, dyn, 3>(n);
  auto v = x;
  compare(
      "3 x 3: einsum / a loop of matmul", 1, [&] { v = einsum<"nij,nj->ni">(m, x); },
      [&] {
        for (index i = 0; i < n; ++i)
          v[i] = matmul(m[i], x[i]);
      });
}

void elements() {
  const index n = 1000;
  matrix a = numbers(n, n), r = a;
  escape(a), escape(r);
  compare(
      "recurrence: pointers / a[i, j]", 1,
      [&] {
        float* const p = r.data();
        for (index i = 1; i < n; ++i)
          for (index j = 1; j < n; ++j)
            p[i * n + j] = .5f * (p[(i - 1) * n + j] + p[i * n + j - 1]);
      },
      [&] {
        for (index i = 1; i < n; ++i)
          for (index j = 1; j < n; ++j)
            r[i, j] = .5f * (r[i - 1, j] + r[i, j - 1]);
      });
  compare(
      "r[i, j] = a[i, j] + a[i, j - 1]: pointers / a[i, j]", 1,
      [&] {
        float* const __restrict p = r.data();
        const float* const q = a.data();
        for (index i = 0; i < n; ++i)
          for (index j = 1; j < n; ++j)
            p[i * n + j] = q[i * n + j] + q[i * n + j - 1];
      },
      [&] {
        for (index i = 0; i < n; ++i)
          for (index j = 1; j < n; ++j)
            r[i, j] = a[i, j] + a[i, j - 1];
      });
  compare(
      "one serial axis: elements / a statement for each row", 1,
      [&] {
        for (index i = 1; i < n; ++i)
          for (index j = 0; j < n; ++j)
            a[i, j] = .5f * (a[i, j] + a[i - 1, j]);
      },
      [&] {
        for (index i = 1; i < n; ++i)
          a[i] = .5f * (a[i] + a[i - 1]);
      });
}

} // namespace

int main() {
  loops();
  once();
  memory();
  stencils();
  small<tensor<float, 3, 3>, tensor<float, 3>>("small, static shapes");
  small<matrix, vector>("small, run-time shapes");
  points<tensor<float, dyn, 3>>("points, the type has the 3");
  points<matrix>("points, run-time 3");
  products();
  elements();
}

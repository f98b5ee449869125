// SPDX-License-Identifier: BSL-1.0
// Stencils made of slices, and updates in place: shifts, edges, targets that are also read.
#include "rows.hpp"

namespace rows {
namespace {

const auto inside = range(1, -1);
const auto before = range(_, -2);
const auto after = range(2, _);

// Computes r[i, k] = f(pointer to the element, row length) for the inner elements.
template <class T, class F>
inline void inner_elements(T* __restrict r, const T* __restrict a, index n0, index n1, F f) {
  for (index i = 1; i < n0 - 1; ++i)
    for (index k = 1; k < n1 - 1; ++k)
      r[(i - 1) * (n1 - 2) + k - 1] = f(a + i * n1 + k);
}

template <class T> void lines(bench::suite& s, const size& z) {
  const index n = z.count<T>();
  const auto a = integers(dtensor<T, 1>(n), 1);
  dtensor<T, 1> r(n - 2), diffs(n - 1), all(n);
  const table row(s, "stencils", type_name<T>(), z.name);
  row("3 points", r, STATEMENT(r = a[range(_, -2)] - T(2) * a[range(1, -1)] + a[range(2, _)]),
      [&, n] {
        const T* __restrict x = a.data();
        T* __restrict to = r.data();
        for (index i = 0; i < n - 2; ++i)
          to[i] = x[i] - T(2) * x[i + 1] + x[i + 2];
      });
  row("differences", diffs, STATEMENT(diffs = a[range(1, _)] - a[range(_, -1)]), [&, n] {
    const T* __restrict x = a.data();
    T* __restrict to = diffs.data();
    for (index i = 0; i < n - 1; ++i)
      to[i] = x[i + 1] - x[i];
  });
  row("diff", diffs, STATEMENT(diffs = diff(a, _0)), [&, n] {
    const T* __restrict x = a.data();
    T* __restrict to = diffs.data();
    for (index i = 0; i < n - 1; ++i)
      to[i] = x[i + 1] - x[i];
  });
  row("by roll", all, STATEMENT(all = roll(a, 1) - T(2) * a + roll(a, -1)), [&, n] {
    const T* __restrict x = a.data();
    T* __restrict to = all.data();
    to[0] = x[n - 1] - T(2) * x[0] + x[1];
    for (index i = 1; i < n - 1; ++i)
      to[i] = x[i - 1] - T(2) * x[i] + x[i + 1];
    to[n - 1] = x[n - 2] - T(2) * x[n - 1] + x[0];
  });
}

template <class T> void planes(bench::suite& s, const size& z) {
  const index n1 = z.bytes == 0 ? 8 : z.columns, n0 = z.bytes == 0 ? 6 : z.rows<T>();
  const auto a = integers(dtensor<T, 2>(n0, n1), 1);
  dtensor<T, 2> r(n0 - 2, n1 - 2), across(n0, n1 - 2), all(n0, n1);
  auto u = integers(dtensor<T, 2>(n0, n1), 2);
  const table row(s, "stencils", type_name<T>(), z.name);
  row("5 points", r,
      STATEMENT(r = a[before, inside] + a[after, inside] + a[inside, before] + a[inside, after] -
                    T(4) * a[inside, inside]),
      [&, n0, n1] {
        inner_elements(r.data(), a.data(), n0, n1,
                       [=](const T* p) { return p[-n1] + p[n1] + p[-1] + p[1] - T(4) * p[0]; });
      });
  if (z.bytes == DRAM.bytes)
    return;
  row("9 points", r,
      STATEMENT(r = a[before, before] + a[before, inside] + a[before, after] + a[inside, before] +
                    a[inside, inside] + a[inside, after] + a[after, before] + a[after, inside] +
                    a[after, after]),
      [&, n0, n1] {
        inner_elements(r.data(), a.data(), n0, n1, [=](const T* p) {
          return p[-n1 - 1] + p[-n1] + p[-n1 + 1] + p[-1] + p[0] + p[1] + p[n1 - 1] + p[n1] +
                 p[n1 + 1];
        });
      });
  row("central difference", across, STATEMENT(across = T(0.5) * (a[_, after] - a[_, before])),
      [&, n0, n1] {
        const T* __restrict x = a.data();
        T* __restrict to = across.data();
        for (index i = 0; i < n0; ++i)
          for (index k = 0; k < n1 - 2; ++k)
            to[i * (n1 - 2) + k] = T(0.5) * (x[i * n1 + k + 2] - x[i * n1 + k]);
      });
  row("into the inside", u,
      STATEMENT(u[inside, inside] = T(0.25) * (a[before, inside] + a[after, inside] +
                                               a[inside, before] + a[inside, after])),
      [&, n0, n1] {
        const T* __restrict x = a.data();
        T* __restrict to = u.data();
        for (index i = 1; i < n0 - 1; ++i)
          for (index k = i * n1 + 1; k < i * n1 + n1 - 1; ++k)
            to[k] = T(0.25) * (x[k - n1] + x[k + n1] + x[k - 1] + x[k + 1]);
      });
  row("Laplacian by roll", all,
      STATEMENT(all =
                    roll(a, 1, _0) + roll(a, -1, _0) + roll(a, 1, _1) + roll(a, -1, _1) - T(4) * a),
      [&, n0, n1] {
        for (index i = 0; i < n0; ++i) {
          const T* __restrict up = a.data() + (i == 0 ? n0 - 1 : i - 1) * n1;
          const T* __restrict down = a.data() + (i == n0 - 1 ? 0 : i + 1) * n1;
          const T* __restrict x = a.data() + i * n1;
          T* __restrict to = all.data() + i * n1;
          to[0] = down[0] + up[0] + x[n1 - 1] + x[1] - T(4) * x[0];
          for (index k = 1; k < n1 - 1; ++k)
            to[k] = down[k] + up[k] + x[k - 1] + x[k + 1] - T(4) * x[k];
          to[n1 - 1] = down[n1 - 1] + up[n1 - 1] + x[n1 - 2] + x[0] - T(4) * x[n1 - 1];
        }
      });
}

template <class T> void volume(bench::suite& s, const size& z) {
  const index n = z.bytes == 0 ? 6 : z.bytes > L2.bytes ? 120 : 36, m = n - 2;
  const auto a = integers(dtensor<T, 3>(n, n, n), 1);
  dtensor<T, 3> r(m, m, m);
  const table row(s, "stencils", type_name<T>(), z.name);
  const auto loop = [&, n, m](auto f) {
    const T* __restrict x = a.data();
    T* __restrict to = r.data();
    for (index i = 1; i <= m; ++i)
      for (index j = 1; j <= m; ++j)
        for (index k = 1; k <= m; ++k)
          to[((i - 1) * m + j - 1) * m + k - 1] = f(x + (i * n + j) * n + k);
  };
  row("7 points", r,
      STATEMENT(r = a[before, inside, inside] + a[after, inside, inside] +
                    a[inside, before, inside] + a[inside, after, inside] +
                    a[inside, inside, before] + a[inside, inside, after] -
                    T(6) * a[inside, inside, inside]),
      [&, n] {
        loop([=](const T* p) {
          return p[-n * n] + p[n * n] + p[-n] + p[n] + p[-1] + p[1] - T(6) * p[0];
        });
      });
  const auto nine = [](const auto& v) {
    return v[_, before, before] + v[_, before, inside] + v[_, before, after] +
           v[_, inside, before] + v[_, inside, inside] + v[_, inside, after] + v[_, after, before] +
           v[_, after, inside] + v[_, after, after];
  };
  row("27 points", r, STATEMENT(r = nine(a[before]) + nine(a[inside]) + nine(a[after])), [&, n] {
    loop([=](const T* p) {
      T sum = 0;
      for (index i = -1; i <= 1; ++i)
        for (index j = -1; j <= 1; ++j) {
          const T* q = p + (i * n + j) * n;
          sum += q[-1] + q[0] + q[1];
        }
      return sum;
    });
  });
}

} // namespace

void stencils(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3, DRAM}, [&](const size& z) {
    if (z.bytes != DRAM.bytes)
      lines<float>(s, z);
    if (z.columns > tiny.columns)
      planes<float>(s, z);
  });
  at(s, {L2, L3}, [&](const size& z) { planes<double>(s, z); });
  at(s, {small, L2, L3}, [&](const size& z) { volume<float>(s, z); });
}

namespace {

template <class T> void shifts(bench::suite& s, const size& z) {
  const index n = z.count<T>();
  auto u = integers(dtensor<T, 1>(n), 1), v = integers(dtensor<T, 1>(n), 2);
  const table row(s, "in place", type_name<T>(), z.name);
  row("u[1:] = u[:-1]", u, STATEMENT(u[range(1, _)] = u[range(_, -1)]),
      [&, n] { std::copy_backward(u.data(), u.data() + n - 1, u.data() + n); });
  row("u[:-1] = u[1:]", u, STATEMENT(u[range(_, -1)] = u[range(1, _)]),
      [&, n] { std::copy(u.data() + 1, u.data() + n, u.data()); });
  row("u = u[::-1]", u, STATEMENT(u = u[rev()]), [&, n] { std::reverse(u.data(), u.data() + n); });
  row("larger neighbour", u, STATEMENT(u[range(_, -1)] = maximum(u[range(1, _)], u[range(_, -1)])),
      [&, n] {
        T* x = u.data();
        for (index i = 0; i < n - 1; ++i)
          x[i] = x[i + 1] > x[i] ? x[i + 1] : x[i];
      });
  row("u[0] = 0", u, STATEMENT(u[0] = T(0); u[-1] = T(1)), [&, n] {
    u.data()[0] = T(0);
    u.data()[n - 1] = T(1);
  });
  row("u = maximum(u, v)", u, STATEMENT(u = maximum(u, v)),
      [&] { update([](T x, T y) { return x > y ? x : y; }, u, v); });
  row("u[::2] = v[::2]", u, STATEMENT(u[range(_, _, 2)] = v[range(_, _, 2)]), [&, n] {
    const T* __restrict x = v.data();
    T* __restrict to = u.data();
    for (index i = 0; i < n; i += 2)
      to[i] = x[i];
  });
  row("u[::2] += v[1::2]", u, STATEMENT(u[range(_, n / 2 * 2, 2)] += v[range(1, _, 2)]), [&, n] {
    const T* __restrict x = v.data();
    T* __restrict to = u.data();
    for (index i = 0; i + 1 < n; i += 2)
      to[i] += x[i + 1];
  });
}

template <class T> void matrices(bench::suite& s, const size& z) {
  const index n1 = z.columns, n0 = z.bytes == 0 ? 6 : z.rows<T>();
  auto p = integers(dtensor<T, 2>(n0, n1), 1);
  const auto column = integers(dtensor<T, 1>(n0), 2, 20, 40),
             line = integers(dtensor<T, 1>(n1), 3, 20, 40);
  const table row(s, "in place", type_name<T>(), z.name);
  row("p[:, -1] = p[:, -2]", p, STATEMENT(p[_, -1] = p[_, -2]), [&, n0, n1] {
    T* x = p.data();
    for (index i = 0; i < n0; ++i)
      x[i * n1 + n1 - 1] = x[i * n1 + n1 - 2];
  });
  row("p[0, :] = p[1, :]", p, STATEMENT(p[0, _] = p[1, _]),
      [&, n1] { std::copy_n(p.data() + n1, n1, p.data()); });
  row("p[-1] = 0", p, STATEMENT(p[-1] = T(0)),
      [&, n0, n1] { std::fill_n(p.data() + (n0 - 1) * n1, n1, T(0)); });
  row("p[i, k] = s", p, STATEMENT(p[1, 2] = T(3)), [&, n1] { p.data()[n1 + 2] = T(3); });
  row("d = minimum(d, col + row)", p, STATEMENT(p = minimum(p, column[_, newaxis] + line)),
      [&, n0, n1] {
        const T* __restrict l = line.data();
        for (index i = 0; i < n0; ++i) {
          T* __restrict x = p.data() + i * n1;
          const T c = column.data()[i];
          for (index k = 0; k < n1; ++k)
            x[k] = c + l[k] < x[k] ? c + l[k] : x[k];
        }
      });
  row("p = maximum(p, column)", p, STATEMENT(p = maximum(p, column[_, newaxis])), [&, n0, n1] {
    for (index i = 0; i < n0; ++i) {
      T* __restrict x = p.data() + i * n1;
      const T c = column.data()[i];
      for (index k = 0; k < n1; ++k)
        x[k] = c > x[k] ? c : x[k];
    }
  });
  row(
      "stencil in place", p,
      STATEMENT(p[inside, inside] = T(0.25) * (p[before, inside] + p[after, inside] +
                                               p[inside, before] + p[inside, after])),
      [&, n0, n1] {
        // The buffers hold two rows of old values.
        std::vector<T> old(static_cast<std::size_t>(2 * n1));
        T *above = old.data(), *here = above + n1;
        std::copy_n(p.data(), n1, above);
        for (index i = 1; i < n0 - 1; ++i) {
          T* __restrict x = p.data() + i * n1;
          const T* __restrict below = x + n1;
          std::copy_n(x, n1, here);
          const T* __restrict u = above, * __restrict w = here;
          for (index k = 1; k < n1 - 1; ++k)
            x[k] = T(0.25) * (u[k] + below[k] + w[k - 1] + w[k + 1]);
          std::swap(above, here);
        }
      },
      1e-3);
}

template <class T> void squares(bench::suite& s, const size& z) {
  const index n = z.columns;
  auto d = integers(dtensor<T, 2>(n, n), 1, 1, 99);
  const table row(s, "in place", type_name<T>(), z.name);
  const index k = n / 2;
  row("Floyd-Warshall step", d, STATEMENT(d = minimum(d, d[_, k][_, newaxis] + d[k])), [&, n, k] {
    for (index i = 0; i < n; ++i) {
      T* x = d.data() + i * n;
      const T* y = d.data() + k * n;
      const T c = x[k];
      for (index j = 0; j < n; ++j)
        x[j] = c + y[j] < x[j] ? c + y[j] : x[j];
    }
  });
  row("d = transpose(d)", d, STATEMENT(d = transpose(d)), [&, n] {
    T* x = d.data();
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < i; ++j)
        std::swap(x[i * n + j], x[j * n + i]);
  });
  row("symmetrise", d, STATEMENT(d = T(0.5) * (d + transpose(d))), [&, n] {
    T* x = d.data();
    for (index i = 0; i < n; ++i)
      for (index j = 0; j < i; ++j) {
        const T m = T(0.5) * (x[i * n + j] + x[j * n + i]);
        x[i * n + j] = m;
        x[j * n + i] = m;
      }
  });
}

} // namespace

void in_place(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) {
    shifts<float>(s, z);
    if (z.columns > tiny.columns)
      matrices<float>(s, z);
    squares<float>(s, z);
  });
  at(s, {small, L2}, [&](const size& z) { shifts<std::uint8_t>(s, z); });
}

} // namespace rows

// SPDX-License-Identifier: BSL-1.0
// The corner response of a grey picture (Harris).
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>

namespace {

using programs::index;
using namespace stria;

constexpr float k = 0.05f;

struct with_stria {
  dtensor<float, 2> picture;
  int repeats;
  explicit with_stria(const programs::size& s)
      : picture(reshape(as_tensor(programs::uniform<float>(1, s.n * s.n)), s.n, s.n)),
        repeats(s.steps) {}

  // Weighted sums (1, 2, 1) and differences along an axis.
  static auto smooth_rows(const auto& f) {
    return f[range(_, -2)] + 2.f * f[range(1, -1)] + f[range(2, _)];
  }
  static auto smooth_columns(const auto& f) {
    return f[_, range(_, -2)] + 2.f * f[_, range(1, -1)] + f[_, range(2, _)];
  }
  static auto blur(const auto& f) {
    const auto rows = eval(smooth_rows(f));
    return eval(smooth_columns(rows) / 16.f);
  }

  dtensor<float, 2> response() const {
    const auto x = eval(picture[_, range(2, _)] - picture[_, range(_, -2)]);
    const auto y = eval(picture[range(2, _)] - picture[range(_, -2)]);
    const auto dx = eval(smooth_rows(x)), dy = eval(smooth_columns(y));
    const auto xx = blur(dx * dx), xy = blur(dx * dy), yy = blur(dy * dy);
    return xx * yy - xy * xy - k * square(xx + yy);
  }

  auto operator()() const {
    dtensor<float, 2> r;
    for (int i = 0; i < repeats; ++i) {
      r = response();
      r /= max(r);
    }
    return r;
  }
};

struct by_hand {
  index n;
  std::vector<float> picture;
  int repeats;
  explicit by_hand(const programs::size& s)
      : n(s.n), picture(programs::uniform<float>(1, s.n * s.n)), repeats(s.steps) {}

  auto operator()() const {
    const auto count = static_cast<std::size_t>((n - 2) * (n - 2));
    std::vector<float> xx(count), xy(count), yy(count);
    std::vector<float> r(static_cast<std::size_t>((n - 4) * (n - 4)));
    for (int i = 0; i < repeats; ++i) {
      gradients(xx.data(), xy.data(), yy.data(), picture.data());
      respond(r.data(), xx.data(), xy.data(), yy.data());
      const float largest = *std::max_element(r.begin(), r.end());
      for (float& x : r)
        x /= largest;
    }
    return r;
  }

private:
  void gradients(float* __restrict xx, float* __restrict xy, float* __restrict yy,
                 const float* __restrict p) const {
    BENCH_PARALLEL
    for (index i = 0; i < n - 2; ++i)
      for (index j = 0; j < n - 2; ++j) {
        const float *const a = p + i * n + j, *const b = a + n, *const c = b + n;
        const float dx = a[2] - a[0] + 2 * (b[2] - b[0]) + c[2] - c[0];
        const float dy = c[0] - a[0] + 2 * (c[1] - a[1]) + c[2] - a[2];
        const index to = i * (n - 2) + j;
        xx[to] = dx * dx;
        xy[to] = dx * dy;
        yy[to] = dy * dy;
      }
  }

  void respond(float* __restrict r, const float* __restrict xx, const float* __restrict xy,
               const float* __restrict yy) const {
    const index m = n - 2;
    const auto blur = [m](const float* p) {
      return (p[0] + 2 * p[1] + p[2] + 2 * (p[m] + 2 * p[m + 1] + p[m + 2]) + p[2 * m] +
              2 * p[2 * m + 1] + p[2 * m + 2]) /
             16;
    };
    BENCH_PARALLEL
    for (index i = 0; i < m - 2; ++i)
      for (index j = 0; j < m - 2; ++j) {
        const index at = i * m + j;
        const float a = blur(xx + at), b = blur(xy + at), c = blur(yy + at);
        r[i * (m - 2) + j] = a * c - b * b - k * (a + c) * (a + c);
      }
  }
};

} // namespace

programs::program programs::harris() {
  return make_program<with_stria, by_hand>("harris", "corners of a picture",
                                           {{"small", 100, 100}, {"large", 1000, 2}}, 1e-4);
}

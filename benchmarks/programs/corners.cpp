// SPDX-License-Identifier: BSL-1.0
// The places of the corners of a grey picture: the largest responses (Harris) of their
// neighbourhoods.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>

namespace {

using programs::index;
using namespace stria;

constexpr float k = 0.05f, least = 0.1f; // least: of the largest response

struct with_stria {
  dtensor<float, 2> picture;
  int repeats;
  explicit with_stria(const programs::size& s)
      : picture(reshape(as_tensor(programs::uniform<float>(1, s.n * s.n)), s.n, s.n)),
        repeats(s.steps) {}

  static auto box(const auto& e) {
    const auto p = eval(pad(e, 1, pad_mode::edge));
    const auto rows = p[range(_, -2)] + p[range(1, -1)] + p[range(2, _)];
    return eval(rows[_, range(_, -2)] + rows[_, range(1, -1)] + rows[_, range(2, _)]);
  }

  auto operator()() const {
    const auto m = range(1, -1);
    const auto low = range(_, -2);
    const auto high = range(2, _);
    dtensor<index, 2> places;
    for (int i = 0; i < repeats; ++i) {
      const auto p = eval(pad(picture, 1, pad_mode::edge));
      const auto dx = eval(p[m, high] - p[m, low]), dy = eval(p[high, m] - p[low, m]);
      const auto xx = box(dx * dx), xy = box(dx * dy), yy = box(dy * dy);
      const auto r = eval(xx * yy - square(xy) - k * square(xx + yy));
      const auto q = eval(pad(r, 1, pad_mode::constant, -1e30f));
      const auto rows = maximum(maximum(q[low], q[m]), q[high]);
      const auto largest = maximum(maximum(rows[_, low], rows[_, m]), rows[_, high]);
      places = nonzero(r > least * max(r) && r == largest);
    }
    return places;
  }
};

struct by_hand {
  index n;
  std::vector<float> picture;
  int repeats;
  explicit by_hand(const programs::size& s)
      : n(s.n), picture(programs::uniform<float>(1, s.n * s.n)), repeats(s.steps) {}

  auto operator()() const {
    const index m = n + 2; // with a border of one element
    const auto count = static_cast<std::size_t>(m * m);
    std::vector<float> p(count), xx(count), xy(count), yy(count), r(count, -1e30f);
    std::vector<index> places;
    for (int repeat = 0; repeat < repeats; ++repeat) {
      for (index i = 0; i < n; ++i)
        std::copy_n(picture.data() + i * n, n, p.data() + (i + 1) * m + 1);
      repeat_edges(p.data());
      gradients(xx.data(), xy.data(), yy.data(), p.data());
      for (auto* const x : {&xx, &xy, &yy})
        repeat_edges(x->data());
      respond(r.data(), xx.data(), xy.data(), yy.data());
      float largest = -1e30f;
      for (const float x : r)
        largest = std::max(largest, x);
      places.clear();
      for (index i = 1; i <= n; ++i)
        for (index j = 1; j <= n; ++j) {
          const float* const a = r.data() + i * m + j;
          const float x = *a;
          if (x > least * largest && x >= a[-m - 1] && x >= a[-m] && x >= a[-m + 1] && x >= a[-1] &&
              x >= a[1] && x >= a[m - 1] && x >= a[m] && x >= a[m + 1]) {
            places.push_back(i - 1);
            places.push_back(j - 1);
          }
        }
    }
    return places;
  }

private:
  void repeat_edges(float* p) const {
    const index m = n + 2;
    for (index i = 1; i <= n; ++i) {
      p[i * m] = p[i * m + 1];
      p[i * m + n + 1] = p[i * m + n];
    }
    std::copy_n(p + m, m, p);
    std::copy_n(p + n * m, m, p + (n + 1) * m);
  }

  void gradients(float* __restrict xx, float* __restrict xy, float* __restrict yy,
                 const float* __restrict p) const {
    const index m = n + 2;
    BENCH_PARALLEL
    for (index i = 1; i <= n; ++i)
      for (index j = 1; j <= n; ++j) {
        const index at = i * m + j;
        const float dx = p[at + 1] - p[at - 1], dy = p[at + m] - p[at - m];
        xx[at] = dx * dx;
        xy[at] = dx * dy;
        yy[at] = dy * dy;
      }
  }

  void respond(float* __restrict r, const float* __restrict xx, const float* __restrict xy,
               const float* __restrict yy) const {
    const index m = n + 2;
    const auto box = [m](const float* p) {
      return p[-m - 1] + p[-1] + p[m - 1] + (p[-m] + p[0] + p[m]) + (p[-m + 1] + p[1] + p[m + 1]);
    };
    BENCH_PARALLEL
    for (index i = 1; i <= n; ++i)
      for (index j = 1; j <= n; ++j) {
        const index at = i * m + j;
        const float a = box(xx + at), b = box(xy + at), c = box(yy + at);
        r[at] = a * c - b * b - k * (a + c) * (a + c);
      }
  }
};

} // namespace

programs::program programs::corners() {
  return make_program<with_stria, by_hand>("corners", "the places of the corners of a picture",
                                           {{"small", 100, 100}, {"large", 1000, 2}}, 0);
}

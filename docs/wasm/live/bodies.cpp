// SPDX-License-Identifier: BSL-1.0
// bodies.cpp: two galaxies of bodies that attract each other. The pointer attracts them, too.
#include "live.hpp"

namespace live {
namespace {

// shown
struct bodies : animation {
  using vectors = tensor<float, 2, dyn>; // y and x of all bodies
  vectors x, v;
  tensor<float, 2> pointer{0.f, 0.f};
  float pull = 0.f;
  matrix light;

  // The forces between all pairs: d[k, i, j] leads from i to j.
  vectors acceleration() const {
    const auto d = x[_, newaxis] - x[_, _, newaxis];
    const auto r2 = sum(square(d), _0) + 2e-3f;
    const auto to_pointer = pointer[_, newaxis] - x;
    return sum(d / (r2 * sqrt(r2)), _2) / static_cast<float>(x.extent(1)) +
           pull * to_pointer / (sum(square(to_pointer), _0) + 0.02f);
  }

  colors frame() override {
    v += 0.01f * acceleration();
    x += 0.01f * v;
    pull *= 0.9f;
    const index_t n = light.extent(0);
    const auto at = eval(cast<index_t>((0.5f + 0.25f * x) * static_cast<float>(n)));
    const auto seen = eval(all_of((at >= 0) & (at < n), _0));
    light *= 0.93f;
    light[eval(at[0, seen]), eval(at[1, seen])] += 0.3f; // np.add.at
    return colormap(light, inferno, {.low = 0, .high = 1.5});
  }

  void touch(float row, float column) override {
    const auto n = static_cast<float>(light.extent(0));
    pointer = {4.f * (row / n - 0.5f), 4.f * (column / n - 0.5f)};
    pull = 1.f;
  }

  explicit bodies(index_t n);
};
// end

// Two discs of 300 bodies that rotate and move towards each other.
bodies::bodies(index_t n) : x(2_c, 600), v(2_c, 600), light(zeros<float>(n, n)) {
  random::generator rng(1);
  for (const int side : {-1, 1}) {
    const auto part = side < 0 ? slice(_, 300) : slice(300, _);
    const dtensor<float, 1> r = 0.08f + 0.5f * cast<float>(random::uniform(rng, 300));
    const dtensor<float, 1> angle = 6.2832f * cast<float>(random::uniform(rng, 300));
    const dtensor<float, 1> speed = 0.7f * sqrt(r / (r + 0.2f));
    const auto away = static_cast<float>(side);
    x[0, part] = 0.3f * away + r * sin(angle);
    x[1, part] = 0.8f * away + r * cos(angle);
    v[0, part] = speed * cos(angle);
    v[1, part] = -0.25f * away - speed * sin(angle);
  }
}

} // namespace

std::unique_ptr<animation> make(index_t n) { return std::make_unique<bodies>(n); }

} // namespace live

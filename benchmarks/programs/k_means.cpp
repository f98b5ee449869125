// SPDX-License-Identifier: BSL-1.0
// Finds a palette for a picture: the centres of 16 clusters of its colours.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr index clusters = 16;

struct with_stria {
  tensor<float, dyn, 3> pixels;
  int steps;
  explicit with_stria(const programs::size& s)
      : pixels(reshape(as_tensor(programs::uniform<float>(1, 3 * s.n)), s.n, 3_c)), steps(s.steps) {
  }

  auto operator()() const {
    tensor<float, clusters, 3> centres = pixels[range(0, clusters)];
    dtensor<index, 1> nearest;
    for (int step = 0; step < steps; ++step) {
      nearest = argmin(sum(square(pixels[_, newaxis] - centres), _2), _1);
      tensor<float, clusters, 3> total;
      tensor<float, clusters> count;
      total[nearest] += pixels;
      count[nearest] += 1.f;
      centres = total / maximum(count, 1.f)[_, newaxis];
    }
    return std::tuple(centres, std::move(nearest));
  }
};

struct by_hand {
  std::vector<float> pixels;
  int steps;
  explicit by_hand(const programs::size& s)
      : pixels(programs::uniform<float>(1, 3 * s.n)), steps(s.steps) {}

  auto operator()() const {
    const std::size_t n = pixels.size() / 3;
    float centres[clusters][3];
    std::copy_n(pixels.data(), 3 * clusters, &centres[0][0]);
    std::vector<index> nearest(n);
    for (int step = 0; step < steps; ++step) {
      float total[clusters][3] = {}, count[clusters] = {};
      for (std::size_t i = 0; i < n; ++i) {
        const float* const p = pixels.data() + 3 * i;
        float least = std::numeric_limits<float>::infinity();
        index best = 0;
        for (index k = 0; k < clusters; ++k) {
          const float a = p[0] - centres[k][0], b = p[1] - centres[k][1], c = p[2] - centres[k][2];
          const float d = a * a + b * b + c * c;
          if (d < least) {
            least = d;
            best = k;
          }
        }
        nearest[i] = best;
        count[best] += 1;
        for (std::size_t c = 0; c < 3; ++c)
          total[best][c] += p[c];
      }
      for (index k = 0; k < clusters; ++k)
        for (std::size_t c = 0; c < 3; ++c)
          centres[k][c] = total[k][c] / std::max(count[k], 1.f);
    }
    return std::tuple(std::vector<float>(&centres[0][0], &centres[0][0] + 3 * clusters),
                      std::move(nearest));
  }
};

} // namespace

programs::program programs::k_means() {
  return make_program<with_stria, by_hand>("k_means", "the palette of a picture",
                                           {{"small", 1000, 50}, {"large", 100'000, 1}}, 1e-4);
}

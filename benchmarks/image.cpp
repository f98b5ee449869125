// SPDX-License-Identifier: BSL-1.0
// Pictures of shape (427, 640, 3): an inner axis of three elements.
#include "harness.hpp"

#include <stria/stria.hpp>

using namespace stria;
using enum bench::weight;

namespace {

using stria::index;

void blend(float* __restrict r, const float* __restrict a, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * 0.5f + a[i];
}

void half(float* __restrict r, const float* __restrict a, index n0, index n1) {
  const index m0 = (n0 + 1) / 2, m1 = (n1 + 1) / 2;
  for (index i = 0; i < m0; ++i)
    for (index j = 0; j < m1; ++j)
      for (index k = 0; k < 3; ++k)
        r[(i * m1 + j) * 3 + k] = a[(2 * i * n1 + 2 * j) * 3 + k];
}

void crop_and_scale(float* __restrict r, const float* __restrict a, index n0, index n1) {
  for (index i = 1; i < n0 - 1; ++i)
    for (index k = 0; k < (n1 - 2) * 3; ++k)
      r[(i - 1) * (n1 - 2) * 3 + k] = a[(i * n1 + 1) * 3 + k] * 0.5f;
}

void per_channel(float* __restrict r, const float* __restrict a, const float* __restrict mean,
                 index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < 3; ++k)
      r[3 * i + k] = a[3 * i + k] - mean[k];
}

void grey(float* __restrict r, const float* __restrict a, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = 0.5f * a[3 * i] + 0.25f * a[3 * i + 1] + 0.25f * a[3 * i + 2];
}

template <class Image, class Mean, class Plane>
void pictures(bench::table& t, Image img, Image r, Image small, Image crop, Mean mean, Plane plane,
              const std::string& kind) {
  const index n0 = img.extent(0), n1 = img.extent(1);
  bench::fill(img.storage(), 1);
  bench::fill(mean.storage(), 2);
  t.compare(
      info, "img[_, _, range(_, _)] * 0.5 + img, " + kind, r.storage(),
      [&] { blend(r.data(), img.data(), n0 * n1 * 3); },
      [&] { r = img[_, _, range(_, _)] * 0.5f + img; });
  t.compare(
      info, "img[range(_, _, 2), range(_, _, 2), _], " + kind, small.storage(),
      [&] { half(small.data(), img.data(), n0, n1); },
      [&] { small = img[range(_, _, 2), range(_, _, 2), _]; });
  t.compare(
      info, "img[range(_, _, 2), range(_, _, 2), _] * 0.5, " + kind, small.storage(),
      [&] {
        half(small.data(), img.data(), n0, n1);
        float* p = small.data();
        for (index i = 0; i < small.size(); ++i)
          p[i] *= 0.5f;
      },
      [&] { small = img[range(_, _, 2), range(_, _, 2), _] * 0.5f; });
  t.compare(
      info, "img[m, m, _] * 0.5, " + kind, crop.storage(),
      [&] { crop_and_scale(crop.data(), img.data(), n0, n1); },
      [&] { crop = img[range(1, -1), range(1, -1), _] * 0.5f; });
  t.compare(
      info, "img - mean, " + kind, r.storage(),
      [&] { per_channel(r.data(), img.data(), mean.data(), n0 * n1); }, [&] { r = img - mean; });
  t.compare(
      info, "0.5 img[_, _, _0] + ..., " + kind, plane.storage(),
      [&] { grey(plane.data(), img.data(), n0 * n1); },
      [&] { plane = 0.5f * img[_, _, _0] + 0.25f * img[_, _, _1] + 0.25f * img[_, _, _2]; });
}

} // namespace

void image(bench::table& t) {
  using d = dtensor<float, 3>;
  pictures(t, d(427, 640, 3), d(427, 640, 3), d(214, 320, 3), d(425, 638, 3), dtensor<float, 1>(3),
           dtensor<float, 2>(427, 640), "(dyn, dyn, dyn)");
  using p = tensor<float, dyn, dyn, 3>;
  pictures(t, p(427, 640), p(427, 640), p(214, 320), p(425, 638), tensor<float, 3>(),
           dtensor<float, 2>(427, 640), "(dyn, dyn, 3)");
}

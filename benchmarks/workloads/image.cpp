// SPDX-License-Identifier: BSL-1.0
// Pictures of shape (427, 640, 3), whose inner axis has three elements.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> void blend(T* __restrict r, const T* __restrict a, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = a[i] * T(0.5) + a[i];
}

template <class T> void half(T* __restrict r, const T* __restrict a, index n0, index n1) {
  const index m0 = (n0 + 1) / 2, m1 = (n1 + 1) / 2;
  for (index i = 0; i < m0; ++i)
    for (index j = 0; j < m1; ++j)
      for (index k = 0; k < 3; ++k)
        r[(i * m1 + j) * 3 + k] = a[(2 * i * n1 + 2 * j) * 3 + k];
}

template <class T> void crop_and_scale(T* __restrict r, const T* __restrict a, index n0, index n1) {
  for (index i = 1; i < n0 - 1; ++i)
    for (index k = 0; k < (n1 - 2) * 3; ++k)
      r[(i - 1) * (n1 - 2) * 3 + k] = a[(i * n1 + 1) * 3 + k] * T(0.5);
}

template <class T>
void per_channel(T* __restrict r, const T* __restrict a, const T* __restrict mean, index n) {
  for (index i = 0; i < n; ++i)
    for (index k = 0; k < 3; ++k)
      r[3 * i + k] = a[3 * i + k] - mean[k];
}

template <class T> void grey(T* __restrict r, const T* __restrict a, index n) {
  for (index i = 0; i < n; ++i)
    r[i] = T(0.5) * a[3 * i] + T(0.25) * a[3 * i + 1] + T(0.25) * a[3 * i + 2];
}

template <class T, class Image, class Mean, class Plane>
void pictures(bench::suite& s, Image img, Image r, Image small, Image crop, Mean mean, Plane plane,
              const std::string& kind, const std::string& suffix) {
  const index n0 = img.extent(0), n1 = img.extent(1);
  bench::fill<T>(img.storage(), 1);
  bench::fill<T>(mean.storage(), 2);
  const auto bytes = [](const auto& x) { return static_cast<double>(x.storage().size_bytes()); };
  const auto row = [&](const char* id, const char* text, double moved, auto& out) {
    return bench::row<T>(s, info, id + suffix, text + (", " + kind), "image", moved,
                         static_cast<double>(out.size()), out.storage());
  };
  row("I1", "img[_, _, range(_, _)] * 0.5 + img", bytes(img) + bytes(r), r)
      .hand([&, n0, n1] { blend(r.data(), img.data(), n0 * n1 * 3); })
      .stria([&] { r = img[_, _, range(_, _)] * T(0.5) + img; });
  row("I2", "img[range(_, _, 2), range(_, _, 2), _]", 3 * bytes(small), small)
      .hand([&, n0, n1] { half(small.data(), img.data(), n0, n1); })
      .stria([&] { small = img[range(_, _, 2), range(_, _, 2), _]; });
  row("I3", "img[range(_, _, 2), range(_, _, 2), _] * 0.5", 3 * bytes(small), small)
      .hand([&, n0, n1] {
        half(small.data(), img.data(), n0, n1);
        T* p = small.data();
        for (index i = 0; i < small.size(); ++i)
          p[i] *= T(0.5);
      })
      .stria([&] { small = img[range(_, _, 2), range(_, _, 2), _] * T(0.5); });
  row("I4", "img[m, m, _] * 0.5", 2 * bytes(crop), crop)
      .hand([&, n0, n1] { crop_and_scale(crop.data(), img.data(), n0, n1); })
      .stria([&] { crop = img[range(1, -1), range(1, -1), _] * T(0.5); });
  row("I5", "img - mean", 2 * bytes(img), r)
      .hand([&, n0, n1] { per_channel(r.data(), img.data(), mean.data(), n0 * n1); })
      .stria([&] { r = img - mean; });
  row("I6", "0.5 img[_, _, _0] + ...", bytes(img) + bytes(plane), plane)
      .hand([&, n0, n1] { grey(plane.data(), img.data(), n0 * n1); })
      .stria([&] {
        plane = T(0.5) * img[_, _, _0] + T(0.25) * img[_, _, _1] + T(0.25) * img[_, _, _2];
      });
}

template <class T> void run(bench::suite& s) {
  using d = dtensor<T, 3>;
  pictures<T>(s, d(427, 640, 3), d(427, 640, 3), d(214, 320, 3), d(425, 638, 3), dtensor<T, 1>(3),
              dtensor<T, 2>(427, 640), "(dyn, dyn, dyn)", "");
  using p = tensor<T, dyn, dyn, 3>;
  pictures<T>(s, p(427, 640), p(427, 640), p(214, 320), p(425, 638), tensor<T, 3>(),
              dtensor<T, 2>(427, 640), "(dyn, dyn, 3)", "s");
}

} // namespace

void image(bench::suite& s) {
  if (s.wants(bench::sizes[1])) {
    run<float>(s);
    run<double>(s);
  }
}

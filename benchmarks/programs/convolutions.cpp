// SPDX-License-Identifier: BSL-1.0
// The forward pass of a convolutional network: two layers of a 3 x 3 convolution, relu and pooling,
// and a dense layer.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>

namespace {

using programs::index;
using namespace stria;

constexpr index side = 30, first = 8, second = 16, names = 10;
constexpr index rest = 6 * 6 * second; // 30 -> 28 -> 14 -> 12 -> 6

struct with_stria {
  tensor<float, dyn, side, side, 1> images;
  tensor<float, 3, 3, 1, first> w1;
  tensor<float, 3, 3, first, second> w2;
  tensor<float, rest, names> w3;
  explicit with_stria(const programs::size& s)
      : images(reshape(as_tensor(programs::uniform<float>(1, s.n * side * side)), s.n, 30_c, 30_c,
                       1_c)),
        w1(reshape(as_tensor(programs::normal<float>(2, 9 * first)), 3_c, 3_c, 1_c, 8_c)),
        w2(reshape(as_tensor(programs::normal<float>(4, 9 * first * second)), 3_c, 3_c, 8_c, 16_c)),
        w3(reshape(as_tensor(programs::normal<float>(6, rest * names)), 576_c, 10_c)) {}

  static auto convolve(const auto& x, const auto& w) {
    const auto windows = sliding_window(sliding_window(x, 3, _1), 3, _2);
    return eval(maximum(einsum<"nyxcij,ijco->nyxo">(windows, w), 0.f));
  }
  static auto pool(const auto& x) { return eval(reduce<"n (y 2) (x 2) c -> n y x c">(x, max)); }

  auto operator()() const {
    const auto a = pool(convolve(images, w1));
    const auto b = pool(convolve(a, w2));
    return eval(matmul(reshape(b, images.extent(0), 576_c), w3));
  }
};

struct by_hand {
  std::vector<float> images, w1, w2, w3;
  index n;
  explicit by_hand(const programs::size& s)
      : images(programs::uniform<float>(1, s.n * side * side)),
        w1(programs::normal<float>(2, 9 * first)),
        w2(programs::normal<float>(4, 9 * first * second)),
        w3(programs::normal<float>(6, rest * names)), n(s.n) {}

  auto operator()() const {
    std::vector<float> out(static_cast<std::size_t>(n * names));
    BENCH_PARALLEL
    for (index i = 0; i < n; ++i) {
      float a[28 * 28 * first], b[14 * 14 * first], c[12 * 12 * second], d[rest];
      convolve<1, first>(a, images.data() + i * side * side, w1.data(), 28);
      pool<first>(b, a, 14);
      convolve<first, second>(c, b, w2.data(), 12);
      pool<second>(d, c, 6);
      float* const scores = out.data() + i * names;
      for (index k = 0; k < rest; ++k)
        for (index o = 0; o < names; ++o)
          scores[o] += d[k] * w3[static_cast<std::size_t>(k * names + o)];
    }
    return out;
  }

private:
  // relu(x * w), size x size pixels
  template <index In, index Out>
  static void convolve(float* __restrict to, const float* __restrict x, const float* __restrict w,
                       index size) {
    for (index row = 0; row < size; ++row)
      for (index column = 0; column < size; ++column) {
        float sums[Out] = {};
        for (index i = 0; i < 3; ++i) {
          const float* const p = x + ((row + i) * (size + 2) + column) * In;
          const float* const q = w + i * 3 * In * Out;
          for (index c = 0; c < 3 * In; ++c)
#if !defined(__clang__)
#pragma GCC unroll 1 // g++ 12 would unroll this loop instead of vectorising it
#endif
            for (index o = 0; o < Out; ++o)
              sums[o] += p[c] * q[c * Out + o];
        }
        for (index o = 0; o < Out; ++o)
          to[(row * size + column) * Out + o] = std::max(sums[o], 0.f);
      }
  }

  template <index Channels>
  static void pool(float* __restrict to, const float* __restrict x, index size) {
    const index width = 2 * size * Channels;
    for (index row = 0; row < size; ++row)
      for (index column = 0; column < size; ++column) {
        const float* const p = x + 2 * row * width + 2 * column * Channels;
        for (index c = 0; c < Channels; ++c)
          to[(row * size + column) * Channels + c] = std::max(
              std::max(p[c], p[c + Channels]), std::max(p[c + width], p[c + width + Channels]));
      }
  }
};

} // namespace

programs::program programs::convolutions() {
  return make_program<with_stria, by_hand>("convolutions", "a convolution network, forward",
                                           {{"small", 16, 1}, {"large", 256, 1}}, 1e-3);
}

// SPDX-License-Identifier: BSL-1.0
// The forward pass of a small GPT: layer norm, causal attention with four heads, an MLP with gelu.
#include "program.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace {

using programs::index;
using namespace stria;

constexpr index letters = 64, heads = 4;
constexpr float infinity = std::numeric_limits<float>::infinity();

// --- With stria ----------------------------------------------------------------------------------

using matrix = dtensor<float, 2>;

matrix weights(unsigned seed, index rows, index columns) {
  const auto w = programs::normal<float>(seed, rows * columns);
  return 0.1f * reshape(as_tensor(w), rows, columns);
}

// (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
matrix layer_norm(const matrix& x) {
  return (x - mean(x, -_1, keepdims)) / sqrt(var(x, -_1, keepdims) + 1e-5f);
}
auto gelu(const auto& x) {
  return eval(0.5f * x * (1.f + tanh(0.79788456f * (x + 0.044715f * x * x * x))));
}
auto softmax(const auto& s) {
  const auto e = eval(exp(s - max(s, -_1, keepdims)));
  return eval(e / sum(e, -_1, keepdims));
}

struct layer {
  matrix qkv, output, up, down;
  layer(unsigned seed, index width)
      : qkv(weights(seed, width, 3 * width)), output(weights(seed + 2, width, width)),
        up(weights(seed + 4, width, 4 * width)), down(weights(seed + 6, 4 * width, width)) {}

  matrix attention(const matrix& x) const {
    // shape (3, heads, tokens, width / heads)
    const auto parts = eval(rearrange<"t (part h d) -> part h t d">(
        matmul(x, qkv), axis_size<"part">(3), axis_size<"h">(heads)));
    const auto q = parts[0], k = parts[1], v = parts[2];
    const auto t = arange(x.extent(0));
    const float scale = 1.f / std::sqrt(static_cast<float>(q.extent(2)));
    const auto scores = scale * einsum<"htd,hsd->hts">(q, k);
    const auto a = softmax(where(t[_, newaxis] >= t, scores, -infinity));
    return matmul(rearrange<"h t d -> t (h d)">(einsum<"hts,hsd->htd">(a, v)), output);
  }
};

struct with_stria {
  dtensor<index, 1> text;
  matrix embedding, position;
  std::vector<layer> layers;
  explicit with_stria(const programs::size& s)
      : text(as_tensor(programs::integers(1, letters, s.n))),
        embedding(weights(2, letters, 2 * s.n)), position(weights(4, s.n, 2 * s.n)) {
    for (int k = 0; k < s.steps; ++k)
      layers.emplace_back(10 * (static_cast<unsigned>(k) + 1), 2 * s.n);
  }

  matrix operator()() const {
    matrix x = embedding[text] + position;
    for (const layer& l : layers) {
      x += l.attention(layer_norm(x));
      x += matmul(gelu(matmul(layer_norm(x), l.up)), l.down);
    }
    return matmul(layer_norm(x), transpose(embedding));
  }
};

// --- Hand-written --------------------------------------------------------------------------------

using floats = std::vector<float>;

floats scaled(unsigned seed, index count) {
  auto w = programs::normal<float>(seed, count);
  for (float& x : w)
    x *= 0.1f;
  return w;
}

floats zeroed(index count) { return floats(static_cast<std::size_t>(count)); }

// Computes c += a b, four rows of a at a time. sc, sa and sb are the distances between rows.
void multiply(float* __restrict c, index sc, const float* __restrict a, index sa,
              const float* __restrict b, index sb, index rows, index inner, index columns) {
  BENCH_PARALLEL
  for (index i = 0; i < rows - 3; i += 4)
    for (index k = 0; k < inner; ++k) {
      const float* const row = b + k * sb;
      const float a0 = a[i * sa + k], a1 = a[(i + 1) * sa + k], a2 = a[(i + 2) * sa + k],
                  a3 = a[(i + 3) * sa + k];
      for (index j = 0; j < columns; ++j) {
        c[i * sc + j] += a0 * row[j];
        c[(i + 1) * sc + j] += a1 * row[j];
        c[(i + 2) * sc + j] += a2 * row[j];
        c[(i + 3) * sc + j] += a3 * row[j];
      }
    }
  for (index i = rows / 4 * 4; i < rows; ++i)
    for (index k = 0; k < inner; ++k)
      for (index j = 0; j < columns; ++j)
        c[i * sc + j] += a[i * sa + k] * b[k * sb + j];
}

floats transposed(const float* a, index stride, index rows, index columns) {
  floats t = zeroed(rows * columns);
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; ++j)
      t[static_cast<std::size_t>(j * rows + i)] = a[i * stride + j];
  return t;
}

struct by_hand {
  struct layer {
    floats qkv, output, up, down;
  };
  index tokens, width;
  std::vector<index> text;
  floats embedding, position;
  std::vector<layer> layers;
  explicit by_hand(const programs::size& s)
      : tokens(s.n), width(2 * s.n), text(programs::integers(1, letters, s.n)),
        embedding(scaled(2, letters * width)), position(scaled(4, tokens * width)) {
    for (int k = 0; k < s.steps; ++k) {
      const unsigned seed = 10 * (static_cast<unsigned>(k) + 1);
      layers.push_back({scaled(seed, 3 * width * width), scaled(seed + 2, width * width),
                        scaled(seed + 4, 4 * width * width), scaled(seed + 6, 4 * width * width)});
    }
  }

  floats operator()() const {
    floats x = position;
    for (index t = 0; t < tokens; ++t)
      for (index d = 0; d < width; ++d)
        x[static_cast<std::size_t>(t * width + d)] +=
            embedding[static_cast<std::size_t>(text[static_cast<std::size_t>(t)] * width + d)];
    for (const layer& l : layers) {
      attention(x, l);
      floats hidden = zeroed(tokens * 4 * width);
      multiply(hidden.data(), 4 * width, normalised(x).data(), width, l.up.data(), 4 * width,
               tokens, width, 4 * width);
      gelu(hidden);
      multiply(x.data(), width, hidden.data(), 4 * width, l.down.data(), width, tokens, 4 * width,
               width);
    }
    floats out = zeroed(tokens * letters);
    multiply(out.data(), letters, normalised(x).data(), width,
             transposed(embedding.data(), width, letters, width).data(), letters, tokens, width,
             letters);
    return out;
  }

private:
  static void gelu(floats& x) {
    BENCH_PARALLEL
    for (float& h : x)
      h = 0.5f * h * (1 + std::tanh(0.79788456f * (h + 0.044715f * h * h * h)));
  }

  floats normalised(const floats& x) const {
    floats y = x;
    for (index t = 0; t < tokens; ++t) {
      float* const row = y.data() + t * width;
      float mean = 0, var = 0;
      for (index d = 0; d < width; ++d)
        mean += row[d];
      mean /= static_cast<float>(width);
      for (index d = 0; d < width; ++d)
        var += (row[d] - mean) * (row[d] - mean);
      const float scale = 1 / std::sqrt(var / static_cast<float>(width) + 1e-5f);
      for (index d = 0; d < width; ++d)
        row[d] = (row[d] - mean) * scale;
    }
    return y;
  }

  // x += attention(layer_norm(x))
  void attention(floats& x, const layer& l) const {
    const index part = width / heads;
    floats qkv = zeroed(tokens * 3 * width), mixed = zeroed(tokens * width);
    multiply(qkv.data(), 3 * width, normalised(x).data(), width, l.qkv.data(), 3 * width, tokens,
             width, 3 * width);
    const float scale = 1 / std::sqrt(static_cast<float>(part));
    BENCH_PARALLEL
    for (index h = 0; h < heads; ++h) {
      const float* const q = qkv.data() + h * part;
      const floats k = transposed(q + width, 3 * width, tokens, part);
      floats scores = zeroed(tokens * tokens);
      multiply(scores.data(), tokens, q, 3 * width, k.data(), tokens, tokens, part, tokens);
      for (index t = 0; t < tokens; ++t) {
        float* const row = scores.data() + t * tokens;
        float largest = -infinity, sum = 0;
        for (index s = 0; s <= t; ++s)
          largest = std::max(largest, row[s] *= scale);
        for (index s = 0; s <= t; ++s)
          sum += row[s] = std::exp(row[s] - largest);
        for (index s = 0; s <= t; ++s)
          row[s] /= sum;
        std::fill(row + t + 1, row + tokens, 0.f);
      }
      multiply(mixed.data() + h * part, width, scores.data(), tokens, q + 2 * width, 3 * width,
               tokens, tokens, part);
    }
    multiply(x.data(), width, mixed.data(), width, l.output.data(), width, tokens, width, width);
  }
};

} // namespace

programs::program programs::gpt() {
  return make_program<with_stria, by_hand>("gpt", "a small GPT, forward",
                                           {{"small", 32, 8}, {"large", 128, 4}}, 1e-3);
}

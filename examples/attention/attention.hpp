// SPDX-License-Identifier: BSL-1.0
// attention.hpp: a transformer block that consists of causal self-attention with several heads, a
// residual connection and layer normalisation. The comments show each step in NumPy.
#pragma once

#include <stria/stria.hpp>

#include <cmath>
#include <limits>

namespace attention {

using namespace stria;

// The sizes are known at run time, but the axes have names, so code that mixes them up does not
// compile.
inline constexpr dim batch{"batch"}, tokens{"tokens"}, model{"model"};
inline constexpr auto heads = axis_size<"h">(_3); // the number of heads, h in patterns

using sequences = tensor<float, batch, tokens, model>;
using matrix = tensor<float, model, model>;
using row = tensor<float, model>;
using weights_of_heads = tensor<float, batch, 3, tokens, tokens>;

struct weights {
  matrix query, key, value, output;
  row gain, shift;
};

struct result {
  sequences output;
  weights_of_heads attention; // the axes are batch, head, token t, and token s that t attends to
};

// (x @ w).reshape(b, t, 3, -1).transpose(0, 2, 1, 3)
inline auto project(const sequences& x, const matrix& w) {
  return rearrange<"b t (h d) -> b h t d">(einsum<"btm,mn->btn">(x, w), heads);
}

// e = np.exp(s - s.max(-1, keepdims=True)); e / e.sum(-1, keepdims=True)
inline weights_of_heads softmax(const weights_of_heads& s) {
  const weights_of_heads e = exp(s - max(s, -_1, keepdims));
  return e / sum(e, -_1, keepdims);
}

// (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * gain + shift
inline sequences layer_norm(const sequences& x, const row& gain, const row& shift) {
  return (x - mean(x, -_1, keepdims)) / sqrt(var(x, -_1, keepdims) + 1e-5f) * gain + shift;
}

inline result block(const sequences& x, const weights& w) {
  const auto q = eval(project(x, w.query)), k = eval(project(x, w.key)),
             v = eval(project(x, w.value));

  // s = np.where(t[:, None] >= t, np.einsum("bhtd,bhsd->bhts", q, k) / np.sqrt(d), -np.inf)
  const auto t = arange(x.extent(1));
  const float scale = 1.f / std::sqrt(static_cast<float>(q.extent(-1)));
  const weights_of_heads a =
      softmax(where(t[_, newaxis] >= t, einsum<"bhtd,bhsd->bhts">(q, k) * scale,
                    -std::numeric_limits<float>::infinity()));

  // y = np.einsum("bhts,bhsd->bhtd", a, v).transpose(0, 2, 1, 3).reshape(x.shape)
  const auto y = rearrange<"b h t d -> b t (h d)">(einsum<"bhts,bhsd->bhtd">(a, v));
  return {layer_norm(x + einsum<"btm,mn->btn">(y, w.output), w.gain, w.shift), a};
}

} // namespace attention

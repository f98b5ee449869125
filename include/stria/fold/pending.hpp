// SPDX-License-Identifier: BSL-1.0
// fold/pending.hpp: the kernel of a reduction by a function of the user.
#pragma once

#include <stria/eval/loop.hpp>

#include <utility>

namespace stria::detail {

/// A call of f that has its second argument. after(acc) supplies the first one and makes the call.
template <class F, class V> struct pending {
  const F* f;
  V value;
  template <class T> STRIA_INLINE constexpr T after(T&& acc) const {
    return static_cast<T>((*f)(static_cast<T&&>(acc), value));
  }
};
template <class F> struct pending_fn {
  static constexpr bool pure = is_pure<F>;
  const F* f;
  template <class V> STRIA_INLINE constexpr pending<F, V> operator()(const V& v) const {
    return {f, v};
  }
};

/// Runs out = f(out, value) in order, because the order of the calls may matter to f.
struct pending_kernel : row_kernel {
  template <class O, class Ix> STRIA_INLINE static constexpr void row(O out, Ix in, index n) {
    if (n > 1 && &out[0] == &out[1]) {
      auto acc = std::move(out[0]);
      for (index i = 0; i < n; ++i)
        acc = in[i].after(std::move(acc));
      out[0] = std::move(acc);
    } else {
      for (index i = 0; i < n; ++i)
        out[i] = in[i].after(std::move(out[i]));
    }
  }
};

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// token/marks.hpp: the tokens without arguments.
#pragma once

#include <stria/base/refuse.hpp>

namespace stria {

struct all_t {
  /// `all(a == b)` of NumPy's, or `all(a, axis)`.
  template <
      class A, class... Axes,
      class Because = detail::refusal_where<
          sizeof(A) != 0, detail::sentence<"stria: all is a whole axis in a subscript; all_of(a) "
                                           "asks whether all elements hold">>>
  auto operator()(const A&, const Axes&...) const -> Because;
};
/// The whole axis, `:`; inside `range` and `rev` an open bound.
inline constexpr all_t _{};
/// The whole axis, `:`.
inline constexpr all_t all{};

struct newaxis_t {};
/// A new axis of size 1, NumPy's `None`.
inline constexpr newaxis_t newaxis{};

struct ellipsis_t {};
/// As many whole axes as the other items leave, `...`; at most one in a subscript.
inline constexpr ellipsis_t ellipsis{};

} // namespace stria

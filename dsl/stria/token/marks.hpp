// SPDX-License-Identifier: BSL-1.0
// token/marks.hpp: the tokens without arguments. Tests: tests/dsl/result_shape.cpp.
#pragma once

#include <stria/base/refuse.hpp>

namespace stria {

/// The type of `_` and `all`.
struct all_t {
  /// A call to `all` is refused, with a message that suggests all_of.
  template <
      class A, class... Axes,
      class Because = detail::refusal_where<
          sizeof(A) != 0, detail::sentence<"stria: all is the whole axis in a subscript; all_of(a) "
                                           "tests whether all elements are true">>>
  auto operator()(const A&, const Axes&...) const -> Because;
};
/// The whole axis. Inside `range` and `rev` it leaves a bound open.
///
/// \numpy  `:`
/// \usage  `t[_, 0]`, `t[range(2, _)]`
inline constexpr all_t _{};
/// The whole axis, like `_`.
///
/// \numpy  `:`
/// \usage  `t[all, 0]`
inline constexpr all_t all{};

/// The type of `newaxis`.
struct newaxis_t {};
/// Inserts an axis of size 1 into the result.
///
/// \numpy  `None`, `np.newaxis`
/// \usage  `t[_, newaxis]`
inline constexpr newaxis_t newaxis{};

/// The type of `ellipsis`.
struct ellipsis_t {};
/// Selects, in full, every axis that the other items do not use. A subscript has at most one.
///
/// \numpy  `...`
/// \usage  `t[ellipsis, 0]`
inline constexpr ellipsis_t ellipsis{};

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// token/marks.hpp: the tokens without arguments.
#pragma once

namespace stria {

struct all_t {};
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

// SPDX-License-Identifier: BSL-1.0
// token/bound.hpp: a begin, end or step of a range: open, a compile-time constant or a run-time
// value. Tests: tests/dsl/item.cpp, tests/dsl/range.cpp.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/token/constant.hpp>
#include <stria/token/marks.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace stria {

/// \internal
/// Whether a bound is open, a constant or a run-time value.
enum class bound_state : unsigned char { open, constant, runtime };

/// \internal
/// The compile-time part of a bound, as a structural type. The value is 0 unless the bound is a
/// constant.
struct bound_code {
  bound_state state;
  index value;
  friend constexpr bool operator==(const bound_code&, const bound_code&) = default;
};

namespace detail {

// The three kinds of bounds as they are stored in a token.
struct open_bound {
  static constexpr bound_code code{bound_state::open, 0};
  constexpr index value() const { return 0; }
};
template <index N> struct constant_bound {
  static constexpr bound_code code{bound_state::constant, N};
  constexpr index value() const { return N; }
};
struct runtime_bound {
  static constexpr bound_code code{bound_state::runtime, 0};
  index n;
  constexpr index value() const { return n; }
};

template <class T>
concept bound_item = std::same_as<bare<T>, all_t> || constant_item<T> || integer_item<T>;

constexpr open_bound make_bound(all_t) { return {}; }
template <constant_item C> constexpr auto make_bound(C) {
  return constant_bound<constant_traits<C>::value>{};
}
template <integer_item Ix> constexpr runtime_bound make_bound(Ix i) { return {to_index(i)}; }

template <class T> using bound_for = decltype(make_bound(std::declval<bare<T>>()));

} // namespace detail
} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// numpy/order/sorter.hpp: sorting in descending order, and searching in an unsorted operand by
// means of a sorter, which lists the positions that would sort the operand.
// Tests: tests/numpy/parameters.cpp.
#pragma once

#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/flip.hpp>

namespace stria {

/// Searches in `s`, which need not be sorted. `sorter` lists the positions that would sort it.
/// Throws index_error for a position out of bounds. NumPy: `np.searchsorted(s, v, side, sorter)`.
template <detail::operand S, class V, detail::operand Ix>
  requires(detail::rank_of<S> == 1 && detail::rank_of<Ix> == 1 &&
           std::integral<detail::value_t<Ix>>)
constexpr auto searchsorted(S&& s, V&& v, detail::side_argument side, Ix&& sorter) {
  return searchsorted(take(static_cast<S&&>(s), static_cast<Ix&&>(sorter), constant<0>()),
                      static_cast<V&&>(v), side);
}
/// Searches with a sorter and `search_side::left`.
template <detail::operand S, class V, detail::operand Ix>
  requires(detail::rank_of<S> == 1 && detail::rank_of<Ix> == 1 &&
           std::integral<detail::value_t<Ix>>)
constexpr auto searchsorted(S&& s, V&& v, Ix&& sorter) {
  return searchsorted(static_cast<S&&>(s), static_cast<V&&>(v), search_side::left,
                      static_cast<Ix&&>(sorter));
}

namespace detail {

struct side_verdict {
  static constexpr message text() {
    return message(
        "stria: searchsorted: the values are followed by the side, search_side::right or "
        "\"right\", and then integer positions that would sort the first operand");
  }
};

} // namespace detail

STRIA_FOREIGN_BECAUSE(searchsorted, detail::side_verdict, detail::ours, detail::ours,
                      detail::whatever, detail::whatever = {});

} // namespace stria

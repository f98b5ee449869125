// SPDX-License-Identifier: BSL-1.0
// numpy/select/axis_positions.hpp: the positions along an axis that an integer, a list, a mask or a
// slice selects. Tests: tests/numpy/join/editing.cpp, tests/numpy/select/indices.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/expr/operators.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/select/position_loops.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/plan/slice_plan.hpp>
#include <stria/subscript/index_list.hpp>

namespace stria::detail {

template <class Ix>
concept one_place = integer_item<Ix> || constant_item<Ix>;
template <class Ix>
concept slice_item = basic_item<Ix> && !one_place<Ix> && [] {
  using traits = basic_item_traits<std::remove_cvref_t<Ix>>;
  return traits::count == 1 && traits::code[0].kind == item_kind::slice;
}();
template <class Ix>
concept places_item = one_place<Ix> || slice_item<Ix> || integer_operand<Ix> || integer_range<Ix> ||
                      (bool_operand<Ix> && rank_of<Ix> == 1);

/// The positions among 0, 1, ..., n - 1 that a slice selects. The type depends on Ix, so that it is
/// instantiated only where it is used.
template <class Ix> constexpr auto sliced_places(const Ix& item, index n) {
  using all_of_them = positions<unknown_shape<basic_item_traits<Ix>::count>()[0]>;
  return counters<Ix>(all_of_them(n)[item]);
}

/// An integer item as a position on an axis of size n; a negative one counts from the end. Throws
/// index_error if the position is out of bounds.
template <integer_item Ix> constexpr index place_on_axis(Ix i, index n, std::size_t axis) {
  const index w = wrap(to_index(i), n);
  if (!inside(w, n)) [[unlikely]]
    raise<index_error>(say_outside(i, n, axis));
  return w;
}

/// Tests whether each element is nonzero.
template <class A> constexpr decltype(auto) as_mask(const A& a) {
  if constexpr (bool_operand<A>)
    return (a);
  else if constexpr (std::is_convertible_v<value_t<A>, bool>)
    return make_map(logical_not_fn{}, make_map(logical_not_fn{}, a));
  else
    return a != value_t<A>();
}

/// The positions where a mask of rank 1 is true.
template <class M> constexpr auto true_places(const M& mask) {
  auto found = find_true(mask);
  const index count = found.shape()[0];
  counters<M> places({count}, uninitialized_t{});
  set_each(places, [&](index i) { return found.data(0)[i]; });
  return places;
}

/// The positions that an item selects on an axis of size n. Throws index_error if a position is
/// out of bounds, and shape_error if the size of a mask differs from n.
template <class Ix> constexpr auto places_of(const Ix& item, index n, std::size_t axis) {
  if constexpr (one_place<Ix>) {
    counters<Ix> places({1}, uninitialized_t{});
    places.data()[0] = place_on_axis(hold_integer(item), n, axis);
    return places;
  } else if constexpr (slice_item<Ix>) {
    return sliced_places(item, n);
  } else if constexpr (operand<Ix>) {
    if constexpr (bool_operand<Ix>) {
      if (item.shape()[0] != n) [[unlikely]]
        raise_mask(item.shape()[0], n);
      return true_places(item);
    } else {
      const auto values = eval(item);
      counters<Ix> places({values.size()}, uninitialized_t{});
      set_each(places, [&](index i) { return place_on_axis(values.data()[i], n, axis); });
      return places;
    }
  } else {
    return places_of(as_tensor(item), n, axis);
  }
}

/// The positions on an axis of size n that are not in `places`.
template <class P> constexpr auto other_places(const P& places, index n) {
  using kept_t = typename tensor_of<bool, unknown_shape<rank_of<P>>()>::type;
  kept_t kept(std::array<index, 1>{n}, uninitialized_t{});
  set_elements(kept, true);
  set_elements_at(kept, places, false);
  return true_places(kept);
}

} // namespace stria::detail

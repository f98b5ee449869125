// SPDX-License-Identifier: BSL-1.0
// gather/resolve.hpp: index arrays to checked places, for reading and for writing alike.
#pragma once

#include <stria/eval/materialize.hpp>
#include <stria/gather/item.hpp>

namespace stria::detail {

/// A place that is not to be read or written.
inline constexpr index dropped_place = PTRDIFF_MIN / 2;

/// One entry of an index array as a distance along its axis. An entry outside sets a flag, and the
/// caller looks for it: the loop stays free of exceptions.
template <class Policy, bool Wraps> struct place_fn {
  static constexpr const char* text = "index";
  index size, step;
  bool* outside;

  template <class I> STRIA_INLINE constexpr index operator()(const I& entry) const {
    const index i = Wraps ? wrap(to_index(entry), size) : to_index(entry);
    if (inside(i, size))
      return i * step;
    if constexpr (std::same_as<Policy, out_of_bounds::clip_t>)
      return clamp(i, 0, size - 1) * step;
    *outside = true;
    if constexpr (std::same_as<Policy, out_of_bounds::drop_t>)
      return dropped_place;
    return 0;
  }
};

/// Distances along several axes add up; a dropped one drops the place.
struct join_places_fn {
  static constexpr const char* text = "index";
  STRIA_INLINE constexpr index operator()(index a, index b) const {
    return a < 0 && a <= dropped_place ? a : b <= dropped_place ? b : a + b;
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_entry(index value, index size, std::size_t axis,
                                                   std::span<const index> entry, bool wraps) {
  message m("stria: index ");
  m << value << " at entry ";
  say_shape(m, entry);
  m << " of the index is out of bounds for axis " << axis << ", which has " << size
    << (size == 1 ? " element" : " elements");
  if (!wraps && value < 0)
    m << "; an nd index does not count from the end";
  raise<index_error>(m);
}

/// Finds the first entry outside and names it.
template <bool Wraps, class I>
constexpr void raise_first_outside(const I& component, index size, std::size_t axis) {
  const auto n = component.shape();
  constexpr std::size_t R = rank_of<I>;
  std::array<index, R> at{};
  for (index k = count_elements(n); k > 0; --k) {
    axis_refs<R> refs{};
    for (std::size_t a = 0; a < R; ++a)
      refs[a].begin = at[a];
    const index value = to_index(component.template cursor<no_hint, 0>(refs).item());
    if (!inside(Wraps ? wrap(value, size) : value, size))
      raise_entry(value, size, axis, at, Wraps);
    for (std::size_t a = R; a-- > 0;) {
      if (++at[a] < n[a])
        break;
      at[a] = 0;
    }
  }
}

/// The places of all entries: sum over the indexed axes of entry * stride, as a tensor of the
/// broadcast shape of the index. Every entry is checked before the caller reads or writes anything:
/// `index_error` names the first one outside and the extent.
template <class Index, std::size_t... K, std::size_t D = sizeof...(K)>
constexpr auto resolve_places(const Index& index_, const std::array<index, D>& sizes,
                              const std::array<index, D>& strides, std::index_sequence<K...>) {
  using policy = typename Index::policy;
  constexpr bool raises = std::same_as<policy, out_of_bounds::raise_t>;
  typename tensor_of<index, Index::extents>::type places(index_.shape(), uninitialized_t{});
  const auto add_axis_places = [&]<std::size_t A>(std::integral_constant<std::size_t, A>) {
    bool outside = false;
    const auto stored = index_.template component<A>();
    const auto& component = prepare(stored);
    using component_t = std::remove_cvref_t<decltype(component)>;
    using fn = place_fn<policy, Index::wraps>;
    const map_of<fn, ref<component_t>> distance(fn{sizes[A], strides[A], &outside}, component);
    // Nothing of an axis without elements can be clipped to.
    if (std::same_as<policy, out_of_bounds::clip_t> && sizes[A] == 0 && places.size() != 0)
      raise_first_outside<Index::wraps>(component, sizes[A], A);
    if constexpr (A == 0)
      run_into<store_kernel>(places, distance);
    else
      run_into<update_kernel<join_places_fn>>(places, distance);
    if (raises && outside) [[unlikely]]
      raise_first_outside<Index::wraps>(component, sizes[A], A);
  };
  (add_axis_places(std::integral_constant<std::size_t, K>{}), ...);
  if constexpr (D == 0)
    run_into<store_kernel>(places, scalar<index>(0));
  return places;
}

} // namespace stria::detail

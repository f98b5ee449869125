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

/// The places of one component along its axis, into (Kernel: added to) `places`. `index_error`
/// names the first entry outside.
template <class Kernel, class Index, class Places, class I>
constexpr void place_component(Places& places, const I& component, index size, index step,
                               std::size_t axis) {
  using policy = typename Index::policy;
  constexpr bool raises = std::same_as<policy, out_of_bounds::raise_t>;
  constexpr bool clips = std::same_as<policy, out_of_bounds::clip_t>;
  bool outside = false;
  if (count_elements(places.shape()) != 0) {
    using fn = place_fn<policy, Index::wraps>;
    const map_of<fn, ref<I>> distance(fn{size, step, &outside}, component);
    // Nothing of an axis without elements can be clipped to.
    if (!(clips && size == 0))
      run_into<Kernel>(places, distance);
    outside = (raises && outside) || (clips && size == 0);
  } else {
    // Entries that select nothing are checked all the same.
    outside = raises;
  }
  if (outside) [[unlikely]]
    raise_first_outside<Index::wraps>(component, size, axis);
}

/// The places of all entries: the sum over the indexed axes of entry * stride, as a tensor of the
/// broadcast shape of the index. Every entry is checked before the caller reads or writes anything.
template <class Index, std::size_t D>
constexpr auto resolve_places(const Index& index_, const std::array<index, D>& sizes,
                              const std::array<index, D>& strides) {
  typename tensor_of<index, Index::extents>::type places(index_.shape(), uninitialized_t{});
  const auto add = [&]<std::size_t A>(std::integral_constant<std::size_t, A>, const auto& stored) {
    const auto& component = prepare(stored);
    using kernel = std::conditional_t<A == 0, store_kernel, update_kernel<join_places_fn>>;
    place_component<kernel, Index>(places, component, sizes[A], strides[A], A);
  };
  if constexpr (D == 0)
    run_into<store_kernel>(places, scalar<index>(0));
  index_.visit(add);
  return places;
}

/// The extents of an index with one axis more in front.
template <index N, auto Batch> constexpr auto stacked_extents() {
  auto s = unknown_shape<Batch.rank() + 1>();
  s[0] = extent::make(N);
  for (std::size_t k = 0; k < Batch.rank(); ++k)
    s[k + 1] = Batch[k];
  return s;
}

/// The positions of all entries along each of the D indexed axes: a tensor of shape (D,) + that of
/// the index.
template <class Index, std::size_t D>
constexpr auto resolve_positions(const Index& index_, const std::array<index, D>& sizes) {
  constexpr std::size_t B = Index::extents.rank();
  using positions_t =
      typename tensor_of<index, stacked_extents<static_cast<index>(D), Index::extents>()>::type;
  std::array<index, B + 1> n{static_cast<index>(D)};
  const auto batch = index_.shape();
  for (std::size_t k = 0; k < B; ++k)
    n[k + 1] = batch[k];
  positions_t positions(n, uninitialized_t{});
  const auto add = [&]<std::size_t A>(std::integral_constant<std::size_t, A>, const auto& stored) {
    const auto& component = prepare(stored);
    auto along = positions[constant<static_cast<index>(A)>{}, ellipsis];
    place_component<store_kernel, Index>(along, component, sizes[A], 1, A);
  };
  index_.visit(add);
  return positions;
}

} // namespace stria::detail

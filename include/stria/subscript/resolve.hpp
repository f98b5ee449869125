// SPDX-License-Identifier: BSL-1.0
// subscript/resolve.hpp: resolves index arrays to checked places, for reading and writing.
// Tests: tests/subscript/places.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>
#include <stria/expr/positions.hpp>
#include <stria/expr/region.hpp>
#include <stria/subscript/nd_item.hpp>

#include <limits>

namespace stria::detail {

/// A place that is neither read nor written.
inline constexpr index dropped_place = PTRDIFF_MIN / 2;

/// The position that an entry of an index refers to along its axis.
template <bool Wraps, class Ix>
STRIA_INLINE constexpr index position_of(const Ix& entry, index size) {
  const index i = to_index(entry);
  return Wraps ? wrap(i, size) : i;
}

/// Combines entries along several axes into one place: the sum of position * step. The policies
/// `drop` and `clip` are applied here; with `raise`, all entries have already been checked. Steps
/// are the strides known at compile time.
template <class Policy, bool Wraps, auto Steps> struct place_fn {
  static constexpr const char* text = "index";
  static constexpr std::size_t D = Steps.size();
  std::array<index, D> sizes, steps;

  template <class... Ix> STRIA_INLINE constexpr index operator()(const Ix&... entry) const {
    return place_of(std::make_index_sequence<D>(), entry...);
  }

private:
  template <std::size_t... K, class... Ix>
  STRIA_INLINE constexpr index place_of(std::index_sequence<K...>, const Ix&... entry) const {
    if constexpr (std::same_as<Policy, out_of_bounds::drop_t>)
      if (!(inside(position_of<Wraps>(entry, sizes[K]), sizes[K]) && ...))
        return dropped_place;
    return (along<K>(position_of<Wraps>(entry, sizes[K])) + ...);
  }
  template <std::size_t K> STRIA_INLINE constexpr index along(index i) const {
    if constexpr (std::same_as<Policy, out_of_bounds::clip_t>)
      i = clamp(i, 0, sizes[K] - 1);
    if constexpr (Steps[K] != unknown_stride)
      return i * Steps[K];
    else
      return i * steps[K];
  }
};

/// The smallest and the largest entry. Valid entries form an interval, so checking these two is
/// enough.
struct entry_range {
  index low = std::numeric_limits<index>::max(), high = std::numeric_limits<index>::min();
};
struct range_kernel : row_kernel {
  template <class O, class Ix> static constexpr void row(O out, Ix in, index n) {
    auto [low, high] = out[0];
    for (index i = 0; i < n; ++i) {
      const index entry = to_index(in[i]);
      low = entry < low ? entry : low;
      high = entry > high ? entry : high;
    }
    out[0] = {low, high};
  }
};

/// The smallest and the largest of the entries that a cursor reads in loops of sizes n.
template <std::size_t R, class C>
constexpr entry_range range_of(const std::array<index, R>& n, const C& c) {
  entry_range range;
  run_loop<range_kernel>(n, state_cursor<entry_range>{&range}, c);
  return range;
}
/// Whether all of some entries are inside their axis of `size` elements.
template <bool Wraps, class Ix> constexpr bool all_inside(const Ix& entries, index size) {
  const auto [low, high] =
      range_of(entries.shape(), input_cursor<rank_of<Ix>, extents_of<Ix>>(entries));
  return low > high || (low >= (Wraps ? -size : 0) && high < size);
}

template <std::integral Ix>
[[noreturn]] [[gnu::cold]] void raise_index_array_outside_axis(Ix value, index size,
                                                               std::size_t axis,
                                                               array_ref<index> entry, bool wraps) {
  message m("stria: index ");
  m << value << " at entry ";
  say_shape(m, entry);
  m << " of the index is out of bounds for axis " << axis << ", which has " << size
    << (size == 1 ? " element" : " elements");
  if (!wraps && value < Ix{0})
    m << "; negative indices do not count from the end here";
  raise<index_error>(m);
}

/// Finds the first entry outside its axis and raises an error that names it.
template <bool Wraps, class Ix>
constexpr void raise_first_outside(const Ix& component, index size, std::size_t axis) {
  const auto n = component.shape();
  constexpr std::size_t R = rank_of<Ix>;
  std::array<index, R> at{};
  for (index k = count_elements(n); k > 0; --k) {
    axis_refs<R> refs{};
    for (std::size_t a = 0; a < R; ++a)
      refs[a].begin = at[a];
    const auto given = member_access::cursor<no_hint, 0>(component, refs).item();
    const index value = to_index(given);
    if (!inside(Wraps ? wrap(value, size) : value, size))
      raise_index_array_outside_axis(given, size, axis, at, Wraps);
    for (std::size_t a = R; a-- > 0;) {
      if (++at[a] < n[a])
        break;
      at[a] = 0;
    }
  }
}

/// Raises `index_error` for the first entry outside its axis, if the policy of the index is
/// `raise`. With `clip`, raises it if the axis has no elements, because there is no nearest place.
template <class Index, class Ix>
constexpr void check_entries(const Ix& component, index size, std::size_t axis) {
  using policy = typename Index::policy;
  if constexpr (std::same_as<policy, out_of_bounds::raise_t>) {
    if (!all_inside<Index::wraps>(component, size)) [[unlikely]]
      raise_first_outside<Index::wraps>(component, size, axis);
  } else if constexpr (std::same_as<policy, out_of_bounds::clip_t>) {
    if (size == 0) [[unlikely]]
      raise_first_outside<Index::wraps>(component, size, axis);
  }
}

/// Restricts a region of the source, along one axis, to the interval of the positions in a region
/// of the index. Before the call, the region of the source must contain the whole axis. Error
/// messages call it axis `named`.
template <class Index, class Ix, std::size_t R, std::size_t B>
constexpr void set_hull(region<R>& r, std::size_t axis, const Ix& component,
                        const region<B>& of_index, [[maybe_unused]] std::size_t named) {
  const index size = r.size[axis];
  if constexpr (std::same_as<typename Index::policy, out_of_bounds::raise_t>) {
    const entry_range range = range_of(
        of_index.size, member_access::cursor<no_hint, B>(
                           component, broadcast_refs(refs_of(of_index), component.shape())));
    if (range.low > range.high)
      return set_axis(r, axis, 0, 1, 0);
    if (Index::wraps && range.low < 0 && range.high >= 0)
      return;
    const index low = position_of<Index::wraps>(range.low, size),
                high = position_of<Index::wraps>(range.high, size);
    if (inside(low, size) && inside(high, size))
      set_axis(r, axis, low, 1, high - low + 1);
    else
      check_entries<Index>(component, size, named);
  }
}

/// The checked places of all entries, with the broadcast shape of the index. `axes` are the indexed
/// axes of the source, for error messages. Steps are the strides known at compile time. Entries in
/// memory are converted to places as they are read; others are stored as a tensor of places.
template <auto Steps, bool InMemory, class Index, std::size_t D>
constexpr auto resolve_places(const Index& index_, const std::array<index, D>& sizes,
                              const std::array<index, D>& strides,
                              [[maybe_unused]] const std::size_t* axes) {
  using places_t = typename tensor_of<index, Index::extents>::type;
  using policy = typename Index::policy;
  const auto n = index_.shape();
  if constexpr (D == 0) {
    places_t places(n, uninitialized_t{});
    run_into<store_kernel>(places, scalar<index>(0));
    return places;
  } else {
    return index_.components([&]<class... C>(const C&... component) {
      std::size_t k = 0;
      (..., (check_entries<Index>(component, sizes[k], axes[k]), ++k));
      using fn = place_fn<policy, Index::wraps, Steps>;
      if constexpr (InMemory && std::same_as<policy, out_of_bounds::raise_t>)
        return map_of<fn, C...>(fn{sizes, strides}, component...);
      else {
        // The components may have fewer axes than the index, which a mask of rank 0 extends.
        places_t places(n, uninitialized_t{});
        run_into<store_kernel>(places, map_of<fn, ref<C>...>(fn{sizes, strides}, component...));
        return places;
      }
    });
  }
}

/// The extents of an index with an additional first axis.
template <index N, auto Batch> constexpr auto stacked_extents() {
  auto s = unknown_shape<Batch.rank() + 1>();
  s[0] = extent::make(N);
  for (std::size_t k = 0; k < Batch.rank(); ++k)
    s[k + 1] = Batch[k];
  return s;
}

/// The positions of all entries along each of the D indexed axes, as a tensor of shape (D,) + the
/// shape of the index. `axes` are the indexed axes, for error messages.
template <class Index, std::size_t D>
constexpr auto resolve_positions(const Index& index_, const std::array<index, D>& sizes,
                                 [[maybe_unused]] const std::size_t* axes) {
  constexpr std::size_t B = Index::extents.rank();
  using positions_t =
      typename tensor_of<index, stacked_extents<static_cast<index>(D), Index::extents>()>::type;
  std::array<index, B + 1> n{static_cast<index>(D)};
  const auto batch = index_.shape();
  for (std::size_t k = 0; k < B; ++k)
    n[k + 1] = batch[k];
  positions_t positions(n, uninitialized_t{});
  const auto add = [&]<std::size_t A>(std::integral_constant<std::size_t, A>,
                                      const auto& component) {
    using fn = place_fn<typename Index::policy, Index::wraps, std::array<index, 1>{1}>;
    using part = bare<decltype(component)>;
    check_entries<Index>(component, sizes[A], axes[A]);
    auto along = positions[constant<static_cast<index>(A)>{}, ellipsis];
    run_into<store_kernel>(along, map_of<fn, ref<part>>(fn{{sizes[A]}, {1}}, component));
  };
  index_.components([&](const auto&... component) {
    [&]<std::size_t... A>(std::index_sequence<A...>) {
      (add(std::integral_constant<std::size_t, A>{}, component), ...);
    }(std::make_index_sequence<D>());
  });
  return positions;
}

} // namespace stria::detail

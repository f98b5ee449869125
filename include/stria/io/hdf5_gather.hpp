// SPDX-License-Identifier: BSL-1.0
// io/hdf5_gather.hpp: gathers from a data set by index arrays, reading each chunk once.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/checked.hpp>
#include <stria/io/hdf5_dataset.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace stria::detail {

/// The number of positions along each indexed axis that are read at once. With chunks, it is the
/// size of a chunk. Without chunks, it is 1, except along the last indexed axis: there it is the
/// number of positions whose elements have 64 KiB in total.
template <std::size_t D>
std::array<index, D> h5_cells(const h5_data& d, const std::array<std::size_t, D>& axes,
                              index bytes_of_other_axes) {
  constexpr index wanted = index{64} << 10;
  std::array<index, D> cells{};
  for (std::size_t k = 0; k < D; ++k)
    cells[k] = d.chunks.empty() ? 1 : d.chunks[axes[k]];
  if (d.chunks.empty() && D > 0)
    cells[D - 1] = std::max(index{1}, wanted / std::max(index{1}, bytes_of_other_axes));
  return cells;
}

/// Copies a block between two arrays in memory; the last axis is the innermost loop.
template <class T, std::size_t R>
void h5_copy(T* to, const T* from, const std::array<index, R>& sizes,
             const std::array<index, R>& to_steps, const std::array<index, R>& from_steps,
             std::size_t axis = 0) {
  if constexpr (R == 0) {
    *to = *from;
  } else {
    for (index i = 0; i < sizes[axis]; ++i) {
      if (axis + 1 == R)
        *to = *from;
      else
        h5_copy(to, from, sizes, to_steps, from_steps, axis + 1);
      to += to_steps[axis];
      from += from_steps[axis];
    }
  }
}

template <class> struct h5_not_written {
  static constexpr message text() {
    return message("stria: a data set cannot be assigned to by index arrays or masks; "
                   "slices can be: d[range(2, 5)] = e");
  }
};

/// The elements of a data set at the positions of an index. It contains the gather that the same
/// subscript of a lazy expression would give.
template <class S, auto Spec, class Index>
class h5_gather<gather<S, Spec, Index>>
    : public h5_operand<h5_gather<gather<S, Spec, Index>>, value_t<S>,
                        gather<S, Spec, Index>::extents> {
  using T = value_t<S>;
  using gather_t = gather<S, Spec, Index>;
  static constexpr std::size_t R = rank_of<S>, B = Index::extents.rank(), N = R - Spec.count + B;
  static constexpr std::size_t D = Spec.count, Others = R - D;

  gather_t gather_;

public:
  explicit h5_gather(gather_t g) : gather_(std::move(g)) {}

  STRIA_NO_TARGET_BECAUSE(h5_gather, h5_not_written<Right>);

  axis_array<N> shape() const { return {gather_.shape()}; }

  // For internal use.
  void check() const {
    const h5_data& d = *gather_.source().data();
    // The file must be able to hold the elements of one position. The result may be larger than the
    // file, because the caller may list a position any number of times.
    auto part = gather_.source().part();
    for (std::size_t k = 0; k < D; ++k)
      part.box[static_cast<std::size_t>(part.source[indexed_axes[k]])].size = 1;
    h5_count(d, part.box);
    if (count_elements(shape()) < 0)
      raise<io_error>(say_file(d.name) << "the request has more elements than can be counted");
  }
  void read(T* to) const {
    const auto sizes = indexed_only<Spec>(gather_.source().shape());
    gather_.places().check(sizes.data());
    const auto& resolved = gather_.places().resolved();
    const auto places = resolve_positions(resolved, sizes, named_axes<Spec>.data());
    read_places(to, places.data(), count_elements(gather_.places().shape()));
  }

private:
  // The axes of the source that are indexed, and the others.
  static constexpr auto indexed_axes = [] {
    std::array<std::size_t, D> a{};
    for (std::size_t k = 0; k < D; ++k)
      a[k] = Spec.axes[k];
    return a;
  }();
  static constexpr auto other_axes = [] {
    std::array<std::size_t, Others> a{};
    std::size_t next = 0;
    for (std::size_t k = 0; k < R; ++k)
      if (!Spec.indexed(k))
        a[next++] = k;
    return a;
  }();

  void read_places(T* to, const index* places, index count) const {
    const h5_data& d = *gather_.source().data();
    auto part = gather_.source().part();
    constexpr std::size_t In = std::tuple_size_v<decltype(part.box)>;
    std::array<std::size_t, D> axes{};
    for (std::size_t k = 0; k < D; ++k)
      axes[k] = static_cast<std::size_t>(part.source[indexed_axes[k]]);

    // Strides of the result, and of the elements read for one position.
    const auto result_steps = row_major_strides(shape());
    std::array<index, Others> sizes{}, to_steps{};
    index beside = d.element_bytes;
    bool any = count > 0;
    for (std::size_t k = 0; k < Others; ++k) {
      sizes[k] = part.sizes[other_axes[k]];
      to_steps[k] = result_steps[result_axis(Spec, other_axes[k], B)];
      any = any && sizes[k] > 0;
      if (!multiply_fits(beside, std::max(index{1}, sizes[k]), beside))
        beside = std::numeric_limits<index>::max();
    }
    if (!any)
      return;
    const index entry_step = B == 0 ? 0 : result_steps[Spec.front + B - 1];

    const auto cells = h5_cells<D>(d, axes, beside);
    const auto place = [&](std::size_t k, index entry) {
      return places[static_cast<index>(k) * count + entry];
    };
    const auto dropped = [&](index entry) {
      bool is = false;
      for (std::size_t k = 0; k < D; ++k)
        is = is || place(k, entry) <= dropped_place;
      return is;
    };
    const auto cell_of = [&](index entry) {
      std::array<index, D> c{};
      for (std::size_t k = 0; k < D; ++k)
        c[k] = place(k, entry) / cells[k];
      return c;
    };
    std::vector<index> order;
    order.reserve(static_cast<std::size_t>(count));
    std::array<index, Others> still{};
    for (index entry = 0; entry < count; ++entry)
      if (!dropped(entry)) {
        order.push_back(entry);
      } else {
        const T nothing{};
        h5_copy(to + entry * entry_step, &nothing, sizes, to_steps, still);
      }
    std::ranges::sort(order, {}, [&](index entry) { return std::pair(cell_of(entry), entry); });

    tensor<T, dyn> block;
    for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
      const auto cell = cell_of(order[first]);
      std::array<index, D> low{}, high{};
      for (std::size_t k = 0; k < D; ++k)
        low[k] = high[k] = place(k, order[first]);
      for (end = first; end < order.size() && cell_of(order[end]) == cell; ++end)
        for (std::size_t k = 0; k < D; ++k) {
          low[k] = std::min(low[k], place(k, order[end]));
          high[k] = std::max(high[k], place(k, order[end]));
        }
      for (std::size_t k = 0; k < D; ++k)
        part.box[axes[k]] = {low[k], 1, high[k] - low[k] + 1};
      const index size = h5_count(d, part.box);
      if (block.size() < size)
        block = tensor<T, dyn>(std::array<index, 1>{size}, uninitialized_t{});
      h5_read(d, part.box, size, block.data());

      std::array<index, In> box_sizes{};
      for (std::size_t k = 0; k < In; ++k)
        box_sizes[k] = part.box[k].size;
      const auto box_steps = row_major_strides(box_sizes);
      std::array<index, Others> from_steps{};
      index origin = 0;
      for (std::size_t k = 0; k < Others; ++k) {
        const std::size_t o = other_axes[k];
        if (part.source[o] < 0)
          continue;
        from_steps[k] = box_steps[static_cast<std::size_t>(part.source[o])];
        if (part.reversed[o]) {
          origin += (sizes[k] - 1) * from_steps[k];
          from_steps[k] = -from_steps[k];
        }
      }
      for (std::size_t e = first; e < end; ++e) {
        index from = origin;
        for (std::size_t k = 0; k < D; ++k)
          from += (place(k, order[e]) - low[k]) * box_steps[axes[k]];
        h5_copy(to + order[e] * entry_step, block.data() + from, sizes, to_steps, from_steps);
      }
    }
  }
};

} // namespace stria::detail

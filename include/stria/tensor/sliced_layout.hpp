// SPDX-License-Identifier: BSL-1.0
// tensor/sliced_layout.hpp: applies a subscript of basic items to a layout.
// Tests: tests/tensor/subscript.cpp, tests/laws/slicing.cpp, tests/tensor/view.cpp.
#pragma once

#include <stria/plan/result_shape.hpp>
#include <stria/tensor/layout.hpp>

namespace stria::detail {

/// Computes stepped_stride() at compile time where that is possible. If the size is known only at
/// run time, it may be 1 or 0; a stride longer than longest_idle_stride is then determined at run
/// time.
constexpr index stepped_stride_in_type(index s, index step, const extent& size) {
  if (s == unknown_stride)
    return unknown_stride;
  if (size.is_static())
    return stepped_stride(s, step, size.size);
  const index stride = multiply_strides(s, step);
  return step == 1 || is_idle_stride(stride) ? stride : unknown_stride;
}

/// The compile-time layout of a slice. It consists of extents and strides only, so slicing twice
/// gives the same type as the composed slice.
template <auto L, auto Code> constexpr auto sliced_layout() {
  constexpr auto& p = static_plan_of<L.shape, Code>;
  static_layout<p.result_rank> r{result_shape<L.shape, Code>(), {}};
  std::size_t out = 0;
  for (std::size_t i = 0; i < p.count; ++i) {
    const dense_entry& e = p.entries[i];
    switch (e.kind) {
    case dense_kind::integer: break;
    case dense_kind::new_axis: r.strides[out++] = 0; break;
    case dense_kind::whole: r.strides[out++] = L.strides[e.axis]; break;
    case dense_kind::slice: {
      const item_code& c = Code.items[e.item];
      r.strides[out] =
          known(c.step) ? stepped_stride_in_type(L.strides[e.axis], values_of(c).step, r.shape[out])
                        : unknown_stride;
      ++out;
    }
    }
  }
  return r;
}

/// Whether all bounds and steps are known at compile time.
template <std::size_t N> constexpr bool knows_values(const subscript_code<N>& code) {
  for (std::size_t k = 0; k < N; ++k)
    if (!known(code.items[k].begin) || !known(code.items[k].end) || !known(code.items[k].step))
      return false;
  return true;
}

/// Applies the rules of `apply_item` to an entry of a subscript; begin, end and strides are the
/// run-time values of its items. Entries and items are constants and produce no code.
///
/// \throws  index_error, value_error for faults that the types do not show
STRIA_INLINE constexpr axis_slice take_entry(const dense_entry& d, const item_code* items,
                                             const index* sizes, const index* begin,
                                             const index* end, const index* strides) {
  const index n = d.kind == dense_kind::new_axis ? 0 : sizes[d.axis];
  if (d.kind == dense_kind::new_axis || d.kind == dense_kind::whole)
    return apply_item(d.kind, n, {}, true, true).taken;
  const item_code& c = items[d.item];
  const item_values k = values_of(c);
  const item_values v{known(c.begin) ? k.begin : begin[d.item], known(c.end) ? k.end : end[d.item],
                      known(c.step) ? k.step : strides[d.item]};
  const auto [taken, fault] = apply_item(d.kind, n, v, c.begin.state == bound_state::open,
                                         c.end.state == bound_state::open);
  if (fault != item_fault::none) [[unlikely]]
    raise_index_outside_axis_or_step_0(fault, {v.begin, end[d.item], v.step}, n, d);
  return taken;
}

/// The path of a slice through its source: the begin for each axis of the source; the source axis,
/// the step and the size for each axis of the result.
template <std::size_t In, std::size_t Out> struct slice_walk {
  std::array<index, In> begin{};
  std::array<index, Out> step{}, size{};
  std::array<int, Out> source{};

  /// Adds the next entry, which is axis `out` of the result unless it picks one element.
  STRIA_INLINE constexpr void add(const dense_entry& d, const axis_slice& taken, std::size_t& out) {
    if (d.kind != dense_kind::new_axis)
      begin[d.axis] = taken.begin;
    if (d.kind == dense_kind::integer)
      return;
    step[out] = taken.step;
    size[out] = taken.size;
    source[out++] = d.kind == dense_kind::new_axis ? -1 : static_cast<int>(d.axis);
  }
};

// The entries are unrolled so that their compile-time part produces no work at run time. Everything
// is in one function, because the optimiser processes an inlined function twice: first alone, then
// as a part of its caller.
template <auto Shape, auto Code, std::size_t... Ix>
constexpr auto walk_entries([[maybe_unused]] const index* sizes, const encoded<Code>& e,
                            std::index_sequence<Ix...>) {
  constexpr auto& p = static_plan_of<Shape, Code>;
  slice_walk<Shape.rank(), p.result_rank> w;
  [[maybe_unused]] std::size_t out = 0;
  (w.add(
       p.entries[Ix],
       take_entry(p.entries[Ix], Code.items, sizes, e.begin.data(), e.end.data(), e.strides.data()),
       out),
   ...);
  return w;
}
template <auto Shape, auto Code>
constexpr auto walk_slice(const std::array<index, Shape.rank()>& sizes, const encoded<Code>& e) {
  return walk_entries<Shape, Code>(sizes.data(), e,
                                   std::make_index_sequence<static_plan_of<Shape, Code>.count>());
}

template <std::size_t R> struct placed {
  index offset = 0;
  std::array<index, R> sizes{}, strides{};
};

/// Builds the slice of memory entry by entry. A slice without elements keeps the offset of its
/// source, so that nothing points outside the storage.
template <std::size_t R> class placing {
  placed<R> r_{};
  std::size_t out_ = 0, offset_ = 0; // unsigned: sizes of an empty slice may be huge
  bool empty_ = false;

public:
  /// Adds the next entry; s is the stride of its axis, 0 for a new axis.
  STRIA_INLINE constexpr void add(const dense_entry& d, const axis_slice& taken, index s) {
    offset_ += static_cast<std::size_t>(taken.begin) * static_cast<std::size_t>(s);
    if (d.kind == dense_kind::integer)
      return;
    empty_ = empty_ || taken.size == 0;
    r_.sizes[out_] = taken.size;
    r_.strides[out_++] = stepped_stride(s, taken.step, taken.size);
  }
  STRIA_INLINE constexpr placed<R> place() {
    r_.offset = empty_ ? 0 : static_cast<index>(offset_);
    return r_;
  }
};

/// Builds the slice of memory with these sizes and strides, in the same way as walk_entries.
template <auto Shape, auto Code, std::size_t... Ix>
STRIA_INLINE constexpr auto place_entries(const index* sizes, const index* strides,
                                          const encoded<Code>& e, std::index_sequence<Ix...>) {
  constexpr auto& p = static_plan_of<Shape, Code>;
  placing<p.result_rank> r;
  (r.add(
       p.entries[Ix],
       take_entry(p.entries[Ix], Code.items, sizes, e.begin.data(), e.end.data(), e.strides.data()),
       p.entries[Ix].kind == dense_kind::new_axis ? 0 : strides[p.entries[Ix].axis]),
   ...);
  return r.place();
}

/// Builds the slice if everything is known at compile time and there is no fault. All subscripts
/// with this number of items share the function, which produces no code.
template <std::size_t Out, std::size_t R, std::size_t N>
constexpr placed<Out> place_known(const static_plan<R, N>& p, const subscript_code<N>& code,
                                  const std::array<index, R>& sizes,
                                  const std::array<index, R>& strides) {
  placing<Out> r;
  for (std::size_t k = 0; k < p.count; ++k) {
    const dense_entry& d = p.entries[k];
    r.add(d, take_entry(d, code.items, sizes.data(), nullptr, nullptr, nullptr),
          d.kind == dense_kind::new_axis ? 0 : strides[d.axis]);
  }
  return r.place();
}

} // namespace stria::detail

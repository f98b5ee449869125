// SPDX-License-Identifier: BSL-1.0
// layout/sliced.hpp: a layout and a subscript of basic items give a layout.
#pragma once

#include <stria/layout/layout.hpp>
#include <stria/plan/result_shape.hpp>

namespace stria::detail {

/// What the compiler knows of the layout of a slice. Only extents and strides remain, not how they
/// came about: slicing twice gives the type of the composed slice.
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
      const index step = known(c.step) ? values_of(c).step : unknown_stride;
      r.strides[out++] = multiply_strides(L.strides[e.axis], step);
    }
    }
  }
  return r;
}

/// Where the result of a slice begins, and how it walks the source: for each axis of the source the
/// begin, for each of the result the source axis, the step and the size.
template <std::size_t In, std::size_t Out> struct slice_walk {
  std::array<index, In> begin{};
  std::array<index, Out> step{}, size{};
  std::array<int, Out> source{};
  bool empty = false;
};

/// The rules of `apply_item` on every axis. Refuses what the type could not show: `index_error`,
/// `value_error`.
template <auto Shape, auto Code>
constexpr auto walk_slice(const std::array<index, Shape.rank()>& sizes, const encoded<Code>& e) {
  constexpr auto& p = static_plan_of<Shape, Code>;
  slice_walk<Shape.rank(), p.result_rank> w;
  std::size_t out = 0;
  for (std::size_t i = 0; i < p.count; ++i) {
    const dense_entry& d = p.entries[i];
    if (d.kind == dense_kind::new_axis) {
      w.step[out] = 0;
      w.size[out] = 1;
      w.source[out++] = -1;
      continue;
    }
    const index n = sizes[d.axis];
    bool open_begin = true, open_end = true;
    item_values v;
    if (d.kind != dense_kind::whole) {
      v = {e.begin[d.item], e.end[d.item], e.strides[d.item]};
      open_begin = Code.items[d.item].begin.state == bound_state::open;
      open_end = Code.items[d.item].end.state == bound_state::open;
    }
    const auto [taken, fault] = apply_item(d.kind, n, v, open_begin, open_end);
    if (fault != item_fault::none)
      raise_item(fault, v, n, d);
    w.begin[d.axis] = taken.begin;
    if (d.kind != dense_kind::integer) {
      w.step[out] = taken.step;
      w.size[out] = taken.size;
      w.source[out++] = static_cast<int>(d.axis);
      w.empty = w.empty || taken.size == 0;
    }
  }
  return w;
}

template <std::size_t R> struct placed {
  index offset = 0;
  std::array<index, R> sizes{}, strides{};
};

/// The walk over memory with strides: offset, sizes and strides of the result. A result without
/// elements keeps the offset, so that nothing ever points outside the storage.
template <std::size_t In, std::size_t Out>
constexpr placed<Out> place(const slice_walk<In, Out>& w, const std::array<index, In>& strides) {
  placed<Out> r;
  r.sizes = w.size;
  for (std::size_t k = 0; k < In && !w.empty; ++k)
    r.offset += w.begin[k] * strides[k];
  for (std::size_t k = 0; k < Out; ++k) {
    const index s = w.source[k] < 0 ? 0 : strides[static_cast<std::size_t>(w.source[k])];
    // Only a huge step over at most one element overflows, and that walks nowhere.
    if (__builtin_mul_overflow(s, w.step[k], &r.strides[k]))
      r.strides[k] = s;
  }
  return r;
}

} // namespace stria::detail

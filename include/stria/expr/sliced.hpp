// SPDX-License-Identifier: BSL-1.0
// expr/sliced.hpp: a slice of a lazy expression; only the selected elements are computed.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/tensor/sliced_layout.hpp>

namespace stria::detail {

/// The hint for the source of a slice: the axis and the step of the inner loop, as far as they are
/// known.
template <auto Shape, auto Code> constexpr inner_hint sliced_hint(inner_hint h) {
  constexpr auto& p = static_plan_of<Shape, Code>;
  int out = 0;
  for (std::size_t i = 0; i < p.count && h.axis >= 0; ++i) {
    const dense_entry& e = p.entries[i];
    if (e.kind == dense_kind::integer)
      continue;
    if (out++ != h.axis)
      continue;
    if (e.kind == dense_kind::new_axis)
      return no_hint;
    if (e.kind == dense_kind::whole)
      return {static_cast<int>(e.axis), h.step};
    const item_code& c = Code.items[e.item];
    const index step = known(c.step) ? values_of(c).step : unknown_stride;
    return {static_cast<int>(e.axis), multiply_strides(h.step, step)};
  }
  return no_hint;
}

/// The refs of the source of a slice.
template <std::size_t In, std::size_t Out>
constexpr axis_refs<In> sliced_refs(const slice_walk<In, Out>& w, const axis_refs<Out>& refs) {
  axis_refs<In> r{};
  for (std::size_t k = 0; k < In; ++k)
    r[k].begin = w.begin[k];
  for (std::size_t k = 0; k < Out; ++k)
    if (w.source[k] >= 0 && w.size[k] > 1) {
      axis_ref& a = r[static_cast<std::size_t>(w.source[k])];
      a.begin += w.step[k] * refs[k].begin;
      a.step = w.step[k] * refs[k].step;
      a.loop = refs[k].loop;
    }
  return r;
}

/// The items of a subscript. If the type has all of them, this class has no members, so that
/// expressions with such subscripts are copied in registers.
template <auto Code> struct held_items {
  encoded<Code> values;
  constexpr explicit held_items(const encoded<Code>& items) : values(items) {}
};
template <auto Code>
inline constexpr bool has_known_items = [] {
  for (const item_code& c : Code.items)
    if (!known(c.begin) || !known(c.end) || !known(c.step))
      return false;
  return true;
}();
template <auto Code>
  requires has_known_items<Code>
struct held_items<Code> {
  static constexpr encoded<Code> values = [] {
    encoded<Code> e{};
    for (std::size_t i = 0; i < e.size; ++i) {
      const item_values v = values_of(Code.items[i]);
      e.begin[i] = v.begin;
      e.end[i] = v.end;
      e.strides[i] = v.step;
    }
    return e;
  }();
  constexpr explicit held_items(const encoded<Code>&) {}
};

/// The elements of N that a subscript of basic items selects.
template <class N, auto Code>
class sliced : public moving_node<sliced<N, Code>, N, result_shape<N::extents, Code>()> {
  using base = typename sliced::moving_node;
  STRIA_EMPTY held_items<Code> items_;

public:
  template <class U>
  constexpr sliced(U&& source, const encoded<Code>& items)
      : base(static_cast<U&&>(source)), items_(items) {
    static_cast<void>(shape());
  }
  STRIA_NO_TARGET(sliced);

  constexpr axis_array<base::extents.rank()> shape() const { return {walk().size}; }
  constexpr const encoded<Code>& items() const { return items_.values; }

  template <inner_hint H>
  static constexpr inner_hint source_hint = sliced_hint<N::extents, Code>(H);
  constexpr auto source_refs(const axis_refs<base::extents.rank()>& refs) const {
    return sliced_refs(walk(), refs);
  }
  template <class M> constexpr auto over(M&& source) const {
    return sliced<bare<M>, Code>(static_cast<M&&>(source), items());
  }

private:
  constexpr auto walk() const {
    return walk_slice<N::extents, Code>(this->source().shape(), items());
  }
};

} // namespace stria::detail

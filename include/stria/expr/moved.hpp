// SPDX-License-Identifier: BSL-1.0
// expr/moved.hpp: an expression with permuted, dropped and new axes.
// Tests: tests/numpy/shape/permute.cpp.
#pragma once

#include <stria/expr/map.hpp>

namespace stria::detail {

/// For each of R axes, the source axis it comes from, or none (-1) for a new axis of size 1. Source
/// axes that are not mentioned have size 1. The map is a structural type.
template <std::size_t R> struct axis_map {
  int source[R == 0 ? 1 : R];

  static constexpr std::size_t rank() { return R; }
  constexpr bool is_new(std::size_t k) const { return source[k] < 0; }
  constexpr std::size_t operator[](std::size_t k) const {
    return static_cast<std::size_t>(source[k]);
  }
};

/// One value per axis of the result: the value of the source axis, or `fresh` for a new one.
template <auto Map, class Values, class V>
constexpr auto moved_values(const Values& from, const V& fresh) {
  std::array<index, Map.rank()> r{};
  for (std::size_t k = 0; k < Map.rank(); ++k)
    r[k] = Map.is_new(k) ? fresh : from[Map[k]];
  return r;
}

/// The extents after a move. Without Names, extents with names become dynamic.
template <auto Shape, auto Map, bool Names = true> constexpr auto moved_shape() {
  auto s = unknown_shape<Map.rank()>();
  for (std::size_t k = 0; k < Map.rank(); ++k)
    if (Map.is_new(k))
      s[k] = extent::make(1);
    else if (Names || Shape[Map[k]].is_static())
      s[k] = Shape[Map[k]];
  return s;
}

template <auto L, auto Map, bool Names = true> constexpr auto moved_layout() {
  static_layout<Map.rank()> r{moved_shape<L.shape, Map, Names>(), {}};
  for (std::size_t k = 0; k < Map.rank(); ++k)
    r.strides[k] = Map.is_new(k) ? 0 : L.strides[Map[k]];
  return r;
}

template <auto Map> constexpr inner_hint moved_hint(inner_hint h) {
  if (h.axis < 0 || Map.is_new(static_cast<std::size_t>(h.axis)))
    return no_hint;
  return {Map.source[h.axis], h.step};
}

/// The expression N with its axes rearranged by a map. The node itself computes nothing.
template <class N, auto Map, bool Names = true>
class moved : public moving_node<moved<N, Map, Names>, N, moved_shape<N::extents, Map, Names>()> {
  using base = typename moved::moving_node;

public:
  template <class U>
    requires(!std::same_as<bare<U>, moved>)
  constexpr explicit moved(U&& source) : base(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(moved);

  constexpr axis_array<Map.rank()> shape() const {
    return {moved_values<Map>(this->source().shape(), index{1})};
  }
  static constexpr auto map() { return Map; }

  template <inner_hint H> static constexpr inner_hint source_hint = moved_hint<Map>(H);
  static constexpr auto source_refs(const axis_refs<Map.rank()>& refs) {
    axis_refs<rank_of<N>> r{};
    for (std::size_t k = 0; k < Map.rank(); ++k)
      if (!Map.is_new(k))
        r[Map[k]] = refs[k];
    return r;
  }
  template <class M> static constexpr auto over(M&& source) {
    return moved<bare<M>, Map, Names>(static_cast<M&&>(source));
  }
};

} // namespace stria::detail

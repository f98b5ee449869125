// SPDX-License-Identifier: BSL-1.0
// expr/reordered.hpp: an expression with its axes in an order that is known only at run time.
// Tests: tests/numpy/axes.cpp.
#pragma once

#include <stria/expr/map.hpp>

namespace stria::detail {

/// The extents after reordering: unchanged if all are equal, otherwise unknown.
template <std::size_t R> constexpr static_shape<R> reordered_shape(const static_shape<R>& shape) {
  for (std::size_t k = 1; k < R; ++k)
    if (shape[k] != shape[0])
      return unknown_shape<R>();
  return shape;
}

/// The values of an array that has one value per axis, reordered like the axes.
template <std::size_t R>
constexpr std::array<index, R> reordered_values(const std::array<index, R>& from,
                                                const std::array<std::size_t, R>& order) {
  std::array<index, R> r{};
  for (std::size_t k = 0; k < R; ++k)
    r[k] = from[order[k]];
  return r;
}

/// The expression N with axis order[k] at position k. The node itself computes nothing.
template <class N>
class reordered : public moving_node<reordered<N>, N, reordered_shape(N::extents)> {
  using base = typename reordered::moving_node;
  static constexpr std::size_t R = rank_of<N>;
  std::array<std::size_t, R> order_;

public:
  template <class U>
  constexpr reordered(U&& source, const std::array<std::size_t, R>& order)
      : base(static_cast<U&&>(source)), order_(order) {}
  STRIA_NO_TARGET(reordered);

  constexpr axis_array<R> shape() const {
    return {reordered_values(this->source().shape(), order_)};
  }
  constexpr const std::array<std::size_t, R>& order() const { return order_; }

  // The hint is the last axis of the source, because its stride is the most likely to be known at
  // compile time.
  template <inner_hint H>
  static constexpr inner_hint source_hint =
      H.axis < 0 ? no_hint : inner_hint{static_cast<int>(R) - 1, H.step};
  constexpr auto source_refs(const axis_refs<R>& refs) const {
    axis_refs<R> r{};
    for (std::size_t k = 0; k < R; ++k)
      r[order_[k]] = refs[k];
    return r;
  }
  template <class M> constexpr auto over(M&& source) const {
    return reordered<std::remove_cvref_t<M>>(static_cast<M&&>(source), order_);
  }
};

} // namespace stria::detail

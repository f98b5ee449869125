// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/digitize.hpp: digitize, which finds the bin of each value.
// Tests: tests/numpy/statistics/histograms.cpp.
#pragma once

#include <stria/evaluate/as_tensor.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/statistics/digitize_loops.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// The bin of each value; the edges are in ascending or descending order.
template <class V, class B> class digitized : public computed<digitized<V, B>, index, V::extents> {
  V values_;
  B edges_;
  bool right_;

public:
  template <class T, class U>
  constexpr digitized(T&& values, U&& edges, bool right)
      : values_(static_cast<T&&>(values)), edges_(static_cast<U&&>(edges)), right_(right) {}
  STRIA_NO_TARGET(digitized);

  constexpr auto shape() const { return values_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(values_, edges_);
  }
  template <class M, class N> constexpr auto over(M&& values, N&& edges) const {
    return digitized<std::remove_cvref_t<M>, std::remove_cvref_t<N>>(
        static_cast<M&&>(values), static_cast<N&&>(edges), right_);
  }
  static constexpr computation how = computation::at_a_level;
  template <std::size_t K> constexpr auto needed(const region<rank_of<V>>& of_result) const {
    if constexpr (K == 0)
      return broadcast_region(of_result, std::array<index, rank_of<V>>(values_.shape()));
    else
      return whole_region(std::array<index, rank_of<B>>(edges_.shape()));
  }
  constexpr bool right() const { return right_; }
  template <class Target> constexpr void compute(Target& target) const {
    auto edges = eval(edges_);
    const auto& v = as_block(values_);
    const bool falls = make_rising(edges);
    set_places_among_edges(target, edges, falls, right_, v);
  }
};

template <class V, class B> struct digitize_verdict {
  static constexpr bool accepted =
      rank_of<B> == 1 && std::is_arithmetic_v<value_t<B>> && std::is_arithmetic_v<V>;
  static constexpr message text() {
    message m("stria: digitize(x, bins) takes integers or floating-point numbers x, and the edges "
              "of bins as a vector of them; its shape is ");
    say_shape(m, extents_of<B>.view());
    return m;
  }
};
template <class V, class B> struct digitize_number_call {
  static constexpr bool accepted = true;
  using type = index;
  static constexpr index run(const std::remove_cvref_t<V>& x, const B& edges, bool right) {
    auto e = eval(edges);
    const bool falls = make_rising(e);
    return place_among_edges(e, falls, right, x);
  }
};
template <class V, class B> struct digitize_result {};
template <operand V, operand B>
struct digitize_result<V, B>
    : judged_call<one_memory_verdict<V, B>,
                  judged_call<digitize_verdict<value_t<V>, B>,
                              constructing_call<digitized<hold_t<V>, hold_t<B>>>>> {};
template <class V, operand B>
  requires std::is_arithmetic_v<std::remove_cvref_t<V>>
struct digitize_result<V, B>
    : on_host<digitize_verdict<std::remove_cvref_t<V>, B>, digitize_number_call<V, B>, V, B> {};

} // namespace detail

/// Finds the bin in which each value lies.
///
/// \param x     an operand of real numbers, or a number
/// \param edges vector of the edges of the bins, in ascending or descending order; or numbers of
///              one type in braces
/// \param right whether a bin includes its upper edge instead of its lower one (default false)
/// \returns     the number of the bin, counted from 1; 0 before the first edge, edges.size() after
///              the last one. The result is a lazy expression of index with the shape of `x`, or an
///              index for a number
/// \throws      value_error, when the result is computed, if the edges are neither ascending nor
///              descending
/// \refuses     values that are not real numbers, edges that are not a vector, and edges on a
///              device if `x` is a number
/// \complexity  O(n log m) for m edges; lazy, computed when it is assigned
/// \numpy       `np.digitize(x, bins, right)`
/// \usage       `digitize(x, edges)`
/// \see         searchsorted, histogram
template <class V, class B>
constexpr auto digitize(V&& x, B&& edges, bool right = false)
    STRIA_RUN_OR_REFUSE((detail::digitize_result<V, B>), static_cast<V&&>(x),
                        static_cast<B&&>(edges), right);
/// Finds the bin in which each value lies; the edges are given in braces: `digitize(x, {0., 1.})`.
template <class V, class T, std::size_t N>
  requires std::is_arithmetic_v<T>
constexpr auto digitize(V&& x, const T (&edges)[N], bool right = false)
    STRIA_RUN_OR_REFUSE((detail::digitize_result<V, tensor<T, N>>), static_cast<V&&>(x),
                        as_tensor(edges), right);
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), digitize,
                (S & x STRIA_LIFETIMEBOUND, B&& edges, bool right = false),
                (detail::digitize_result<A, B>), x, static_cast<B&&>(edges), right);
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U,
                 class B = detail::lvalue_t<U>),
                digitize, (A && x, U& edges STRIA_LIFETIMEBOUND, bool right = false),
                (detail::digitize_result<A, B>), static_cast<A&&>(x), edges, right);
STRIA_FOREIGN_LACKS(digitize, "the edges are", "digitize(x, edges)", detail::ours);
STRIA_FOREIGN_BECAUSE(digitize, detail::braced_numbers_verdict, detail::ours, detail::only_braces,
                      detail::whatever = {});
STRIA_FOREIGN(digitize, detail::ours, detail::not_ours_nor_braces, detail::whatever = {});
STRIA_FOREIGN(digitize, detail::not_ours, detail::whatever, detail::whatever = {});

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// fold/finish.hpp: a map of one reduction and numbers, which is computed by the reduction.
//
// In sqrt(var(a, _1) + eps), the sum and the root are part of the function that makes an element of
// the result from a total. So the map needs no loop and no memory of its own.
#pragma once

#include <stria/fold/fold.hpp>

#include <type_traits>

namespace stria::detail {

/// The parts of a map as functions of a value of its reduction. They hold numbers by value, so that
/// loops may keep them in registers.
struct finish_value {
  template <class V> STRIA_INLINE constexpr const V& operator()(const V& v) const { return v; }
};
template <class T> struct finish_number {
  T number;
  template <class V> STRIA_INLINE constexpr const T& operator()(const V&) const { return number; }
};
template <class R, class F, class Seq, class... P> struct finish_map;
template <class R, class F, std::size_t... Ix, class... P>
struct finish_map<R, F, std::index_sequence<Ix...>, P...> : slot<Ix, P>... {
  STRIA_EMPTY F f;
  template <class V> STRIA_INLINE constexpr R operator()(const V& v) const {
    return static_cast<R>(f(slot<Ix, P>::value(v)...));
  }
};
template <class N> constexpr auto finish_part(const N& n) {
  if constexpr (is_scalar<N>)
    return finish_number<value_t<N>>{n.value};
  else if constexpr (is_map<N>)
    return n.operands([&](const auto&... o) {
      using F = std::remove_cvref_t<decltype(n.function())>;
      return finish_map<value_t<N>, F, std::index_sequence_for<decltype(o)...>,
                        decltype(finish_part(o))...>{{finish_part(o)}..., n.function()};
    });
  else
    return finish_value{};
}

/// The function that makes an element of such a map from a total. The reduction has elements of
/// type V.
template <class V, class Finish, class Map> struct finish_then {
  STRIA_EMPTY Finish finish;
  STRIA_EMPTY Map map;
  static constexpr bool is_identity = false;
  template <class W> STRIA_INLINE constexpr auto operator()(const W& total) const {
    return map(finish(total));
  }
};

template <class V, class Finish, class Map, class R>
struct reduced_value<finish_then<V, Finish, Map>, R> {
  using type = V;
};

/// The reduction of an expression for which finishes_fold is true.
template <class N> constexpr const auto& reduction_in(const N& n) {
  if constexpr (is_map<N>)
    return n.operands([](const auto&... o) -> const auto& {
      constexpr std::size_t k = [] {
        std::size_t at = 0;
        const bool found[] = {!is_scalar<bare<decltype(o)>>...};
        while (!found[at])
          ++at;
        return at;
      }();
      return reduction_in(pick_operand<k>(o...));
    });
  else
    return n;
}
template <class N> using reduction_of = bare<decltype(reduction_in(std::declval<const N&>()))>;
template <class N> constexpr auto finisher_of(const N& n) {
  const auto finish = reduction_in(n).finisher();
  if constexpr (is_map<N>) {
    const auto map = finish_part(n);
    return finish_then<value_t<reduction_of<N>>, std::remove_const_t<decltype(finish)>,
                       std::remove_const_t<decltype(map)>>{finish, map};
  } else {
    return finish;
  }
}
/// Writes the values of the expression into a target that it does not read.
template <class Target, class N> constexpr void fold_and_finish(Target& target, const N& n) {
  reduction_in(n).fold_to(target, finisher_of(n));
}

/// The values of the expression as a tensor.
template <class N> constexpr auto finished_fold(const N& n) {
  typename tensor_of<value_t<N>, extents_of<N>>::type result(n.shape(), uninitialized_t{});
  fold_and_finish(result, n);
  return result;
}

/// A function that gives the same results in this form as in a loop over the values of its
/// operands: it has no other form for rows.
template <class N> struct row_of_values {
  using type = static_row<const value_t<N>, 1>;
};
template <class T> struct row_of_values<scalar<T>> {
  using type = scalar_row<T>;
};
template <class F, class... A>
inline constexpr bool finishes_by =
    is_pure<F> && std::is_arithmetic_v<mapped_type<F, A...>> &&
    ((is_scalar<A> ? std::is_arithmetic_v<value_t<A>> : finishes_fold<A>) && ...) &&
    ((is_scalar<A> ? 0 : 1) + ...) == 1 && !has_one<F, typename row_of_values<A>::type...> &&
    !block_function<F, mapped_type<F, A...>, typename row_of_values<A>::type...>;
template <class F, class Seq, class... A>
  requires(map_node<F, Seq, A...>::computes == 1)
inline constexpr bool finishes_fold<map_node<F, Seq, A...>> = finishes_by<F, A...>;

} // namespace stria::detail

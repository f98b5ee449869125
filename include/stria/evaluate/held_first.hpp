// SPDX-License-Identifier: BSL-1.0
// evaluate/held_first.hpp: an operand whose elements may not fit into the type of the result.
// Tests: tests/numpy/selected.cpp.
#pragma once

#include <stria/base/fixed_string.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/expr/selected.hpp>

namespace stria::detail {

/// Converts elements to T, which must hold them; messages mention the function Name.
template <class T, fixed_string Name> struct held_fn {
  static constexpr const char* text = ""; // not part of a formula
  template <class A> STRIA_INLINE constexpr T operator()(const A& a) const {
    return held_as<T>(Name.text, a);
  }
};

/// The elements of N as elements of type T. They are computed as a whole before the statement
/// writes its first element. If one does not fit, which is a value_error, the target is unchanged.
template <class T, fixed_string Name, class N>
class held_first : public made_first<held_first<T, Name, N>, T, extents_of<N>> {
  N source_;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, held_first>)
  constexpr explicit held_first(U&& source) : source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(held_first);

  static constexpr int computes = 1;
  constexpr auto shape() const { return source_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(source_); }
  template <class M> constexpr auto over(M&& source) const {
    return held_first<T, Name, std::remove_cvref_t<M>>(static_cast<M&&>(source));
  }
  constexpr auto prepared() const {
    using each = map_of<held_fn<T, Name>, hold_t<const N&>>;
    return eval(each(held_fn<T, Name>{}, source_));
  }
};

/// The result of a call of the function Name whose operation raises value_error for elements that
/// do not fit.
template <fixed_string Name, class Call> struct held_call : Call {};
template <fixed_string Name, class Call>
  requires Call::accepted
struct held_call<Name, Call> : Call {
  using type = held_first<value_t<typename Call::type>, Name, typename Call::type>;
  template <class... X> static constexpr type run(X&&... x) {
    return type(Call::run(static_cast<X&&>(x)...));
  }
};

} // namespace stria::detail

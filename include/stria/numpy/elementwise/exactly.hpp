// SPDX-License-Identifier: BSL-1.0
// numpy/elementwise/exactly.hpp: cast with the tag exactly, which raises for elements that would
// change. Tests: tests/numpy/elementwise/bits.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/numpy/elementwise/exactly_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/tensor/type_name.hpp>

namespace stria {

/// The type of `exactly`.
struct exactly_t {};
/// Tag that makes cast() raise value_error if an element would change.
///
/// \numpy      none; `a.astype(T)`, followed by `np.array_equal`
/// \usage      `cast<int>(a, exactly)`
inline constexpr exactly_t exactly{};

namespace detail {

/// Writes a number with at most 15 digits, and other elements as ?.
template <class V> constexpr void say_number(message& m, const V& v) {
  if constexpr (std::integral<V>) {
    m << +v;
  } else if constexpr (is_complex<V>::value) {
    m << "(";
    say_number(m, v.real());
    m << ", ";
    say_number(m, v.imag());
    m << ")";
  } else if constexpr (std::floating_point<V> || cmath::short_float<V>) {
    if consteval {
      m << "?";
    } else {
      char text[32]{};
      __builtin_snprintf(text, sizeof(text), sizeof(V) < 8 ? "%.7g" : "%.15g",
                         static_cast<double>(v));
      m << static_cast<const char*>(text);
    }
  } else {
    m << "?";
  }
}

template <class T, class V, std::size_t R>
[[noreturn]] [[gnu::cold]] constexpr void raise_inexact(const V& v, index place,
                                                        const std::array<index, R>& n) {
  std::array<index, R> at{};
  for (std::size_t k = R; k-- > 0; place /= n[k])
    at[k] = place % n[k];
  message m("stria: cast: element ");
  say_number(m, v);
  if constexpr (R > 0) {
    m << " at (";
    for (std::size_t k = 0; k < R; ++k)
      m << (k == 0 ? "" : ", ") << at[k];
    m << (R == 1 ? ",)" : ")");
  }
  m << " does not fit exactly into " << element_name<T> << "; cast<T>(a) rounds or wraps it";
  raise<value_error>(m);
}

template <class T, class A> struct exact_verdict {
  using V = value_t<A>;
  static constexpr bool accepted =
      (is_number<V> && is_number<T>) || (requires(const V& v, const T& t) {
        static_cast<T>(v);
        static_cast<bool>(static_cast<V>(t) == v);
      });
  static constexpr message text() {
    return message("stria: cast(a, exactly): the elements do not convert to the requested type and "
                   "back");
  }
};
template <class T, class A> struct exact_call {
  static constexpr bool accepted = true;
  using type = typename tensor_of<T, extents_of<A>>::type;
  static constexpr type run(const A& a) {
    const auto& values = as_block(a);
    const auto n = values.shape();
    type r(n, uninitialized_t{});
    const auto* const from = values.data();
    if (const index i = convert_all_exactly(from, r.size(), r.data()); i < r.size()) [[unlikely]]
      raise_inexact<T>(from[i], i, std::array<index, rank_of<A>>(n));
    return r;
  }
};
template <class T, class A> struct exact_result : ignored_call {};
template <class T, operand A>
struct exact_result<T, A> : judged_call<exact_verdict<T, A>, exact_call<T, A>> {};

} // namespace detail

/// Converts each element to another type, and raises an exception if an element would change.
///
/// \tparam T      the element type of the result
/// \param a       operand of numbers, also complex ones without imaginary parts
/// \param exactly the tag
/// \returns       a tensor with the shape of `a` and the element type T
/// \throws        value_error, which names the first element whose value T does not have: a
///                fraction or a number out of range for an integer, other numbers than 0 and 1 for
///                bool, digits that a narrower floating-point type does not have. NaN converts to
///                NaN
/// \refuses       elements that do not convert to T and back
/// \complexity    O(n); computed immediately, so that nothing is written if it raises
/// \numpy         none; `a.astype(T)`, followed by `np.array_equal`
/// \usage         `cast<int>(a, exactly)`
/// \see           cast
template <class T, detail::operand_or_refused A>
constexpr auto cast(const A& a, exactly_t) STRIA_RUN_OR_REFUSE((detail::exact_result<T, A>), a);

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// grad/dual.hpp: dual numbers, that is, a value and its slope along one direction. They are the
// elements in forward mode.
//
// The slopes are those of grad/slope.hpp, applied to numbers. Tests: tests/grad/forward.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/grad/slope.hpp>

#include <concepts>
#include <limits>
#include <tuple>
#include <utility>

namespace stria::detail {

namespace forward {
template <std::floating_point T> struct dual;
} // namespace forward
using forward::dual;

template <class A> inline constexpr bool is_dual = false;
template <class T> inline constexpr bool is_dual<dual<T>> = true;
template <class T> inline constexpr bool is_differentiable<dual<T>> = true;
template <class T> struct slope_number<dual<T>> {
  using type = T;
};
/// The type of the values of dual numbers; other types as they are.
template <class A> using value_of_dual = typename slope_number<A>::type;

/// The value and the slope of F, called with dual numbers and numbers. The functions without a
/// slope return the value.
template <class F, class... A> constexpr auto apply_to_duals(const F& f, const A&... a);

namespace forward {

/// Numbers and dual numbers, at least one of which is dual.
template <class... A>
concept dual_list = ((is_dual<A> || std::is_arithmetic_v<A>) && ...) && (is_dual<A> || ...);

template <std::floating_point T> struct dual {
  T value{}, slope{};

  constexpr dual() = default;
  template <class U>
    requires std::is_arithmetic_v<U>
  constexpr dual(U v) : value(static_cast<T>(v)) {}
  constexpr dual(T v, T s) : value(v), slope(s) {}
  template <class U>
    requires(!std::same_as<U, T>)
  constexpr explicit(sizeof(U) > sizeof(T)) dual(const dual<U>& d)
      : value(static_cast<T>(d.value)), slope(static_cast<T>(d.slope)) {}

  /// Whole numbers and truth values have no derivative.
  template <std::integral N> constexpr explicit operator N() const { return static_cast<N>(value); }

  constexpr dual operator+() const { return *this; }
  constexpr dual operator-() const { return {-value, -slope}; }
#define STRIA_DUAL_UPDATE(op)                                                                      \
  template <class U>                                                                               \
    requires dual_list<dual, U>                                                                    \
  constexpr dual& operator op##=(const U & u) {                                                    \
    return *this = static_cast<dual>(*this op u);                                                  \
  }
  STRIA_DUAL_UPDATE(+)
  STRIA_DUAL_UPDATE(-)
  STRIA_DUAL_UPDATE(*)
  STRIA_DUAL_UPDATE(/)
#undef STRIA_DUAL_UPDATE
};

template <class A> constexpr auto value_of(const A& a) {
  if constexpr (is_dual<A>)
    return a.value;
  else
    return a;
}

// clang-format off
#define STRIA_DUAL_OPERATOR(op, fn)                                                                \
  template <class A, class B>                                                                      \
    requires dual_list<A, B>                                                                       \
  constexpr auto operator op(const A& a, const B& b) {                                             \
    return apply_to_duals(elementwise::fn(), a, b);                                                \
  }
STRIA_DUAL_OPERATOR(+, add_fn)
STRIA_DUAL_OPERATOR(-, subtract_fn)
STRIA_DUAL_OPERATOR(*, multiply_fn)
STRIA_DUAL_OPERATOR(/, divide_fn)
#undef STRIA_DUAL_OPERATOR
// Comparisons have no derivative.
#define STRIA_DUAL_COMPARISON(op)                                                                  \
  template <class A, class B>                                                                      \
    requires dual_list<A, B>                                                                       \
  constexpr bool operator op(const A& a, const B& b) {                                             \
    return value_of(a) op value_of(b);                                                             \
  }
STRIA_DUAL_COMPARISON(==)
STRIA_DUAL_COMPARISON(!=)
STRIA_DUAL_COMPARISON(<)
STRIA_DUAL_COMPARISON(>)
STRIA_DUAL_COMPARISON(<=)
STRIA_DUAL_COMPARISON(>=)
#undef STRIA_DUAL_COMPARISON
#define STRIA_DUAL_FUNCTION_1(name)                                                                \
  template <class T> constexpr auto name(const dual<T>& a) {                                       \
    return apply_to_duals(elementwise::name##_fn(), a);                                            \
  }
STRIA_DUAL_FUNCTION_1(sqrt)
STRIA_DUAL_FUNCTION_1(cbrt)
STRIA_DUAL_FUNCTION_1(exp)
STRIA_DUAL_FUNCTION_1(exp2)
STRIA_DUAL_FUNCTION_1(expm1)
STRIA_DUAL_FUNCTION_1(log)
STRIA_DUAL_FUNCTION_1(log1p)
STRIA_DUAL_FUNCTION_1(log2)
STRIA_DUAL_FUNCTION_1(log10)
STRIA_DUAL_FUNCTION_1(sin)
STRIA_DUAL_FUNCTION_1(cos)
STRIA_DUAL_FUNCTION_1(tan)
STRIA_DUAL_FUNCTION_1(asin)
STRIA_DUAL_FUNCTION_1(acos)
STRIA_DUAL_FUNCTION_1(atan)
STRIA_DUAL_FUNCTION_1(sinh)
STRIA_DUAL_FUNCTION_1(cosh)
STRIA_DUAL_FUNCTION_1(tanh)
STRIA_DUAL_FUNCTION_1(asinh)
STRIA_DUAL_FUNCTION_1(acosh)
STRIA_DUAL_FUNCTION_1(atanh)
STRIA_DUAL_FUNCTION_1(erf)
STRIA_DUAL_FUNCTION_1(erfc)
STRIA_DUAL_FUNCTION_1(abs)
STRIA_DUAL_FUNCTION_1(fabs)
STRIA_DUAL_FUNCTION_1(floor)
STRIA_DUAL_FUNCTION_1(ceil)
STRIA_DUAL_FUNCTION_1(trunc)
STRIA_DUAL_FUNCTION_1(round)
STRIA_DUAL_FUNCTION_1(square)
#undef STRIA_DUAL_FUNCTION_1
#define STRIA_DUAL_FUNCTION_2(name)                                                                \
  template <class A, class B>                                                                      \
    requires dual_list<A, B>                                                                       \
  constexpr auto name(const A& a, const B& b) {                                                    \
    return apply_to_duals(elementwise::name##_fn(), a, b);                                         \
  }
STRIA_DUAL_FUNCTION_2(atan2)
STRIA_DUAL_FUNCTION_2(hypot)
STRIA_DUAL_FUNCTION_2(copysign)
STRIA_DUAL_FUNCTION_2(pow)
STRIA_DUAL_FUNCTION_2(fmod)
STRIA_DUAL_FUNCTION_2(fmax)
STRIA_DUAL_FUNCTION_2(fmin)
#undef STRIA_DUAL_FUNCTION_2
// clang-format on
template <class T> constexpr bool isnan(const dual<T>& a) { return is_nan(a.value); }
template <class T> constexpr bool isfinite(const dual<T>& a) {
  return elementwise::isfinite_fn()(a.value);
}
template <class T> constexpr bool isinf(const dual<T>& a) {
  return elementwise::isinf_fn()(a.value);
}
template <class T> constexpr bool signbit(const dual<T>& a) {
  return elementwise::signbit_fn()(a.value);
}

} // namespace forward

template <class F, class... A> constexpr auto apply_to_duals(const F& f, const A&... a) {
  using T = decltype(f(forward::value_of(a)...));
  if constexpr (!std::is_floating_point_v<T>) {
    return f(forward::value_of(a)...);
  } else {
    dual<T> result(f(forward::value_of(a)...));
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      const auto add = [&]<std::size_t Which>(std::integral_constant<std::size_t, Which>) {
        const auto& own = pick_operand<Which>(a...);
        if constexpr (is_dual<bare<decltype(own)>>) {
          const auto slope = slope_of<F>::template by<Which>(f, static_cast<T>(own.slope),
                                                             forward::value_of(a)...);
          if constexpr (!has_no_slope<decltype(slope)>)
            result.slope += static_cast<T>(slope);
        }
      };
      (add(std::integral_constant<std::size_t, K>()), ...);
    }(std::index_sequence_for<A...>());
    return result;
  }
}

} // namespace stria::detail

template <class T> struct std::numeric_limits<stria::detail::dual<T>> : std::numeric_limits<T> {};

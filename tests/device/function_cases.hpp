// SPDX-License-Identifier: BSL-1.0
// device/function_cases.hpp: calls of element-wise functions with their results on the host.
#pragma once

#include <stria/device/kernel_text.hpp>
#include <stria/numpy/elementwise/math.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace test {

using stria::detail::kernel_operand;
using stria::detail::kernel_type;
using stria::detail::kernel_type_of;

/// Binary functions use all pairs of `side` values, unary functions as many separate values.
inline constexpr std::size_t side = 20, items = side * side;

template <class T> const std::array<T, side>& few() {
  static const auto values = [] {
    using limits = std::numeric_limits<T>;
    const auto low = limits::lowest(), high = limits::max();
    if constexpr (std::same_as<T, bool>) {
      std::array<T, side> v{};
      for (std::size_t i = 0; i < side; ++i)
        v[i] = i % 3 == 1;
      return v;
    } else if constexpr (std::floating_point<T>) {
      const T inf = limits::infinity();
      return std::array<T, side>{0,
                                 T(-0.0),
                                 1,
                                 -1,
                                 T(0.5),
                                 T(-0.5),
                                 T(2.5),
                                 -3,
                                 7,
                                 inf,
                                 -inf,
                                 high,
                                 low,
                                 limits::min(),
                                 limits::denorm_min(),
                                 limits::quiet_NaN(),
                                 T(0.1),
                                 T(-7.3),
                                 T(1e9),
                                 T(-1.5)};
    } else if constexpr (std::signed_integral<T>) {
      return std::array<T, side>{0, 1,  -1, 2,  -2,  3,    -3,  4,    5,          -7,
                                 8, 15, 31, 63, 100, -100, low, high, T(low + 1), T(high - 1)};
    } else {
      return std::array<T, side>{0,
                                 1,
                                 2,
                                 3,
                                 4,
                                 5,
                                 7,
                                 8,
                                 15,
                                 31,
                                 63,
                                 64,
                                 99,
                                 100,
                                 127,
                                 T(high / 2),
                                 T(high / 2 + 1),
                                 T(high / 3),
                                 T(high - 1),
                                 high};
    }
  }();
  return values;
}

template <class T> const std::array<T, items>& many() {
  static const auto values = [] {
    std::array<T, items> v{};
    for (std::size_t i = 0; i < items; ++i) {
      if (i < side) {
        v[i] = few<T>()[i];
      } else if constexpr (std::floating_point<T>) {
        // From 1e-12 to 1e12 with either sign, many of them near 1.
        const double u = (static_cast<double>(i) - side / 2.0) / (items - side) * 2 - 1;
        const double magnitude = std::pow(10.0, 12 * u * u * u);
        v[i] = static_cast<T>(i % 2 == 0 ? magnitude : -magnitude);
      } else {
        v[i] = static_cast<T>(i * 0x9e3779b97f4a7c15 >> (i % 3 == 0 ? 57 : 64 - 8 * sizeof(T)));
      }
    }
    return v;
  }();
  return values;
}

// on_host() returns the result of the host, or nothing if the result is undefined. In that case a
// kernel may return anything, but it must not trap. Kernels define more results than C++: integers
// wrap, and both a division of integers by 0 and a negative power of an integer give 0.

template <class F, class A> auto on_host(F f, A x) {
  using R = decltype(f(x));
  using result = std::optional<R>;
  R r{};
  if constexpr (std::same_as<F, stria::elementwise::negate_fn> && std::integral<R>)
    return __builtin_sub_overflow(R{}, static_cast<R>(x), &r) ? result(r) : result(f(x));
  else if constexpr (std::same_as<F, stria::elementwise::square_fn> && std::integral<R>) {
    const R wide = static_cast<R>(x);
    return __builtin_mul_overflow(wide, wide, &r) ? result(r) : result(f(x));
  } else if constexpr (std::same_as<F, stria::elementwise::cast_fn<R>> && std::floating_point<A> &&
                       std::integral<R> && !std::same_as<R, bool>) {
    using limits = std::numeric_limits<R>;
    const long double whole = std::trunc(static_cast<long double>(x));
    return whole >= limits::min() && whole <= limits::max() ? result(f(x)) : result();
  } else
    return result(f(x));
}

template <class F, class A, class B> auto on_host(F f, A x, B y) {
  using R = decltype(f(x, y));
  using result = std::optional<R>;
  if constexpr (std::integral<A> && std::integral<B>) {
    using C = decltype(x + y);
    const C c = static_cast<C>(x), d = static_cast<C>(y);
    C r{};
    if constexpr (std::same_as<F, stria::elementwise::add_fn>)
      return __builtin_add_overflow(c, d, &r) ? result(r) : result(f(x, y));
    else if constexpr (std::same_as<F, stria::elementwise::subtract_fn>)
      return __builtin_sub_overflow(c, d, &r) ? result(r) : result(f(x, y));
    else if constexpr (std::same_as<F, stria::elementwise::multiply_fn>)
      return __builtin_mul_overflow(c, d, &r) ? result(r) : result(f(x, y));
    else if constexpr (std::same_as<F, stria::elementwise::divide_fn> ||
                       std::same_as<F, stria::elementwise::modulo_fn>) {
      if (d == 0)
        return result(R{0});
      if (std::is_signed_v<C> && d == static_cast<C>(-1)) {
        [[maybe_unused]] const bool wraps = __builtin_sub_overflow(C{0}, c, &r);
        return result(std::same_as<F, stria::elementwise::divide_fn> ? r : C{0});
      }
      return result(f(x, y));
    } else if constexpr (std::same_as<F, stria::elementwise::shift_left_fn> ||
                         std::same_as<F, stria::elementwise::shift_right_fn>)
      return std::cmp_greater_equal(+y, 0) && std::cmp_less(+y, 8 * sizeof(+x)) ? result(f(x, y))
                                                                                : result();
    else if constexpr (std::same_as<F, stria::elementwise::pow_fn>)
      return d < 0 || std::cmp_less(+y, 0) ? result(R{0}) : result(f(x, y));
    else
      return result(f(x, y));
  } else
    return result(f(x, y));
}

template <class F, class A, class B, class C> auto on_host(F f, A x, B y, C z) {
  using R = decltype(f(x, y, z));
  using result = std::optional<R>;
  if constexpr (std::same_as<F, stria::elementwise::fma_fn> && std::integral<R>) {
    using product = decltype(x * y);
    product xy{};
    R sum{};
    bool wraps = __builtin_mul_overflow(static_cast<product>(x), static_cast<product>(y), &xy);
    wraps |= __builtin_add_overflow(static_cast<R>(xy), static_cast<R>(z), &sum);
    return wraps ? result(sum) : result(f(x, y, z));
  } else
    return result(f(x, y, z));
}

/// The operand of a function in a kernel. `left` and `right` have all pairs of a few values,
/// `third` has the same values in another order, `own` has many values, and `constant` is a number
/// in the text of the kernel.
enum class place : unsigned char { left, right, third, own, constant };
struct test_operand {
  place at;
  kernel_type type;
  double constant = 0;

  kernel_operand in_kernel() const {
    if (at == place::constant)
      return {stria::detail::constant_text(type, constant), type};
    return {std::string(1, "xyzw"[static_cast<std::size_t>(at)])
                .append("_")
                .append(stria::detail::type_text(type)),
            type};
  }
};
template <class T> T value_at(place at, std::size_t item) {
  switch (at) {
  case place::left: return few<T>()[item / side];
  case place::right: return few<T>()[item % side];
  case place::third: return few<T>()[(item / side + item) % side];
  default: return many<T>()[item];
  }
}

/// x * y + z, rounded twice. A compiler must not contract it to a fused multiply-add.
struct product_and_sum {
  static constexpr const char* text = "* +";
  template <std::floating_point T> T operator()(T x, T y, T z) const {
    const volatile T product = x * y;
    return product + z;
  }
};

/// A call in a kernel and its computation on the host.
struct function_case {
  std::string_view name;
  kernel_type result;
  std::size_t bytes;                           // the size of the result
  bool (*on_host)(std::size_t item, void* to); // false: undefined
  std::size_t count;
  std::array<test_operand, 3> operands;

  bool needs_double() const {
    bool needs = result == kernel_type::f64;
    for (std::size_t k = 0; k < count; ++k)
      needs |= operands[k].type == kernel_type::f64;
    return needs;
  }
  std::string text() const {
    std::vector<kernel_operand> in_kernel;
    for (std::size_t k = 0; k < count; ++k)
      in_kernel.push_back(operands[k].in_kernel());
    const auto text_of = [&](std::string_view function, std::size_t of) {
      return stria::detail::function_text(function, result, in_kernel.data(), of);
    };
    if (name == product_and_sum::text) {
      in_kernel = {{text_of("*", 2), result}, in_kernel[2]};
      return text_of("+", 2);
    }
    return text_of(name, count);
  }
  std::string signature() const {
    std::string list;
    for (std::size_t k = 0; k < count; ++k)
      list.append(k == 0 ? "" : ", ").append(type_text(operands[k].type));
    return std::string(name) + '(' + list + ") -> " + std::string(type_text(result));
  }
};

template <class R> bool stored(const std::optional<R>& r, void* to) {
  if (r)
    std::memcpy(to, &*r, sizeof(R));
  return r.has_value();
}
template <class F, place... At, class... A>
void add_case(std::vector<function_case>& to, std::integer_sequence<place, At...>,
              std::type_identity<A>...) {
  if constexpr (requires(F f, A... a) { f(a...); }) {
    using R = decltype(F()(A()...));
    to.push_back({F::text,
                  kernel_type_of<R>(),
                  sizeof(R),
                  [](std::size_t item, void* out) {
                    return stored<R>(on_host(F(), value_at<A>(At, item)...), out);
                  },
                  sizeof...(A),
                  {test_operand{At, kernel_type_of<A>()}...}});
  }
}
template <class... T> struct types {};
using all_types = types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                        std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
using some_types = types<bool, std::int8_t, std::uint8_t, std::int32_t, std::uint32_t, std::int64_t,
                         std::uint64_t, float, double>;
template <place... At> using places = std::integer_sequence<place, At...>;

template <class F, class... A> void add_unary(std::vector<function_case>& to, types<A...>) {
  (add_case<F>(to, places<place::own>(), std::type_identity<A>()), ...);
}
template <class F, class A, class... B> void add_left(std::vector<function_case>& to, types<B...>) {
  (add_case<F>(to, places<place::left, place::right>(), std::type_identity<A>(),
               std::type_identity<B>()),
   ...);
}
template <class F, class... A> void add_binary(std::vector<function_case>& to, types<A...> all) {
  (add_left<F, A>(to, all), ...);
}
/// The I-th of few values as a constant.
template <class T, std::size_t... I>
void add_constants(std::vector<function_case>& to, std::index_sequence<I...>) {
  constexpr auto type = kernel_type_of<T>();
  (to.push_back({"cast",
                 type,
                 sizeof(T),
                 [](std::size_t, void* out) {
                   return stored<T>(
                       on_host(stria::elementwise::cast_fn<T>(), static_cast<double>(few<T>()[I])),
                       out);
                 },
                 1,
                 {test_operand{place::constant, type, static_cast<double>(few<T>()[I])}}}),
   ...);
}

/// Adds calls of where, clip and fma for A and each of B.
template <class A, class... B> void add_three(std::vector<function_case>& to, types<B...>) {
  using std::type_identity;
  constexpr places<place::third, place::left, place::right> condition_first;
  constexpr places<place::left, place::right, place::third> in_order;
  const auto add = [&]<class S>(type_identity<S> b) {
    constexpr type_identity<A> a;
    add_case<stria::elementwise::where_fn>(to, condition_first, type_identity<bool>(), a, b);
    add_case<stria::elementwise::where_fn>(to, condition_first, a, b, type_identity<float>());
    add_case<stria::elementwise::clip_fn>(to, in_order, a, b, a);
    add_case<stria::elementwise::clip_fn>(to, in_order, a, b, type_identity<std::int64_t>());
    if constexpr (std::same_as<A, S> || (std::floating_point<A> && std::floating_point<S>))
      add_case<stria::elementwise::fma_fn>(to, in_order, a, b, b);
    if constexpr (std::same_as<A, S>)
      add_case<product_and_sum>(to, in_order, a, a, a);
    if constexpr (std::same_as<A, S>)
      add_case<stria::elementwise::fma_fn>(to, in_order, a, b, type_identity<double>());
  };
  (add(type_identity<B>()), ...);
}

} // namespace test

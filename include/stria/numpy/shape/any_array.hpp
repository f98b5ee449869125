// SPDX-License-Identifier: BSL-1.0
// numpy/shape/any_array.hpp: any_array, a tensor whose rank and element type are known only at run
// time. Tests: tests/tensor/any_tensor.cpp.
#pragma once

#include <stria/numpy/shape/any_tensor.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <variant>

namespace stria {

class any_array;

namespace detail {

using any_variant =
    std::variant<any_tensor<bool>, any_tensor<std::int8_t>, any_tensor<std::int16_t>,
                 any_tensor<std::int32_t>, any_tensor<std::int64_t>, any_tensor<std::uint8_t>,
                 any_tensor<std::uint16_t>, any_tensor<std::uint32_t>, any_tensor<std::uint64_t>,
                 any_tensor<float>, any_tensor<double>, any_tensor<std::complex<float>>,
                 any_tensor<std::complex<double>>>;

template <class X, class V> inline constexpr bool is_alternative = false;
template <class X, class... A>
inline constexpr bool is_alternative<X, std::variant<A...>> = (std::is_same_v<X, A> || ...);
template <class T>
concept any_element = is_alternative<any_tensor<T>, any_variant>;

template <class T> struct any_element_verdict {
  static constexpr bool accepted = any_element<T>;
  static constexpr message text() {
    return message("stria: an any_array holds bool, integers of std::int8_t to std::uint64_t, "
                   "float, double and complex numbers of these, not elements of this type");
  }
};

/// Appends the NumPy name of an element type, such as `float64`, to a message.
template <any_element T> message& say_element(message& m) {
  constexpr auto bits = index{8} * index{sizeof(T)};
  if constexpr (std::same_as<T, bool>)
    return m << "bool";
  else if constexpr (is_complex<T>::value)
    return m << "complex" << bits;
  else if constexpr (std::is_floating_point_v<T>)
    return m << "float" << bits;
  else
    return m << (std::is_signed_v<T> ? "int" : "uint") << bits;
}

} // namespace detail

/// A tensor whose rank and element type are known only at run time.
///
/// It holds an any_tensor<T> of one of these types: bool, integers of 8 to 64 bits, float, double,
/// complex<float>, complex<double>. Copies share their elements. It has no arithmetic. For
/// arithmetic, get the any_tensor with visit_array() or as<T>(), and then a view of it with
/// visit_rank() or rank_cast<N>().
///
/// \numpy      `np.ndarray`
/// \usage      `any_array a = load_npy_any(path);`
/// \see        visit_array, any_tensor
class any_array : public operators::run_time_tensor_base {
  detail::any_variant held_;

public:
  /// An empty array of double, of shape (0,).
  any_array() : held_(any_tensor<double>()) {}
  /// Shares the elements of `a`.
  template <detail::any_element T> any_array(any_tensor<T> a) : held_(std::move(a)) {}
  /// Takes over the elements of a tensor that is moved in; copies the values of any other operand.
  template <detail::operand X>
    requires detail::any_element<detail::value_t<X>>
  any_array(X&& x) : held_(any_tensor<detail::value_t<X>>(static_cast<X&&>(x))) {}
  any_array(const any_array&) = default;
  any_array(any_array&&) = default;
  any_array& operator=(const any_array&) & = default;
  any_array& operator=(any_array&&) & = default;
  // Better matches than the refusal of const objects.
  template <class X>
    requires(std::is_convertible_v<X, any_array> &&
             !std::is_same_v<std::remove_cvref_t<X>, any_array>)
  any_array& operator=(X&& x) & {
    return *this = any_array(static_cast<X&&>(x));
  }
  STRIA_LVALUE_TARGET;

  /// Number of axes.
  /// \numpy      `a.ndim`
  index rank() const {
    return std::visit([](const auto& a) { return a.rank(); }, held_);
  }
  /// Size of each axis.
  /// \numpy      `a.shape`
  const std::vector<index>& shape() const {
    return std::visit([](const auto& a) -> const std::vector<index>& { return a.shape(); }, held_);
  }
  /// Number of elements.
  /// \numpy      `a.size`
  index size() const {
    return std::visit([](const auto& a) { return a.size(); }, held_);
  }
  /// NumPy name of the element type, such as "float64".
  /// \numpy      `a.dtype.name`
  std::string type() const {
    return std::visit(
        []<class T>(const any_tensor<T>&) {
          detail::message m;
          return std::string(detail::say_element<T>(m).view());
        },
        held_);
  }
  /// Whether the elements are of type T.
  /// \numpy      `a.dtype == T`
  template <class T> bool holds() const {
    if constexpr (detail::any_element<T>)
      return std::holds_alternative<any_tensor<T>>(held_);
    else
      return false;
  }
  /// The any_tensor<T> that shares the elements of this array.
  /// \tparam T   the element type
  /// \returns    an any_tensor<T>; nothing is copied or converted
  /// \throws     value_error if the elements are of another type
  /// \refuses    a type that an any_array cannot hold
  /// \numpy      none
  /// \usage      `a.as<float>()`
  template <class T>
  auto as() const -> accepted_or_refused<detail::any_element_verdict<T>, any_tensor<T>> {
    STRIA_UNLESS_REFUSED(detail::any_element_verdict<T>) {
      if (!holds<T>()) {
        detail::message m("stria: any_array: the elements are ");
        m << std::string_view(type()) << ", not ";
        raise<value_error>(detail::say_element<T>(m));
      }
      return std::get<any_tensor<T>>(held_);
    }
  }
  /// \internal
  const detail::any_variant& held() const { return held_; }
};

namespace detail {

template <class F, class V> struct array_results;
template <class F, class... A> struct array_results<F, std::variant<A...>> {
  using common = results_in_common<typename result_of_call<F, const A&>::type...>;
  template <class R>
  static constexpr bool storable = std::is_same_v<R, none> || std::is_convertible_v<R, any_array>;
  static constexpr bool all_storable =
      (storable<typename result_of_call<F, const A&>::type> && ...);
};

template <class F> struct visit_array_verdict {
  using results = array_results<F, any_variant>;
  static constexpr bool callable = !std::is_same_v<typename results::common::type, none>;
  static constexpr bool accepted = callable && (results::common::same || results::all_storable);
  static constexpr message text() {
    if (!callable)
      return message("stria: visit_array: the function does not accept an any_tensor<T> of any "
                     "element type");
    return message("stria: visit_array: the function returns different types for different element "
                   "types, and they are not all tensors");
  }
};
template <class F> struct visit_array_call {
  using results = array_results<F, any_variant>;
  static constexpr bool accepted = true;
  using type = std::conditional_t<results::common::same, typename results::common::type, any_array>;
  static type run(const any_array& a, F& f) {
    return std::visit(
        [&]<class A>(const A& held) -> type {
          if constexpr (std::is_invocable_v<F&, const A&>)
            return static_cast<type>(f(held));
          else
            raise<value_error>(
                message("stria: visit_array: the function does not accept elements of ")
                << std::string_view(a.type()));
        },
        a.held());
  }
};
template <class F>
struct visit_array_result : judged_call<visit_array_verdict<F>, visit_array_call<F>> {};

} // namespace detail

/// Calls a function with the any_tensor<T> that an any_array holds.
///
/// \param a    the array
/// \param f    a callable; it is compiled for each element type that it accepts
/// \returns    the result of f. If f returns tensors of different types for different element
///             types, the result is an any_array
/// \throws     value_error if f does not accept elements of the type of `a`
/// \refuses    a function that accepts no element type, and a function whose results have different
///             types, unless all results are tensors
/// \complexity one call of f
/// \numpy      none
/// \usage      `visit_array(a, [](const auto& t) { return t.rank(); })`
/// \see        visit_rank
template <class F>
auto visit_array(const any_array& a, F&& f)
    STRIA_RUN_OR_REFUSE((detail::visit_array_result<std::remove_reference_t<F>>), a, f);

} // namespace stria

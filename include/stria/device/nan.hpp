// SPDX-License-Identifier: BSL-1.0
// device/nan.hpp: reductions and scans on a device that skip NaNs.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/first.hpp>
#include <stria/numpy/reduce/nan.hpp>

#include <limits>

namespace stria::detail {

template <> inline constexpr bool takes_complex<without_nan_fn> = true;
template <> inline constexpr bool takes_complex<is_no_nan_fn> = true;
template <> struct kernel_call<is_no_nan_fn> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const is_no_nan_fn&, kernel_type,
                          const kernel_operand* o, std::size_t) {
    if (!draft.writing())
      return {};
    return "((b8)!" + function_text("isnan", kernel_type::b8, o, 1) + ")";
  }
};
template <> struct kernel_call<without_nan_fn> {
  static constexpr bool known = true;
  static std::string text(kernel_draft& draft, const without_nan_fn&, kernel_type result,
                          const kernel_operand* o, std::size_t) {
    if (!draft.writing())
      return {};
    const std::string t(type_text(result)), name = "without_nan_" + t;
    const kernel_operand x{"x", result};
    draft.add_function("FUNCTION " + t + " " + name + "(" + t + " x, " + t + " instead) { return " +
                       function_text("isnan", kernel_type::b8, &x, 1) + " ? instead : x; }");
    return name + "(" + o[0].text + ", " + converted_text(o[1].text, o[1].type, result) + ")";
  }
};

/// The elements, with a number in place of each NaN.
template <class E> auto filled_nan(const E& e, const value_t<E>& instead) {
  return make_map(without_nan_fn{}, e, instead);
}

template <class Op> struct nan_filler {
  static constexpr bool known = false;
};
template <> struct nan_filler<nansum_op> {
  static constexpr bool known = true;
  using plain = sum_op;
};
template <> struct nan_filler<nanprod_op> {
  static constexpr bool known = true;
  using plain = prod_op;
};
template <class Op, class E, std::uint64_t Bits, bool Keep>
  requires(nan_filler<Op>::known)
struct device_computation<reduction<Op, E, Bits, Keep>> {
  using node = reduction<Op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using plain = typename nan_filler<Op>::plain;
    return device_reduce<plain, Bits, Keep>(
        filled_nan(n.source(), plain::template neutral<value_t<E>>()));
  }
};

/// For each result, the number of elements that are not NaN, as T.
template <class T, std::uint64_t Bits, bool Keep, class E> auto device_nan_counts(const E& e) {
  return cast<T>(device_reduce<count_op, Bits, Keep>(make_map(is_no_nan_fn{}, e)));
}

template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<nanmean_op, E, Bits, Keep>> {
  using node = statistic<nanmean_op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    const auto& e = n.source();
    const auto sums = device_reduce<sum_op, Bits, Keep>(cast<W>(filled_nan(e, value_t<E>())));
    const auto counts = device_nan_counts<typename real_of<W>::type, Bits, Keep>(e);
    return device_value<node>(cast<value_t<node>>(sums / counts));
  }
};

template <bool Root, class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<nanvar_op<Root>, E, Bits, Keep>> {
  using node = statistic<nanvar_op<Root>, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using W = wide_float<value_t<E>>;
    using R = typename real_of<W>::type;
    using D = value_t<node>;
    const auto& e = n.source();
    const auto means =
        device_value<reduction<sum_op, map_of<cast_fn<W>, std::remove_cvref_t<E>>, Bits, true>>(
            device_reduce<sum_op, Bits, true>(cast<W>(filled_nan(e, value_t<E>()))) /
            device_nan_counts<R, Bits, true>(e));
    const auto squares = where(make_map(is_no_nan_fn{}, e), squared_size(cast<W>(e) - means), R());
    const auto sums = device_reduce<sum_op, Bits, Keep>(squares);
    const auto rest = eval(device_nan_counts<R, Bits, Keep>(e) - static_cast<R>(n.operation().off));
    device_value<node> result(context_of(n), n.shape());
    const auto variances = where(rest > R(), sums / rest, std::numeric_limits<R>::quiet_NaN());
    if constexpr (Root)
      result = cast<D>(sqrt(variances));
    else
      result = cast<D>(variances);
    return result;
  }
};

template <class Better, class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<nan_extreme_op<Better>, E, Bits, Keep>> {
  using node = statistic<nan_extreme_op<Better>, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using op = extreme_op<typename Better::base>;
    using V = value_t<E>;
    const auto& e = n.source();
    if (reduced_count<Bits>(e.shape()) == 0)
      raise_empty_reduction(nan_extreme_op<Better>::text, e.shape());
    const auto best = device_reduce<op, Bits, Keep>(filled_nan(e, op::template neutral<V>()));
    const auto some = device_reduce<any_op, Bits, Keep>(make_map(is_no_nan_fn{}, e));
    return device_value<node>(where(some, best, std::numeric_limits<V>::quiet_NaN()));
  }
};

template <class Better, class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<nan_arg_op<Better>, E, Bits, Keep>> {
  using node = statistic<nan_arg_op<Better>, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using op = extreme_op<typename Better::base>;
    const auto& e = n.source();
    if (reduced_count<Bits>(e.shape()) == 0)
      raise_empty_reduction(nan_arg_op<Better>::text, e.shape());
    const auto some = device_reduce<any_op, Bits, Keep>(make_map(is_no_nan_fn{}, e));
    if (!all_of(some)) [[unlikely]]
      raise_all_nan(nan_arg_op<Better>::text);
    return device_reduce<arg_op<typename Better::base>, Bits, Keep>(
        filled_nan(e, op::template neutral<value_t<E>>()));
  }
};

} // namespace stria::detail

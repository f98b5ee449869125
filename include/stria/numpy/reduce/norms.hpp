// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/norms.hpp: norms of a given order of vectors and matrices, as in `norm(a, 1, _0)`.
// Tests: tests/numpy/parameters.cpp.
#pragma once

#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/constants.hpp>
#include <stria/numpy/statistics/statistics.hpp>

#include <limits>
#include <string_view>

namespace stria {

namespace detail {

/// The magnitude of an element, in the type of the norm.
template <class D> struct magnitude_fn {
  static constexpr const char* text = "abs";
  template <class T> STRIA_INLINE constexpr D operator()(const T& x) const {
    if constexpr (std::is_arithmetic_v<T>)
      return abs_fn{}(static_cast<D>(x));
    else
      return static_cast<D>(abs_fn{}(x));
  }
};
template <class D> struct power_of_fn {
  static constexpr const char* text = "pow";
  static constexpr bool is_expensive = true;
  D power;
  template <class T> STRIA_INLINE constexpr D operator()(const T& x) const {
    return cmath::pow(magnitude_fn<D>{}(x), power);
  }
};

/// The vector norm (sum |x|^p)^(1/p). It is the largest magnitude for p = infinity, the smallest
/// for p = -infinity, and the number of nonzero elements for p = 0.
struct vector_norm_op {
  static constexpr const char* text = "norm";
  template <class T> static constexpr bool takes = has_root<T>;
  template <class T> using result = statistic_type<T>;
  double p = 2;

  friend constexpr bool operator==(const vector_norm_op&, const vector_norm_op&) = default;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    using D = value_t<Target>;
    constexpr double infinity = constants::inf;
    const auto magnitudes = map(magnitude_fn<D>{}, e);
    if (p == infinity)
      target = reduce_by<max_op, Bits, Keep>(magnitudes);
    else if (p == -infinity)
      target = reduce_by<min_op, Bits, Keep>(magnitudes);
    else if (p == 0)
      target = map(cast_fn<D>{}, reduce_by<count_op, Bits, Keep>(e));
    else if (p == 1)
      target = reduce_by<sum_op, Bits, Keep>(magnitudes);
    else if (p == 2)
      norm_op{}.compute<Bits, Keep>(target, e);
    else {
      const auto power = static_cast<D>(p);
      target = reduce_by<sum_op, Bits, Keep>(map(power_of_fn<D>{power}, e));
      replace_each(target, [power](const D& v) { return cmath::pow(v, D{1} / power); });
    }
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_matrix_norm() {
  raise<value_error>(
      message("stria: norm: the order of a matrix norm is 1, -1, infinity, -infinity "
              "or \"fro\"; 2, -2 and \"nuc\", which need singular values, are in "
              "stria::linalg"));
}

/// A matrix norm. The magnitudes are added in each column (p = 1 or -1) or in each row (infinite
/// p). The norm is the largest of these sums if p > 0, otherwise the smallest.
template <std::size_t Row, std::size_t Column> struct matrix_norm_op {
  static constexpr const char* text = "norm";
  template <class T> static constexpr bool takes = has_root<T>;
  template <class T> using result = statistic_type<T>;
  double p;

  constexpr explicit matrix_norm_op(double order) : p(order) {
    if (p != 1 && p != -1 && !is_infinite()) [[unlikely]]
      raise_matrix_norm();
  }
  friend constexpr bool operator==(const matrix_norm_op&, const matrix_norm_op&) = default;
  template <std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void compute(Target& target, const E& e) const {
    if (is_infinite())
      of_sums<Column, Bits, Keep>(target, e);
    else
      of_sums<Row, Bits, Keep>(target, e);
  }

private:
  constexpr bool is_infinite() const {
    constexpr double infinity = constants::inf;
    return p == infinity || p == -infinity;
  }
  template <std::size_t Axis, std::uint64_t Bits, bool Keep, class Target, class E>
  constexpr void of_sums(Target& target, const E& e) const {
    const auto sums = reduce_by<sum_op, (std::uint64_t{1} << Axis), true>(
        map(magnitude_fn<value_t<Target>>{}, e));
    if (p > 0)
      target = reduce_by<max_op, Bits, Keep>(sums);
    else
      target = reduce_by<min_op, Bits, Keep>(sums);
  }
};

/// The two axes of a matrix, in the order of the arguments; tags are skipped.
template <class E, class... X> constexpr std::array<std::size_t, 2> matrix_axes() {
  std::array<std::size_t, 2> r{0, 1};
  std::size_t n = 0;
  [[maybe_unused]] const auto add = [&]<class Y>(std::type_identity<Y>) {
    if constexpr (constant_item<Y>)
      if (n < 2)
        r[n++] = axis_of<E, Y>;
  };
  (add(std::type_identity<X>()), ...);
  return r;
}

template <class E, class... X> struct norm_verdict {
  using axes_of = axes_verdict<E, X...>;
  static constexpr axis_set axes = axes_of::axes;
  static constexpr std::size_t count = [] {
    std::size_t n = 0;
    for (std::size_t k = 0; k < rank_of<E>; ++k)
      n += axes.has(k) ? 1 : 0;
    return n;
  }();
  static constexpr bool accepted = axes_of::accepted && (count == 1 || count == 2);
  static constexpr message text() {
    if (!axes_of::accepted)
      return axes_of::text();
    return message(
               "stria: norm with an order needs one axis (of vectors) or two (of matrices), as in "
               "norm(a, 1, _0); here are ")
           << count;
  }
};
template <class E, class... X> struct frobenius_verdict : norm_verdict<E, X...> {
  using base = norm_verdict<E, X...>;
  static constexpr bool accepted = base::accepted && base::count == 2;
  static constexpr message text() {
    if (base::axes_of::accepted)
      return message("stria: norm: \"fro\" is an order of matrices; it needs two axes");
    return base::text();
  }
};

/// The order of a norm: a number, or the text "fro".
template <class P>
concept norm_order = std::is_arithmetic_v<P> || std::same_as<P, const char*>;
template <class E, class... X>
struct norm_function_verdict : statistic_axes<norm_op, E, std::tuple<>, X...>::verdict {};
template <class E, norm_order P, class... X>
struct norm_function_verdict<E, P, X...>
    : first_or_second<std::is_arithmetic_v<P>>::template of<norm_verdict<E, X...>,
                                                            frobenius_verdict<E, X...>> {};
struct norm_function : over_axes {
  template <class E, class... X> static norm_function_verdict<E, X...> verdict();
  template <class E, class... X> static constexpr auto run(E&& e, const X&...) {
    return make_statistic<decltype(verdict<E, X...>())>(norm_op{}, static_cast<E&&>(e));
  }
  template <class E, norm_order P, class... X>
  static constexpr auto run(E&& e, P order, const X&...) {
    using verdict_t = norm_verdict<E, X...>;
    if constexpr (!std::is_arithmetic_v<P>) {
      if (std::string_view(order) != "fro") [[unlikely]]
        raise_matrix_norm();
      return make_statistic<verdict_t>(norm_op{}, static_cast<E&&>(e));
    } else if constexpr (verdict_t::count == 2) {
      constexpr auto rows_and_columns = matrix_axes<E, X...>();
      return make_statistic<verdict_t>(
          matrix_norm_op<rows_and_columns[0], rows_and_columns[1]>(static_cast<double>(order)),
          static_cast<E&&>(e));
    } else {
      return make_statistic<verdict_t>(vector_norm_op{static_cast<double>(order)},
                                       static_cast<E&&>(e));
    }
  }
  /// The axes of a call with an order remain in the order of the call.
  template <class F, class E, class... X>
  static constexpr auto along(const F& f, E&& e, const X&... x) {
    return reduce_last<(std::is_arithmetic_v<X> || ...)>(f, static_cast<E&&>(e), x...);
  }
};

} // namespace detail

/// Computes the Euclidean norm over axes, or a norm of a given order of vectors (over one axis) or
/// of matrices (over two axes).
///
/// \param e      a tensor, view or expression
/// \param order  optional, a number p or the text "fro". For vectors, any p gives (sum
///               |e|^p)^(1/p); `constants::inf` gives the largest magnitude, `-constants::inf` the
///               smallest, and 0 the number of nonzero elements. For matrices, 1 gives the largest
///               and -1 the smallest sum of the magnitudes in a column; `constants::inf` and
///               `-constants::inf` give the same for rows; "fro" gives the Frobenius norm. Without
///               an order, the norm is the square root of the sum of squared magnitudes
/// \param axes   without an order any axes; otherwise one axis for vectors, or two for matrices,
///               of which the first is the axis of the rows. They are constants or `axis(k)`; by
///               default all axes; also the tag `keepdims`
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. The norm of integers is a double; that of complex
///               numbers is real
/// \throws       value_error for any other order of a matrix norm, if there is nothing of which to
///               find the largest or smallest value, or if an axis(k) is named twice; index_error
///               if an axis(k) does not exist
/// \refuses      more than two axes beside an order; axes that do not exist or are named twice
/// \complexity   O(n)
/// \numpy        `np.linalg.norm(e, order, axis)`
/// \usage        `norm(a)`, `a / norm(a, -_1, keepdims)`, `norm(a, 1, _0)`, `norm(m, "fro")`
STRIA_DECLARE(norm);
constexpr detail::no_reduction_by_text norm(detail::asked_by_name) { return {}; }

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/norms.hpp: norms of a given order of vectors and matrices, as in `norm(a, 1, _0)`.
// Tests: tests/numpy/parameters.cpp.
#pragma once

#include <stria/arguments/run_time_axis.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/constants.hpp>
#include <stria/numpy/statistics/statistics.hpp>

#include <limits>

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
template <class Op, class E, class... X>
using norm_call = statistic_of<Op, E, norm_verdict<E, X...>>;
template <class E, class... X> struct ordered_norm : ignored_call {};
template <operand E, class... X>
struct ordered_norm<E, X...>
    : std::conditional_t<
          norm_verdict<E, X...>::count == 2,
          norm_call<matrix_norm_op<matrix_axes<E, X...>()[0], matrix_axes<E, X...>()[1]>, E, X...>,
          norm_call<vector_norm_op, E, X...>> {
  using op =
      std::conditional_t<norm_verdict<E, X...>::count == 2,
                         matrix_norm_op<matrix_axes<E, X...>()[0], matrix_axes<E, X...>()[1]>,
                         vector_norm_op>;
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
template <class E, class... X> struct frobenius_norm : ignored_call {};
template <operand E, class... X>
struct frobenius_norm<E, X...> : statistic_of<norm_op, E, frobenius_verdict<E, X...>> {};

template <std::size_t N> constexpr norm_op frobenius(const char (&order)[N]) {
  if (N != 4 || order[0] != 'f' || order[1] != 'r' || order[2] != 'o') [[unlikely]]
    raise_matrix_norm();
  return {};
}

} // namespace detail

/// Computes a norm of the given order, of vectors (over one axis) or of matrices (over two axes).
///
/// \param e      a tensor, view or expression
/// \param order  a number p. For vectors, any p gives (sum |e|^p)^(1/p); `constants::inf` gives the
///               largest magnitude, `-constants::inf` the smallest, and 0 the number of nonzero
///               elements. For matrices, 1 gives the largest and -1 the smallest sum of the
///               magnitudes in a column; `constants::inf` and `-constants::inf` give the same for
///               rows
/// \param axes   one axis for vectors, or two for matrices, as constants or `axis(k)`; by default
///               all axes of an operand of rank 1 or 2; also the tag `keepdims`. Of two constants,
///               the first is the axis of the rows; if one of the two axes is an `axis(k)`, the
///               axis of the rows is the lower one
/// \returns      the element, computed immediately, if all axes are reduced without `keepdims`;
///               otherwise a lazy expression. The elements are floating-point, double for integers
/// \throws       value_error for any other order of a matrix norm, if there is nothing of which to
///               find the largest or smallest value, or if an axis(k) is named twice; index_error
///               if an axis(k) does not exist
/// \refuses      more than two axes; axes that do not exist or are named twice
/// \complexity   O(n)
/// \numpy        `np.linalg.norm(e, order, axis)`
/// \usage        `norm(a, 1, _0)`, `norm(a, constants::inf, _0, _1)`
template <detail::operand_or_refused E, class P, class... X>
  requires(std::is_arithmetic_v<P> && !(__is_same(X, axis) || ...))
constexpr auto norm(E&& e, P order, X...)
    STRIA_RUN_OR_REFUSE((detail::ordered_norm<E, X...>), static_cast<E&&>(e),
                        typename detail::ordered_norm<E, X...>::op{static_cast<double>(order)});
/// Computes the Frobenius norm of matrices, `norm(m, "fro")`; any other string throws value_error.
template <detail::operand_or_refused E, std::size_t N, class... X>
  requires(!(__is_same(X, axis) || ...))
constexpr auto norm(E&& e, const char (&order)[N], X...)
    STRIA_RUN_OR_REFUSE((detail::frobenius_norm<E, X...>), static_cast<E&&>(e),
                        detail::frobenius(order));

} // namespace stria

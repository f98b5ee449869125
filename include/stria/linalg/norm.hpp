// SPDX-License-Identifier: BSL-1.0
// linalg/norm.hpp: norms and condition numbers: vector_norm, matrix_norm, cond.
// Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/arguments/axes.hpp>
#include <stria/linalg/solve.hpp>
#include <stria/linalg/svd.hpp>
#include <stria/numpy/elementwise/constants.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/statistics/statistics.hpp>

#include <cmath>

namespace stria {
namespace linalg {

/// The order of a norm: a number, infinity, or one of the texts "fro", "nuc", "inf", "-inf".
///
/// A number or a text can be passed directly; ord() is needed only to distinguish an order from an
/// axis.
///
/// \numpy        `ord=1`
/// \usage        `linalg::vector_norm(a, _0, linalg::ord(1))`
struct ord {
  enum class kind : unsigned char { number, frobenius, nuclear };
  double value = 2;
  kind which = kind::number;

  /// An order that is a number or infinity.
  template <class N>
    requires std::is_arithmetic_v<N>
  constexpr ord(N n) : value(static_cast<double>(n)) {}
  /// An order that is a text: "fro", "nuc", "inf" or "-inf". Raises value_error for any other text.
  constexpr ord(std::string_view text) {
    if (text == "fro")
      which = kind::frobenius;
    else if (text == "nuc")
      which = kind::nuclear;
    else if (text == "inf" || text == "-inf")
      value = text == "inf" ? constants::inf : -constants::inf;
    else
      raise<value_error>(detail::message("stria: linalg: \"")
                         << text
                         << R"(" is not the order of a norm; use "fro", "nuc", "inf" or "-inf")");
  }
  /// An order that is a string literal.
  constexpr ord(const char* text) : ord(std::string_view(text == nullptr ? "" : text)) {}
};

} // namespace linalg

namespace detail::linear {

template <class X>
concept norm_order = std::is_arithmetic_v<X> || std::same_as<X, linalg::ord> ||
                     std::convertible_to<const X&, std::string_view>;

/// The last of these arguments that is an order.
constexpr linalg::ord order_among(linalg::ord given) { return given; }
template <class X, class... More>
constexpr linalg::ord order_among(linalg::ord given, const X& x, const More&... more) {
  if constexpr (norm_order<X>)
    return order_among(linalg::ord(x), more...);
  else
    return order_among(given, more...);
}

/// The magnitudes of elements; integers are converted to double.
template <class A> constexpr auto magnitudes(const A& a) {
  if constexpr (is_complex<value_t<A>>::value)
    return abs(a);
  else
    return abs(cast<linalg_real_of<A>>(a));
}

/// The axes and tags among the arguments of a call, without its order.
template <class E, class Seen, class... X> struct norm_axes;
template <class E, class... Seen> struct norm_axes<E, std::tuple<Seen...>> {
  using verdict = axes_verdict<E, Seen...>;
  /// Calls f(axes...).
  template <class F> static constexpr decltype(auto) apply(F f) { return f(Seen()...); }
};
template <class E, class... Seen, class X, class... More>
struct norm_axes<E, std::tuple<Seen...>, X, More...>
    : norm_axes<E, std::tuple<Seen..., X>, More...> {};
template <class E, class... Seen, norm_order X, class... More>
struct norm_axes<E, std::tuple<Seen...>, X, More...> : norm_axes<E, std::tuple<Seen...>, More...> {
};

template <class A, class... X> struct vector_norm_verdict {
  static constexpr linalg_fault fault = matrix_fault<A>(0);
  using axes = typename norm_axes<A, std::tuple<>, X...>::verdict;
  static constexpr bool accepted = fault == linalg_fault::none && axes::accepted;
  static constexpr message text() {
    if (fault == linalg_fault::none)
      return axes::text();
    message m("stria: linalg::vector_norm");
    say_linalg_fault(m, fault, extents_of<A>.view());
    return m;
  }
};
template <class A, class... X> struct vector_norm_call {
  using axes = norm_axes<A, std::tuple<>, X...>;
  static constexpr axis_set set = axes::verdict::axes;
  using real = linalg_real_of<A>;
  using tensor_type = tensor_like<real, reduced_shape<extents_of<A>, set.bits, set.keep>()>;
  using type = element_or_tensor_t<tensor_type>;
  static constexpr bool accepted = true;
  // The types X are decayed, but in Given a string literal is still an array of characters.
  template <class... Given> static type run(const A& a, const Given&... x) {
    const linalg::ord order = order_among(2, x...);
    if (order.which != linalg::ord::kind::number)
      raise<value_error>(
          message("stria: linalg::vector_norm: \"fro\" and \"nuc\" are matrix norms; "
                  "use matrix_norm(a, \"fro\")"));
    const double p = order.value;
    tensor_type t(reduced_sizes<set.bits, set.keep, rank_of<tensor_type>>(a.shape()),
                  uninitialized_t{});
    axes::apply([&](auto... k) {
      if (p == 2) {
        t = cast_real(norm(a, k...));
      } else if (std::abs(p) == constants::inf) {
        if (p > 0)
          t = max(magnitudes(a), k...);
        else
          t = min(magnitudes(a), k...);
      } else if (p == 0) {
        t = cast_real(count_nonzero(a, k...));
      } else if (p == 1) {
        t = sum(magnitudes(a), k...);
      } else {
        t = sum(pow(magnitudes(a), static_cast<real>(p)), k...);
        for (real& v : t.storage())
          v = static_cast<real>(std::pow(v, static_cast<real>(1 / p)));
      }
    });
    return element_or_tensor(std::move(t));
  }

private:
  template <class E> static constexpr auto cast_real(E&& e) {
    if constexpr (operand<E>)
      return cast<real>(static_cast<E&&>(e));
    else
      return static_cast<real>(e);
  }
};
template <class A, class... X> struct vector_norm_result : ignored_call {};
template <operand A, class... X>
struct vector_norm_result<A, X...>
    : judged_call<vector_norm_verdict<A, X...>, vector_norm_call<A, X...>> {};

/// The norms of the matrices in the last two axes; the result lacks these axes.
template <class A>
tensor_like<linalg_real_of<A>, with_last<2>(extents_of<A>)>
matrix_norms(std::string_view name, const A& a, const linalg::ord& order) {
  using real = linalg_real_of<A>;
  using rows = constant<-2>;
  using columns = constant<-1>;
  tensor_like<real, with_last<2>(extents_of<A>)> t(with_last<2>(a.shape()), uninitialized_t{});
  const auto fill = [&](const auto& values) { t = values; };
  switch (order.which) {
  case linalg::ord::kind::frobenius:
    fill(vector_norm_call<A, rows, columns>::run(a, rows(), columns()));
    return t;
  case linalg::ord::kind::nuclear: fill(sum(svdvals_call<A>::run(a, name), columns())); return t;
  case linalg::ord::kind::number: break;
  }
  const double p = order.value;
  if (std::abs(p) == 2) {
    const auto s = svdvals_call<A>::run(a, name);
    if (p > 0)
      fill(max(s, columns()));
    else
      fill(min(s, columns()));
  } else if (std::abs(p) == 1 || std::abs(p) == constants::inf) {
    // A lambda, because the sums of rows and those of columns have different types.
    const auto along = [&](const auto& sums) {
      if (p > 0)
        fill(max(sums, columns()));
      else
        fill(min(sums, columns()));
    };
    if (std::abs(p) == constants::inf)
      along(eval(sum(magnitudes(a), columns())));
    else
      along(eval(sum(magnitudes(a), rows())));
  } else {
    raise<value_error>(
        message("stria: linalg::")
        << name
        << ": the order must be \"fro\", \"nuc\", infinity, 1, 2 or the negative of one of these "
           "numbers");
  }
  return t;
}

template <bool Keep, class A> struct matrix_norm_call {
  using real = linalg_real_of<A>;
  static constexpr auto extents = [] {
    if constexpr (Keep)
      return with_last<2>(extents_of<A>, extent::make(1), extent::make(1));
    else
      return with_last<2>(extents_of<A>);
  }();
  using type = element_or_tensor_t<tensor_like<real, extents>>;
  static constexpr bool accepted = true;
  template <class... X> static type run(const A& a, const X&... x) {
    auto norms = matrix_norms("matrix_norm", a, order_among("fro", x...));
    if constexpr (Keep) {
      type kept(with_last<2>(a.shape(), index{1}, index{1}), uninitialized_t{});
      std::copy_n(norms.data(), norms.size(), kept.data());
      return kept;
    } else {
      return element_or_tensor(std::move(norms));
    }
  }
};
template <class A, class... X> struct matrix_norm_verdict : matrix_verdict<"matrix_norm", A> {
  using matrix = matrix_verdict<"matrix_norm", A>;
  static constexpr bool known = ((norm_order<X> || std::same_as<X, keepdims_t>) && ...);
  static constexpr bool accepted = matrix::accepted && known;
  static constexpr message text() {
    return matrix::accepted
               ? message("stria: linalg::matrix_norm accepts an order (a number, \"fro\", \"nuc\", "
                         "\"inf\", \"-inf\") and keepdims; its axes are the last two")
               : matrix::text();
  }
};
template <class A, class... X> struct matrix_norm_result : ignored_call {};
template <operand A, class... X>
struct matrix_norm_result<A, X...>
    : judged_call<matrix_norm_verdict<A, X...>,
                  matrix_norm_call<(std::same_as<X, keepdims_t> || ...), A>> {};

template <class A> struct cond_call {
  using real = linalg_real_of<A>;
  using tensor_type = tensor_like<real, with_last<2>(extents_of<A>)>;
  using type = element_or_tensor_t<tensor_type>;
  static constexpr bool accepted = true;
  static type run(const A& a, const linalg::ord& order) {
    const auto sizes = a.shape();
    if (sizes[rank_of<A> - 2] == 0 || sizes[rank_of<A> - 1] == 0)
      raise<value_error>(message("stria: linalg::cond: an empty matrix has no condition number"));
    tensor_type c(with_last<2>(sizes), uninitialized_t{});
    if (order.which == linalg::ord::kind::number && std::abs(order.value) == 2) {
      const auto s = svdvals_call<A>::run(a, "cond");
      const index k = std::min(sizes[rank_of<A> - 2], sizes[rank_of<A> - 1]);
      for (index i = 0; i < c.size(); ++i) {
        const real largest = s.data()[i * k], smallest = s.data()[i * k + k - 1];
        const real ratio = order.value > 0 ? largest / smallest : smallest / largest;
        c.data()[i] = std::isnan(ratio) ? std::numeric_limits<real>::infinity() : ratio;
      }
    } else if constexpr (square_fault<A>() == linalg_fault::none) {
      square_sizes("cond", a);
      typename inverses<A>::type inverse(sizes, uninitialized_t{});
      inverses<A>::fill(inverse, a, sizes[rank_of<A> - 1]);
      const auto own = matrix_norms("cond", a, order);
      const auto of_inverse = norms_of_inverse(inverse, order);
      for (index i = 0; i < c.size(); ++i) {
        const real product = own.data()[i] * of_inverse.data()[i];
        // Infinity for a singular matrix; NaN only if the matrix contains NaN.
        c.data()[i] = std::isnan(product) && !std::isnan(own.data()[i])
                          ? std::numeric_limits<real>::infinity()
                          : product;
      }
    } else {
      raise_not_square("cond", extents_of<A>.view(), sizes);
    }
    return element_or_tensor(std::move(c));
  }

private:
  // The nuclear norm needs singular values, which cannot be computed for a matrix with NaN.
  template <class Inverse>
  static tensor_type norms_of_inverse(const Inverse& inverse, const linalg::ord& order) {
    if (order.which != linalg::ord::kind::nuclear)
      return matrix_norms("cond", inverse, order);
    Inverse finite = inverse;
    tensor_type norms(with_last<2>(inverse.shape()), uninitialized_t{});
    const index each = norms.size() == 0 ? 0 : inverse.size() / norms.size();
    for (auto& v : finite.storage())
      v = std::isfinite(std::abs(v)) ? v : value_t<Inverse>(0);
    norms = matrix_norms("cond", finite, order);
    for (index i = 0; i < inverse.size(); ++i)
      if (!std::isfinite(std::abs(inverse.data()[i])))
        norms.data()[i / each] = std::numeric_limits<real>::infinity();
    return norms;
  }
};
template <class A> struct cond_result : ignored_call {};
template <operand A>
struct cond_result<A> : judged_call<matrix_verdict<"cond", A>, cond_call<A>> {};

} // namespace detail::linear

namespace linalg {

/// Computes a vector norm over axes: (sum |a|^p)^(1/p).
///
/// \param a      a tensor, view or expression of numbers
/// \param axes,ord  axes as constants or `axis(k)` (default: all); the order p as a number, a text
///               or ord(p) (default 2); `keepdims` keeps reduced axes. The order 0 counts the
///               nonzero elements; infinity gives the largest magnitude, and -infinity the smallest
/// \returns      a real number if all axes are reduced without `keepdims`, otherwise a tensor of
///               real numbers; double for integers
/// \throws       value_error for "fro" and "nuc", for infinity and -infinity if there are no
///               elements, and if an axis(k) is named twice; index_error if an axis(k) does not
///               exist
/// \refuses      axes that do not exist or are named twice; long double; elements other than
///               numbers
/// \complexity   O(n); computed immediately
/// \numpy        `np.linalg.vector_norm(a, axis=-1, ord=1)`
/// \usage        `linalg::vector_norm(a, -_1, 1)`
template <detail::operand_or_refused A, class... X>
auto vector_norm(const A& a, const X&... x)
    STRIA_RUN_OR_REFUSE((detail::linear::vector_norm_result<A, std::decay_t<X>...>), a, x...);
/// Computes a vector norm over axes of which at least one is known only at run time: `axis(k)`.
template <detail::operand A, class... X>
  requires detail::run_time_axes<A, X...>
auto vector_norm(const A& a, const X&... x) {
  return detail::reduce_last([](const auto& m, const auto&... y) { return vector_norm(m, y...); },
                             a, x...);
}
STRIA_FOREIGN_FIRST(vector_norm);

/// Computes a norm of matrices.
///
/// \param a      operand (..., m, n)
/// \param ord    the order: "fro" (default), "nuc", infinity, 1, 2, or the negative of one of these
///               numbers; `keepdims` keeps the last two axes with extent 1
/// \returns      a real number for one matrix, otherwise a tensor (...) of real numbers; (..., 1,
///               1) with `keepdims`; double for integers
/// \throws       value_error for any other order; for "nuc", 2 and -2 if there are NaN or infinite
///               elements; and for empty matrices if the order gives the largest or the smallest of
///               no numbers
/// \refuses      operands of rank below 2; long double; elements other than numbers; other
///               arguments
/// \complexity   O(m n); with singular values ("nuc", 2, -2) O(m n min(m, n)); computed immediately
/// \numpy        `np.linalg.matrix_norm(a, ord="fro")`
/// \usage        `linalg::matrix_norm(a)`, `linalg::matrix_norm(a, "nuc")`
template <detail::operand_or_refused A, class... X>
auto matrix_norm(const A& a, const X&... x)
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_norm_result<A, std::decay_t<X>...>), a, x...);
STRIA_FOREIGN_FIRST(matrix_norm);

/// Computes the condition number of matrices.
///
/// \param a      operand (..., m, n)
/// \param order  the norm: 2 (default: the ratio of the largest to the smallest singular value) or
///               -2; for square matrices any order of matrix_norm()
/// \returns      a number for one matrix, otherwise a tensor (...); infinity for singular matrices,
///               but 0 for the order -2 unless all elements are 0
/// \throws       value_error if the matrices are empty, for any other order, and for 2, -2 and
///               "nuc" if there are NaN or infinite elements; shape_error if the matrices are not
///               square and the order is not 2 or -2
/// \refuses      operands of rank below 2; long double; elements other than numbers
/// \complexity   O(n^3) per matrix; computed immediately
/// \numpy        `np.linalg.cond(a, p)`
/// \usage        `linalg::cond(a)`, `linalg::cond(a, 1)`
template <detail::operand_or_refused A>
auto cond(const A& a, ord order = 2)
    STRIA_RUN_OR_REFUSE((detail::linear::cond_result<A>), a, order);
STRIA_FOREIGN_FIRST(cond);

} // namespace linalg
} // namespace stria

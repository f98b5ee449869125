// SPDX-License-Identifier: BSL-1.0
// numpy/statistics/covariance.hpp: cov and corrcoef, covariances and correlation coefficients.
// Tests: tests/numpy/statistics/average.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/numpy/statistics/covariance_loops.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

template <class A> inline constexpr bool is_cov_option = one_of<A, bool, ddof, correction>;

/// The options of cov(): rowvar and then bias, as in NumPy. ddof may be before, between or after
/// them.
struct cov_options {
  bool row_variables = true, biased = false, has_off = false;
  double off = 0;

  template <class... A> constexpr explicit cov_options(const A&... a) {
    [[maybe_unused]] int flags = 0;
    (take(a, flags), ...);
  }
  /// The number that is subtracted from the number of observations to get the divisor.
  constexpr double taken_off() const { return has_off ? off : biased ? 0 : 1; }

private:
  template <class A> constexpr void take(const A& a, int& flags) {
    if constexpr (std::same_as<A, bool>) {
      (flags++ == 0 ? row_variables : biased) = a;
    } else {
      has_off = true;
      off = a.n;
    }
  }
};

/// The type in which covariances of T are computed, as in NumPy.
template <class T> struct cov_type {
  using type = constant_type<T>;
};
template <class T>
  requires is_complex<T>::value
struct cov_type<T> {
  using type = typename is_complex<T>::template with<constant_type<typename T::value_type>>;
};
template <class... T> using common_cov_type = common_element<typename cov_type<T>::type...>;

/// The operand with its variables as rows.
template <class D, class M> constexpr tensor<D, dyn, dyn> variables_of(const M& m, bool as_rows) {
  const auto values = eval(make_map(cast_fn<D>{}, m));
  if constexpr (rank_of<M> == 1) {
    return values[newaxis, _];
  } else {
    if (as_rows || values.shape()[0] == 1)
      return values;
    return transpose(values);
  }
}
/// The covariances of the rows: the sums of the products of the deviations from the means, divided
/// by the length of a row minus `off`.
template <class D> constexpr tensor<D, dyn, dyn> covariance_of(tensor<D, dyn, dyn> x, double off) {
  const auto means = eval(mean(x, constant<1>{}, keepdims));
  x -= means;
  tensor<D, dyn, dyn> c;
  if constexpr (is_complex<D>::value) {
    c = matmul(x, make_map(conj_fn{}, transpose(x)));
  } else {
    c = matmul(x, transpose(x));
  }
  using real = typename real_of<D>::type;
  const real rest = static_cast<real>(x.shape()[1]) - off;
  const real factor = quotient(real(1), rest > 0 ? rest : real(0));
  replace_each(c, [factor](D v) { return v *= factor; });
  return c;
}
/// Accepts vectors and matrices of numbers.
template <fixed_string Name, class... M> struct cov_verdict {
  static constexpr bool accepted =
      ((rank_of<M> == 1 || rank_of<M> == 2) && ...) && (is_number<value_t<M>> && ...);
  static constexpr message text() {
    return message("stria: ") << Name.view()
                              << " takes numbers, as a vector or as a matrix whose rows are the "
                                 "variables";
  }
};
/// The covariances of the variables of all operands; a number for one vector.
template <bool Correlates, class... M> struct cov_call {
  static constexpr bool accepted = true;
  static constexpr bool single = sizeof...(M) == 1 && ((rank_of<M> == 1) && ...);
  using D = typename common_cov_type<value_t<M>...>::type;
  using type = std::conditional_t<single, D, tensor<D, dyn, dyn>>;

  static constexpr type run(const cov_options& options, const M&... m) {
    auto c =
        covariance_of<D>(joined(variables_of<D>(m, options.row_variables)...), options.taken_off());
    if constexpr (Correlates)
      correlate_all(c);
    if constexpr (single)
      return c(0, 0);
    else
      return c;
  }

private:
  using matrix = tensor<D, dyn, dyn>;
  static constexpr matrix joined(matrix x) { return x; }
  static constexpr matrix joined(const matrix& x, const matrix& y) {
    if (x.shape()[1] != y.shape()[1]) [[unlikely]]
      raise<shape_error>(message("stria: ")
                         << (Correlates ? "corrcoef" : "cov") << ": the operands have "
                         << x.shape()[1] << " and " << y.shape()[1] << " observations");
    return concat(constant<0>{}, x, y);
  }
};
template <bool Correlates, class... M> struct cov_result : ignored_call {};
template <operand... M>
struct cov_result<false, M...> : on_host<cov_verdict<"cov", M...>, cov_call<false, M...>, M...> {};
template <operand... M>
struct cov_result<true, M...> : on_host<cov_verdict<"corrcoef", M...>, cov_call<true, M...>, M...> {
};

} // namespace detail

/// The covariance matrix of variables.
///
/// \param m       a matrix whose rows are the variables, or a vector, which is one variable
/// \param options `rowvar`, then `bias`, both bools. `rowvar` is false if the columns are the
///                variables (default true); a matrix of one row is one variable in any case. If
///                `bias` is true, the divisor is n, the number of observations, otherwise n - 1
///                (default false). With ddof(k) or correction(k), at any position, the divisor is
///                n - k
/// \returns       a tensor [variables, variables] of double or complex<double> (of long
///                double if the elements are), computed immediately; for one vector a number, its
///                variance
/// \throws        nothing
/// \refuses       rank 0 and rank 3 or more, elements that are not numbers, and operands on a
///                device
/// \complexity    O(variables^2 n), allocates the result
/// \numpy         `np.cov(m, rowvar=True, bias=False, ddof=k)`
/// \usage         `cov(m)`, `cov(m, false, ddof(0))`
/// \see           corrcoef, var
template <detail::operand_or_refused M, class... Options>
  requires(detail::is_cov_option<Options> && ...)
constexpr auto cov(const M& m, Options... options)
    STRIA_RUN_OR_REFUSE((detail::cov_result<false, M>), detail::cov_options(options...), m);
/// The covariance matrix of the variables of both `m` and `y`. Raises shape_error if the numbers of
/// observations differ. NumPy: `np.cov(m, y)`.
template <detail::operand_or_refused M, detail::operand Y, class... Options>
  requires(detail::is_cov_option<Options> && ...)
constexpr auto cov(const M& m, const Y& y, Options... options)
    STRIA_RUN_OR_REFUSE((detail::cov_result<false, M, Y>), detail::cov_options(options...), m, y);
STRIA_FOREIGN_FIRST(cov);
STRIA_FOREIGN_SECOND(cov);

/// The matrix of correlation coefficients of variables.
///
/// \param x      a matrix whose rows are the variables, or a vector, which is one variable
/// \param rowvar a bool; false if the columns are the variables (default true); a matrix of one row
///               is one variable in any case
/// \returns      a tensor [variables, variables] of double or complex<double> (of long
///               double if the elements are), computed immediately; for one vector a number
/// \throws       nothing
/// \refuses      rank 0 and rank 3 or more, elements that are not numbers, and operands on a device
/// \complexity   O(variables^2 n), allocates the result
/// \numpy        `np.corrcoef(x, rowvar=rowvar)`
/// \usage        `corrcoef(x)`, `corrcoef(x, y)`
/// \see          cov
template <detail::operand_or_refused M, class... Options>
  requires(std::same_as<Options, bool> && ...)
constexpr auto corrcoef(const M& x, Options... rowvar)
    STRIA_RUN_OR_REFUSE((detail::cov_result<true, M>), detail::cov_options(rowvar...), x);
/// The correlation coefficients of the variables of both `x` and `y`. Raises shape_error if the
/// numbers of observations differ.
template <detail::operand_or_refused M, detail::operand Y, class... Options>
  requires(std::same_as<Options, bool> && ...)
constexpr auto corrcoef(const M& x, const Y& y, Options... rowvar)
    STRIA_RUN_OR_REFUSE((detail::cov_result<true, M, Y>), detail::cov_options(rowvar...), x, y);
STRIA_FOREIGN_FIRST(corrcoef);
STRIA_FOREIGN_SECOND(corrcoef);

} // namespace stria

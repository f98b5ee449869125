// SPDX-License-Identifier: BSL-1.0
// linalg/power.hpp: powers and exponentials of matrices: matrix_power, expm.
// Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/linalg/solve.hpp>
#include <stria/numpy/product/matmul.hpp>

namespace stria {
namespace detail::linear {

template <class A> struct power_call {
  using type = typename inverses<A>::type;
  static constexpr bool accepted = true;
  static constexpr type run(const A& a, index n) {
    const auto sizes = square_sizes("matrix_power", a);
    type base(sizes, uninitialized_t{}), result(sizes, uninitialized_t{});
    if (n == 0) {
      fill_identity(result);
      return result;
    }
    if (n < 0)
      check_linalg("matrix_power", inverses<A>::fill(base, a, sizes[rank_of<A> - 1]),
                   with_last<2>(sizes));
    else
      base = a;
    // Unsigned, because the magnitude of the smallest `index` does not fit into an `index`.
    std::size_t left =
        n < 0 ? std::size_t{0} - static_cast<std::size_t>(n) : static_cast<std::size_t>(n);
    bool begun = false;
    while (true) {
      if (left % 2 == 1) {
        result = begun ? eval(matmul(result, base)) : base;
        begun = true;
      }
      left /= 2;
      if (left == 0)
        return result;
      base = eval(matmul(base, base));
    }
  }
};
template <class A> struct power_result : ignored_call {};
template <operand A>
struct power_result<A> : judged_call<square_verdict<"matrix_power", A>, power_call<A>> {};

template <class A> struct expm_call {
  using T = linalg_element_of<A>;
  using type = typename inverses<A>::type;
  static constexpr bool accepted = true;
  static type run(const A& a) {
    const auto sizes = square_sizes("expm", a);
    type result(sizes, uninitialized_t{});
    if (result.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(
            "expm",
            exponential_kernels<T>::compute(batch, sizes[rank_of<A> - 1], in, result.data()),
            with_last<2>(sizes));
      });
    return result;
  }
};
template <class A> struct expm_result : ignored_call {};
template <operand A>
struct expm_result<A> : judged_call<square_verdict<"expm", A>, expm_call<A>> {};

} // namespace detail::linear

namespace linalg {

/// Raises square matrices to an integer power.
///
/// \param a      operand (..., n, n)
/// \param k      the exponent, an integer or a constant: 0 gives the identity, a negative one gives
///               powers of the inverse
/// \returns      tensor (..., n, n); double for integers
/// \throws       shape_error if the matrices are not square; value_error if k is negative and a
///               matrix is singular
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3 log |k|) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.matrix_power(a, k)`
/// \usage        `linalg::matrix_power(a, 3)`
template <detail::operand_or_refused A, detail::size_item K>
constexpr auto matrix_power(const A& a, K k)
    STRIA_RUN_OR_REFUSE((detail::linear::power_result<A>), a, detail::size_value(k));
STRIA_FOREIGN_FIRST(matrix_power);
STRIA_NOT_INTEGER_SECOND(matrix_power);

/// Computes the exponential of square matrices.
///
/// \param a      operand (..., n, n)
/// \returns      tensor (..., n, n); double for integers
/// \throws       shape_error if the matrices are not square; value_error for NaN and infinity
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        none; `scipy.linalg.expm(a)`
/// \usage        `linalg::expm(a)`
template <detail::operand_or_refused A>
auto expm(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::expm_result<A>), a);
STRIA_FOREIGN_FIRST(expm);

} // namespace linalg
} // namespace stria

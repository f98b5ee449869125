// SPDX-License-Identifier: BSL-1.0
// linalg/power.hpp: matrix_power and expm.
#pragma once

#include <stria/fn/product.hpp>
#include <stria/linalg/solve.hpp>

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
    // The magnitude of the smallest index is no index.
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

/// Square matrices (..., n, n) multiplied k times by themselves: the identity for 0, powers of the
/// inverse for negative k; `value_error` where there is none. Integers are computed as double.
/// NumPy: `np.linalg.matrix_power(a, k)`.
template <detail::operand_or_refused A, detail::size_item K>
constexpr auto matrix_power(const A& a, K k)
    STRIA_RUN_OR_REFUSE((detail::linear::power_result<A>), a, static_cast<index>(k));
STRIA_FOREIGN_FIRST(matrix_power);

/// The exponentials of square matrices (..., n, n). `value_error` for NaN and infinity. SciPy:
/// `scipy.linalg.expm(a)`.
template <detail::operand_or_refused A>
auto expm(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::expm_result<A>), a);
STRIA_FOREIGN_FIRST(expm);

} // namespace linalg
} // namespace stria

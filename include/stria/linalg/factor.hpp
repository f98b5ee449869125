// SPDX-License-Identifier: BSL-1.0
// linalg/factor.hpp: matrix factorisations: cholesky, qr, lu.
// Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/linalg/matrix_operand.hpp>

namespace stria {
namespace linalg {

/// The type of `reduced`.
struct reduced_t {};
/// The type of `complete`.
struct complete_t {};
/// Selects the reduced shape of the factors in qr() and svd(): with k = min(m, n), Q is m by k and
/// R is k by n.
///
/// \numpy        `mode="reduced"`, `full_matrices=False`
/// \usage        `linalg::qr(a, linalg::reduced)`, `linalg::svd(a, linalg::reduced)`
inline constexpr reduced_t reduced{};
/// Selects the complete shape of the factors in qr() and svd(): Q is m by m and R is m by n.
///
/// \numpy        `mode="complete"`, `full_matrices=True`
/// \usage        `linalg::qr(a, linalg::complete)`
inline constexpr complete_t complete{};

/// The result of qr(): a = Q R, where Q has orthonormal columns and R is upper triangular.
///
/// \numpy        the result of `np.linalg.qr`
/// \usage        `const auto [q, r] = linalg::qr(a);`
template <class TQ, class TR> struct qr_result : detail::result_base {
  TQ Q;
  TR R;

  qr_result() = default;
  constexpr qr_result(TQ q, TR r) : Q(std::move(q)), R(std::move(r)) {}
  STRIA_VARIABLE_TARGET(qr_result);
};
/// The result of lu(): a = P L U, where P is a permutation matrix, L has a unit diagonal and U is
/// upper triangular.
///
/// \numpy        the result of `scipy.linalg.lu`
/// \usage        `const auto [p, l, u] = linalg::lu(a);`
template <class TP, class TL, class TU> struct lu_result : detail::result_base {
  TP P;
  TL L;
  TU U;

  lu_result() = default;
  constexpr lu_result(TP p, TL l, TU u) : P(std::move(p)), L(std::move(l)), U(std::move(u)) {}
  STRIA_VARIABLE_TARGET(lu_result);
};

} // namespace linalg

namespace detail::linear {

template <class A> struct cholesky_call {
  using T = linalg_element_of<A>;
  using type = tensor_like<T, with_last<2>(extents_of<A>, side_of<A>, side_of<A>)>;
  static constexpr bool accepted = true;
  static type run(const A& a, bool upper) {
    const auto sizes = square_sizes("cholesky", a);
    type result(sizes, uninitialized_t{});
    if (result.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(
            "cholesky",
            factor_kernels<T>::cholesky(batch, sizes[rank_of<A> - 1], in, upper, result.data()),
            with_last<2>(sizes));
      });
    return result;
  }
};
template <class A> struct cholesky_result : ignored_call {};
template <operand A>
struct cholesky_result<A> : judged_call<square_verdict<"cholesky", A>, cholesky_call<A>> {};

/// The shape of the factors; `unknown` if it is chosen at run time.
enum class factor_mode : unsigned char { reduced, complete, unknown };
/// The extent k of the factors, which is m or min(m, n).
constexpr extent factor_extent(factor_mode mode, extent m, extent n) {
  const extent k = smaller_extent(m, n);
  switch (mode) {
  case factor_mode::reduced: return k;
  case factor_mode::complete: return m;
  case factor_mode::unknown: break;
  }
  return k == m ? m : extent::unknown();
}
constexpr bool complete_from_text(const char* function, const char* text) {
  const std::string_view mode(text == nullptr ? "" : text);
  if (mode != "reduced" && mode != "complete")
    raise<value_error>(message("stria: linalg::")
                       << function << ": the mode must be \"reduced\" or \"complete\", not \""
                       << mode << '"');
  return mode == "complete";
}
struct qr_mode_verdict {
  static constexpr message text() {
    return message(
        "stria: linalg::qr: the mode is linalg::reduced, linalg::complete or a text; the call "
        "qr(a, 0) of MATLAB is linalg::qr(a)");
  }
};

template <class A, factor_mode Mode> struct qr_call {
  using T = linalg_element_of<A>;
  static constexpr extent k = factor_extent(Mode, rows_of<A>, columns_of<A>);
  using q_type = tensor_like<T, with_last<2>(extents_of<A>, rows_of<A>, k)>;
  using r_type = tensor_like<T, with_last<2>(extents_of<A>, k, columns_of<A>)>;
  using type = linalg::qr_result<q_type, r_type>;
  static constexpr bool accepted = true;
  static type run(const A& a, bool full) {
    const auto sizes = a.shape();
    const index m = sizes[rank_of<A> - 2], n = sizes[rank_of<A> - 1];
    const index own = full ? m : std::min(m, n);
    type f{q_type(with_last<2>(sizes, m, own), uninitialized_t{}),
           r_type(with_last<2>(sizes, own, n), uninitialized_t{})};
    if (m == 0 || n == 0)
      fill_identity(f.Q);
    else if (f.Q.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        factor_kernels<T>::qr(batch, m, n, in, own, f.Q.data(), f.R.data());
      });
    return f;
  }
};
template <class A, factor_mode Mode> struct qr_result_of : ignored_call {};
template <operand A, factor_mode Mode>
struct qr_result_of<A, Mode> : judged_call<matrix_verdict<"qr", A>, qr_call<A, Mode>> {};

template <class A> struct lu_call {
  using T = linalg_element_of<A>;
  using real = real_part_t<T>;
  static constexpr extent m = rows_of<A>, n = columns_of<A>, k = smaller_extent(m, n);
  using p_type = tensor_like<real, with_last<2>(extents_of<A>, m, m)>;
  using l_type = tensor_like<T, with_last<2>(extents_of<A>, m, k)>;
  using u_type = tensor_like<T, with_last<2>(extents_of<A>, k, n)>;
  using type = linalg::lu_result<p_type, l_type, u_type>;
  static constexpr bool accepted = true;
  static type run(const A& a) {
    const auto sizes = a.shape();
    const index rows = sizes[rank_of<A> - 2], columns = sizes[rank_of<A> - 1];
    const index own = std::min(rows, columns);
    type f{p_type(with_last<2>(sizes, rows, rows), uninitialized_t{}),
           l_type(with_last<2>(sizes, rows, own), uninitialized_t{}),
           u_type(with_last<2>(sizes, own, columns), uninitialized_t{})};
    if (own == 0)
      fill_identity(f.P);
    else if (f.P.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(
            "lu",
            lu_kernels<T>::factor(batch, rows, columns, in, f.P.data(), f.L.data(), f.U.data()),
            with_last<2>(sizes));
      });
    return f;
  }
};
template <class A> struct lu_result_of : ignored_call {};
template <operand A> struct lu_result_of<A> : judged_call<matrix_verdict<"lu", A>, lu_call<A>> {};

} // namespace detail::linear

namespace linalg {

/// Computes the Cholesky factor of positive definite matrices.
///
/// \param a      operand (..., n, n); only one triangle is read
/// \param upper  false or `lower` (default): the lower triangular L with a = L L^H; true or
///               `upper`: the upper triangular U with a = U^H U; also 'L' or 'U'
/// \returns      tensor (..., n, n)
/// \throws       shape_error if the matrices are not square; value_error if a matrix is not
///               positive definite, and if a text names no triangle
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.cholesky(a, upper=False)`
/// \usage        `linalg::cholesky(a)`, `linalg::cholesky(a, linalg::upper)`
template <detail::operand_or_refused A>
auto cholesky(const A& a, bool upper = false)
    STRIA_RUN_OR_REFUSE((detail::linear::cholesky_result<A>), a, upper);
/// Computes the factor named by `lower` or `upper`, or by 'L' or 'U'.
template <detail::operand_or_refused A, detail::linear::names_triangle W>
auto cholesky(const A& a, W which) STRIA_RUN_OR_REFUSE((detail::linear::cholesky_result<A>), a,
                                                       detail::linear::is_upper("cholesky", which));
STRIA_FOREIGN_FIRST(cholesky);

/// Computes the QR factorisation of matrices.
///
/// \param a      operand (..., m, n)
/// \param mode   `reduced` (default), `complete` or a text; with a text, the extents that depend on
///               it are dynamic
/// \returns      qr_result with k = min(m, n): `Q` (..., m, k) and `R` (..., k, n); with
///               `complete`, `Q` (..., m, m) and `R` (..., m, n)
/// \throws       value_error if the text is neither "reduced" nor "complete"
/// \refuses      operands of rank below 2, long double, elements other than numbers
/// \complexity   O(m n min(m, n)) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.qr(a, mode="reduced")`
/// \usage        `linalg::qr(a)`, `linalg::qr(a, linalg::complete).Q`
template <detail::operand_or_refused A>
auto qr(const A& a, reduced_t = {})
    STRIA_RUN_OR_REFUSE((detail::linear::qr_result_of<A, detail::linear::factor_mode::reduced>), a,
                        false);
/// Computes factors of the complete shape.
template <detail::operand_or_refused A>
auto qr(const A& a, complete_t)
    STRIA_RUN_OR_REFUSE((detail::linear::qr_result_of<A, detail::linear::factor_mode::complete>), a,
                        true);
/// Computes factors of the shape named by a text.
template <detail::operand_or_refused A>
auto qr(const A& a, const char* mode)
    STRIA_RUN_OR_REFUSE((detail::linear::qr_result_of<A, detail::linear::factor_mode::unknown>), a,
                        detail::linear::complete_from_text("qr", mode));
template <detail::operand_or_refused A, class Mode>
  requires(std::is_arithmetic_v<Mode> || std::is_null_pointer_v<Mode>)
auto qr(const A&, Mode) -> detail::refusal_where<sizeof(A) != 0, detail::linear::qr_mode_verdict>;
STRIA_FOREIGN_FIRST(qr);

/// Computes the LU factorisation of matrices with row pivoting.
///
/// \param a      operand (..., m, n)
/// \returns      lu_result with k = min(m, n): `P` (..., m, m), `L` (..., m, k), `U` (..., k, n)
/// \throws       value_error for NaN and infinity
/// \refuses      operands of rank below 2, long double, elements other than numbers
/// \complexity   O(m n min(m, n)) per matrix; computed immediately, allocates the result
/// \numpy        none; `scipy.linalg.lu(a)`
/// \usage        `linalg::lu(a).U`
template <detail::operand_or_refused A>
auto lu(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::lu_result_of<A>), a);
STRIA_FOREIGN_FIRST(lu);

} // namespace linalg
} // namespace stria

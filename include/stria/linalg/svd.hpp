// SPDX-License-Identifier: BSL-1.0
// linalg/svd.hpp: singular values and functions based on them: svd, svdvals, pinv, matrix_rank,
// lstsq. Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/linalg/factor.hpp>

#include <limits>
#include <optional>

namespace stria {
namespace linalg {

/// The result of svd(): a = U S Vh, where the columns of U and the rows of Vh are orthonormal and S
/// holds the singular values, descending.
///
/// \numpy        the result of `np.linalg.svd`
/// \usage        `const auto [u, s, vh] = linalg::svd(a, linalg::reduced);`
template <class TU, class TS, class TVh> struct svd_result : detail::result_base {
  TU U;
  TS S;
  TVh Vh;

  svd_result() = default;
  constexpr svd_result(TU u, TS s, TVh v) : U(std::move(u)), S(std::move(s)), Vh(std::move(v)) {}
  STRIA_VARIABLE_TARGET(svd_result);
};
/// The result of lstsq(): the solution, sums of squared residuals, the rank and the singular
/// values.
///
/// There are no residuals if the rank is less than the number of columns, or if there are no more
/// rows than columns.
///
/// \numpy        the result of `np.linalg.lstsq`
/// \usage        `const auto [x, residuals, rank, values] = linalg::lstsq(a, b);`
template <class Solution, class Residuals, class Values> struct lstsq_result : detail::result_base {
  Solution solution;
  Residuals residuals;
  index rank;
  Values singular_values;

  lstsq_result() = default;
  constexpr lstsq_result(Solution s, Residuals r, index ra, Values si)
      : solution(std::move(s)), residuals(std::move(r)), rank(ra), singular_values(std::move(si)) {}
  STRIA_VARIABLE_TARGET(lstsq_result);
};

} // namespace linalg

namespace detail::linear {

template <class A> struct svd_shapes {
  using T = linalg_element_of<A>;
  using real = real_part_t<T>;
  static constexpr extent m = rows_of<A>, n = columns_of<A>, k = smaller_extent(m, n);
  using s_type = tensor_like<real, with_last<2>(extents_of<A>, k)>;
};
template <class A, factor_mode Mode> struct svd_call : svd_shapes<A> {
  using typename svd_shapes<A>::T, typename svd_shapes<A>::s_type;
  static constexpr extent m = rows_of<A>, n = columns_of<A>;
  using u_type = tensor_like<T, with_last<2>(extents_of<A>, m, factor_extent(Mode, m, n))>;
  using v_type = tensor_like<T, with_last<2>(extents_of<A>, factor_extent(Mode, n, m), n)>;
  using type = linalg::svd_result<u_type, s_type, v_type>;
  static constexpr bool accepted = true;
  static type run(const A& a, bool full) {
    const auto sizes = a.shape();
    const index rows = sizes[rank_of<A> - 2], columns = sizes[rank_of<A> - 1];
    const index k = std::min(rows, columns);
    type f{u_type(with_last<2>(sizes, rows, full ? rows : k), uninitialized_t{}),
           s_type(with_last<2>(sizes, k), uninitialized_t{}),
           v_type(with_last<2>(sizes, full ? columns : k, columns), uninitialized_t{})};
    if (k == 0) {
      fill_identity(f.U);
      fill_identity(f.Vh);
    } else if (f.S.size() > 0) {
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg("svd",
                     svd_kernels<T>::decompose(batch, rows, columns, in, full, f.U.data(),
                                               f.S.data(), f.Vh.data()),
                     with_last<2>(sizes));
      });
    }
    return f;
  }
};
template <class A, factor_mode Mode> struct svd_result_of : ignored_call {};
template <operand A, factor_mode Mode>
struct svd_result_of<A, Mode> : judged_call<matrix_verdict<"svd", A>, svd_call<A, Mode>> {};

template <class A> struct svdvals_call {
  using T = linalg_element_of<A>;
  using type = typename svd_shapes<A>::s_type;
  static constexpr bool accepted = true;
  static type run(const A& a, std::string_view name = "svdvals") {
    const auto sizes = a.shape();
    const index m = sizes[rank_of<A> - 2], n = sizes[rank_of<A> - 1];
    type s(with_last<2>(sizes, std::min(m, n)), uninitialized_t{});
    if (s.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(name,
                     svd_kernels<T>::decompose(batch, m, n, in, false, nullptr, s.data(), nullptr),
                     with_last<2>(sizes));
      });
    return s;
  }
};
template <class A> struct svdvals_result : ignored_call {};
template <operand A>
struct svdvals_result<A> : judged_call<matrix_verdict<"svdvals", A>, svdvals_call<A>> {};

/// The fraction of the largest singular value up to which a value counts as 0; by default max(m, n)
/// times the machine epsilon.
template <class Real>
constexpr Real singular_limit(const std::optional<double>& given, index m, index n) {
  return given ? static_cast<Real>(*given)
               : static_cast<Real>(std::max(m, n)) * std::numeric_limits<Real>::epsilon();
}

template <class A> struct pinv_call {
  using T = linalg_element_of<A>;
  using type = tensor_like<T, with_last<2>(extents_of<A>, columns_of<A>, rows_of<A>)>;
  static constexpr bool accepted = true;
  static type run(const A& a, const std::optional<double>& rtol) {
    const auto sizes = a.shape();
    const index m = sizes[rank_of<A> - 2], n = sizes[rank_of<A> - 1];
    type inverse(with_last<2>(sizes, n, m), uninitialized_t{});
    if (inverse.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg("pinv",
                     svd_kernels<T>::pseudo_invert(batch, m, n, in,
                                                   singular_limit<real_part_t<T>>(rtol, m, n),
                                                   inverse.data()),
                     with_last<2>(sizes));
      });
    return inverse;
  }
};
template <class A> struct pinv_result : ignored_call {};
template <operand A>
struct pinv_result<A> : judged_call<matrix_verdict<"pinv", A>, pinv_call<A>> {};

template <class A> struct matrix_rank_call {
  using real = linalg_real_of<A>;
  using tensor_type = tensor_like<index, with_last<2>(extents_of<A>)>;
  using type = element_or_tensor_t<tensor_type>;
  static constexpr bool accepted = true;
  static type run(const A& a, const std::optional<double>& rtol) {
    const auto sizes = a.shape();
    const index m = sizes[rank_of<A> - 2], n = sizes[rank_of<A> - 1], k = std::min(m, n);
    const auto s = svdvals_call<A>::run(a, "matrix_rank");
    const real limit = singular_limit<real>(rtol, m, n);
    tensor_type rank(with_last<2>(sizes), uninitialized_t{});
    const real* values = s.data();
    for (index& r : rank.storage()) {
      r = std::count_if(values, values + k, [&](real v) { return v > limit * *values; });
      values += k;
    }
    return element_or_tensor(std::move(rank));
  }
};
template <class A> struct matrix_rank_result : ignored_call {};
template <operand A>
struct matrix_rank_result<A> : judged_call<matrix_verdict<"matrix_rank", A>, matrix_rank_call<A>> {
};

template <class A, class B> struct lstsq_verdict {
  static constexpr linalg_fault fault_a = matrix_fault<A>(), fault_b = matrix_fault<B>(1);
  static constexpr bool each = fault_a == linalg_fault::none && fault_b == linalg_fault::none;
  static constexpr bool ranks = each && rank_of<A> == 2 && rank_of<B> <= 2;
  static constexpr bool accepted = [] {
    if constexpr (ranks)
      return equal_extents(rows_of<A>, extents_of<B>[0]).fault == extent_fault::none;
    else
      return false;
  }();
  static constexpr message text() {
    message m("stria: linalg::lstsq");
    if (fault_a != linalg_fault::none) {
      say_linalg_fault(m, fault_a, extents_of<A>.view());
    } else if (fault_b != linalg_fault::none && fault_b != linalg_fault::rank) {
      say_linalg_fault(m, fault_b, extents_of<B>.view());
    } else {
      m << ": the shapes ";
      say_shape(m, extents_of<A>.view());
      m << " and ";
      say_shape(m, extents_of<B>.view());
      m << (ranks ? " don't fit: the right side needs as many rows as the matrix has"
                  : ": it needs one matrix and a right side of rank 1 or 2");
    }
    return m;
  }
};
template <class A, class B> struct lstsq_call {
  using T = linalg_joined<A, B>;
  using real = real_part_t<T>;
  static constexpr bool vector = rank_of<B> == 1;
  static constexpr extent m = rows_of<A>, n = columns_of<A>;
  static constexpr auto x_extents = [] {
    if constexpr (vector)
      return with_last<1>(extents_of<B>, n);
    else
      return with_last<2>(extents_of<B>, n, columns_of<B>);
  }();
  using type =
      linalg::lstsq_result<tensor_like<T, x_extents>, tensor<real, dyn>,
                           tensor_like<real, with_last<2>(extents_of<A>, smaller_extent(m, n))>>;
  static constexpr bool accepted = true;
  static type run(const A& a, const B& b, const std::optional<double>& rcond) {
    const auto sa = a.shape();
    const auto sb = b.shape();
    if (sa[0] != sb[0]) [[unlikely]] {
      message text("stria: linalg::lstsq: the shapes ");
      say_shape(text, sa);
      text << " and ";
      say_shape(text, sb);
      raise<shape_error>(text << " don't fit: the right side needs as many rows as the matrix has");
    }
    const index rows = sa[0], columns = sa[1], k = vector ? 1 : sb[rank_of<B> - 1];
    const real limit = rcond && *rcond < 0 ? std::numeric_limits<real>::epsilon()
                                           : singular_limit<real>(rcond, rows, columns);
    std::array<index, rank_of<B>> sizes = sb;
    sizes[0] = columns;
    type f{{sizes, uninitialized_t{}},
           tensor<real, dyn>(k),
           0,
           {std::array<index, 1>{std::min(rows, columns)}, uninitialized_t{}}};
    if (rows == 0 || columns == 0) {
      std::fill_n(f.solution.data(), f.solution.size(), T(0));
      if (rows <= columns)
        f.residuals = tensor<real, dyn>(0);
      else
        f.residuals = squares_of(b, k);
      return f;
    }
    const auto& ready_a = prepare(a);
    const auto& ready_b = prepare(b);
    with_memory<T>(ready_a, anywhere, [&](const auto& pa) {
      with_memory<T>(ready_b, anywhere, [&](const auto& pb) {
        const matrix_operand<T> right{pb.p, nullptr, pb.strides[0],
                                      vector ? 0 : pb.strides[rank_of<B> - 1]};
        check_linalg("lstsq",
                     svd_kernels<T>::least_squares(
                         rows, columns, k, {pa.p, nullptr, pa.strides[0], pa.strides[1]}, right,
                         limit, f.solution.data(), f.residuals.data(), f.singular_values.data(),
                         &f.rank),
                     array_ref<index>{});
      });
    });
    if (f.rank < columns || rows <= columns)
      f.residuals = tensor<real, dyn>(0);
    return f;
  }

private:
  /// If a has no columns, b itself is the residual.
  static tensor<real, dyn> squares_of(const B& b, index k) {
    const tensor_like<T, extents_of<B>> values(b);
    tensor<real, dyn> r(k);
    for (index i = 0; i < values.size(); ++i)
      r.data()[i % k] += std::norm(values.data()[i]);
    return r;
  }
};
/// Refuses an argument of another type where a tolerance is expected.
template <fixed_string Call> struct tolerance_verdict {
  static constexpr message text() {
    return message("stria: the last argument of ") << Call.view() << " is a number";
  }
};
template <class A, class B> struct lstsq_result_of : ignored_call {};
template <operand A, operand B>
struct lstsq_result_of<A, B> : judged_call<lstsq_verdict<A, B>, lstsq_call<A, B>> {};

} // namespace detail::linear

namespace linalg {

/// Computes the singular value decomposition of matrices, a = U S Vh.
///
/// \param a              operand (..., m, n)
/// \param full_matrices  `complete` (default), `reduced`, a bool or a text; with one of the last
///                       two, the extents that depend on it are dynamic
/// \returns              svd_result with k = min(m, n): `U` (..., m, m), `S` (..., k), `Vh` (...,
///                       n, n); with `reduced`, `U` (..., m, k) and `Vh` (..., k, n)
/// \throws               value_error for NaN and infinity, if the iteration does not converge, and
///                       if a text is neither "reduced" nor "complete"
/// \refuses              operands of rank below 2, long double, elements other than numbers
/// \complexity           O(m n min(m, n)) per matrix; computed immediately, allocates the result
/// \numpy                `np.linalg.svd(a, full_matrices=True)`
/// \usage                `linalg::svd(a, linalg::reduced).S`
template <detail::operand_or_refused A>
auto svd(const A& a, complete_t = {})
    STRIA_RUN_OR_REFUSE((detail::linear::svd_result_of<A, detail::linear::factor_mode::complete>),
                        a, true);
/// Computes factors of the reduced shape.
template <detail::operand_or_refused A>
auto svd(const A& a, reduced_t)
    STRIA_RUN_OR_REFUSE((detail::linear::svd_result_of<A, detail::linear::factor_mode::reduced>), a,
                        false);
/// Computes factors whose shape is chosen at run time.
template <detail::operand_or_refused A>
auto svd(const A& a, bool full_matrices)
    STRIA_RUN_OR_REFUSE((detail::linear::svd_result_of<A, detail::linear::factor_mode::unknown>), a,
                        full_matrices);
/// Computes factors of the shape named by a text, "reduced" or "complete".
template <detail::operand_or_refused A, class Mode>
  requires std::convertible_to<const Mode&, const char*>
auto svd(const A& a, const Mode& mode)
    STRIA_RUN_OR_REFUSE((detail::linear::svd_result_of<A, detail::linear::factor_mode::unknown>), a,
                        detail::linear::complete_from_text("svd", mode));
STRIA_FOREIGN_FIRST(svd);

/// Computes the singular values of matrices.
///
/// \param a      operand (..., m, n)
/// \returns      tensor (..., min(m, n)) of real numbers, descending
/// \throws       value_error for NaN and infinity, and if the iteration does not converge
/// \refuses      as svd()
/// \complexity   O(m n min(m, n)) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.svdvals(a)`
/// \usage        `linalg::svdvals(a)`
template <detail::operand_or_refused A>
auto svdvals(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::svdvals_result<A>), a);
STRIA_FOREIGN_FIRST(svdvals);

/// Computes the Moore-Penrose pseudo-inverse of matrices.
///
/// \param a      operand (..., m, n)
/// \param rtol   singular values up to rtol times the largest one count as 0 (default: max(m, n)
///               times the machine epsilon)
/// \returns      tensor (..., n, m)
/// \throws       value_error for NaN and infinity, and if the iteration does not converge
/// \refuses      as svd()
/// \complexity   O(m n min(m, n)) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.pinv(a, rtol=None)`; without `rtol`, NumPy uses 1e-15
/// \usage        `linalg::pinv(a)`
template <detail::operand_or_refused A>
auto pinv(const A& a, std::optional<double> rtol = {})
    STRIA_RUN_OR_REFUSE((detail::linear::pinv_result<A>), a, rtol);
STRIA_FOREIGN_FIRST(pinv);
STRIA_FOREIGN_BECAUSE(pinv, detail::linear::tolerance_verdict<"linalg::pinv(a, rtol)">,
                      detail::ours, detail::whatever);

/// Computes the rank of matrices: the number of singular values that are not negligible.
///
/// \param a      operand (..., m, n)
/// \param rtol   singular values up to rtol times the largest one count as 0 (default: max(m, n)
///               times the machine epsilon)
/// \returns      index for one matrix, otherwise a tensor (...) of index; 0 for empty matrices
/// \throws       value_error for NaN and infinity, and if the iteration does not converge
/// \refuses      as svd()
/// \complexity   O(m n min(m, n)) per matrix; computed immediately
/// \numpy        `np.linalg.matrix_rank(a, rtol=...)`
/// \usage        `linalg::matrix_rank(a)`
template <detail::operand_or_refused A>
auto matrix_rank(const A& a, std::optional<double> rtol = {})
    STRIA_RUN_OR_REFUSE((detail::linear::matrix_rank_result<A>), a, rtol);
STRIA_FOREIGN_FIRST(matrix_rank);
STRIA_FOREIGN_BECAUSE(matrix_rank,
                      detail::linear::tolerance_verdict<"linalg::matrix_rank(a, rtol)">,
                      detail::ours, detail::whatever);

/// Solves a x = b in the least-squares sense; of several solutions it gives the one of least norm.
///
/// \param a      operand [m, n], one matrix
/// \param b      operand [m] or [m, k]
/// \param rcond  singular values up to rcond times the largest one count as 0 (default: max(m, n)
///               times the machine epsilon; a negative number means the machine epsilon)
/// \returns      lstsq_result with `solution` [n] or [n, k], `residuals` [k] or [0], `rank` and
///               `singular_values` [min(m, n)]
/// \throws       shape_error if the numbers of rows differ; value_error for NaN and infinity, and
///               if the iteration does not converge
/// \refuses      other ranks, different static extents, long double, elements other than numbers
/// \complexity   O(m n min(m, n)); computed immediately, allocates the result
/// \numpy        `np.linalg.lstsq(a, b, rcond=None)`
/// \usage        `linalg::lstsq(a, b).solution`
template <detail::operand_or_refused A, detail::operand_or_refused B>
auto lstsq(const A& a, const B& b, std::optional<double> rcond = {})
    STRIA_RUN_OR_REFUSE((detail::linear::lstsq_result_of<A, B>), a, b, rcond);
STRIA_FOREIGN_BINARY(lstsq);
STRIA_FOREIGN_BECAUSE(lstsq, detail::linear::tolerance_verdict<"linalg::lstsq(a, b, rcond)">,
                      detail::ours, detail::ours, detail::whatever);

} // namespace linalg
} // namespace stria

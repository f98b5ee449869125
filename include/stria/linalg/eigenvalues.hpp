// SPDX-License-Identifier: BSL-1.0
// linalg/eigenvalues.hpp: eigenvalues and eigenvectors: eig, eigvals, eigh, eigvalsh.
// Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/linalg/matrix_operand.hpp>
#include <stria/numpy/calculus/polynomial.hpp>

namespace stria {
namespace linalg {

/// The result of eig() and eigh(): eigenvalues, and eigenvectors of length 1 as the columns of a
/// matrix, in the same order.
///
/// \numpy        the result of `np.linalg.eigh`
/// \usage        `const auto [values, vectors] = linalg::eigh(a);`
template <class Values, class Vectors> struct eig_result : detail::result_base {
  Values eigenvalues;
  Vectors eigenvectors;

  eig_result() = default;
  constexpr eig_result(Values e, Vectors ei)
      : eigenvalues(std::move(e)), eigenvectors(std::move(ei)) {}
  STRIA_VARIABLE_TARGET(eig_result);
};

} // namespace linalg

namespace detail::linear {

template <class A> struct hermitian_call {
  using T = linalg_element_of<A>;
  using values_type = tensor_like<real_part_t<T>, with_last<2>(extents_of<A>, side_of<A>)>;
  using vectors_type = tensor_like<T, with_last<2>(extents_of<A>, side_of<A>, side_of<A>)>;
  template <class Sizes>
  static void compute(std::string_view name, const A& a, const Sizes& sizes, bool upper,
                      values_type& values, T* vectors) {
    if (values.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(name,
                     hermitian_kernels<T>::compute(batch, sizes[rank_of<A> - 1], in, upper,
                                                   values.data(), vectors),
                     with_last<2>(sizes));
      });
  }
};
template <class A> struct eigh_call : hermitian_call<A> {
  using typename hermitian_call<A>::values_type, typename hermitian_call<A>::vectors_type;
  using type = linalg::eig_result<values_type, vectors_type>;
  static constexpr bool accepted = true;
  static type run(const A& a, bool upper) {
    const auto sizes = square_sizes("eigh", a);
    type r{values_type(with_last<1>(sizes), uninitialized_t{}),
           vectors_type(sizes, uninitialized_t{})};
    hermitian_call<A>::compute("eigh", a, sizes, upper, r.eigenvalues, r.eigenvectors.data());
    return r;
  }
};
template <class A> struct eigvalsh_call : hermitian_call<A> {
  using type = typename hermitian_call<A>::values_type;
  static constexpr bool accepted = true;
  static type run(const A& a, bool upper) {
    const auto sizes = square_sizes("eigvalsh", a);
    type values(with_last<1>(sizes), uninitialized_t{});
    hermitian_call<A>::compute("eigvalsh", a, sizes, upper, values, nullptr);
    return values;
  }
};
template <class A> struct general_call {
  using T = linalg_element_of<A>;
  using C = as_complex_t<T>;
  using values_type = tensor_like<C, with_last<2>(extents_of<A>, side_of<A>)>;
  using vectors_type = tensor_like<C, with_last<2>(extents_of<A>, side_of<A>, side_of<A>)>;
  template <class Sizes>
  static void compute(std::string_view name, const A& a, const Sizes& sizes, values_type& values,
                      C* vectors) {
    if (values.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        check_linalg(
            name,
            eigen_kernels<T>::compute(batch, sizes[rank_of<A> - 1], in, values.data(), vectors),
            with_last<2>(sizes));
      });
  }
};
template <class A> struct eig_call : general_call<A> {
  using typename general_call<A>::values_type, typename general_call<A>::vectors_type;
  using type = linalg::eig_result<values_type, vectors_type>;
  static constexpr bool accepted = true;
  static type run(const A& a) {
    const auto sizes = square_sizes("eig", a);
    type r{values_type(with_last<1>(sizes), uninitialized_t{}),
           vectors_type(sizes, uninitialized_t{})};
    general_call<A>::compute("eig", a, sizes, r.eigenvalues, r.eigenvectors.data());
    return r;
  }
};
template <class A> struct eigvals_call : general_call<A> {
  using type = typename general_call<A>::values_type;
  static constexpr bool accepted = true;
  static type run(const A& a) {
    const auto sizes = square_sizes("eigvals", a);
    type values(with_last<1>(sizes), uninitialized_t{});
    general_call<A>::compute("eigvals", a, sizes, values, nullptr);
    return values;
  }
};

template <class A> struct eigh_result_of : ignored_call {};
template <operand A>
struct eigh_result_of<A> : judged_call<square_verdict<"eigh", A>, eigh_call<A>> {};
template <class A> struct eigvalsh_result_of : ignored_call {};
template <operand A>
struct eigvalsh_result_of<A> : judged_call<square_verdict<"eigvalsh", A>, eigvalsh_call<A>> {};
template <class A> struct eig_result_of : ignored_call {};
template <operand A>
struct eig_result_of<A> : judged_call<square_verdict<"eig", A>, eig_call<A>> {};
template <class A> struct eigvals_result_of : ignored_call {};
template <operand A>
struct eigvals_result_of<A> : judged_call<square_verdict<"eigvals", A>, eigvals_call<A>> {};

/// Trailing zero coefficients give roots at 0; leading ones lower the degree.
template <class P> struct roots_call {
  static constexpr bool accepted = true;
  using T = decltype(to_floating(std::declval<value_t<P>>()));
  using C = as_complex_t<T>;
  using type = row_tensor<C>;
  static type run(const P& p) {
    const row_tensor<T> c = significant<T>(p);
    index last = c.size() - 1;
    while (last > 0 && c.data()[last] == T())
      --last;
    type r(std::array<index, 1>{c.size() - 1}, uninitialized_t{});
    set_to_zero(r);
    if (last > 0) {
      typename tensor_of<T, unknown_shape<rank_of<P> + 1>()>::type companion(
          std::array<index, 2>{last, last}, uninitialized_t{});
      set_to_zero(companion);
      for (index k = 0; k < last; ++k) {
        companion.data()[k] = -c.data()[k + 1] / c.data()[0];
        if (k > 0)
          companion.data()[k * last + k - 1] = T(1);
      }
      r[range(index{0}, last)] = eigvals_call<decltype(companion)>::run(companion);
    }
    return r;
  }
};
template <class P> struct roots_result : ignored_call {};
template <operand P>
struct roots_result<P>
    : judged_call<coefficients_verdict<P>,
                  judged_call<fault_verdict<"roots", P, matrix_fault<P>(0)>, roots_call<P>>> {};

} // namespace detail::linear

namespace linalg {

/// Computes eigenvalues and eigenvectors of symmetric or Hermitian matrices.
///
/// \param a      operand (..., n, n); only one triangle is read
/// \param which  the triangle: `lower` (default) or `upper`, or 'L' or 'U'
/// \returns      eig_result with `eigenvalues` (..., n), real and ascending, and `eigenvectors`
///               (..., n, n), orthonormal columns
/// \throws       shape_error if the matrices are not square; value_error for NaN and infinity, if
///               the iteration does not converge, and if `which` names no triangle
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.eigh(a, UPLO="L")`
/// \usage        `linalg::eigh(a).eigenvalues`
template <detail::operand_or_refused A, detail::linear::names_triangle W = triangle>
auto eigh(const A& a, W which = triangle::lower)
    STRIA_RUN_OR_REFUSE((detail::linear::eigh_result_of<A>), a,
                        detail::linear::is_upper("eigh", which));
STRIA_FOREIGN_FIRST(eigh);

/// Computes the eigenvalues of symmetric or Hermitian matrices.
///
/// \param a      operand (..., n, n); only one triangle is read
/// \param which  the triangle: `lower` (default) or `upper`, or 'L' or 'U'
/// \returns      tensor (..., n) of real numbers, ascending
/// \throws       shape_error if the matrices are not square; value_error for NaN and infinity, if
///               the iteration does not converge, and if `which` names no triangle
/// \refuses      as eigh()
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.eigvalsh(a, UPLO="L")`
/// \usage        `linalg::eigvalsh(a)`
/// \see          eigh
template <detail::operand_or_refused A, detail::linear::names_triangle W = triangle>
auto eigvalsh(const A& a, W which = triangle::lower)
    STRIA_RUN_OR_REFUSE((detail::linear::eigvalsh_result_of<A>), a,
                        detail::linear::is_upper("eigvalsh", which));
STRIA_FOREIGN_FIRST(eigvalsh);

/// Computes eigenvalues and eigenvectors of square matrices.
///
/// \param a      operand (..., n, n)
/// \returns      eig_result with `eigenvalues` (..., n) and `eigenvectors` (..., n, n), always
///               complex, in no particular order
/// \throws       shape_error if the matrices are not square; value_error for NaN and infinity, and
///               if the iteration does not converge
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.eig(a)`
/// \usage        `linalg::eig(a).eigenvectors`
template <detail::operand_or_refused A>
auto eig(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::eig_result_of<A>), a);
STRIA_FOREIGN_FIRST(eig);

/// Computes the eigenvalues of square matrices.
///
/// \param a      operand (..., n, n)
/// \returns      tensor (..., n) of complex numbers, in no particular order
/// \throws       as eig()
/// \refuses      as eig()
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result
/// \numpy        `np.linalg.eigvals(a)`
/// \usage        `linalg::eigvals(a)`
/// \see          eig
template <detail::operand_or_refused A>
auto eigvals(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::eigvals_result_of<A>), a);
STRIA_FOREIGN_FIRST(eigvals);

/// Computes the roots of a polynomial: the eigenvalues of its companion matrix.
///
/// \param p      coefficients [n], highest power first
/// \returns      tensor of complex numbers with a run-time extent, in no particular order: n - 1
///               roots, or fewer if leading coefficients are 0
/// \throws       value_error for NaN and infinity, and if the iteration does not converge
/// \refuses      operands of a rank other than 1, long double, elements other than numbers
/// \complexity   O(n^3); computed immediately, allocates the result
/// \numpy        `np.roots(p)`
/// \usage        `linalg::roots(tensor{1, -3, 2})`, elements 1 and 2
/// \see          poly
template <detail::operand_or_refused P>
auto roots(const P& p) STRIA_RUN_OR_REFUSE((detail::linear::roots_result<P>), p);
STRIA_FOREIGN_UNARY(roots);

} // namespace linalg
} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// linalg/solve.hpp: determinants, inverses and linear systems: det, slogdet, inv, solve,
// triangular_solve. Tests: tests/linalg/calls.cpp, tests/linalg/values.cpp.
#pragma once

#include <stria/linalg/matrix_operand.hpp>
#include <stria/linalg/small.hpp>

namespace stria {
namespace detail::linear {

/// Calls `small_form` if the side is static and small, or in a constant expression; otherwise calls
/// `library`.
template <class T, index Side, class Small, class Library>
constexpr auto by_side(Small small_form, Library library) {
  if constexpr (Side > 0 && Side <= small_side) {
    return small_form(small_kernels<T, static_cast<std::size_t>(Side)>{});
  } else {
    if constexpr (Side > 0)
      if consteval {
        return small_form(small_kernels<T, static_cast<std::size_t>(Side)>{});
      }
    return library();
  }
}

template <class A> struct det_call {
  using T = linalg_element_of<A>;
  using tensor_type = tensor_like<T, with_last<2>(extents_of<A>)>;
  using value = element_or_tensor_t<tensor_type>;
  using type = std::conditional_t<operand<value>, value, element_value<value>>;
  static constexpr bool accepted = true;
  static constexpr type run(const A& a) {
    const auto sizes = square_sizes("det", a);
    const index n = sizes[rank_of<A> - 1];
    tensor_type d(with_last<2>(sizes), uninitialized_t{});
    if (n == 0)
      std::fill_n(d.data(), d.size(), T(1));
    else if (d.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        by_side<T, side_of<A>.size>([&](auto kernels) { kernels.determinant(batch, in, d.data()); },
                                    [&] { lu_kernels<T>::determinant(batch, n, in, d.data()); });
      });
    return element_or_tensor(std::move(d));
  }
};
template <class A> struct det_result : ignored_call {};
template <operand A> struct det_result<A> : judged_call<square_verdict<"det", A>, det_call<A>> {};

} // namespace detail::linear

namespace linalg {

/// The result of slogdet(): sign and logarithm of the absolute value of a determinant.
///
/// The sign of a complex determinant is a complex number of magnitude 1. The sign is 0 if the
/// matrix is singular.
///
/// \numpy        the result of `np.linalg.slogdet`
/// \usage        `const auto [sign, logabsdet] = linalg::slogdet(a);`
template <class Sign, class Log> struct slogdet_result : detail::result_base {
  Sign sign;
  Log logabsdet;

  slogdet_result() = default;
  constexpr slogdet_result(Sign s, Log l) : sign(std::move(s)), logabsdet(std::move(l)) {}
  STRIA_VARIABLE_TARGET(slogdet_result);
};

} // namespace linalg

namespace detail::linear {

template <class A> struct slogdet_call {
  using T = linalg_element_of<A>;
  using real = real_part_t<T>;
  using signs = tensor_like<T, with_last<2>(extents_of<A>)>;
  using logs = tensor_like<real, with_last<2>(extents_of<A>)>;
  using type = linalg::slogdet_result<element_or_tensor_t<signs>, element_or_tensor_t<logs>>;
  static constexpr bool accepted = true;
  static type run(const A& a) {
    const auto sizes = square_sizes("slogdet", a);
    const index n = sizes[rank_of<A> - 1];
    signs sign(with_last<2>(sizes), uninitialized_t{});
    logs log(with_last<2>(sizes), uninitialized_t{});
    if (n == 0) {
      std::fill_n(sign.data(), sign.size(), T(1));
      std::fill_n(log.data(), log.size(), real(0));
    } else if (sign.size() > 0) {
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        lu_kernels<T>::sign_and_log(batch, n, in, sign.data(), log.data());
      });
    }
    return {element_or_tensor(std::move(sign)), element_or_tensor(std::move(log))};
  }
};
template <class A> struct slogdet_result_of : ignored_call {};
template <operand A>
struct slogdet_result_of<A> : judged_call<square_verdict<"slogdet", A>, slogdet_call<A>> {};

/// The inverses; NaN for singular matrices.
template <class A> struct inverses {
  using T = linalg_element_of<A>;
  using type = tensor_like<T, with_last<2>(extents_of<A>, side_of<A>, side_of<A>)>;
  static constexpr linalg_outcome fill(type& to, const A& a, index n) {
    linalg_outcome outcome;
    if (to.size() > 0)
      with_matrices<T>(a, [&](const auto& in, const matrix_batch& batch) {
        outcome = by_side<T, side_of<A>.size>(
            [&](auto kernels) { return kernels.invert(batch, in, to.data()); },
            [&] { return lu_kernels<T>::invert(batch, n, in, to.data()); });
      });
    return outcome;
  }
};
template <class A> struct inv_call {
  using type = typename inverses<A>::type;
  static constexpr bool accepted = true;
  static constexpr type run(const A& a) {
    const auto sizes = square_sizes("inv", a);
    type inverse(sizes, uninitialized_t{});
    check_linalg("inv", inverses<A>::fill(inverse, a, sizes[rank_of<A> - 1]), with_last<2>(sizes));
    return inverse;
  }
};
template <class A> struct inv_result : ignored_call {};
template <operand A> struct inv_result<A> : judged_call<square_verdict<"inv", A>, inv_call<A>> {};

// The system a x = b. A vector b is a single column that every matrix of the batch uses.

template <class A, class B> struct system_plan {
  static constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>;
  static constexpr bool vector = rb == 1;
  static constexpr auto batch_a = with_last<2>(extents_of<A>);
  static constexpr auto batch_b = [] {
    if constexpr (vector)
      return unknown_shape<0>();
    else
      return with_last<2>(extents_of<B>);
  }();
  static constexpr auto batch = join_shapes(batch_a, batch_b);
  static constexpr extent rows = extents_of<B>[vector ? 0 : rb - 2];
  static constexpr auto side = equal_extents(side_of<A>, rows);
  static constexpr auto extents = [] {
    if constexpr (vector)
      return with_last<0>(batch.shape, side.result);
    else
      return with_last<0>(batch.shape, side.result, extents_of<B>[rb - 1]);
  }();
  static constexpr std::size_t nb = batch.shape.rank();
};

template <fixed_string Name, class A, class B> struct system_verdict {
  static constexpr linalg_fault fault_a = square_fault<A>(), fault_b = matrix_fault<B>(1);
  static constexpr bool each = fault_a == linalg_fault::none && fault_b == linalg_fault::none;
  static constexpr bool accepted = [] {
    if constexpr (each)
      return system_plan<A, B>::side.fault == extent_fault::none &&
             system_plan<A, B>::batch.fault == extent_fault::none;
    else
      return false;
  }();
  static constexpr message text() {
    message m("stria: linalg::");
    m << Name.view();
    if constexpr (!each) {
      if (fault_a != linalg_fault::none)
        say_linalg_fault(m, fault_a, extents_of<A>.view());
      else if (fault_b == linalg_fault::rank)
        m << " needs a right side of rank 1 or more";
      else
        say_linalg_fault(m, fault_b, extents_of<B>.view());
    } else {
      m << ": the shapes ";
      say_shape(m, extents_of<A>.view());
      m << " and ";
      say_shape(m, extents_of<B>.view());
      m << " don't fit: ";
      if (system_plan<A, B>::side.fault != extent_fault::none)
        m << "the right side needs as many rows as the matrix has";
      else
        m << "their batch axes do not broadcast";
    }
    return m;
  }
};

[[noreturn]] [[gnu::cold]] inline void raise_system(std::string_view name, array_ref<index> a,
                                                    array_ref<index> b) {
  message m("stria: linalg::");
  m << name << ": the shapes ";
  say_shape(m, a);
  m << " and ";
  say_shape(m, b);
  raise<shape_error>(m << " don't fit: the right side needs as many rows as the matrix has, and "
                          "the batch axes must broadcast");
}

template <class A, class B> struct system_call {
  using plan = system_plan<A, B>;
  using T = linalg_joined<A, B>;
  using type = tensor_like<T, plan::extents>;
  static constexpr bool accepted = true;
  static constexpr std::size_t ra = plan::ra, rb = plan::rb, nb = plan::nb;

  /// Calls solver(batch, n, k, a, b, x) unless the system is empty.
  template <class Solver>
  static constexpr type solve(std::string_view name, const A& a, const B& b, Solver solver) {
    const auto sa = square_sizes(name, a);
    const auto sb = b.shape();
    const index n = sa[ra - 1], k = plan::vector ? 1 : sb[rb - 1];
    std::array<index, nb> sizes{};
    bool fits = sb[plan::vector ? 0 : rb - 2] == n;
    for (std::size_t i = 0; i < nb; ++i) {
      sizes[i] = join_sizes(batch_size<ra>(sa, i), batch_size<rb>(sb, i));
      fits = fits && sizes[i] >= 0;
    }
    if (!fits) [[unlikely]]
      raise_system(name, sa, sb);
    type x(all_sizes(sizes, n, k), uninitialized_t{});
    if (x.size() == 0)
      return x;
    const auto& ready_a = prepare(a);
    const auto& ready_b = prepare(b);
    with_memory<T>(ready_a, anywhere, [&](const auto& pa) {
      with_memory<T>(ready_b, anywhere, [&](const auto& pb) {
        const auto steps_a = batch_steps<ra>(sa, pa.strides);
        const auto steps_b = batch_steps<rb>(sb, pb.strides);
        const matrix_batch batch{sizes.data(), nb, count_elements(sizes)};
        check_linalg(
            name,
            solver(batch, n, k,
                   matrix_operand<T>{pa.p, steps_a.data(), pa.strides[ra - 2], pa.strides[ra - 1]},
                   matrix_operand<T>{pb.p, steps_b.data(), pb.strides[plan::vector ? 0 : rb - 2],
                                     plan::vector ? 0 : pb.strides[rb - 1]},
                   x.data()),
            sizes);
      });
    });
    return x;
  }

private:
  static constexpr std::array<index, plan::extents.rank()>
  all_sizes(const std::array<index, nb>& batch, index n, index k) {
    if constexpr (plan::vector) {
      static_cast<void>(k);
      return with_last<0>(batch, n);
    } else {
      return with_last<0>(batch, n, k);
    }
  }
  // The size of batch axis `axis` of an operand. The batch axes of both operands are aligned at the
  // last one.
  template <std::size_t R>
  static constexpr index batch_size(const std::array<index, R>& sizes, std::size_t axis) {
    constexpr std::size_t own = R > 2 ? R - 2 : 0;
    return axis + own < nb ? 1 : sizes[axis + own - nb];
  }
  template <std::size_t R>
  static constexpr std::array<index, nb> batch_steps(const std::array<index, R>& sizes,
                                                     const std::array<index, R>& strides) {
    constexpr std::size_t own = R > 2 ? R - 2 : 0;
    std::array<index, nb> r{};
    for (std::size_t i = nb - own; i < nb; ++i)
      r[i] = sizes[i + own - nb] == 1 ? 0 : strides[i + own - nb];
    return r;
  }
};

template <class A, class B> struct solve_call : system_call<A, B> {
  using base = system_call<A, B>;
  using T = typename base::T;
  static constexpr typename base::type run(const A& a, const B& b) {
    return base::solve("solve", a, b,
                       [](const matrix_batch& batch, index n, index k, const matrix_operand<T>& ma,
                          const matrix_operand<T>& mb, T* x) {
                         return by_side<T, base::plan::side.result.size>(
                             [&](auto kernels) { return kernels.solve(batch, k, ma, mb, x); },
                             [&] { return lu_kernels<T>::solve(batch, n, k, ma, mb, x); });
                       });
  }
};
template <class A, class B> struct solve_result : ignored_call {};
template <operand A, operand B>
struct solve_result<A, B> : judged_call<system_verdict<"solve", A, B>, solve_call<A, B>> {};

template <class A, class B> struct triangular_call : system_call<A, B> {
  using base = system_call<A, B>;
  using T = typename base::T;
  static typename base::type run(const A& a, const B& b, bool lower, bool unit_diagonal) {
    return base::solve("triangular_solve", a, b,
                       [&](const matrix_batch& batch, index n, index k, const matrix_operand<T>& ma,
                           const matrix_operand<T>& mb, T* x) {
                         return lu_kernels<T>::solve_triangular(batch, n, k, ma, mb, lower,
                                                                unit_diagonal, x);
                       });
  }
};
template <class A, class B> struct triangular_result : ignored_call {};
template <operand A, operand B>
struct triangular_result<A, B>
    : judged_call<system_verdict<"triangular_solve", A, B>, triangular_call<A, B>> {};

} // namespace detail::linear

namespace linalg {

/// Computes the determinant of square matrices.
///
/// \param a      operand (..., n, n)
/// \returns      a number for one matrix, otherwise a tensor (...); double for integers; 1 for n =
///               0
/// \throws       shape_error if the matrices are not square
/// \refuses      operands of rank below 2, different static extents, long double, elements other
///               than numbers
/// \complexity   O(n^3) per matrix; computed immediately. Usable in constant expressions for
///               static n
/// \numpy        `np.linalg.det(a)`
/// \usage        `linalg::det(a)`
template <detail::operand_or_refused A>
constexpr auto det(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::det_result<A>), a);
STRIA_FOREIGN_FIRST(det);

/// Computes the sign and the logarithm of the absolute value of the determinant of square matrices.
/// Unlike the determinant, they do not overflow.
///
/// \param a      operand (..., n, n)
/// \returns      slogdet_result with `sign` and `logabsdet`, numbers for one matrix, otherwise
///               tensors (...)
/// \throws       shape_error if the matrices are not square
/// \refuses      as det()
/// \complexity   O(n^3) per matrix; computed immediately
/// \numpy        `np.linalg.slogdet(a)`
/// \usage        `linalg::slogdet(a).logabsdet`
template <detail::operand_or_refused A>
auto slogdet(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::slogdet_result_of<A>), a);
STRIA_FOREIGN_FIRST(slogdet);

/// Inverts square matrices.
///
/// \param a      operand (..., n, n)
/// \returns      tensor (..., n, n); double for integers
/// \throws       shape_error if the matrices are not square; value_error if a matrix is singular
/// \refuses      as det()
/// \complexity   O(n^3) per matrix; computed immediately, allocates the result. Usable in constant
///               expressions for static n
/// \numpy        `np.linalg.inv(a)`
/// \usage        `linalg::inv(a)`
template <detail::operand_or_refused A>
constexpr auto inv(const A& a) STRIA_RUN_OR_REFUSE((detail::linear::inv_result<A>), a);
STRIA_FOREIGN_FIRST(inv);

/// Solves the linear systems a x = b.
///
/// \param a      operand (..., n, n)
/// \param b      a vector [n], or matrices (..., n, k); leading axes are broadcast with those of
///               `a`
/// \returns      tensor x: (..., n) for a vector, otherwise (..., n, k)
/// \throws       shape_error if the sizes do not fit; value_error if a matrix is singular
/// \refuses      an `a` of rank below 2, a `b` of rank 0, static extents that do not fit, long
///               double, elements other than numbers
/// \complexity   O(n^3 + n^2 k) per system; computed immediately, allocates the result. Usable in
///               constant expressions for static n
/// \numpy        `np.linalg.solve(a, b)`; b is a vector only if its rank is 1
/// \usage        `linalg::solve(a, b)`
template <detail::operand_or_refused A, detail::operand_or_refused B>
constexpr auto solve(const A& a, const B& b)
    STRIA_RUN_OR_REFUSE((detail::linear::solve_result<A, B>), a, b);
STRIA_FOREIGN_BINARY(solve);

/// Solves the linear systems a x = b for triangular matrices.
///
/// \param a              operand (..., n, n); the other triangle is not read
/// \param b              a vector [n], or matrices (..., n, k)
/// \param lower          true or `lower`: the lower triangle; false or `upper`: the upper one
///                       (default); also 'L' or 'U'
/// \param unit_diagonal  the diagonal counts as 1 and is not read (default false)
/// \returns              as solve()
/// \throws               shape_error if the sizes do not fit; value_error if there is a 0 on the
///                       diagonal, unless `unit_diagonal` is true, and if a text names no
///                       triangle
/// \refuses              as solve()
/// \complexity           O(n^2 k) per system; computed immediately, allocates the result
/// \numpy                none; `scipy.linalg.solve_triangular(a, b, lower=False,
///                       unit_diagonal=False)`
/// \usage                `linalg::triangular_solve(a, b, linalg::lower)`
template <detail::operand_or_refused A, detail::operand_or_refused B>
auto triangular_solve(const A& a, const B& b, bool lower = false, bool unit_diagonal = false)
    STRIA_RUN_OR_REFUSE((detail::linear::triangular_result<A, B>), a, b, lower, unit_diagonal);
/// Solves with the triangle named by `lower` or `upper`, or by 'L' or 'U'.
template <detail::operand_or_refused A, detail::operand_or_refused B,
          detail::linear::names_triangle W>
auto triangular_solve(const A& a, const B& b, W which, bool unit_diagonal = false)
    STRIA_RUN_OR_REFUSE((detail::linear::triangular_result<A, B>), a, b,
                        !detail::linear::is_upper("triangular_solve", which), unit_diagonal);
STRIA_FOREIGN_BINARY(triangular_solve);

/// Solves triangular systems as SciPy does: another name for triangular_solve().
///
/// \param a,b,lower,unit_diagonal  as in triangular_solve()
/// \returns                        as solve()
/// \numpy                          none; `scipy.linalg.solve_triangular(a, b)`
/// \usage                          `linalg::solve_triangular(a, b, linalg::lower)`
/// \see                            triangular_solve
template <detail::operand_or_refused A, detail::operand_or_refused B>
auto solve_triangular(const A& a, const B& b, bool lower = false, bool unit_diagonal = false)
    STRIA_RUN_OR_REFUSE((detail::linear::triangular_result<A, B>), a, b, lower, unit_diagonal);
/// Solves with the triangle named by `lower` or `upper`, or by 'L' or 'U'.
template <detail::operand_or_refused A, detail::operand_or_refused B,
          detail::linear::names_triangle W>
auto solve_triangular(const A& a, const B& b, W which, bool unit_diagonal = false)
    STRIA_RUN_OR_REFUSE((detail::linear::triangular_result<A, B>), a, b,
                        !detail::linear::is_upper("solve_triangular", which), unit_diagonal);
STRIA_FOREIGN_BINARY(solve_triangular);

} // namespace linalg
} // namespace stria

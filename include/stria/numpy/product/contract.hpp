// SPDX-License-Identifier: BSL-1.0
// numpy/product/contract.hpp: products built from sums and matrix products: dot, vdot, outer, kron,
// cross, tensordot, trace.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/run_time_axis.hpp>
#include <stria/base/checked.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/product/cross_loops.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

/// Creates N pairs of axes for an operand of rank Own. Each axis of the operand becomes the first
/// axis of a pair or, if Second, the second one. All remaining axes are new.
template <std::size_t N, std::size_t Own, bool Second> constexpr auto paired_axes() {
  axis_map<2 * N> m{};
  for (std::size_t k = 0; k < N; ++k) {
    m.source[2 * k] = m.source[2 * k + 1] = -1;
    if (k >= N - Own)
      m.source[2 * k + (Second ? 1 : 0)] = static_cast<int>(k - (N - Own));
  }
  return m;
}

template <class A, class B> constexpr auto kron_extents() {
  constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>, R = ra > rb ? ra : rb;
  auto r = unknown_shape<R>();
  for (std::size_t k = 0; k < R; ++k)
    r[k] = multiply_extents(k < R - ra ? extent::make(1) : extents_of<A>[k - (R - ra)],
                            k < R - rb ? extent::make(1) : extents_of<B>[k - (R - rb)]);
  return r;
}

/// The Kronecker product: every element of A times all of B.
template <class A, class B>
class kronecker : public computed<kronecker<A, B>, product_value<A, B>, kron_extents<A, B>()> {
  static constexpr std::size_t R = kron_extents<A, B>().rank();
  A a_;
  B b_;

  template <std::size_t N>
  static constexpr std::array<index, R> sizes_of_all(const std::array<index, N>& n) {
    std::array<index, R> r{};
    for (std::size_t k = 0; k < R; ++k)
      r[k] = k < R - N ? 1 : n[k - (R - N)];
    return r;
  }

public:
  template <class U, class V>
  constexpr kronecker(U&& a, V&& b) : a_(static_cast<U&&>(a)), b_(static_cast<V&&>(b)) {}
  STRIA_NO_TARGET(kronecker);

  constexpr axis_array<R> shape() const {
    auto n = sizes_of_all(a_.shape());
    const auto m = sizes_of_all(b_.shape());
    for (std::size_t k = 0; k < R; ++k)
      n[k] = multiply_sizes(n[k], m[k]);
    return {n};
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(a_, b_); }
  static constexpr bool only_operands = true;
  template <class M, class N> static constexpr auto over(M&& a, N&& b) {
    return kronecker<std::remove_cvref_t<M>, std::remove_cvref_t<N>>(static_cast<M&&>(a),
                                                                     static_cast<N&&>(b));
  }
  template <class Target> constexpr void compute(Target& target) const {
    const auto& a = prepare_for(target, a_);
    const auto& b = prepare_for(target, b_);
    using PA = hold_t<decltype(a)>;
    using PB = hold_t<decltype(b)>;
    auto out = split_axes(target, sizes_of_all(a.shape()), sizes_of_all(b.shape()));
    run_into<store_kernel>(out,
                           map(multiply_fn{}, moved<PA, paired_axes<R, rank_of<A>, false>()>(PA(a)),
                               moved<PB, paired_axes<R, rank_of<B>, true>()>(PB(b))));
  }
};

/// The cross product along the last axis.
template <class A, class B, auto Extents>
class cross_product : public computed<cross_product<A, B, Extents>, product_value<A, B>, Extents> {
  A a_;
  B b_;

public:
  template <class U, class V>
  constexpr cross_product(U&& a, V&& b) : a_(static_cast<U&&>(a)), b_(static_cast<V&&>(b)) {
    static_cast<void>(shape());
  }
  STRIA_NO_TARGET(cross_product);

  constexpr axis_array<Extents.rank()> shape() const {
    const auto n = map(multiply_fn{}, a_, b_).shape();
    const index of_a = a_.shape()[rank_of<A> - 1], of_b = b_.shape()[rank_of<B> - 1];
    if (of_a != 3 || of_b != 3) [[unlikely]]
      raise<shape_error>(
          message("stria: cross: the last axis of both operands needs 3 elements, not ")
          << (of_a != 3 ? of_a : of_b));
    return n;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(a_, b_); }
  static constexpr bool only_operands = true;
  template <class M, class N> static constexpr auto over(M&& a, N&& b) {
    return cross_product<std::remove_cvref_t<M>, std::remove_cvref_t<N>, Extents>(
        static_cast<M&&>(a), static_cast<N&&>(b));
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = value_t<Target>;
    if constexpr (is_on_host<Target> && rank_of<A> == rank_of<B> && std::is_arithmetic_v<T>) {
      const auto& a = prepare(a_);
      const auto& b = prepare(b_);
      if (a.shape() == b.shape()) {
        const auto lines = [n = a.shape()](const auto& place) {
          return is_contiguous(n, place.strides);
        };
        return with_memory<T>(a, lines, [&](const auto& left) {
          with_memory<T>(b, lines, [&](const auto& right) {
            multiply_vectors_of_three(target.data(), left.p, right.p, target.size());
          });
        });
      }
    }
    multiply_columns(target, evaluate_for(target, a_), evaluate_for(target, b_));
  }

private:
  template <class Target, class M, class N>
  static constexpr void multiply_columns(Target& target, const M& a, const N& b) {
    using zero = constant<0>;
    using one = constant<1>;
    using two = constant<2>;
    target[ellipsis, zero{}] =
        a[ellipsis, one{}] * b[ellipsis, two{}] - a[ellipsis, two{}] * b[ellipsis, one{}];
    target[ellipsis, one{}] =
        a[ellipsis, two{}] * b[ellipsis, zero{}] - a[ellipsis, zero{}] * b[ellipsis, two{}];
    target[ellipsis, two{}] =
        a[ellipsis, zero{}] * b[ellipsis, one{}] - a[ellipsis, one{}] * b[ellipsis, zero{}];
  }
};

template <class A, class B, std::size_t N> constexpr auto contracted_extents() {
  constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>;
  auto r = unknown_shape<ra + rb - 2 * N>();
  for (std::size_t k = 0; k + N < ra; ++k)
    r[k] = extents_of<A>[k];
  for (std::size_t k = N; k < rb; ++k)
    r[ra - N + (k - N)] = extents_of<B>[k];
  return r;
}

/// The sum over the last N axes of A and the first N axes of B, computed as a matrix product.
template <class A, class B, std::size_t N>
class contraction
    : public computed<contraction<A, B, N>, product_value<A, B>, contracted_extents<A, B, N>()> {
  static constexpr std::size_t ra = rank_of<A>, rb = rank_of<B>, R = ra + rb - 2 * N;
  A a_;
  B b_;

public:
  template <class U, class V>
  constexpr contraction(U&& a, V&& b) : a_(static_cast<U&&>(a)), b_(static_cast<V&&>(b)) {
    const auto n = a_.shape();
    const auto m = b_.shape();
    for (std::size_t k = 0; k < N; ++k)
      if (n[ra - N + k] != m[k]) [[unlikely]] {
        message text("stria: tensordot: the shapes ");
        say_shape(text, n);
        text << " and ";
        say_shape(text, m);
        raise<shape_error>(text << " don't match: axis " << ra - N + k
                                << " of the first is summed with axis " << k << " of the second");
      }
  }
  STRIA_NO_TARGET(contraction);

  constexpr axis_array<R> shape() const {
    axis_array<R> r{};
    const auto n = a_.shape();
    const auto m = b_.shape();
    for (std::size_t k = 0; k + N < ra; ++k)
      r[k] = n[k];
    for (std::size_t k = N; k < rb; ++k)
      r[ra - N + (k - N)] = m[k];
    return r;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(a_, b_); }
  static constexpr bool only_operands = true;
  template <class M, class O> static constexpr auto over(M&& a, O&& b) {
    return contraction<std::remove_cvref_t<M>, std::remove_cvref_t<O>, N>(static_cast<M&&>(a),
                                                                          static_cast<O&&>(b));
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = value_t<Target>;
    const auto& a = prepare(a_);
    const auto& b = prepare(b_);
    const auto n = a.shape();
    const auto m = b.shape();
    bool empty = target.size() == 0;
    for (std::size_t k = 0; k < N; ++k)
      empty = empty || m[k] == 0;
    if (empty)
      return set_to_zero(target);
    product_sizes sizes{1, 1, 1};
    const auto extend = [](index& size, index by) {
      size = multiply_or_raise("tensordot", size, by);
    };
    for (std::size_t k = 0; k < ra; ++k)
      extend(k + N < ra ? sizes.rows : sizes.inner, n[k]);
    for (std::size_t k = N; k < rb; ++k)
      extend(sizes.columns, m[k]);
    with_memory<T>(a, contiguous(n), [&](const auto& left) {
      with_memory<T>(b, contiguous(m), [&](const auto& right) {
        multiply(target.data(), matrix_place<T>{left.p, sizes.inner, 1},
                 matrix_place<T>{right.p, sizes.columns, 1}, sizes);
      });
    });
  }

private:
  template <std::size_t M> static constexpr auto contiguous(const std::array<index, M>& sizes) {
    return [sizes](const auto& place) { return is_contiguous(sizes, place.strides); };
  }
};

template <class A, class B, class N> struct tensordot_verdict {
  static constexpr index axes = [] {
    if constexpr (constant_item<N>)
      return constant_traits<N>::value;
    else
      return index{-1};
  }();
  static constexpr std::size_t n = axes < 0 ? 0 : static_cast<std::size_t>(axes);
  static constexpr bool counts = axes >= 0 && n <= rank_of<A> && n <= rank_of<B>;
  static constexpr std::size_t differs = [] {
    if constexpr (counts)
      for (std::size_t k = 0; k < n; ++k)
        if (equal_extents(extents_of<A>[rank_of<A> - n + k], extents_of<B>[k]).fault !=
            extent_fault::none)
          return k;
    return n;
  }();
  static constexpr bool accepted = counts && differs == n;
  static constexpr message text() {
    message m("stria: tensordot: ");
    if (!constant_item<N>)
      return m << "the number of axes is a constant: tensordot(a, b, _1)";
    m << "the shapes ";
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<B>.view());
    if (!counts)
      return m << " do not both have " << axes << " axes to sum over";
    return m << " don't match: axis " << rank_of<A> - n + differs
             << " of the first is summed with axis " << differs << " of the second";
  }
};
template <class A, class B, class N>
struct tensordot_call
    : constructing_call<contraction<hold_t<A>, hold_t<B>, tensordot_verdict<A, B, N>::n>> {};
template <class A, class B, class N> struct tensordot_result {};
template <operand A, operand B, class N>
struct tensordot_result<A, B, N>
    : judged_call<tensordot_verdict<A, B, N>, judged_product<A, B, tensordot_call<A, B, N>>> {};

} // namespace detail

/// Sums products over the last axes of the first operand and the first axes of the second.
///
/// \param a    operand of numbers
/// \param b    operand of numbers
/// \param n    the number of axes, a constant (default 2)
/// \returns    a lazy expression with the other axes of `a`, then those of `b`; elements of the
///             type of a * b
/// \throws     shape_error if axes that are summed together have different sizes
/// \refuses    different static sizes of such axes, and operands with fewer than n axes
/// \complexity that of a matrix product; lazy, computed when it is assigned
/// \numpy      `np.tensordot(a, b, n)`
/// \usage      `tensordot(a, b, _1)`
/// \see        einsum, matmul, dot
template <class A, class B, class N = constant<2>>
constexpr auto tensordot(A&& a, B&& b, N = {})
    STRIA_RUN_OR_REFUSE((detail::tensordot_result<A, B, N>), static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_BORROWING((detail::tensor_operand S, detail::tensor_operand U, class N = constant<2>,
                 class A = detail::lvalue_t<S>, class B = detail::lvalue_t<U>),
                tensordot, (S & a STRIA_LIFETIMEBOUND, U& b STRIA_LIFETIMEBOUND, N = {}),
                (detail::tensordot_result<A, B, N>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING((detail::tensor_operand S, detail::no_lvalue_tensor B, class N = constant<2>,
                 class A = detail::lvalue_t<S>),
                tensordot, (S & a STRIA_LIFETIMEBOUND, B&& b, N = {}),
                (detail::tensordot_result<A, B, N>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U, class N = constant<2>,
                 class B = detail::lvalue_t<U>),
                tensordot, (A && a, U& b STRIA_LIFETIMEBOUND, N = {}),
                (detail::tensordot_result<A, B, N>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(tensordot);
template <class V = detail::braced_verdict>
detail::said_of_not_ours<V> tensordot(detail::ours, detail::ours, detail::braced);

/// The type of `axes<...>`.
template <index... K> struct axes_t {};
/// A list of axes in one argument.
/// \tparam K   the axes; negative ones count from the end
/// \numpy      a tuple of axes
/// \usage      `tensordot(a, b, axes<0, 1>, axes<1, 0>)`
template <index... K> inline constexpr axes_t<K...> axes{};

namespace detail {

template <class X> struct axes_in {
  static constexpr bool accepted = false;
  static constexpr std::size_t count = 0;
};
template <constant_item X> struct axes_in<X> : axes_in<axes_t<constant_traits<X>::value>> {};
template <index... K> struct axes_in<axes_t<K...>> {
  static constexpr bool accepted = true;
  static constexpr std::size_t count = sizeof...(K);
  /// The listed axes as axes of an operand of rank R, or the error in the list.
  template <std::size_t R> static constexpr auto list = list_axes<constant<K>...>(R);
};

/// The order of axes in which the summed axes come last or, if not `last`, first.
template <std::size_t R, std::size_t N>
constexpr axis_map<R> contracted_order(const axis_list<N>& l, bool last) {
  axis_map<R> m{};
  std::size_t out = last ? 0 : N;
  for (std::size_t k = 0; k < R; ++k)
    if (!l.has(k))
      m.source[out++] = static_cast<int>(k);
  for (std::size_t k = 0; k < N; ++k)
    m.source[(last ? R - N : 0) + k] = static_cast<int>(l.at[k]);
  return m;
}

template <class A, class B, class X, class Y> struct pairs_verdict {
  using left = axes_in<X>;
  using right = axes_in<Y>;
  static constexpr std::size_t n = left::count;
  static constexpr bool named = left::accepted && right::accepted;
  static constexpr bool counts = named && n == right::count;
  static constexpr axes_fault fault_left = [] {
    if constexpr (named)
      return left::template list<rank_of<A>>.fault;
    else
      return axes_fault::foreign;
  }();
  static constexpr axes_fault fault_right = [] {
    if constexpr (named)
      return right::template list<rank_of<B>>.fault;
    else
      return axes_fault::foreign;
  }();
  static constexpr bool known =
      counts && fault_left == axes_fault::none && fault_right == axes_fault::none;
  static constexpr std::size_t differs = [] {
    if constexpr (known)
      for (std::size_t k = 0; k < n; ++k)
        if (equal_extents(extents_of<A>[left::template list<rank_of<A>>.at[k]],
                          extents_of<B>[right::template list<rank_of<B>>.at[k]])
                .fault != extent_fault::none)
          return k;
    return n;
  }();
  static constexpr bool accepted = known && differs == n;
  static constexpr message text() {
    message m("stria: tensordot: ");
    if constexpr (!named)
      return m << "axes are constants: tensordot(a, b, _0, _1) or tensordot(a, b, axes<0, 1>, "
                  "axes<1, 0>)";
    else if constexpr (!counts)
      return m << left::count << " axes of the first operand, but " << right::count
               << " of the second";
    else if constexpr (fault_left != axes_fault::none)
      say_axes_fault(m, fault_left, left::template list<rank_of<A>>.value, extents_of<A>.view(),
                     rank_of<A>);
    else if constexpr (fault_right != axes_fault::none)
      say_axes_fault(m, fault_right, right::template list<rank_of<B>>.value, extents_of<B>.view(),
                     rank_of<B>);
    else if constexpr (differs < n) {
      m << "the shapes ";
      say_shape(m, extents_of<A>.view());
      m << " and ";
      say_shape(m, extents_of<B>.view());
      m << " don't match: axis " << left::template list<rank_of<A>>.at[differs]
        << " of the first is summed with axis " << right::template list<rank_of<B>>.at[differs]
        << " of the second";
    }
    return m;
  }
};
template <class A, class B, class X, class Y> struct pairs_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t n = axes_in<X>::count;
  static constexpr auto la = axes_in<X>::template list<rank_of<A>>;
  static constexpr auto lb = axes_in<Y>::template list<rank_of<B>>;
  using left = move_call<A, contracted_order<rank_of<A>>(la, true)>;
  using right = move_call<B, contracted_order<rank_of<B>>(lb, false)>;
  using dot =
      tensordot_call<typename left::type, typename right::type, constant<static_cast<index>(n)>>;
  using type = typename dot::type;
  static constexpr type run(A&& a, B&& b) {
    const auto s = a.shape();
    const auto t = b.shape();
    for (std::size_t k = 0; k < n; ++k)
      if (s[la.at[k]] != t[lb.at[k]]) [[unlikely]] {
        message m("stria: tensordot: the shapes ");
        say_shape(m, s);
        m << " and ";
        say_shape(m, t);
        raise<shape_error>(m << " don't match: axis " << la.at[k]
                             << " of the first is summed with axis " << lb.at[k]
                             << " of the second");
      }
    return dot::run(left::run(static_cast<A&&>(a)), right::run(static_cast<B&&>(b)));
  }
};
template <class A, class B, class X, class Y> struct pairs_result {};
template <operand A, operand B, class X, class Y>
struct pairs_result<A, B, X, Y>
    : judged_call<pairs_verdict<A, B, X, Y>, judged_product<A, B, pairs_call<A, B, X, Y>>> {};

} // namespace detail

/// Sums products over pairs of axes: `tensordot(a, b, _0, _1)`,
/// `tensordot(a, b, axes<0, 2>, axes<1, 0>)`. NumPy: `np.tensordot(a, b, ((0, 2), (1, 0)))`.
template <class A, class B, class X, class Y>
constexpr auto tensordot(A&& a, B&& b, X, Y)
    STRIA_RUN_OR_REFUSE((detail::pairs_result<A, B, X, Y>), static_cast<A&&>(a),
                        static_cast<B&&>(b));
STRIA_BORROWING((detail::tensor_operand S, detail::tensor_operand U, class X, class Y), tensordot,
                (S & a STRIA_LIFETIMEBOUND, U& b STRIA_LIFETIMEBOUND, X, Y),
                (detail::pairs_result<S&, U&, X, Y>), a, b);

namespace detail {

// These result classes call other functions. If such a call is refused, the compiler still reports
// the error at the line where the user calls dot() or vdot().
template <class A, class B> struct dot_result {};
template <operand A, operand B>
  requires(rank_of<A> > 0 && rank_of<B> > 0 && rank_of<B> <= 2)
struct dot_result<A, B> : matmul_result<A, B> {};
template <operand A, operand B>
  requires(rank_of<A> == 0 || rank_of<B> == 0)
struct dot_result<A, B> {
  using type = decltype(std::declval<A>() * std::declval<B>());
  static constexpr bool accepted = !is_refused<type>;
  static constexpr type run(A&& a, B&& b) { return static_cast<A&&>(a) * static_cast<B&&>(b); }
};
template <operand A, operand B>
  requires(rank_of<A> > 0 && rank_of<B> > 2)
struct dot_result<A, B> {
  using last = constant<-2>;
  using type = decltype(tensordot(
      std::declval<A>(), moveaxis(std::declval<B>(), last{}, constant<0>{}), constant<1>{}));
  static constexpr bool accepted = !is_refused<type>;
  static constexpr type run(A&& a, B&& b) {
    return tensordot(static_cast<A&&>(a), moveaxis(static_cast<B&&>(b), last{}, constant<0>{}),
                     constant<1>{});
  }
};
template <class A, class B> struct outer_product_call {
  static constexpr bool accepted = true;
  static constexpr auto run(A&& a, B&& b) {
    return ravel(static_cast<A&&>(a))[all, newaxis] * ravel(static_cast<B&&>(b))[newaxis, all];
  }
  using type = decltype(run(std::declval<A>(), std::declval<B>()));
};
template <class A, class B> struct outer_product_result {};
template <operand A, operand B>
struct outer_product_result<A, B> : judged_product<A, B, outer_product_call<A, B>> {};
template <class A, class B> struct kron_result {};
template <operand A, operand B>
struct kron_result<A, B>
    : judged_product<A, B, constructing_call<kronecker<hold_t<A>, hold_t<B>>>> {};
template <class A, class B> struct vdot_result {};
template <operand A, operand B> struct vdot_result<A, B> {
  using type =
      decltype(tensordot(conj(ravel(std::declval<A>())), ravel(std::declval<B>()), constant<1>{}));
  static constexpr bool accepted = !is_refused<type>;
  static constexpr type run(A&& a, B&& b) {
    return tensordot(conj(ravel(static_cast<A&&>(a))), ravel(static_cast<B&&>(b)), constant<1>{});
  }
};

} // namespace detail

/// Dot product: sums products over the last axis of a and the second-to-last axis of b.
///
/// \param a    operand of numbers
/// \param b    operand of numbers; a vector is summed over its only axis
/// \returns    a lazy expression with the other axes of `a`, then those of `b`. For two vectors it
///             has rank 0 and converts to its element. If one operand has rank 0, the result is the
///             product a * b
/// \throws     shape_error if the axes that are summed together have different sizes
/// \refuses    different static sizes of these axes
/// \complexity that of a matrix product; lazy, computed when it is assigned
/// \numpy      `np.dot(a, b)`
/// \usage      `double d = dot(v, w);`
/// \see        matmul, vdot, inner
template <detail::operand A, detail::operand B>
constexpr auto dot(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::dot_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(dot, (detail::dot_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(dot);

/// Sums the products of two flattened operands. The elements of the first operand are conjugated.
///
/// \param a    operand of numbers; elements of a type without conj() count as real
/// \param b    operand of numbers with as many elements as `a`
/// \returns    a lazy expression of rank 0, which converts to its element
/// \throws     shape_error if the numbers of elements differ
/// \refuses    different static numbers of elements
/// \complexity O(n)
/// \numpy      `np.vdot(a, b)`
/// \usage      `double d = vdot(a, b);`
/// \see        dot, vecdot
template <detail::operand A, detail::operand B>
constexpr auto vdot(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::vdot_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(vdot);

/// Outer product: every element of a times every element of b.
///
/// \param a    operand, flattened
/// \param b    operand, flattened
/// \returns    a lazy expression [a.size(), b.size()] with elements of the type of a * b
/// \throws     nothing
/// \complexity O(n m), one pass; lazy, nothing is allocated
/// \numpy      `np.outer(a, b)`
/// \usage      `outer(v, w)`
template <detail::operand A, detail::operand B>
constexpr auto outer(A&& a, B&& b) STRIA_RUN_OR_REFUSE((detail::outer_product_result<A, B>),
                                                       static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(outer, (detail::outer_product_result<A, B>), static_cast<A&&>(a),
                    static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(outer);
/// Kronecker product: a matrix of blocks. Each block is one element of a times all of b.
///
/// \param a    operand of numbers
/// \param b    operand of numbers
/// \returns    a lazy expression; each size is the product of the sizes of `a` and `b`, where
///             missing leading axes count as size 1
/// \throws     value_error if a size overflows
/// \complexity O(n m); lazy, computed when it is assigned
/// \numpy      `np.kron(a, b)`
/// \usage      `kron(a, b)`
template <detail::operand A, detail::operand B>
constexpr auto kron(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::kron_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(kron, (detail::kron_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_FOREIGN_BINARY(kron);
namespace detail {
// A class, because g++ 12 cannot mangle a requires-expression in the signature of cross().
template <class A, class B> struct cross_elements {
  static constexpr bool accepted = requires(const value_t<A>& x, const value_t<B>& y) {
    subtract_fn{}(multiply_fn{}(x, y), multiply_fn{}(x, y));
  };
  static constexpr message text() { return no_products::text(); }
};
template <class A, class B> struct cross_call {
  static constexpr bool accepted = true;
  using product = map_of<multiply_fn, hold_t<A>, hold_t<B>>;
  using type = cross_product<hold_t<A>, hold_t<B>, product::extents>;
  static constexpr type run(A&& a, B&& b) { return type(static_cast<A&&>(a), static_cast<B&&>(b)); }
};
template <class A, class B>
using cross_result = judged_call<broadcast_verdict<multiply_fn, hold_t<A>, hold_t<B>>,
                                 judged_call<cross_elements<A, B>, cross_call<A, B>>>;
} // namespace detail

/// Cross product of vectors of three elements along an axis.
///
/// \param a    operand of numbers with 3 elements along the axis
/// \param b    operand of numbers with 3 elements along the axis; the other axes broadcast
/// \param axis the axis of the vectors, a constant or axis(k) (default -1)
/// \returns    a lazy expression of the broadcast shape with elements of the type of a * b
/// \throws     shape_error if an operand does not have 3 elements along the axis, or if the shapes
///             do not broadcast; index_error if an axis(k) does not exist
/// \refuses    a static size other than 3 along the axis, and static shapes that do not broadcast
/// \complexity O(n); lazy, computed when it is assigned
/// \numpy      `np.cross(a, b)`
/// \usage      `cross(v, w)`
template <detail::operand A, detail::operand B>
  requires(detail::may_have_three<A> && detail::may_have_three<B>)
constexpr auto cross(A&& a, B&& b)
    STRIA_RUN_OR_REFUSE((detail::cross_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
STRIA_BORROWING_TWO(cross, (detail::cross_result<A, B>), static_cast<A&&>(a), static_cast<B&&>(b));
/// Cross product of vectors of three elements along a given axis, a constant or axis(k). NumPy:
/// `np.cross(a, b, axis=axis)`.
template <detail::operand_with_axes A, detail::operand_with_axes B, class X>
  requires detail::is_axis<X>
constexpr auto cross(A&& a, B&& b, const X& x) {
  return moveaxis(cross(moveaxis(static_cast<A&&>(a), x, constant<-1>()),
                        moveaxis(static_cast<B&&>(b), x, constant<-1>())),
                  constant<-1>(), x);
}
template <detail::operand A, detail::operand B, std::integral X>
auto cross(const A&, const B&, X)
    -> detail::refusal_where<sizeof(X) != 0, detail::integer_axis_verdict>;
STRIA_FOREIGN_BINARY(cross);
namespace detail {
struct trace_function : function_base {
  template <class A, class N = index>
  static each_verdict<integer_verdict<N>,
                      least_rank_verdict<2, "trace takes an operand of rank 2 or more", A>,
                      typename reduction_verdict<reduces<sum_op, value_t<A>>, sum_op, A>::type>
  verdict();
  template <class A> static constexpr auto run(A&& a) { return of(diagonal(static_cast<A&&>(a))); }
  template <class A> static constexpr auto run(A&& a, integer_argument offset) {
    return of(diagonal(static_cast<A&&>(a), index{offset}));
  }

private:
  template <class D> static constexpr auto of(D along) {
    return reduction<sum_op, hold_t<D>, std::uint64_t{1} << (rank_of<D> - 1), false>(
        std::move(along));
  }
};
} // namespace detail
/// Sums the elements of a diagonal of the first two axes.
///
/// \param a      operand of rank 2 or more
/// \param offset the diagonal: 0 is the main one (default), positive numbers are above it
/// \returns      a lazy expression without the first two axes; for a matrix it has rank 0 and
///               converts to its element. Sums of narrow integers have 64 bits
/// \throws       nothing
/// \refuses      rank 0 and 1
/// \complexity   O(n) for a diagonal of n elements
/// \numpy        `np.trace(a, offset)`
/// \usage        `double t = trace(m);`
/// \see          diagonal
STRIA_DECLARE(trace);

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/polynomial.hpp: polynomials as vectors of coefficients, highest power first:
// polyval, polyfit, polyadd, polymul, polydiv, poly, polyder, polyint, vander; and unwrap.
// Tests: tests/numpy/calculus/polynomials.cpp.
#pragma once

#include <stria/arguments/integer.hpp>
#include <stria/arguments/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/calculus/diff.hpp>
#include <stria/numpy/calculus/polynomial_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/reduce/apply_along.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

namespace detail {

template <class T>
concept coefficients = operand<T> && rank_of<T> == 1;
// The type depends on T, so that it is instantiated only where it is used.
template <class T>
using row_tensor = typename tensor_of<T, unknown_shape<sizeof(T) * 0 + 1>()>::type;

template <class P> struct coefficients_verdict {
  static constexpr bool numbers = products_add<value_t<P>, value_t<P>>;
  static constexpr bool accepted = rank_of<P> == 1 && numbers;
  static constexpr message text() {
    if (!numbers)
      return message("stria: the coefficients of a polynomial are numbers");
    message m(
        "stria: a polynomial is an operand of rank 1 with the coefficients, highest power first; "
        "the shape is ");
    say_shape(m, extents_of<P>.view());
    return m;
  }
};
template <class P, class... More> struct all_coefficients : coefficients_verdict<P> {};
template <class P, class Q> struct all_coefficients<P, Q> {
  using first = coefficients_verdict<P>;
  using second = coefficients_verdict<Q>;
  static constexpr bool accepted = first::accepted && second::accepted;
  static constexpr message text() { return first::accepted ? second::text() : first::text(); }
};
/// The type of products of an element with positions: at least index for integers.
template <class V>
using power_type = typename std::conditional_t<std::integral<V>, std::common_type<V, index>,
                                               std::type_identity<V>>::type;
/// n, n - 1, ..., 1. The type depends on P, so that it is instantiated only where it is used.
template <class P> constexpr auto countdown(index n) {
  using Ix = value_t<counters<P>>;
  return arange(Ix{n}, Ix{0}, Ix{-1});
}
constexpr void check_order(const char* what, index m) {
  if (m < 0) [[unlikely]]
    raise<value_error>(message("stria: ")
                       << what << ": the order " << m << " is negative; it is 0 or more");
}

// --- polyval ---

template <class P, class X> struct polyval_call {
  static constexpr bool accepted = true;
  using T = typename common_element<value_t<P>, value_t<values_type<X>>>::type;
  template <class E> struct returned {
    using type = element_value<T>;
  };
  template <operand E> struct returned<E> {
    using type = typename tensor_with<E, T, extents_of<E>>::type;
  };
  using type = typename returned<X>::type;

  static constexpr type run(const P& p, const X& x) {
    if constexpr (!operand<X>) {
      return horner(eval(cast<T>(p)), static_cast<T>(x));
    } else {
      const auto& at = in_memory(x);
      const auto t = cast<T>(at);
      type y = tensor_with<X, T, extents_of<X>>::make(x, at.shape());
      // Each pass over y does four steps of Horner's rule, which reduces memory traffic. Zeros
      // before the coefficients do not change the result: the rule begins with 0.
      const index n = p.shape()[0], zeros = (4 - n % 4) % 4;
      if (n == 0)
        return y = T();
      tensor<T, extent::unknown()> c(n + zeros);
      c[range(zeros, _)] = p;
      const T* k = c.data();
      const T zero{};
      y = (((zero * t + k[0]) * t + k[1]) * t + k[2]) * t + k[3];
      for (index i = 4; i < n + zeros; i += 4)
        y = (((y * t + k[i]) * t + k[i + 1]) * t + k[i + 2]) * t + k[i + 3];
      return y;
    }
  }
};
template <class P, class X> struct polyval_result {};
template <operand P, values_argument X>
struct polyval_result<P, X> : on_host<coefficients_verdict<P>, polyval_call<P, X>, P> {};

// --- sums and products ---

template <bool Minus, class P, class Q> struct polyadd_call {
  static constexpr bool accepted = true;
  using T = typename common_element<value_t<P>, value_t<Q>>::type;
  static constexpr extent a = extents_of<P>[0], b = extents_of<Q>[0];
  using type = typename tensor_of<T, static_shape<1>{{a.is_static() && b.is_static()
                                                          ? (a.size > b.size ? a : b)
                                                          : extent::unknown()}}>::type;
  static constexpr type run(const P& p, const Q& q) {
    const index n = p.shape()[0], m = q.shape()[0], most = n > m ? n : m;
    type r(std::array<index, 1>{most}, uninitialized_t{});
    set_to_zero(r);
    auto first = r[range(most - n, most)];
    first = p;
    auto second = r[range(most - m, most)];
    if constexpr (Minus)
      second -= q;
    else
      second += q;
    return r;
  }
};
template <bool Minus, class P, class Q> struct polyadd_result {};
template <bool Minus, operand P, operand Q>
struct polyadd_result<Minus, P, Q>
    : on_host<all_coefficients<P, Q>, polyadd_call<Minus, P, Q>, P, Q> {};

/// The coefficients without leading zeros, or a single zero if all are zero.
template <class T, class P> constexpr row_tensor<T> significant(const P& p) {
  const auto c = eval(cast<T>(p));
  const index from = leading_coefficient(c.data(), c.size(), [](const T& k) { return k == T(); });
  if (from == c.size()) {
    row_tensor<T> zero(std::array<index, 1>{1}, uninitialized_t{});
    set_to_zero(zero);
    return zero;
  }
  return c[range(from, c.size())];
}
template <class P, class Q> struct polymul_call {
  static constexpr bool accepted = true;
  using T = typename common_element<value_t<P>, value_t<Q>>::type;
  using type = row_tensor<T>;
  static constexpr type run(const P& p, const Q& q) {
    const type a = significant<T>(p), b = significant<T>(q);
    const bool a_is_longer = a.size() > b.size();
    const type &row = a_is_longer ? a : b, &factors = a_is_longer ? b : a;
    type r(std::array<index, 1>{a.size() + b.size() - 1}, uninitialized_t{});
    set_to_zero(r);
    for (index i = 0; i < factors.size(); ++i) {
      auto part = r[range(i, i + row.size())];
      part += factors.data()[i] * row;
    }
    return r;
  }
};
template <class P, class Q> struct polymul_result {};
template <operand P, operand Q>
struct polymul_result<P, Q> : on_host<all_coefficients<P, Q>, polymul_call<P, Q>, P, Q> {};

// --- poly and polydiv ---

template <class R> struct poly_call {
  static constexpr bool accepted = true;
  using T = decltype(to_floating(std::declval<value_t<R>>()));
  using type = row_tensor<T>;
  static constexpr type run(const R& roots) {
    const type r = cast<T>(roots);
    type p(std::array<index, 1>{add_or_raise("poly", r.size(), 1)}, uninitialized_t{});
    set_to_zero(p);
    p.data()[0] = T(1);
    multiply_by_roots(p.data(), r);
    return p;
  }
};
template <class R> struct poly_result {};
template <operand R> struct poly_result<R> : on_host<coefficients_verdict<R>, poly_call<R>, R> {};

} // namespace detail

/// The result of polydiv(): the quotient and the remainder.
///
/// \numpy        the tuple that `np.polydiv` returns
/// \usage        `const auto [quotient, remainder] = polydiv(u, v);`
template <class T> struct polydiv_result : detail::result_base {
  tensor<T, dyn> quotient;
  tensor<T, dyn> remainder;

  polydiv_result() = default;
  constexpr polydiv_result(tensor<T, dyn> q, tensor<T, dyn> r)
      : quotient(std::move(q)), remainder(std::move(r)) {}
  STRIA_VARIABLE_TARGET(polydiv_result);
};

namespace detail {

template <class P, class Q> struct polydiv_call {
  static constexpr bool accepted = true;
  using T =
      decltype(to_floating(std::declval<typename common_element<value_t<P>, value_t<Q>>::type>()));
  using type = polydiv_result<T>;
  static constexpr type run(const P& p, const Q& q) {
    row_tensor<T> rest = cast<T>(p);
    const row_tensor<T> divisor = cast<T>(q);
    const index n = rest.size(), m = divisor.size();
    if (n == 0 || m == 0) [[unlikely]]
      raise<value_error>(message("stria: polydiv: a polynomial without coefficients"));
    row_tensor<T> quotient(std::array<index, 1>{n < m ? 1 : n - m + 1}, uninitialized_t{});
    set_to_zero(quotient);
    divide_polynomials(quotient.data(), rest.data(), n, divisor.data(), m);
    const index from = leading_coefficient(
        rest.data(), n - 1, [](const T& k) { return abs_fn{}(k) <= 1e-8; }); // as in NumPy
    return {std::move(quotient), rest[range(from, n)]};
  }
};
template <class P, class Q> struct polydiv_result_of {};
template <operand P, operand Q>
struct polydiv_result_of<P, Q> : on_host<all_coefficients<P, Q>, polydiv_call<P, Q>, P, Q> {};

// --- derivatives and integrals ---

template <class P> struct polyder_call {
  static constexpr bool accepted = true;
  using T = power_type<value_t<P>>;
  using type = row_tensor<T>;
  static constexpr type run(const P& p, index m) {
    check_order("polyder", m);
    if (m >= p.shape()[0])
      return type(std::array<index, 1>{0}, uninitialized_t{});
    type c = cast<T>(p);
    for (; m > 0; --m) {
      const index n = c.size() - 1;
      c = eval(c[range(index{0}, n)] * cast<T>(countdown<P>(n)));
    }
    return c;
  }
};
template <class P> struct polyder_result {};
template <operand P>
struct polyder_result<P> : on_host<coefficients_verdict<P>, polyder_call<P>, P> {};

template <class P, class K> struct polyint_call {
  static constexpr bool accepted = true;
  using T = decltype(to_floating(std::declval<value_t<P>>()));
  using type = row_tensor<T>;
  static constexpr type run(const P& p, index m, const K& k) {
    check_order("polyint", m);
    const index n = p.shape()[0], size = add_or_raise("polyint", n, m);
    const auto& row = as_row(k);
    const index given = row.shape()[0];
    if (given != 1 && given < m) [[unlikely]]
      raise<value_error>(message("stria: polyint: ")
                         << given << " constants for an integral of order " << m
                         << "; give one per integration, or one for all");
    type r(std::array<index, 1>{size}, uninitialized_t{});
    auto front = r[range(index{0}, n)];
    front = cast<T>(p);
    const type constants = cast<T>(row);
    integrate(r.data(), n, m, constants.data(), given == 1);
    return r;
  }
};
template <class P, class K> struct polyint_result {};
template <operand P, values_argument K>
struct polyint_result<P, K> : on_host<coefficients_verdict<P>, polyint_call<P, K>, P> {};

// --- vander, polyfit ---

/// Writes the powers of x into the rows of a matrix, beginning with power 0 if `increasing`,
/// otherwise with the highest power.
template <class M, class X> constexpr void set_powers_of(M& rows, const X& x, bool increasing) {
  using T = value_t<M>;
  const index n = rows.shape()[0];
  if (count_elements(rows.shape()) == 0)
    return; // n may be very large
  const auto row = [&](index k) { return rows[increasing ? k : n - 1 - k, ellipsis]; };
  for (index k = 0; k < n; ++k) {
    auto to = row(k);
    if (k == 0)
      to = static_cast<T>(1);
    else if (k == 1)
      to = cast<T>(x);
    else
      to = row(k - 1) * row(1);
  }
}
template <class X, class N> struct vander_call {
  static constexpr bool accepted = true;
  using T = power_type<value_t<X>>;
  using result = tensor_with<X, T, static_shape<2>{{extents_of<X>[0], size_list<N>::shape()[0]}}>;
  using type = typename result::type;
  static constexpr type run(const X& x, index n, bool increasing) {
    type r = result::make(x, {x.shape()[0], n});
    auto columns = transpose(r);
    set_powers_of(columns, x, increasing);
    return r;
  }
};
template <class X> struct vander_verdict {
  static constexpr bool numbers = products_add<value_t<X>, value_t<X>>;
  static constexpr bool accepted = rank_of<X> == 1 && numbers;
  static constexpr message text() {
    if (!numbers)
      return message("stria: vander takes numbers");
    message m("stria: vander needs an operand of rank 1; the shape is ");
    say_shape(m, extents_of<X>.view());
    return m;
  }
};
/// The default number of columns of vander(): the number of elements of X.
template <class X> struct own_size {};
template <operand X>
  requires(rank_of<X> > 0)
struct own_size<X> {
  using type = constant<extents_of<X>[0].size>;
};
template <operand X>
  requires(rank_of<X> == 0)
struct own_size<X> {
  using type = index;
};
template <class X, class N> struct vander_result {};
template <operand X, size_item N>
struct vander_result<X, N> : judged_call<vander_verdict<X>, vander_call<X, N>> {};

[[noreturn]] [[gnu::cold]] inline void raise_undetermined(index n, index degree) {
  raise<value_error>(message("stria: polyfit: ")
                     << n << " points do not determine a polynomial of degree " << degree
                     << ": too few of them differ, or their magnitudes are too far apart");
}

/// Solves a linear system for each row of `b` by least squares, with Householder reflections. The
/// columns of the system are the rows of `v`. Row k of the result holds coefficient k of all
/// solutions. The rows of `v`, `b` and the result are contiguous.
template <class V> constexpr V least_squares(V& v, V& b, index n, index degree) {
  using T = value_t<V>;
  const index columns = v.shape()[0], sides = b.shape()[0];
  V c(std::array<index, 2>{columns, sides}, uninitialized_t{});
  row_tensor<T> scale(std::array<index, 1>{columns}, uninitialized_t{}),
      diagonal(std::array<index, 1>{columns}, uninitialized_t{});
  const T least = std::numeric_limits<T>::epsilon() * static_cast<T>(n);
  for (index j = 0; j < columns; ++j) {
    auto row = v[j, all];
    const T length = sqrt(T(sum(square(row))));
    if (!(length > T{}) || !isfinite(length)) [[unlikely]]
      raise_undetermined(n, degree);
    row /= length;
    scale.data()[j] = length;
  }
  for (index j = 0; j < columns; ++j) {
    auto mirror = v[j, range(j, n)];
    const T length = sqrt(T(sum(square(mirror))));
    if (!(length > least)) [[unlikely]]
      raise_undetermined(n, degree);
    T& first = v.data()[j * n + j];
    diagonal.data()[j] = first > T{} ? -length : length;
    first -= diagonal.data()[j];
    const T half = T(sum(square(mirror))) / T{2};
    const auto reflect = [&](auto row) {
      const T by = T(sum(mirror * row)) / half;
      row -= by * mirror;
    };
    for (index i = j + 1; i < columns; ++i)
      reflect(v[i, range(j, n)]);
    for (index i = 0; i < sides; ++i)
      reflect(b[i, range(j, n)]);
  }
  for (index j = columns; j-- > 0;) {
    auto to = c[j, all];
    to = b[all, j];
    for (index i = j + 1; i < columns; ++i)
      to -= v.data()[i * n + j] * c[i, all];
    to /= diagonal.data()[j];
  }
  for (index j = 0; j < columns; ++j) {
    auto to = c[j, all];
    to /= scale.data()[j];
  }
  return c;
}

template <class X, class Y, class D> struct polyfit_call {
  static constexpr bool accepted = true;
  using floating = typename common_element<decltype(to_floating(std::declval<value_t<X>>())),
                                           decltype(to_floating(std::declval<value_t<Y>>()))>::type;
  using T = typename common_element<floating, double>::type;
  using matrix = typename tensor_of<T, unknown_shape<rank_of<X> + 1>()>::type;
  static constexpr extent terms = sum_of_extents(size_list<D>::shape()[0], 1);
  static constexpr auto extents = [] {
    auto s = extents_of<Y>;
    s[0] = terms;
    return s;
  }();
  using type = typename tensor_of<floating, extents>::type;

  template <class... W>
  static constexpr type run(const X& x, const Y& y, index degree, const W&... w) {
    if (degree < 0) [[unlikely]]
      raise<value_error>(message("stria: polyfit: the degree is ")
                         << degree << "; it must not be negative");
    const index n = x.shape()[0], columns = add_or_raise("polyfit", degree, 1);
    check_points(n, y.shape()[0]);
    if (n < columns) [[unlikely]]
      raise_undetermined(n, degree);
    matrix v(std::array<index, 2>{columns, n}, uninitialized_t{});
    set_powers_of(v, x, false);
    index sides = 1;
    if constexpr (rank_of<Y> == 2)
      sides = y.shape()[1];
    matrix b(std::array<index, 2>{sides, n}, uninitialized_t{});
    auto rows = b[ellipsis];
    rows = transpose(y);
    (weigh(v, b, w), ...);
    const auto c = least_squares(v, b, n, degree);
    if constexpr (rank_of<Y> == 2)
      return type(cast<floating>(c));
    else
      return type(cast<floating>(c[all, constant<0>{}]));
  }

private:
  static constexpr void check_points(index n, index m) {
    if (n != m) [[unlikely]]
      raise<shape_error>(message("stria: polyfit: ")
                         << n << " x coordinates, but " << m << " values or weights");
  }
  template <class W> static constexpr void weigh(matrix& v, matrix& b, const W& w) {
    check_points(v.shape()[1], w.shape()[0]);
    const auto weights = eval(w);
    v *= weights;
    b *= weights;
  }
};
template <class X, class Y, class... W> struct polyfit_verdict {
  static constexpr bool accepted = rank_of<X> == 1 && (rank_of<Y> == 1 || rank_of<Y> == 2) &&
                                   ((rank_of<W> == 1) && ...) && std::is_arithmetic_v<value_t<X>> &&
                                   std::is_arithmetic_v<value_t<Y>> &&
                                   (std::is_arithmetic_v<value_t<W>> && ...);
  static constexpr message text() {
    message m("stria: polyfit needs real numbers: x of rank 1, y of rank 1 or 2 (one column per "
              "fit), weights of rank 1; the shapes are ");
    say_shape(m, extents_of<X>.view());
    m << " and ";
    say_shape(m, extents_of<Y>.view());
    return m;
  }
};
template <class X, class Y, class D, class... W> struct polyfit_result {};
template <operand X, operand Y, size_item D, operand... W>
struct polyfit_result<X, Y, D, W...>
    : on_host<polyfit_verdict<X, Y, W...>, polyfit_call<X, Y, D>, X, Y, W...> {};

// --- unwrap ---

/// The correction that the step from one element to the next requires. It applies to the second
/// element and to all elements after it.
template <class T> struct unwrap_fn {
  static constexpr const char* text = "unwrap";
  T discont, period;
  constexpr T operator()(const T& step) const {
    const T high = period / 2;
    T within = floor_remainder(step + high, period) - high;
    if (within == -high && step > 0)
      within = high;
    return (step < 0 ? -step : step) < discont ? T{} : within - step;
  }
};
template <class A, class Axis> struct unwrap_verdict {
  using axis = one_axis_verdict<A, Axis>;
  static constexpr bool real = std::is_arithmetic_v<value_t<A>>;
  static constexpr bool accepted = axis::accepted && real;
  static constexpr message text() {
    return real ? axis::text() : message("stria: unwrap needs real numbers");
  }
};
inline constexpr double whole_turn = 6.283185307179586;
struct unwrap_function : at_axis {
  template <class A, class Axis = constant<-1>>
    requires(!std::floating_point<Axis>)
  static unwrap_verdict<A, Axis> verdict();
  template <class A, std::floating_point, class Axis = constant<-1>,
            std::convertible_to<double> = double>
  static unwrap_verdict<A, Axis> verdict();
  template <class A, class Axis = constant<-1>>
    requires(!std::floating_point<Axis>)
  static constexpr auto run(const A& a, Axis x = {}) {
    return run(a, whole_turn / 2, x);
  }
  template <class A, std::floating_point F, class Axis = constant<-1>>
  static constexpr auto run(const A& a, F discont, Axis = {}, double period = whole_turn) {
    using T = decltype(to_floating(std::declval<value_t<A>>()));
    constexpr std::size_t axis = axis_of<A, Axis>;
    typename tensor_with<A, T, extents_of<A>>::type r = cast<T>(a);
    const index n = r.shape()[axis];
    if (n < 2)
      return r;
    const auto jumps = eval(
        make_map(unwrap_fn<T>{static_cast<T>(discont), static_cast<T>(period)}, diff(r, Axis{})));
    auto rest = subscript_at(r, range(index{1}, n), std::make_index_sequence<axis>());
    rest += cumsum(jumps, Axis{});
    return r;
  }
};

} // namespace detail

// A polynomial is a vector of coefficients, highest power first. Results are tensors, computed
// immediately.

/// Evaluates a polynomial.
///
/// \param p      coefficients [n], highest power first
/// \param x      a number, or an operand of any shape
/// \returns      a number if `x` is a number, otherwise a tensor of the shape of `x`; the common
///               element type
/// \refuses      `p` of a rank other than 1
/// \complexity   O(n) per element of x; allocates the result
/// \numpy        `np.polyval(p, x)`
/// \usage        `polyval(tensor{1, 0, -2}, 3)`, the number 7
template <class P, class X>
constexpr auto polyval(const P& p, const X& x)
    STRIA_RUN_OR_REFUSE((detail::polyval_result<P, X>), p, x);
STRIA_FOREIGN_FIRST(polyval);

/// Adds two polynomials.
///
/// \param p,q    coefficients [n] and [m], highest power first
/// \returns      tensor [max(n, m)] of the common element type
/// \refuses      operands of a rank other than 1
/// \complexity   O(n + m); allocates the result
/// \numpy        `np.polyadd(p, q)`
/// \usage        `polyadd(p, q)`
template <class P, class Q>
constexpr auto polyadd(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polyadd_result<false, P, Q>), p, q);
STRIA_FOREIGN_BINARY(polyadd);
/// Subtracts the polynomial `q` from `p`.
///
/// \param p,q    coefficients [n] and [m], highest power first
/// \returns      tensor [max(n, m)] of the common element type
/// \refuses      operands of a rank other than 1
/// \complexity   O(n + m); allocates the result
/// \numpy        `np.polysub(p, q)`
/// \usage        `polysub(p, q)`
template <class P, class Q>
constexpr auto polysub(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polyadd_result<true, P, Q>), p, q);
STRIA_FOREIGN_BINARY(polysub);
/// Multiplies two polynomials.
///
/// \param p,q    coefficients [n] and [m], highest power first
/// \returns      tensor with a dynamic extent and the common element type; leading zeros of the
///               factors are dropped
/// \refuses      operands of a rank other than 1
/// \complexity   O(n m); allocates the result
/// \numpy        `np.polymul(p, q)`
/// \usage        `polymul(p, q)`
template <class P, class Q>
constexpr auto polymul(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polymul_result<P, Q>), p, q);
STRIA_FOREIGN_BINARY(polymul);

/// Divides a polynomial by another one, with remainder.
///
/// \param u,v    coefficients [n] and [m], highest power first
/// \returns      polydiv_result with `quotient` and `remainder`, tensors with a dynamic extent;
///               floating-point, double for integers. Leading coefficients of the remainder with a
///               magnitude of at most 1e-8 are dropped
/// \throws       value_error if an operand has no elements
/// \refuses      operands of a rank other than 1
/// \complexity   O(n m); allocates the results
/// \numpy        `np.polydiv(u, v)`
/// \usage        `polydiv(u, v).quotient`
/// \see          polymul
template <class P, class Q>
constexpr auto polydiv(const P& u, const Q& v)
    STRIA_RUN_OR_REFUSE((detail::polydiv_result_of<P, Q>), u, v);
STRIA_FOREIGN_BINARY(polydiv);
/// Computes the coefficients of the polynomial with the given roots and the leading coefficient 1.
///
/// \param roots  the roots [n]
/// \returns      tensor [n + 1], highest power first; floating-point, double for integers
/// \refuses      operands of a rank other than 1
/// \complexity   O(n^2); allocates the result
/// \numpy        `np.poly(roots)`
/// \usage        `poly(tensor{1, 2})`, elements 1, -3 and 2
/// \see          linalg::roots
template <class R>
constexpr auto poly(const R& roots) STRIA_RUN_OR_REFUSE((detail::poly_result<R>), roots);
STRIA_FOREIGN_UNARY(poly);

/// Differentiates a polynomial m times.
///
/// \param p      coefficients [n], highest power first
/// \param m      the order of the derivative (default 1)
/// \returns      tensor with a dynamic extent; integers give 64-bit integers
/// \throws       value_error if m is negative
/// \refuses      `p` of a rank other than 1
/// \complexity   O(n m); allocates the result
/// \numpy        `np.polyder(p, m)`
/// \usage        `polyder(p)`, `polyder(p, 2)`
template <class P>
constexpr auto polyder(const P& p, detail::integer_argument m = 1)
    STRIA_RUN_OR_REFUSE((detail::polyder_result<P>), p, m);
STRIA_FOREIGN_FIRST(polyder);
/// Integrates a polynomial m times.
///
/// \param p      coefficients [n], highest power first
/// \param m      the order of the integral (default 1)
/// \param k      the constants of integration: one number for all (default 0), or m numbers
/// \returns      tensor [n + m]; floating-point, double for integers
/// \throws       value_error if m is negative, if there are fewer than m constants, or if there are
///               too many elements
/// \refuses      `p` of a rank other than 1
/// \complexity   O(n m) for the coefficients of `p`, O(m) for one constant and O(m^2) for m
///               constants; a coefficient that has become 0 is not divided further, so that large m
///               need a few hundred divisions per coefficient. Allocates the result
/// \numpy        `np.polyint(p, m, k)`
/// \usage        `polyint(p)`, `polyint(p, 2, tensor{1, 0})`
template <class P, class K = int>
constexpr auto polyint(const P& p, detail::integer_argument m = 1, const K& k = 0)
    STRIA_RUN_OR_REFUSE((detail::polyint_result<P, K>), p, m, k);
STRIA_FOREIGN_FIRST(polyint);

/// Builds a Vandermonde matrix: each row holds the powers of one element.
///
/// \param x           values [m]
/// \param n           the number of columns, a constant or an integer (default m)
/// \param increasing  whether the powers are 0 to n - 1 from left to right; otherwise n - 1 to 0
///                    (default)
/// \returns           tensor [m, n] of the type of `x`; integers give 64-bit integers
/// \throws            value_error if n is negative or there are too many elements
/// \refuses           `x` of a rank other than 1
/// \complexity        O(m n); allocates the result
/// \numpy             `np.vander(x, n, increasing)`
/// \usage             `vander(x, 3)`
template <class X, class N>
constexpr auto vander(const X& x, const N& n, bool increasing = false)
    STRIA_RUN_OR_REFUSE((detail::vander_result<X, N>), x, detail::size_value(n), increasing);
/// Builds a square Vandermonde matrix.
template <detail::operand X>
constexpr auto vander(const X& x)
    STRIA_RUN_OR_REFUSE((detail::vander_result<X, typename detail::own_size<X>::type>), x, x.size(),
                        false);
STRIA_FOREIGN_FIRST(vander);
STRIA_NOT_INTEGER_SECOND(vander);

/// Fits a polynomial to points by least squares.
///
/// \param x      x coordinates [n], real numbers
/// \param y      values [n] or [n, k], one fit for each column
/// \param degree the degree, a constant or an integer
/// \param w      weights [n] of the residuals (default: all 1)
/// \returns      tensor [degree + 1] or [degree + 1, k] of coefficients, highest power first;
///               computed in double, or in long double if an operand has that type, and returned in
///               the common floating-point type of x and y
/// \throws       shape_error if x, y and w differ in length; value_error if the degree is negative
///               or the points do not determine a polynomial
/// \refuses      other ranks, and elements that are not real numbers
/// \complexity   O(n degree^2); allocates a matrix [degree + 1, n] and a copy of y
/// \numpy        `np.polyfit(x, y, degree, w=w)`
/// \usage        `polyfit(x, y, 2)`
template <class X, class Y, class D>
constexpr auto polyfit(const X& x, const Y& y, const D& degree)
    STRIA_RUN_OR_REFUSE((detail::polyfit_result<X, Y, D>), x, y, detail::size_value(degree));
/// Fits a polynomial to weighted points.
template <class X, class Y, class D, detail::operand W>
constexpr auto polyfit(const X& x, const Y& y, const D& degree, const W& w)
    STRIA_RUN_OR_REFUSE((detail::polyfit_result<X, Y, D, W>), x, y, detail::size_value(degree), w);
STRIA_FOREIGN_LACKS(polyfit, "the degree is", "polyfit(x, y, degree)", detail::ours, detail::ours);
STRIA_FOREIGN_LACKS(polyfit, "the values and the degree are", "polyfit(x, y, degree)",
                    detail::ours);
STRIA_FOREIGN(polyfit, detail::not_ours, detail::whatever, detail::whatever = {},
              detail::whatever = {});
STRIA_FOREIGN_SECOND(polyfit);
STRIA_NOT_INTEGER(polyfit, detail::ours, detail::ours, detail::fractional, detail::whatever = {});

/// Removes jumps of more than half a period from phases along an axis.
///
/// \param a        a tensor, view or expression, of real numbers
/// \param discont  the smallest jump to correct, a floating-point number (default: pi)
/// \param axis     a constant or `axis(k)` (default: the last axis)
/// \param period   the period (default: 2 pi)
/// \returns        tensor of the shape of `a`; floating-point, double for integers
/// \throws         index_error if an axis(k) does not exist
/// \refuses        an axis that does not exist; elements that are not real numbers
/// \complexity     O(n); computed immediately, allocates the result
/// \numpy          `np.unwrap(a, discont, axis, period=period)`
/// \usage          `unwrap(phases)`, `unwrap(phases, 3.0, _0)`
STRIA_DECLARE(unwrap);

} // namespace stria

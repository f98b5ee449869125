// SPDX-License-Identifier: BSL-1.0
// fn/polynomial.hpp: polynomials as vectors of coefficients, the highest first: polyval, polyfit,
// polyadd, polymul, polyder, polyint, vander; and unwrap.
#pragma once

#include <stria/args/sizes.hpp>
#include <stria/base/checked.hpp>
#include <stria/eval/as_tensor.hpp>
#include <stria/fn/apply_along.hpp>
#include <stria/fn/concat.hpp>
#include <stria/fn/edit.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/numeric.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/scan.hpp>
#include <stria/view/foreign.hpp>

namespace stria {

namespace detail {

template <class T>
concept coefficients = operand<T> && rank_of<T> == 1;
// Depends on T: see counters_for.
template <class T>
using row_tensor = typename tensor_of<T, unknown_shape<sizeof(T) * 0 + 1>()>::type;

template <class P> struct coefficients_verdict {
  static constexpr bool accepted = rank_of<P> == 1;
  static constexpr message text() {
    message m(
        "stria: a polynomial is a vector of its coefficients, the highest first, an operand of "
        "rank 1; the shape is ");
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
/// n, n - 1, ..., 1. A template of P: see counters_for.
template <class P> constexpr auto countdown(index n) {
  using I = value_t<counters<P>>;
  return arange(I{n}, I{0}, I{-1});
}
constexpr void check_order(const char* what, index m) {
  if (m < 0) [[unlikely]]
    raise<value_error>(message("stria: ")
                       << what << ": the order " << m << " is negative; it is 0 or more");
}

// --- polyval ---

template <class P, class X> struct polyval_call {
  static constexpr bool accepted = true;
  using T = std::common_type_t<value_t<P>, value_t<values_type<X>>>;
  template <class E> struct returned {
    using type = T;
  };
  template <operand E> struct returned<E> {
    using type = typename tensor_of<T, extents_of<E>>::type;
  };
  using type = typename returned<X>::type;

  static constexpr type run(const P& p, const X& x) {
    const auto c = eval(cast<T>(p));
    const index n = c.size();
    if constexpr (!operand<X>) {
      T y{};
      for (const T& k : c.storage())
        y = static_cast<T>(y * static_cast<T>(x) + k);
      return y;
    } else {
      const auto& at = in_memory(x);
      const auto t = cast<T>(at);
      type y(at.shape(), uninitialized_t{});
      set_to_zero(y);
      // Four steps of Horner's rule for each time that y is read and written.
      const T* k = c.data();
      index i = 0;
      for (; i + 4 <= n; i += 4)
        y = (((y * t + k[i]) * t + k[i + 1]) * t + k[i + 2]) * t + k[i + 3];
      for (; i < n; ++i)
        y = y * t + k[i];
      return y;
    }
  }
};
template <class P, class X> struct polyval_result {};
template <operand P, values_argument X>
struct polyval_result<P, X> : judged_call<coefficients_verdict<P>, polyval_call<P, X>> {};

// --- sums and products ---

template <bool Minus, class P, class Q> struct polyadd_call {
  static constexpr bool accepted = true;
  using T = std::common_type_t<value_t<P>, value_t<Q>>;
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
    : judged_call<all_coefficients<P, Q>, polyadd_call<Minus, P, Q>> {};

/// The coefficients from the first one on that is not zero; a zero where there is none.
template <class T, class P> constexpr row_tensor<T> significant(const P& p) {
  const auto c = eval(cast<T>(p));
  index from = 0;
  while (from < c.size() && c.data()[from] == T())
    ++from;
  if (from == c.size()) {
    row_tensor<T> zero(std::array<index, 1>{1}, uninitialized_t{});
    set_to_zero(zero);
    return zero;
  }
  return c[range(from, c.size())];
}
template <class P, class Q> struct polymul_call {
  static constexpr bool accepted = true;
  using T = std::common_type_t<value_t<P>, value_t<Q>>;
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
struct polymul_result<P, Q> : judged_call<all_coefficients<P, Q>, polymul_call<P, Q>> {};

// --- derivatives and integrals ---

template <class P> struct polyder_call {
  static constexpr bool accepted = true;
  using T = std::conditional_t<std::integral<value_t<P>>, std::common_type_t<value_t<P>, index>,
                               value_t<P>>;
  using type = row_tensor<T>;
  static constexpr type run(const P& p, index m) {
    check_order("polyder", m);
    type c = cast<T>(p);
    for (; m > 0 && c.size() > 0; --m) {
      const index n = c.size() - 1;
      c = eval(c[range(index{0}, n)] * cast<T>(countdown<P>(n)));
    }
    return c;
  }
};
template <class P> struct polyder_result {};
template <operand P>
struct polyder_result<P> : judged_call<coefficients_verdict<P>, polyder_call<P>> {};

template <class P, class K> struct polyint_call {
  static constexpr bool accepted = true;
  using T = decltype(to_floating(std::declval<value_t<P>>()));
  using type = row_tensor<T>;
  static constexpr type run(const P& p, index m, const K& k) {
    check_order("polyint", m);
    const type constants = cast<T>(as_row(k));
    if (constants.size() != 1 && constants.size() < m) [[unlikely]]
      raise<value_error>(message("stria: polyint: ")
                         << constants.size() << " constants for an integral of order " << m
                         << "; there are as many, or one for all");
    type c = cast<T>(p);
    for (index i = 0; i < m; ++i) {
      const index n = c.size();
      type next(std::array<index, 1>{add_or_raise("polyint", n, 1)}, uninitialized_t{});
      auto most = next[range(index{0}, n)];
      most = c / cast<T>(countdown<P>(n));
      next.data()[n] = constants.data()[constants.size() == 1 ? 0 : i];
      c = std::move(next);
    }
    return c;
  }
};
template <class P, class K> struct polyint_result {};
template <operand P, values_argument K>
struct polyint_result<P, K> : judged_call<coefficients_verdict<P>, polyint_call<P, K>> {};

// --- vander, polyfit ---

/// Powers 0, 1, ... of x in the rows of a matrix, or the highest first.
template <class M, class X> constexpr void set_powers_of(M& rows, const X& x, bool increasing) {
  using T = value_t<M>;
  const index n = rows.shape()[0];
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
  using T = std::conditional_t<std::integral<value_t<X>>, std::common_type_t<value_t<X>, index>,
                               value_t<X>>;
  using type =
      typename tensor_of<T, static_shape<2>{{extents_of<X>[0], size_list<N>::shape()[0]}}>::type;
  static constexpr type run(const X& x, index n, bool increasing) {
    type r(std::array<index, 2>{x.shape()[0], n}, uninitialized_t{});
    auto columns = transpose(r);
    set_powers_of(columns, x, increasing);
    return r;
  }
};
template <class X> struct vander_verdict {
  static constexpr bool accepted = rank_of<X> == 1;
  static constexpr message text() {
    message m("stria: vander takes a vector, an operand of rank 1; the shape is ");
    say_shape(m, extents_of<X>.view());
    return m;
  }
};
/// As many powers as elements.
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
                     << ": there are too few different ones, or they are too far from each other "
                        "in magnitude");
}

/// The least-squares solution of a system whose columns are the rows of `v`, for each row of `b`,
/// by Householder reflections: row k of the result are coefficients. Rows are contiguous.
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
  using floating = std::common_type_t<decltype(to_floating(std::declval<value_t<X>>())),
                                      decltype(to_floating(std::declval<value_t<Y>>()))>;
  using T = std::common_type_t<floating, double>;
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
      raise<value_error>(message("stria: polyfit: the degree ")
                         << degree << " is negative; it is 0 or more");
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
                         << n << " places of points and " << m << " values or weights");
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
    message m("stria: polyfit takes real numbers: a vector of places and values for each, a vector "
              "or the columns of a matrix, and weights, if any, as a vector; the shapes are ");
    say_shape(m, extents_of<X>.view());
    m << " and ";
    say_shape(m, extents_of<Y>.view());
    return m;
  }
};
template <class X, class Y, class D, class... W> struct polyfit_result {};
template <operand X, operand Y, size_item D, operand... W>
struct polyfit_result<X, Y, D, W...>
    : judged_call<polyfit_verdict<X, Y, W...>, polyfit_call<X, Y, D>> {};

// --- unwrap ---

/// What is added from here on, for a step from one element to the next.
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
    return real ? axis::text() : message("stria: unwrap takes phases, which are real numbers");
  }
};
template <class A, class Axis> struct unwrap_call {
  static constexpr bool accepted = true;
  static constexpr std::size_t axis = axis_of<A, Axis>;
  using T = decltype(to_floating(std::declval<value_t<A>>()));
  using type = typename tensor_of<T, extents_of<A>>::type;
  static constexpr type run(const A& a, double discont, double period) {
    type r = cast<T>(a);
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
template <class A, class Axis> struct unwrap_result {};
template <operand A, class Axis>
struct unwrap_result<A, Axis> : judged_call<unwrap_verdict<A, Axis>, unwrap_call<A, Axis>> {};

inline constexpr double whole_turn = 6.283185307179586;

} // namespace detail

// Polynomials are vectors of coefficients, that of the highest power first. Results are tensors,
// computed at once.

/// The values of a polynomial at x, a number or an operand: a number, or a tensor of x's shape.
/// NumPy: `np.polyval(p, x)`.
template <class P, class X>
constexpr auto polyval(const P& p, const X& x)
    STRIA_RUN_OR_REFUSE((detail::polyval_result<P, X>), p, x);
STRIA_FOREIGN_FIRST(polyval);

/// The sum of two polynomials. NumPy: `np.polyadd(p, q)`.
template <class P, class Q>
constexpr auto polyadd(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polyadd_result<false, P, Q>), p, q);
STRIA_FOREIGN_BINARY(polyadd);
/// The difference of two polynomials. NumPy: `np.polysub(p, q)`.
template <class P, class Q>
constexpr auto polysub(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polyadd_result<true, P, Q>), p, q);
STRIA_FOREIGN_BINARY(polysub);
/// The product of two polynomials, without zeros in front. NumPy: `np.polymul(p, q)`.
template <class P, class Q>
constexpr auto polymul(const P& p, const Q& q)
    STRIA_RUN_OR_REFUSE((detail::polymul_result<P, Q>), p, q);
STRIA_FOREIGN_BINARY(polymul);

/// The derivative of order m. Refuses negative orders: `value_error`. NumPy: `np.polyder(p, m)`.
template <class P>
constexpr auto polyder(const P& p, index m = 1)
    STRIA_RUN_OR_REFUSE((detail::polyder_result<P>), p, m);
STRIA_FOREIGN_FIRST(polyder);
/// The integral of order m with the constants k, a number for all or m of them. Refuses negative
/// orders and too few constants: `value_error`. NumPy: `np.polyint(p, m, k)`.
template <class P, class K = int>
constexpr auto polyint(const P& p, index m = 1, const K& k = 0)
    STRIA_RUN_OR_REFUSE((detail::polyint_result<P, K>), p, m, k);
STRIA_FOREIGN_FIRST(polyint);

/// The powers n - 1 to 0 of each element of a vector, or 0 to n - 1 where `increasing`: shape (size
/// of x, n); n is an integer or a constant, without one as many as elements. Integers give 64 bits.
/// Refuses a negative n: `value_error`. NumPy: `np.vander(x, n, increasing)`.
template <class X, class N>
constexpr auto vander(const X& x, const N& n, bool increasing = false)
    STRIA_RUN_OR_REFUSE((detail::vander_result<X, N>), x, detail::size_value(n), increasing);
template <detail::operand X>
constexpr auto vander(const X& x)
    STRIA_RUN_OR_REFUSE((detail::vander_result<X, typename detail::own_size<X>::type>), x, x.size(),
                        false);
STRIA_FOREIGN_FIRST(vander);

/// The polynomial of a degree (an integer or a constant) with the least sum of squared distances
/// from points at places x with values y, which may be several columns, weighted by w; computed in
/// double. Refuses a negative degree and points that determine no such polynomial: `value_error`.
/// NumPy: `np.polyfit(x, y, degree, w=w)`.
template <class X, class Y, class D>
constexpr auto polyfit(const X& x, const Y& y, const D& degree)
    STRIA_RUN_OR_REFUSE((detail::polyfit_result<X, Y, D>), x, y, detail::size_value(degree));
template <class X, class Y, class D, detail::operand W>
constexpr auto polyfit(const X& x, const Y& y, const D& degree, const W& w)
    STRIA_RUN_OR_REFUSE((detail::polyfit_result<X, Y, D, W>), x, y, detail::size_value(degree), w);
STRIA_FOREIGN_BINARY(polyfit);

/// Phases along an axis (a constant; none: the last one) without steps of more than half a period:
/// each step is changed by whole periods where it is at least `discont`. Of integers double. A
/// tensor, computed at once. NumPy: `np.unwrap(a, discont, axis, period=period)`.
template <class A, detail::constant_item Axis = constant<-1>>
constexpr auto unwrap(const A& a, Axis = {})
    STRIA_RUN_OR_REFUSE((detail::unwrap_result<A, Axis>), a, detail::whole_turn / 2,
                        detail::whole_turn);
template <class A, std::floating_point F, class Axis = constant<-1>>
constexpr auto unwrap(const A& a, F discont, Axis = {}, double period = detail::whole_turn)
    STRIA_RUN_OR_REFUSE((detail::unwrap_result<A, Axis>), a, static_cast<double>(discont), period);
STRIA_FOREIGN_FIRST(unwrap);

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/convolve.hpp: convolve and correlate, the convolution and correlation of two
// vectors. Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/arguments/named_argument.hpp>
#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/expr/operators.hpp>
#include <stria/numpy/calculus/convolve_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The part of a convolution that is computed.
///
/// `full` is the part where the operands overlap at all, `valid` the part where they overlap
/// completely. `same` is the central part, with as many elements as the longer operand has.
/// \numpy      the modes of the same name
/// \usage      `convolve(a, v, convolve_mode::same)`
enum class convolve_mode : unsigned char { full, same, valid };

namespace detail {

struct convolve_mode_names {
  static constexpr const char* what = "mode of a convolution";
  static constexpr const char* names[] = {"full", "same", "valid"};
};
using mode_argument = named_argument<convolve_mode, convolve_mode_names>;

template <class A, class V>
using convolved_type = std::remove_cvref_t<decltype(multiply_fn{}(
    std::declval<const value_t<A>&>(), std::declval<const value_t<V>&>()))>;

/// What the type of a call says about the mode: nothing, the mode, or the mode and that the first
/// operand is at least as long as the second.
struct known_mode {
  bool known = false;
  convolve_mode mode{};
  bool first_is_longer = false;
};

/// The extent of a convolution of two vectors, which are not empty.
constexpr extent convolved_extent(const extent& a, const extent& v, known_mode m) {
  if (!m.known)
    return extent::unknown();
  if (m.mode == convolve_mode::full)
    return add_positive_extents(a, v, -1);
  const bool longer_first = m.first_is_longer || is_at_least(a, v);
  if (!longer_first && !is_at_least(v, a))
    return extent::unknown();
  const extent& longer = longer_first ? a : v;
  const extent& shorter = longer_first ? v : a;
  return m.mode == convolve_mode::same ? longer : subtract_positive_extents(longer, shorter, 1);
}

/// The convolution of two vectors, or their correlation.
template <bool Correlates, class A, class V, known_mode Known = known_mode{}>
class convolution
    : public computed<convolution<Correlates, A, V, Known>, convolved_type<A, V>,
                      static_shape<1>{{convolved_extent(A::extents[0], V::extents[0], Known)}}> {
  A a_;
  V v_;
  convolve_mode mode_;

  static constexpr const char* text = Correlates ? "correlate" : "convolve";

public:
  struct part {
    index start, size;
  };

private:
  /// The part of the full convolution that is the result. A correlation whose second operand is
  /// longer is reversed, as in NumPy.
  constexpr part part_of(index n, index m) const {
    const index shorter = n < m ? n : m, longer = n < m ? m : n;
    switch (mode_) {
    case convolve_mode::valid: return {shorter - 1, longer - shorter + 1};
    case convolve_mode::same: return {Correlates && n < m ? n / 2 : (shorter - 1) / 2, longer};
    case convolve_mode::full: break;
    }
    return {0, add_or_raise(text, n, m - 1)};
  }

public:
  template <class X, class Y>
  constexpr convolution(X&& a, Y&& v, convolve_mode mode)
      : a_(static_cast<X&&>(a)), v_(static_cast<Y&&>(v)), mode_(mode) {
    if (a_.shape()[0] == 0 || v_.shape()[0] == 0) [[unlikely]]
      raise<value_error>(message("stria: ") << text << ": an operand has no elements");
    if (Known.first_is_longer && a_.shape()[0] < v_.shape()[0]) [[unlikely]]
      raise<value_error>(message("stria: ")
                         << text << ": the first operand has " << a_.shape()[0]
                         << " elements and the second " << v_.shape()[0]
                         << "; with the mode as a template argument, the first is the longer one");
  }
  STRIA_NO_TARGET(convolution);

  constexpr part part_of_full() const { return part_of(a_.shape()[0], v_.shape()[0]); }

  constexpr axis_array<1> shape() const { return {part_of(a_.shape()[0], v_.shape()[0]).size}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const { return g(a_, v_); }
  template <class M, class N> constexpr auto over(M&& a, N&& v) const {
    return convolution<Correlates, std::remove_cvref_t<M>, std::remove_cvref_t<N>, Known>(
        static_cast<M&&>(a), static_cast<N&&>(v), mode_);
  }
  template <class Target> constexpr void compute(Target& target) const {
    using T = value_t<Target>;
    const auto& a = as_block_of<T>(a_);
    const auto& v = as_block_of<T>(v_);
    const index n = a.size(), m = v.size();
    const part p = part_of(n, m);
    if (n >= m)
      convolve_part(target.data(), p.start, p.size, a.data(), n, weights<true>(v).data(), m);
    else
      convolve_part(target.data(), p.start, p.size, weights<false>(v).data(), m,
                    eval(flip(a)).data(), n);
  }

private:
  template <class T, class N> static constexpr decltype(auto) as_block_of(const N& n) {
    if constexpr (std::same_as<T, value_t<N>>)
      return as_block(n);
    else
      return eval(make_map(cast_fn<T>{}, n));
  }
  /// The second operand in the order in which the loops use it. If Backwards, it holds the weights,
  /// which are in reverse order; otherwise it holds the elements that the weights multiply. A
  /// correlation is a convolution with the conjugate of the second operand in reverse order.
  template <bool Backwards, class B> static constexpr auto weights(const B& v) {
    if constexpr (Correlates && is_complex<value_t<B>>::value) {
      if constexpr (Backwards)
        return eval(make_map(conj_fn{}, v));
      else
        return eval(make_map(conj_fn{}, flip(v)));
    } else if constexpr (Correlates == Backwards) {
      return eval(v);
    } else {
      return eval(flip(v));
    }
  }
};

template <class A, class V> struct row_vectors_verdict {
  static constexpr bool accepted =
      rank_of<A> == 1 && rank_of<V> == 1 && is_number<value_t<A>> && is_number<value_t<V>>;
  static constexpr message text() {
    message m("stria: convolve and correlate take two vectors of numbers, operands of rank 1; the "
              "shapes are ");
    say_shape(m, extents_of<A>.view());
    m << " and ";
    say_shape(m, extents_of<V>.view());
    return m;
  }
};
template <bool Correlates, class A, class V, known_mode Known = known_mode{}>
struct convolve_result {};
template <bool Correlates, operand A, operand V, known_mode Known>
struct convolve_result<Correlates, A, V, Known>
    : judged_call<
          one_memory_verdict<A, V>,
          judged_call<row_vectors_verdict<A, V>,
                      constructing_call<convolution<Correlates, hold_t<A>, hold_t<V>, Known>>>> {};

} // namespace detail

/// Convolution of two vectors: element n is the sum of a[k] * v[n - k].
///
/// \param a    vector of numbers
/// \param v    vector of numbers
/// \param mode a convolve_mode or its name, such as "same" (default `full`)
/// \returns    a lazy expression of rank 1 with n + m - 1 elements (full), max(n, m) elements
///             (same) or max(n, m) - min(n, m) + 1 elements (valid); elements of the type of a * v
/// \throws     value_error if a vector is empty, or if the text is not a mode
/// \refuses    operands that are not vectors of numbers
/// \complexity O(n m); lazy, computed when it is assigned
/// \numpy      `np.convolve(a, v, mode)`
/// \usage      `convolve(a, v, "same")`, `convolve<convolve_mode::valid>(a, v)`
/// \see        correlate, fftconvolve, convolve2d
template <class A, class V>
constexpr auto convolve(A&& a, V&& v, detail::mode_argument mode)
    STRIA_RUN_OR_REFUSE((detail::convolve_result<false, A, V>), static_cast<A&&>(a),
                        static_cast<V&&>(v), mode.value);
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), convolve,
                (S & a STRIA_LIFETIMEBOUND, B&& v, detail::mode_argument mode),
                (detail::convolve_result<false, A, B>), a, static_cast<B&&>(v), mode.value);
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U,
                 class B = detail::lvalue_t<U>),
                convolve, (A && a, U& v STRIA_LIFETIMEBOUND, detail::mode_argument mode),
                (detail::convolve_result<false, A, B>), static_cast<A&&>(a), v, mode.value);
/// With the mode `full`. The extent is known from those of the operands.
template <class A, class V>
constexpr auto convolve(A&& a, V&& v) STRIA_RUN_OR_REFUSE(
    (detail::convolve_result<false, A, V, detail::known_mode{true, convolve_mode::full}>),
    static_cast<A&&>(a), static_cast<V&&>(v), convolve_mode::full);
/// With the mode as a template argument, so that the extent is known: n + k - 1, n and n - k + 1
/// for `full`, `same` and `valid`. Throws value_error if `v` is longer than `a`.
template <convolve_mode Mode, class A, class V>
constexpr auto convolve(A&& a, V&& v) STRIA_RUN_OR_REFUSE(
    (detail::convolve_result<false, A, V, detail::known_mode{true, Mode, true}>),
    static_cast<A&&>(a), static_cast<V&&>(v), Mode);
STRIA_BORROWING(
    (detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), convolve,
    (S & a STRIA_LIFETIMEBOUND, B&& v),
    (detail::convolve_result<false, A, B, detail::known_mode{true, convolve_mode::full}>), a,
    static_cast<B&&>(v), convolve_mode::full);
STRIA_BORROWING(
    (detail::no_lvalue_tensor A, detail::tensor_operand U, class B = detail::lvalue_t<U>), convolve,
    (A && a, U& v STRIA_LIFETIMEBOUND),
    (detail::convolve_result<false, A, B, detail::known_mode{true, convolve_mode::full}>),
    static_cast<A&&>(a), v, convolve_mode::full);
STRIA_FOREIGN_BINARY(convolve);

/// Cross-correlation of two vectors: element k is the sum of a[n + k] * conj(v[n]).
///
/// \param a    vector of numbers
/// \param v    vector of numbers
/// \param mode a convolve_mode or its name, such as "same" (default `valid`); the mode determines
///             which k is the first
/// \returns    a lazy expression of rank 1 with as many elements as the result of convolve();
///             elements of the type of a * v
/// \throws     value_error if a vector is empty, or if the text is not a mode
/// \refuses    operands that are not vectors of numbers
/// \complexity O(n m); lazy, computed when it is assigned
/// \numpy      `np.correlate(a, v, mode)`
/// \usage      `correlate(a, v)`
/// \see        convolve, correlate2d
template <class A, class V>
constexpr auto correlate(A&& a, V&& v, detail::mode_argument mode)
    STRIA_RUN_OR_REFUSE((detail::convolve_result<true, A, V>), static_cast<A&&>(a),
                        static_cast<V&&>(v), mode.value);
STRIA_BORROWING((detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), correlate,
                (S & a STRIA_LIFETIMEBOUND, B&& v, detail::mode_argument mode),
                (detail::convolve_result<true, A, B>), a, static_cast<B&&>(v), mode.value);
STRIA_BORROWING((detail::no_lvalue_tensor A, detail::tensor_operand U,
                 class B = detail::lvalue_t<U>),
                correlate, (A && a, U& v STRIA_LIFETIMEBOUND, detail::mode_argument mode),
                (detail::convolve_result<true, A, B>), static_cast<A&&>(a), v, mode.value);
/// With the mode `valid`. The extent is known if the extents show which operand is longer.
template <class A, class V>
constexpr auto correlate(A&& a, V&& v) STRIA_RUN_OR_REFUSE(
    (detail::convolve_result<true, A, V, detail::known_mode{true, convolve_mode::valid}>),
    static_cast<A&&>(a), static_cast<V&&>(v), convolve_mode::valid);
/// With the mode as a template argument, as for convolve().
template <convolve_mode Mode, class A, class V>
constexpr auto correlate(A&& a, V&& v)
    STRIA_RUN_OR_REFUSE((detail::convolve_result<true, A, V, detail::known_mode{true, Mode, true}>),
                        static_cast<A&&>(a), static_cast<V&&>(v), Mode);
STRIA_BORROWING(
    (detail::tensor_operand S, class B, class A = detail::lvalue_t<S>), correlate,
    (S & a STRIA_LIFETIMEBOUND, B&& v),
    (detail::convolve_result<true, A, B, detail::known_mode{true, convolve_mode::valid}>), a,
    static_cast<B&&>(v), convolve_mode::valid);
STRIA_BORROWING(
    (detail::no_lvalue_tensor A, detail::tensor_operand U, class B = detail::lvalue_t<U>),
    correlate, (A && a, U& v STRIA_LIFETIMEBOUND),
    (detail::convolve_result<true, A, B, detail::known_mode{true, convolve_mode::valid}>),
    static_cast<A&&>(a), v, convolve_mode::valid);
STRIA_FOREIGN_BINARY(correlate);

} // namespace stria

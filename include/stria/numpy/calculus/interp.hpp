// SPDX-License-Identifier: BSL-1.0
// numpy/calculus/interp.hpp: interp, linear interpolation between samples.
// Tests: tests/numpy/calculus/signals.cpp.
#pragma once

#include <stria/evaluate/computed.hpp>
#include <stria/fold/operations.hpp>
#include <stria/numpy/calculus/interp_loops.hpp>
#include <stria/numpy/element_loops.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/order/search_loops.hpp>
#include <stria/tensor/foreign.hpp>

namespace stria {

/// The period of the coordinates of interp().
/// \numpy      `period=360`
/// \usage      `interp(x, xp, fp, period(360))`
struct period {
  double length;
  /// A period of length `p`.
  constexpr explicit period(double p) : length(p) {}
};

namespace detail {

/// The type of the values at coordinates X, interpolated between samples F at coordinates P:
/// floating-point or complex.
template <class X, class P, class F> struct interp_type {
  using place = typename mean_type<std::common_type_t<X, P>>::type;
  using type = std::common_type_t<place, typename mean_type<F>::type>;
};
template <class X, class P, class F>
  requires is_complex<F>::value
struct interp_type<X, P, F> {
  using place = typename mean_type<std::common_type_t<X, P>>::type;
  using type =
      typename is_complex<F>::template with<std::common_type_t<place, typename real_of<F>::type>>;
};

/// An optional number.
template <class T> struct value_or_none {
  bool given = false;
  T value{};
};
struct length_or_none {
  bool given = false;
  double value = 0;
};
struct not_given {};
/// An optional argument: a number, or an empty type such as std::nullopt_t.
template <class L>
concept value_or_empty = is_number<L> || std::is_empty_v<L>;
template <class T, value_or_empty L> constexpr value_or_none<T> given_or_none(const L& value) {
  if constexpr (!is_number<L>)
    return {};
  else if constexpr (is_complex<T>::value)
    return {true, to_complex<T>(value)};
  else
    return {true, static_cast<T>(value)};
}
template <value_or_empty L> constexpr length_or_none length_of(const L& value) {
  if constexpr (is_number<L>)
    return {true, static_cast<double>(value)};
  else
    return {};
}

/// Samples of type D at coordinates of type X in ascending order.
template <class X, class D> class sample_table {
  tensor<X, dyn> x_;
  tensor<D, dyn> f_;
  D left_, right_;
  length_or_none period_;
  index at_ = 0; // the interval of the previous value

public:
  template <class P, class F>
  constexpr sample_table(const P& x, const F& f, const value_or_none<D>& left,
                         const value_or_none<D>& right, const length_or_none& length)
      : x_(eval(make_map(cast_fn<X>{}, x))), f_(eval(make_map(to_sample(), f))), left_(), right_(),
        period_(length) {
    if (period_.given)
      make_periodic();
    left_ = left.given && !period_.given ? left.value : f_.data()[0];
    right_ = right.given && !period_.given ? right.value : f_.data()[f_.size() - 1];
  }
  constexpr const auto& coordinates() const { return x_; }
  constexpr const auto& samples() const { return f_; }
  constexpr D before() const { return left_; }
  constexpr D behind() const { return right_; }
  constexpr D operator()(X x) {
    const index n = x_.size();
    const X* const at = x_.data();
    const D* const f = f_.data();
    if (x != x)
      return D(x);
    if (period_.given)
      x = wrapped(x);
    if (x > at[n - 1])
      return right_;
    if (x < at[0])
      return left_;
    // Values are often in order. The interval of the previous value is tried first, then the next
    // interval.
    if (!(x >= at[at_] && (at_ + 1 == n || x < at[at_ + 1]))) {
      if (at_ + 2 < n && x >= at[at_ + 1] && x < at[at_ + 2])
        ++at_;
      else
        at_ = clamp(lower_place<true>(at, n, x) - 1, 0,
                    n - 1); // clamped in case the coordinates are unordered
    }
    const index k = at_;
    if (k + 1 >= n || at[k] == x)
      return f[k];
    const D slope = (f[k + 1] - f[k]) / (at[k + 1] - at[k]);
    D value = slope * (x - at[k]) + f[k];
    // If a sample is infinite, the value may be NaN. The value is then computed from the next
    // sample, as in NumPy.
    if (value != value) [[unlikely]] {
      value = slope * (x - at[k + 1]) + f[k + 1];
      if (value != value && f[k] == f[k + 1])
        value = f[k];
    }
    return value;
  }

  constexpr X wrapped_length() const {
    return static_cast<X>(period_.value < 0 ? -period_.value : period_.value);
  }

private:
  static constexpr auto to_sample() {
    return [](const auto& v) {
      if constexpr (is_complex<D>::value)
        return to_complex<D>(v);
      else
        return static_cast<D>(v);
    };
  }
  constexpr X wrapped(X x) const { return remainder_fn{}(x, wrapped_length()); }
  /// Sorts the samples of one period and adds a sample at each end.
  constexpr void make_periodic() {
    const X length = wrapped_length();
    replace_each(x_, [this](X x) { return wrapped(x); });
    sort_period(x_, f_, length);
  }
};

/// Raises an error if there are no samples, if the number of coordinates differs from that of the
/// samples, or if the period is 0.
template <class P, class F>
constexpr void check_samples(const P& x, const F& f, const length_or_none& length) {
  const index n = x.shape()[0], m = f.shape()[0];
  if (n != m) [[unlikely]]
    raise<shape_error>(message("stria: interp: there are ")
                       << n << " coordinates xp and " << m
                       << " samples fp; the numbers must be equal");
  if (n == 0) [[unlikely]]
    raise<value_error>(message("stria: interp: there are no samples"));
  if (length.given && !(length.value < 0 || length.value > 0)) [[unlikely]]
    raise<value_error>(message("stria: interp: the period must not be 0"));
}

/// The values at coordinates N between samples F at coordinates P.
template <class N, class P, class F>
class interpolated
    : public computed<interpolated<N, P, F>,
                      typename interp_type<value_t<N>, value_t<P>, value_t<F>>::type, N::extents> {
  using types = interp_type<value_t<N>, value_t<P>, value_t<F>>;
  using D = typename types::type;
  N source_;
  P x_;
  F f_;
  value_or_none<D> left_, right_;
  length_or_none period_;

public:
  template <class U, class V, class W>
  constexpr interpolated(U&& source, V&& x, W&& f, value_or_none<D> left, value_or_none<D> right,
                         length_or_none length)
      : source_(static_cast<U&&>(source)), x_(static_cast<V&&>(x)), f_(static_cast<W&&>(f)),
        left_(left), right_(right), period_(length) {
    check_samples(x_, f_, period_);
  }
  STRIA_NO_TARGET(interpolated);

  constexpr auto shape() const { return source_.shape(); }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(source_, x_, f_);
  }
  template <class M, class X, class Y> constexpr auto over(M&& m, X&& x, Y&& y) const {
    return interpolated<std::remove_cvref_t<M>, std::remove_cvref_t<X>, std::remove_cvref_t<Y>>(
        static_cast<M&&>(m), static_cast<X&&>(x), static_cast<Y&&>(y), left_, right_, period_);
  }
  static constexpr computation how = computation::at_a_level;
  template <std::size_t K> constexpr auto needed(const region<rank_of<N>>& of_result) const {
    if constexpr (K == 0)
      return broadcast_region(of_result, std::array<index, rank_of<N>>(source_.shape()));
    else
      return whole_region(std::array<index, 1>{x_.shape()[0]});
  }
  using place = typename types::place;
  /// Makes a table of coordinates and samples, which are in tensors on the host.
  template <class P2, class F2> constexpr auto table_of(const P2& x, const F2& f) const {
    return sample_table<place, D>(x, f, left_, right_, period_);
  }
  constexpr bool is_periodic() const { return period_.given; }
  template <class Target> constexpr void compute(Target& target) const {
    using X = place;
    auto table = table_of(x_, f_);
    const auto& at = as_block(source_);
    set_each(target, [&](index i) { return table(static_cast<X>(at.data()[i])); });
  }
};

template <class N, class P, class F> struct samples_verdict {
  static constexpr bool accepted = [] {
    if constexpr (rank_of<P> == 1 && rank_of<F> == 1)
      return std::is_arithmetic_v<N> && std::is_arithmetic_v<value_t<P>> && is_number<value_t<F>> &&
             equal_extents(extents_of<P>[0], extents_of<F>[0]).fault == extent_fault::none;
    else
      return false;
  }();
  static constexpr message text() {
    message m("stria: interp(x, xp, fp) takes the real coordinates xp and the samples fp as two "
              "vectors of numbers of the same size; the shapes are ");
    say_shape(m, extents_of<P>.view());
    m << " and ";
    say_shape(m, extents_of<F>.view());
    return m;
  }
};
template <class N, class P, class F> struct interp_call {
  static constexpr bool accepted = true;
  using sample = typename interp_type<value_t<N>, value_t<P>, value_t<F>>::type;
  using type = interpolated<hold_t<N>, hold_t<P>, hold_t<F>>;
  template <class L, class R>
  static constexpr type run(N&& n, P&& p, F&& f, const L& left, const R& right,
                            length_or_none length) {
    return type(static_cast<N&&>(n), static_cast<P&&>(p), static_cast<F&&>(f),
                given_or_none<sample>(left), given_or_none<sample>(right), length);
  }
};
/// A call of interp() for one number. The value is computed immediately.
template <class N, class P, class F> struct interp_number_call {
  static constexpr bool accepted = true;
  using X = std::remove_cvref_t<N>;
  using types = interp_type<X, value_t<P>, value_t<F>>;
  using type = typename types::type;
  using sample = type;
  template <class L, class R>
  static constexpr type run(const X& x, const P& p, const F& f, const L& left, const R& right,
                            length_or_none length) {
    check_samples(p, f, length);
    sample_table<typename types::place, type> table(p, f, given_or_none<type>(left),
                                                    given_or_none<type>(right), length);
    return table(static_cast<typename types::place>(x));
  }
};
template <class N, class P, class F> struct interp_result {};
template <operand N, operand P, operand F>
struct interp_result<N, P, F>
    : judged_call<one_memory_verdict<N, P, F>,
                  judged_call<samples_verdict<value_t<N>, P, F>, interp_call<N, P, F>>> {};
template <class N, operand P, operand F>
  requires std::is_arithmetic_v<std::remove_cvref_t<N>>
struct interp_result<N, P, F>
    : on_host<samples_verdict<std::remove_cvref_t<N>, P, F>, interp_number_call<N, P, F>, N, P, F> {
};

/// The call of interp() with the arguments `left`, `right` and `period`. A complex one needs
/// complex samples; a period is real.
template <class Call, class L, class R, class Period> struct interp_with : Call {};
// A template, so that only refused calls compose the text.
template <class> struct edges_verdict {
  static constexpr message text() {
    return message("stria: interp: complex values before the first and behind the last "
                   "sample need complex samples fp, and the period is a real number");
  }
};
template <class Call, class L, class R, class Period>
  requires(Call::accepted &&
           (is_complex<Period>::value || ((is_complex<L>::value || is_complex<R>::value) &&
                                          !is_complex<typename Call::sample>::value)))
struct interp_with<Call, L, R, Period> : refused_call<edges_verdict<Call>> {};

} // namespace detail

/// Linear interpolation between samples.
///
/// \param x      the coordinates of the values: an operand of real numbers, or a number
/// \param xp     the coordinates of the samples: a vector of real numbers in ascending order, or in
///               any order if there is a period
/// \param fp     the samples: a vector of numbers of the same size
/// \param left   the value before the first sample (default: the first sample)
/// \param right  the value after the last sample (default: the last sample); std::nullopt for
///               `left` or `right` selects the default
/// \param length the period of the coordinates; `left` and `right` are then ignored. `period(p)`
///               directly after `fp` has the same meaning
/// \returns      a lazy expression with the shape of `x`; for a number, the value, computed
///               immediately. Floating-point or complex; double for integers
/// \throws       shape_error if `xp` and `fp` have different sizes; value_error if they are empty,
///               or if the period is 0
/// \refuses      different static sizes of `xp` and `fp`, operands that are not vectors, complex
///               coordinates, complex `left` or `right` with real samples, and samples on a device
///               if `x` is a number
/// \complexity   O(n log m) for m samples; lazy, computed when it is assigned
/// \numpy        `np.interp(x, xp, fp, left, right, period)`
/// \usage        `interp(x, xp, fp)`, `interp(x, xp, fp, 0)`, `interp(x, xp, fp, period(360))`
template <class N, class P, class F, detail::value_or_empty L = detail::not_given,
          detail::value_or_empty R = detail::not_given,
          detail::value_or_empty Period = detail::not_given>
constexpr auto interp(N&& x, P&& xp, F&& fp, const L& left = {}, const R& right = {},
                      const Period& length = {})
    STRIA_RUN_OR_REFUSE((detail::interp_with<detail::interp_result<N, P, F>, L, R, Period>),
                        static_cast<N&&>(x), static_cast<P&&>(xp), static_cast<F&&>(fp), left,
                        right, detail::length_of(length));
/// Interpolates with a period: `interp(x, xp, fp, period(360))`.
template <class N, class P, class F>
constexpr auto interp(N&& x, P&& xp, F&& fp, const period& p)
    STRIA_RUN_OR_REFUSE((detail::interp_result<N, P, F>), static_cast<N&&>(x), static_cast<P&&>(xp),
                        static_cast<F&&>(fp), detail::not_given(), detail::not_given(),
                        detail::length_or_none{true, p.length});
STRIA_BORROWING((detail::tensor_operand S, class P, class F, class A = detail::lvalue_t<S>), interp,
                (S & x STRIA_LIFETIMEBOUND, P&& xp, F&& fp),
                (detail::interp_with<detail::interp_result<A, P, F>, detail::not_given,
                                     detail::not_given, detail::not_given>),
                x, static_cast<P&&>(xp), static_cast<F&&>(fp), detail::not_given(),
                detail::not_given(), detail::length_of(detail::not_given()));
STRIA_FOREIGN_LACKS(interp, "xp and fp are", "interp(x, xp, fp)", detail::ours);
STRIA_FOREIGN_LACKS(interp, "fp is", "interp(x, xp, fp)", detail::ours, detail::whatever);
STRIA_FOREIGN(interp, detail::ours, detail::not_ours, detail::whatever, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {});
STRIA_FOREIGN(interp, detail::ours, detail::ours, detail::not_ours, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {});
STRIA_FOREIGN(interp, detail::not_ours, detail::whatever, detail::whatever, detail::whatever = {},
              detail::whatever = {}, detail::whatever = {});

} // namespace stria

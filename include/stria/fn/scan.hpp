// SPDX-License-Identifier: BSL-1.0
// fn/scan.hpp: running results along an axis: cumsum, cumprod, diff.
#pragma once

#include <stria/eval/computed.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/reshape.hpp>

namespace stria {

namespace detail {

/// Running results along a row: out[i] = step(out[i - 1], in[i]).
template <class Op> struct scan_kernel {
  template <class O, class I> STRIA_INLINE static constexpr void row(O out, I in, index n) {
    using R = std::remove_cvref_t<decltype(out[0])>;
    R acc = Op::template start<R>();
    for (index i = 0; i < n; ++i) {
      acc = Op::step(acc, in[i]);
      out[i] = acc;
    }
  }
};

/// The results of Op over all elements of N up to each one along an axis.
template <class Op, class N, std::size_t Axis>
class scan
    : public computed<scan<Op, N, Axis>, typename Op::template result<value_t<N>>, N::extents> {
  static constexpr std::size_t R = rank_of<N>;
  N source_;

public:
  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, scan>)
  constexpr explicit scan(U&& source) : source_(static_cast<U&&>(source)) {}

  constexpr std::array<index, R> shape() const { return source_.shape(); }
  template <class Target> constexpr void compute(Target& target) const {
    if (target.size() == 0)
      return;
    const auto& e = prepare(source_);
    const auto n = e.shape();
    if constexpr (Axis + 1 == R) {
      // One row after the other: rows must not be joined, so the axis has a loop of its own.
      auto to = output_cursor(target);
      auto from = e.template cursor<straight_hint<R>, R>(straight_refs<R>());
      each_row(n, to, from);
    } else {
      // One slice after the other: each loop runs over the other axes.
      auto box = whole_box(n);
      box[Axis].count = 1;
      copy_box(target, e, box);
      std::array<index, R> sizes = n;
      sizes[Axis] = 1;
      for (index k = 1; k < n[Axis]; ++k) {
        axis_refs<R> here = straight_refs<R>(), before = here;
        here[Axis].begin = k;
        before[Axis].begin = k - 1;
        auto last = target.template cursor<straight_hint<R>, R>(before);
        auto next = e.template cursor<straight_hint<R>, R>(here);
        run_loop<store_kernel>(sizes, target.template cursor<straight_hint<R>, R>(here),
                               step_cursor<decltype(last), decltype(next)>{last, next});
      }
    }
  }

private:
  // The result so far and the next element, seen as one operand.
  template <class A, class B> struct step_row {
    A last;
    B next;
    STRIA_INLINE constexpr auto operator[](index i) const { return Op::step(last[i], next[i]); }
  };
  template <class A, class B> struct step_cursor {
    A last;
    B next;
    constexpr bool fits(std::size_t k) const { return last.fits(k) && next.fits(k); }
    constexpr bool joins(std::size_t a, std::size_t b, index n) const {
      return last.joins(a, b, n) && next.joins(a, b, n);
    }
    constexpr void advance(std::size_t k, index by) {
      last.advance(k, by);
      next.advance(k, by);
    }
    template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t k) const {
      const auto a = last.template row<Hinted>(k);
      const auto b = next.template row<Hinted>(k);
      return step_row<decltype(a), decltype(b)>{a, b};
    }
    constexpr auto item() const { return Op::step(last.item(), next.item()); }
  };

  template <std::size_t L, class Out, class In>
  static constexpr void each_row(const std::array<index, L>& n, Out& out, In& in) {
    // A nest of all axes, none of them joined.
    loop_nest<L> nest{n};
    for (std::size_t k = 0; k < L; ++k)
      if (k + 1 == L || n[k] != 1)
        nest.order[nest.depth++] = k;
    for_rows(
        nest,
        [&] {
          if (out.fits(L - 1) && in.fits(L - 1))
            scan_kernel<Op>::row(out.template row<true>(L - 1), in.template row<true>(L - 1),
                                 n[L - 1]);
          else
            scan_kernel<Op>::row(out.template row<false>(L - 1), in.template row<false>(L - 1),
                                 n[L - 1]);
        },
        out, in);
  }
};

template <bool Accepted, class Op, class A, class Axis>
struct scan_if : refused_call<one_axis_verdict<A, Axis>> {};
template <class Op, class A, class Axis> struct scan_if<true, Op, A, Axis> {
  static constexpr bool accepted = true;
  using type = scan<Op, hold_t<A>, axis_of<A, Axis>>;
};
template <class Op, class A, class Axis> struct scan_result {};
template <class Op, operand A, class Axis>
struct scan_result<Op, A, Axis> : scan_if<one_axis_verdict<A, Axis>::accepted, Op, A, Axis> {};

template <bool Here, bool Later> constexpr auto difference_item() {
  if constexpr (!Here)
    return all;
  else if constexpr (Later)
    return range(constant<1>{}, _);
  else
    return range(_, constant<-1>{});
}
/// Of an rvalue tensor the values: two operands cannot both own it.
template <std::size_t Axis, class A, std::size_t... K>
constexpr auto difference(A&& a, std::index_sequence<K...>) {
  if constexpr (tensor_operand<A> && !std::is_lvalue_reference_v<A>)
    return eval(difference<Axis>(a, std::index_sequence<K...>()));
  else
    return a[difference_item<K == Axis, true>()...] - a[difference_item<K == Axis, false>()...];
}

template <bool Accepted, class A, class Axis>
struct diff_if : refused_call<one_axis_verdict<A, Axis>> {};
template <class A, class Axis> struct diff_if<true, A, Axis> {
  static constexpr bool accepted = true;
  static constexpr auto run(A&& a) {
    return difference<axis_of<A, Axis>>(static_cast<A&&>(a),
                                        std::make_index_sequence<rank_of<A>>());
  }
  using type = decltype(run(std::declval<A>()));
};
template <class A, class Axis> struct diff_result {};
template <operand A, class Axis>
struct diff_result<A, Axis> : diff_if<one_axis_verdict<A, Axis>::accepted, A, Axis> {};

} // namespace detail

#define STRIA_SCAN(name, op)                                                                       \
  template <class A, class Axis>                                                                   \
  constexpr auto name(A&& a, Axis) -> typename detail::scan_result<op, A, Axis>::type {            \
    if constexpr (detail::scan_result<op, A, Axis>::accepted)                                      \
      return typename detail::scan_result<op, A, Axis>::type(static_cast<A&&>(a));                 \
    else                                                                                           \
      __builtin_unreachable();                                                                     \
  }                                                                                                \
  template <detail::operand A> constexpr auto name(A&& a) {                                        \
    return name(ravel(static_cast<A&&>(a)), constant<0>{});                                        \
  }

/// The sums of all elements up to each one along an axis (a constant; none: of the flattened
/// operand); narrower integers give 64 bits. NumPy: `np.cumsum(a, axis)`.
STRIA_SCAN(cumsum, detail::sum_op)
/// The products of all elements up to each one. NumPy: `np.cumprod(a, axis)`.
STRIA_SCAN(cumprod, detail::prod_op)
#undef STRIA_SCAN

/// Each element less the one before it along an axis (a constant; none: the last one). Shape: one
/// less there. NumPy: `np.diff(a, axis=axis)`.
template <class A, class Axis = constant<-1>>
constexpr auto diff(A&& a, Axis = {}) -> typename detail::diff_result<A, Axis>::type {
  if constexpr (detail::diff_result<A, Axis>::accepted)
    return detail::diff_result<A, Axis>::run(static_cast<A&&>(a));
  else
    __builtin_unreachable();
}

} // namespace stria

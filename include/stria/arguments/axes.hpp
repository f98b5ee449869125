// SPDX-License-Identifier: BSL-1.0
// arguments/axes.hpp: axis arguments given as constants, and keepdims.
// Tests: tests/numpy/reduce/reduce.cpp.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/expr/region.hpp>
#include <stria/plan/axis.hpp>
#include <stria/tensor/operand.hpp>
#include <stria/token/constant.hpp>

#include <cstdint>

namespace stria {

struct axis;
/// The type of `keepdims`.
struct keepdims_t {};
/// Makes a reduction keep the axes that it runs over, with size 1.
///
/// \numpy  `keepdims=True`
/// \usage  `sum(a, -_1, keepdims)`
inline constexpr keepdims_t keepdims{};

namespace detail {

enum class axes_fault : unsigned char { none, outside, twice, foreign, run_time };

/// A set of axes of a tensor: bit k for axis k.
struct axis_set {
  std::uint64_t bits = 0;
  bool keep = false;
  axes_fault fault = axes_fault::none;
  index value = 0;

  constexpr bool has(std::size_t k) const { return ((bits >> k) & 1U) != 0; }
  constexpr bool all(std::size_t rank) const {
    for (std::size_t k = 0; k < rank; ++k)
      if (!has(k))
        return false;
    return true;
  }
};

template <class A> constexpr void add_axis(axis_set& s, std::size_t rank) {
  if constexpr (std::same_as<A, keepdims_t>) {
    s.keep = true;
  } else if constexpr (constant_item<A>) {
    const index k = wrap(constant_traits<A>::value, static_cast<index>(rank));
    if (s.fault != axes_fault::none)
      return;
    s.value = constant_traits<A>::value;
    if (!inside(k, static_cast<index>(rank)))
      s.fault = axes_fault::outside;
    else if (s.has(static_cast<std::size_t>(k)))
      s.fault = axes_fault::twice;
    else
      s.bits |= std::uint64_t{1} << k;
  } else {
    s.fault = __is_same(A, axis) ? axes_fault::run_time : axes_fault::foreign;
  }
}

/// The set of axes among the arguments of a call, which may include tags. Without an axis argument
/// it contains all axes.
template <class... A> constexpr axis_set make_axes(std::size_t rank) {
  axis_set s;
  (add_axis<A>(s, rank), ...);
  if (s.bits == 0 && s.fault == axes_fault::none)
    s.bits = rank == 0 ? 0 : ~std::uint64_t{0} >> (64 - rank);
  return s;
}

/// Describes a wrong axis argument. `shape` is the shape of the operand. `rank` is the number of
/// axes that an axis argument can refer to; for stack() and expand_dims() it can be greater than
/// the rank of the shape.
constexpr void say_axes_fault(message& m, axes_fault fault, index axis, array_ref<extent> shape,
                              std::size_t rank) {
  switch (fault) {
  case axes_fault::outside:
    m << "there is no axis " << axis << " in the shape ";
    say_shape(m, shape);
    if (rank == 0)
      m << ", which has none";
    else
      m << "; axes are " << -static_cast<index>(rank) << " to " << static_cast<index>(rank) - 1;
    break;
  case axes_fault::twice: m << "axis " << axis << " is named twice; name each one once"; break;
  case axes_fault::foreign:
    m << "an axis must be a constant: write _0, -_1 or 12_c, or axis(k) for a run-time value";
    break;
  case axes_fault::run_time:
    m << "axis(k) cannot be used here: either more axes are named than the shape ";
    say_shape(m, shape);
    m << " has, or the type of the result depends on the axis; write _0 or -_1";
    break;
  case axes_fault::none: break;
  }
}

template <class E, class... A> struct axes_verdict {
  static constexpr axis_set axes = make_axes<A...>(rank_of<E>);
  static constexpr bool accepted = axes.fault == axes_fault::none;
  static constexpr message text() {
    message m("stria: ");
    say_axes_fault(m, axes.fault, axes.value, extents_of<E>.view(), rank_of<E>);
    return m;
  }
};

/// True if the elements have the operators that the operation needs, as all numbers do.
template <class Op, class V> inline constexpr bool reduces = Op::template takes<V>;
template <class Op, number V> inline constexpr bool reduces<Op, V> = true;

template <bool Reduces, class Op, class E, class... A> struct reduction_verdict {
  using type = axes_verdict<E, A...>;
};
template <class Op, class E, class... A>
struct reduction_verdict<false, Op, E, A...> : axes_verdict<E, A...> {
  using type = reduction_verdict;
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: the elements lack the operator that this reduction needs: + or *, < for "
                   "an order, / for a mean; abs(a) and real(a) convert complex numbers, "
                   "map(f, a) converts any elements");
  }
};

/// The message of a function for an operand of the wrong rank.
template <fixed_string Says, class A> struct rank_verdict {
  static constexpr message text() {
    message m("stria: ");
    m << Says.view() << "; the shape is ";
    say_shape(m, extents_of<A>.view());
    return m;
  }
};

/// The verdict for an operand of rank N or more.
template <std::size_t N, fixed_string Says, class A>
struct least_rank_verdict : rank_verdict<Says, A> {
  static constexpr bool accepted = rank_of<A> >= N;
};

/// The verdict for exactly one axis argument.
template <class A, class Axis> struct one_axis_verdict {
  using axes = axes_verdict<A, Axis>;
  static constexpr bool accepted = axes::accepted && constant_item<Axis>;
  static constexpr message text() {
    return axes::accepted ? message("stria: an axis must be a constant: write _0, -_1 or 12_c")
                          : axes::text();
  }
};

/// The verdict for an axis that is a plain integer.
struct integer_axis_verdict {
  static constexpr message text() {
    return message("stria: an axis must be a constant or axis(k): write _0, -_1 or axis(k)");
  }
};

/// The axis that a constant refers to; 0 if the constant was refused.
template <class A, class Axis> inline constexpr std::size_t axis_of = 0;
template <class A, constant_item Axis>
inline constexpr std::size_t axis_of<A, Axis> = static_cast<std::size_t>(
    wrap(constant_traits<std::remove_cvref_t<Axis>>::value, static_cast<index>(rank_of<A>)));

/// The extents that remain after a reduction over axes.
template <auto Shape, std::uint64_t Bits, bool Keep> constexpr auto reduced_shape() {
  constexpr axis_set s{Bits, Keep};
  constexpr std::size_t kept = [] {
    std::size_t n = 0;
    for (std::size_t k = 0; k < Shape.rank(); ++k)
      n += Keep || !axis_set{Bits}.has(k) ? 1 : 0;
    return n;
  }();
  auto r = unknown_shape<kept>();
  std::size_t out = 0;
  for (std::size_t k = 0; k < Shape.rank(); ++k)
    if (!s.has(k))
      r[out++] = Shape[k];
    else if (Keep)
      r[out++] = extent::make(1);
  return r;
}

/// The region of the source that a reduction over axes reads for a region of its result. It covers
/// the reduced axes completely.
template <std::uint64_t Bits, bool Keep, std::size_t R, std::size_t L>
constexpr region<L> unreduced_region(const region<R>& of_result,
                                     const std::array<index, L>& source) {
  region<L> r = whole_region(source);
  std::size_t out = 0;
  for (std::size_t k = 0; k < L; ++k) {
    if (!axis_set{Bits}.has(k))
      set_axis(r, k, of_result.begin[out], of_result.step[out], of_result.size[out]);
    out += Keep || !axis_set{Bits}.has(k) ? 1 : 0;
  }
  return r;
}

} // namespace detail
} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// fn/foreign.hpp: a function of tensors that is called with a container or a number says so.
//
// sum(v) of a std::vector would be reported as a list of all that the compiler has tried, 20 to 100
// lines. docs/design/refusals.md.
#pragma once

#include <stria/fn/reduce.hpp>
#include <stria/view/subscript.hpp>

#include <initializer_list>

namespace stria {

namespace detail {

// All are reached by a conversion, so that whatever else has the name, a user's own sum() of his
// containers, is the better match.

/// What no function of tensors takes: a container, an array, a number.
struct not_ours {
  template <class T>
    requires(!std::is_base_of_v<operand_base, T> && !is_refused<T>)
  not_ours(const T&);
  not_ours(std::initializer_list<in_braces>);
};
/// What they take.
struct ours {
  ours(const operand_base&);
};
/// Whatever stands beside them, or nothing.
struct whatever {
  whatever();
  template <class T> whatever(const T&);
  whatever(std::initializer_list<in_braces>);
};

/// Axes, sizes or a list in braces.
using braced = std::initializer_list<in_braces>;
struct braced_verdict {
  static constexpr message text() {
    return message("stria: braces are no argument here: axes and sizes stand one by one, as in "
                   "sum(t, _0, _1) and tile(t, 2, 3), lists are tensors, as in take(t, tensor{0, "
                   "2}, _0)");
  }
};
/// A text that stands in the parentheses.
template <fixed_string Call> struct text_verdict {
  static constexpr message text() {
    return message("stria: the text stands before the parentheses, which hold operands: ")
           << Call.view();
  }
};

// Put together where it is read. Empty for what a user's own template of the name is told: his
// roll<int>(n) is no call of these.
template <class Verdict> struct not_ours_call {};
template <class Verdict>
  requires requires { Verdict::text(); }
struct not_ours_call<Verdict> : refused_call<Verdict> {};
template <class Verdict> using said_of_not_ours = typename not_ours_call<Verdict>::type;

} // namespace detail

// No bodies: clang would report them first. First the parameter by which a function is told which
// type it makes, or which text it follows.
#define STRIA_REFUSE(told, name, ...)                                                              \
  template <told, class V = detail::not_ours_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__);
#define STRIA_NOT_OURS(name, ...)                                                                  \
  template <class V = detail::not_ours_verdict> detail::said_of_not_ours<V> name(__VA_ARGS__);

#define STRIA_BRACED(name)                                                                         \
  template <class V = detail::braced_verdict>                                                      \
  detail::said_of_not_ours<V> name(detail::ours, detail::braced, detail::whatever = {},            \
                                   detail::whatever = {});

#define STRIA_UNARY(name) STRIA_NOT_OURS(name, detail::not_ours)
STRIA_UNARY(sqrt)
STRIA_UNARY(cbrt)
STRIA_UNARY(exp)
STRIA_UNARY(exp2)
STRIA_UNARY(expm1)
STRIA_UNARY(log)
STRIA_UNARY(log1p)
STRIA_UNARY(log2)
STRIA_UNARY(log10)
STRIA_UNARY(sin)
STRIA_UNARY(cos)
STRIA_UNARY(tan)
STRIA_UNARY(asin)
STRIA_UNARY(acos)
STRIA_UNARY(atan)
STRIA_UNARY(sinh)
STRIA_UNARY(cosh)
STRIA_UNARY(tanh)
STRIA_UNARY(asinh)
STRIA_UNARY(acosh)
STRIA_UNARY(atanh)
STRIA_UNARY(erf)
STRIA_UNARY(erfc)
STRIA_UNARY(tgamma)
STRIA_UNARY(lgamma)
STRIA_UNARY(floor)
STRIA_UNARY(ceil)
STRIA_UNARY(trunc)
STRIA_UNARY(round)
STRIA_UNARY(abs)
STRIA_UNARY(conj)
STRIA_UNARY(sign)
STRIA_UNARY(square)
STRIA_UNARY(isnan)
STRIA_UNARY(isinf)
STRIA_UNARY(isfinite)
STRIA_UNARY(real)
STRIA_UNARY(imag)
STRIA_UNARY(arg)
STRIA_UNARY(ravel)
STRIA_UNARY(flatten)
STRIA_UNARY(nonzero)
STRIA_UNARY(eval)
STRIA_UNARY(unique_all)
#undef STRIA_UNARY

#define STRIA_FIRST(name)                                                                          \
  STRIA_NOT_OURS(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},             \
                 detail::whatever = {})                                                            \
  STRIA_BRACED(name)
STRIA_FIRST(sum)
STRIA_FIRST(prod)
STRIA_FIRST(mean)
STRIA_FIRST(min)
STRIA_FIRST(max)
STRIA_FIRST(any)
STRIA_FIRST(all_of)
STRIA_FIRST(none_of)
STRIA_FIRST(count_nonzero)
STRIA_FIRST(argmin)
STRIA_FIRST(argmax)
STRIA_FIRST(var)
STRIA_FIRST(std_dev)
STRIA_FIRST(ptp)
STRIA_FIRST(norm)
STRIA_FIRST(median)
STRIA_FIRST(percentile)
STRIA_FIRST(logsumexp)
STRIA_FIRST(diff)
STRIA_FIRST(cumsum)
STRIA_FIRST(cumprod)
STRIA_FIRST(sort)
STRIA_FIRST(argsort)
STRIA_FIRST(partition)
STRIA_FIRST(top_k)
STRIA_FIRST(unique)
STRIA_FIRST(bincount)
STRIA_FIRST(histogram)
STRIA_FIRST(transpose)
STRIA_FIRST(swapaxes)
STRIA_FIRST(moveaxis)
STRIA_FIRST(squeeze)
STRIA_FIRST(expand_dims)
STRIA_FIRST(flip)
STRIA_FIRST(rot90)
STRIA_FIRST(roll)
STRIA_FIRST(sliding_window)
STRIA_FIRST(split)
STRIA_FIRST(unstack)
STRIA_FIRST(repeat)
STRIA_FIRST(trace)
STRIA_FIRST(triu)
STRIA_FIRST(tril)
STRIA_FIRST(diag)
STRIA_FIRST(diagonal)
STRIA_FIRST(nd)
STRIA_FIRST(gather_nd)
STRIA_FIRST(gather)
STRIA_FIRST(take)
STRIA_FIRST(take_along_axis)
STRIA_FIRST(put_along_axis)
STRIA_FIRST(boolean_mask)
STRIA_FIRST(to_string)
STRIA_FIRST(array2string)
STRIA_FIRST(repr)
STRIA_FIRST(noalias)
STRIA_FIRST(strided_slice)
#undef STRIA_FIRST
// Braces are what pad() takes.
STRIA_NOT_OURS(pad, detail::not_ours, detail::whatever = {}, detail::whatever = {},
               detail::whatever = {})

#define STRIA_SECOND(name)                                                                         \
  STRIA_NOT_OURS(name, detail::ours, detail::not_ours, detail::whatever = {}, detail::whatever = {})
STRIA_SECOND(gather)
STRIA_SECOND(gather_nd)
STRIA_SECOND(take_along_axis)
STRIA_SECOND(put_along_axis)
#undef STRIA_SECOND

#define STRIA_SIZES(name)                                                                          \
  STRIA_NOT_OURS(name, detail::not_ours, detail::whatever = {}, detail::whatever = {},             \
                 detail::whatever = {}, detail::whatever = {}, detail::whatever = {},              \
                 detail::whatever = {})                                                            \
  STRIA_BRACED(name)
STRIA_SIZES(reshape)
STRIA_SIZES(broadcast_to)
STRIA_SIZES(tile)
#undef STRIA_SIZES

#define STRIA_BINARY(name)                                                                         \
  STRIA_NOT_OURS(name, detail::not_ours, detail::whatever, detail::whatever = {},                  \
                 detail::whatever = {})                                                            \
  STRIA_NOT_OURS(name, detail::ours, detail::not_ours, detail::whatever = {}, detail::whatever = {})
STRIA_BINARY(maximum)
STRIA_BINARY(minimum)
STRIA_BINARY(floor_divide)
STRIA_BINARY(remainder)
STRIA_BINARY(fmod)
STRIA_BINARY(atan2)
STRIA_BINARY(hypot)
STRIA_BINARY(copysign)
STRIA_BINARY(nextafter)
STRIA_BINARY(pow)
STRIA_BINARY(searchsorted)
STRIA_BINARY(matmul)
STRIA_BINARY(dot)
STRIA_BINARY(vdot)
STRIA_BINARY(outer)
STRIA_BINARY(kron)
STRIA_BINARY(cross)
STRIA_BINARY(tensordot)
STRIA_BINARY(shares_storage)
STRIA_BINARY(meshgrid)
STRIA_BINARY(meshgrid_ij)
STRIA_BINARY(assign_max)
STRIA_BINARY(assign_min)
STRIA_BINARY(assign_with)
STRIA_BINARY(scatter_nd)
#undef STRIA_BINARY

#define STRIA_TERNARY(name)                                                                        \
  STRIA_NOT_OURS(name, detail::not_ours, detail::whatever, detail::whatever)                       \
  STRIA_NOT_OURS(name, detail::ours, detail::not_ours, detail::whatever)                           \
  STRIA_NOT_OURS(name, detail::ours, detail::ours, detail::not_ours)
STRIA_TERNARY(where)
STRIA_TERNARY(clip)
STRIA_TERNARY(fma)
STRIA_TERNARY(tensor_scatter_nd_update)
STRIA_TERNARY(tensor_scatter_nd_add)
STRIA_TERNARY(tensor_scatter_nd_sub)
STRIA_TERNARY(tensor_scatter_nd_min)
STRIA_TERNARY(tensor_scatter_nd_max)
#undef STRIA_TERNARY

STRIA_REFUSE(class = void, zeros_like, detail::not_ours)
STRIA_REFUSE(class = void, ones_like, detail::not_ours)
STRIA_REFUSE(class = void, empty_like, detail::not_ours)
STRIA_REFUSE(class = void, full_like, detail::not_ours, detail::whatever)
STRIA_REFUSE(class = float, one_hot, detail::not_ours, detail::whatever)
STRIA_REFUSE(class T, cast, detail::not_ours)
STRIA_REFUSE(index... Axes, permute, detail::not_ours)

// The first argument is a function.
STRIA_NOT_OURS(map, detail::whatever, detail::not_ours, detail::whatever = {},
               detail::whatever = {})
STRIA_NOT_OURS(map, detail::whatever, detail::ours, detail::not_ours, detail::whatever = {})
STRIA_NOT_OURS(reduce, detail::whatever, detail::whatever, detail::not_ours, detail::whatever = {},
               detail::whatever = {}, detail::whatever = {})

STRIA_REFUSE(fixed_string Text, einsum, detail::not_ours, detail::whatever = {},
             detail::whatever = {})
STRIA_REFUSE(fixed_string Text, einsum, detail::ours, detail::not_ours, detail::whatever = {})
STRIA_REFUSE(fixed_string Text, rearrange, detail::not_ours, detail::whatever = {},
             detail::whatever = {})
STRIA_REFUSE(fixed_string Text, repeat, detail::not_ours, detail::whatever = {},
             detail::whatever = {})
// Each reduction by the type that its name is passed as.
#define STRIA_REDUCE_BY(op)                                                                        \
  STRIA_REFUSE(fixed_string Text, reduce, detail::not_ours, detail::reduction_name<detail::op>,    \
               detail::whatever = {}, detail::whatever = {})
STRIA_REDUCE_BY(sum_op)
STRIA_REDUCE_BY(prod_op)
STRIA_REDUCE_BY(mean_op)
STRIA_REDUCE_BY(min_op)
STRIA_REDUCE_BY(max_op)
STRIA_REDUCE_BY(any_op)
STRIA_REDUCE_BY(all_op)
#undef STRIA_REDUCE_BY

template <class V = detail::braced_verdict>
detail::said_of_not_ours<V> tensordot(detail::ours, detail::ours, detail::braced);

// What follows a text is told it before the parentheses.
#define STRIA_TEXT(name, call)                                                                     \
  template <detail::operand A, std::size_t N, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const A&, const char(&)[N], const B&...);                       \
  template <std::size_t N, detail::operand A, class... B, class V = detail::text_verdict<call>>    \
  detail::said_of_not_ours<V> name(const char(&)[N], const A&, const B&...);
STRIA_TEXT(einsum, "einsum<\"ij,jk->ik\">(a, b)")
STRIA_TEXT(rearrange, "rearrange<\"a b -> b a\">(t)")
STRIA_TEXT(reduce, "reduce<\"a b -> a\">(t, sum)")
STRIA_TEXT(repeat, "repeat<\"a -> a 3\">(t)")
#undef STRIA_TEXT
template <detail::operand A, detail::operand... B,
          class V = detail::text_verdict<"einsum<\"ij,jk->ik\">(a, b)">>
detail::said_of_not_ours<V> einsum(const A&, const B&...);

#undef STRIA_BRACED
#undef STRIA_NOT_OURS
#undef STRIA_REFUSE

} // namespace stria

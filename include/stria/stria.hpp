// SPDX-License-Identifier: BSL-1.0
// stria.hpp: the library without files, interoperability, devices, linear algebra, Fourier
// transforms and signal processing.
//
// The file has two parts. <stria/core.hpp> includes only the first, therefore each part has its own
// guard. Tests: tests/expr/core.cpp.
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif
#if !defined(STRIA_CORE_HPP)
#define STRIA_CORE_HPP

// These five headers are included first. Errors point into them, and g++ prints the chain of
// includes that leads to them; the chain is shortest this way.
#include <stria/base/refuse.hpp>

#include <stria/base/axis_array.hpp>
#include <stria/base/short_list.hpp>
#include <stria/tensor/tensor.hpp>

#include <stria/arguments/integer.hpp>

#include <stria/assign/assign.hpp>
#include <stria/assign/masked.hpp>
#include <stria/assign/noalias.hpp>
#include <stria/assign/rebindable.hpp>
#include <stria/assign/scatter.hpp>
#include <stria/assign/swap.hpp>
#include <stria/assign/tie.hpp>
#include <stria/base/settings.hpp>
#include <stria/dsl.hpp>
#include <stria/expr/strided_slice.hpp>
#include <stria/numpy/elementwise/close.hpp>
#include <stria/numpy/elementwise/constants.hpp>
#include <stria/numpy/elementwise/math.hpp>
#include <stria/numpy/join/concat.hpp>
#include <stria/numpy/join/joins.hpp>
#include <stria/numpy/make/make.hpp>
#include <stria/numpy/product/matmul.hpp>
#include <stria/numpy/reduce/reduce.hpp>
#include <stria/numpy/select/nonzero.hpp>
#include <stria/numpy/select/select.hpp>
#include <stria/numpy/select/take.hpp>
#include <stria/numpy/shape/diagonal.hpp>
#include <stria/numpy/shape/flip.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/numpy/shape/roll.hpp>
#include <stria/numpy/statistics/count.hpp>
#include <stria/show/print.hpp>
#include <stria/subscript/dispatch.hpp>
#include <stria/tensor/storage.hpp>

// The definitions of operator[] are the only code in an umbrella header. If a subscript of several
// items is refused, g++ prints the chain of includes that leads to the assertion before it prints
// the caller's line. Here that chain has one link, the shortest possible. See
// docs/design/refusals.md.
namespace stria::detail {

// The statements after the assertion. An object of type refused_subscript can be constructed and
// destroyed, so it is returned. This is impossible for the types of other refusals.
#define STRIA_GET_OR_REFUSE(...)                                                                   \
  if constexpr (result::accepted)                                                                  \
    return result::get(__VA_ARGS__);                                                               \
  else if constexpr (is_refused_subscript<typename result::type>)                                  \
    return {};                                                                                     \
  else                                                                                             \
    __builtin_unreachable()

template <class Self>
template <class T, std::size_t... N>
  requires brace_rows<T, N...>
constexpr auto subscriptable_by_braces<Self>::operator[](const T (&... rows)[N]) & ->
    typename subscript_of<Self&, const T (&)[N]...>::type {
  using result = subscript_of<Self&, const T(&)[N]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&>(*this), rows...);
}

template <class Self>
template <class T, std::size_t... N>
  requires brace_rows<T, N...>
constexpr auto subscriptable_by_braces<Self>::operator[](const T (&... rows)[N]) const& ->
    typename subscript_of<const Self&, const T (&)[N]...>::type {
  using result = subscript_of<const Self&, const T(&)[N]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this), rows...);
}

template <class Self>
template <class T, std::size_t... N, std::size_t... M>
  requires brace_rows<T, N...>
constexpr auto subscriptable_by_braces<Self>::operator[](const T (&... rows)[N][M]) & ->
    typename subscript_of<Self&, const T (&)[N][M]...>::type {
  using result = subscript_of<Self&, const T(&)[N][M]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&>(*this), rows...);
}

template <class Self>
template <class T, std::size_t... N, std::size_t... M>
  requires brace_rows<T, N...>
constexpr auto subscriptable_by_braces<Self>::operator[](const T (&... rows)[N][M]) const& ->
    typename subscript_of<const Self&, const T (&)[N][M]...>::type {
  using result = subscript_of<const Self&, const T(&)[N][M]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this), rows...);
}

template <class Self>
template <class... Ix>
constexpr auto subscriptable_by_braces<Self>::operator[](no_item, const Ix&...) const ->
    typename subscript_of<const Self&, no_item, Ix...>::type {
  using result = subscript_of<const Self&, no_item, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this));
}

template <class Self>
template <class Ix, class... J>
constexpr auto subscriptable_by_braces<Self>::operator[](const Ix&, no_item, const J&...) const ->
    typename subscript_of<const Self&, Ix, no_item, J...>::type {
  using result = subscript_of<const Self&, Ix, no_item, J...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this));
}

template <class Self>
template <class Ix, class J, class... K>
constexpr auto subscriptable_by_braces<Self>::operator[](const Ix&, const J&, no_item,
                                                         const K&...) const ->
    typename subscript_of<const Self&, Ix, J, no_item, K...>::type {
  using result = subscript_of<const Self&, Ix, J, no_item, K...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this));
}

template <class Self>
template <std::same_as<no_item> Ix>
constexpr auto subscriptable_by_braces<Self>::operator[](no_item, no_item) const ->
    typename subscript_of<const Self&, Ix, Ix>::type {
  using result = subscript_of<const Self&, Ix, Ix>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this));
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable<Self>::operator[](Ix&&... items) & ->
    typename subscript_of<Self&, Ix...>::type {
  using result = subscript_of<Self&, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&>(*this), items...);
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable<Self>::operator[](Ix&&... items) const& ->
    typename subscript_of<const Self&, Ix...>::type {
  using result = subscript_of<const Self&, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this), items...);
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable<Self>::operator[](Ix&&... items) && ->
    typename subscript_of<Self, Ix...>::type {
  using result = subscript_of<Self, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&&>(*this), items...);
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable_owner<Self>::operator[](Ix&&... items) & ->
    typename subscript_of<Self&, Ix...>::type {
  using result = subscript_of<Self&, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&>(*this), items...);
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable_owner<Self>::operator[](Ix&&... items) const& ->
    typename subscript_of<const Self&, Ix...>::type {
  using result = subscript_of<const Self&, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<const Self&>(*this), items...);
}

template <class Self>
template <class... Ix>
STRIA_INLINE constexpr auto subscriptable_owner<Self>::operator[](Ix&&... items) && ->
    typename subscript_of<Self, Ix...>::type {
  using result = subscript_of<Self, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&&>(*this), items...);
}

template <class Self>
template <class... Ix>
constexpr auto subscriptable_owner<Self>::operator[](Ix&&... items) const&& ->
    typename subscript_of<Self, Ix...>::type {
  using result = subscript_of<Self, Ix...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(Self(static_cast<const Self&>(*this)), items...);
}

template <class Self>
template <brace_element T, std::size_t... N>
  requires(sizeof...(N) > 0)
constexpr auto subscriptable_owner<Self>::operator[](const T (&... rows)[N]) && ->
    typename subscript_of<Self, const T (&)[N]...>::type {
  using result = subscript_of<Self, const T(&)[N]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&&>(*this), rows...);
}

template <class Self>
template <brace_element T, std::size_t... N, std::size_t... M>
  requires(sizeof...(N) > 0)
constexpr auto subscriptable_owner<Self>::operator[](const T (&... rows)[N][M]) && ->
    typename subscript_of<Self, const T (&)[N][M]...>::type {
  using result = subscript_of<Self, const T(&)[N][M]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(static_cast<Self&&>(*this), rows...);
}

template <class Self>
template <brace_element T, std::size_t... N>
  requires(sizeof...(N) > 0)
constexpr auto subscriptable_owner<Self>::operator[](const T (&... rows)[N]) const&& ->
    typename subscript_of<Self, const T (&)[N]...>::type {
  using result = subscript_of<Self, const T(&)[N]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(Self(static_cast<const Self&>(*this)), rows...);
}

template <class Self>
template <brace_element T, std::size_t... N, std::size_t... M>
  requires(sizeof...(N) > 0)
constexpr auto subscriptable_owner<Self>::operator[](const T (&... rows)[N][M]) const&& ->
    typename subscript_of<Self, const T (&)[N][M]...>::type {
  using result = subscript_of<Self, const T(&)[N][M]...>;
  static_assert(!is_refused_subscript<typename result::type>,
                "stria: invalid subscript: refused_subscript<...> above gives the reason");
  STRIA_GET_OR_REFUSE(Self(static_cast<const Self&>(*this)), rows...);
}

#undef STRIA_GET_OR_REFUSE

} // namespace stria::detail

// Declares the functions of the compiled part (tensor/build.hpp).
#if defined(STRIA_LINKS_PART)
#include <stria/instantiated.hpp>
#endif

#endif // STRIA_CORE_HPP

#if !defined(STRIA_ONLY_CORE) && !defined(STRIA_STRIA_HPP)
#define STRIA_STRIA_HPP

#include <stria/assign/route_of.hpp>
#include <stria/numpy/aliases.hpp>
#include <stria/numpy/calculus/conv.hpp>
#include <stria/numpy/calculus/convolve.hpp>
#include <stria/numpy/calculus/diff.hpp>
#include <stria/numpy/calculus/gradient.hpp>
#include <stria/numpy/calculus/interp.hpp>
#include <stria/numpy/calculus/map_coordinates.hpp>
#include <stria/numpy/calculus/polynomial.hpp>
#include <stria/numpy/calculus/resize.hpp>
#include <stria/numpy/elementwise/exactly.hpp>
#include <stria/numpy/elementwise/names.hpp>
#include <stria/numpy/elementwise/numeric.hpp>
#include <stria/numpy/elementwise/representation.hpp>
#include <stria/numpy/foreign.hpp>
#include <stria/numpy/join/edit.hpp>
#include <stria/numpy/join/packbits.hpp>
#include <stria/numpy/join/pad.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/join/tile.hpp>
#include <stria/numpy/make/fortran.hpp>
#include <stria/numpy/make/meshgrid.hpp>
#include <stria/numpy/order/lexsort.hpp>
#include <stria/numpy/order/partition.hpp>
#include <stria/numpy/order/sets.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/order/sorter.hpp>
#include <stria/numpy/patterns/pack.hpp>
#include <stria/numpy/patterns/rearrange.hpp>
#include <stria/numpy/product/contract.hpp>
#include <stria/numpy/product/einsum.hpp>
#include <stria/numpy/reduce/accumulate.hpp>
#include <stria/numpy/reduce/apply_along.hpp>
#include <stria/numpy/reduce/cumulative.hpp>
#include <stria/numpy/reduce/nan.hpp>
#include <stria/numpy/reduce/norms.hpp>
#include <stria/numpy/reduce/reduce_at.hpp>
#include <stria/numpy/reduce/reduce_by.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/select/choose.hpp>
#include <stria/numpy/select/compress.hpp>
#include <stria/numpy/select/piecewise.hpp>
#include <stria/numpy/select/put.hpp>
#include <stria/numpy/select/scatter_nd.hpp>
#include <stria/numpy/select/triangle_indices.hpp>
#include <stria/numpy/select/unravel.hpp>
#include <stria/numpy/shape/as_view.hpp>
#include <stria/numpy/shape/member_view.hpp>
#include <stria/numpy/statistics/average.hpp>
#include <stria/numpy/statistics/covariance.hpp>
#include <stria/numpy/statistics/digitize.hpp>
#include <stria/numpy/statistics/histogramdd.hpp>
#include <stria/numpy/statistics/quantile.hpp>
#include <stria/numpy/statistics/softmax.hpp>
#include <stria/numpy/statistics/statistics.hpp>
#include <stria/show/explain_route.hpp>
#include <stria/show/formula.hpp>
#include <stria/show/repr.hpp>

// Random numbers need products of 128 bits.
#if defined(__SIZEOF_INT128__)
#include <stria/random.hpp>
#endif

// Included only if the program includes {fmt} first; stria itself does not need {fmt}.
#if defined(FMT_VERSION)
#include <stria/show/fmt.hpp>
#endif

#endif // STRIA_STRIA_HPP

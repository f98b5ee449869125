// SPDX-License-Identifier: BSL-1.0
// stria.hpp: the library without files, interoperability, devices, linear algebra, Fourier
// transforms and signal processing.
//
// The file has two parts. <stria/core.hpp> includes only the first, therefore each part has its own
// guard.
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif
#if !defined(STRIA_CORE_HPP)
#define STRIA_CORE_HPP

// These four headers are included first. Errors point into them, and g++ prints the chain of
// includes that leads to them; the chain is shortest this way.
#include <stria/base/refuse.hpp>

#include <stria/base/axis_array.hpp>
#include <stria/base/short_list.hpp>
#include <stria/view/tensor.hpp>

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
#include <stria/fn/close.hpp>
#include <stria/fn/concat.hpp>
#include <stria/fn/constants.hpp>
#include <stria/fn/count.hpp>
#include <stria/fn/diagonal.hpp>
#include <stria/fn/flip.hpp>
#include <stria/fn/joins.hpp>
#include <stria/fn/make.hpp>
#include <stria/fn/math.hpp>
#include <stria/fn/nonzero.hpp>
#include <stria/fn/product.hpp>
#include <stria/fn/reduce.hpp>
#include <stria/fn/reshape.hpp>
#include <stria/fn/select.hpp>
#include <stria/fn/take.hpp>
#include <stria/gather/dispatch.hpp>
#include <stria/show/print.hpp>
#include <stria/view/storage.hpp>

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

// Declares the functions of the compiled part (layout/build.hpp).
#if defined(STRIA_LINKS_PART)
#include <stria/instantiated.hpp>
#endif

#endif // STRIA_CORE_HPP

#if !defined(STRIA_ONLY_CORE) && !defined(STRIA_STRIA_HPP)
#define STRIA_STRIA_HPP

#include <stria/assign/route_of.hpp>
#include <stria/fn/aliases.hpp>
#include <stria/fn/along.hpp>
#include <stria/fn/along_shape.hpp>
#include <stria/fn/apply_along.hpp>
#include <stria/fn/as_view.hpp>
#include <stria/fn/average.hpp>
#include <stria/fn/choose.hpp>
#include <stria/fn/compress.hpp>
#include <stria/fn/contract.hpp>
#include <stria/fn/convolve.hpp>
#include <stria/fn/covariance.hpp>
#include <stria/fn/cumulative.hpp>
#include <stria/fn/diff.hpp>
#include <stria/fn/digitize.hpp>
#include <stria/fn/edit.hpp>
#include <stria/fn/einsum.hpp>
#include <stria/fn/foreign.hpp>
#include <stria/fn/fortran.hpp>
#include <stria/fn/gradient.hpp>
#include <stria/fn/histogramdd.hpp>
#include <stria/fn/interp.hpp>
#include <stria/fn/lexsort.hpp>
#include <stria/fn/member_view.hpp>
#include <stria/fn/meshgrid.hpp>
#include <stria/fn/names.hpp>
#include <stria/fn/nan.hpp>
#include <stria/fn/numeric.hpp>
#include <stria/fn/pad.hpp>
#include <stria/fn/partition.hpp>
#include <stria/fn/piecewise.hpp>
#include <stria/fn/polynomial.hpp>
#include <stria/fn/put.hpp>
#include <stria/fn/quantile.hpp>
#include <stria/fn/rearrange.hpp>
#include <stria/fn/reduce_by.hpp>
#include <stria/fn/representation.hpp>
#include <stria/fn/scan.hpp>
#include <stria/fn/scatter_nd.hpp>
#include <stria/fn/sets.hpp>
#include <stria/fn/sort.hpp>
#include <stria/fn/split.hpp>
#include <stria/fn/statistics.hpp>
#include <stria/fn/tile.hpp>
#include <stria/fn/triangle_indices.hpp>
#include <stria/fn/unravel.hpp>
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

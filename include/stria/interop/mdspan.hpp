// SPDX-License-Identifier: BSL-1.0
// interop/mdspan.hpp: tensors and views as std::mdspan and back, without a copy.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#if !__has_include(<mdspan>)
#error "stria: this standard library has no <mdspan>; libc++ 18 and libstdc++ 16 have it"
#endif

#include <stria/numpy/shape/as_view.hpp>
#include <stria/tensor/reshaped.hpp>
#include <stria/tensor/strided_view.hpp>
#include <stria/tensor/tensor.hpp>

#include <mdspan>
#include <type_traits>

#if !defined(__cpp_lib_mdspan)
#error "stria: <mdspan> exists, but std::mdspan does not; compile with -std=c++23"
#endif

namespace stria {

namespace detail {

// --- to mdspan ---

template <class X> struct mdspan_of {
  using source = std::remove_reference_t<X>;
  using element = std::remove_pointer_t<decltype(std::declval<source&>().data())>;
  static constexpr auto layout = source::layout;
  static constexpr std::size_t rank = layout.rank();
  static constexpr bool packed = tensor_operand<X> || is_block(layout);

  static constexpr std::size_t known(extent e) {
    return e.is_static() ? static_cast<std::size_t>(e.size) : std::dynamic_extent;
  }
  template <std::size_t... K>
  static auto extents_of(std::index_sequence<K...>)
      -> std::extents<index, known(layout.shape[K])...>;
  using extents = decltype(extents_of(std::make_index_sequence<rank>()));
  using type = std::mdspan<element, extents,
                           std::conditional_t<packed, std::layout_right, std::layout_stride>>;

  /// Returns the strides for an mdspan. Raises value_error if an mdspan cannot have them: each
  /// stride must be positive and must span all elements of the axes inside it. An axis of at most
  /// one element may have any stride and gets one that fits.
  static constexpr std::array<index, rank> checked_strides(const source& x) {
    const std::array<index, rank> n = x.shape();
    std::array<index, rank> s = x.strides();
    index all = 1;
    for (std::size_t k = 0; k < rank; ++k) {
      if (n[k] == 0)
        return row_major_strides(at_least_one(n));
      if (n[k] == 1)
        continue;
      if (s[k] <= 0)
        raise<value_error>(
            message("stria: as_mdspan: std::mdspan needs positive strides, but axis ")
            << k << " has the stride " << s[k] << "; give its value a name: auto t = eval(...)");
      all = s[k] * n[k] > all ? s[k] * n[k] : all;
    }
    for (std::size_t k = 0; k < rank; ++k) {
      for (std::size_t j = 0; j < rank; ++j)
        if (j != k && n[k] > 1 && n[j] > 1 && s[j] <= s[k] && s[k] < s[j] * n[j])
          raise<value_error>(message("stria: as_mdspan: the axes of std::mdspan must not "
                                     "interleave as axes ")
                             << (j < k ? j : k) << " and " << (j < k ? k : j)
                             << " do; give its value a name: auto t = eval(...)");
      if (n[k] == 1)
        s[k] = all;
    }
    return s;
  }
  static constexpr std::array<index, rank> at_least_one(std::array<index, rank> n) {
    for (index& k : n)
      k = k == 0 ? 1 : k;
    return n;
  }

  static constexpr bool accepted = true;
  static constexpr type run(source& x) {
    if constexpr (packed)
      return type(x.data(), extents(x.shape()));
    else
      return type(x.data(),
                  std::layout_stride::mapping<extents>(extents(x.shape()), checked_strides(x)));
  }
};

template <class X> struct mdspan_verdict {
  static constexpr bool stored = tensor_operand<X> || view_operand<X>;
  static constexpr bool lives_on = !tensor_operand<X> || std::is_lvalue_reference_v<X>;
  /// An axis whose static stride an mdspan cannot have, or -1.
  static constexpr index backwards() {
    if constexpr (view_operand<X>) {
      constexpr auto l = std::remove_cvref_t<X>::layout;
      for (std::size_t k = 0; k < l.rank(); ++k)
        if (l.strides[k] != unknown_stride && l.strides[k] <= 0 && l.shape[k].is_static() &&
            l.shape[k].size > 1)
          return static_cast<index>(k);
    }
    return -1;
  }
  static constexpr bool accepted = stored && lives_on && backwards() < 0;
  static constexpr message text() {
    if (!stored)
      return message("stria: as_mdspan takes a tensor or a view, but this is an expression without "
                     "memory; give its value a name first: auto t = eval(...)");
    if (!lives_on)
      return message("stria: as_mdspan of a temporary tensor would look at memory that is gone; "
                     "give the tensor a name first");
    return message("stria: std::mdspan needs positive strides, but axis ")
           << backwards() << " has another stride; give its value a name first: auto t = eval(...)";
  }
};
template <class X> struct mdspan_or_refused : judged_call<mdspan_verdict<X>, mdspan_of<X>> {};

// --- from mdspan ---

template <class Extents> constexpr auto shape_of_extents() {
  auto s = unknown_shape<Extents::rank()>();
  for (std::size_t k = 0; k < Extents::rank(); ++k)
    if (Extents::static_extent(k) != std::dynamic_extent)
      s[k] = extent::make(static_cast<index>(Extents::static_extent(k)));
  return s;
}

template <class Layout, class Extents> constexpr auto layout_of_mdspan() {
  constexpr auto shape = shape_of_extents<Extents>();
  if constexpr (std::is_same_v<Layout, std::layout_right>)
    return row_major(shape);
  else if constexpr (std::is_same_v<Layout, std::layout_left>)
    return column_major(shape);
  else
    return strided_layout(shape);
}

template <class Mdspan> struct mdspan_view_verdict {
  static constexpr bool plain =
      std::is_same_v<typename Mdspan::accessor_type,
                     std::default_accessor<typename Mdspan::element_type>>;
  static constexpr bool accepted = plain && Mdspan::is_always_strided();
  static constexpr message text() {
    if (!plain)
      return message(
          "stria: as_view takes an mdspan with std::default_accessor, whose elements are "
          "those that its pointer points to");
    return message("stria: as_view takes an mdspan whose layout always has strides, such as "
                   "layout_right, layout_left or layout_stride");
  }
};
template <class Mdspan> struct mdspan_view_call {
  static constexpr bool accepted = true;
  static constexpr auto layout =
      layout_of_mdspan<typename Mdspan::layout_type, typename Mdspan::extents_type>();
  using type = view<typename Mdspan::element_type, layout>;
  static constexpr type run(const Mdspan& m) {
    constexpr std::size_t R = layout.rank();
    std::array<index, R> sizes{}, strides{};
    if constexpr (R > 0)
      for (std::size_t k = 0; k < R; ++k) {
        sizes[k] = static_cast<index>(m.extent(k));
        strides[k] = static_cast<index>(m.stride(k));
      }
    return view_of_memory<layout>(m.data_handle(), sizes, strides);
  }
};
template <class Mdspan>
struct mdspan_view : judged_call<mdspan_view_verdict<Mdspan>, mdspan_view_call<Mdspan>> {};

} // namespace detail

/// A tensor or a view as a std::mdspan, without a copy.
///
/// The mdspan is valid while the elements exist.
///
/// \param t      a tensor
/// \param x      a view
/// \returns      a std::mdspan with the static extents; its layout is layout_right for a tensor and
///               for a view whose type shows that it is contiguous, otherwise layout_stride; a
///               const tensor gives const elements
/// \throws       value_error for strides that an mdspan cannot have: negative strides, 0, and
///               strides of axes that interleave
/// \refuses      strides that an mdspan cannot have, if the type shows them; expressions, which
///               have no memory; temporary tensors
/// \complexity   O(rank)
/// \numpy        none
/// \usage        `as_mdspan(t)[i, j]`
template <class T, extent... E> constexpr auto as_mdspan(tensor<T, E...>& t STRIA_LIFETIMEBOUND) {
  return detail::mdspan_of<tensor<T, E...>&>::run(t);
}
/// A const tensor as an mdspan of const elements.
template <class T, extent... E>
constexpr auto as_mdspan(const tensor<T, E...>& t STRIA_LIFETIMEBOUND) {
  return detail::mdspan_of<const tensor<T, E...>&>::run(t);
}

/// A view as a std::mdspan.
template <detail::operand X>
  requires(!detail::lvalue_tensor<X>)
constexpr auto as_mdspan(X&& x) STRIA_RUN_OR_REFUSE((detail::mdspan_or_refused<X>), x);

/// A std::mdspan as a view, valid while its elements exist: `sum(as_view(m), _0)`. Static extents
/// remain static; the strides of layout_right and layout_left become static as far as the extents
/// determine them. Refuses accessors and layouts that do not describe strided memory.
template <class T, class Extents, class Layout, class Accessor>
constexpr auto as_view(const std::mdspan<T, Extents, Layout, Accessor>& m)
    STRIA_RUN_OR_REFUSE((detail::mdspan_view<std::mdspan<T, Extents, Layout, Accessor>>), m);

} // namespace stria

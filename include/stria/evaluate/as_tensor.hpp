// SPDX-License-Identifier: BSL-1.0
// evaluate/as_tensor.hpp: as_tensor, which copies lists, arrays and ranges, nested or not, into a
// tensor. Tests: tests/numpy/make/make.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>

#include <string_view>

namespace stria {

namespace detail {

/// A text is one element, not a list of characters.
template <class X>
concept text_element = std::convertible_to<const X&, std::string_view>;

/// Any range, recognised by its members. std::ranges::range is not used, because <ranges> costs
/// more compile time than this header.
template <class X>
concept list_of_elements = !operand<X> && !text_element<X> && requires(X& x) {
  { *x.begin() };
  { x.begin() != x.end() };
};

template <std::size_t R> constexpr auto add_leading_axis(extent n, const static_shape<R>& inner) {
  auto s = unknown_shape<R + 1>();
  s[0] = n;
  for (std::size_t k = 0; k < R; ++k)
    s[k + 1] = inner[k];
  return s;
}

/// The properties of a nested list that its type shows: its element type, its extents, and whether
/// it can be read twice. A list that can be read twice is measured before it is copied.
template <class X> struct list_traits {
  using element = std::remove_cv_t<X>;
  static constexpr auto extents = shape_of<>();
  static constexpr bool twice = true;
};
template <class Row, index N> struct list_of_rows {
  using rows = list_traits<std::remove_cv_t<Row>>;
  using element = typename rows::element;
  static constexpr auto extents =
      add_leading_axis(N < 0 ? extent::unknown() : extent::make(N), rows::extents);
  static constexpr bool twice = rows::twice;
};
template <class Row, std::size_t N>
struct list_traits<Row[N]> : list_of_rows<Row, static_cast<index>(N)> {};
template <class Row, std::size_t N>
struct list_traits<std::array<Row, N>> : list_of_rows<Row, static_cast<index>(N)> {};
template <std::size_t N>
struct list_traits<axis_array<N>> : list_of_rows<index, static_cast<index>(N)> {};
template <list_of_elements X>
struct list_traits<X> : list_of_rows<std::iter_value_t<decltype(std::declval<X&>().begin())>, -1> {
  using iterator = decltype(std::declval<X&>().begin());
  static constexpr bool twice =
      list_of_rows<std::iter_value_t<iterator>, -1>::twice && std::forward_iterator<iterator>;
};
template <operand X> struct list_traits<X> {
  using element = value_t<X>;
  static constexpr auto extents = extents_of<X>;
  static constexpr bool twice = true;
};

[[noreturn]] [[gnu::cold]] inline void raise_ragged(index length, index expected) {
  message m("stria: as_tensor: a row of ");
  if (length > expected)
    m << "more than " << expected << " elements";
  else
    m << length << " elements among rows of " << expected;
  raise<shape_error>(m << "; all rows must have the same length");
}

/// Measures a list that can be read twice: fills in the unknown `sizes` from its first rows.
template <std::size_t Depth, class X> constexpr void measure_rows(X& x, index* sizes) {
  if constexpr (operand<X>) {
    for (index n : x.shape())
      *sizes++ = n;
  } else if constexpr (Depth > 0) {
    index n = 0;
    if constexpr (requires { std::size(x); })
      n = static_cast<index>(std::size(x));
    else
      for (auto it = std::begin(x); it != std::end(x); ++it)
        ++n;
    *sizes = n;
    for (auto&& row : x) {
      measure_rows<Depth - 1>(row, sizes + 1);
      break;
    }
  }
}

/// Passes every element to put(), in order. A size of -1 is set by the first row.
///
/// \throws  shape_error if a later row has another length
template <std::size_t Depth, class X, class Put>
constexpr void read_rows(X& x, index* sizes, Put& put) {
  if constexpr (Depth == 0) {
    put(x);
  } else if constexpr (operand<X>) {
    const auto values = eval(x);
    for (index n : values.shape()) {
      if (*sizes >= 0 && *sizes != n)
        raise_ragged(n, *sizes);
      *sizes++ = n;
    }
    for (const auto& v : values.storage())
      put(v);
  } else {
    const auto learn = [&](index n) {
      if (*sizes < 0)
        *sizes = n;
      else if (n != *sizes)
        raise_ragged(n, *sizes);
    };
    if constexpr (requires { std::size(x); }) {
      learn(static_cast<index>(std::size(x)));
      for (auto&& row : x)
        read_rows<Depth - 1>(row, sizes + 1, put);
    } else {
      index n = 0;
      for (auto&& row : x) {
        if (n == *sizes)
          raise_ragged(n + 1, *sizes);
        read_rows<Depth - 1>(row, sizes + 1, put);
        ++n;
      }
      learn(n);
    }
  }
}

template <class T> struct growing_list {
  tensor<T, dyn> values{};
  index size = 0;

  template <class V> constexpr void operator()(V&& v) {
    if (size == values.size()) {
      tensor<T, dyn> larger(size < 8 ? index{8} : 2 * size);
      for (index i = 0; i < size; ++i)
        larger.data()[i] = std::move(values.data()[i]);
      values = std::move(larger);
    }
    values.data()[size++] = static_cast<T>(static_cast<V&&>(v));
  }
};

template <class X> constexpr auto tensor_of_list(X& x) {
  using traits = list_traits<std::remove_cv_t<X>>;
  using T = typename traits::element;
  using result = typename tensor_of<T, traits::extents>::type;
  constexpr std::size_t R = traits::extents.rank();
  std::array<index, R> sizes = traits::extents.sizes();
  // If there are no rows, their length is unknown and becomes 0.
  const auto known = [&] {
    for (index& n : sizes)
      n = n < 0 ? 0 : n;
    return sizes;
  };
  if constexpr (traits::twice) {
    if constexpr (!traits::extents.is_static())
      measure_rows<R>(x, sizes.data());
    result t(known(), uninitialized_t{});
    T* to = t.data();
    const auto put = [&](auto&& v) { *to++ = static_cast<T>(v); };
    read_rows<R>(x, sizes.data(), put);
    return t;
  } else {
    growing_list<T> list;
    read_rows<R>(x, sizes.data(), list);
    result t(known(), uninitialized_t{});
    for (index i = 0; i < list.size; ++i)
      t.data()[i] = std::move(list.values.data()[i]);
    return t;
  }
}

template <class X>
concept tensor_source =
    operand<X> || list_of_elements<std::remove_reference_t<X>> ||
    text_element<std::remove_cvref_t<X>> || std::is_array_v<std::remove_cvref_t<X>> ||
    std::is_arithmetic_v<std::remove_cvref_t<X>> || is_complex<std::remove_cvref_t<X>>::value;

} // namespace detail

/// Copies an array, a range or nested ranges into a tensor.
///
/// \param x     an array, container or range of elements or of rows; an expression, whose values
///              are copied; or a number. A text counts as an element
/// \returns     a tensor with one axis per level of nesting; extents are static for arrays, dynamic
///              for ranges; a number gives rank 0
/// \throws      shape_error for rows of different lengths
/// \refuses     all other types
/// \complexity  O(n); allocates the result. A range that can be read only once is also accepted
/// \numpy       `np.array(x)`
/// \usage       `auto t = as_tensor(std::vector{1.f, 2.f});`
template <detail::tensor_source X> constexpr auto as_tensor(X&& x) {
  if constexpr (detail::tensor_operand<X> && !std::is_lvalue_reference_v<X> &&
                !std::is_const_v<std::remove_reference_t<X>>)
    return std::remove_cvref_t<X>(std::move(x));
  else if constexpr (detail::operand<X>)
    return eval(x);
  else
    return detail::tensor_of_list(x);
}

// Nested braces, up to four levels. Rows of different lengths do not compile.
template <class T, std::size_t N> constexpr auto as_tensor(const T (&x)[N]) {
  return detail::tensor_of_list(x);
}
template <class T, std::size_t N, std::size_t M> constexpr auto as_tensor(const T (&x)[N][M]) {
  return detail::tensor_of_list(x);
}
template <class T, std::size_t N, std::size_t M, std::size_t K>
constexpr auto as_tensor(const T (&x)[N][M][K]) {
  return detail::tensor_of_list(x);
}
template <class T, std::size_t N, std::size_t M, std::size_t K, std::size_t J>
constexpr auto as_tensor(const T (&x)[N][M][K][J]) {
  return detail::tensor_of_list(x);
}

} // namespace stria

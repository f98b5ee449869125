// SPDX-License-Identifier: BSL-1.0
// shape/shape.hpp: the extents of all axes as one value, and the text of a shape in messages.
#pragma once

#include <stria/base/array_ref.hpp>
#include <stria/base/checked.hpp>
#include <stria/base/message.hpp>
#include <stria/shape/arithmetic.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace stria {

/// The compile-time shape of a tensor of rank R: one extent per axis. It is a structural type, so
/// it can be a template argument. `tensor::extents` has this type.
///
/// \usage  `static_assert(a.extents == static_shape<2>{{3, 4}});`
template <std::size_t R> struct static_shape {
  extent axes[R == 0 ? 1 : R];

  /// The extent of axis k.
  constexpr extent operator[](std::size_t k) const { return axes[k]; }
  /// The extent of axis k, as a reference that can be assigned to.
  constexpr extent& operator[](std::size_t k) { return axes[k]; }
  /// The number of axes.
  static constexpr std::size_t rank() { return R; }
  /// \internal
  /// The extents as a list.
  constexpr detail::array_ref<extent> view() const { return {axes, R}; }

  /// True if every extent is static.
  constexpr bool is_static() const {
    for (std::size_t k = 0; k < R; ++k)
      if (!axes[k].is_static())
        return false;
    return true;
  }
  /// The number of dynamic extents, named or not.
  constexpr std::size_t dynamic_count() const {
    std::size_t n = 0;
    for (std::size_t k = 0; k < R; ++k)
      n += axes[k].is_static() ? 0 : 1;
    return n;
  }
  /// The sizes, with -1 for each dynamic extent.
  constexpr std::array<index, R> sizes() const {
    std::array<index, R> s{};
    for (std::size_t k = 0; k < R; ++k)
      s[k] = axes[k].is_static() ? axes[k].size : -1;
    return s;
  }
  friend constexpr bool operator==(const static_shape&, const static_shape&) = default;
};

namespace detail {

template <std::size_t R> constexpr static_shape<R> unknown_shape() {
  return []<std::size_t... K>(std::index_sequence<K...>) {
    if constexpr (R == 0)
      return static_shape<0>{{extent::make(0)}};
    else
      return static_shape<R>{{(static_cast<void>(K), extent::unknown())...}};
  }(std::make_index_sequence<R>());
}

template <extent... E> constexpr static_shape<sizeof...(E)> shape_of() {
  if constexpr (sizeof...(E) == 0)
    return {{extent::make(0)}};
  else
    return {{E...}};
}

/// Writes a sum_of_products with added terms, at least one, first: `2 * m * n + n - 1`.
constexpr void say_sum_of_products(message& m, const sum_of_products& p) {
  bool first = true;
  for (const bool subtracted : {false, true}) {
    const auto join = [&](index times) {
      if ((times < 0) != subtracted || times == 0)
        return false;
      m << (subtracted ? " - " : first ? "" : " + ");
      first = false;
      return true;
    };
    for (std::size_t k = 0; k < p.count; ++k)
      if (const monomial& t = p.terms[k]; join(t.times)) {
        if (t.times != 1 && t.times != -1)
          m << (t.times < 0 ? -t.times : t.times) << " * ";
        for (std::size_t j = 0; j < t.count; ++j)
          m << (j == 0 ? "" : " * ") << t.names[j]->name;
      }
    if (join(p.plus))
      m << (p.plus < 0 ? -p.plus : p.plus);
  }
}

/// Writes one extent: the number, `n - 1`, or `unknown` for a dynamic one without a name.
constexpr void say_extent(message& m, const extent& e, const char* unknown = "?") {
  if (e.is_static())
    m << e.size;
  else if (!e.is_named())
    m << unknown;
  else if (const fraction f = fraction_of(e); f.over == 1)
    say_sum_of_products(m, f.p);
  else {
    m << "ceil_div(";
    say_sum_of_products(m, f.p);
    m << ", " << f.over << ')';
  }
}

/// Writes the extents as in `(3, batch - 1, ?)`: an unnamed dynamic one as `?`.
constexpr void say_shape(message& m, array_ref<extent> shape) {
  m << '(';
  for (std::size_t k = 0; k < shape.size(); ++k) {
    if (k != 0)
      m << ", ";
    say_extent(m, shape[k]);
  }
  m << (shape.size() == 1 ? ",)" : ")");
}

/// Writes the run-time sizes, with the names of named extents: `(3, batch=128, 64)`.
constexpr void say_shape(message& m, array_ref<extent> shape, array_ref<index> sizes) {
  m << '(';
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (k != 0)
      m << ", ";
    if (k < shape.size() && shape[k].is_named()) {
      say_extent(m, shape[k]);
      m << '=';
    }
    m << sizes[k];
  }
  m << (sizes.size() == 1 ? ",)" : ")");
}

constexpr void say_shape(message& m, array_ref<index> sizes) {
  say_shape(m, array_ref<extent>{}, sizes);
}

/// The number of elements, or -1 if a size is negative or the product overflows.
constexpr index count_elements(array_ref<index> sizes) {
  index n = 1;
  bool empty = false, bad = false;
  for (index s : sizes) {
    if (s < 0)
      return -1;
    if (s == 0)
      empty = true;
    else if (!multiply_fits(n, s, n)) {
      bad = true;
      n = 1;
    }
  }
  return empty ? 0 : bad ? -1 : n;
}

} // namespace detail
} // namespace stria

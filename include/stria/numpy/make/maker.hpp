// SPDX-License-Identifier: BSL-1.0
// numpy/make/maker.hpp: the tensor that a maker, such as zeros() or full(), creates from extents
// and sizes, or the error in them. Tests: tests/numpy/make/make.cpp.
#pragma once

#include <stria/arguments/sizes.hpp>
#include <stria/base/fixed_string.hpp>
#include <stria/base/refuse.hpp>
#include <stria/numpy/element_loops.hpp>

namespace stria::detail {

/// T, or Otherwise if T is void.
template <class T, class Otherwise>
using element_or = std::conditional_t<std::is_void_v<T>, Otherwise, T>;

enum class sizes_fault : unsigned char { none, foreign, count, negative, too_large, matrix };

/// The shape that a maker creates. The extents are template arguments, with a size for each of them
/// that is not static; or there are no template arguments, and each axis has a size.
template <auto Given, class... S> struct asked_shape {
  using list = size_list<S...>;
  static constexpr auto given = Given;
  static constexpr auto extents = [] {
    if constexpr (Given.rank() > 0)
      return Given;
    else
      return list::shape();
  }();
  static constexpr std::size_t rank = extents.rank();

  static constexpr std::size_t negative = [] {
    std::size_t k = 0;
    while (k < list::count && !(list::is_constant(k) && list::code(k).value < 0))
      ++k;
    return k;
  }();
  static constexpr sizes_fault fault = !list::valid ? sizes_fault::foreign
                                       : Given.rank() > 0 && list::count != Given.dynamic_count()
                                           ? sizes_fault::count
                                       : negative < list::count ? sizes_fault::negative
                                       : extents.is_static() && count_elements(extents.sizes()) < 0
                                           ? sizes_fault::too_large
                                           : sizes_fault::none;

  static constexpr std::array<index, rank> sizes(const S&... s) {
    const auto values = list::values(s...);
    if constexpr (Given.rank() == 0) {
      return values;
    } else {
      std::array<index, rank> all_sizes = Given.sizes();
      std::size_t next = 0;
      for (index& n : all_sizes)
        n = n < 0 ? values[next++] : n;
      return all_sizes;
    }
  }
};

template <fixed_string Name, class Shape> struct sizes_verdict {
  static constexpr bool accepted = Shape::fault == sizes_fault::none;
  static constexpr message text() {
    message m("stria: ");
    m << Name.view() << ": ";
    switch (Shape::fault) {
    case sizes_fault::foreign: return say_foreign_size(Name.view());
    case sizes_fault::count:
      return say_size_count(m, Shape::given.view(),
                            static_cast<index>(Shape::given.dynamic_count()),
                            static_cast<index>(Shape::list::count));
    case sizes_fault::negative:
      return m << "size " << Shape::negative << " is " << Shape::list::code(Shape::negative).value
               << "; sizes are 0 or more";
    case sizes_fault::too_large:
      m << "the shape ";
      say_shape(m, Shape::extents.view());
      return m << " has more elements than can be counted";
    case sizes_fault::matrix:
      return m << "a matrix has one size (for a square matrix) or two, not " << Shape::list::count;
    case sizes_fault::none: break;
    }
    return m;
  }
};

template <class T, class Shape> struct maker_call {
  static constexpr bool accepted = true;
  using type = typename tensor_of<T, Shape::extents>::type;

  template <class Fill, class... S> static constexpr type run(Fill fill, const S&... sizes) {
    type t(Shape::sizes(sizes...), uninitialized_t{});
    fill(t);
    return t;
  }
};

/// A call that creates a tensor of the given sizes; fill(tensor) sets its elements. A negative
/// run-time size raises value_error.
template <fixed_string Name, class T, class Shape>
struct maker : judged_call<sizes_verdict<Name, Shape>, maker_call<T, Shape>> {};

/// Leaves the elements uninitialised.
struct set_none {
  constexpr void operator()(auto&) const {}
};
/// Sets all elements to a value.
template <class T> struct set_all {
  T value;
  constexpr void operator()(auto& t) const { set_elements(t, value); }
};

} // namespace stria::detail

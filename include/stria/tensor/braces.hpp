// SPDX-License-Identifier: BSL-1.0
// tensor/braces.hpp: the sizes of a tensor, and the refusals of wrong sizes and braces.
// Tests: tests/tensor/construct.cpp.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/shape/agreement.hpp>
#include <stria/tensor/operand.hpp>
#include <stria/tensor/type_name.hpp>
#include <stria/token/bound.hpp>

#include <initializer_list>
#include <utility>

namespace stria::detail {

template <class T>
concept size_item = integer_item<T> || constant_item<T>;

// A size beyond the range of index becomes the largest index, which is rejected later, because no
// storage is that large.
template <size_item S> constexpr index size_value(S s) {
  if constexpr (constant_item<S>)
    return constant_traits<S>::value;
  else
    return to_index(s);
}

// An argument that is not a size but holds elements: a container, an array, an iterator or another
// pointer.
template <class S>
concept no_size = !operand<S> && (std::is_pointer_v<S> || container<S> || requires(S s) {
  *s;
  ++s;
});
template <class... S>
concept no_sizes = (no_size<S> || ...) && ((no_size<S> || size_item<S>) && ...);
// A tensor that has static and dynamic extents accepts either the sizes of its dynamic extents or
// the sizes of all axes.
template <std::size_t R, std::size_t Dynamic>
inline constexpr bool partly_static = Dynamic > 0 && Dynamic < R;
template <index Size, class S> inline constexpr bool size_contradicts = false;
template <index Size, constant_item S>
inline constexpr bool size_contradicts<Size, S> = Size >= 0 && constant_traits<S>::value != Size;
template <class Tensor, class Seq, class... S> inline constexpr bool some_size_contradicts = false;
template <class Tensor, std::size_t... K, class... S>
inline constexpr bool some_size_contradicts<Tensor, std::index_sequence<K...>, S...> =
    (size_contradicts<Tensor::extents[K].size, S> || ...);
/// True if a constant differs from the static extent for which it is given.
template <class Tensor, class... S>
inline constexpr bool sizes_contradict =
    some_size_contradicts<Tensor, std::index_sequence_for<S...>, S...>;

// True if a tensor with this number of dynamic extents accepts that number of sizes.
template <class Tensor, std::size_t Dynamic, class... S> constexpr bool counts_as_sizes() {
  if constexpr (sizeof...(S) == Dynamic)
    return true;
  else if constexpr (sizeof...(S) == Tensor::rank && partly_static<Tensor::rank, Dynamic>)
    return !sizes_contradict<Tensor, S...>;
  else
    return false;
}
// Sizes of names, from which every size follows.
template <class Tensor, class... S>
concept sizes_of_all = (std::same_as<S, dim_size> && ...) && can_follow_from_names(Tensor::extents);
// A wrong number of sizes, or arguments that are not sizes.
template <class Tensor, std::size_t Dynamic, class... S>
concept wrong_sizes =
    no_sizes<S...> || ((std::same_as<S, dim_size> || ...) && !sizes_of_all<Tensor, S...>) ||
    (sizeof...(S) > 0 && ((number<S> || size_item<S>) && ...) &&
     !((size_item<S> && ...) && counts_as_sizes<Tensor, Dynamic, S...>()));

// A class that converts itself to a tensor is accepted.
template <class Tensor, class S>
concept makes_itself = requires(S s) { s.operator Tensor(); } || requires(S s) {
  s.operator const Tensor&();
} || requires(S s) { s.operator Tensor&(); };
template <class Tensor, std::size_t Dynamic, class... S>
concept refused_sizes = wrong_sizes<Tensor, Dynamic, S...> && !(makes_itself<Tensor, S> || ...);

template <size_item S> constexpr void say_size(message& m) {
  if constexpr (constant_item<S>)
    m << constant_traits<S>::value;
  else
    m << '?';
}

/// Refuses numbers in parentheses, or in braces that lack a level.
template <auto Shape, class... S> struct parentheses_verdict {
  static constexpr message text() {
    if constexpr (no_sizes<S...>)
      return message("stria: parentheses take sizes; as_tensor(c) copies the elements of a "
                     "container, an array or a std::span");
    if constexpr (Shape.rank() == 0)
      return message("stria: a tensor without extents holds one number; name its extents, as in "
                     "tensor<float, 3> or dtensor<float, 1>");
    message m("stria: a tensor of the extents ");
    say_shape(m, Shape.view());
    constexpr std::size_t n = Shape.dynamic_count();
    if ((std::same_as<S, dim_size> || ...))
      return m << " cannot be made from these sizes of names: each extent must follow from them";
    if constexpr (sizeof...(S) == Shape.rank() && partly_static<Shape.rank(), n> &&
                  (size_item<S> && ...)) {
      m << " cannot have the sizes (";
      const char* between = "";
      ((m << between, say_size<S>(m), between = ", "), ...);
      return m << ")";
    }
    if (n == 0)
      m << " takes no sizes";
    else
      m << " takes " << n << (n == 1 ? " size" : " sizes")
        << ", one for each extent that is not static"
        << (partly_static<Shape.rank(), n> ? ", or the sizes of all axes" : "");
    if ((size_item<S> && ...))
      m << ", and got " << sizeof...(S);
    else
      m << ", as integers or constants (_3, 12_c)";
    return m << "; write elements in braces, each row in its own";
  }
};

template <auto Shape, std::size_t Levels> struct levels_verdict {
  static constexpr message text() {
    message m("stria: braces of ");
    m << Levels << (Levels == 1 ? " level" : " levels") << " for a tensor of the extents ";
    say_shape(m, Shape.view());
    return m << "; use one level for each axis";
  }
};

/// Refuses `dtensor<double, 2> t{2, 3}`.
template <auto Shape> struct sizes_in_braces_verdict {
  static constexpr message text() {
    message m("stria: integers in braces are neither sizes nor rows of a tensor of the extents ");
    say_shape(m, Shape.view());
    return m << "; write sizes in parentheses, t(2, 3), and each row in its own braces, {{2, 3}}";
  }
};
/// One of several integers of different types in braces, which are refused. The class does not
/// depend on the tensor, because that would cost compile time for each type of tensor.
struct size_in_braces {
  struct verdict {
    static constexpr message text() {
      return message(
          "stria: integers in braces are neither sizes nor rows of a tensor; write sizes "
          "in parentheses, t(2, n), and each row in its own braces, {{2, 3}}");
    }
  };
  template <size_item S, class Because = refusal_where<sizeof(S) != 0, verdict>>
  size_in_braces(S) = delete;
};

template <std::size_t... Rows> struct ragged_verdict {
  static constexpr message text() {
    message m("stria: rows of ");
    std::size_t k = 0;
    ((m << (k == 0 ? "" : k + 1 == sizeof...(Rows) ? " and " : ", ") << Rows, ++k), ...);
    return m << " elements; all rows must have the same length";
  }
};

/// The type deduced from braces that do not form an array.
struct uneven {
  uneven() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  uneven(T);
  uneven(std::initializer_list<uneven>);
};
struct uneven_verdict {
  static constexpr message text() {
    return message(
        "stria: the braces hold different types or levels; give all elements one type (NAN and "
        "INFINITY are floats) and all rows the same form, or name type and extents: tensor<double, "
        "2, "
        "2>");
  }
};

/// Refuses `tensor c = a + b` and `tensor c;`.
struct untyped_verdict {
  static constexpr message text() {
    return message(
        "stria: the type of a tensor is deduced from braces of elements only; eval(x) makes "
        "a tensor of an expression, as in auto c = eval(a + b); otherwise name the type, as "
        "in dtensor<float, 2>");
  }
};

/// Refuses rows or elements of different types T... The extents Sizes are those of the tensor.
template <class Sizes, class... T> struct mixed_verdict;
template <std::size_t... Sizes, class T, class... U>
struct mixed_verdict<std::index_sequence<Sizes...>, T, U...> {
  static constexpr message text() {
    const std::string_view names[] = {element_name<T>, element_name<U>...};
    constexpr bool numbers = (std::is_arithmetic_v<T> && ... && std::is_arithmetic_v<U>);
    constexpr bool same[] = {true, std::same_as<T, U>...};
    std::size_t k = 0;
    while (same[k])
      ++k;
    message m("stria: the elements in braces have different types");
    if (numbers)
      m << ": " << names[0] << " and " << names[k];
    m << " (NAN and INFINITY are floats); use one type, or name the type and the extents: "
         "tensor<"
      << (std::same_as<T, float> || !numbers ? "float" : "double");
    ((m << ", " << Sizes), ...);
    return m << ">";
  }
};

} // namespace stria::detail

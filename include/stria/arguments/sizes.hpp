// SPDX-License-Identifier: BSL-1.0
// arguments/sizes.hpp: size arguments: constants, integers, or one array of them.
// Tests: tests/numpy/make/make.cpp, tests/numpy/shape/reshape.cpp.
#pragma once

#include <stria/tensor/tensor.hpp>

namespace stria::detail {

template <class S> inline constexpr std::size_t array_length = 0;
template <class Ix, std::size_t N> inline constexpr std::size_t array_length<std::array<Ix, N>> = N;
template <std::size_t N> inline constexpr std::size_t array_length<axis_array<N>> = N;

template <class S> inline constexpr bool is_size_array = false;
template <integer_item Ix, std::size_t N>
inline constexpr bool is_size_array<std::array<Ix, N>> = true;
template <std::size_t N> inline constexpr bool is_size_array<axis_array<N>> = true;

template <class S> constexpr bound_code code_of_size() {
  if constexpr (size_item<S>)
    return bound_for<S>::code;
  else
    return runtime_bound::code;
}

/// Sizes as passed by the caller: the part known from their types, and their values.
template <class... S> struct size_list {
  static constexpr bool is_array = sizeof...(S) == 1 && (is_size_array<S> && ...);
  /// True if all arguments are sizes.
  static constexpr bool valid = is_array || (size_item<S> && ...);
  static constexpr std::size_t count =
      is_array ? (std::size_t{0} + ... + array_length<S>) : sizeof...(S);

  /// An argument that is not a size is treated as a run-time size.
  static constexpr bound_code code(std::size_t k) {
    constexpr bound_code codes[] = {runtime_bound::code, code_of_size<S>()...};
    return is_array ? codes[0] : codes[k + 1];
  }
  /// True if size k is a constant.
  static constexpr bool is_constant(std::size_t k) {
    return code(k).state == bound_state::constant;
  }

  /// The extents: static where the size is a constant, otherwise dynamic. The caller must reject
  /// negative constants.
  static constexpr static_shape<count> shape() {
    auto s = unknown_shape<count>();
    for (std::size_t k = 0; k < count; ++k)
      if (is_constant(k) && code(k).value >= 0)
        s[k] = extent::make(code(k).value);
    return s;
  }

  static constexpr std::array<index, count> values(const S&... sizes) {
    if constexpr (is_array)
      return values_of_array(sizes...);
    else
      return {size_value(sizes)...};
  }

private:
  template <class Ix> static constexpr auto values_of_array(const std::array<Ix, count>& sizes) {
    std::array<index, count> v{};
    for (std::size_t k = 0; k < count; ++k)
      v[k] = to_index(sizes[k]);
    return v;
  }
};

/// The message for an argument that is not a size.
constexpr message say_foreign_size(std::string_view function) {
  return message("stria: ") << function
                            << ": a size is neither an integer nor a constant (_3, 12_c); write "
                               "whole numbers, or one std::array of them";
}

/// Extends a message: the number of sizes in the call does not match these extents.
constexpr message& say_size_count(message& m, array_ref<extent> extents, index needed, index got) {
  m << "the extents ";
  say_shape(m, extents);
  return m << " need " << needed << (needed == 1 ? " size" : " sizes")
           << ", one for each extent that is not static, and got " << got;
}

} // namespace stria::detail

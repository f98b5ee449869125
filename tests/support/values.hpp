// SPDX-License-Identifier: BSL-1.0
// support/values.hpp: the elements of any operand as a flat list, read one by one.
#pragma once

#include <stria/stria.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace test {

using stria::index;

/// Advances to the next subscript in row-major order; returns false after the last one.
template <std::size_t R>
constexpr bool next_place(std::array<index, R>& at, const std::array<index, R>& n) {
  for (std::size_t k = R; k-- > 0;) {
    if (++at[k] < n[k])
      return true;
    at[k] = 0;
  }
  return false;
}

template <std::size_t R> constexpr index count(const std::array<index, R>& n) {
  index c = 1;
  for (index k : n)
    c *= k;
  return c;
}

template <class E, std::size_t R>
constexpr decltype(auto) element_at(E& e, const std::array<index, R>& at) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) -> decltype(auto) {
    return e(at[K]...);
  }(std::make_index_sequence<R>());
}

/// The values in row-major order, by element access, without the loops of the library.
template <class E> std::vector<typename E::value_type> values(const E& e) {
  const auto n = e.shape();
  std::vector<typename E::value_type> v;
  std::array<index, n.size()> at{};
  if (test::count(n) > 0)
    do
      v.push_back(element_at(e, at));
    while (next_place(at, n));
  return v;
}

/// The values in row-major order, by the fused loop.
template <class E> std::vector<typename E::value_type> evaluated(const E& e) {
  const auto t = stria::eval(e);
  return std::vector<typename E::value_type>(t.storage().begin(), t.storage().end());
}

/// The result of a reduction over all axes, as a list of one element.
template <class T>
  requires(!stria::detail::operand<T>)
std::vector<T> values(const T& element) {
  return {element};
}
template <class T>
  requires(!stria::detail::operand<T>)
std::vector<T> evaluated(const T& element) {
  return {element};
}

/// A shape as a list, for comparison and output.
template <class E> std::vector<index> shape(const E& e) {
  const auto n = e.shape();
  return {n.begin(), n.end()};
}

template <class T = int> using list = std::vector<T>;

/// 0, 1, 2, ... in row-major order.
template <class T> constexpr T counted(T t) {
  for (index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<typename T::value_type>(i);
  return t;
}

} // namespace test

// SPDX-License-Identifier: BSL-1.0
// numpy/reduce/same_tuple.hpp: a std::tuple whose members all have one type.
// Tests: tests/numpy/select/indices.cpp.
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

namespace stria::detail {

template <std::size_t, class T> struct one_of_same {
  using type = T;
};
template <class T, class Seq> struct tuple_of_same;
template <class T, std::size_t... K> struct tuple_of_same<T, std::index_sequence<K...>> {
  using type = std::tuple<typename one_of_same<K, T>::type...>;
};
/// A std::tuple of N members of type T.
template <class T, std::size_t N>
using same_tuple = typename tuple_of_same<T, std::make_index_sequence<N>>::type;

} // namespace stria::detail

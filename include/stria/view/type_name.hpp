// SPDX-License-Identifier: BSL-1.0
// view/type_name.hpp: the name of an element type, as written in C++.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace stria::detail {

/// The name as written by the compiler, extracted from the name of this function.
template <class T> constexpr std::string_view compiler_type_name() {
  const std::string_view all = __PRETTY_FUNCTION__;
  std::size_t from = all.find("T = "), to = from;
  if (from == std::string_view::npos)
    return "?";
  from += 4;
  int open = 0;
  for (to = from; to < all.size(); ++to) {
    const char c = all[to];
    open += c == '<' || c == '(' || c == '[' ? 1 : c == '>' || c == ')' || c == ']' ? -1 : 0;
    if (open < 0 || (open == 0 && c == ';'))
      break;
  }
  return all.substr(from, to - from);
}

/// The name of T, with a common short name where compilers differ.
template <class T> constexpr std::string_view element_name() {
  if constexpr (std::is_same_v<T, short>)
    return "short";
  else if constexpr (std::is_same_v<T, long>)
    return "long";
  else if constexpr (std::is_same_v<T, long long>)
    return "long long";
  else if constexpr (std::is_same_v<T, unsigned short>)
    return "unsigned short";
  else if constexpr (std::is_same_v<T, unsigned long>)
    return "unsigned long";
  else if constexpr (std::is_same_v<T, unsigned long long>)
    return "unsigned long long";
  else if constexpr (std::is_same_v<T, std::string>)
    return "std::string";
  else
    return compiler_type_name<T>();
}

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// tensor/type_name.hpp: the name of an element type, as written in C++.
// Tests: tests/show/formula.cpp, tests/show/stream.cpp.
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
template <class T> inline constexpr std::string_view element_name = compiler_type_name<T>();
template <> inline constexpr std::string_view element_name<short> = "short";
template <> inline constexpr std::string_view element_name<long> = "long";
template <> inline constexpr std::string_view element_name<long long> = "long long";
template <> inline constexpr std::string_view element_name<unsigned short> = "unsigned short";
template <> inline constexpr std::string_view element_name<unsigned long> = "unsigned long";
template <>
inline constexpr std::string_view element_name<unsigned long long> = "unsigned long long";
template <> inline constexpr std::string_view element_name<std::string> = "std::string";

} // namespace stria::detail

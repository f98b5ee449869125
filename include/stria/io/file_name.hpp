// SPDX-License-Identifier: BSL-1.0
// io/file_name.hpp: a file name as the beginning of a message. Tests: tests/io/hostile_paths.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/message.hpp>

namespace stria::detail {

/// Appends a name, or only its end if it is long. A zero byte is written as `\0`, because it would
/// end the text of an exception.
constexpr message& say_name(message& m, std::string_view name) {
  constexpr std::size_t most = 160;
  if (name.size() > most) {
    m << "[...]";
    name = name.substr(name.size() - most);
  }
  for (const char c : name)
    if (c == '\0')
      m << "\\0";
    else
      m << c;
  return m;
}

/// Begins a message with `stria: digits.npy: `.
constexpr message say_file(std::string_view name) {
  message m("stria: ");
  return say_name(m, name) << ": ";
}

} // namespace stria::detail

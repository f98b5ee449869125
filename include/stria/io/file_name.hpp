// SPDX-License-Identifier: BSL-1.0
// io/file_name.hpp: the name of a file at the beginning of a message.
#pragma once

#include <stria/base/message.hpp>

namespace stria::detail {

/// Of a long name the end.
constexpr message& say_name(message& m, std::string_view name) {
  constexpr std::size_t most = 160;
  if (name.size() > most)
    return m << "[...]" << name.substr(name.size() - most);
  return m << name;
}

/// `stria: digits.npy: `
constexpr message say_file(std::string_view name) {
  message m("stria: ");
  return say_name(m, name) << ": ";
}

} // namespace stria::detail

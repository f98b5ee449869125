// SPDX-License-Identifier: BSL-1.0
// repl.hpp: the header that a session of scripts/repl.sh includes first.
#pragma once

#if !defined(STRIA_REPL_WITHOUT_LINALG)
#include <stria/linalg.hpp>
#endif
#include <stria/random.hpp>
#include <stria/show/explain_route.hpp>
#include <stria/show/print.hpp>
#include <stria/stria.hpp>

#include <dlfcn.h>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

using namespace stria;

/// Prints each argument on a line.
template <class... T> void show(const T&... x) { ((std::cout << x << '\n'), ...) << std::flush; }

/// Prepares the session.
struct session_begin {
  session_begin() {
    // clang-repl releases the code of the session before the thread ends, when kept memory would
    // be freed.
    set_memory_limit(0);
    // The functions that are not in headers: paths with a colon between them.
    const char* const all = std::getenv("STRIA_REPL_LIBRARIES");
    const std::string paths = all == nullptr ? "" : all;
    for (std::size_t begin = 0; begin < paths.size();) {
      const std::size_t end = std::min(paths.find(':', begin), paths.size());
      if (dlopen(paths.substr(begin, end - begin).c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr)
        std::cerr << "repl: " << dlerror() << '\n';
      begin = end + 1;
    }
  }
};
static const session_begin session_has_begun;

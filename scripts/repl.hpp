// SPDX-License-Identifier: BSL-1.0
// repl.hpp: the header that a session of scripts/repl.sh includes first.
#pragma once

#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/show/explain_route.hpp>
#include <stria/show/print.hpp>
#include <stria/stria.hpp>

#include <exception>
#include <iostream>

using namespace stria;

/// Prints each argument on a line.
template <class... T> void show(const T&... x) { ((std::cout << x << '\n'), ...) << std::flush; }

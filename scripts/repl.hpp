// SPDX-License-Identifier: BSL-1.0
// repl.hpp: what a session of scripts/repl.sh begins with.
#pragma once

#include <stria/linalg.hpp>
#include <stria/random.hpp>
#include <stria/show/explain_route.hpp>
#include <stria/show/print.hpp>
#include <stria/stria.hpp>

#include <exception>
#include <iostream>

using namespace stria;

/// Prints its arguments, one a line.
template <class... T> void show(const T&... x) { ((std::cout << x << '\n'), ...) << std::flush; }

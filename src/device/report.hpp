// SPDX-License-Identifier: BSL-1.0
// device/report.hpp: errors of drivers, the trace, and settings in environment variables.
#pragma once

#include <cstddef>
#include <string>

namespace stria::detail {

/// Throws a `device_error`.
[[noreturn]] void raise_device(const std::string& text);
/// The error of a text that does not compile: the compiler's log, and the text with line numbers,
/// to which the log refers.
[[noreturn]] void raise_build(const std::string& device, const std::string& error,
                              const std::string& log, const std::string& text);

/// The value of an environment variable; empty where it is not set.
std::string setting(const char* variable);

/// STRIA_DEVICE_TRACE is 1.
bool tracing();
/// One line on stderr.
void trace(const std::string& device, const std::string& what);

/// The process has begun to end: drivers may have taken their state down, so they are not called
/// any more. The system frees what they hold.
bool process_ends() noexcept;
/// Called after a driver has been set up, so that process_ends() is true before its own handlers
/// of the end run.
void watch_end_of_process();

} // namespace stria::detail

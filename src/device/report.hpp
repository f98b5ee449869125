// SPDX-License-Identifier: BSL-1.0
// device/report.hpp: errors of drivers, the trace, and settings in environment variables.
#pragma once

#include <cstddef>
#include <string>

namespace stria::detail {

/// Throws a device_error.
[[noreturn]] void raise_device(const std::string& text);
/// Throws the error for a text that does not compile. The message has the log of the compiler, and
/// the text with the line numbers that the log refers to.
[[noreturn]] void raise_build(const std::string& device, const std::string& error,
                              const std::string& log, const std::string& text);

/// The value of an environment variable; empty if it is not set.
std::string setting(const char* variable);

/// Whether STRIA_DEVICE_TRACE is 1.
bool tracing();
/// Writes one line to stderr.
void trace(const std::string& device, const std::string& what);

/// Whether the process has begun to end. Drivers may have destroyed their state, so they must not
/// be called any more; the system frees what they hold.
bool process_ends() noexcept;
/// Must be called after a driver has been set up, so that process_ends() becomes true before the
/// exit handlers of the driver run.
void watch_end_of_process();

} // namespace stria::detail

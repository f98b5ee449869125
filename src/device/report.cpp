// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"

#include <stria/device/context.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace stria::detail {

void raise_device(const std::string& text) { STRIA_THROW(device_error(text), text.c_str()); }

void raise_build(const std::string& device, const std::string& error, const std::string& log,
                 const std::string& text) {
  std::string report = "stria: device: " + device + ": a kernel does not compile: " + error + "\n" +
                       log.c_str() + // up to the terminating zero
                       "\nThe text:\n";
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    char prefix[32];
    std::snprintf(prefix, sizeof prefix, "%5zu  ", ++number);
    report += prefix + line + "\n";
  }
  raise_device(report);
}

std::string setting(const char* variable) {
  const char* value = std::getenv(variable);
  return value ? value : "";
}

bool tracing() {
  static const bool on = setting("STRIA_DEVICE_TRACE") == "1";
  return on;
}

void trace(const std::string& device, const std::string& what) {
  // The line is written by one call, so that lines of several threads do not mix.
  std::fputs(("stria: device: " + device + ": " + what + "\n").c_str(), stderr);
}

namespace {
std::atomic<bool> ending = false;
}

bool process_ends() noexcept { return ending; }

void watch_end_of_process() {
  std::atexit([] { ending = true; });
}

} // namespace stria::detail

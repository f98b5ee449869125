// SPDX-License-Identifier: BSL-1.0
#include "kernel_cache.hpp"

#include "report.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace stria::detail {

namespace {

namespace fs = std::filesystem;

/// FNV-1a, 64 bits.
std::uint64_t hash(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325U) {
  for (const char c : bytes)
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return seed;
}

std::string hexadecimal(std::uint64_t number) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(number));
  return digits;
}

/// The folder for binaries; empty if binaries are not kept.
fs::path folder() {
  if (std::getenv("STRIA_DEVICE_CACHE"))
    return setting("STRIA_DEVICE_CACHE");
  // The XDG specification says to ignore relative paths.
  if (const fs::path caches = setting("XDG_CACHE_HOME"); caches.is_absolute())
    return caches / "stria" / "kernels";
  if (const fs::path home = setting("HOME"); home.is_absolute())
    return home / ".cache" / "stria" / "kernels";
  return {};
}

fs::path file_in(const fs::path& place, const std::string& text, const std::string& identity) {
  // Two hashes with different seeds give a name of 128 bits.
  const std::uint64_t first = hash(identity, hash(text));
  return place / (hexadecimal(first) + hexadecimal(hash(text, first)) + ".kernel");
}

/// The header of a file: everything that the binary was made from, and a hash to detect damage.
std::string header(const std::string& text, const std::string& identity, std::string_view binary) {
  return "stria kernel 1 " + std::to_string(identity.size()) + " " + std::to_string(text.size()) +
         " " + std::to_string(binary.size()) + " " + hexadecimal(hash(binary)) + "\n" + identity +
         "\n" + text + "\n";
}

} // namespace

bool has_kernel_cache() { return !folder().empty(); }

std::string cached_binary(const std::string& text, const std::string& identity) {
  const fs::path place = folder();
  if (place.empty())
    return {};
  std::ifstream file(file_in(place, text, identity), std::ios::binary);
  std::ostringstream whole;
  whole << file.rdbuf(); // a read error ends the text; iterators would throw
  const std::string content = std::move(whole).str();
  // The header ends with the expected text. Only the number of digits of the binary's size is
  // unknown, so the end of the first line determines the length of the header.
  const std::size_t line = content.find('\n');
  if (line == std::string::npos)
    return {};
  const std::size_t before = line + 1 + identity.size() + 1 + text.size() + 1;
  if (content.size() <= before)
    return {};
  const std::string_view binary = std::string_view(content).substr(before);
  if (content.compare(0, before, header(text, identity, binary)) != 0)
    return {};
  return std::string(binary);
}

void cache_binary(const std::string& text, const std::string& identity, const std::string& binary) {
  const fs::path place = folder();
  if (place.empty() || binary.empty())
    return;
  std::error_code failed;
  if (fs::create_directories(place, failed))
    fs::permissions(place, fs::perms::owner_all, failed); // programs load code from there
  static std::atomic<unsigned> count = 0;
  const fs::path target = file_in(place, text, identity);
  fs::path partial = target;
  partial += "." + std::to_string(::getpid()) + "." + std::to_string(count++) + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << header(text, identity, binary) << binary;
  file.close();
  if (file)
    fs::rename(partial, target, failed);
  if (!file || failed)
    fs::remove(partial, failed);
}

} // namespace stria::detail

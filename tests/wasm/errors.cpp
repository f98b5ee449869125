// SPDX-License-Identifier: BSL-1.0
// errors.cpp: makes the error that its argument names. It must print its text and abort, although
// the number in question would be a valid one modulo 2^32.
#include <stria/io/npy.hpp>
#include <stria/stria.hpp>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

using namespace stria;

namespace {

/// Writes a file of one element whose header has `length` bytes according to itself.
void save_long_header(const char* path, unsigned length) {
  std::string bytes("\x93NUMPY\x02\0", 8);
  for (int k = 0; k < 4; ++k)
    bytes += static_cast<char>(length >> (8 * k) & 255U);
  bytes += std::string(128, ' ');
  std::FILE* const file = std::fopen(path, "wb");
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
}

} // namespace

int main(int argc, char** argv) {
  const std::int64_t large = std::int64_t{argc - 1} << 32; // not known to the compiler
  const int wide = (argc - 1) * 70'000, half = (argc - 1) << 28;
  dtensor<double, 1> a(5), b;
  dtensor<double, 2> rows(5, 2);
  const std::map<std::string, std::function<void()>> errors = {
      {"bytes", [&] { b = dtensor<double, 1>(half); }},
      {"memory", [&] { b = dtensor<double, 1>(half / 2); }},
      {"size", [&] { b = zeros(large + 5); }},
      {"product", [&] { b = ravel(zeros(wide, wide)); }},
      {"count", [&] { b = arange<double>(large + 5); }},
      {"steps", [&] { b = arange<double>(0, 5e12, 1); }},
      {"tile", [&] { b = repeat(a, large + 1); }},
      {"element", [&] { a(large + 1) = 2; }},
      {"negative_element", [&] { a(-large + 1) = 2; }},
      {"view", [&] { a[large + 1] = 2; }},
      {"row", [&] { rows[large + 1] = 2; }},
      {"index_array", [&] { a[tensor{large + 1}] = 2.; }},
      {"unsigned_index_array", [&] { a[tensor{static_cast<std::uint64_t>(large) + 1}] = 2.; }},
      {"places", [&] { a[nd({{large + 1}})] = 2.; }},
      {"text", [&] { static_cast<void>(parse_index("4294967297")); }},
      {"header",
       [&] {
         save_long_header("/data/long_header.npy", 0xFFFFFFFFU);
         b = load_npy<double, dyn>("/data/long_header.npy");
       }},
      {"threads", [&] { set_num_threads(0); }},
  };
  if (argc != 2 || !errors.contains(argv[1])) {
    for (const auto& [name, make] : errors)
      std::printf("%s\n", name.c_str());
    return 2;
  }
  errors.at(argv[1])();
  std::puts("no error came");
  return 0;
}

// SPDX-License-Identifier: BSL-1.0
// Elements of 16 bits: _Float16, where the compiler has it, in expressions, text and .npy files.
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <stria/io/npy.hpp>

#include <cstdio>
#include <sstream>
#include <string>

using namespace stria;
using test::holds;

TEST_CASE("float16 in .npy files is read as other types by every compiler") {
  // np.save of np.array([0, 1, -2.5, 65504, 6e-8, inf, 0.1], np.float16)
  const std::string header =
      "{'descr': '<f2', 'fortran_order': False, 'shape': (7,), }" + std::string(60, ' ') + "\n";
  std::string bytes = "\x93NUMPY";
  bytes += std::string("\x01\x00", 2);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  for (const unsigned bits : {0x0000U, 0x3c00U, 0xc100U, 0x7bffU, 0x0001U, 0x7c00U, 0x2e66U}) {
    bytes += static_cast<char>(bits & 255U);
    bytes += static_cast<char>(bits >> 8U);
  }
  const std::string name = "half_written.npy";
  std::FILE* const file = std::fopen(name.c_str(), "wb");
  REQUIRE(file != nullptr);
  std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fclose(file);
  const auto a = load_npy_as<double, dyn>(name);
  CHECK(holds(a[range(0, 5)], {0., 1., -2.5, 65504., 5.9604644775390625e-8}));
  CHECK(a[5] > 1e300);
  CHECK(a[6] == 0.0999755859375);
  CHECK_THROWS_AS((load_npy<float, dyn>(name)), io_error);
  CHECK_THROWS_WITH(load_npy_any(name), Catch::Matchers::Contains("the elements are float16"));
#if defined(__FLT16_MAX__)
  const auto h = load_npy<_Float16, dyn>(name);
  CHECK(static_cast<float>(h[6]) == 0.0999755859375f);
  save_npy(name, h * static_cast<_Float16>(2));
  CHECK(load_npy_as<float, dyn>(name)[2] == -5.f);
#endif
  std::remove(name.c_str());
}

#if defined(__FLT16_MAX__)

namespace {
using half = _Float16;
constexpr half operator""_h(long double x) { return static_cast<half>(x); }
template <class E> std::vector<float> floats(const E& e) { return test::evaluated(cast<float>(e)); }
using values = std::vector<float>;
template <class E> std::string printed(const E& e) {
  std::ostringstream out;
  out << e;
  return out.str();
}
} // namespace

TEST_CASE("tensors of _Float16") {
  const tensor<half, 3> a{1.0_h, 2.5_h, -3.0_h};
  STATIC_REQUIRE(std::same_as<decltype(a + a)::value_type, half>);
  STATIC_REQUIRE(std::same_as<decltype(a * 2)::value_type, half>);
  STATIC_REQUIRE(std::same_as<decltype(a + tensor{1., 2., 3.})::value_type, double>);
  CHECK(floats(a + a) == values{2, 5, -6});
  CHECK(floats(a * 2) == values{2, 5, -6});
  CHECK(floats(abs(a)) == values{1, 2.5, 3});
  CHECK(floats(exp(a))[0] == 2.71875f);
  CHECK(floats(sort(a, descending)) == values{2.5, 1, -3});
  CHECK(floats(where(a > 0.0_h, a, 0.0_h)) == values{1, 2.5, 0});
  CHECK(floats(maximum(a, 2.0_h)) == values{2, 2.5, 2});
  CHECK(floats(max(tensor<half, 2>{-2.0_h, -1.0_h}, keepdims)) == values{-1});
  CHECK(floats(cumsum(a)) == values{1, 3.5, 0.5});
  CHECK(floats(matmul(tensor<half, 1, 2>{{1.0_h, 2.0_h}}, tensor<half, 2, 1>{{3.0_h}, {4.0_h}})) ==
        values{11});
  CHECK(floats(top_k(a, 2, smallest).values) == values{-3, 1});
  CHECK(floats(rearrange<"(a 1) -> 1 a">(a)) == values{1, 2.5, -3});
  CHECK(floats(unique(concat(_0, a, a))) == values{-3, 1, 2.5});
  CHECK(argmax(a) == 1);
  CHECK(allclose(a, a));
  CHECK(sum<float>(tensor<half, 3>{2048.0_h, 1.0_h, 1.0_h}) == 2050);
  CHECK(static_cast<float>(sum(a)) == 0.5f);
  CHECK(holds(cast<int>(tensor<half, 2>{3.0_h, -4.0_h}, exactly), {3, -4}));
  CHECK_THROWS_AS(cast<half>(tensor{65505}, exactly), value_error);
  CHECK_THROWS_AS(cast<half>(tensor{0.1}, exactly), value_error);
  CHECK(floats(cast<half>(tensor{0.5, 2048.}, exactly)) == values{0.5, 2048});
}

TEST_CASE("_Float16 is printed with its shortest digits") {
  CHECK(printed(tensor<half, 3>{0.1_h, 12.18_h, -1.0_h}) == "[ 0.1  12.18 -1.  ]");
  CHECK(printed(tensor<half>(0.1_h)) == "0.1");
}

#endif

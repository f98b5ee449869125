// SPDX-License-Identifier: BSL-1.0
// Each function in a kernel (src/device/function_text.cpp), compared with the function object of
// the host.
#include "catch.hpp"
#include "function_cases.hpp"

#include <stria/device/context.hpp>
#include <stria/device/kernel_text.hpp>
#include <stria/device/nvrtc.hpp>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>

using namespace stria::detail;

namespace {

/// The permitted difference of device and host in units in the last place; 0 for functions not
/// listed. PoCL 3.1 and glibc 2.36 differ by at most 3, mostly by 1; STRIA_TEST_SHOW_ULPS=1 prints
/// the differences. The higher limits allow for GPUs.
struct bound {
  std::string_view name;
  std::uint64_t f32, f64;
};
constexpr bound bounds[] = {
    {"cbrt", 3, 3},  {"exp", 3, 3},   {"exp2", 3, 3},    {"expm1", 3, 3},  {"log", 3, 3},
    {"log1p", 3, 3}, {"log2", 3, 3},  {"log10", 3, 3},   {"sin", 3, 3},    {"cos", 3, 3},
    {"tan", 5, 4},   {"asin", 4, 3},  {"acos", 4, 3},    {"atan", 4, 3},   {"sinh", 4, 3},
    {"cosh", 4, 3},  {"tanh", 4, 3},  {"asinh", 4, 4},   {"acosh", 5, 4},  {"atanh", 4, 3},
    {"erf", 4, 4},   {"erfc", 6, 6},  {"tgamma", 8, 12}, {"lgamma", 8, 6}, {"arg", 4, 3},
    {"atan2", 4, 3}, {"hypot", 4, 3}, {"pow", 6, 4},
};

using enum kernel_type;
constexpr kernel_type all_kernel_types[] = {b8, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64};

struct batch {
  const char* name;
  std::vector<test::function_case> cases;
};

std::vector<batch> all_batches() {
  using namespace stria;
  using namespace stria::elementwise;
  using test::all_types, test::some_types;
  std::vector<batch> all;
  const auto unary = [&]<class... F>(const char* name, test::types<F...>, auto types) {
    auto& cases = all.emplace_back(name).cases;
    (test::add_unary<F>(cases, types), ...);
  };
  const auto binary = [&]<class... F>(const char* name, test::types<F...>, auto types) {
    auto& cases = all.emplace_back(name).cases;
    (test::add_binary<F>(cases, types), ...);
  };
  unary("unary operators",
        test::types<negate_fn, identity_fn, logical_not_fn, bit_not_fn, abs_fn, conj_fn, sign_fn,
                    square_fn, isnan_fn, isinf_fn, isfinite_fn, round_fn, real_fn, imag_fn>(),
        all_types());
  unary("casts",
        test::types<cast_fn<bool>, cast_fn<std::int8_t>, cast_fn<std::int16_t>,
                    cast_fn<std::int32_t>, cast_fn<std::int64_t>, cast_fn<std::uint8_t>,
                    cast_fn<std::uint16_t>, cast_fn<std::uint32_t>, cast_fn<std::uint64_t>,
                    cast_fn<float>, cast_fn<double>>(),
        all_types());
  // For integers, all of these are the functions of double.
  using math_types = test::types<bool, std::int8_t, std::uint64_t, float, double>;
  unary("roots",
        test::types<sqrt_fn, cbrt_fn, floor_fn, ceil_fn, trunc_fn, arg_fn, exp_fn, exp2_fn,
                    expm1_fn, log_fn, log1p_fn, log2_fn, log10_fn>(),
        math_types());
  unary("angles",
        test::types<sin_fn, cos_fn, tan_fn, asin_fn, acos_fn, atan_fn, sinh_fn, cosh_fn, tanh_fn,
                    asinh_fn, acosh_fn, atanh_fn>(),
        math_types());
  unary("gamma", test::types<erf_fn, erfc_fn, tgamma_fn, lgamma_fn>(), math_types());
  binary("arithmetic",
         test::types<add_fn, subtract_fn, multiply_fn, divide_fn, maximum_fn, minimum_fn>(),
         some_types());
  binary("bits",
         test::types<modulo_fn, bit_and_fn, bit_or_fn, bit_xor_fn, shift_left_fn, shift_right_fn>(),
         some_types());
  // Compilers would need much longer for one kernel with all comparisons.
  binary("equality", test::types<equal_fn, not_equal_fn>(), some_types());
  binary("order", test::types<less_fn, greater_fn>(), some_types());
  binary("order or equality", test::types<less_equal_fn, greater_equal_fn>(), some_types());
  binary("conditions", test::types<logical_and_fn, logical_or_fn>(), some_types());
  // Operators receive promoted short integers.
  using wide_types =
      test::types<bool, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
  binary("quotients", test::types<floor_divide_fn, remainder_fn, fmod_fn>(), wide_types());
  auto& three = all.emplace_back("where, clip, fma").cases;
  [&]<class... A>(test::types<A...> types) {
    (test::add_three<A>(three, types), ...);
  }(test::types<bool, std::int8_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float,
                double>());
  auto& constants = all.emplace_back("constants").cases;
  [&]<class... A>(test::types<A...>) {
    (test::add_constants<A>(constants, std::make_index_sequence<test::side>()), ...);
  }(all_types());
  binary("pairs", test::types<pow_fn, atan2_fn, hypot_fn, copysign_fn, nextafter_fn>(),
         wide_types());
  return all;
}

/// A kernel that computes all cases for each work item. The operands are x and y (all pairs), z and
/// w (test::place); each type has one output, in which the cases follow one another.
std::string batch_kernel(const std::vector<test::function_case>& cases, kernel_dialect dialect,
                         bool has_double) {
  std::string text = "KERNEL void stria_kernel(";
  const auto each_type = [&](auto write) {
    for (const kernel_type type : all_kernel_types)
      if (type != f64 || has_double)
        write(std::string(type_text(type)));
  };
  each_type([&](const std::string& t) {
    text += (t == "b8" ? "GLOBAL " : ", GLOBAL ") + t + "* few_" + t + ", GLOBAL " + t + "* many_" +
            t + ", GLOBAL " + t + "* to_" + t;
  });
  const std::string n = std::to_string(test::side);
  text += ") {\n  const i64 i = GROUP_ID * GROUP_SIZE + ITEM_ID;\n  const i64 l = i / " + n +
          ", r = i % " + n + ", t = (l + i) % " + n + ";\n";
  each_type([&](const std::string& t) {
    text += "  const " + t + " x_" + t + " = few_" + t + "[l], y_" + t + " = few_" + t + "[r], z_" +
            t + " = few_" + t + "[t], w_" + t + " = many_" + t + "[i];\n";
  });
  std::map<kernel_type, std::size_t> used;
  for (const test::function_case& one : cases)
    text += "  to_" + std::string(type_text(one.result)) + '[' +
            std::to_string(used[one.result]++ * test::items) + " + i] = " + one.text() + ";\n";
  text += "}\n";
  return kernel_prologue(dialect, has_double, text) + text;
}

/// The distance of two floating-point numbers in units in the last place. All NaNs are equal. For
/// results of lgamma between -1 and 1, it is in units in the last place of 1, because lgamma has
/// roots.
template <class T, class Bits>
std::uint64_t distance(const test::function_case& one, const void* a, const void* b) {
  T x, y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  if (x != x || y != y)
    return x != x && y != y ? 0 : ~std::uint64_t{0};
  if (x == y)
    return std::signbit(x) == std::signbit(y) ? 0 : 1;
  if (one.name == "lgamma" && std::abs(y) < 1)
    return static_cast<std::uint64_t>(std::abs(x - y) / std::numeric_limits<T>::epsilon());
  const auto order = [](T v) {
    Bits bits;
    std::memcpy(&bits, &v, sizeof v);
    return bits < 0 ? std::numeric_limits<Bits>::min() - bits : bits;
  };
  const auto p = static_cast<std::uint64_t>(order(x)), q = static_cast<std::uint64_t>(order(y));
  return order(x) < order(y) ? q - p : p - q;
}

std::uint64_t bound_of(const test::function_case& one) {
  for (const bound& b : bounds)
    if (b.name == one.name)
      return one.result == f32 ? b.f32 : one.result == f64 ? b.f64 : 0;
  return 0;
}

struct memory {
  device_context& device;
  device_address base;
  memory(device_context& on, std::size_t bytes) : device(on), base(on.allocate(bytes)) {}
  memory(const memory&) = delete;
  ~memory() { device.release(base); }
};

template <class T>
void add_tables(device_context& device, std::vector<std::unique_ptr<memory>>& to,
                std::size_t cases) {
  const auto add = [&](const void* from, std::size_t bytes) {
    to.push_back(std::make_unique<memory>(device, bytes));
    if (from != nullptr)
      device.write(to.back()->base, 0, from, bytes);
  };
  add(test::few<T>().data(), sizeof(test::few<T>()));
  add(test::many<T>().data(), sizeof(test::many<T>()));
  add(nullptr, std::max<std::size_t>(cases, 1) * test::items * sizeof(T));
}

std::string number_text(kernel_type type, const void* at) {
  const auto print = [&]<class T>(T v) {
    std::memcpy(&v, at, sizeof v);
    char text[64];
    if constexpr (std::floating_point<T>)
      std::snprintf(text, sizeof text, "%.17g", static_cast<double>(v));
    else
      std::snprintf(text, sizeof text, "%lld", static_cast<long long>(v));
    return std::string(text);
  };
  switch (type) {
  case i8: return print(std::int8_t());
  case i16: return print(std::int16_t());
  case u16: return print(std::uint16_t());
  case i32: return print(std::int32_t());
  case u32: return print(std::uint32_t());
  case i64:
  case u64: return print(std::int64_t());
  case f32: return print(0.f);
  case f64: return print(0.0);
  default: return print(std::uint8_t());
  }
}

/// Compares the results of one case; returns the differences as a text, which is empty if there are
/// none.
std::string differences(const test::function_case& one, const unsigned char* results,
                        std::map<std::string, std::uint64_t>& worst) {
  std::size_t wrong = 0;
  std::string text;
  for (std::size_t i = 0; i < test::items; ++i) {
    unsigned char expected[8];
    if (!one.on_host(i, expected))
      continue;
    const unsigned char* result = results + i * one.bytes;
    std::uint64_t off = ~std::uint64_t{0};
    if (one.result == f32)
      off = distance<float, std::int32_t>(one, result, expected);
    else if (one.result == f64)
      off = distance<double, std::int64_t>(one, result, expected);
    else if (std::memcmp(result, expected, one.bytes) == 0)
      off = 0;
    auto& most = worst[std::string(one.name) + ' ' + std::string(type_text(one.result))];
    if (off != ~std::uint64_t{0})
      most = std::max(most, off);
    if (off > bound_of(one) && ++wrong <= 4)
      text += "  item " + std::to_string(i) + ": " + number_text(one.result, result) +
              ", on the host " + number_text(one.result, expected) + '\n';
  }
  return wrong == 0 ? ""
                    : one.signature() + ' ' + one.text() + ": " + std::to_string(wrong) +
                          " differ\n" + text;
}

std::string run(device_context& device, const batch& all,
                std::map<std::string, std::uint64_t>& worst) {
  std::vector<test::function_case> cases;
  for (const test::function_case& one : all.cases)
    if (!one.needs_double() || device.has_double())
      cases.push_back(one);
  std::map<kernel_type, std::size_t> counts, used;
  for (const test::function_case& one : cases)
    ++counts[one.result];
  std::vector<std::unique_ptr<memory>> buffers;
  const auto add_all = [&]<class... T>(test::types<T...>) {
    ((kernel_type_of<T>() != f64 || device.has_double()
          ? add_tables<T>(device, buffers, counts[kernel_type_of<T>()])
          : void()),
     ...);
  };
  add_all(test::all_types());
  std::vector<kernel_argument> arguments;
  for (const auto& buffer : buffers)
    arguments.push_back({&buffer->base, 0});
  device.launch(device.kernel(batch_kernel(cases, device.dialect(), device.has_double())),
                test::items / 16, 16, arguments.data(), arguments.size());
  std::string text;
  for (const test::function_case& one : cases) {
    std::vector<unsigned char> results(test::items * one.bytes);
    device.read(results.data(), buffers[static_cast<std::size_t>(one.result) * 3 + 2]->base,
                used[one.result]++ * results.size(), results.size());
    text += differences(one, results.data(), worst);
  }
  return text;
}

/// Checks that a function without a kernel text is refused with its name.
void check_refused(std::string_view name, std::vector<kernel_operand> operands) {
  try {
    (void)function_text(name, f32, operands.data(), operands.size());
    FAIL(name << " was not refused");
  } catch (const stria::device_error& error) {
    CHECK_THAT(error.what(), test::contains("stria: " + std::string(name)));
  }
}

} // namespace

TEST_CASE("functions in kernels have the same results as on the host") {
  std::map<std::string, std::uint64_t> worst;
  for (const auto& device : all_devices())
    for (const batch& one : all_batches()) {
      INFO(device->name() << ": " << one.name);
      CHECK(run(*device, one, worst) == "");
    }
  // Prints the measured differences.
  if (std::getenv("STRIA_TEST_SHOW_ULPS") != nullptr)
    for (const auto& [name, ulps] : worst)
      if (ulps != 0)
        std::printf("%s %llu\n", name.c_str(), static_cast<unsigned long long>(ulps));
}

TEST_CASE("functions in kernels compile for CUDA") {
  for (const batch& one : all_batches()) {
    INFO(one.name);
    const std::string text = batch_kernel(one.cases, kernel_dialect::cuda, true);
    CHECK(text.find("none") == std::string::npos);
    if (has_nvrtc())
      CHECK_FALSE(nvrtc_binary(text, "compute_90").empty());
  }
}

TEST_CASE("a prologue contains the functions that a kernel calls") {
  const std::string all = kernel_prologue(kernel_dialect::opencl, true);
  const std::string some =
      kernel_prologue(kernel_dialect::opencl, true, "a[0] = remainder_f32(a[1], a[2]);");
  for (const char* name : {"remainder_f32(", "fmod_f32 ", "typedef double f64"}) {
    CHECK_THAT(all, test::contains(name));
    CHECK_THAT(some, test::contains(name));
  }
  CHECK_THAT(all, test::contains("tgamma_f64"));
  CHECK_THAT(all, test::contains("remainder_f64"));
  CHECK(some.find("tgamma") == std::string::npos);
  CHECK(some.find("remainder_f64") == std::string::npos);
  CHECK(kernel_prologue(kernel_dialect::opencl, false).find("f64 ") == std::string::npos);
}

TEST_CASE("kernels refuse functions that they do not have") {
  const kernel_operand real{"a", f32}, integer{"b", i32}, foreign{"c", none};
  check_refused("beta", {real});
  check_refused("beta", {real, real});
  check_refused("where", {real, real});
  check_refused("%", {real, integer});
  check_refused("&", {integer, real});
  check_refused("<<", {integer, real});
  check_refused("~", {real});
  check_refused("+", {real, foreign});
}

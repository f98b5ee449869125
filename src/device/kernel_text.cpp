// SPDX-License-Identifier: BSL-1.0
// Implements device/kernel_text.hpp: the types, constants, conversions and the prologue of kernels.
#include <stria/device/kernel_text.hpp>

#include "complex_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace stria::detail {

namespace {

struct type_row {
  std::string_view name, opencl, cuda;
};
// In the order of kernel_type. In OpenCL, char is signed and long has 64 bits.
constexpr std::array<type_row, 13> types{{
    {"b8", "uchar", "unsigned char"},
    {"i8", "char", "signed char"},
    {"i16", "short", "short"},
    {"i32", "int", "int"},
    {"i64", "long", "long long"},
    {"u8", "uchar", "unsigned char"},
    {"u16", "ushort", "unsigned short"},
    {"u32", "uint", "unsigned int"},
    {"u64", "ulong", "unsigned long long"},
    {"f32", "float", "float"},
    {"f64", "double", "double"},
    {"cf32", "", ""}, // structures, which only the kernels that use them define
    {"cf64", "", ""},
}};

bool is_defined_in(const type_row& row, bool has_double) {
  return !row.opencl.empty() && (row.name != "f64" || has_double);
}

template <class T> std::string floating_constant(T value, std::string_view type) {
  if (value != value)
    return std::string(type == "f32" ? "F32_NAN" : "F64_NAN");
  std::string text;
  if (std::isinf(value)) {
    text = type == "f32" ? "F32_INFINITY" : "F64_INFINITY";
    if (value < 0)
      text.insert(0, "-");
  } else {
    std::array<char, 32> digits{}; // the shortest text that is read as the same number
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.assign(digits.data(), end);
    if (text.find_first_of(".e") == std::string::npos)
      text += ".0";
    if (type == "f32")
      text += 'f';
  }
  return std::signbit(value) ? '(' + text + ')' : text;
}

// In both languages a literal has the first type that can hold it. They have no common suffix for
// 64 bits.
std::string integer_constant(std::string_view type, double value) {
  constexpr double past_signed = 0x1p63;
  std::string digits;
  if (value >= past_signed)
    digits = "0x8000000000000000";
  if (value >= past_signed && type == "u64") {
    std::array<char, 20> hex{};
    const auto whole = value < 2 * past_signed ? static_cast<std::uint64_t>(value) : ~UINT64_C(0);
    const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), whole, 16).ptr;
    digits = "0x" + std::string(hex.data(), end);
  } else if (value >= past_signed) {
    digits = "0x7fffffffffffffff";
  } else if (value <= -past_signed) {
    digits = "0x8000000000000000";
  } else {
    digits = std::to_string(value == value ? static_cast<std::int64_t>(value) : 0);
  }
  return "((" + std::string(type) + ')' + digits + ')';
}

constexpr std::string_view wide_signed = "i32 i64", wide_unsigned = "u32 u64",
                           wide = "i32 i64 u32 u64", floating = "f32 f64";

constexpr function_row functions[] = {
    {"square", wide_signed, "T square_T(T a) { return (T)((U)a * (U)a); }"},
    {"square", "u32 u64 f32 f64", "T square_T(T a) { return a * a; }"},
    // The smallest integer has no positive counterpart and stays unchanged.
    {"abs", wide_signed, "T abs_T(T a) { return a < 0 ? (T)(0 - (U)a) : a; }"},
    // The test is not a < 0, because the absolute value of -0.0 is 0.0.
    {"abs", floating, "T abs_T(T a) { return a <= 0 ? 0 - a : a; }"},
    {"sign", wide_signed, "T sign_T(T a) { return (a > 0) - (a < 0); }"},
    {"sign", floating, "T sign_T(T a) { return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; }"},
    {"isnan", floating, "b8 isnan_T(T a) { return a != a; }"},
    {"isinf", floating, "b8 isinf_T(T a) { return a == a && a - a != 0; }"},
    {"isfinite", floating, "b8 isfinite_T(T a) { return a - a == 0; }"},

    {"maximum", wide, "T maximum_T(T a, T b) { return a > b ? a : b; }"},
    {"maximum", floating, "T maximum_T(T a, T b) { return a > b || a != a ? a : b; }"},
    {"minimum", wide, "T minimum_T(T a, T b) { return a < b ? a : b; }"},
    {"minimum", floating, "T minimum_T(T a, T b) { return a < b || a != a ? a : b; }"},
    // Compares a signed and an unsigned integer by value. The order is -1, 0 or 1.
    {"order", wide_signed, "i32 order_T(T a, U b) { return a < 0 || (U)a < b ? -1 : (U)a > b; }"},
    {"larger", wide_signed, "U larger_T(T a, U b) { return a > 0 && (U)a > b ? (U)a : b; }"},
    {"smaller", wide_signed, "T smaller_T(T a, U b) { return a < 0 || (U)a < b ? a : (T)b; }"},

    // An integer is never divided by 0, which traps on processors, or by -1, because the smallest
    // integer divided by -1 overflows.
    {"divide", wide_signed, R"(T divide_T(T a, T b) {
  const T q = a / (b == 0 || b == -1 ? 1 : b);
  return b == 0 ? 0 : b == -1 ? (T)(0 - (U)a) : q;
})"},
    {"divide", wide_unsigned, "T divide_T(T a, T b) { return b == 0 ? 0 : a / (b == 0 ? 1 : b); }"},
    {"modulo", wide_signed, R"(T modulo_T(T a, T b) {
  return b == 0 ? 0 : a % (b == 0 || b == -1 ? 1 : b);
})"},
    {"modulo", wide_unsigned, "T modulo_T(T a, T b) { return b == 0 ? 0 : a % (b == 0 ? 1 : b); }"},
    {"floor_divide", wide_signed, R"(T floor_divide_T(T a, T b) {
  const T d = b == 0 || b == -1 ? 1 : b, r = a % d;
  const T q = a / d - (r != 0 && (r ^ d) < 0);
  return b == 0 ? 0 : b == -1 ? (T)(0 - (U)a) : q;
})"},
    {"floor_divide", floating, R"(T floor_divide_T(T a, T b) {
  if (b == 0)
    return a / b;
  const T rest = fmod_T(a, b);
  T q = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    q -= 1;
  if (q == 0)
    return copysign_T((T)0, a / b);
  const T down = floor_T(q);
  return q - down > (T)0.5f ? down + 1 : down;
})"},
    {"remainder", wide_signed, R"(T remainder_T(T a, T b) {
  const T d = b == 0 || b == -1 ? 1 : b, r = a % d;
  return r != 0 && (r ^ d) < 0 ? r + d : r;
})"},
    {"remainder", floating, R"(T remainder_T(T a, T b) {
  const T r = fmod_T(a, b);
  if (r == 0)
    return copysign_T((T)0, b);
  return (r < 0) != (b < 0) ? r + b : r;
})"},
    // The result wraps. A negative power gives 0: the host refuses it, but a kernel cannot.
    {"power", wide_unsigned, R"(T power_T(T a, T b) {
  T r = 1;
  for (; b != 0; b >>= 1) {
    if ((b & 1) != 0)
      r *= a;
    a *= a;
  }
  return r;
})"},
    {"power", wide_signed, R"(T power_T(T a, T b) {
  return b < 0 ? 0 : (T)power_U((U)a, (U)b);
})"},
};

/// C functions with the same meaning in both languages, for float and double: exp_f32 is exp in
/// OpenCL and expf in CUDA.
constexpr std::string_view c_functions[] = {
    "sqrt",  "cbrt",  "exp",   "exp2",  "expm1",    "log",       "log1p",  "log2",  "log10",
    "sin",   "cos",   "tan",   "asin",  "acos",     "atan",      "sinh",   "cosh",  "tanh",
    "asinh", "acosh", "atanh", "erf",   "erfc",     "tgamma",    "lgamma", "floor", "ceil",
    "trunc", "rint",  "atan2", "hypot", "copysign", "nextafter", "pow",    "fmod",  "fma",
};

constexpr std::string_view opencl_words = R"(#define KERNEL __kernel
#define GROUPS_OF(items, count) __attribute__((reqd_work_group_size(items, 1, 1)))
#define FUNCTION static inline
#define GLOBAL __global
#define LOCAL __local
#define IN_LOCAL __local
#define UNROLL
#define BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define WARP_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define GROUP_ID ((i64)get_group_id(0))
#define GROUP_SIZE ((i64)get_local_size(0))
#define ITEM_ID ((i64)get_local_id(0))
#define GROUP_COUNT ((i64)get_num_groups(0))
#define ATOMIC_MAX_I32(pointer, value) atomic_max(pointer, value)
#define ATOMIC_MIN_I32(pointer, value) atomic_min(pointer, value)
#define ATOMIC_ADD_I32(pointer, value) atomic_add(pointer, value)
#define ATOMIC_OR_U32(pointer, value) atomic_or(pointer, value)
#define BIT_COUNT_U32(value) popcount(value)
#define BITS_F32(value) as_uint(value)
#define BITS_F64(value) as_ulong(value)
#define F32_INFINITY INFINITY
#define F32_NAN NAN
#define F64_INFINITY ((f64)INFINITY)
#define F64_NAN ((f64)NAN)
)";
constexpr std::string_view cuda_words = R"(#define KERNEL extern "C" __global__
#define GROUPS_OF(items, count) __launch_bounds__(items, count)
#define FUNCTION inline __device__
#define GLOBAL
#define LOCAL __shared__
#define IN_LOCAL
#define UNROLL _Pragma("unroll")
#define BARRIER() __syncthreads()
#define WARP_BARRIER() __syncwarp()
#define GROUP_ID ((i64)blockIdx.x)
#define GROUP_SIZE ((i64)blockDim.x)
#define ITEM_ID ((i64)threadIdx.x)
#define GROUP_COUNT ((i64)gridDim.x)
#define ATOMIC_MAX_I32(pointer, value) atomicMax(pointer, value)
#define ATOMIC_MIN_I32(pointer, value) atomicMin(pointer, value)
#define ATOMIC_ADD_I32(pointer, value) atomicAdd(pointer, value)
#define ATOMIC_OR_U32(pointer, value) atomicOr(pointer, value)
#define BIT_COUNT_U32(value) __popc(value)
#define BITS_F32(value) __float_as_uint(value)
#define BITS_F64(value) ((u64)__double_as_longlong(value))
#define F32_INFINITY __int_as_float(0x7f800000)
#define F32_NAN __int_as_float(0x7fc00000)
#define F64_INFINITY __longlong_as_double(0x7ff0000000000000LL)
#define F64_NAN __longlong_as_double(0x7ff8000000000000LL)
)";

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
/// Calls see(text before the word, word) for each word of a text.
template <class See> void for_words(std::string_view text, See see) {
  while (!text.empty()) {
    std::size_t begin = 0;
    while (begin < text.size() && !in_word(text[begin]))
      ++begin;
    std::size_t end = begin;
    while (end < text.size() && in_word(text[end]))
      ++end;
    see(text.substr(0, begin), text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

struct made_function {
  std::string name, text;
};

/// The function of a row for one type.
made_function made_for(std::string_view type, const function_row& row) {
  std::string text = "FUNCTION ";
  for_words(row.text, [&](std::string_view between, std::string_view word) {
    text += between;
    if (word == "T")
      text += type;
    else if (word == "U")
      text.append("u").append(type.substr(1));
    else if (word == "C")
      text.append("c").append(type);
    else if (word.ends_with("_U"))
      text.append(word.substr(0, word.size() - 1)).append("u").append(type.substr(1));
    else if (word.ends_with("_T"))
      text.append(word.substr(0, word.size() - 1)).append(type);
    else
      text += word;
  });
  return {std::string(row.name).append("_").append(type), text + '\n'};
}

/// All functions, in an order in which each function calls only functions before it.
std::vector<made_function> make_functions(kernel_dialect dialect, bool has_double) {
  std::vector<made_function> made;
  for (const std::string_view name : c_functions)
    for (const std::string_view type : {"f32", "f64"}) {
      if (type == "f64" && !has_double)
        continue;
      auto own = std::string(name).append("_").append(type);
      auto text = "#define " + own + ' ' + std::string(name);
      if (dialect == kernel_dialect::cuda && type == "f32")
        text += 'f';
      made.push_back({std::move(own), text + '\n'});
    }
  const auto add = [&](const function_row& row) {
    if (row.when == (has_double ? function_row::without_f64 : function_row::with_f64))
      return;
    for_words(row.types, [&](std::string_view, std::string_view type) {
      if (!type.empty() && (type != "f64" || has_double))
        made.push_back(made_for(type, row));
    });
  };
  for (const function_row& row : functions)
    add(row);
  for (const std::string_view type : {"f32", "f64"})
    if (type == "f32" || has_double)
      made.push_back({"c" + std::string(type), complex_definition(type, dialect)});
  for (const function_row& row : complex_functions())
    add(row);
  return made;
}

/// The same functions, made once. They are never destroyed, like the devices that use them.
const std::vector<made_function>& all_functions(kernel_dialect dialect, bool has_double) {
  using lists = std::array<std::vector<made_function>, 4>;
  static const auto* const all = new lists{
      make_functions(kernel_dialect::opencl, false), make_functions(kernel_dialect::opencl, true),
      make_functions(kernel_dialect::cuda, false), make_functions(kernel_dialect::cuda, true)};
  return (*all)[(dialect == kernel_dialect::cuda ? 2 : 0) + (has_double ? 1 : 0)];
}

std::string words_of(kernel_dialect dialect, bool has_double) {
  const bool opencl = dialect == kernel_dialect::opencl;
  std::string text;
  if (opencl) {
    text = "#pragma OPENCL FP_CONTRACT OFF\n";
    if (has_double)
      text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  }
  for (const type_row& row : types)
    if (is_defined_in(row, has_double))
      text.append("typedef ")
          .append(opencl ? row.opencl : row.cuda)
          .append(" ")
          .append(row.name)
          .append(";\n");
  return text.append(opencl ? opencl_words : cuda_words);
}

} // namespace

std::string_view type_text(kernel_type type) {
  const auto row = static_cast<std::size_t>(type);
  return row < types.size() ? types[row].name : "none";
}

std::string vector_definition(kernel_type type, kernel_dialect dialect) {
  const type_row& row = types[static_cast<std::size_t>(type)];
  const std::string own(row.name);
  const std::string parts = own + "x4 { " + own + " x, y, z, w; };\n";
  if (is_complex_type(type))
    return dialect == kernel_dialect::opencl ? "typedef struct __attribute__((aligned(16))) { " +
                                                   own + " x, y, z, w; } " + own + "x4;\n"
                                             : "struct __align__(16) " + parts;
  if (dialect == kernel_dialect::opencl)
    return "typedef " + std::string(row.opencl) + "4 " + own + "x4;\n";
  // CUDA reads and writes up to 16 bytes at once; double4 is deprecated there.
  return "struct __align__(sizeof(" + own + ") > 4 ? 16 : 4 * sizeof(" + own + ")) " + parts;
}

std::string constant_text(kernel_type type, double value) {
  switch (type) {
  case kernel_type::f32: return floating_constant(static_cast<float>(value), "f32");
  case kernel_type::f64: return floating_constant(value, "f64");
  case kernel_type::b8: return value != 0 ? "((b8)1)" : "((b8)0)";
  case kernel_type::cf32:
  case kernel_type::cf64: return complex_text(type, constant_text(part_type(type), value));
  default: return integer_constant(type_text(type), value);
  }
}

std::string converted_text(const std::string& text, kernel_type from, kernel_type to) {
  if (from == to)
    return text;
  if (is_complex_type(from) || is_complex_type(to))
    return converted_complex_text(text, from, to);
  if (to == kernel_type::b8)
    return "((b8)(" + text + " != 0))";
  return "((" + std::string(type_text(to)) + ')' + text + ')';
}

std::string kernel_prologue(kernel_dialect dialect, bool has_double) {
  std::string text = words_of(dialect, has_double);
  for (const made_function& made : all_functions(dialect, has_double))
    text += made.text;
  return text;
}

std::string kernel_prologue(kernel_dialect dialect, bool has_double, std::string_view body) {
  const std::vector<made_function>& made = all_functions(dialect, has_double);
  std::unordered_set<std::string_view> called;
  const auto note = [&](std::string_view, std::string_view word) { called.insert(word); };
  for_words(body, note);
  for (std::size_t i = made.size(); i-- > 0;)
    if (called.contains(made[i].name))
      for_words(made[i].text, note);
  std::string text = words_of(dialect, has_double);
  for (const made_function& function : made)
    if (called.contains(function.name))
      text += function.text;
  return text;
}

namespace {

constexpr std::string_view end_of_prologue = "// ----\n";

} // namespace

std::string whole_kernel(kernel_dialect dialect, bool has_double, std::string_view body) {
  return kernel_prologue(dialect, has_double, body).append(end_of_prologue).append(body);
}

std::string_view kernel_body_of(std::string_view whole) {
  const std::size_t end = whole.find(end_of_prologue);
  return end == std::string_view::npos ? whole : whole.substr(end + end_of_prologue.size());
}

} // namespace stria::detail

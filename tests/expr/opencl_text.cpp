// SPDX-License-Identifier: BSL-1.0
// A visitor that writes an element-wise expression as the source of an OpenCL kernel.
#include <stria/stria.hpp>

#include "catch.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <complex>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace stria;
using stria::index;

namespace {

/// Thrown for operations that a kernel cannot perform.
struct no_kernel : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <class T> std::string_view opencl_type() {
  if constexpr (std::same_as<T, float>)
    return "float";
  else if constexpr (std::same_as<T, double>)
    return "double";
  else if constexpr (std::same_as<T, bool>)
    return "uchar";
  else if constexpr (std::integral<T>) {
    constexpr std::string_view names[][2] = {
        {"uchar", "char"}, {"ushort", "short"}, {"uint", "int"}, {"ulong", "long"}};
    return names[std::bit_width(sizeof(T)) - 1][std::is_signed_v<T> ? 1 : 0];
  } else
    throw no_kernel("stria: a kernel has elements of float, double, integers and bool");
}

/// The OpenCL name of a function of stria for elements of type T. Functions that OpenCL lacks, such
/// as gcd, keep their names: a back end adds their definitions in front of the kernel.
template <class T> std::string opencl_function(std::string_view text) {
  constexpr std::string_view others[][3] = {{"abs", "abs", "fabs"},
                                            {"maximum", "max", "fmax"},
                                            {"minimum", "min", "fmin"},
                                            {"clip", "clamp", "clamp"},
                                            {"round", "", "rint"}};
  for (const auto& other : others)
    if (text == other[0])
      return std::string(other[std::floating_point<T> ? 2 : 1]);
  return std::string(text);
}

template <class N> inline constexpr bool is_scalar = false;
template <class T> inline constexpr bool is_scalar<detail::scalar<T>> = true;

template <class T> std::string literal(const T& value) {
  std::array<char, 64> digits{};
  if constexpr (std::floating_point<T>) {
    if (std::isnan(value))
      return "NAN";
    if (std::isinf(value))
      return value < 0 ? "-INFINITY" : "INFINITY";
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    std::string text(digits.data(), end);
    if (text.find_first_of(".e") == std::string::npos)
      text += ".0";
    return std::same_as<T, float> ? text + 'f' : text;
  } else {
    return std::to_string(value);
  }
}

/// A sum of multiples of the loop indices i0, i1, ... and a constant, without zero terms.
template <std::size_t L> struct affine {
  std::array<index, L> of_loop{};
  index constant = 0;

  template <std::size_t R>
  static affine place(const detail::axis_refs<R>& refs, const std::array<index, R>& strides) {
    affine a;
    for (std::size_t k = 0; k < R; ++k) {
      a.constant += refs[k].begin * strides[k];
      if (refs[k].loop >= 0)
        a.of_loop[static_cast<std::size_t>(refs[k].loop)] += refs[k].step * strides[k];
    }
    return a;
  }
  std::string text() const {
    std::string s;
    const auto add = [&](index factor, const std::string& name) {
      if (factor == 0)
        return;
      const index size = factor < 0 ? -factor : factor;
      s += s.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
      s += name.empty() ? std::to_string(size)
           : size == 1  ? name
                        : name + " * " + std::to_string(size);
    };
    for (std::size_t k = 0; k < L; ++k)
      add(of_loop[k], "i" + std::to_string(k));
    add(constant, "");
    return s.empty() ? "0" : s;
  }
};

/// Writes a kernel for a result of rank L. Leaves are called a, b, ... in order; the same memory
/// has the same name. The pointer of a leaf points to its first element.
template <std::size_t L> class kernel_writer {
  std::vector<const void*> leaves_;
  std::string arguments_;

  template <class T> char letter_of(const T* first) {
    std::size_t k = 0;
    while (k < leaves_.size() && leaves_[k] != first)
      ++k;
    const char letter = static_cast<char>('a' + k);
    if (k == leaves_.size()) {
      leaves_.push_back(first);
      arguments_ += ", global const ";
      ((arguments_ += opencl_type<std::remove_const_t<T>>()) += "* ") += letter;
    }
    return letter;
  }

  template <class N>
  std::string write_map(const N& n, const detail::axis_refs<N::extents.rank()>& refs, bool inside) {
    using F = std::remove_cvref_t<decltype(n.function())>;
    std::vector<std::string> operands;
    const std::string_view text = detail::name_of<F>();
    const bool calls = text[0] >= 'a' && text[0] <= 'z' && text != "where" && text != "cast";
    detail::for_each_operand(n, [&](const auto& o) {
      operands.push_back(write(o, detail::broadcast_refs(refs, o.shape()), !calls));
    });
    std::string s;
    if (text == "map")
      throw no_kernel("stria: a function has no name in a kernel; give its class a member "
                      "`static constexpr const char* text` that says what OpenCL calls it");
    if (text == "where")
      s = operands[0] + " ? " + operands[1] + " : " + operands[2];
    else if (text == "cast")
      s = "(" + std::string(opencl_type<detail::value_t<N>>()) + ")" + operands[0];
    else if (!calls && operands.size() == 1)
      s = std::string(text) + operands[0];
    else if (!calls)
      s = operands[0] + " " + std::string(text) + " " + operands[1];
    else {
      s = opencl_function<detail::value_t<N>>(text) + "(";
      for (std::size_t k = 0; k < operands.size(); ++k)
        (s += k == 0 ? "" : ", ") += operands[k];
      return s + ")";
    }
    return inside ? "(" + s + ")" : s;
  }

  /// `inside`: n is an operand of an operator.
  template <class N>
  std::string write(const N& n, const detail::axis_refs<N::extents.rank()>& refs, bool inside) {
    if constexpr (requires { *n.node; }) {
      return write(*n.node, refs, inside);
    } else if constexpr (detail::tensor_operand<N> || detail::view_operand<N>) {
      const char name = letter_of(n.data());
      return name + ("[" + affine<L>::place(refs, n.strides()).text() + "]");
    } else if constexpr (is_scalar<N>) {
      return literal(n.value);
    } else if constexpr (detail::is_map<N>) {
      return write_map(n, refs, inside);
    } else if constexpr (detail::operand_count<N> == 0) { // positions
      return "(" + affine<L>::place(refs, std::array<index, 1>{1}).text() + ")";
    } else if constexpr (N::how == detail::computation::in_the_loop && N::ready::value) {
      return write(n.source(), n.source_refs(refs), inside);
    } else {
      throw no_kernel("stria: a kernel computes element by element; compute " + to_string(n) +
                      " first, by eval()");
    }
  }

public:
  template <class E> std::string text(const E& e) {
    const auto n = e.shape();
    const std::string value = write(e, detail::straight_refs<L>(), false);
    std::string s = "kernel void program(global ";
    ((s += opencl_type<detail::value_t<E>>()) += "* r") += arguments_;
    s += ") {\n  const long i = get_global_id(0);\n";
    index inner = 1;
    std::string loops;
    for (std::size_t k = L; k-- > 0;) {
      std::string place = inner == 1 ? "i" : "i / " + std::to_string(inner);
      if (k > 0)
        place += " % " + std::to_string(n[k]);
      loops = "  const long i" + std::to_string(k) + " = " + place + ";\n" + loops;
      inner *= n[k];
    }
    return s + loops + "  r[i] = " + value + ";\n}\n";
  }
};

/// The source of a kernel that writes the elements of e in row-major order.
template <class E> std::string opencl_text(const E& e) {
  return kernel_writer<E::extents.rank()>().text(e);
}

/// The assignment in the kernel, without the rest of its source.
template <class E> std::string assignment(const E& e) {
  const std::string s = opencl_text(e);
  const std::size_t from = s.find("r[i]");
  return s.substr(from, s.find(';', from) - from);
}

struct nameless {
  float operator()(float x) const { return x; }
};
struct named {
  static constexpr const char* text = "tanh";
  float operator()(float x) const { return x; }
};

} // namespace

TEST_CASE("a kernel") {
  const dtensor<float, 2> a = zeros<float>(2, 3), b = zeros<float>(2, 3);
  const dtensor<float, 1> c{1, 2, 3};
  CHECK(opencl_text(a * b + c) ==
        "kernel void program(global float* r, global const float* a, global const float* b, "
        "global const float* c) {\n"
        "  const long i = get_global_id(0);\n"
        "  const long i0 = i / 3;\n"
        "  const long i1 = i % 3;\n"
        "  r[i] = (a[i0 * 3 + i1] * b[i0 * 3 + i1]) + c[i1];\n"
        "}\n");
  const dtensor<double, 1> v{1, 2};
  CHECK(opencl_text(v > 1.) == "kernel void program(global uchar* r, global const double* a) {\n"
                               "  const long i = get_global_id(0);\n"
                               "  const long i0 = i;\n"
                               "  r[i] = a[i0] > 1.0;\n"
                               "}\n");
}

TEST_CASE("offsets come from strides") {
  const dtensor<float, 2> a = zeros<float>(2, 3);
  const dtensor<float, 3> t = zeros<float>(4, 2, 3);
  const dtensor<float, 1> v{1, 2, 3};
  // views
  CHECK(assignment(transpose(a) + 1.f) == "r[i] = a[i0 + i1 * 3] + 1.0f");
  CHECK(assignment(-a[rev(), 1]) == "r[i] = -a[-i0 * 3]");
  CHECK(assignment(t[_, 1] * a[0]) == "r[i] = a[i0 * 6 + i1] * b[i1]");
  // slices of expressions
  CHECK(assignment((a + 1.f)[rev(), range(_, _, 2)]) == "r[i] = a[-i0 * 3 + i1 * 2 + 3] + 1.0f");
  CHECK(assignment(transpose(a * 2.f)) == "r[i] = a[i0 + i1 * 3] * 2.0f");
  CHECK(assignment(transpose(a + v)[1]) == "r[i] = a[i0 * 3 + 1] + b[1]");
  CHECK(assignment(broadcast_to(v + 1.f, 4, 3)) == "r[i] = a[i1] + 1.0f");
  CHECK(assignment(diagonal(a + 1.f)) == "r[i] = a[i0 * 4] + 1.0f");
  CHECK(assignment(v[_, newaxis] - v) == "r[i] = a[i0] - a[i1]");
  CHECK(assignment(where(v > 2.f, v, 0.f)) == "r[i] = (a[i0] > 2.0f) ? a[i0] : 0.0f");
}

TEST_CASE("functions by name") {
  const dtensor<float, 1> a{1, 2}, b{3, 4};
  const dtensor<int, 1> k{1, 2};
  CHECK(assignment(sqrt(a * a + b * b)) == "r[i] = sqrt((a[i0] * a[i0]) + (b[i0] * b[i0]))");
  CHECK(assignment(maximum(abs(a), 0.5f) / exp(-b)) ==
        "r[i] = fmax(fabs(a[i0]), 0.5f) / exp(-b[i0])");
  CHECK(assignment(!(a > b && a != 1.f)) == "r[i] = !((a[i0] > b[i0]) && (a[i0] != 1.0f))");
  CHECK(assignment(cast<float>(k % 2) * a) == "r[i] = ((float)(a[i0] % 2)) * b[i0]");
  CHECK(assignment(map(named{}, a)) == "r[i] = tanh(a[i0])");
  CHECK(assignment(isnan(a) || isfinite(b)) == "r[i] = isnan(a[i0]) || isfinite(b[i0])");
  CHECK(assignment(atan2(a, b) + log1p(a)) == "r[i] = atan2(a[i0], b[i0]) + log1p(a[i0])");
  CHECK(assignment(minimum(a, -std::numeric_limits<float>::infinity())) ==
        "r[i] = fmin(a[i0], -INFINITY)");
  CHECK(assignment(maximum(k, 3) - abs(k)) == "r[i] = max(a[i0], 3) - abs(a[i0])");
  CHECK(assignment(cast<short>(a)) == "r[i] = (short)a[i0]");
  CHECK(assignment(gcd(k, 6)) == "r[i] = gcd(a[i0], 6)");
  const dtensor<unsigned char, 1> bytes{1, 2};
  CHECK(opencl_text(bytes).starts_with(
      "kernel void program(global uchar* r, global const uchar* a)"));
}

TEST_CASE("unsupported operations are refused with a message") {
  const dtensor<float, 2> a = zeros<float>(2, 3);
  const auto refusal = [](const auto& e) {
    try {
      opencl_text(e);
    } catch (const no_kernel& f) {
      return std::string(f.what());
    }
    return std::string();
  };
  CHECK(
      refusal(map(nameless{}, a) + 1.f) ==
      "stria: a function has no name in a kernel; give its class a member `static constexpr const "
      "char* text` that says what OpenCL calls it");
  CHECK(refusal(a - sum(a, _0)) ==
        "stria: a kernel computes element by element; compute sum(a, _0) first, by eval()");
  CHECK(refusal(a[dtensor<index, 1>{0}] * 2.f) ==
        "stria: a kernel computes element by element; compute a[b] first, by eval()");
  CHECK(refusal(cast<std::complex<float>>(a)) ==
        "stria: a kernel has elements of float, double, integers and bool");
}

// SPDX-License-Identifier: BSL-1.0
// show/: the same texts as NumPy prints, recorded in cases.hpp.
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <sstream>
#include <string>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

template <class T> constexpr T nan_of = std::numeric_limits<T>::quiet_NaN();
template <class T> constexpr T inf_of = std::numeric_limits<T>::infinity();

template <class T, std::size_t R> auto sized(const int (&sizes)[R]) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return dtensor<T, R>(sizes[K]...);
  }(std::make_index_sequence<R>());
}

/// The listed elements in row-major order.
template <class T, std::size_t R>
dtensor<T, R> listed(const int (&sizes)[R], std::initializer_list<T> elements) {
  auto t = sized<T>(sizes);
  REQUIRE(static_cast<std::size_t>(t.size()) == elements.size());
  std::copy(elements.begin(), elements.end(), t.data());
  return t;
}

/// first, first + step, ...
template <class T, std::size_t R>
dtensor<T, R> steps(const int (&sizes)[R], double first, double step) {
  auto t = sized<T>(sizes);
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = static_cast<T>(first + step * static_cast<double>(i));
  return t;
}

tensor<double, batch, 3> named(double x) {
  tensor<double, batch, 3> t(2);
  t = x;
  return t;
}

template <class E> std::string printed(const E& e, const print_options& options = {}) {
  const print_scope scope(options);
  std::ostringstream stream;
  stream << e;
  return stream.str();
}

template <class E> std::string with_type(const E& e, const print_options& options = {}) {
  return repr(e, options);
}

} // namespace

TEST_CASE("tensors are printed as NumPy prints them") {
  const tensor<int, 3, 4> m{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  const tensor x{0.5, -1.5, 2.0};
  const stria::index one = 1;
  int count = 0;
  const auto check = [&](const char* label, const std::string& text, const std::string& expected) {
    INFO(label);
    CHECK(text == expected);
    ++count;
  };
#define PRINT_CASE(label, text, expected) check(label, text, expected);
#include "cases.hpp"
#undef PRINT_CASE
  CHECK(count >= 250);
}

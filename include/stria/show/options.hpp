// SPDX-License-Identifier: BSL-1.0
// show/options.hpp: the options for printing tensors, kept per thread.
// Tests: tests/show/stream.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <string_view>

namespace stria {

/// The number of digits of floating-point numbers.
///
/// `fixed` writes `precision` digits. `unique` writes as many as distinguish a number from its
/// neighbours. `maxprec` does so up to `precision`. `maxprec_equal` also pads all numbers to the
/// same number of digits.
///
/// \numpy        `floatmode="fixed"` and so on
/// \usage        `set_print_options({.floatmode = float_mode::fixed})`
enum class float_mode { fixed, unique, maxprec, maxprec_equal };

/// The options for printing tensors, with the names and defaults of NumPy. Values that are out of
/// range are clamped.
///
/// \numpy        `np.printoptions`
/// \usage        `array2string(a, {.precision = 3})`
struct print_options {
  /// Digits after the point.
  int precision = 8;
  /// An operand with more elements is printed with its corners only.
  index threshold = 1000;
  /// The number of elements printed at each end of an axis that is cut.
  index edgeitems = 3;
  /// Characters in a line.
  index linewidth = 75;
  /// True if small numbers are written as 0, without exponents.
  bool suppress = false;
  /// '-', or '+' for a sign on positive numbers as well, or ' ' for a blank.
  char sign = '-';
  /// The number of digits.
  float_mode floatmode = float_mode::maxprec;
  /// The texts of NaN and infinity; they are not copied and must outlive the options.
  std::string_view nanstr = "nan", infstr = "inf";
};

namespace detail {
/// The options that this thread has set. All bits are zero until then, because clang-repl crashes
/// when it compiles a thread_local variable with another initial value for the second time.
struct thread_options {
  bool are_set = false;
  print_options values{0, 0, 0, 0, false, '\0', float_mode::fixed, {}, {}};
};
inline constinit STRIA_THREAD_LOCAL thread_options current_print_options{};
} // namespace detail

/// Returns the print options of this thread.
///
/// \returns      print_options
/// \throws       nothing
/// \complexity   O(1)
/// \numpy        `np.get_printoptions()`
/// \usage        `get_print_options().precision`
inline print_options get_print_options() {
  const detail::thread_options& current = detail::current_print_options;
  return current.are_set ? current.values : print_options{};
}

/// Sets all print options of this thread; options that are not named get their defaults.
///
/// \param options  the new options
/// \returns        the previous options
/// \throws         nothing
/// \complexity     O(1)
/// \numpy          `np.set_printoptions(precision=3)`, which leaves other options unchanged
/// \usage          `set_print_options({.precision = 3});`
inline print_options set_print_options(const print_options& options) {
  const print_options before = get_print_options();
  detail::current_print_options = {true, options};
  return before;
}

/// Sets the print options of this thread until the end of a block.
///
/// \numpy        `with np.printoptions(precision=3):`
/// \usage        `print_scope scope({.precision = 3});`
class print_scope {
  print_options before_;

public:
  /// Sets the options; the destructor restores the previous ones.
  [[nodiscard]] explicit print_scope(const print_options& options)
      : before_(set_print_options(options)) {}
  print_scope(const print_scope&) = delete;
  print_scope& operator=(const print_scope&) = delete;
  ~print_scope() { set_print_options(before_); }
};

} // namespace stria

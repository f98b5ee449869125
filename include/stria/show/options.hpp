// SPDX-License-Identifier: BSL-1.0
// show/options.hpp: how tensors are printed, and the options of this thread.
#pragma once

#include <stria/base/index.hpp>

#include <string_view>

namespace stria {

/// How many digits a floating number gets: `fixed` gives each `precision` of them, `unique` as many
/// as tell it from its neighbours, `maxprec` these up to `precision`, `maxprec_equal` the same and
/// all as many as the longest.
enum class float_mode { fixed, unique, maxprec, maxprec_equal };

/// How tensors are printed, with NumPy's names and defaults. What makes no sense is taken for the
/// nearest that does: a negative precision for 0. NumPy: `np.printoptions`.
struct print_options {
  /// Digits after the point.
  int precision = 8;
  /// Of more elements than these only the corners are printed.
  index threshold = 1000;
  /// As many elements at either end of each axis.
  index edgeitems = 3;
  /// Characters in a line.
  index linewidth = 75;
  /// No exponents for small numbers: they become 0.
  bool suppress = false;
  /// '-', or '+' for a sign on positive numbers too, or ' ' for a blank there.
  char sign = '-';
  float_mode floatmode = float_mode::maxprec;
  /// How nan and inf are written; the texts are not copied.
  std::string_view nanstr = "nan", infstr = "inf";
};

namespace detail {
/// The options that this thread has set. All bits are zero until then: clang-repl crashes where it
/// compiles a thread_local variable with another initial value for the second time.
struct thread_options {
  bool are_set = false;
  print_options values{0, 0, 0, 0, false, '\0', float_mode::fixed, {}, {}};
};
inline constinit thread_local thread_options current_print_options{};
} // namespace detail

/// The options of this thread. NumPy: `np.get_printoptions()`.
inline print_options get_print_options() {
  const detail::thread_options& current = detail::current_print_options;
  return current.are_set ? current.values : print_options{};
}

/// Sets all options of this thread; what is not named gets its default. Returns those before.
/// NumPy: `np.set_printoptions(precision=3)`, which changes what is named and nothing else.
inline print_options set_print_options(const print_options& options) {
  const print_options before = get_print_options();
  detail::current_print_options = {true, options};
  return before;
}

/// Sets the options of this thread until the end of a block. NumPy:
/// `with np.printoptions(precision=3):`.
class print_scope {
  print_options before_;

public:
  [[nodiscard]] explicit print_scope(const print_options& options)
      : before_(set_print_options(options)) {}
  print_scope(const print_scope&) = delete;
  print_scope& operator=(const print_scope&) = delete;
  ~print_scope() { set_print_options(before_); }
};

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// base/errors.hpp: the exceptions of stria, and the function that throws them.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/message.hpp>

#include <stdexcept>
#include <string>

namespace stria {

/// The base of every exception of stria. It does not derive from `std::exception`, because each
/// exception class also derives from a standard exception class, which already has that base.
///
/// \usage  `catch (const stria::error& e) { std::puts(e.what()); }`
class error {
public:
  /// The message: the operation, the shapes (with the names of named extents) and the axis.
  ///
  /// \throws  nothing
  virtual const char* what() const noexcept = 0;

protected:
  // The destructor is not virtual, so that the virtual tables are smaller. Every program that
  // includes stria compiles these tables.
  ~error() = default;
  error() = default;
  error(const error&) = default;
  error& operator=(const error&) = default;
};

// Each class defines what() itself, because a template between it and the standard class would add
// a virtual table to every program.

/// Shapes do not fit each other. Derives from `std::invalid_argument` and `error`.
///
/// \numpy  `ValueError: operands could not be broadcast together`
/// \usage  `catch (const shape_error& e)`
class shape_error : public std::invalid_argument, public error {
public:
  using std::invalid_argument::invalid_argument;
  const char* what() const noexcept override { return std::invalid_argument::what(); }
};

/// A subscript lies outside its axis. Derives from `std::out_of_range` and `error`.
///
/// \numpy  `IndexError`
/// \usage  `catch (const index_error& e)`
class index_error : public std::out_of_range, public error {
public:
  using std::out_of_range::out_of_range;
  const char* what() const noexcept override { return std::out_of_range::what(); }
};

/// An argument has an invalid value, such as step 0, a negative size or a malformed text. Derives
/// from `std::invalid_argument` and `error`.
///
/// \numpy  `ValueError`
/// \usage  `catch (const value_error& e)`
class value_error : public std::invalid_argument, public error {
public:
  using std::invalid_argument::invalid_argument;
  const char* what() const noexcept override { return std::invalid_argument::what(); }
};

/// A file or a stream could not be read or written. Derives from `std::runtime_error` and `error`.
///
/// \numpy  `OSError`
/// \usage  `catch (const io_error& e)`
class io_error : public std::runtime_error, public error {
public:
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override { return std::runtime_error::what(); }
};

/// \internal
/// Throws `Error` with the text; with -fno-exceptions it prints the text and aborts. It is
/// deliberately not constexpr: a call that is reached in a constant expression is a compile error,
/// so the same check works at compile time and at run time.
template <class Error> [[noreturn]] [[gnu::cold]] inline void raise(const detail::message& text) {
  STRIA_THROW(Error(text.data()), text.data());
}

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// base/errors.hpp: the exceptions that stria throws, and the calls that throw them.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/message.hpp>

#include <stdexcept>
#include <string>

namespace stria {

/// What every exception of stria also is: `catch (const stria::error&)`. A mix-in without a
/// standard base, so that each kind keeps the standard class a caller would expect.
class error {
public:
  /// The operation, the shapes with the names of named extents, and the axis, in words.
  virtual const char* what() const noexcept = 0;

protected:
  // Not virtual: every program that includes stria compiles the tables of these classes.
  ~error() = default;
  error() = default;
  error(const error&) = default;
  error& operator=(const error&) = default;
};

// Each kind says its own what(): a template between it and the standard class would be one more
// table in every program.

/// Shapes do not fit each other; a `std::invalid_argument`.
class shape_error : public std::invalid_argument, public error {
public:
  using std::invalid_argument::invalid_argument;
  const char* what() const noexcept override { return std::invalid_argument::what(); }
};

/// A subscript lies outside its axis; a `std::out_of_range`.
class index_error : public std::out_of_range, public error {
public:
  using std::out_of_range::out_of_range;
  const char* what() const noexcept override { return std::out_of_range::what(); }
};

/// A value that has no meaning here (step 0, a negative size, a bad text); a
/// `std::invalid_argument`.
class value_error : public std::invalid_argument, public error {
public:
  using std::invalid_argument::invalid_argument;
  const char* what() const noexcept override { return std::invalid_argument::what(); }
};

/// A file or a stream could not be read or written; a `std::runtime_error`.
class io_error : public std::runtime_error, public error {
public:
  using std::runtime_error::runtime_error;
  const char* what() const noexcept override { return std::runtime_error::what(); }
};

/// Throws `Error` with the text; with -fno-exceptions it prints the text and aborts. Deliberately
/// not constexpr: reached in a constant expression it is the compile error, so one function speaks
/// in both worlds.
template <class Error> [[noreturn]] [[gnu::cold]] inline void raise(const message& text) {
  STRIA_THROW(Error(text.data()), text.data());
}

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// base/errors.hpp: the exceptions that stria throws, and the calls that throw them.
#pragma once

#include <stria/base/message.hpp>

#include <stdexcept>
#include <string>

namespace stria {

/// What every exception of stria also is: `catch (const stria::error&)`. A mix-in without a
/// standard base, so that each kind keeps the standard class a caller would expect.
class error {
public:
  virtual ~error() = default;
  /// The operation, the shapes with the names of named extents, and the axis, in words.
  virtual const char* what() const noexcept = 0;

protected:
  error() = default;
  error(const error&) = default;
  error& operator=(const error&) = default;
};

namespace detail {

template <class Standard> class error_of : public Standard, public error {
public:
  explicit error_of(const std::string& text) : Standard(text) {}
  const char* what() const noexcept override { return Standard::what(); }
};

} // namespace detail

/// Shapes do not fit each other; a `std::invalid_argument`.
class shape_error : public detail::error_of<std::invalid_argument> {
  using error_of::error_of;
};

/// A subscript lies outside its axis; a `std::out_of_range`.
class index_error : public detail::error_of<std::out_of_range> {
  using error_of::error_of;
};

/// A value that has no meaning here (step 0, a negative size, a bad text); a
/// `std::invalid_argument`.
class value_error : public detail::error_of<std::invalid_argument> {
  using error_of::error_of;
};

/// A file or a stream could not be read or written; a `std::runtime_error`.
class io_error : public detail::error_of<std::runtime_error> {
  using error_of::error_of;
};

/// Throws `Error` with the text. Deliberately not constexpr: reached in a constant expression it
/// is the compile error, so one function speaks in both worlds.
template <class Error> [[noreturn]] [[gnu::cold]] inline void raise(const message& text) {
  throw Error(std::string(text.view()));
}

} // namespace stria

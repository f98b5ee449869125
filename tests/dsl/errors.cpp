// SPDX-License-Identifier: BSL-1.0
// dsl/errors.cpp: each kind of error is caught as its standard class and as stria::error.
#include "../support/catch.hpp"

#include <stria/base/errors.hpp>

#include <stdexcept>
#include <string>
#include <type_traits>

namespace {

template <class Error> void throw_one() {
  stria::raise<Error>(stria::detail::message("stria: axis ") << 7);
}

template <class Error, class Standard> void check_kind() {
  STATIC_REQUIRE(std::is_base_of_v<Standard, Error>);
  STATIC_REQUIRE(std::is_base_of_v<stria::error, Error>);
  // The mix-in has no standard base: otherwise catching std::exception would be ambiguous.
  STATIC_REQUIRE(!std::is_base_of_v<std::exception, stria::error>);

  CHECK_THROWS_AS(throw_one<Error>(), Error);
  CHECK_THROWS_AS(throw_one<Error>(), Standard);
  CHECK_THROWS_AS(throw_one<Error>(), std::exception);
  std::string as_standard, as_stria;
  try {
    throw_one<Error>();
  } catch (const std::exception& e) {
    as_standard = e.what();
  }
  try {
    throw_one<Error>();
  } catch (const stria::error& e) {
    as_stria = e.what();
  }
  CHECK(as_standard == "stria: axis 7");
  CHECK(as_stria == "stria: axis 7");
}

} // namespace

TEST_CASE("shape_error is a std::invalid_argument") {
  check_kind<stria::shape_error, std::invalid_argument>();
}
TEST_CASE("index_error is a std::out_of_range") {
  check_kind<stria::index_error, std::out_of_range>();
}
TEST_CASE("value_error is a std::invalid_argument") {
  check_kind<stria::value_error, std::invalid_argument>();
}
TEST_CASE("io_error is a std::runtime_error") { check_kind<stria::io_error, std::runtime_error>(); }

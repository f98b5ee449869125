// SPDX-License-Identifier: BSL-1.0
// The header of a .npy file: as NumPy writes it, equivalent forms in Python, and refusals.
#include "catch.hpp"

#include <stria/io/npy_header.hpp>

#include <string>
#include <vector>

using namespace stria;
using stria::index;

namespace {

/// A header of version 1.0 around a text.
std::string header(const std::string& text) {
  std::string s("\x93NUMPY\x01", 7);
  s += '\0';
  s += static_cast<char>(text.size() % 256);
  s += static_cast<char>(text.size() / 256);
  return s + text;
}

detail::npy_header read(const std::string& text) {
  return detail::read_npy_header(header(text), "a.npy");
}

std::string with_shape(const std::string& shape) {
  return "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
}
std::string with_type(const std::string& type) {
  return "{'descr': " + type + ", 'fortran_order': False, 'shape': (3,), }";
}

using list = std::vector<index>;

} // namespace

TEST_CASE("a header as NumPy writes it") {
  const auto h = read("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }    \n");
  CHECK(h.type == detail::npy_type{'f', 8});
  CHECK(!h.big_endian);
  CHECK(!h.column_major);
  CHECK(h.sizes == list{3, 4});
  CHECK(h.count == 12);
  CHECK(h.begin == 10 + 64);
}

TEST_CASE("a header is read at compile time too") {
  static constexpr std::string_view whole(
      "\x93NUMPY\x02\x00\x3a\x00\x00\x00"
      "{'descr': '>i2', 'fortran_order': True, 'shape': (2,), }  ",
      12 + 58);
  constexpr auto h = detail::read_npy_header(whole, "a.npy");
  STATIC_REQUIRE(h.type == detail::npy_type{'i', 2});
  STATIC_REQUIRE((h.big_endian && h.column_major && h.count == 2 && h.begin == 70));
}

TEST_CASE("keys in any order, blanks and quotes as in Python") {
  const auto h = read("{ \"shape\":(2 , 3,),'descr' :'|u1' ,\n'fortran_order':True}");
  CHECK(h.type == detail::npy_type{'u', 1});
  CHECK(h.column_major);
  CHECK(h.sizes == list{2, 3});
  CHECK(read(with_shape("()")).sizes.empty());
  CHECK(read(with_shape("()")).count == 1);
  CHECK(read(with_shape("(5,)")).sizes == list{5});
  CHECK(read(with_shape("(5L, 6L)")).sizes == list{5, 6});
  CHECK(read(with_shape("(0, 7)")).count == 0);
}

TEST_CASE("the types of elements") {
  CHECK(read(with_type("'|b1'")).type == detail::npy_type{'b', 1});
  CHECK(read(with_type("'>i8'")).type == detail::npy_type{'i', 8});
  CHECK(read(with_type("'>i8'")).big_endian);
  CHECK(read(with_type("'<c16'")).type == detail::npy_type{'c', 16});
  CHECK(read(with_type("'<f2'")).type == detail::npy_type{'f', 2});
  for (const char* type :
       {"'<f16'", "'<U2'", "'|O'", "'<M8[ns]'", "'|V8'", "'<i3'", "'f8'", "'<f8", "<f8", "''",
        "'<'", "'<b2'", "'<c4'", "[('a', '<f4')]", "'<f88'", "'<f08'", "1"})
    CHECK_THROWS_AS(read(with_type(type)), io_error);
  CHECK_THROWS_WITH(read(with_type("'<f16'")), test::contains("a.npy") &&
                                                   test::contains("at column 11") &&
                                                   test::contains("expected bool, integers"));
}

TEST_CASE("impossible shapes") {
  for (const char* shape : {"(3)", "3", "(-1,)", "(3,,4)", "(,)", "(3 4)", "(3, 4", "[3, 4]",
                            "(03,)", "(3.0,)", "(9223372036854775808,)", "(4294967296, 4294967296)",
                            "(0, 4294967296, 4294967296)", "(1152921504606846976,)"})
    CHECK_THROWS_AS(read(with_shape(shape)), io_error);
  std::string many = "(", most = "(";
  for (int k = 0; k < 65; ++k) {
    many += "1,";
    most += k < 64 ? "1," : "";
  }
  CHECK_THROWS_AS(read(with_shape(many + ")")), io_error);
  CHECK(read(with_shape(most + ")")).sizes.size() == 64);
}

TEST_CASE("invalid dictionaries and other dictionaries") {
  const std::string type = "'descr': '<f8'", order = "'fortran_order': False",
                    shape = "'shape': (3,)";
  CHECK(read("{" + order + "," + shape + "," + type + "}").count == 3);
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("{"), "{" + type + "," + shape + "}",
        "{" + type + "," + order + "," + shape + "," + type + "}",
        "{" + type + "," + order + "," + shape, "{" + type + order + "," + shape + "}",
        "{" + type + "," + order + "," + shape + "} x",
        "{" + type + "," + order + "," + shape + ", 'more': 1}",
        "{'descr' '<f8'," + order + "," + shape + "}", "{descr: '<f8'," + order + "," + shape + "}",
        "{" + type + ", 'fortran_order': 0," + shape + "}",
        "{" + type + ", 'fortran_order': Falsely," + shape + "}",
        "{" + type + "," + order + "," + shape + "}" + '\0'})
    CHECK_THROWS_AS(read(text), io_error);
}

TEST_CASE("truncated files and other files") {
  const std::string good = header(with_shape("(3,)"));
  for (std::size_t n = 0; n < good.size(); ++n)
    CHECK_THROWS_AS(detail::read_npy_header(good.substr(0, n), "a.npy"), io_error);
  CHECK_THROWS_WITH(detail::read_npy_header("PK\x03\x04 a zip file ...", "a.npz"),
                    test::contains("a.npz: this is not a .npy file"));
  std::string version = good;
  version[6] = 4;
  CHECK_THROWS_WITH(detail::read_npy_header(version, "a.npy"), test::contains("version 4.0"));
  version[6] = 2; // now the length has four bytes, of which two are text
  CHECK_THROWS_AS(detail::read_npy_header(version, "a.npy"), io_error);
}

TEST_CASE("a written header is read again") {
  const std::vector<list> shapes{{}, {5}, {3, 4}, {0}, list(64, 1), {1LL << 40}};
  for (const list& sizes : shapes) {
    const std::string head = detail::make_npy_header<float>(sizes);
    const auto h = detail::read_npy_header(head, "a.npy");
    CHECK(head.size() % 64 == 0);
    CHECK(h.begin == static_cast<index>(head.size()));
    CHECK(h.type == detail::npy_type_of<float>);
    CHECK(h.sizes == sizes);
    CHECK(!h.column_major);
  }
  // The same bytes as those of NumPy on a little-endian machine.
  CHECK(detail::make_npy_header<std::int32_t>(list{3, 4}) ==
        header("{'descr': '<i4', 'fortran_order': False, 'shape': (3, 4), }" +
               std::string(58, ' ') + "\n"));
}

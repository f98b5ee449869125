// SPDX-License-Identifier: BSL-1.0
// dsl/literal.cpp: "..."_ix equals the separate items.
#include "../support/catch.hpp"

#include <stria/mask/encode.hpp>
#include <stria/token/literal.hpp>

#include <type_traits>

using namespace stria;

namespace {

// The encoded type contains every constant, so equal types mean equal subscripts.
template <class A, class B> constexpr bool same(const A& a, const B& b) {
  return std::is_same_v<A, B> && a.begin == b.begin && a.end == b.end && a.strides == b.strides;
}

} // namespace

TEST_CASE("the flagship line as a text") {
  constexpr auto items = encode(_1, range(_2, _4), newaxis, ellipsis, rev(-_3), _);
  STATIC_REQUIRE(same(encode("1, 2:4, newaxis, ..., :-3:-1, :"_ix), items));
  STATIC_REQUIRE(same(encode("[1,2:4,None,Ellipsis,:-3:-1,:,]"_ix), items));
  STATIC_REQUIRE(
      same(encode(" [ +1 , 2 : 4 , np . newaxis ,\n ... , : - 3 : -1 , : : ] "_ix), items));
}

TEST_CASE("each form equals the separate item") {
  STATIC_REQUIRE(same(encode("0"_ix), encode(_0)));
  STATIC_REQUIRE(same(encode("-12"_ix), encode(-12_c)));
  STATIC_REQUIRE(same(encode(":"_ix), encode(_)));
  STATIC_REQUIRE(same(encode("::"_ix), encode(_)));
  STATIC_REQUIRE(same(encode("1:"_ix), encode(range(_1, _))));
  STATIC_REQUIRE(same(encode(":1"_ix), encode(range(_, _1))));
  STATIC_REQUIRE(same(encode("1:2"_ix), encode(range(_1, _2))));
  STATIC_REQUIRE(same(encode("1:2:"_ix), encode(range(_1, _2))));
  STATIC_REQUIRE(same(encode("1:2:3"_ix), encode(range(_1, _2, _3))));
  STATIC_REQUIRE(same(encode("::2"_ix), encode(range(_, _, _2))));
  STATIC_REQUIRE(same(encode("::-1"_ix), encode(rev())));
  STATIC_REQUIRE(same(encode("None:3:None"_ix), encode(range(_, _3))));
  STATIC_REQUIRE(same(encode("newaxis"_ix), encode(newaxis)));
  STATIC_REQUIRE(same(encode("numpy.newaxis"_ix), encode(newaxis)));
  STATIC_REQUIRE(same(encode("..."_ix), encode(ellipsis)));
  STATIC_REQUIRE(same(encode("1,"_ix), encode(_1)));
  STATIC_REQUIRE(same(encode("()"_ix), encode()));
  STATIC_REQUIRE(same(encode("[()]"_ix), encode()));
}

TEST_CASE("a step of 0 is refused at its use") {
  STATIC_REQUIRE(same(encode("::0"_ix), encode(range(_, _, _0))));
}

TEST_CASE("a text mixes with other items") {
  int i = 3;
  const auto mixed = encode("1, 2:4"_ix, i, "None, ..."_ix, "()"_ix, _);
  const auto items = encode(_1, range(_2, _4), i, newaxis, ellipsis, _);
  CHECK(same(mixed, items));
  CHECK(mixed.begin[2] == 3);
}

TEST_CASE("the literal is found in its namespace too") {
  using namespace stria::literals;
  STATIC_REQUIRE(std::is_same_v<decltype("1"_ix), index_text<"1">>);
  STATIC_REQUIRE(std::is_empty_v<decltype("1, 2"_ix)>);
}

TEST_CASE("the extreme integers are constants") {
  STATIC_REQUIRE(encode("-9223372036854775808"_ix).begin[0] == PTRDIFF_MIN);
  STATIC_REQUIRE(encode("9223372036854775807:"_ix).begin[0] == PTRDIFF_MAX);
}

// SPDX-License-Identifier: BSL-1.0
// dsl/item.cpp: the code of each basic item, and types that are not items.
#include "../support/catch.hpp"

#include <stria/token/item.hpp>

#include <limits>
#include <string>
#include <vector>

using namespace stria;
using stria::detail::basic_item;
using stria::detail::basic_item_traits;

namespace {

template <class T> constexpr item_code code(const T&) { return basic_item_traits<T>::code[0]; }
template <class T> constexpr item_values values(const T& item) {
  item_values v;
  basic_item_traits<T>::read(item, &v);
  return v;
}
constexpr bool same(item_values a, index begin, index end, index step) {
  return a.begin == begin && a.end == end && a.step == step;
}

constexpr bound_code open{bound_state::open, 0};
constexpr bound_code runtime{bound_state::runtime, 0};
constexpr bound_code fixed(index n) { return {bound_state::constant, n}; }

} // namespace

TEST_CASE("the code of an item is its kind and its bounds") {
  STATIC_REQUIRE(code(_) == item_code{item_kind::slice, open, open, open});
  STATIC_REQUIRE(code(all) == code(_));
  STATIC_REQUIRE(code(newaxis) == item_code{item_kind::new_axis, open, open, open});
  STATIC_REQUIRE(code(ellipsis) == item_code{item_kind::dots, open, open, open});
  STATIC_REQUIRE(code(-_3) == item_code{item_kind::integer, fixed(-3), open, open});
  STATIC_REQUIRE(code(7u) == item_code{item_kind::integer, runtime, open, open});
  STATIC_REQUIRE(code(range(_2, 4)) == item_code{item_kind::slice, fixed(2), runtime, open});
  STATIC_REQUIRE(code(rev(-_3)) == item_code{item_kind::slice, open, fixed(-3), fixed(-1)});
}

TEST_CASE("an integer i is begin i, end i + 1") {
  STATIC_REQUIRE(same(values(_4), 4, 5, 1));
  STATIC_REQUIRE(same(values(-1), -1, 0, 1));
  constexpr index most = std::numeric_limits<index>::max();
  STATIC_REQUIRE(same(values(most), most, most, 1));
}

TEST_CASE("a slice has its bounds, 0 if open, and the step 1 if none is given") {
  STATIC_REQUIRE(same(values(range(2, _4)), 2, 4, 1));
  STATIC_REQUIRE(same(values(range(_, 4, -2)), 0, 4, -2));
  STATIC_REQUIRE(same(values(rev()), 0, 0, -1));
  STATIC_REQUIRE(same(values(_), 0, 0, 1));
  STATIC_REQUIRE(same(values(newaxis), 0, 0, 1));
}

TEST_CASE("values_of agrees with read if everything is constant") {
  const auto agree = [](const auto& item) {
    const item_values a = values(item), b = stria::detail::values_of(code(item));
    return same(a, b.begin, b.end, b.step);
  };
  CHECK(agree(_4));
  CHECK(agree(-_1));
  CHECK(agree(range(_1, -_2, _3)));
  CHECK(agree(rev(_, _2)));
  CHECK(agree(_));
  CHECK(agree(ellipsis));
}

TEST_CASE("other types are not basic items") {
  STATIC_REQUIRE(basic_item<const int&>);
  STATIC_REQUIRE(basic_item<decltype(newaxis)>);
  STATIC_REQUIRE(!basic_item<double>);
  STATIC_REQUIRE(!basic_item<bool>);
  STATIC_REQUIRE(!basic_item<char>);
  STATIC_REQUIRE(!basic_item<std::string>);
  STATIC_REQUIRE(!basic_item<std::vector<int>>);
}

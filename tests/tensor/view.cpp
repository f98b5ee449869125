// SPDX-License-Identifier: BSL-1.0
// Views: static knowledge, references, write access.
#include "catch.hpp"
#include "values.hpp"

#include <array>
#include <concepts>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

using namespace stria;
using test::list;
using test::values;

namespace {

inline constexpr dim batch{"batch"};

template <class V> list<stria::index> steps(const V& v) {
  const auto s = v.strides();
  return {s.begin(), s.end()};
}

// 0 ... 23 in the shape (2, 3, 4).
auto cube() { return test::counted(tensor<int, 2, 3, 4>()); }
auto loose_cube() { return test::counted(dtensor<int, 3>(2, 3, 4)); }

} // namespace

TEST_CASE("shape, strides and offset of a view") {
  auto t = cube();
  auto v = t[_1, range(1, 3), rev(_, _, 2)];
  CHECK(test::shape(v) == list<stria::index>{2, 2});
  CHECK(steps(v) == list<stria::index>{4, -2});
  CHECK(v.offset() == 12 + 4 + 3);
  CHECK(v.size() == 4);
  CHECK(v.rank == 2);
  CHECK(v.extent(-1) == 2);
  CHECK(v.data() == t.data() + 19);
  CHECK(v.storage().data() == t.data());
  CHECK(v.storage().size() == 24);
  CHECK_FALSE(v.is_contiguous());
  CHECK(values(v) == list<>{19, 17, 23, 21});
  CHECK_THROWS_AS(v.extent(2), index_error);
}

TEST_CASE("static knowledge in the type of a view") {
  auto t = cube();
  auto v = t[_1, range(_0, _2), newaxis, rev()];
  STATIC_REQUIRE(v.extents == detail::shape_of<2, 1, 4>());
  STATIC_REQUIRE(v.layout.strides[0] == 4);
  STATIC_REQUIRE(v.layout.strides[1] == 0);
  STATIC_REQUIRE(v.layout.strides[2] == -1);
  // The type has the complete layout; the object has the base, the size of the storage and the
  // offset.
  STATIC_REQUIRE(sizeof(v) == sizeof(void*) + 2 * sizeof(stria::index));
  auto d = loose_cube()[_1];
  STATIC_REQUIRE(d.extents == detail::shape_of<dyn, dyn>());
  tensor<int, batch, 4> x(3);
  STATIC_REQUIRE(decltype(x[rev()])::extents == detail::shape_of<batch, 4>());
  STATIC_REQUIRE(decltype(x[range(1, _)])::extents == detail::shape_of<dyn, 4>());
  STATIC_REQUIRE(decltype(x[ellipsis, newaxis])::extents == detail::shape_of<batch, 4, 1>());
}

TEST_CASE("contiguity") {
  auto t = cube();
  CHECK(t[_1].is_contiguous());
  CHECK(t[_, _, _].is_contiguous());
  CHECK(t[_1, range(1, 3)].is_contiguous());
  CHECK(t[newaxis, _0, newaxis].is_contiguous());
  CHECK(t[_0, _1, range(1, 3)].is_contiguous());
  CHECK_FALSE(t[_, range(0, 2)].is_contiguous());
  CHECK_FALSE(t[_, _, range(0, 3)].is_contiguous());
  CHECK_FALSE(t[rev()].is_contiguous());
  CHECK_FALSE(t[_, _, _0].is_contiguous());
  CHECK_FALSE(t[_0, _, range(_, _, 2)].is_contiguous());
  // Strides of axes with one element do not matter. Neither do the strides of an empty view.
  CHECK(t[_0, range(0, 1), rev(0, _, 2)].is_contiguous());
  CHECK(t[range(0, 0), _, rev()].is_contiguous());
  CHECK(t[_0, rev(), range(2, 2)].is_contiguous());
  CHECK(t[range(_, _, 5), range(_, _, 7)].is_contiguous());
}

TEST_CASE("slicing twice is slicing once: values, places and type") {
  auto t = cube();
  const auto same = [](const auto& a, const auto& b) {
    STATIC_REQUIRE(std::same_as<decltype(a), decltype(b)>);
    return a.data() == b.data() && a.offset() == b.offset() && a.shape() == b.shape() &&
           a.strides() == b.strides() && a.storage().data() == b.storage().data();
  };
  CHECK(same(t[_1][_2], t[_1, _2]));
  CHECK(same(t[_1][_, rev()], t[_1, _, rev()]));
  CHECK(same(t[_, range(_1, _)][_, _1], t[_, _2]));
  CHECK(same(t[_, _, range(_, _, _2)][_, _, rev()], t[_, _, rev(_2, _, _2)]));
  CHECK(same(t[_, _, rev()][_, _, rev()], t[_, _, _]));
  CHECK(same(t[ellipsis, newaxis][_0], t[_0, ellipsis, newaxis]));
  CHECK(same(t[_, _, range(_1, _4)][_, _, range(_1, _3)], t[_, _, range(_2, _4)]));
  CHECK(same(t[range(0, 2)][rev()], t[rev(1, _)]));
  CHECK(same(t[1][2], t[1, 2]));
  CHECK(same(t[newaxis][_0], t[ellipsis]));
  CHECK(same(t[_, range(0, 3, 2)][_, range(1, 2)], t[_, range(2, 4, 2)]));
  CHECK(&t[1][2][3] == &t[1, 2, 3]);

  auto d = loose_cube();
  CHECK(same(d[_1][_2], d[_1, _2]));
  CHECK(same(d[_, _, rev()][_, _, rev()], d[_, _, _]));
  CHECK(same(d[_, _, range(_, _, _2)][_, _, rev()], d[_, _, rev(2, _, _2)]));
  CHECK(same(d[_, range(1, 3)][_, range(1, 2)], d[_, range(2, 3)]));
  CHECK(same(d[range(_, _, 2)][range(0, 1)], d[range(0, 1, 2)]));
}

TEST_CASE("writing through a view") {
  auto t = cube();
  auto v = t[_1, _, range(_, _, 2)];
  v = 0;
  CHECK(values(t[_1]) == list<>{0, 13, 0, 15, 0, 17, 0, 19, 0, 21, 0, 23});
  CHECK(t[0, 0, 0] == 0);
  CHECK(t[0, 2, 3] == 11);
  v[1, 1] = 5;
  CHECK(t[1, 1, 2] == 5);
  v[_2] = tensor{7, 8};
  CHECK(values(v) == list<>{0, 0, 0, 5, 7, 8});
  // Assigning to a view writes; it does not rebind the view.
  auto w = t[_0, _, range(_, _, 2)];
  w = v;
  CHECK(values(w) == values(v));
  CHECK(w.data() == t.data());
  CHECK(t[0, 2, 2] == 8);
  auto copy = w;
  copy = 1;
  CHECK(values(w) == list<>(6, 1));
  copy += 1;
  CHECK(values(w) == list<>(6, 2));
}

TEST_CASE("views of const are read-only") {
  const auto t = cube();
  auto v = t[_1];
  STATIC_REQUIRE(std::same_as<decltype(v.data()), const int*>);
  STATIC_REQUIRE(std::same_as<decltype(v[0, 0]), const int&>);
  STATIC_REQUIRE(std::same_as<decltype(t[0, 0, 0]), const int&>);
  STATIC_REQUIRE(std::same_as<decltype(v[_0].storage()), const std::span<const int>>);
  STATIC_REQUIRE(std::same_as<decltype(v)::value_type, int>);
  STATIC_REQUIRE(std::same_as<decltype(eval(v)), tensor<int, 3, 4>>);
  // The constness of the elements determines write access; the constness of the view does not.
  auto writable = cube();
  const auto w = writable[_1];
  STATIC_REQUIRE(std::same_as<decltype(w[0, 0]), int&>);
  STATIC_REQUIRE(std::same_as<decltype(w[_0][_0]), int&>);
  w[0, 0] = -1;
  CHECK(writable[1, 0, 0] == -1);
  STATIC_REQUIRE(std::same_as<decltype(std::as_const(writable)[_1]), decltype(t[_1])>);
}

TEST_CASE("a view of T converts to a view of const T") {
  auto t = cube();
  auto v = t[_1, range(1, _), rev()];
  using reader = decltype(std::as_const(t)[_1, range(1, _), rev()]);
  reader r = v;
  CHECK(r.data() == v.data());
  CHECK(r.strides() == v.strides());
  CHECK(r.shape() == v.shape());
  CHECK(r.offset() == v.offset());
  CHECK(r.storage().size() == 24);
  CHECK(values(r) == values(v));
  STATIC_REQUIRE(!std::is_convertible_v<reader, decltype(v)>);
  STATIC_REQUIRE(std::is_trivially_copy_constructible_v<reader>);
  auto sum_of = [](reader x) { return static_cast<long>(sum(x)); };
  CHECK(sum_of(v) == sum_of(std::as_const(t)[_1, range(1, _), rev()]));
}

TEST_CASE("shapes and strides are ranges of index") {
  auto t = loose_cube();
  std::vector<stria::index> n;
  for (stria::index k : t.shape())
    n.push_back(k);
  CHECK(n == list<stria::index>{2, 3, 4});
  CHECK(t[_0].shape()[1] == 4);
  STATIC_REQUIRE(std::same_as<decltype(t.shape()[0] + 0), stria::index>);
  CHECK(steps(t) == list<stria::index>{12, 4, 1});
  CHECK(steps(t[newaxis, _0, newaxis]) == list<stria::index>{0, 0, 4, 1});
}

TEST_CASE("clamping, wrapping and empty slices") {
  auto t = test::counted(dtensor<int, 1>(6));
  CHECK(values(t[range(-3, _)]) == list<>{3, 4, 5});
  CHECK(values(t[range(2, 100)]) == list<>{2, 3, 4, 5});
  CHECK(values(t[range(-100, 2)]) == list<>{0, 1});
  CHECK(values(t[range(4, 2)]).empty());
  CHECK(values(t[range(100, 200)]).empty());
  CHECK(values(t[rev(100, _)]) == list<>{5, 4, 3, 2, 1, 0});
  CHECK(values(t[rev(2, -100)]) == list<>{2, 1, 0});
  CHECK(values(t[rev(-100, _)]).empty());
  CHECK(values(t[range(5, 1, -2)]) == list<>{5, 3});
  CHECK(values(t[range(_, _, 4)]) == list<>{0, 4});
  CHECK(values(t[range(_, _, PTRDIFF_MAX)]) == list<>{0});
  CHECK(values(t[range(_, _, PTRDIFF_MIN)]) == list<>{5});
  CHECK(values(t[range(PTRDIFF_MIN, PTRDIFF_MAX)]) == values(t));
  CHECK(values(t[range(2, 5)][range(-100, 100, 2)]) == list<>{2, 4});
  CHECK(values(t[range(_1, _3)]) == list<>{1, 2});
  CHECK(values(t[range(1, _3)]) == list<>{1, 2});
  CHECK(values(t[range(_1, 3)]) == list<>{1, 2});
  CHECK(values(t[range(_1, 6, _2)]) == list<>{1, 3, 5});
  // Nothing points outside the storage, even for empty views.
  for (auto v : {t[range(6, _)], t[range(100, _)], t[range(3, 3)], t[range(5, 2)]}) {
    CHECK(v.size() == 0);
    CHECK(v.data() >= t.data());
    CHECK(v.data() <= t.data() + t.size());
    CHECK(values(v[rev()]).empty());
    CHECK(values(eval(v + 1)).empty());
  }
  auto u = test::counted(dtensor<int, 2>(4, 3));
  CHECK(u[range(4, _), 2].data() == u.data());
  CHECK(u[range(3, 3), 1].data() == u.data());
  CHECK_THROWS_AS((t[range(_, _, 0)]), value_error);
  CHECK_THROWS_AS((t[rev(_, _, 0)]), value_error);
  CHECK_THROWS_AS((t[rev(_, _, -1)]), value_error);
}

TEST_CASE("views of views of a tensor that changes see the change") {
  auto t = cube();
  auto v = t[_1][rev()][_, range(1, 3)];
  t[1, 2, 1] = 100;
  CHECK(v[0, 0] == 100);
  t = 3;
  CHECK(values(v) == list<>(6, 3));
}

TEST_CASE("a text as a subscript") {
  auto t = cube();
  CHECK(values(t["1, ::-1, 1:3"_ix]) == values(t[_1, rev(), range(_1, _3)]));
  STATIC_REQUIRE(
      std::same_as<decltype(t["1, ::-1, 1:3"_ix]), decltype(t[_1, rev(), range(_1, _3)])>);
  CHECK(t["1, 2, -1"_ix] == 23);
  STATIC_REQUIRE(std::same_as<decltype(t["1, 2, -1"_ix]), int&>);
  STATIC_REQUIRE(std::same_as<decltype((t + 1)["1, 2, -1"_ix]), int>);
  t["1, 2, -1"_ix] = 99;
  CHECK(t[1, 2, 3] == 99);
  CHECK(values(t["None, ..., 0"_ix]) == values(t[newaxis, ellipsis, _0]));
}

namespace {

template <class E>
concept has_begin = requires(E& e) { e.begin(); };

enum class taken { number, tensor };
taken take(double) { return taken::number; }
taken take(const dtensor<double, 1>&) { return taken::tensor; }

} // namespace

TEST_CASE("refused conversions do not take part in overload resolution") {
  const tensor<int, 2, 3> t{{1, 2, 3}, {4, 5, 6}};
  using row = decltype(t[0]);
  STATIC_REQUIRE(!std::is_constructible_v<float, row>);
  STATIC_REQUIRE(!std::is_constructible_v<bool, row>);
  STATIC_REQUIRE(!std::is_convertible_v<row, int>);
  STATIC_REQUIRE(!std::is_constructible_v<double, decltype(t + 1)>);
  STATIC_REQUIRE(std::is_constructible_v<float, tensor<int>>);
  STATIC_REQUIRE(std::is_convertible_v<decltype(sum(t)), int>);
  STATIC_REQUIRE(!has_begin<const tensor<int, 2, 3>>);
  STATIC_REQUIRE(!has_begin<row>);
  // An expression can be copied; tests/expr/no_target.cpp checks that it is not a target.
  STATIC_REQUIRE(std::is_copy_constructible_v<decltype(t + 1)>);
  const auto e = t + 2;
  const auto copy = e;
  CHECK(copy[1, 2] == 8);

  // A row selects the overload for tensors, because its refused conversion to a number is not a
  // candidate.
  const dtensor<double, 2> a = t;
  CHECK(take(a[1]) == taken::tensor);
  CHECK(take(sum(a, _0)) == taken::tensor);
  CHECK(take(a[1, 2]) == taken::number);
}

TEST_CASE("a step far beyond the axis gives a usable stride") {
  constexpr stria::index most = std::numeric_limits<index>::max();
  constexpr stria::index least = std::numeric_limits<index>::min();
  dtensor<int, 2> t{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  // At most one element is selected: the stride is that of the axis if the product overflows.
  auto column = t[_, range(_, _, most)];
  CHECK(column.strides() == std::array<stria::index, 2>{4, 1});
  CHECK(column[rev(), rev()].strides() == std::array<stria::index, 2>{-4, -1});
  CHECK(t[rev(_, _, most), range(_, _, least)].strides() == std::array<stria::index, 2>{4, 1});
  CHECK(t[range(_, _, constant<most>{})].strides() == std::array<stria::index, 2>{4, 1});
  tensor<int, 3, 4> s{};
  CHECK(s[range(_, _, constant<most>{}), rev(_, _, constant<most>{})].strides() ==
        std::array<stria::index, 2>{4, 1});
  CHECK(t[range(0, 0, most), range(2, 2, least)].strides() == std::array<stria::index, 2>{4, 1});
  // Without overflow it is the product, as in NumPy.
  CHECK(t[range(_, _, 5)].strides() == std::array<stria::index, 2>{20, 1});

  // Loops over such views, forwards and backwards.
  auto again = column[_, range(_, _, most)][_, range(_, _, 2)][rev()][_, rev()];
  again = again + t[_, range(1, 2)][rev()];
  CHECK(t(0, 0) == 1);
  CHECK(t(1, 0) == 9);
  CHECK(t(2, 0) == 17);
  auto row = t[rev(_, _, most)];
  CHECK(row(0, 0) == 17);
  row[_, range(1, _)] = row[_, range(_, -1)];
  CHECK(row(0, 3) == 10);
  auto corner = diagonal(t[range(_, _, most), range(_, _, most)]);
  CHECK(corner(0) == 1);
  CHECK(corner.strides()[0] == 5);
  // The same for expressions.
  const dtensor<int, 2> lazy = (t + 1)[range(_, _, most)][_, range(_, _, least)][rev(_, _, most)];
  CHECK(lazy.shape() == std::array<stria::index, 2>{1, 1});
  CHECK(lazy(0, 0) == 4);
}

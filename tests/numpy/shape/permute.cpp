// SPDX-License-Identifier: BSL-1.0
#include "catch.hpp"

#include <stria/stria.hpp>

#include <concepts>
#include <string>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class X> constexpr bool is_view(const X&) { return detail::view_operand<X>; }

// t[i, j, k] = 100 i + 10 j + k
constexpr tensor<int, 2, 3, 4> numbered() {
  return from_function<int>([](index i, index j, index k) { return 100 * i + 10 * j + k; }, _2, _3,
                            _4);
}

/// Checks all elements of permute<2, 0, 1> of an operand like numbered().
template <class P> constexpr bool is_permuted(const P& p) {
  if (p.shape() != std::array<index, 3>{4, 2, 3})
    return false;
  for (index i = 0; i < 2; ++i)
    for (index j = 0; j < 3; ++j)
      for (index k = 0; k < 4; ++k)
        if (p[k, i, j] != 100 * i + 10 * j + k)
          return false;
  return true;
}

} // namespace

TEST_CASE("permute moves extents and names with their axes") {
  tensor<int, 2, batch, 4> t(3);
  t = numbered();
  CHECK(has<4, 2, batch>(permute<2, 0, 1>(t)));
  CHECK(has<4, 2, batch>(permute<-1, 0, -2>(t)));
  CHECK(has<4, 2, batch>(transpose(t, _2, _0, _1)));
  CHECK(has<4, batch, 2>(transpose(t)));
  CHECK(has<batch, 2, 4>(swapaxes(t, _0, _1)));
  CHECK(has<4, batch, 2>(swapaxes(t, _0, -_1)));
  CHECK(has<2, batch, 4>(swapaxes(t, _1, _1)));
  CHECK(has<batch, 4, 2>(moveaxis(t, _0, _2)));
  CHECK(has<4, 2, batch>(moveaxis(t, -_1, _0)));
  CHECK(has<2, batch, 4>(moveaxis(t, _1, _1)));
  CHECK(has<2, 4, batch>(moveaxis(t, _1, _2)));
  CHECK(transpose(t).shape() == std::array<index, 3>{4, 3, 2});
}

TEST_CASE("permute of every kind of operand") {
  auto t = numbered();
  const auto& c = t;
  dtensor<int, 3> d = t;
  tensor<int, 2, dyn, 4> p = t;
  CHECK(is_permuted(permute<2, 0, 1>(t)));
  CHECK(is_permuted(permute<2, 0, 1>(c)));
  CHECK(is_permuted(permute<2, 0, 1>(d)));
  CHECK(is_permuted(permute<2, 0, 1>(p)));
  CHECK(is_permuted(permute(t, _2, _0, _1)));
  CHECK(is_permuted(permute(d + 0, -_1, _0, _1)));
  CHECK(is_permuted(permute(d, axis(2), axis(0), axis(1))));
  CHECK(is_permuted(permute<2, 0, 1>(t[_, _, _])));
  CHECK(is_permuted(permute<2, 0, 1>(d[rev()][rev()])));
  CHECK(is_permuted(permute<2, 0, 1>(t + 0)));
  CHECK(is_permuted(permute<2, 0, 1>((d + 0)[rev()][rev()])));
  CHECK(is_permuted(permute<2, 0, 1>(numbered())));
  CHECK(is_permuted(permute<2, 0, 1>(dtensor<int, 3>(t))));
  CHECK(is_permuted(eval(permute<2, 0, 1>(t))));
  CHECK(is_permuted(eval(permute<2, 0, 1>(d + 0))));
  CHECK(is_permuted(eval(permute<2, 0, 1>(numbered()))));
  CHECK(is_permuted(permute<1, 2, 0>(permute<1, 2, 0>(t))));
  CHECK(is_permuted(permute<1, 2, 0>(permute<1, 2, 0>(t + 0))));
  CHECK(is_permuted(moveaxis(t, _2, _0)));
  CHECK(is_permuted(swapaxes(transpose(t), -_1, -_2)));
  CHECK(is_permuted(permute<2, 0, 1>(t) + 0));
  CHECK(is_permuted(transpose(t, _2, _0, _1) * 2 - permute<2, 0, 1>(d)));
  STATIC_REQUIRE(is_permuted(permute<2, 0, 1>(numbered())));
  STATIC_REQUIRE(is_permuted(permute<2, 0, 1>(numbered() + 0)));
  STATIC_REQUIRE(is_permuted(eval(moveaxis(dtensor<int, 3>(numbered()), _2, _0))));

  // Slices of a permuted operand.
  CHECK((permute<2, 0, 1>(t)[_3, _, _2][_1]) == 123);
  CHECK((permute<2, 0, 1>(t + 0)[range(_1, _), _, _2][_2, _1]) == 123);
}

TEST_CASE("permuted memory is a view, which writes through") {
  auto t = numbered();
  auto v = permute<2, 0, 1>(t);
  STATIC_REQUIRE(std::same_as<decltype(permute<2, 0, 1>(v)[0, 0, 0]), int&>);
  v[3, 1, 2] = -1;
  CHECK(t[1, 2, 3] == -1);
  transpose(t) = 7;
  CHECK(t[1, 2, 3] == 7);
  swapaxes(t[_0], _0, _1) = 5;
  CHECK(t[0, 2, 3] == 5);
  CHECK(t[1, 0, 0] == 7);
  transpose(t) += 1;
  CHECK(t[0, 2, 3] == 6);
  permute(t, _1, _0, _2) += 1;
  CHECK(t[0, 2, 3] == 7);

  CHECK(v.strides() == std::array<index, 3>{1, 12, 4});
  CHECK(v.data() == t.data());
  CHECK(transpose(t[_1]).data() == t.data() + 12);

  const auto& c = t;
  STATIC_REQUIRE(std::same_as<decltype(transpose(c)[0, 0, 0]), const int&>);
  CHECK(is_view(transpose(c)));
  CHECK_FALSE(is_view(transpose(numbered())));
  CHECK_FALSE(is_view(transpose(t + 1)));
  CHECK(is_view(expand_dims(t, _0)));
  CHECK(is_view(squeeze(t[newaxis])));

  const auto constant = transpose(c);
  CHECK(is_view(transpose(constant)));
}

TEST_CASE("a tensor can be assigned its own transpose") {
  tensor<int, 2, 2> s{{1, 2}, {3, 4}};
  s = transpose(s);
  CHECK(s[0, 1] == 3);
  CHECK(s[1, 0] == 2);
  dtensor<int, 2> d{{1, 2, 3}, {4, 5, 6}};
  d = transpose(d);
  CHECK(d.shape() == std::array<index, 2>{3, 2});
  CHECK(d[0, 1] == 4);
  s += transpose(s);
  CHECK(s[0, 1] == 5);
  CHECK(s[1, 0] == 5);
}

TEST_CASE("squeeze drops axes of size 1") {
  tensor<int, 1, 3, 1, batch> t(1);
  t[0, 2, 0, 0] = 5;
  CHECK(has<3, batch>(squeeze(t)));
  CHECK(has<3>(squeeze(t, _0, _2, _3)));
  CHECK(has<1, 3, batch>(squeeze(t, _2)));
  CHECK(has<3, 1, batch>(squeeze(t, -4_c)));
  CHECK((squeeze(t)[2, 0]) == 5);
  CHECK(squeeze(t, _0, _2, -_1)[2] == 5);
  CHECK((squeeze(t + 1)[2, 0]) == 6);
  CHECK(eval(squeeze(t + 1, _0, _2, -_1))[2] == 6);
  CHECK(int(squeeze(tensor<int, 1, 1>{{4}})) == 4);
  CHECK(int(squeeze(tensor<int, 1, 1>{{4}} + 1)) == 5);
  squeeze(t)[1, 0] = 3;
  CHECK(t[0, 1, 0, 0] == 3);

  dtensor<int, 2> d(1, 3);
  CHECK(has<dyn, dyn>(squeeze(d)));
  CHECK(has<dyn>(squeeze(d, _0)));
  CHECK_THROWS_AS(squeeze(d, _1), shape_error);
  CHECK_THROWS_AS(squeeze(d + 1, _1), shape_error);
  CHECK_THROWS_WITH(squeeze(d, _1), test::contains("axis 1 of the shape (1, 3)"));
  tensor<int, batch> named(2);
  CHECK_THROWS_WITH(squeeze(named, _0), test::contains("(batch=2,)"));
}

TEST_CASE("expand_dims adds axes of size 1") {
  tensor<int, 2, batch> t(3);
  t[1, 2] = 5;
  CHECK(has<1, 2, batch>(expand_dims(t, _0)));
  CHECK(has<2, 1, batch>(expand_dims(t, _1)));
  CHECK(has<2, batch, 1>(expand_dims(t, _2)));
  CHECK(has<2, batch, 1>(expand_dims(t, -_1)));
  CHECK(has<1, 2, 1, batch>(expand_dims(t, _2, _0)));
  CHECK((expand_dims(t, _1)[1, 0, 2]) == 5);
  CHECK((expand_dims(t + 1, -_1)[1, 2, 0]) == 6);
  CHECK((eval(expand_dims(t + 1, _0, -_1))[0, 1, 2, 0]) == 6);
  CHECK(has<1>(expand_dims(tensor<int>(3), _0)));
  CHECK(expand_dims(tensor<int>(3) + 1, _0)[0] == 4);
  // The new axis broadcasts.
  tensor<int, 3> v{1, 2, 3};
  CHECK((eval(expand_dims(v, _1) + v)[2, 0]) == 4);
  CHECK((eval(expand_dims(v * 1, _1) + v)[2, 0]) == 4);
  expand_dims(v, _0)[0, 1] = 9;
  CHECK(v[1] == 9);
}

TEST_CASE("permuting empty axes and tensors of rank 0") {
  dtensor<int, 3> none(2, 0, 3);
  CHECK(transpose(none).shape() == std::array<index, 3>{3, 0, 2});
  CHECK(eval(transpose(none)).size() == 0);
  CHECK(eval(moveaxis(none + 1, _0, _1)).shape() == std::array<index, 3>{0, 2, 3});
  tensor<int> scalar(4);
  CHECK(int(transpose(scalar)) == 4);
  CHECK(int(transpose(scalar + 1)) == 5);
  CHECK(int(squeeze(scalar)) == 4);
  CHECK(int(permute(scalar)) == 4);
  tensor<std::string, 1, 2> words{{"a", "b"}};
  CHECK((transpose(words)[1, 0]) == "b");
}

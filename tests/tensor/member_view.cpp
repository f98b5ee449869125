// SPDX-License-Identifier: BSL-1.0
// member_view: members of structs as views: writing, nested members, arrays, const, empty, and
// refusals.
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using namespace stria;
using stria::index;
using test::values;

namespace {

struct point {
  double x, y;
  friend bool operator==(const point&, const point&) = default;
};
struct vec3 {
  double x, y, z;
};
/// Has 7 doubles, which is not a multiple of the 3 doubles of a vec3.
struct body {
  vec3 position, velocity;
  double mass;
};
struct mixed {
  std::int32_t id;
  float weights[3];
  std::array<std::array<float, 2>, 2> matrix;
  char tag;
  double value() const { return 0; }
};
struct named : point {
  double more[2];
  std::string name;
};

using sizes1 = std::array<index, 1>;
using sizes2 = std::array<index, 2>;

} // namespace

TEST_CASE("a member is a view") {
  tensor<point, dyn, 3> a(2);
  for (index i = 0; i < 2; ++i)
    for (index j = 0; j < 3; ++j)
      a[i, j] = {static_cast<double>(i), static_cast<double>(j)};
  auto x = member_view<&point::x>(a), y = member_view<&point::y>(a);
  static_assert(decltype(x)::extents == static_shape<2>{{dyn, 3}});
  static_assert(decltype(x)::layout.strides[0] == 6);
  static_assert(decltype(x)::layout.strides[1] == 2);
  CHECK(x.shape() == sizes2{2, 3});
  CHECK(x.strides() == sizes2{6, 2});
  CHECK(values(x) == std::vector<double>{0, 0, 0, 1, 1, 1});
  CHECK(values(y) == std::vector<double>{0, 1, 2, 0, 1, 2});
  CHECK(x.data() == &a.data()->x);
  CHECK(y.data() == &a.data()->y);
  // Writing through the view.
  x += 10.;
  CHECK(a[1, 2] == point{11., 2.});
  x[1] = y[0];
  CHECK(a[1, 2] == point{2., 2.});
  y = x * 2.;
  CHECK(a[0, 0] == point{10., 20.});
  // Different members do not overlap, although their regions do.
  x = y;
  CHECK(a[1, 1] == point{2., 2.});
  std::swap(a[0, 0], a[1, 0]);
  y[_, range(1, _)] = x[_, range(_, -1)];
  CHECK(a[0, 1].y == a[0, 0].x);
  CHECK(sum(member_view<&point::x>(a)) == sum(x));
  CHECK(shares_storage(x, y));

  // Views with steps and reversed.
  auto v = member_view<&point::y>(a[rev(), range(_, _, 2)]);
  CHECK(v.strides() == sizes2{-6, 4});
  CHECK(v[0, 1] == a[1, 2].y);
  CHECK(values(v) == values(y[rev(), range(_, _, 2)]));
  CHECK(member_view<&point::x>(a[1, newaxis]).shape() == sizes2{1, 3});
  CHECK(values(member_view<&point::x>(transpose(a))) == values(transpose(x)));
}

TEST_CASE("static, const and empty") {
  tensor<point, 2> a{{1., 2.}, {3., 4.}};
  const auto& c = a;
  auto x = member_view<&point::x>(c);
  static_assert(decltype(x)::extents == static_shape<1>{{2}});
  static_assert(std::is_same_v<decltype(x.data()), const double*>);
  CHECK(sum(x) == 4.);
  tensor<point, dyn> none(0);
  CHECK(member_view<&point::y>(none).size() == 0);
  CHECK(sum(member_view<&point::y>(none)) == 0.);
  CHECK(member_view<&point::y>(a[range(2, _)]).size() == 0);
  tensor<point> one(point{5., 6.});
  CHECK(member_view<&point::y>(one) == 6.);
}

TEST_CASE("containers") {
  std::vector<point> points{{1., 2.}, {3., 4.}, {5., 6.}};
  member_view<&point::x>(points) *= 2.;
  CHECK(points[2] == point{10., 6.});
  const auto& read = points;
  static_assert(std::is_same_v<decltype(member_view<&point::x>(read).data()), const double*>);
  CHECK(sum(member_view<&point::y>(std::span(points))) == 12.);
  CHECK(sum(member_view<&point::y>(as_view(points.data(), {3}))) == 12.);
  // The same as two columns of doubles.
  CHECK(values(member_view<&point::x>(points)) == values(as_view(&points[0].x, {3}, {2})));
}

TEST_CASE("members of members") {
  tensor<body, dyn> a(3);
  for (index i = 0; i < 3; ++i)
    a[i] = {{1. * static_cast<double>(i), 2., 3.}, {4., 5., 6.}, 7.};
  auto x = member_view<&body::position, &vec3::x>(a);
  CHECK(x.strides() == sizes1{7});
  CHECK(values(x) == std::vector<double>{0, 1, 2});
  auto vz = member_view<&vec3::z>(member_view<&body::velocity>(a));
  static_assert(std::is_same_v<decltype(vz), decltype(member_view<&body::velocity, &vec3::z>(a))>);
  vz = -1.;
  CHECK(a[2].velocity.z == -1.);
  const auto velocity = member_view<&body::velocity>(a);
  x += 0.5 * member_view<&vec3::x>(velocity);
  CHECK(values(member_view<&vec3::x>(member_view<&body::position>(a[rev()]))) ==
        std::vector<double>{4, 3, 2});
  const auto& c = a;
  static_assert(
      std::is_same_v<decltype(member_view<&vec3::x>(member_view<&body::position>(c)).data()),
                     const double*>);
  CHECK(sum(member_view<&body::mass>(a)) == 21.);
}

TEST_CASE("members of other types") {
  tensor<mixed, 2> a;
  a[0].id = 3;
  a[1].weights[2] = 5.f;
  a[1].matrix[1][0] = 6.f;
  a[0].tag = 'x';
  CHECK(values(member_view<&mixed::id>(a)) == std::vector<std::int32_t>{3, 0});
  auto w = member_view<&mixed::weights>(a);
  static_assert(decltype(w)::extents == static_shape<2>{{2, 3}});
  CHECK(w[1, 2] == 5.f);
  w[0] = 1.f;
  CHECK(a[0].weights[1] == 1.f);
  CHECK(values(sum(w, _1)) == std::vector<float>{3, 5});
  auto m = member_view<&mixed::matrix>(a);
  static_assert(decltype(m)::extents == static_shape<3>{{2, 2, 2}});
  CHECK(m[1, 1, 0] == 6.f);
  CHECK(member_view<&mixed::tag>(a)[0] == 'x');
  tensor<named, 2> n;
  n[1].name = "two";
  n[1].x = 4.;
  CHECK(member_view<&named::name>(n)[1] == "two");
  CHECK(member_view<&named::x>(n)[1] == 4.); // of a base class
  CHECK(member_view<&point::x>(n)[1] == 4.);
}

namespace {

[[maybe_unused]] tensor<point, dyn> t;
[[maybe_unused]] tensor<mixed, dyn> u;

#define REFUSED(...) static_assert(detail::is_refused<decltype(__VA_ARGS__)>)
REFUSED(member_view<&point::x>(tensor<point, 2>()));
REFUSED(member_view<&point::x>(std::vector<point>(3)));
REFUSED(member_view<&point::x>(map([](const mixed&) { return point(); }, u)));
REFUSED(member_view<&vec3::x>(t));
REFUSED(member_view<&point::x, &point::y>(t));
REFUSED(member_view<&mixed::value>(u));
REFUSED(member_view<&point::x>(std::declval<tensor<double, 2>&>()));
REFUSED(member_view<&point::x>(3));

} // namespace

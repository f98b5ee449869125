// SPDX-License-Identifier: BSL-1.0
// Copying and moving tensors, and elements with non-trivial lifetime.
#include "catch.hpp"
#include "tracked.hpp"
#include "values.hpp"

#include <complex>
#include <memory>
#include <string>

using namespace stria;
using test::counts;
using test::list;
using test::tracked;
using test::values;

namespace {

const std::string lengthy(60, 'z');

list<> numbers(const auto& t) {
  list<> v;
  for (const tracked& x : t.storage())
    v.push_back(x.value());
  return v;
}

} // namespace

TEMPLATE_TEST_CASE("copies are independent", "", (tensor<int, 2, 3>), (tensor<int, 40, 50>),
                   (tensor<int, dyn, 3>)) {
  TestType a;
  if constexpr (TestType::extents.dynamic_count() == 1)
    a = TestType(4);
  a = test::counted(a);
  TestType b = a;
  CHECK(b.data() != a.data());
  CHECK(values(b) == values(a));
  b[0, 1] = -1;
  CHECK(a[0, 1] == 1);
  a = b;
  CHECK(a[0, 1] == -1);
  // Self-assignment changes nothing.
  const auto& self = a;
  const int* data = a.data();
  a = self;
  CHECK(a.data() == data);
  CHECK(values(a) == values(b));
}

TEMPLATE_TEST_CASE("moved-from tensors can be used again", "", (tensor<int, 2, 3>),
                   (tensor<int, 40, 50>), (tensor<int, dyn, 3>), (dtensor<int, 2>)) {
  TestType a;
  if constexpr (TestType::extents.dynamic_count() == 1)
    a = TestType(4);
  if constexpr (TestType::extents.dynamic_count() == 2)
    a = TestType(4, 3);
  a = test::counted(a);
  const auto before = values(a);
  const auto shape = test::shape(a);

  TestType b(std::move(a));
  CHECK(values(b) == before);
  CHECK(test::shape(b) == shape);
  CHECK(a.size() == test::count(a.shape()));
  CHECK(a.storage().size() == static_cast<std::size_t>(a.size()));
  CHECK(values(a).size() == a.storage().size());
  CHECK(values(eval(a + 1)).size() == a.storage().size());
  if constexpr (TestType::extents.is_static())
    CHECK(test::shape(a) == shape);
  else
    CHECK(a.size() == 0);

  a = b;
  CHECK(values(a) == before);
  TestType c;
  c = std::move(a);
  CHECK(values(c) == before);
  a = c * 2;
  CHECK(a[1, 1] == 2 * before[before.size() / static_cast<std::size_t>(shape[0]) + 1]);
  auto& self = c;
  c = std::move(self);
  CHECK(values(c) == before);
  std::swap(a, c);
  CHECK(values(a) == before);
  CHECK(c[1, 1] == 2 * a[1, 1]);
}

TEST_CASE("moving a dynamic tensor keeps its memory") {
  auto a = test::counted(dtensor<int, 1>(5));
  const int* data = a.data();
  dtensor<int, 1> b = std::move(a);
  CHECK(b.data() == data);
  dtensor<int, 1> c(9);
  c = std::move(b);
  CHECK(c.data() == data);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<dtensor<int, 1>>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<dtensor<int, 1>>);
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<tensor<int, 5>>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<tensor<int, 5000>>);
}

TEST_CASE("strings are elements") {
  tensor<std::string, 2, 2> a{{"a", lengthy}, {"c", "d"}};
  CHECK(values(a) == list<std::string>{"a", lengthy, "c", "d"});
  dtensor<std::string, 2> b = a;
  CHECK(values(b) == values(a));
  b = a[rev(), _];
  CHECK(values(b) == list<std::string>{"c", "d", "a", lengthy});
  b = b + "!" + a;
  CHECK(values(b) == list<std::string>{"c!a", "d!" + lengthy, "a!c", lengthy + "!d"});
  b = transpose(b);
  CHECK(values(b) == list<std::string>{"c!a", "a!c", "d!" + lengthy, lengthy + "!d"});
  b[_0] = lengthy;
  CHECK(values(b) == list<std::string>{lengthy, lengthy, "d!" + lengthy, lengthy + "!d"});
  b[_, _1] += std::string("?");
  CHECK(b[0, 1] == lengthy + "?");
  auto moved = std::move(b);
  CHECK(moved[0, 1] == lengthy + "?");
  CHECK(b.size() == 0);
  CHECK(values(a == "c") == list<bool>{false, false, true, false});
  CHECK(values(map([](const std::string& s) { return s.size(); }, a)) ==
        list<std::size_t>{1, 60, 1, 1});
  const auto owned = tensor{std::string("x"), lengthy}[rev()];
  CHECK(values(owned) == list<std::string>{lengthy, "x"});
  dtensor<std::string, 1> grown(2);
  CHECK(values(grown) == list<std::string>{"", ""});
  grown = tensor{lengthy, lengthy, lengthy};
  CHECK(grown.size() == 3);
}

TEST_CASE("bool and complex are elements") {
  dtensor<bool, 2> b(2, 2);
  b[0, 1] = true;
  CHECK(values(b) == list<bool>{false, true, false, false});
  b = !b;
  CHECK(values(b) == list<bool>{true, false, true, true});
  b[_, _0] = false;
  CHECK(values(b) == list<bool>{false, false, false, true});
  STATIC_REQUIRE(std::is_same_v<decltype(b.data()), bool*>);

  using C = std::complex<double>;
  tensor z{C(1, 2), C(3, 4)};
  CHECK(values(z * C(0, 1)) == list<C>{{-2, 1}, {-4, 3}});
  CHECK(values(z + 1) == list<C>{{2, 2}, {4, 4}});
  CHECK(values(2.f * z) == list<C>{{2, 4}, {6, 8}});
  tensor<C, 2> w = tensor{1, 2};
  CHECK(values(w) == list<C>{{1, 0}, {2, 0}});
  w += z;
  w[_0] = 5.0;
  CHECK(values(w) == list<C>{{5, 0}, {5, 4}});
  CHECK(values(z == w) == list<bool>{false, false});
  STATIC_REQUIRE(std::is_same_v<decltype(z + 1.f)::value_type, C>);
  STATIC_REQUIRE(
      std::is_same_v<decltype(std::declval<tensor<std::complex<float>, 2>&>() + 1.0)::value_type,
                     std::complex<double>>);
}

TEST_CASE("constructions and destructions balance") {
  counts = {};
  {
    tensor<tracked, 3> a{1, 2, 3};
    tensor<tracked, 400> large;
    dtensor<tracked, 1> b(4), c;
    c = b;
    b = a + a;
    CHECK(numbers(b) == list<>{2, 4, 6});
    c = b[rev()];
    CHECK(numbers(c) == list<>{6, 4, 2});
    c = c[rev()] * tracked(2);
    CHECK(numbers(c) == list<>{4, 8, 12});
    c[range(1, _)] = c[range(_, -1)];
    CHECK(numbers(c) == list<>{4, 4, 8});
    dtensor<tracked, 1> d(std::move(c)), e;
    CHECK(c.size() == 0);
    e = std::move(d);
    CHECK(numbers(e) == list<>{4, 4, 8});
    tensor<tracked, 400> other(std::move(large));
    large = other;
    large = std::move(other);
    auto owned = dtensor<tracked, 1>{1, 2, 3}[range(1, _)] + a[range(1, _)];
    CHECK(owned(1).value() == 6);
    e = owned;
    CHECK(numbers(e) == list<>{4, 6});
    std::swap(e, b);
    e = dtensor<tracked, 1>{9};
    CHECK(counts.alive() > 0);
  }
  CHECK(counts.alive() == 0);
}

TEST_CASE("a constructor that throws leaks nothing") {
  using list_of = dtensor<tracked, 1>;
  for (int after = 0; after < 12; ++after) {
    counts = {};
    {
      list_of source{1, 2, 3, 4};
      tensor<tracked, 300> large;
      const int alive = counts.alive();
      const auto attempt = [&](auto&& act) {
        bool thrown = false;
        counts.throw_after = after;
        try {
          act();
        } catch (const test::construction_failed&) {
          thrown = true;
        }
        counts.throw_after = -1;
        return thrown;
      };
      CHECK(attempt([] { list_of t(20); }));
      CHECK(counts.alive() == alive);
      CHECK(attempt([&] { list_of t(source); }) == (after < 4));
      CHECK(counts.alive() == alive);
      attempt([&] { list_of t = source + source; });
      CHECK(counts.alive() == alive);
      CHECK(attempt([] { list_of t{1, 2, 3, 4, 5, 6}; }));
      CHECK(counts.alive() == alive);
      CHECK(attempt([] { tensor<tracked, 300> t; }));
      CHECK(attempt([&] { tensor<tracked, 300> t(large); }));
      CHECK(attempt([] { tensor<tracked, 13> t; }));
      CHECK(counts.alive() == alive);
      // The target keeps its old values and its old shape.
      list_of target{7, 8};
      attempt([&] { target = source; });
      CHECK((numbers(target) == list<>{7, 8} || numbers(target) == list<>{1, 2, 3, 4}));
      attempt([&] { auto t = eval(source[rev()] * source); });
      CHECK(numbers(source) == list<>{1, 2, 3, 4});
      // A failed temporary changes nothing.
      if (attempt([&] { source[range(1, _)] = source[range(_, -1)]; }) && after < 3)
        CHECK(numbers(source) == list<>{1, 2, 3, 4});
    }
    CHECK(counts.alive() == 0);
  }
}

TEST_CASE("owning pointers as elements, as far as they can be copied") {
  dtensor<std::shared_ptr<int>, 1> p(3);
  CHECK(p[0] == nullptr);
  auto one = std::make_shared<int>(1);
  p = one;
  CHECK(one.use_count() == 4);
  auto q = p;
  CHECK(one.use_count() == 7);
  q = std::move(p);
  CHECK(one.use_count() == 4);
  q[range(_, 2)] = std::shared_ptr<int>();
  CHECK(one.use_count() == 2);
  q = dtensor<std::shared_ptr<int>, 1>();
  CHECK(one.use_count() == 1);
}

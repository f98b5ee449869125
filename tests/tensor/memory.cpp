// SPDX-License-Identifier: BSL-1.0
// Where the elements of a tensor are stored, when memory is allocated and when it is kept.
#include "allocations.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <complex>
#include <cstdint>
#include <string>

using namespace stria;
using test::allocations_of;
using test::list;
using test::values;

namespace {

bool aligned(const void* p, std::size_t to) {
  return reinterpret_cast<std::uintptr_t>(p) % to == 0;
}

template <class T> bool within(const T& object, const void* p) {
  const auto* begin = reinterpret_cast<const char*>(&object);
  return !std::less<>()(static_cast<const char*>(p), begin) &&
         std::less<>()(static_cast<const char*>(p), begin + sizeof(object));
}

struct alignas(256) wide {
  int v = 0;
};

} // namespace

TEST_CASE("small static tensors use no heap") {
  CHECK(allocations_of([] {
          tensor<float, 4, 4> a;
          tensor<float, 4, 4> b = a + 1.f;
          tensor<float, 4, 4> c(b);
          c = a * b;
          a = std::move(c);
          a[_1] = b[_2] + 1.f;
          tensor<int> r = 3;
          tensor<int, 0> none;
          tensor<double, 16, 8> edge; // 1024 bytes
          static_cast<void>(a + b);
          static_cast<void>(r);
          static_cast<void>(none);
          static_cast<void>(edge);
        }) == 0);
  tensor<float, 4, 4> a;
  CHECK(within(a, a.data()));
  tensor<double, 16, 8> edge;
  CHECK(within(edge, edge.data()));
  STATIC_REQUIRE(sizeof(tensor<float, 4>) == 16);
  STATIC_REQUIRE(sizeof(tensor<int>) == sizeof(int));
  STATIC_REQUIRE(sizeof(tensor<char, 3>) == 3);
}

TEST_CASE("larger and dynamic tensors are one aligned block") {
  CHECK(allocations_of([] { tensor<double, 16, 9> t; }) == 1);
  CHECK(allocations_of([] { dtensor<char, 1> t(1); }) == 1);
  CHECK(allocations_of([] { dtensor<char, 2> t(0, 5); }) == 0);
  CHECK(allocations_of([] { dtensor<char, 2> t; }) == 0);
  for (int n : {1, 3, 17, 100}) {
    dtensor<char, 1> c(n);
    CHECK(aligned(c.data(), 64));
    dtensor<std::complex<double>, 1> z(n);
    CHECK(aligned(z.data(), 64));
    dtensor<wide, 1> w(n);
    CHECK(aligned(w.data(), 256));
  }
  tensor<char, 2000> large;
  CHECK(aligned(large.data(), 64));
  tensor<wide, 2> within_itself;
  CHECK(aligned(within_itself.data(), 256));
}

TEST_CASE("allocated memory is freed") {
  const auto taken = test::allocations(), back = test::deallocations();
  {
    dtensor<int, 1> a(5), b(6);
    a = b;
    b = std::move(a);
    dtensor<int, 1> c(std::move(b));
    b = c + 1;
    tensor<int, 1000> d, e(d);
    d = std::move(e);
    dtensor<std::string, 1> s(3);
    s = std::string(100, 'x');
  }
  CHECK(test::allocations() - taken == test::deallocations() - back);
  CHECK(test::allocations() > taken);
}

TEST_CASE("assignment keeps the memory if the size is unchanged") {
  dtensor<int, 2> a(2, 3);
  const int* const data = a.data();
  const auto one = eval(ones<int>(2, 3) + 0);
  CHECK(allocations_of([&] {
          a = one;
          a = one + 1;
          a = 7;
          a += one;
          a = a + a;
          a[_0] = a[_1];
        }) == 0);
  CHECK(a.data() == data);
  CHECK(values(a) == list<>(6, 16));

  SECTION("another shape of as many elements") {
    const auto turned = test::counted(dtensor<int, 2>(3, 2));
    // The values are moved from new memory, because an expression may read the old shape.
    CHECK(allocations_of([&] { a = turned; }) == 1);
    CHECK(a.data() == data);
    CHECK(test::shape(a) == list<stria::index>{3, 2});
    CHECK(values(a) == list<>{0, 1, 2, 3, 4, 5});
    CHECK(allocations_of([&] { a = turned[newaxis, ellipsis, _][_0] + turned; }) == 0);
  }
  SECTION("another size") {
    const auto larger = test::counted(dtensor<int, 2>(3, 4));
    CHECK(allocations_of([&] { a = larger + 1; }) == 1);
    CHECK(test::shape(a) == list<stria::index>{3, 4});
    CHECK(a[2, 3] == 12);
    CHECK(allocations_of([&] { a = larger[range(0, 1)]; }) == 1);
    CHECK(test::shape(a) == list<stria::index>{1, 4});
  }
}

TEST_CASE("a tensor is assigned another shape of itself") {
  auto a = test::counted(dtensor<int, 2>(2, 3));
  a = transpose(a);
  CHECK(test::shape(a) == list<stria::index>{3, 2});
  CHECK(values(a) == list<>{0, 3, 1, 4, 2, 5});
  a = reshape(a, 2, 3);
  CHECK(test::shape(a) == list<stria::index>{2, 3});
  CHECK(values(a) == list<>{0, 3, 1, 4, 2, 5});
  a = a[rev(), rev()] + transpose(transpose(a));
  CHECK(values(a) == list<>{5, 5, 5, 5, 5, 5});
}

TEST_CASE("element-wise work makes no temporary") {
  auto a = test::counted(dtensor<double, 2>(5, 4)), b = a, c = a;
  dtensor<double, 1> row(4);
  SECTION("into a target that fits: none at all") {
    CHECK(allocations_of([&] { c = (a + b) * 2.0 - row / (b + 1.0); }) == 0);
    CHECK(allocations_of([&] { c = where(a > b, a, -b) + sqrt(a) * row[newaxis, _]; }) == 0);
    CHECK(allocations_of([&] { c += a * b; }) == 0);
    CHECK(allocations_of([&] { c = a[rev()] + b[_, rev()]; }) == 0);
    CHECK(allocations_of([&] { c[range(1, _)] = (a + b)[range(_, -1)] * 2.0; }) == 0);
    CHECK(allocations_of([&] { c[_, range(_, _, 2)] = a[rev(), range(1, 3)] + 0.0; }) == 0);
    CHECK(allocations_of([&] { c = transpose(transpose(a + 1.0))[newaxis][_0] + b; }) == 0);
    CHECK(allocations_of([&] { c = c * 2.0 + c; }) == 0);
  }
  SECTION("into a new dynamic tensor: one") {
    CHECK(allocations_of([&] { dtensor<double, 2> d = a + b * row; }) == 1);
    CHECK(allocations_of([&] { auto d = eval(a[range(1, _)] + b[range(_, -1)]); }) == 1);
    CHECK(allocations_of([&] { dtensor<double, 2> d = a[range(_, _, 2)]; }) == 1);
    CHECK(allocations_of([&] {
            auto e = [&] { return a + b; };
            auto d = eval(e()[_1] * 2.0);
          }) == 1);
  }
  SECTION("an expression is no more than its operands") {
    CHECK(allocations_of([&] {
            auto e = (a + b)[_1] * row[rev()] + a[_0];
            auto f = e;
            auto g = f + e;
            static_cast<void>(g);
          }) == 0);
  }
  SECTION("a single element of an expression: none") {
    double x = 0;
    CHECK(allocations_of([&] { x = (a + b)[1, 2]; }) == 0);
    CHECK(x == 12.0);
  }
}

TEST_CASE("an rvalue tensor is moved into an expression, not copied") {
  auto make = [] { return test::counted(dtensor<int, 1>(4)); };
  CHECK(allocations_of([&] {
          auto e = make() + 1;
          static_cast<void>(e);
        }) == 1);
  CHECK(allocations_of([&] {
          auto e = make()[range(1, _)][rev()];
          static_cast<void>(e);
        }) == 1);
  CHECK(allocations_of([&] { auto t = eval(make()[range(1, _)] * 2); }) == 2);
  CHECK(allocations_of([&] {
          int x = make()[2];
          static_cast<void>(x);
        }) == 1);
  dtensor<int, 1> a(4);
  // The only temporary is the operand itself.
  CHECK(allocations_of([&] { a = make() * a; }) == 1);
}

TEST_CASE("a temporary only where source and target overlap") {
  auto a = test::counted(dtensor<int, 1>(10));
  CHECK(allocations_of([&] { a[range(_, _, 2)] = a[range(1, _, 2)]; }) == 0);
  CHECK(values(a) == list<>{1, 1, 3, 3, 5, 5, 7, 7, 9, 9});
  CHECK(allocations_of([&] { a[range(0, 5)] = a[range(5, 10)]; }) == 0);
  CHECK(allocations_of([&] { a = a * 2; }) == 0);
  // A few elements pass through a buffer on the stack.
  CHECK(allocations_of([&] { a[range(1, _)] = -a[range(_, -1)]; }) == 0);
  CHECK(allocations_of([&] { a = a[rev()]; }) == 0);
  CHECK(allocations_of([&] { a += a[rev()]; }) == 0);
  auto many = test::counted(dtensor<int, 1>(5000));
  CHECK(allocations_of([&] { many[range(1, _)] = -many[range(_, -1)]; }) == 1);
  CHECK(allocations_of([&] { many = many[rev()]; }) == 1); // a block of rows
  CHECK(allocations_of([&] { many += many[rev()]; }) == 1);
  CHECK(allocations_of([&] { a[range(0, 0)] = a[range(10, 10)]; }) == 0);
  // Another tensor, with an element size that is not a power of two, without overlap.
  struct rgb {
    float r = 0, g = 0, b = 0;
    rgb operator+(const rgb& o) const { return {r + o.r, g + o.g, b + o.b}; }
  };
  dtensor<rgb, 1> p(7), q(7), r(7);
  CHECK(allocations_of([&] { p = q; }) == 0);
  CHECK(allocations_of([&] { p = q + r; }) == 0);
  CHECK(allocations_of([&] { p[rev()] = q[rev()] + r; }) == 0);
  tensor<rgb, 5> s, u;
  dtensor<rgb, 1> v(5);
  CHECK(allocations_of([&] { s = u + s; }) == 0);
  CHECK(allocations_of([&] { v = s[rev()] + u; }) == 0);
  CHECK(allocations_of([&] { s = v + u; }) == 0);
}

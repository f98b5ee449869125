// SPDX-License-Identifier: BSL-1.0
#include "catch.hpp"

#include <stria/stria.hpp>

#include <concepts>
#include <cstdint>
#include <limits>

using namespace stria;

namespace {

inline constexpr dim batch{"batch"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class X> constexpr bool is_view(const X&) { return detail::view_operand<X>; }

/// The elements are `first`, `first` + `step`, ... in row-major order.
template <class E> constexpr bool counts(const E& e, int first = 0, int step = 1) {
  const auto t = eval(e);
  for (const auto& v : t.storage()) {
    if (v != first)
      return false;
    first += step;
  }
  return true;
}

constexpr auto numbered() { return reshape(arange<int>(24_c), _2, _3, _4); }

/// For an operand with consecutive elements in row-major order: the reshaped elements are
/// consecutive, too.
template <class E> constexpr bool keeps_counting(const E& e, int first = 0, int step = 1) {
  return counts(reshape(e, _4, _6), first, step) && counts(reshape(e, 4, 6), first, step) &&
         counts(reshape(e, 2, -1, _2, 1), first, step) && counts(ravel(e), first, step) &&
         counts(flatten(e), first, step) && ravel(e)[5] == first + 5 * step &&
         reshape(e, _4, _6)[2, 3] == first + 15 * step &&
         counts(reshape(e, 4, 6) + 0, first, step) &&
         counts(reshape(reshape(e, 4, 6), _2, _3, _4), first, step);
}

} // namespace

TEST_CASE("extents of reshape follow from constants") {
  tensor<int, 2, 3, 4> t;
  CHECK(has<6, 4>(reshape(t, _6, _4)));
  CHECK(has<6, 4>(reshape(t, _6, -_1)));
  CHECK(has<6, 4>(reshape(t, -_1, _4)));
  CHECK(has<24>(reshape(t, -_1)));
  CHECK(has<6, dyn>(reshape(t, _6, 4)));
  CHECK(has<6, dyn>(reshape(t, _6, -1)));
  CHECK(has<dyn, dyn>(reshape(t, -_1, 4)));
  CHECK(has<dyn, dyn>(reshape(t, std::array<index, 2>{4, 6})));
  CHECK(has<1, 24, 1>(reshape(t, _1, 24_c, _1)));
  CHECK(has<24>(ravel(t)));
  CHECK(has<24>(flatten(t)));
  CHECK(has<24>(ravel(t + 1)));

  tensor<int, batch, 4> n(6);
  CHECK(has<batch, 4>(reshape(n, -_1, _4)));
  CHECK(has<8, 3>(reshape(n, _8, _3)));
  CHECK(has<4 * batch>(ravel(n)));
  CHECK(has<batch>(ravel(n[_, _0])));
  CHECK(has<batch>(flatten(n[_, _0])));
  CHECK(reshape(n, -1, 8).shape() == std::array<index, 2>{3, 8});
  CHECK(reshape(n, 2, -1, 3).shape() == std::array<index, 3>{2, 4, 3});
}

TEST_CASE("reshape of every kind of operand") {
  tensor<int, 2, 3, 4> t = numbered();
  const auto& c = t;
  dtensor<int, 3> d = t;
  tensor<int, 2, batch, 4> n = t;
  CHECK(keeps_counting(t));
  CHECK(keeps_counting(c));
  CHECK(keeps_counting(d));
  CHECK(keeps_counting(n));
  CHECK(keeps_counting(t + 1, 1));
  CHECK(keeps_counting(d * 2, 0, 2));
  CHECK(keeps_counting(t[rev(), rev(), rev()], 23, -1));
  CHECK(keeps_counting(d[rev(), rev(), rev()], 23, -1));
  CHECK(keeps_counting((d + 1)[rev(), rev(), rev()], 24, -1));
  CHECK(keeps_counting(transpose(eval(transpose(t)))));
  CHECK(keeps_counting(transpose(eval(transpose(d)))));
  CHECK(keeps_counting(transpose(transpose(d + 1)), 1));
  STATIC_REQUIRE(keeps_counting(tensor<int, 2, 3, 4>(numbered())));
  STATIC_REQUIRE(keeps_counting(dtensor<int, 3>(numbered())));
  STATIC_REQUIRE(keeps_counting(dtensor<int, 3>(numbered())[rev(), rev(), rev()], 23, -1));

  // Temporaries are kept.
  CHECK(counts(reshape(numbered(), 4, 6)));
  CHECK(counts(ravel(dtensor<int, 3>(t))));
  CHECK(counts(flatten(dtensor<int, 3>(t))));
  CHECK(ravel(dtensor<int, 3>(t))[23] == 23);
  const auto owned = reshape(dtensor<int, 3>(t), 4, -1);
  CHECK(owned[3, 5] == 23);
  CHECK((owned[range(_2, _), _5][1]) == 23);
}

TEST_CASE("reshape returns a view if the type guarantees equal steps") {
  tensor<int, 2, 3, 4> t = numbered();
  const auto& c = t;
  auto v = reshape(t, _6, -_1);
  CHECK(is_view(v));
  CHECK(is_view(reshape(t, 6, 4)));
  CHECK(is_view(ravel(t)));
  v[5, 3] = -1;
  CHECK(t[1, 2, 3] == -1);
  ravel(t) = 4;
  CHECK(t[0, 0, 0] == 4);
  reshape(t, 4, 6) += 1;
  CHECK(t[1, 2, 3] == 5);
  STATIC_REQUIRE(std::same_as<decltype(reshape(c, 4, 6)[0, 0]), const int&>);
  STATIC_REQUIRE(std::same_as<decltype(ravel(c)[0]), const int&>);

  dtensor<int, 3> d = numbered();
  CHECK(is_view(reshape(d, 4, 6)));
  reshape(d, 4, 6)[3, 5] = 7;
  CHECK(d[1, 2, 3] == 7);

  // Parts of memory.
  CHECK(is_view(reshape(t[_1], _2, _6)));
  CHECK(reshape(t[_1], _2, _6).data() == t.data() + 12);
  CHECK(is_view(ravel(t[range(_1, _)])));
  CHECK(is_view(ravel(t[newaxis, _0, _, newaxis])));
  CHECK(is_view(ravel(d[_0, _0, _])));
  CHECK(is_view(reshape(t[range(_, _0)], _0, _5)));

  // An axis with gaps can be split, but not joined with the next one.
  t = numbered();
  auto split = reshape(t[_, _, range(_, _, _2)], _2, _3, _1, _2);
  CHECK(is_view(split));
  CHECK((split[1, 2, 0, 1]) == 22);
  CHECK(is_view(reshape(t[_, _, range(_, _, _2)], _3, _4)));
  CHECK((reshape(t[_, _, range(_, _, _2)], _3, _4)[1, 1]) == 10);
  CHECK(is_view(reshape(t[_, range(_, _2)], _2, _4, _2)));
  auto joined = reshape(t[_, range(_, _2)], _4, _4);
  CHECK_FALSE(is_view(joined));
  CHECK((joined[2, 0]) == 12);
  CHECK(is_view(reshape(t[_, _, rev()], _2, _3, _2, _2)));
  CHECK((reshape(t[_, _, rev()], _2, _3, _2, _2)[0, 0, 1, 0]) == 1);
  CHECK_FALSE(is_view(ravel(t[_, _, rev()])));
  CHECK_FALSE(is_view(ravel(transpose(t))));
  CHECK((ravel(transpose(t))[1]) == 12);

  CHECK_FALSE(is_view(reshape(t + 1, _6, _4)));
  CHECK_FALSE(is_view(reshape(numbered(), _6, _4)));
  CHECK_FALSE(is_view(flatten(t)));
}

TEST_CASE("reshape copies at run time only if the strides require it") {
  dtensor<int, 3> d = numbered();
  const auto lies_in_d = [&](const auto& e) {
    const auto ready = e.prepared();
    const int* p = nullptr;
    detail::member_access::cursor<detail::no_hint, 0>(
        ready, detail::axis_refs<detail::rank_of<decltype(ready)>>())
        .visit_memory([&](const auto& leaf) { p = leaf.base + leaf.offset; });
    return p >= d.data() && p < d.data() + d.size();
  };
  CHECK(lies_in_d(reshape(d[range(_1, _)], 4, 3)));
  CHECK(lies_in_d(reshape(d[_, _, range(_, _, 2)], 3, 4)));
  CHECK_FALSE(lies_in_d(reshape(transpose(d), 6, 4)));
  CHECK(counts(reshape(d[range(_1, _)], 4, 3), 12));
  CHECK(counts(reshape(d[_, _, range(_, _, 2)], 3, 4), 0, 2));
  CHECK(eval(reshape(transpose(d), 6, 4))[0, 1] == 12);

  // Into the operand's memory.
  d = reshape(d[_, _, rev()], 4, 3, 2);
  CHECK((d[0, 0, 0]) == 3);
}

TEST_CASE("layouts compute the strides of another shape") {
  using detail::reshaped_strides;
  const std::array<index, 2> sizes{3, 4}, gap{8, 1};
  STATIC_REQUIRE(reshaped_strides(std::array<index, 2>{3, 4}, std::array<index, 2>{4, 1},
                                  std::array<index, 1>{12})
                     .strides == std::array<index, 1>{1});
  CHECK_FALSE(reshaped_strides(sizes, gap, std::array<index, 1>{12}).exist);
  CHECK(reshaped_strides(sizes, gap, std::array<index, 3>{3, 2, 2}).strides ==
        std::array<index, 3>{8, 2, 1});
  CHECK(reshaped_strides(std::array<index, 2>{6, 1}, std::array<index, 2>{-2, 0},
                         std::array<index, 2>{2, 3})
            .strides == std::array<index, 2>{-6, -2});
  CHECK(reshaped_strides(std::array<index, 2>{0, 4}, std::array<index, 2>{9, 9},
                         std::array<index, 2>{2, 0})
            .exist);
  CHECK(reshaped_strides(std::array<index, 0>{}, std::array<index, 0>{}, std::array<index, 2>{1, 1})
            .exist);
}

TEST_CASE("reshape refuses sizes that don't fit") {
  dtensor<int, 2> d(4, 6);
  tensor<int, batch, 6> n(4);
  CHECK_THROWS_AS(reshape(d, 5, 5), shape_error);
  CHECK_THROWS_AS(reshape(d, _5, _5), shape_error);
  CHECK_THROWS_AS(reshape(d, 5, -1), shape_error);
  CHECK_THROWS_AS(reshape(d, 0, -1), shape_error);
  CHECK_THROWS_AS(reshape(d + 1, 5, 5), shape_error);
  CHECK_THROWS_AS(reshape(tensor<int, 4, 6>(), 5, 5), shape_error);
  CHECK_THROWS_AS(reshape(d, PTRDIFF_MAX, 4), shape_error);
  CHECK_THROWS_AS(reshape(d, -1, -1), value_error);
  CHECK_THROWS_AS(reshape(d, -_1, -1), value_error);
  CHECK_THROWS_AS(reshape(d, -2, -12), value_error);
  CHECK_THROWS_WITH(reshape(n, 5, -1), test::contains("(batch=4, 6) has 24 elements and cannot "
                                                      "become (5, -1)"));
  const auto least = std::numeric_limits<stria::index>::min();
  CHECK_THROWS_WITH(reshape(n, least, 1), test::contains("a size in (-9223372036854775808, 1) is"));
}

TEST_CASE("reshaping rank 0 and empty tensors") {
  tensor<int> scalar(4);
  CHECK((reshape(scalar, _1, _1)[0, 0]) == 4);
  CHECK(ravel(scalar)[0] == 4);
  CHECK(has<1>(ravel(scalar + 1)));
  CHECK(int(reshape(tensor{5})) == 5);
  CHECK(int(reshape(tensor{5} + 1)) == 6);
  tensor<int, 1> one{3};
  reshape(one) = 8;
  CHECK(one[0] == 8);

  dtensor<int, 2> none(0, 3);
  CHECK(reshape(none, 2, 0).shape() == std::array<index, 2>{2, 0});
  CHECK(eval(reshape(none + 1, 3, -1)).shape() == std::array<index, 2>{3, 0});
  CHECK(ravel(none).size() == 0);
  CHECK(eval(reshape(transpose(none), 5, 0)).size() == 0);
  CHECK(has<0, 4>(reshape(tensor<int, 4, 0>(), _0, _4)));
}

TEST_CASE("flatten is a copy") {
  tensor<int, 2, 2> t{{1, 2}, {3, 4}};
  auto f = eval(flatten(t));
  STATIC_REQUIRE(std::same_as<decltype(f), tensor<int, 4>>);
  f[0] = 9;
  CHECK(t[0, 0] == 1);
  CHECK((flatten(transpose(t))[1]) == 3);
  STATIC_REQUIRE(std::same_as<decltype(flatten(t)[0]), int>);
}

TEST_CASE("broadcast_to repeats along axes of size 1") {
  tensor<int, 3> t{1, 2, 3};
  const auto& c = t;
  dtensor<int, 1> d{1, 2, 3};
  tensor<int, batch> n(3);
  n = t;
  CHECK(has<2, 3>(broadcast_to(t, _2, _3)));
  CHECK(has<dyn, 3>(broadcast_to(t, 2, 3)));
  CHECK(has<dyn, 3>(broadcast_to(d, 2, _3)));
  CHECK(has<dyn, batch>(broadcast_to(n, 2, 3)));
  CHECK(has<2, 3>(broadcast_to(n, _2, _3)));
  CHECK(has<dyn, 3>(broadcast_to(t, std::array<index, 2>{2, 3})));
  CHECK(has<3>(broadcast_to(t, _3)));
  CHECK(has<3, 4>(broadcast_to(t[_, newaxis], _3, _4)));

  const auto rows = [](const auto& e) {
    return e.shape() == std::array<index, 2>{2, 3} && e[1, 2] == 3 && e[0, 1] == 2 &&
           eval(e)[1, 0] == 1 && eval(e + 1)[1, 1] == 3;
  };
  CHECK(rows(broadcast_to(t, _2, _3)));
  CHECK(rows(broadcast_to(c, 2, 3)));
  CHECK(rows(broadcast_to(d, 2, 3)));
  CHECK(rows(broadcast_to(n, 2, 3)));
  CHECK(rows(broadcast_to(t + 0, 2, 3)));
  CHECK(rows(broadcast_to(d[newaxis], 2, 3)));
  CHECK(rows(broadcast_to(tensor{1, 2, 3}, 2, 3)));
  CHECK(rows(broadcast_to(transpose(t[_, newaxis]), 2, 3)));
  CHECK(rows(transpose(broadcast_to(t[_, newaxis], _3, _2))));
  CHECK(rows(transpose(broadcast_to((t + 0)[_, newaxis], _3, _2))));
  STATIC_REQUIRE(eval(broadcast_to(tensor{1, 2, 3} + 0, _2, _3))[1, 2] == 3);
  STATIC_REQUIRE([] {
    tensor v{1, 2, 3};
    return eval(broadcast_to(v, 2, 3))[1, 2];
  }() == 3);

  // A dynamic size of 1 is broadcast, too.
  dtensor<int, 2> one(1, 3);
  one = 4;
  CHECK((broadcast_to(one, 5, 3)[4, 2]) == 4);
  CHECK((eval(broadcast_to(one + 1, 5, _3))[4, 2]) == 5);
  tensor<int> scalar(7);
  CHECK((broadcast_to(scalar, 2, 2)[1, 1]) == 7);
  CHECK(int(broadcast_to(scalar)) == 7);
  CHECK(broadcast_to(t, 0, 3).size() == 0);
  CHECK(broadcast_to(dtensor<int, 1>(1), 0).size() == 0);

  // Broadcast memory is read-only.
  STATIC_REQUIRE(std::same_as<decltype(broadcast_to(t, 2, 3)[0, 0]), const int&>);
  CHECK(is_view(broadcast_to(t, 2, 3)));
  CHECK(broadcast_to(t, 2, 3).strides() == std::array<index, 2>{0, 1});

  CHECK_THROWS_AS(broadcast_to(d, 2, 4), shape_error);
  CHECK_THROWS_AS(broadcast_to(d, _2, _4), shape_error);
  CHECK_THROWS_AS(broadcast_to(t, 2, 4), shape_error);
  CHECK_THROWS_AS(broadcast_to(d + 1, 4), shape_error);
  CHECK_THROWS_AS(broadcast_to(d, -2, 3), value_error);
  CHECK_THROWS_WITH(broadcast_to(n, 2, 4),
                    test::contains("(batch=3,) does not broadcast to (2, 4): axis 1"));
}

TEMPLATE_TEST_CASE("a reshaped expression is converted to the type of the target", "", std::uint8_t,
                   std::int16_t, bool, float, double) {
  using T = TestType;
  for (const index n : {0, 1, 5, 33, 300}) {
    dtensor<std::uint8_t, 2> a(n, 6);
    for (index i = 0; i < a.size(); ++i)
      a.data()[i] = static_cast<std::uint8_t>(i % 200);
    dtensor<T, 1> flat(6 * n);
    flat = reshape(cast<T>(a + a), -1);
    dtensor<double, 2> wide(2 * n, 3);
    wide = reshape(a + a, 2 * n, 3);
    const dtensor<double, 1> made = reshape(transpose(a) * 2, -1);
    for (index i = 0; i < 6 * n; ++i) {
      REQUIRE(flat(i) == static_cast<T>(2 * a.data()[i]));
      REQUIRE(wide(i / 3, i % 3) == 2. * a.data()[i]);
      REQUIRE(made(i) == 2. * a(i % n, i / n));
    }
    // Reads the target, so it is computed in other memory first.
    flat = reshape(flat[range(_, _, -1)] + flat, -1);
    for (index i = 0; i < 6 * n; ++i) {
      const T x = static_cast<T>(2 * a.data()[i]), y = static_cast<T>(2 * a.data()[6 * n - 1 - i]);
      REQUIRE(flat(i) == static_cast<T>(x + y));
    }
  }
  // In a constant expression.
  STATIC_REQUIRE([] {
    tensor<double, 4> r;
    r = reshape(tensor<int, 2, 2>{{1, 2}, {3, 4}} + 1, _4);
    return r[_3] == 5;
  }());
}

TEST_CASE("expressions of few and of many elements are reshaped") {
  for (index n : {0, 1, 2, 5, 16, 40, 70}) {
    dtensor<float, 2> a(3, n), b(3, n), column(3, 1);
    for (index i = 0; i < a.size(); ++i) {
      a.data()[i] = static_cast<float>(i);
      b.data()[i] = static_cast<float>(i * 7 % 5);
    }
    column.data()[0] = 1.f;
    const auto sums = eval(a + b * 2.f), shifted = eval(a - column);
    dtensor<float, 1> flat(3 * n);
    flat = reshape(a + b * 2.f, -1 * (n != 0));
    CHECK(std::ranges::equal(flat.storage(), sums.storage()));
    flat = ravel(a - column);
    CHECK(std::ranges::equal(flat.storage(), shifted.storage()));
    dtensor<double, 2> turned(n, 3);
    turned = reshape(a + b * 2.f, n, 3);
    CHECK(std::ranges::equal(turned.storage(), sums.storage()));
    // The target is read.
    a = reshape(transpose(a) + transpose(b) * 2.f, 3, n);
    CHECK(std::ranges::equal(a.storage(), eval(transpose(sums)).storage()));
    const auto mirrored = eval(flat[rev()] + flat);
    flat = reshape(reshape(flat, 3, n)[rev(), rev()] + reshape(flat, 3, n), -1 * (n != 0));
    CHECK(std::ranges::equal(flat.storage(), mirrored.storage()));
  }
}

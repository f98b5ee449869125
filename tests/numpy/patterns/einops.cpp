// SPDX-License-Identifier: BSL-1.0
// rearrange, repeat and reduce with a text. Comments have the NumPy lines that give the values, for
// a = np.arange(24).reshape(2, 4, 3), m = np.array([[3, 1, 2], [6, 4, 5]])
#include "allocations.hpp"
#include "catch.hpp"
#include "numbers.hpp"
#include "values.hpp"

#include <algorithm>
#include <numeric>
#include <string>

using namespace stria;
using test::holds;
using test::holds_each;

namespace {

inline constexpr dim batch{"batch"}, height{"height"}, channels{"channels"};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
template <class X> constexpr bool is_view(const X&) { return detail::view_operand<X>; }

constexpr tensor<int, 2, 4, 3> a = test::counted(tensor<int, 2, 4, 3>());
constexpr tensor<int, 2, 3> m{{3, 1, 2}, {6, 4, 5}};
dtensor<int, 3> dynamic() { return a; }

/// Calls check with operands of every kind that have the values of `a`.
template <class F> void for_each_kind(F check) {
  const tensor<int, batch, height, channels> named = a;
  const dtensor<int, 3> d = a;
  dtensor<int, 3> wide(4, 8, 3);
  wide[range(_, _, 2), range(_, _, -2), rev()] = a;
  check(a);
  check(named);
  check(d);
  check(d + 0);
  check(wide[range(_, _, 2), range(_, _, -2), rev()]);
  check(concat(_1, a[_, range(_, 1)], d[_, range(1, _)]));
}

} // namespace

TEST_CASE("names and ellipses follow the rules of einops") {
  const auto reads = [](const char* text) { return !detail::einops_text(text).fault; };
  for (const char* text :
       {"a -> a", "a_1 -> a_1", "a1 b_c -> (a1 b_c)", "... -> ...", "... a -> a ...",
        "a ...->... a", "(a b)c -> a(b c)", "1 ... -> (...)", "()a->a"}) {
    INFO(text);
    CHECK(reads(text));
  }
  for (const char* text :
       {"a_ -> a_", "_a -> _a", "_ -> _", "a__ b -> b a__", "...pre -> ...pre", "pre... -> pre...",
        "......", "... ... -> ...", "a .. -> a", ". -> .", "...1 -> ...", "1... -> ...", "2a -> a",
        "a -> 1a", "a...b -> a", "a (b c_) -> a", "a -> a ...b", ".... -> ...", "... . -> ..."}) {
    INFO(text);
    CHECK(!reads(text));
  }
  STATIC_REQUIRE(detail::einops_text("a b_ -> b_ a").fault.column == 3);
  STATIC_REQUIRE(detail::einops_text("b ...pre -> b").fault.column == 3);
}

TEST_CASE("rearrange moves, splits and merges axes") {
  for_each_kind([](const auto& x) {
    // a.transpose(2, 0, 1)
    const test::list<> turned{0,  3,  6,  9,  12, 15, 18, 21, 1,  4,  7,  10,
                              13, 16, 19, 22, 2,  5,  8,  11, 14, 17, 20, 23};
    CHECK(holds_each(rearrange<"b h c -> c b h">(x), turned));
    CHECK(holds(rearrange<"... c -> c (...)">(x), turned));
    CHECK(test::shape(rearrange<"... c -> c (...)">(x)) == test::list<index>{3, 8});
    CHECK(holds(rearrange<"b ... c -> c b ...">(x), turned));
    // a.reshape(2, 2, 2, 3).transpose(2, 0, 1, 3)
    const auto split = rearrange<"b (h p) c -> p b h c">(x, axis_size<"p">(2));
    CHECK(test::shape(split) == test::list<index>{2, 2, 2, 3});
    CHECK(holds_each(split, {0, 1, 2, 6, 7,  8,  12, 13, 14, 18, 19, 20,
                             3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23}));
    // a.reshape(2, 2, 2, 3).transpose(0, 2, 3, 1).reshape(2, 6, 2)
    CHECK(holds(
        rearrange<"b (h p) c -> b (p c) h">(x, axis_size<"h">(_2)),
        {0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11, 12, 18, 13, 19, 14, 20, 15, 21, 16, 22, 17, 23}));
    // a.reshape(1, 2, 2, 2, 3).transpose(1, 4, 3, 2, 0).reshape(2, 12)
    CHECK(holds(
        rearrange<"(b_1 b2) (H h2)c->b2(c h2 H b_1)">(x, axis_size<"b_1">(1), axis_size<"h2">(2)),
        {0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11, 12, 18, 15, 21, 13, 19, 16, 22, 14, 20, 17, 23}));
    // a.transpose(1, 0, 2).reshape(8, 3)
    CHECK(holds(rearrange<"b h c -> (h b) c">(x), {0, 1, 2, 12, 13, 14, 3, 4,  5,  15, 16, 17,
                                                   6, 7, 8, 18, 19, 20, 9, 10, 11, 21, 22, 23}));
    // a[..., ::-1].transpose(0, 2, 1), in a wider expression
    CHECK(holds(2 * rearrange<"b h c -> b c h">(x[range(_, 1), _, rev()]) + 1,
                {5, 11, 17, 23, 3, 9, 15, 21, 1, 7, 13, 19}));
  });
}

TEST_CASE("rearrange adds and drops axes of size 1") {
  const auto x = rearrange<"b h c -> 1 b (h c) () 1">(a);
  CHECK(has<1, 2, 12, 1, 1>(x));
  CHECK(test::evaluated(x)[23] == 23);
  CHECK(has<2, 12>(rearrange<"1 b hc () (1) -> b hc">(x)));
  CHECK(has<2, 12>(rearrange<"1 b hc ... -> b (hc ...)">(x)));
  CHECK(has<2, 4, 3, 1>(rearrange<"... -> ... (1 1)">(a)));
  CHECK(test::shape(rearrange<"b 1 h (c 1) -> c b h">(expand_dims(dynamic(), _1))) ==
        test::list<index>{3, 2, 4});
  CHECK_THROWS_WITH((rearrange<"1 h c -> h c">(dynamic())),
                    test::contains("axis 0 has 2 elements and not 1; the shape is (2, 4, 3)"));
}

TEST_CASE("extents are static if they follow from types") {
  const tensor<int, batch, dyn, 3> n = a;
  CHECK(has<3, batch, dyn>(rearrange<"b h c -> c b h">(n)));
  CHECK(has<batch, dyn>(rearrange<"b h c -> b (h c)">(n)));
  CHECK(has<batch, 2, dyn, 3>(rearrange<"b (h p) c -> b h p c">(n, axis_size<"h">(_2))));
  CHECK(has<batch, dyn, dyn, 3>(rearrange<"b (h p) c -> b h p c">(n, axis_size<"h">(2))));
  CHECK(has<2, dyn, 3>(rearrange<"b h c -> b h c">(n, axis_size<"b">(_2))));
  CHECK(has<3, 2, dyn>(rearrange<"b h c -> c b h">(n + 1, axis_size<"b">(_2))));
  CHECK(has<batch, dyn, 3>(rearrange<"b h c -> b h c">(n, axis_size<"b">(2))));
  CHECK(has<2, 2, 6>(rearrange<"b (h p) c -> b p (h c)">(a, axis_size<"p">(_2))));
  CHECK(has<3, 8>(rearrange<"b h c -> c (h b)">(a, axis_size<"c">(3))));
  CHECK(has<batch, 3>(reduce<"b h c -> b c">(n, min)));
  CHECK(has<batch, 4, dyn>(repeat<"b h -> b n h">(n[_, _, _0], axis_size<"n">(_4))));
}

TEST_CASE("rearranged memory is a view if possible") {
  tensor<int, 2, 4, 3> t = a;
  dtensor<int, 3> d = a;
  auto heads = rearrange<"b (h p) c -> h b p c">(d, axis_size<"p">(2));
  CHECK(is_view(heads));
  CHECK(shares_storage(heads, d));
  heads[1] = 0; // a.reshape(2, 2, 2, 3)[:, 1] = 0
  CHECK(holds(d, {0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 12, 13, 14, 15, 16, 17, 0, 0, 0, 0, 0, 0}));
  // Splitting an axis does not need contiguous elements: a[:, ::2, ::-1].
  auto thin = rearrange<"b (h p) c -> c p h b">(t[_, range(_, _, 2), rev()], axis_size<"p">(1));
  CHECK(is_view(thin));
  CHECK(holds_each(thin, {2, 14, 8, 20, 1, 13, 7, 19, 0, 12, 6, 18}));
  CHECK(is_view(rearrange<"b h c -> b h c">(t)));
  CHECK(is_view(rearrange<"b h c -> b (h c)">(d)));
  CHECK(is_view(rearrange<"(b e) h c -> b (e h) c">(d, axis_size<"e">(1))));
  CHECK(is_view(rearrange<"b h c -> (h b) c">(t)) == false);
  const dtensor<int, 3>& fixed = d;
  CHECK(
      std::is_const_v<std::remove_pointer_t<decltype(rearrange<"b h c -> c b h">(fixed).data())>>);

  dtensor<int, 4> target(2, 2, 2, 3);
  CHECK(test::allocations_of(
            [&] { target = rearrange<"b (h p) c -> p h b c">(d, axis_size<"p">(2)); }) == 0);
  // Merged in the order of the target: no intermediate copy.
  dtensor<int, 2> merged(8, 3);
  CHECK(test::allocations_of([&] { merged = rearrange<"b h c -> (h b) c">(d); }) == 0);
  CHECK(test::allocations_of([&] { merged = rearrange<"b h c -> (h b) c">(d + d); }) == 0);
  CHECK(holds(merged, test::evaluated(2 * eval(rearrange<"b h c -> (h b) c">(d)))));
  CHECK(test::allocations_of([&] { merged = repeat<"b c -> (b 4) c">(d[_, 0]); }) == 0);
  CHECK(test::allocations_of(
            [&] { merged = rearrange<"(b h) c -> (h b) c">(merged, axis_size<"b">(2)); }) == 1);
  // An expression owns temporaries.
  const auto kept = [] { return rearrange<"b h c -> (c h) b">(dynamic()); }();
  CHECK(holds(kept, test::evaluated(rearrange<"b h c -> (c h) b">(a))));
  // The target is also the source.
  dtensor<int, 2> square = m[_, range(_, 2)];
  square = rearrange<"a b -> b a">(square);
  CHECK(holds(square, {3, 6, 1, 4}));
  dtensor<int, 1> flat = reshape(square, 4);
  flat = rearrange<"(a b) -> (b a)">(flat, axis_size<"a">(2));
  CHECK(holds(flat, {3, 1, 6, 4}));
}

TEST_CASE("rank 0 and empty tensors") {
  CHECK(holds_each(rearrange<"->">(tensor<int>(7)), {7}));
  CHECK(has<1, 1>(rearrange<" -> 1 ()">(tensor<int>(7))));
  CHECK(has<>(rearrange<"1 () ->">(tensor<int, 1, 1>())));
  CHECK(has<>(rearrange<"... -> ...">(tensor<int>(7))));
  CHECK(has<1>(rearrange<"... -> (...)">(tensor<int>(7))));
  CHECK(holds_each(repeat<"-> a">(tensor<int>(7), axis_size<"a">(2)), {7, 7}));
  CHECK(reduce<"->">(tensor<int>(7), max) == 7);

  const dtensor<int, 2> none(0, 6);
  CHECK(test::shape(rearrange<"a (b c) -> c (a b)">(none, axis_size<"b">(2))) ==
        test::list<index>{3, 0});
  CHECK(test::shape(rearrange<"(a n) b -> n (b a)">(none, axis_size<"n">(4))) ==
        test::list<index>{4, 0});
  CHECK(eval(rearrange<"a b -> (b a)">(none)).size() == 0);
  CHECK(holds(reduce<"a (b c) -> c">(none, sum, axis_size<"c">(2)), {0, 0}));
  CHECK(test::shape(repeat<"a b -> a (n b)">(a[0], axis_size<"n">(0))) == test::list<index>{4, 0});
  CHECK_THROWS_AS(eval(reduce<"a b -> b">(none, max)), value_error);
}

TEST_CASE("run-time sizes are checked") {
  const dtensor<int, 3> d = a;
  CHECK_THROWS_WITH((rearrange<"b (h p) c -> b h p c">(d, axis_size<"p">(3))),
                    test::contains("stria: rearrange: \"b (h p) c -> b h p c\": column 4: axis 1 "
                                   "has 4 elements, which cannot be divided by 3; the shape is "
                                   "(2, 4, 3)"));
  CHECK_THROWS_AS((rearrange<"b (h p) c -> b h p c">(d, axis_size<"p">(3))), shape_error);
  CHECK_THROWS_AS((rearrange<"b (h p) c -> b h p c">(a, axis_size<"p">(3))), shape_error);
  CHECK_THROWS_AS((rearrange<"b h c -> h b c">(a, axis_size<"b">(3))), shape_error);
  CHECK_THROWS_AS((rearrange<"b (h p) c -> b h p c">(d, axis_size<"p">(0))), shape_error);
  CHECK_THROWS_WITH((rearrange<"b (h p) c -> b h p c">(d, axis_size<"p">(2), axis_size<"h">(_3))),
                    test::contains("axis 1 has 4 elements and not 6"));
  CHECK_THROWS_WITH((rearrange<"b (h p) c -> b h p c">(d, axis_size<"p">(-2))),
                    test::contains("p has the negative axis_size -2"));
  CHECK_THROWS_AS((repeat<"b h c -> b h c n">(d, axis_size<"n">(-1))), value_error);
  CHECK_THROWS_AS((repeat<"b h c -> b h (c n)">(d, axis_size<"n">(index{1} << 62))), value_error);
  CHECK_THROWS_AS((reduce<"b (h 3) c -> b h c">(d, max)), shape_error);
}

TEST_CASE("reduce by the name of a reduction") {
  for_each_kind([](const auto& x) {
    // a.reshape(2, 2, 2, 3).max(2)
    const auto pooled = reduce<"b (h 2) c -> b h c">(x, max);
    CHECK(test::shape(pooled) == test::list<index>{2, 2, 3});
    CHECK(holds(pooled, {3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23}));
    CHECK(holds(reduce<"b h c -> c b">(x, sum), {18, 66, 22, 70, 26, 74})); // a.sum(1).T
    CHECK(holds(reduce<"b h c -> h 1">(x, min), {0, 3, 6, 9}));             // a.min((0, 2))
    CHECK(holds(reduce<"b ... -> b">(x, mean), {5.5, 17.5}));               // a.mean((1, 2))
    // (a + 1).prod((0, 1))
    CHECK(holds(reduce<"b h c -> c">(x + 1, prod), {24344320, 96342400, 264539520}));
    CHECK(holds(reduce<"... c -> c">(x > 21, any), {false, true, true}));
    CHECK(holds(reduce<"b h c -> b c">(x > 2, all_of), {false, false, false, true, true, true}));
    // a.reshape(2, 2, 2, 3).sum((0, 1)).T.reshape(6)
    CHECK(holds(reduce<"b (h1 h2) c -> (c h2)">(x, sum, axis_size<"h1">(2)),
                {36, 48, 40, 52, 44, 56}));
    CHECK(reduce<"b h c ->">(x, sum) == 276);
    CHECK(holds(reduce<"b h c -> b h c">(x, max) - x, test::list<>(24)));
    CHECK(holds(x[_, range(0, 1)] - reduce<"b h c -> b 1 c">(x, min), test::list<>(6)));
  });
  CHECK(std::same_as<decltype(reduce<"r c -> r">(m, sum))::value_type, std::int64_t>);
  CHECK(std::same_as<decltype(reduce<"r c -> r">(m, mean))::value_type, double>);
  CHECK(std::same_as<decltype(reduce<"r c -> r">(m, any))::value_type, bool>);
}

namespace other {

int qualified() { return stria::reduce<"r c ->">(m, stria::max); }
int declared() {
  using stria::min;
  return stria::reduce<"r c ->">(m, min);
}
int beside_std() {
  using namespace std;
  return reduce<"r c ->">(m, max) + max(m) + max(1, 2);
}

} // namespace other

TEST_CASE("the name of a reduction may be qualified, and coexist with std's") {
  CHECK(other::qualified() == 6);
  CHECK(other::declared() == 1);
  CHECK(other::beside_std() == 14);
}

TEST_CASE("repeat adds axes") {
  CHECK(has<2, 3, dyn>(repeat<"h w -> h w c">(m, axis_size<"c">(2))));
  CHECK(has<2, 3, 2>(repeat<"h w -> h w c">(m, axis_size<"c">(_2))));
  CHECK(has<4, 6>(repeat<"h w -> (h 2) (2 w)">(m)));
  // np.repeat(m[:, :, None], 2, 2)
  CHECK(holds_each(repeat<"h w -> h w 2">(m), {3, 3, 1, 1, 2, 2, 6, 6, 4, 4, 5, 5}));
  // np.tile(np.repeat(m, 2, 0), (1, 3))
  const test::list<> tiled{3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2,
                           6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5, 6, 4, 5};
  const dtensor<int, 2> d = m;
  CHECK(holds(repeat<"h w -> (h 2) (3 w)">(m), tiled));
  CHECK(holds(repeat<"h w -> (h n) (3 w)">(d, axis_size<"n">(2)), tiled));
  CHECK(holds(repeat<"h ... -> (h 2) (3 ...)">(d * 1), tiled));
  CHECK(holds(repeat<"w h -> (h 2) (3 w)">(transpose(d)), tiled));
  // np.broadcast_to(m.reshape(2, 1, 1, 3), (2, 2, 1, 3)).reshape(4, 3)
  CHECK(holds(repeat<"(h p) w -> (h 2 p) w">(m, axis_size<"p">(1)),
              {3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5}));
  CHECK(holds(repeat<"w -> h w">(m[0], axis_size<"h">(2)) + m, {6, 2, 4, 9, 5, 7}));
  CHECK(has<2, 1, 3>(repeat<"h w -> h 1 w">(m)));
  // The function repeat() is still available.
  CHECK(holds(repeat(m, 2, _0), {3, 1, 2, 3, 1, 2, 6, 4, 5, 6, 4, 5}));
}

TEST_CASE("invalid texts report the column") {
  const auto fault = [](std::string_view text) {
    const detail::einops_fault f = detail::einops_text(text).fault;
    return std::to_string(f.column) + ": " + std::string(f.subject) + ' ' + std::string(f.does);
  };
  CHECK(fault("a (b c) ... d_1 2 1 () -> (... x2)1") == "0:  ");
  CHECK(fault("") == "1:  the text ends without ->");
  CHECK(fault("a b ") == "5:  the text ends without ->");
  CHECK(fault("a - > b") ==
        "3: - cannot be read; a text has names, numbers, parentheses, ... and ->");
  CHECK(fault("a -> b -> c") == "8: -> occurs twice");
  CHECK(fault("a (b (c)) -> a") == "6: ( opens nested parentheses");
  CHECK(fault("a) -> a") == "2: ) closes parentheses that are not open");
  CHECK(fault("a -> (a") == "6: ( is not closed");
  CHECK(fault("(a -> a") == "1: ( is not closed");
  CHECK(fault("... a ... -> a") == "7: ... occurs twice on one side");
  CHECK(fault("(...) -> ...") == "2: ... is in parentheses on the left side");
  CHECK(fault("a .. -> a") ==
        "3: . cannot be read; a text has names, numbers, parentheses, ... and ->");
  CHECK(fault("ab a ab -> a") == "6: ab occurs twice on one side");
  CHECK(fault("a 0 -> a") == "3: 0 is not a size; a size is 1 or more, without leading zeros");
  CHECK(fault("a 02 -> a") == "3: 02 is not a size; a size is 1 or more, without leading zeros");
  CHECK(fault("a 99999999999999999999 -> a").starts_with("3: 9999999"));
  CHECK(fault("2a -> a") ==
        "1: 2 is followed by a name without a space; names begin with a letter");
  CHECK(fault("2 2 -> ") == "0:  ");
  std::string long_text;
  for (int k = 0; k < 33; ++k)
    long_text += 'a' + std::to_string(k) + ' ';
  CHECK(fault(long_text + "-> b").ends_with("is one too many: a side has at most 32 axes"));
  CHECK(fault('(' + long_text + ") -> b")
            .ends_with("a32 is one too many: a side has at most 32 axes"));
}

TEST_CASE("einops in constant expressions") {
  static_assert(eval(rearrange<"(h p) w -> w (p h)">(m, axis_size<"p">(_2)))[2, 1] == 5);
  static_assert(int(reduce<"h w ->">(m, max)) == 6);
  static_assert(eval(reduce<"h w -> w">(m, sum))[0] == 9);
  static_assert(eval(repeat<"h w -> (h 2) w">(m))[3, 1] == 4);
  CHECK(eval(rearrange<"h w -> (w h)">(m))[1] == 6);
}

TEST_CASE("pack and unpack") {
  // einops: pack([a, b, c], "i * k"), from its documentation with other sizes
  const auto image = test::counted(tensor<int, 2, 3, 4>());
  const auto b = eval(100 + test::counted(tensor<int, 2, 4>()));
  const auto c = eval(200 + test::counted(tensor<int, 2, 2, 1, 4>()));
  const auto [packed, shapes] = pack<"i * k">(image, b, c);
  STATIC_REQUIRE(decltype(packed)::extents == detail::shape_of<2, 6, 4>());
  CHECK(std::get<0>(shapes) == std::array<stria::index, 1>{3});
  CHECK(std::get<1>(shapes) == std::array<stria::index, 0>{});
  CHECK(std::get<2>(shapes) == std::array<stria::index, 2>{2, 1});
  dtensor<int, 3> p = packed;
  CHECK(array_equal(p[_, range(_, 3)], image));
  CHECK(array_equal(p[_, 3], b));
  CHECK(array_equal(p[_, range(4, _)], c[_, _, 0]));
  const auto check = [&](const auto& parts) {
    CHECK(array_equal(std::get<0>(parts), image));
    CHECK(array_equal(std::get<1>(parts), b));
    CHECK(array_equal(std::get<2>(parts), c));
  };
  check(unpack<"i * k">(p, shapes));
  check(unpack<"i * k">(packed, shapes));
  check(unpack<"i * k">(p * 1, shapes));
  check(unpack<"i * k">(dtensor<int, 3>(p), shapes));
  check(unpack<"i * k">(p, std::tuple{std::array{std::size_t{3}}, std::array<stria::index, 0>{},
                                      std::array{2U, 1U}}));
  check(unpack<"i * k">(p, std::tuple{std::array{3}, std::array<int, 0>{}, std::array{-1, 1}}));
  // The parts of a named tensor are views.
  auto [first, second, third] = unpack<"i * k">(p, shapes);
  second = 7;
  CHECK(all_of(p[_, 3] == 7));
  // All axes are merged, or the named ones are on one side.
  const auto flat = pack<"*">(image, tensor<int>(5));
  CHECK(flat.packed.shape() == std::array<stria::index, 1>{25});
  CHECK(int(std::get<1>(unpack<"*">(eval(flat.packed), flat.shapes))) == 5);
  const auto rows = pack<"* k">(dtensor<int, 3>(image), b[_0]);
  CHECK(rows.packed.shape() == std::array<stria::index, 2>{7, 4});
  CHECK(array_equal(std::get<0>(unpack<"* k">(rows.packed, rows.shapes)), image));
  CHECK_THROWS_WITH(unpack<"i * k">(p, std::tuple{std::array{3}, std::array{2}}),
                    "stria: unpack: the shapes have 5 elements along axis 1, which has 6");
  CHECK_THROWS_AS(unpack<"i * k">(p, std::tuple{std::array{-1}, std::array{-1}}), value_error);
  CHECK_THROWS_AS(eval(pack<"* k">(dtensor<int, 2>(2, 3), dtensor<int, 1>(4)).packed), shape_error);
}

// SPDX-License-Identifier: BSL-1.0
// append, insert, delete_at, resize, trim_zeros; put, copyto, fill_diagonal, place, putmask;
// array_split and split at positions; apply_along_axis.
#include "../shapes_recorded.hpp"
#include "numbers.hpp"

#include <array>
#include <concepts>
#include <string>

using namespace stria;

namespace {

constexpr tensor<int, 2, 3> a{{1, 2, 3}, {4, 5, 6}};
constexpr tensor<int, 3> v{7, 8, 9};
using S = tensor<int, 2, 3>;
using D = dtensor<int, 2>;
const D d = a;
const dtensor<int, 1> u = v;
const dtensor<int, 2> e(0, 3);
const dtensor<int, 1> o(0);
const auto c = eval(reshape(arange<int>(24), 2, 3, 4));
constexpr tensor<int, 6> z{0, 0, 1, 0, 2, 0};

template <extent... E, class X> constexpr bool has(const X&) {
  return X::extents == detail::shape_of<E...>();
}
/// The operand after an in-place change.
template <class T, class F> T then(T t, F change) {
  change(t);
  return t;
}

} // namespace

TEST_CASE("append") {
  NP("np.append(v, 5)", append(u, 5));
  NP("np.append(v, 2.5)", append(v, 2.5));
  NP("np.append(a, v)", append(d, v));
  NP("np.append(a[:, ::-1], v[::-1])", append(d[_, rev()], u[rev()] + 0));
  NP("np.append(a, a * 2, 0)", append(a, d * 2, _0));
  NP("np.append(a, np.zeros((2, 1)), -1)", append(d, zeros(2, 1), -_1));
  NP("np.append(o, o)", append(o, o));
  NP("np.append(e, [[1, 2, 3]], axis=0)", append(e, tensor{{1, 2, 3}}, _0));
  CHECK(has<4>(append(v, 5)));
  CHECK(has<4, 3>(append(a, a, _0)));
  STATIC_REQUIRE(append(tensor{1, 2}, 3)[2] == 3);
  const auto lazy = append(eval(u * 2), eval(u + 1)) + 1;
  CHECK(array_equal(lazy, tensor{15, 17, 19, 9, 10, 11}));
  auto grows = o;
  for (int i = 0; i < 4; ++i)
    grows = append(grows, i);
  CHECK(array_equal(grows, tensor{0, 1, 2, 3}));
  CHECK_THROWS_AS(append(d, dtensor<int, 2>(1, 2), _0), shape_error);
}

TEST_CASE("insert") {
  NP("np.insert(v, 1, 5)", insert(v, 1, 5));
  NP("np.insert(v, -1, 5)", insert(u, -_1, 5));
  NP("np.insert(v, 3, 5)", insert(u, 3, 5.9));
  NP("np.insert(a, 1, 5)", insert(d, 1, 5));
  NP("np.insert(a, 1, 5, axis=1)", insert(d, 1, 5, _1));
  NP("np.insert(a, 1, v, axis=0)", insert(a, 1, v, _0));
  NP("np.insert(a, 0, [10, 20], axis=1)", insert(d[_, _], 0, tensor{10, 20}, -_1));
  NP("np.insert(a, 1, [[1], [2], [3]], axis=1)", insert(d, 1, tensor{{1}, {2}, {3}}, _1));
  NP("np.insert(a, [1], [[10], [20]], axis=1)", insert(d, std::vector{1}, tensor{{10}, {20}}, _1));
  NP("np.insert(a, [0, 2], [[10], [20]], axis=1)", insert(d, tensor{0, 2}, tensor{{10}, {20}}, _1));
  NP("np.insert(a, [0, 2], [10, 20], axis=1)", insert(d, std::array{0, 2}, tensor{10, 20}, _1));
  NP("np.insert(v, [2, 2, 0], [1, 2, 3])", insert(v, tensor{2, 2, 0}, tensor{1, 2, 3}));
  NP("np.insert(v, [1, -1], 0)", insert(u, tensor{1, -1}, 0));
  NP("np.insert(a, slice(1, 3), 99, axis=1)", insert(d, range(1, 3), 99, _1));
  NP("np.insert(a, slice(None, None, 2), v[:2], axis=1)",
     insert(d, range(_, _, 2), u[range(_, 2)], _1));
  NP("np.insert(v, 1, [4, 5])", insert(u, 1, tensor{4, 5}));
  NP("np.insert(v, np.array([], int), 0)", insert(u, o, 0));
  NP("np.insert(o, 0, 3)", insert(o, 0, 3));
  NP("np.insert(c, 1, [1, 2, 3, 4], axis=1)", insert(c, 1, tensor{{1, 2, 3, 4}}, _1));
  NP("np.insert(c[:, ::-1], [0, 3], -c[:, :1], axis=1)",
     insert(c[_, rev()], tensor{0, 3}, -c[_, range(0, 1)], _1));
  NP("np.insert(v, [0, 2], 5)", insert(u, {0, 2}, 5));
  NP("np.insert(a, [1, -1], [[10], [20]], axis=1)", insert(d, {1, -1}, tensor{{10}, {20}}, _1));
  CHECK(has<4>(insert(v, 1, 5)));
  CHECK(has<3, 3>(insert(a, 1, v, _0)));
  CHECK(has<dyn, 3>(insert(a, tensor{1}, v, _0)));
  STATIC_REQUIRE(insert(tensor{1, 2}, 1, 5)[1] == 5);
  const dtensor<std::string, 1> words{"a", "b"};
  CHECK(insert(words, 1, words[range(0, 1)])[1] == "a");
  CHECK_THROWS_AS(insert(u, 4, 0), index_error);
  CHECK_THROWS_AS(insert(u, tensor{0, -4}, 0), index_error);
  CHECK_THROWS_AS(insert(d, 1, dtensor<int, 1>{1, 2}, _0), shape_error);
  CHECK_THROWS_AS(insert(d, tensor{1, 2}, dtensor<int, 1>{1, 2}, _0), shape_error);
}

TEST_CASE("delete_at") {
  NP("np.delete(v, 1)", delete_at(v, 1));
  NP("np.delete(v, -1)", delete_at(u, -1));
  NP("np.delete(a, 1, axis=0)", delete_at(d, 1, _0));
  NP("np.delete(a, 0, axis=1)", delete_at(d, _0, _1));
  NP("np.delete(a, [0, 2], axis=1)", delete_at(d, std::vector{0, 2}, _1));
  NP("np.delete(a, [0, -1, 0])", delete_at(a, tensor{0, -1, 0}));
  NP("np.delete(a, slice(None, None, 2), axis=1)", delete_at(d, range(_, _, 2), _1));
  NP("np.delete(a, slice(None, None, -2), axis=1)", delete_at(d, rev(_, _, 2), _1));
  NP("np.delete(a, slice(5, 9), axis=1)", delete_at(d, range(5, 9), _1));
  NP("np.delete(a, a[0] > 1, axis=1)", delete_at(d, d[0] > 1, _1));
  NP("np.delete(v, np.array([], int))", delete_at(u, o));
  NP("np.delete(c, 1, axis=-2)", delete_at(c * 1, 1, -_2));
  NP("np.delete(c[::-1, :, ::2], [1], axis=1)",
     delete_at(c[rev(), _, range(_, _, 2)], tensor{1}, _1));
  NP("np.delete(v, [0, -1])", delete_at(u, {0, -1}));
  NP("np.delete(a, [0, 2], axis=1)", delete_at(d * 1, {0, 2}, _1));
  CHECK(has<2>(delete_at(v, 1)));
  CHECK(has<2, 2>(delete_at(a, _0, _1)));
  STATIC_REQUIRE(delete_at(tensor{1, 2}, 0)[0] == 2);
  CHECK_THROWS_AS(delete_at(u, 3), index_error);
  CHECK_THROWS_AS(delete_at(u, tensor{0, -4}), index_error);
  CHECK_THROWS_AS(delete_at(o, 0), index_error);
  CHECK_THROWS_AS(delete_at(u, tensor{true, false}), shape_error);
}

TEST_CASE("resize, trim_zeros") {
  NP("np.resize(a, (2, 5))", resize(a, 2, 5));
  NP("np.resize(a, 3)", resize(d, 3));
  NP("np.resize(v, (2, 3, 2))", resize(u, _2, 3, 2));
  NP("np.resize(a[::-1, ::-1], (4, 2))", resize(d[rev(), rev()], std::array{4, 2}));
  NP("np.resize(a * 0.5, 15)", resize(d * 0.5, 15));
  NP("np.resize(o, 2)", resize(o, 2));
  NP("np.resize(a, (0, 2))", resize(d, 0, 2));
  NP("np.resize(a, 6)", resize(d, 6));
  NP("np.resize(5, 3)", resize(tensor<int>(5), 3));
  CHECK(has<2, 3>(resize(v, _2, _3)));
  STATIC_REQUIRE(resize(tensor{1, 2}, _3)[2] == 1);
  CHECK_THROWS_AS(resize(u, -1), value_error);
  CHECK_THROWS_AS(resize(u, PTRDIFF_MAX, 2), value_error);

  NP("np.trim_zeros(z)", trim_zeros(z));
  NP("np.trim_zeros(z, 'f')", trim_zeros(z, "f"));
  NP("np.trim_zeros(z, 'b')", trim_zeros(z, "b"));
  NP("np.trim_zeros(z[::-1])", trim_zeros(z[rev()]));
  NP("np.trim_zeros(z * 2)", trim_zeros(z * 2));
  NP("np.trim_zeros(z * 0)", trim_zeros(z * 0));
  NP("np.trim_zeros(o)", trim_zeros(o));
  CHECK(trim_zeros(tensor{0., test::qnan, 0.}).size() == 1);
  auto t = z;
  trim_zeros(t) = 5; // a view
  CHECK(array_equal(t, tensor{0, 0, 5, 5, 5, 0}));
  CHECK_THROWS_AS(trim_zeros(z, "x"), value_error);
}

TEST_CASE("put, copyto") {
  NP("then(a, lambda t: np.put(t, [0, 2], [-44, -55]))",
     then(a, [](S& t) { put(t, tensor{0, 2}, tensor{-44, -55}); }));
  NP("then(a, lambda t: np.put(t, [0, -1, 2], 7))",
     then(d, [](D& t) { put(t, std::vector{0, -1, 2}, 7); }));
  NP("then(a, lambda t: np.put(t, 4, -5.5))", then(d, [](D& t) { put(t, _4, -5.5); }));
  NP("then(a, lambda t: np.put(t, [1, 1, 3], [5, 6]))",
     then(d, [](D& t) { put(t, tensor{1, 1, 3}, tensor{5, 6}); }));
  NP("then(a, lambda t: np.put(t, [1, 2], [5, 6, 7]))",
     then(d, [](D& t) { put(t, tensor{1, 2}, tensor{5, 6, 7}); }));
  NP("then(a, lambda t: np.put(t.T, [0, 1, 5], v))",
     then(d, [](D& t) { put(transpose(t), tensor{0, 1, 5}, v); }));
  NP("then(a, lambda t: np.put(t[:, ::2], [[0, 1], [2, 3]], -v))",
     then(d, [](D& t) { put(t[_, range(_, _, 2)], tensor{{0, 1}, {2, 3}}, -v); }));
  NP("then(a, lambda t: np.put(t, [0, 2], [-44, -55]))",
     then(d, [](D& t) { put(t, {0, 2}, tensor{-44, -55}); }));
  NP("then(a, lambda t: np.put(t, [0, 1], o))", then(d, [](D& t) { put(t, tensor{0, 1}, o); }));
  NP("then(a, lambda t: np.put(t, [5, 4, 3, 2, 1, 0], t))",
     then(d, [](D& t) { put(t, arange(5, -1, -1), t); }));
  NP("then(a, lambda t: np.copyto(t, 5))", then(d, [](D& t) { copyto(t, 5); }));
  NP("then(a, lambda t: np.copyto(t, v))", then(a, [](S& t) { copyto(t, u); }));
  NP("then(a, lambda t: np.copyto(t[:, ::-1], t))", then(d, [](D& t) { copyto(t[_, rev()], t); }));
  NP("then(a, lambda t: np.copyto(t, 9, where=t > 2))", then(a, [](S& t) { copyto(t, 9, t > 2); }));
  NP("then(a, lambda t: np.copyto(t, v, where=[True, False, True]))",
     then(d, [](D& t) { copyto(t, u, tensor{true, false, true}); }));
  NP("then(a, lambda t: np.copyto(t.T, t[:1].T, where=t.T > 4))",
     then(d, [](D& t) { copyto(transpose(t), transpose(t[range(0, 1)]), transpose(t) > 4); }));
  // A target keeps its shape, and numbers that it keeps are not converted.
  auto t = d;
  CHECK_THROWS_AS(copyto(t, zeros<int>(3, 3)), shape_error);
  dtensor<std::int64_t, 1> large{(std::int64_t{1} << 60) + 1, 2};
  copyto(large, 0.5, tensor{false, true});
  CHECK(array_equal(large, tensor{(std::int64_t{1} << 60) + 1, std::int64_t{0}}));
  CHECK_THROWS_AS(put(t, tensor{0, 6}, 1), index_error);
  CHECK_THROWS_AS(put(transpose(t), tensor{0, -7}, 1), index_error);
  auto none = o;
  CHECK_THROWS_AS(put(none, 0, 1), index_error);
  CHECK(array_equal(t, d)); // nothing has been written
}

TEST_CASE("fill_diagonal, place, putmask") {
  NP("then(a, lambda t: np.fill_diagonal(t, 5))", then(a, [](S& t) { fill_diagonal(t, 5); }));
  NP("then(a.T, lambda t: np.fill_diagonal(t, [7, 8, 9]))",
     then(eval(transpose(d)), [](D& t) { fill_diagonal(t, v); }));
  NP("then(np.zeros((7, 2), int), lambda t: np.fill_diagonal(t, 3, wrap=True))",
     then(zeros<int>(7, 2), [](D& t) { fill_diagonal(t, 3, true); }));
  NP("then(np.zeros((8, 2), int), lambda t: np.fill_diagonal(t, np.arange(1, 5), wrap=True))",
     then(zeros<int>(8, 2), [](D& t) { fill_diagonal(t, arange(1, 5), true); }));
  NP("then(np.zeros((3, 5), int), lambda t: np.fill_diagonal(t, [1, 2], wrap=True))",
     then(zeros<int>(3, 5), [](D& t) { fill_diagonal(t, tensor{1, 2}, true); }));
  NP("then(np.zeros((3, 3, 3), int), lambda t: np.fill_diagonal(t, [1, 2]))",
     then(zeros<int>(3, 3, 3), [](dtensor<int, 3>& t) { fill_diagonal(t, tensor{1, 2}); }));
  NP("then(np.zeros((2, 2, 2, 2), int), lambda t: np.fill_diagonal(t, 4))",
     then(zeros<int>(2, 2, 2, 2), [](dtensor<int, 4>& t) { fill_diagonal(t, 4); }));
  NP("then(e, lambda t: np.fill_diagonal(t, 4))", then(e, [](D& t) { fill_diagonal(t, 4); }));
  NP("then(a, lambda t: np.place(t, t > 2, [44, 55]))",
     then(a, [](S& t) { place(t, t > 2, tensor{44, 55}); }));
  NP("then(a, lambda t: np.place(t.T, t.T > 2, [44, 55, 66]))",
     then(d, [](D& t) { place(transpose(t), transpose(t) > 2, tensor{44, 55, 66}); }));
  NP("then(a, lambda t: np.place(t, t > 9, o))", then(d, [](D& t) { place(t, t > 9, o); }));
  NP("then(a, lambda t: np.place(t, t > 2, 5))", then(d, [](D& t) { place(t, t > 2, 5); }));
  NP("then(a, lambda t: np.putmask(t, t > 2, t ** 2))",
     then(a, [](S& t) { putmask(t, t > 2, t * t); }));
  NP("then(a, lambda t: np.putmask(t, t > 2, [-33, -44]))",
     then(d, [](D& t) { putmask(t, t > 2, tensor{-33, -44}); }));
  NP("then(a, lambda t: np.putmask(t[:, ::-1], t > 2, [-33, -44]))",
     then(d, [](D& t) { putmask(t[_, rev()], t > 2, tensor{-33, -44}); }));
  NP("then(a, lambda t: np.putmask(t, t > 2, o))", then(d, [](D& t) { putmask(t, t > 2, o); }));
  NP("then(a, lambda t: np.putmask(t, t > 2, 8))", then(d, [](D& t) { putmask(t, t > 2, 8); }));
  NP("then(a, lambda t: np.putmask(t[:, ::-1], t > 2, t))",
     then(d, [](D& t) { putmask(t[_, rev()], t > 2, t); }));
  NP("then(a, lambda t: np.putmask(t, (t > 2).ravel(), t.ravel() * 2))",
     then(d, [](D& t) { putmask(t, ravel(t > 2), ravel(t) * 2); }));
  NP("then(a, lambda t: np.putmask(t, t % 3, 0.5))",
     then(d, [](D& t) { putmask(t, remainder(t, 3), 0.5); }));
  NP("then(a, lambda t: np.place(t, t % 3, [8, 9]))",
     then(d, [](D& t) { place(t, remainder(t, 3), tensor{8, 9}); }));
  auto cube = zeros<int>(2, 3, 2);
  auto t = d;
  CHECK_THROWS_AS(fill_diagonal(cube, 1), shape_error);
  CHECK_THROWS_AS(place(t, t > 2, o), value_error);
  CHECK_THROWS_AS(place(t, tensor{true}, 1), shape_error);
  CHECK_THROWS_AS(putmask(t, tensor{true}, 1), shape_error);
  CHECK(array_equal(t, d));
  constexpr int sum_of_two = [] {
    tensor s{1, 2, 3};
    put(s, 1, 9);
    copyto(s, 4, s > 5);
    place(s, s == 3, 7);
    putmask(s, s == 7, tensor{8, 8, 8});
    return s[1] * 10 + s[2];
  }();
  CHECK(sum_of_two == 48);
}

TEST_CASE("array_split, split between places, hsplit, vsplit, dsplit") {
  NP("np.array_split(np.arange(8), 3)", array_split(arange<int>(8), 3));
  NP("np.array_split(np.arange(3), 5)", array_split(arange<int>(3), _5));
  NP("np.array_split(a, 2, 1)", array_split(d, 2, _1));
  NP("np.array_split(c[:, :, ::-1], 3, axis=-1)", array_split(c[_, _, rev()], 3, -_1));
  NP("np.array_split(o, 2)", array_split(o, 2));
  NP("np.array_split(a, [1, 5], 1)", array_split(d * 1, {1, 5}, _1));
  NP("np.split(np.arange(8), [3, 5, 6, 10])", split(arange<int>(8), {3, 5, 6, 10}));
  NP("np.split(np.arange(8), [5, 3, -2])", split(arange<int>(8), std::vector{5, 3, -2}));
  NP("np.split(np.arange(8), 4)", split(arange<int>(8), 4));
  NP("np.split(c, [1], 1)", split(c, tensor{1}, _1));
  NP("np.split(v, np.array([], int))", split(u, o));
  NP("np.hsplit(a, 3)", hsplit(d, 3));
  NP("np.hsplit(np.arange(4), 2)", hsplit(arange<int>(4), 2));
  NP("np.hsplit(a, [1])", hsplit(d, {1}));
  NP("np.vsplit(a, 2)", vsplit(d, _2));
  NP("np.vsplit(a, [0, 1])", vsplit(d, std::array{0, 1}));
  NP("np.dsplit(c, 2)", dsplit(c, 2));
  NP("np.dsplit(c, [1, 3])", dsplit(c * 1, {1, 3}));
  STATIC_REQUIRE(std::same_as<std::remove_cvref_t<decltype(hsplit(a, _3)[0])>,
                              std::remove_cvref_t<decltype(split(a, _3, _1)[0])>>);
  auto t = d;
  for (auto part : array_split(t, 2, _1))
    part *= 10; // views
  CHECK(array_equal(t, d * 10));
  CHECK_THROWS_AS(array_split(u, 0), value_error);
  CHECK_THROWS_AS(split(u, 2), value_error);
  CHECK_THROWS_AS(hsplit(d, 2), value_error);
}

TEST_CASE("apply_along_axis") {
  const auto total = [](const auto& row) { return sum(row); };
  NP("np.apply_along_axis(np.sum, 0, a)", apply_along_axis(total, _0, a));
  NP("np.apply_along_axis(np.sum, -1, c)", apply_along_axis(total, -_1, c));
  NP("np.apply_along_axis(np.sum, 1, c[:, ::-1])", apply_along_axis(total, _1, c[_, rev()] * 1));
  NP("np.apply_along_axis(np.sum, 0, v)", apply_along_axis(total, _0, v));
  NP("np.apply_along_axis(np.cumsum, 1, c)",
     apply_along_axis([](const auto& row) { return cumsum(row); }, _1, c));
  NP("np.apply_along_axis(lambda row: row[:2] * 0.5, 0, c[:, ::-1])",
     apply_along_axis([](const auto& row) { return row[range(_, 2)] * 0.5; }, _0, c[_, rev()]));
  NP("np.apply_along_axis(np.diag, -1, a)",
     apply_along_axis([](const auto& row) { return diag(row); }, -_1, d));
  NP("np.apply_along_axis(lambda row: row[0] > 1, 1, a)",
     apply_along_axis([](const auto& row) { return row[0] > 1; }, _1, d));
  NP("np.apply_along_axis(np.sum, 0, a)", apply_along_axis(total, d, _0));
  CHECK(has<3>(apply_along_axis(total, _0, a)));
  CHECK(has<2, 3, 3>(apply_along_axis([](const auto& row) { return diag(row); }, _1, a)));
  STATIC_REQUIRE(apply_along_axis([](const auto& row) { return row[0] + row[1]; }, _0, a)[2] == 9);
  CHECK(apply_along_axis(total, _1, e).size() == 0);
  const auto twice = [](const auto& row) { return row * 2; };
  CHECK_THROWS_AS(apply_along_axis(twice, _1, e), value_error);
  CHECK_THROWS_AS(apply_along_axis([](const auto& row) { return arange(row[0]); }, _1, d),
                  shape_error);
}

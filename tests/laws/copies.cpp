// SPDX-License-Identifier: BSL-1.0
// Copies between views of every kind of layout, compared with an element-by-element model: static
// and dynamic inner strides, both directions, transposed axes, new axes, ranks 0 to 4.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

using namespace stria;
using test::cut;
using test::dice;
using test::picks;
using test::values;

namespace {

template <std::size_t R> auto tensor_of_sizes(const std::array<stria::index, R>& n) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return test::counted(dtensor<int, R>(n[K]...));
  }(std::make_index_sequence<R>());
}

// Selects `count` elements of each axis by run-time slices.
template <class T, std::size_t R> auto sliced_by(T& t, const std::array<cut, R>& s) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return t(range(*s[K].begin, *s[K].end, s[K].step)...);
  }(std::make_index_sequence<R>());
}

// A view of a tensor and the positions to which it refers, for each kind of layout.
struct run_time_steps {
  template <std::size_t R, class F> static void each(dice& d, std::array<stria::index, R> n, F f) {
    std::array<stria::index, R> room{};
    std::array<cut, R> s;
    for (std::size_t k = 0; k < R; ++k) {
      room[k] = n[k] * d(1, 3) + d(0, 2);
      s[k] = d.slice_of(room[k], n[k]);
    }
    auto t = tensor_of_sizes(room);
    f(t, sliced_by(t, s), picks::whole(test::shape(t)).take(std::vector<cut>(s.begin(), s.end())));
  }
};
struct back_at_the_end {
  template <std::size_t R, class F> static void each(dice&, std::array<stria::index, R> n, F f) {
    auto t = tensor_of_sizes(n);
    std::vector<cut> s(R);
    s[R - 1].step = -1;
    f(t, t[ellipsis, rev()], picks::whole(test::shape(t)).take(s));
  }
};
struct every_other_at_the_end {
  template <std::size_t R, class F> static void each(dice& d, std::array<stria::index, R> n, F f) {
    auto room = n;
    room[R - 1] = n[R - 1] == 0 ? 0 : 2 * n[R - 1] - d(0, 1);
    auto t = tensor_of_sizes(room);
    std::vector<cut> s(R);
    s[R - 1].step = 2;
    f(t, t[ellipsis, range(_, _, _2)], picks::whole(test::shape(t)).take(s));
  }
};
struct one_of_a_last_axis {
  template <std::size_t R, class F> static void each(dice&, std::array<stria::index, R> n, F f) {
    std::array<stria::index, R + 1> room{};
    for (std::size_t k = 0; k < R; ++k)
      room[k] = n[k];
    room[R] = 3;
    auto t = tensor_of_sizes(room);
    std::vector<cut> s(R + 1);
    s[R] = {1, 2, 1};
    auto p = picks::whole(test::shape(t)).take(s);
    p.shape.pop_back();
    f(t, t[ellipsis, _1], p);
  }
};
struct turned_round {
  template <std::size_t R, class F> static void each(dice&, std::array<stria::index, R> n, F f) {
    auto room = n;
    std::reverse(room.begin(), room.end());
    auto t = tensor_of_sizes(room);
    std::vector<std::size_t> order(R);
    for (std::size_t k = 0; k < R; ++k)
      order[k] = R - 1 - k;
    f(t, transpose(t), picks::whole(test::shape(t)).turned(order));
  }
};
struct back_in_front {
  template <std::size_t R, class F> static void each(dice& d, std::array<stria::index, R> n, F f) {
    auto room = n;
    room[0] = n[0] * 3;
    auto t = tensor_of_sizes(room);
    std::vector<cut> s(R);
    s[0] = {room[0] - 1, {}, -3};
    static_cast<void>(d);
    f(t, t[rev(_, _, 3)], picks::whole(test::shape(t)).take(s));
  }
};

template <class From, class To, std::size_t R> void copies(unsigned seed, int rounds) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    const auto n = d.sizes<R>(round % 8 == 0 ? 0 : 1, R > 2 ? 4 : 19);
    From::each(d, n, [&](auto& source, auto from, const picks& read) {
      const std::vector<int> memory(source.storage().begin(), source.storage().end());
      const auto expected = read.read(memory);
      CAPTURE(round, test::shape(from));
      REQUIRE(test::shape(from) == read.shape);
      REQUIRE(values(eval(from)) == expected);
      To::each(d, n, [&](auto& target, auto to, const picks& written) {
        std::vector<int> model(target.storage().begin(), target.storage().end());
        written.write(model, expected);
        to = from;
        REQUIRE(std::equal(model.begin(), model.end(), target.storage().begin()));
        // The same through an expression, and back by a compound assignment.
        target += 1000;
        to = from + 0;
        for (int& x : model)
          x += 1000;
        written.write(model, expected);
        REQUIRE(std::equal(model.begin(), model.end(), target.storage().begin()));
        to -= from * 2;
        auto halved = expected;
        for (int& x : halved)
          x = -x;
        written.write(model, halved);
        REQUIRE(std::equal(model.begin(), model.end(), target.storage().begin()));
      });
    });
  }
}

template <class From, std::size_t R> void into_each(unsigned seed, int rounds) {
  copies<From, run_time_steps, R>(seed, rounds);
  copies<From, every_other_at_the_end, R>(seed + 1, rounds);
  copies<From, turned_round, R>(seed + 2, rounds);
}

} // namespace

TEST_CASE("one axis") {
  into_each<run_time_steps, 1>(10, 40);
  into_each<back_at_the_end, 1>(20, 20);
  into_each<every_other_at_the_end, 1>(30, 20);
  into_each<one_of_a_last_axis, 1>(40, 20);
}
TEST_CASE("two axes") {
  into_each<run_time_steps, 2>(110, 30);
  into_each<back_at_the_end, 2>(120, 20);
  into_each<every_other_at_the_end, 2>(130, 20);
  into_each<one_of_a_last_axis, 2>(140, 20);
  into_each<turned_round, 2>(150, 20);
  into_each<back_in_front, 2>(160, 20);
}
TEST_CASE("three axes") {
  into_each<run_time_steps, 3>(210, 30);
  into_each<one_of_a_last_axis, 3>(240, 20);
  into_each<turned_round, 3>(250, 20);
}
TEST_CASE("four axes") {
  copies<run_time_steps, run_time_steps, 4>(310, 30);
  copies<turned_round, run_time_steps, 4>(320, 20);
  copies<run_time_steps, back_in_front, 4>(330, 20);
}
TEST_CASE("rank 0") {
  tensor<int> a = 5, b;
  b = a;
  CHECK(b == 5);
  b[ellipsis] = a[ellipsis] + 1;
  CHECK(b == 6);
}

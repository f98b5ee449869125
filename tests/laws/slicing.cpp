// SPDX-License-Identifier: BSL-1.0
// Laws of slicing, for many shapes and slices: Python's rules, implemented by loops; slicing twice
// equals the composed slice; slicing commutes with evaluation.
#include "catch.hpp"
#include "model.hpp"
#include "values.hpp"

#include <concepts>

using namespace stria;
using test::cut;
using test::dice;
using test::picks;
using test::values;

namespace {

// A slice as run-time bounds: an open bound is replaced by the equivalent bound.
auto item(const cut& s, stria::index n) {
  const stria::index begin = s.begin ? *s.begin : s.step > 0 ? 0 : n - 1;
  const stria::index end = s.end ? *s.end : s.step > 0 ? n : -n - 1;
  return range(begin, end, s.step);
}

template <std::size_t R> using slices = std::array<cut, R>;

template <std::size_t R> slices<R> any_slices(dice& d, const std::array<stria::index, R>& n) {
  slices<R> s;
  for (std::size_t k = 0; k < R; ++k)
    s[k] = d.any_slice(n[k]);
  return s;
}
template <std::size_t R> auto listed(const slices<R>& s) {
  return std::vector<cut>(s.begin(), s.end());
}

template <class T, std::size_t R> auto sliced_by(T& t, const slices<R>& s) {
  const auto n = t.shape();
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return t(item(s[K], n[K])...);
  }(std::make_index_sequence<R>());
}

template <std::size_t R> auto tensor_of_sizes(const std::array<stria::index, R>& n) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return test::counted(dtensor<int, R>(n[K]...));
  }(std::make_index_sequence<R>());
}

template <class V> bool looks_at(const V& v, const picks& p) {
  // The elements of the tensor equal their positions.
  const auto found = values(v);
  return test::shape(v) == p.shape &&
         std::equal(found.begin(), found.end(), p.at.begin(), p.at.end());
}

// The composition of two slices.
cut composed(const cut& first, const cut& second, stria::index n) {
  const auto a = test::selected(first, n);
  const auto b = test::selected(second, static_cast<stria::index>(a.size()));
  if (b.empty())
    return {0, 0, first.step * second.step};
  const stria::index begin = a[static_cast<std::size_t>(b.front())];
  const stria::index last = a[static_cast<std::size_t>(b.back())];
  const stria::index step = first.step * second.step;
  return step > 0 ? cut{begin, last + 1, step} : cut{begin, last == 0 ? -n - 1 : last - 1, step};
}

template <std::size_t R> void laws(unsigned seed, int rounds) {
  dice d(seed);
  for (int round = 0; round < rounds; ++round) {
    const auto n = d.sizes<R>(0, R > 3 ? 4 : 6);
    auto t = tensor_of_sizes(n);
    const auto whole = picks::whole(test::shape(t));

    const auto s = any_slices(d, n);
    auto v = sliced_by(t, s);
    const auto p = whole.take(listed(s));
    CAPTURE(round, test::shape(t), p.shape);
    REQUIRE(looks_at(v, p));
    REQUIRE(looks_at(eval(v), p));

    // Slicing twice equals the composed slice: the same elements, steps and type.
    const auto again = any_slices(d, v.shape());
    auto vv = sliced_by(v, again);
    const auto pp = p.take(listed(again));
    REQUIRE(looks_at(vv, pp));
    slices<R> both;
    for (std::size_t k = 0; k < R; ++k)
      both[k] = composed(s[k], again[k], n[k]);
    auto once = sliced_by(t, both);
    STATIC_REQUIRE(std::same_as<decltype(once), decltype(vv)>);
    REQUIRE(once.shape() == vv.shape());
    REQUIRE(once.strides() == vv.strides());
    if (vv.size() > 0)
      REQUIRE(once.offset() == vv.offset());

    // Slicing and evaluating commute.
    auto e = t + 0;
    auto es = sliced_by(e, s);
    REQUIRE(looks_at(eval(es), p));
    REQUIRE(looks_at(eval(sliced_by(es, again)), pp));
    const auto whole_value = eval(e);
    REQUIRE(values(sliced_by(whole_value, s)) == values(es));
    REQUIRE(values(eval(vv + sliced_by(es, again))) == values(eval(vv * 2)));
  }
}

} // namespace

TEST_CASE("Python's slices, by loops") {
  for (stria::index n = 0; n <= 5; ++n) {
    auto t = test::counted(dtensor<int, 1>(n));
    const auto whole = picks::whole({n});
    for (stria::index b = -7; b <= 7; ++b)
      for (stria::index e = -7; e <= 7; ++e)
        for (stria::index s : {-3, -2, -1, 1, 2, 3}) {
          CAPTURE(n, b, e, s);
          REQUIRE(looks_at(t[range(b, e, s)], whole.take(std::vector{cut{b, e, s}})));
        }
    for (stria::index b = -7; b <= 7; ++b)
      for (stria::index s : {-2, -1, 1, 2}) {
        CAPTURE(n, b, s);
        REQUIRE(looks_at(t[range(b, _, s)], whole.take(std::vector{cut{b, {}, s}})));
        REQUIRE(looks_at(t[range(_, b, s)], whole.take(std::vector{cut{{}, b, s}})));
        REQUIRE(looks_at(t[range(_, _, s)], whole.take(std::vector{cut{{}, {}, s}})));
      }
  }
}

TEST_CASE("one axis") { laws<1>(1, 300); }
TEST_CASE("two axes") { laws<2>(2, 200); }
TEST_CASE("three axes") { laws<3>(3, 100); }
TEST_CASE("four axes") { laws<4>(4, 60); }

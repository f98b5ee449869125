// SPDX-License-Identifier: BSL-1.0
// reshaped_strides compared with the definition: every element keeps its place.
#include "catch.hpp"

#include <stria/tensor/layout.hpp>
#include <stria/tensor/reshaped.hpp>

#include <vector>

using namespace stria;
using namespace stria::detail;

namespace {

template <std::size_t R> using sizes = std::array<stria::index, R>;

// The places of all elements in row-major order.
template <std::size_t R>
std::vector<stria::index> places(const sizes<R>& n, const sizes<R>& strides) {
  std::vector<stria::index> v;
  stria::index total = 1;
  for (stria::index k : n)
    total *= k;
  for (stria::index i = 0; i < total; ++i) {
    stria::index rest = i, at = 0;
    for (std::size_t k = R; k-- > 0;) {
      at += rest % n[k] * strides[k];
      rest /= n[k];
    }
    v.push_back(at);
  }
  return v;
}

// The strides for these sizes that visit the places in order, if they exist; computed from the
// places themselves.
template <std::size_t N>
bool some_exist(const std::vector<stria::index>& from, const sizes<N>& to) {
  sizes<N> strides{};
  stria::index step = 1;
  for (std::size_t k = N; k-- > 0;) {
    strides[k] = to[k] > 1 ? from[static_cast<std::size_t>(step)] - from[0] : 0;
    step *= to[k];
  }
  auto all = places(to, strides);
  for (auto& p : all)
    p += from.empty() ? 0 : from[0];
  return all == from;
}

template <std::size_t R, std::size_t N> struct tally {
  int checked = 0, wrong = 0, none = 0;
  void operator()(const sizes<R>& n, const sizes<R>& strides, const sizes<N>& to) {
    stria::index had = 1, gets = 1;
    for (stria::index k : n)
      had *= k;
    for (stria::index k : to)
      gets *= k;
    if (had != gets)
      return;
    ++checked;
    const auto r = reshaped_strides(n, strides, to);
    const auto from = places(n, strides);
    none += r.exist ? 0 : 1;
    wrong += r.exist != some_exist(from, to) || (r.exist && places(to, r.strides) != from) ? 1 : 0;
  }
};

} // namespace

TEST_CASE("two axes to three and one") {
  tally<2, 3> up;
  tally<2, 1> down;
  tally<3, 2> merge;
  const stria::index steps[] = {-4, -2, -1, 1, 2, 3, 4, 6, 12};
  for (stria::index a : {1, 2, 3, 4, 6})
    for (stria::index b : {1, 2, 3, 4})
      for (stria::index s : steps)
        for (stria::index t : steps) {
          down({a, b}, {s, t}, {a * b});
          for (stria::index x : {1, 2, 3, 4, 6, 12})
            for (stria::index y : {1, 2, 3, 4})
              for (stria::index z : {1, 2, 3, 4}) {
                up({a, b}, {s, t}, {x, y, z});
                if (s > 0)
                  merge({x, y, z}, {s, t, 1}, {a, b});
              }
        }
  CHECK(up.checked > 5000);
  CHECK(up.wrong == 0);
  CHECK(up.none > 100);
  CHECK(down.wrong == 0);
  CHECK(down.none > 100);
  CHECK(merge.checked > 5000);
  CHECK(merge.wrong == 0);
}

TEST_CASE("empty shapes, and one element") {
  CHECK(reshaped_strides(sizes<2>{0, 3}, sizes<2>{7, 9}, sizes<1>{0}).exist);
  CHECK(reshaped_strides(sizes<2>{3, 0}, sizes<2>{7, 9}, sizes<3>{2, 0, 5}).exist);
  CHECK(reshaped_strides(sizes<0>{}, sizes<0>{}, sizes<2>{1, 1}).exist);
  CHECK(reshaped_strides(sizes<2>{1, 1}, sizes<2>{7, 9}, sizes<0>{}).exist);
}

namespace {

template <extent... E> constexpr auto rows = detail::row_major(shape_of<E...>());

static_assert(is_block(rows<2, 3>) && is_block(rows<dyn, 3>) && is_block(rows<5>) &&
              is_block(rows<>));
static_assert(is_block(rows<1, dyn>) && is_block(rows<dyn, 1>));
static_assert(!is_block(rows<3, dyn>));
constexpr static_layout<2> gaps{shape_of<2, 3>(), {4, 1}};
constexpr static_layout<2> ones{shape_of<1, 3>(), {77, 1}};
static_assert(!is_block(gaps) && is_block(ones));

} // namespace

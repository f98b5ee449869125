// SPDX-License-Identifier: BSL-1.0
// may_conflict compared with the definition, for every pair of small walks; parts of memory.
#include "catch.hpp"

#include <stria/tensor/met_rows.hpp>
#include <stria/tensor/overlap.hpp>

#include <cstddef>
#include <vector>

using namespace stria::detail;

namespace {

template <std::size_t L> using steps = std::array<stria::index, L>;

template <class T, std::size_t L> struct strided {
  T* base;
  stria::index offset;
  steps<L> strides;
};

// Whether writing element i overwrites an element that is read in another iteration. In that case a
// temporary is needed.
template <std::size_t L>
bool really_conflicts(const steps<L>& n, const strided<int, L>& out,
                      const strided<const int, L>& in) {
  std::vector<const int*> written, read;
  steps<L> at{};
  for (bool more = true; more;) {
    const int *w = out.base + out.offset, *r = in.base + in.offset;
    for (std::size_t a = 0; a < L; ++a) {
      w += at[a] * out.strides[a];
      r += at[a] * in.strides[a];
    }
    written.push_back(w);
    read.push_back(r);
    std::size_t a = L;
    for (more = false; a-- > 0 && !more;) {
      more = ++at[a] < n[a];
      at[a] = more ? at[a] : 0;
    }
  }
  for (std::size_t i = 0; i < written.size(); ++i)
    for (std::size_t j = 0; j < read.size(); ++j)
      if (i != j && written[i] == read[j])
        return true;
  return false;
}

} // namespace

TEST_CASE("one axis: never missed, and exact") {
  std::vector<int> memory(200);
  int* const base = memory.data() + 100;
  int wrong = 0, missed = 0, cases = 0;
  for (stria::index n = 1; n <= 4; ++n)
    for (stria::index ws : {-3, -2, -1, 1, 2, 3})
      for (stria::index rs : {-3, -2, -1, 0, 1, 2, 3})
        for (stria::index gap = -12; gap <= 12; ++gap) {
          const strided<int, 1> out{base, 0, {ws}};
          const strided<const int, 1> in{base, gap, {rs}};
          const bool said = may_conflict(steps<1>{n}, out, in);
          const bool is = really_conflicts(steps<1>{n}, out, in);
          ++cases;
          missed += is && !said ? 1 : 0;
          // For equal steps, the answer is exact.
          wrong += ws == rs && is != said ? 1 : 0;
        }
  CHECK(cases > 1000);
  CHECK(missed == 0);
  CHECK(wrong == 0);
}

TEST_CASE("two axes: never missed") {
  std::vector<int> memory(400);
  int* const base = memory.data() + 200;
  int missed = 0, found = 0, needless = 0;
  for (stria::index rows : {1, 2, 3})
    for (stria::index columns : {1, 2, 3})
      for (const auto ws : {steps<2>{4, 1}, steps<2>{1, 4}, steps<2>{-4, 2}, steps<2>{8, -1}})
        for (const auto rs : {steps<2>{4, 1}, steps<2>{1, 4}, steps<2>{0, 1}, steps<2>{4, 0},
                              steps<2>{-4, -1}, steps<2>{8, 2}, steps<2>{0, 0}})
          for (stria::index gap = -14; gap <= 14; ++gap) {
            const strided<int, 2> out{base, 3, ws};
            const strided<const int, 2> in{base, 3 + gap, rs};
            const steps<2> n{rows, columns};
            const bool said = may_conflict(n, out, in);
            const bool is = really_conflicts(n, out, in);
            missed += is && !said ? 1 : 0;
            found += is ? 1 : 0;
            needless += said && !is ? 1 : 0;
          }
  CHECK(found > 500);
  CHECK(missed == 0);
  // The function may report a few conflicts that do not exist.
  CHECK(needless < 3000);
}

TEST_CASE("columns of a matrix: never missed, and no conflict between different columns") {
  constexpr stria::index pitch = 6, rows = 3;
  std::vector<int> memory(200);
  int* const base = memory.data() + 100;
  int missed = 0, needless = 0;
  for (stria::index columns = 1; columns <= 4; ++columns)
    for (stria::index column = 0; column + columns <= pitch; ++column)
      for (const auto ws : {steps<2>{pitch, 1}, steps<2>{-pitch, 1}, steps<2>{1, pitch}})
        for (const auto rs :
             {steps<2>{pitch, 0}, steps<2>{-pitch, 0}, steps<2>{0, 1}, steps<2>{2 * pitch, 0}, ws})
          for (stria::index gap = -20; gap <= 20; ++gap) {
            const bool turned = ws[0] == 1;
            const steps<2> n{turned ? columns : rows, turned ? rows : columns};
            const strided<int, 2> out{base, column, ws};
            const strided<const int, 2> in{base, column + gap, rs};
            const bool said = may_conflict(n, out, in), is = really_conflicts(n, out, in);
            missed += is && !said ? 1 : 0;
            // One column is read that is not written.
            const stria::index read = ((column + gap) % pitch + pitch) % pitch;
            needless +=
                said && !turned && rs[1] == 0 && (read < column || read >= column + columns);
          }
  CHECK(missed == 0);
  CHECK(needless == 0);
}

TEST_CASE("different bases in one line of memory") {
  std::vector<int> memory(100);
  int* const m = memory.data();
  const steps<1> n{5};
  CHECK(may_conflict(n, strided<int, 1>{m, 0, {1}}, strided<const int, 1>{m + 1, 0, {1}}));
  CHECK(may_conflict(n, strided<int, 1>{m + 4, 0, {1}}, strided<const int, 1>{m, 0, {1}}));
  CHECK_FALSE(may_conflict(n, strided<int, 1>{m + 5, 0, {1}}, strided<const int, 1>{m, 0, {1}}));
  CHECK_FALSE(may_conflict(n, strided<int, 1>{m, 0, {1}}, strided<const int, 1>{m + 5, 0, {1}}));
  // Two walks with the same addresses are the same walk, whatever their bases are.
  CHECK_FALSE(may_conflict(n, strided<int, 1>{m, 3, {1}}, strided<const int, 1>{m + 1, 2, {1}}));
  CHECK_FALSE(may_conflict(n, strided<int, 1>{m + 1, 0, {2}}, strided<const int, 1>{m, 0, {2}}));
  CHECK_FALSE(
      may_conflict(steps<1>{0}, strided<int, 1>{m, 0, {1}}, strided<const int, 1>{m, 1, {1}}));
}

TEST_CASE("elements of other types and sizes") {
  alignas(16) std::byte memory[120]{};
  auto* const ints = reinterpret_cast<int*>(memory);
  auto* const doubles = reinterpret_cast<double*>(memory);
  auto* const floats = reinterpret_cast<float*>(memory);
  const steps<1> n{4};
  CHECK(may_conflict(n, strided<int, 1>{ints, 0, {1}}, strided<const double, 1>{doubles, 0, {1}}));
  CHECK(may_conflict(n, strided<int, 1>{ints, 7, {1}}, strided<const double, 1>{doubles, 0, {1}}));
  CHECK_FALSE(
      may_conflict(n, strided<int, 1>{ints, 8, {1}}, strided<const double, 1>{doubles, 0, {1}}));
  CHECK_FALSE(
      may_conflict(n, strided<double, 1>{doubles, 2, {1}}, strided<const int, 1>{ints, 0, {1}}));
  CHECK(may_conflict(n, strided<double, 1>{doubles, 1, {1}}, strided<const int, 1>{ints, 3, {-1}}));
  CHECK(may_conflict(n, strided<float, 1>{floats, 0, {1}}, strided<const int, 1>{ints, 1, {1}}));
  // Elements of 12 bytes: at multiples of 12, between them, and out of reach.
  struct three {
    float v[3];
  };
  auto* const a = reinterpret_cast<three*>(memory);
  auto* const b = reinterpret_cast<three*>(memory + 4);
  const steps<1> two{2};
  CHECK(may_conflict(two, strided<three, 1>{a, 0, {1}}, strided<const three, 1>{b, 0, {1}}));
  CHECK(may_conflict(two, strided<three, 1>{a, 2, {1}}, strided<const three, 1>{b, 1, {1}}));
  CHECK_FALSE(may_conflict(two, strided<three, 1>{a, 0, {1}}, strided<const three, 1>{b, 2, {1}}));
  CHECK_FALSE(may_conflict(two, strided<three, 1>{a, 4, {1}}, strided<const three, 1>{b, 0, {1}}));
}

TEST_CASE("rows are along the outermost axis of more than one place, or the last axis") {
  std::vector<int> memory(12);
  const auto axis_of = [&](const steps<2>& n) {
    const strided<int, 2> out{memory.data(), 0, {4, 1}};
    return met_rows(n.data(), 2, walk_of(out)).axis;
  };
  CHECK(axis_of({3, 4}) == 0);
  CHECK(axis_of({1, 4}) == 1);
  CHECK(axis_of({1, 1}) == 1);
}

TEST_CASE("rows are separate if none reaches into the next one") {
  std::vector<int> memory(24);
  const auto apart = [&](const steps<2>& strides) {
    const strided<int, 2> out{memory.data() + 12, 0, strides};
    const steps<2> n{3, 4};
    return met_rows(n.data(), 2, walk_of(out)).disjoint();
  };
  CHECK(apart({4, 1}));
  CHECK(apart({-4, 1}));
  CHECK_FALSE(apart({3, 1})); // they share an element
  CHECK_FALSE(apart({-3, -1}));
  CHECK_FALSE(apart({1, 3})); // transposed
}

TEST_CASE("regions") {
  int m[10];
  using region = memory_region<int>;
  CHECK(regions_meet(region{m, 0, 4}, region{m, 4, 9}));
  CHECK_FALSE(regions_meet(region{m, 0, 4}, region{m, 5, 9}));
  CHECK(regions_meet(region{m + 2, 0, 0}, region{m, 2, 2}));
  CHECK_FALSE(regions_meet(region{m, 0, -1}, region{m, 0, 9}));
  CHECK_FALSE(regions_meet(region{m, 0, 9}, region{m, 3, 2}));
  const auto r = reach_of(10, steps<2>{-3, 2}, steps<2>{3, 4});
  CHECK(r.low == 4);
  CHECK(r.high == 16);
}

TEST_CASE("reads in no known order conflict with every write into their region") {
  int m[10]{};
  using region = memory_region<const int>;
  const steps<2> n{2, 3};
  const strided<int, 2> out{m, 0, {3, 1}};
  CHECK(may_conflict(n, out, region{m, 0, 0}));
  CHECK(may_conflict(n, out, region{m, 5, 9}));
  CHECK_FALSE(may_conflict(n, out, region{m, 6, 9}));
  CHECK_FALSE(may_conflict(steps<2>{2, 0}, out, region{m, 0, 9}));
}

namespace {

constexpr bool in_a_constant_expression() {
  int a[6]{}, b[6]{};
  const steps<1> n{3};
  using out = strided<int, 1>;
  using in = strided<const int, 1>;
  return may_conflict(n, out{a, 0, {1}}, in{a, 1, {1}}) &&
         !may_conflict(n, out{a, 0, {1}}, in{a, 3, {1}}) &&
         !may_conflict(n, out{a, 0, {2}}, in{a, 1, {2}}) &&
         !may_conflict(n, out{a, 0, {1}}, in{b, 1, {1}}) &&
         !may_conflict(n, out{a, 0, {1}}, in{a, 0, {1}});
}
static_assert(in_a_constant_expression());

constexpr bool regions_in_a_constant_expression() {
  int a[6]{}, b[6]{};
  using region = memory_region<int>;
  return regions_meet(region{a, 0, 4}, region{a, 2, 3}) &&
         regions_meet(region{a, 2, 3}, region{a, 0, 4}) &&
         !regions_meet(region{a, 0, 2}, region{a, 3, 5}) &&
         !regions_meet(region{a, 3, 5}, region{a, 0, 2}) &&
         !regions_meet(region{a, 0, 5}, region{b, 0, 5});
}
static_assert(regions_in_a_constant_expression());
static_assert(greatest_divisor(12, -18) == 6 && greatest_divisor(0, 5) == 5 &&
              greatest_divisor(0, 0) == 0);

} // namespace

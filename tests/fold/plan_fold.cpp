// SPDX-License-Identifier: BSL-1.0
// Planned reductions: the vectorised axis, the copies, and results over random spaces.
#include "cases.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace stria;

namespace {

using detail::fold_plan;
using detail::space_of;
using stria::index;

/// The axes of two operands and a target: size, reduced or not, steps of target and operands.
struct axis_row {
  index n;
  bool reduced;
  index target, a, b;
};

struct two_operands : space_of<6, 2> {
  explicit two_operands(const std::vector<axis_row>& rows, index bytes = 4) {
    rank = static_cast<int>(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      axis[k].n = rows[k].n;
      axis[k].reduced = rows[k].reduced;
      axis[k].step[0] = rows[k].target;
      axis[k].step[1] = rows[k].a;
      axis[k].step[2] = rows[k].b;
    }
    for (std::size_t k = 0; k < 3; ++k) // the three strides differ
      accesses[k] = {memory + 64 * k, bytes};
  }
  std::byte memory[192];
};

fold_plan plan_of(const std::vector<axis_row>& rows, index total = 0) {
  two_operands s(rows);
  fold_plan p;
  detail::plan_fold(s, p, {}, total);
  return p;
}

TEST_CASE("a space has as few axes as its operands allow") {
  // Adjacent rows are one axis; a size of 1 is dropped.
  two_operands joined({{5, false, 12, 12, 12}, {1, true, 0, 7, 9}, {12, false, 1, 1, 1}});
  detail::normalise(joined);
  CHECK(joined.rank == 1);
  CHECK(joined.axis[0].n == 60);
  // Kept and reduced axes are never joined.
  two_operands apart({{5, true, 0, 12, 12}, {12, false, 1, 1, 1}});
  detail::normalise(apart);
  CHECK(apart.rank == 2);
  // Axes are in memory order, whatever their order in the expression.
  two_operands turned({{3, false, 1, 1, 1}, {8, false, 3, 3, 3}});
  detail::normalise(turned);
  CHECK(turned.rank == 1);
  CHECK(turned.axis[0].n == 24);
  // If all operands run backwards along an axis, the loop begins at its end.
  std::vector<float> memory(64);
  two_operands back({{6, true, 0, -2, 0}});
  back.of[1].base = reinterpret_cast<const std::byte*>(memory.data() + 10);
  detail::normalise(back);
  CHECK(back.axis[0].step[1] == 2);
  CHECK(back.of[1].base == reinterpret_cast<const std::byte*>(memory.data()));
  // The axis is not reversed if another operand runs forwards.
  two_operands both({{6, true, 0, -2, 3}});
  detail::normalise(both);
  CHECK(both.axis[0].step[1] == -2);
}

TEST_CASE("vectors run along the axis on which the memory is contiguous") {
  // sum(a, _0) and sum(a, _1) of 1000 x 1000, and the same transposed.
  CHECK(plan_of({{1000, true, 0, 1000, 1000}, {1000, false, 1, 1, 1}}).columns);
  CHECK_FALSE(plan_of({{1000, false, 1, 1000, 1000}, {1000, true, 0, 1, 1}}).columns);
  CHECK_FALSE(plan_of({{1000, true, 0, 1, 1}, {1000, false, 1, 1000, 1000}}).columns);
  CHECK(plan_of({{1000, false, 1, 1, 1}, {1000, true, 0, 1000, 1000}}).columns);
  CHECK(plan_of({{1000, true, 0, 1000, 1000}, {1000, false, 1, 1, 1}}).packed == 0);
}

TEST_CASE("rows too short for vectors are folded as columns") {
  // sum(a, _1) of 4000 x 10: each vector has elements of several rows. The rows are copied so that
  // these elements are adjacent.
  const fold_plan p = plan_of({{4000, false, 1, 10, 10}, {10, true, 0, 1, 1}});
  CHECK(p.columns);
  CHECK(p.lane.n == 4000);
  CHECK(p.packs(1));
  CHECK(p.height == 10);
  CHECK(p.whole);
}

TEST_CASE("a few short columns are folded as one longer row") {
  // sum(a, _0) of 100000 x 3: 42 rows at a time.
  const fold_plan p = plan_of({{100000, true, 0, 3, 3}, {3, false, 1, 1, 1}});
  CHECK(p.columns);
  CHECK(p.lane.n == 3);
  CHECK(p.group == 42);
  CHECK(p.packed == 0);
  CHECK_FALSE(p.whole);
}

TEST_CASE("windows are folded along memory, and their columns are joined") {
  // max(reshape(a, 32, 2, 40, 2), _1, _3), with totals of four bytes.
  const std::vector<axis_row> windows{
      {32, false, 40, 160, 160}, {2, true, 0, 80, 80}, {40, false, 1, 2, 2}, {2, true, 0, 1, 1}};
  const fold_plan p = plan_of(windows, 4);
  CHECK(p.window == 2);
  CHECK(p.window_step == 2);
  CHECK(p.lane.n == 40);
  CHECK(p.columns_of(40) == 80);
  CHECK(p.packed == 0);
  CHECK(p.rows.n == 2);
  CHECK(p.whole);
  // Windows of 3 x 3 at every second position overlap.
  const fold_plan overlapping = plan_of(
      {{32, false, 40, 162, 162}, {40, false, 1, 2, 2}, {3, true, 0, 81, 81}, {3, true, 0, 1, 1}},
      4);
  CHECK(overlapping.window == 3);
  CHECK(overlapping.window_step == 2);
  CHECK(overlapping.columns_of(40) == 81);
  // Windows are not used for totals that cannot be copied in groups (a variance has 24 bytes), ...
  CHECK(plan_of(windows, 24).window == 1);
  CHECK(plan_of(windows, 8).window == 2);
  const auto window = [](std::vector<axis_row> rows) { return plan_of(rows, 4).window; };
  // ... if the innermost axis is the only reduced one, ...
  CHECK(window({{3200, false, 40, 80, 80}, {40, false, 1, 2, 2}, {2, true, 0, 1, 1}}) == 1);
  // ... if it has more than 16 elements, ...
  CHECK(window({{32, true, 0, 640, 640}, {40, false, 1, 16, 16}, {16, true, 0, 1, 1}}) == 16);
  CHECK(window({{32, true, 0, 680, 680}, {40, false, 1, 17, 17}, {17, true, 0, 1, 1}}) == 1);
  // ... if there is a gap between windows, or if they begin at each element, ...
  CHECK(window({{900, true, 0, 120, 120}, {40, false, 1, 3, 3}, {2, true, 0, 1, 1}}) == 1);
  CHECK(window({{900, true, 0, 41, 41}, {40, false, 1, 1, 1}, {2, true, 0, 1, 1}}) == 1);
  // ... or if the operands have different windows. An operand may be constant along both axes.
  CHECK(window({{900, true, 0, 90, 90}, {40, false, 1, 2, 3}, {2, true, 0, 1, 1}}) == 1);
  CHECK(window({{900, true, 0, 80, 1}, {40, false, 1, 2, 0}, {2, true, 0, 1, 0}}) == 2);
}

/// Compares sums and extremes over the windows of a 3-d tensor with those of plain loops.
template <class T>
void check_windows(index c, index h, index k, index w, index l, index down, index across) {
  CAPTURE(c, h, k, w, l, down, across);
  dtensor<T, 3> a(c, (h - 1) * down + k, (w - 1) * across + l);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<T>((i * 7919 + i / 13) % 101 - 50);
  const auto everywhere = permute<0, 1, 3, 2, 4>(sliding_window(sliding_window(a, k, _1), l, _2));
  const auto windows = everywhere[_, range(_, _, down), _, range(_, _, across)];
  using sum_type = detail::value_t<decltype(sum(windows, _2, _4))>;
  dtensor<sum_type, 3> sums(c, h, w);
  dtensor<sum_type, 2> all(h, w);
  dtensor<T, 3> high(c, h, w), low(c, h, w);
  for (index x = 0; x < c; ++x)
    for (index y = 0; y < h; ++y)
      for (index z = 0; z < w; ++z) {
        high[x, y, z] = low[x, y, z] = a[x, y * down, z * across];
        for (index i = 0; i < k; ++i)
          for (index j = 0; j < l; ++j) {
            const T v = a[x, y * down + i, z * across + j];
            sums[x, y, z] += static_cast<sum_type>(v);
            all[y, z] += static_cast<sum_type>(v);
            high[x, y, z] = v > high[x, y, z] ? v : T(high[x, y, z]);
            low[x, y, z] = v < low[x, y, z] ? v : T(low[x, y, z]);
          }
      }
  CHECK(array_equal(sum(windows, _2, _4), sums));
  CHECK(array_equal(sum(windows, _0, _2, _4), all));
  CHECK(array_equal(max(windows, _2, _4), high));
  // Targets with gaps, backwards and in another order of the axes.
  dtensor<T, 3> wide(c, h, 3 * w), turned(w, h, c);
  auto gaps = wide[_, _, range(_, _, 3)];
  gaps = max(windows, _2, _4);
  CHECK(array_equal(gaps, high));
  auto back = wide[_, rev(), range(_, _, -3)];
  back = min(windows, _2, _4);
  CHECK(array_equal(back, low));
  auto last_first = transpose(turned);
  last_first = min(windows, _2, _4);
  CHECK(array_equal(last_first, low));
}

TEST_CASE("sums and extremes of windows of all sizes") {
  const auto check = [](index c, index h, index k, index w, index l, index down, index across) {
    check_windows<float>(c, h, k, w, l, down, across);
    check_windows<double>(c, h, k, w, l, down, across);
    check_windows<std::int8_t>(c, h, k, w, l, down, across);
  };
  check(24, 32, 2, 32, 2, 2, 2); // several panels are finished together
  check(3, 5, 2, 40, 2, 2, 2);
  check(1, 1, 2, 16, 2, 2, 2);
  check(2, 3, 2, 700, 2, 2, 2); // more columns than a tile
  check(1, 4, 2, 1500, 3, 2, 3);
  check(3, 4, 3, 33, 3, 3, 3);
  check(2, 3, 4, 21, 4, 4, 4);
  check(2, 7, 2, 50, 5, 2, 5);
  check(2, 3, 3, 40, 16, 3, 16);
  check(2, 2, 40, 300, 2, 40, 2);  // more rows than stay in registers
  check(2, 2, 200, 65, 7, 200, 7); // more rows than a panel
  check(2, 9, 3, 40, 3, 2, 2);     // the windows overlap
  check(1, 3, 3, 800, 3, 2, 2);
  check(1, 3, 2, 600, 16, 1, 2);
  check(1, 2, 60, 90, 7, 30, 3);
  check(2, 3, 3, 40, 3, 1, 1);
  check(2, 3, 2, 40, 2, 3, 3); // there are gaps between them
}

TEST_CASE("an operand that is constant along the vectors is copied once for all positions") {
  // A convolution with one image and a kernel of 3 x 3.
  const fold_plan p = plan_of(
      {{500, false, 500, 502, 0}, {500, false, 1, 1, 0}, {3, true, 0, 502, 3}, {3, true, 0, 1, 1}});
  CHECK(p.columns);
  CHECK_FALSE(p.packs(1));
  CHECK(p.packs(2));
  CHECK(p.tiles_outermost);
  CHECK(p.rows.n == 3);
  CHECK(p.rows2.n == 3);
}

TEST_CASE("a panel that all positions of a kept axis read has all rows") {
  // sum(a * b[_, _, newaxis], _2): a is transposed, and its copy is used for both positions of the
  // first axis.
  const auto plan = [](index rows) {
    return plan_of({{2, false, 100, 0, 100}, {100, false, 1, rows, 1}, {rows, true, 0, 1, 0}});
  };
  const fold_plan p = plan(48);
  CHECK(p.columns);
  CHECK(p.packs(1));
  CHECK_FALSE(p.packs(2));
  CHECK(p.tiles_outermost);
  CHECK(p.height == 48);
  CHECK(p.whole);
  CHECK_FALSE(plan(150).columns); // more rows than a panel has
}

TEST_CASE("an operand whose type shows that it is constant along the vectors is not copied") {
  const auto hinted = [](const std::vector<axis_row>& rows, bool reduced) {
    static constexpr signed char hints[] = {1, 1, 0};
    two_operands s(rows);
    fold_plan p;
    detail::plan_fold(s, p, {hints, reduced});
    return p;
  };
  // The same convolution, in one run of panels.
  const std::vector<axis_row> windows{
      {500, false, 500, 502, 0}, {500, false, 1, 1, 0}, {3, true, 0, 502, 3}, {3, true, 0, 1, 1}};
  CHECK(hinted(windows, false).hinted);
  CHECK(hinted(windows, false).packed == 0);
  CHECK_FALSE(hinted(windows, true).hinted);
  // sum(a * v[_, newaxis], _1): the vectors run along a reduced axis.
  const std::vector<axis_row> rows{{500, false, 1, 300, 1}, {300, true, 0, 1, 0}};
  CHECK(hinted(rows, true).hinted);
  CHECK(hinted(rows, true).packed == 0);
  // The strides decide: in this call the operand is not constant.
  CHECK_FALSE(hinted({{500, true, 0, 300, 300}, {300, false, 1, 1, 1}}, false).hinted);
}

TEST_CASE("a kept axis is walked in the memory order of the operands") {
  // sum(a[_, rev()], _0)
  two_operands s({{300, true, 0, 400, 400}, {400, false, 1, -1, -1}});
  fold_plan p;
  detail::plan_fold(s, p);
  CHECK(p.packed == 0);
  CHECK(p.lane.step[0] == -1);
}

TEST_CASE("an operand that is read twice is copied once") {
  two_operands s({{300, false, 1, 3, 3}, {3, true, 0, 1, 1}});
  s.of[2].base = s.of[1].base;
  fold_plan p;
  detail::plan_fold(s, p);
  CHECK(p.packs(1));
  CHECK(p.same[2] == 1);
  CHECK_FALSE(p.packs(2));
}

template <class R> struct product {
  template <class A, class B> R operator()(A x, B y) const {
    return static_cast<R>(x) * static_cast<R>(y);
  }
};
template <class R> struct as_it_is {
  static constexpr bool is_identity = true;
  template <class W> R operator()(const W& total) const { return static_cast<R>(total); }
};

/// The planned reduction of a program to elements of type R. `hinted` is the same program with
/// static knowledge of the operands along a reduced axis (Rows) or a kept one.
template <class Fold, class R, bool Rows, class P, class Hinted, class Finish>
void run_fold(detail::space& s, const P& program, const Hinted& hinted, const Finish& finish) {
  detail::drive_fold(s, {detail::code_of_fold<Fold, R, true, Rows, P, Hinted, Finish>::code,
                         &program, &hinted, &finish});
}

/// A random space over the memory of two operands, and the result of a plain loop.
template <class A, class B, class R> void compare(std::mt19937& g) {
  const auto pick = [&](int low, int high) {
    return static_cast<index>(std::uniform_int_distribution<int>(low, high)(g));
  };
  const auto rank = static_cast<std::size_t>(pick(0, 6));
  std::vector<axis_row> rows(rank);
  index all = 1, target = 1;
  for (axis_row& r : rows) {
    const index most = all > 3000 ? 3 : all > 300 ? 12 : 400;
    r.n = pick(0, 5) == 0 ? 1 : pick(0, 2) == 0 ? pick(1, 4) : pick(1, static_cast<int>(most));
    r.reduced = pick(0, 1) == 0;
    all *= r.n;
    r.target = r.reduced ? 0 : target;
    target *= r.reduced ? 1 : r.n;
  }
  // Operands: axes in a random order, some of them broadcast, reversed or with gaps.
  const auto lay_out = [&](index axis_row::* step, index& low, index& high) {
    std::vector<std::size_t> order(rank);
    for (std::size_t k = 0; k < rank; ++k)
      order[k] = k;
    if (pick(0, 1) == 0)
      std::shuffle(order.begin(), order.end(), g);
    index next = pick(0, 3) == 0 ? pick(2, 5) : 1;
    low = high = 0;
    for (std::size_t i = rank; i-- > 0;) {
      axis_row& r = rows[order[i]];
      r.*step = pick(0, 5) == 0 ? 0 : pick(0, 5) == 0 ? -next : next;
      (r.*step < 0 ? low : high) += r.*step * (r.n - 1);
      next = r.*step == 0 ? next : next * r.n + (pick(0, 4) == 0 ? pick(0, 9) : 0);
    }
  };
  index low_a, high_a, low_b, high_b;
  lay_out(&axis_row::a, low_a, high_a);
  lay_out(&axis_row::b, low_b, high_b);
  std::uniform_int_distribution<int> value(0, 6);
  std::vector<A> a(static_cast<std::size_t>(high_a - low_a + 1));
  std::vector<B> b(static_cast<std::size_t>(high_b - low_b + 1));
  for (A& v : a)
    v = static_cast<A>(value(g));
  for (B& v : b)
    v = static_cast<B>(value(g));

  // Sometimes both operands are the same.
  const bool same = std::same_as<A, B> && pick(0, 4) == 0;
  if (same) {
    for (axis_row& r : rows)
      r.b = r.a;
    low_b = low_a;
    b.assign(a.begin(), a.end());
  }
  two_operands s(rows);
  std::vector<R> result(static_cast<std::size_t>(target), R(-1)), expected(result.size(), R(0));
  s.of[0] = {reinterpret_cast<const std::byte*>(result.data()), sizeof(R)};
  s.of[1] = {reinterpret_cast<const std::byte*>(a.data() - low_a), sizeof(A)};
  s.of[2] = {reinterpret_cast<const std::byte*>(b.data() - low_b), sizeof(B)};
  if (same)
    s.of[2] = s.of[1];
  std::vector<index> at(rank, 0);
  for (index i = 0; i < all; ++i) {
    index to = 0, ia = -low_a, ib = -low_b;
    for (std::size_t k = 0; k < rank; ++k) {
      to += at[k] * rows[k].target;
      ia += at[k] * rows[k].a;
      ib += at[k] * rows[k].b;
    }
    expected[static_cast<std::size_t>(to)] += static_cast<R>(a[static_cast<std::size_t>(ia)]) *
                                              static_cast<R>(b[static_cast<std::size_t>(ib)]);
    for (std::size_t k = rank; k-- > 0;) {
      if (++at[k] < rows[k].n)
        break;
      at[k] = 0;
    }
  }
  using program = detail::map_cursor<product<R>, std::index_sequence<0, 1>, detail::program_leaf<A>,
                                     detail::program_leaf<B>>;
  using fold = detail::lanes_fold<detail::sum_op, R>;
  // Sometimes the types claim that the second operand is constant along the vectors, correctly or
  // not.
  using still = detail::map_cursor<product<R>, std::index_sequence<0, 1>, detail::program_leaf<A>,
                                   detail::program_leaf<B, 0>>;
  switch (pick(0, 2)) {
  case 0: run_fold<fold, R, false>(s, program{}, program{}, as_it_is<R>{}); break;
  case 1: run_fold<fold, R, false>(s, program{}, still{}, as_it_is<R>{}); break;
  default: run_fold<fold, R, true>(s, program{}, still{}, as_it_is<R>{});
  }
  CHECK(result == expected);
}

TEST_CASE("random spaces give the results of a plain loop") {
  std::mt19937 g(20);
  for (int i = test::cases(200); i > 0; --i) {
    compare<float, float, float>(g);
    compare<double, float, double>(g);
    compare<std::uint8_t, std::int16_t, std::int64_t>(g);
  }
}

TEST_CASE("sums of small integers do not overflow in blocks") {
  const auto most = static_cast<index>(std::numeric_limits<std::uint16_t>::max());
  dtensor<std::uint16_t, 2> b(700, 600);
  b = std::numeric_limits<std::uint16_t>::max();
  CHECK(sum(b) == static_cast<std::uint64_t>(most * 420000));
  CHECK(eval(sum(b, _0))[599] == static_cast<std::uint64_t>(most * 700));
  CHECK(eval(sum(b, _1))[699] == static_cast<std::uint64_t>(most * 600));
  dtensor<std::int8_t, 2> c(700, 600);
  c = std::int8_t{-128};
  CHECK(eval(sum(transpose(c), _1))[0] == -128 * 700);
}

/// Compares sums and extremes of every column and every row with those of plain loops.
template <class T, class R> void check_sizes(index rows, index columns) {
  CAPTURE(rows, columns);
  dtensor<T, 2> a(rows, columns);
  for (index i = 0; i < a.size(); ++i)
    a.data()[i] = static_cast<T>((i * 37 + i / 11) % 101 - 50);
  const dtensor<R, 1> sums = sum(a, _0), lines = sum(a, _1);
  const dtensor<T, 1> least = min(a, _0), most = max(a, _1);
  bool same = true;
  for (index k = 0; k < columns; ++k) {
    R total{};
    T low = a(0, k);
    for (index i = 0; i < rows; ++i) {
      total += a(i, k);
      low = a(i, k) < low ? a(i, k) : low;
    }
    same = same && sums(k) == total && least(k) == low;
  }
  for (index i = 0; i < rows; ++i) {
    R total{};
    T high = a(i, 0);
    for (index k = 0; k < columns; ++k) {
      total += a(i, k);
      high = a(i, k) > high ? a(i, k) : high;
    }
    same = same && lines(i) == total && most(i) == high;
  }
  CHECK(same);
}

TEST_CASE("widths and heights around multiples of the registers") {
  for (const index rows : {1, 2, 3, 7, 8, 9, 31, 32, 33, 41, 130})
    for (index columns = 1; columns < 140; columns += columns < 36 ? 1 : 7) {
      check_sizes<float, float>(rows, columns); // small integers: the order does not matter
      check_sizes<signed char, std::int64_t>(rows, columns);
      check_sizes<std::int32_t, std::int64_t>(rows, columns);
      check_sizes<double, double>(rows, columns);
    }
}

TEST_CASE("long rows consist of whole blocks and a remainder") {
  for (const index n : {1023, 1024, 1025, 2047, 2049, 5000, 16 * 1024, 16 * 1024 + 1, 40000})
    for (const index rows : {1, 3})
      check_sizes<std::int32_t, std::int64_t>(rows, n);
}

TEST_CASE("a NaN among columns that are folded in registers wins") {
  for (const index rows : {2, 8, 9, 40})
    for (const index columns : {3, 16, 64, 100, 300})
      for (index k = 0; k < columns; k += columns / 3 + 1) {
        dtensor<float, 2> a(rows, columns);
        a = 1.f;
        a(rows / 2, k) = std::numeric_limits<float>::quiet_NaN();
        const dtensor<float, 1> low = min(a, _0), high = max(a, _0);
        for (index j = 0; j < columns; ++j) {
          CHECK((low(j) == 1.f) == (j != k));
          CHECK((high(j) == 1.f) == (j != k));
        }
      }
}

TEST_CASE("operands of windows, channels and differences") {
  std::mt19937 g(5);
  std::uniform_int_distribution<int> value(-4, 4);
  const auto fill = [&](auto& t) {
    for (auto& v : t.storage())
      v = static_cast<std::remove_cvref_t<decltype(v)>>(value(g));
  };
  dtensor<float, 3> a(3, 40, 70);
  fill(a);
  const auto pooled = eval(max(reshape(a, 3, 20, 2, 35, 2), _2, _4));
  dtensor<double, 2> image(37, 90);
  fill(image);
  dtensor<double, 2> kernel(3, 3);
  fill(kernel);
  const auto windows = sliding_window(sliding_window(image, 3, _0), 3, _1);
  const auto filtered = eval(sum(windows * kernel, -_1, -_2));
  dtensor<float, 2> x(30, 3), y(45, 3);
  fill(x);
  fill(y);
  const auto difference = x[_, newaxis, _] - y[newaxis];
  const auto distance = eval(sum(difference * difference, -_1));
  bool pools = true, filters = true, measures = true;
  for (index c = 0; c < 3; ++c)
    for (index i = 0; i < 20; ++i)
      for (index j = 0; j < 35; ++j) {
        float most = -100;
        for (index p = 0; p < 4; ++p)
          most = std::max(most, a[c, 2 * i + p / 2, 2 * j + p % 2]);
        pools = pools && pooled[c, i, j] == most;
      }
  for (index i = 0; i < 35; ++i)
    for (index j = 0; j < 88; ++j) {
      double total = 0;
      for (index p = 0; p < 9; ++p)
        total += image[i + p / 3, j + p % 3] * kernel[p / 3, p % 3];
      filters = filters && filtered[i, j] == total;
    }
  for (index i = 0; i < 30; ++i)
    for (index j = 0; j < 45; ++j) {
      float total = 0;
      for (index k = 0; k < 3; ++k)
        total += (x[i, k] - y[j, k]) * (x[i, k] - y[j, k]);
      measures = measures && distance[i, j] == total;
    }
  CHECK(pools);
  CHECK(filters);
  CHECK(measures);
}

} // namespace

// SPDX-License-Identifier: BSL-1.0
// Planned stores: the copies into buffers, and results over random memory.
#include "cases.hpp"
#include "catch.hpp"
#include "values.hpp"

#include <stria/stria.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <random>
#include <vector>

using namespace stria;

namespace {

using detail::store_plan;
using stria::index;

/// The axes of a target and two operands: size and steps.
struct axis_row {
  index n, target, a, b;
};

struct two_operands : detail::space_of<4, 2> {
  std::byte memory[192];

  explicit two_operands(const std::vector<axis_row>& rows) {
    rank = static_cast<int>(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      axis[k].n = rows[k].n;
      axis[k].step[0] = rows[k].target;
      axis[k].step[1] = rows[k].a;
      axis[k].step[2] = rows[k].b;
    }
    for (std::size_t k = 0; k < 3; ++k) // the three strides differ
      accesses[k] = {memory + 64 * k, 4};
  }
};

store_plan plan_of(const std::vector<axis_row>& rows, const signed char* hints = nullptr) {
  two_operands s(rows);
  detail::sort_by_target(s);
  store_plan p;
  detail::plan_store(s, hints, false, false, p);
  return p;
}

} // namespace

TEST_CASE("the axes of a target are in memory order") {
  // transpose(r) = a: the axes are swapped, and then joined.
  two_operands turned({{30, 1, 1, 1}, {50, 30, 30, 30}});
  detail::sort_by_target(turned);
  CHECK(turned.rank == 1);
  CHECK(turned.axis[0].n == 1500);
  CHECK(turned.axis[0].from == 3);
  // r[rev()] = a: the loop begins at the end, so that it writes the target forwards.
  two_operands back({{30, -1, 1, 1}});
  const std::byte* const last = back.of[1].at(29);
  detail::sort_by_target(back);
  CHECK(back.axis[0].step[0] == 1);
  CHECK(back.axis[0].step[1] == -1);
  CHECK(back.of[1].base == last);
  // One element is a row of one.
  two_operands one({{1, 0, 0, 0}, {1, 7, 9, 5}});
  detail::sort_by_target(one);
  CHECK(one.rank == 1);
  CHECK(one.axis[0].n == 1);
  CHECK(one.axis[0].step[0] == 1);
}

TEST_CASE("operands that are contiguous along the target's rows are not copied") {
  const store_plan p = plan_of({{100, 120, 110, 0}, {100, 1, 1, 1}});
  CHECK(p.packed == 0);
  CHECK(p.lane.n == 100);
  CHECK(p.width == 100);
  CHECK(p.height == 100);
}

TEST_CASE("transposed operands are copied tile by tile") {
  const store_plan p = plan_of({{100, 100, 100, 1}, {100, 1, 1, 100}});
  CHECK(p.transposed);
  CHECK_FALSE(p.packs(0));
  CHECK_FALSE(p.packs(1));
  CHECK(p.packs(2));
  CHECK(p.width == 32);
  CHECK(p.height == 32);
  // An operand is contiguous along an outer axis.
  const store_plan far = plan_of({{64, 4000, 4000, 1}, {40, 100, 100, 64}, {100, 1, 1, 2560}});
  CHECK(far.transposed);
  CHECK(far.rows.n == 64);
  CHECK(far.outers == 1);
}

TEST_CASE("static steps are kept if the memory has them") {
  constexpr signed char hints[] = {1, 1, 0};
  const store_plan kept = plan_of({{100, 100, 100, 1}, {100, 1, 1, 0}}, hints);
  CHECK(kept.hinted);
  CHECK(kept.packed == 0);
  // Another operand may still be copied.
  const store_plan beside = plan_of({{100, 100, 200, 1}, {100, 1, 2, 0}}, hints);
  CHECK(beside.hinted);
  CHECK(beside.packed == 2);
  const store_plan other = plan_of({{100, 100, 100, 100}, {100, 1, 1, 3}}, hints);
  CHECK_FALSE(other.hinted);
  CHECK(other.packed == 4);
}

TEST_CASE("a short last axis is joined with the next one if that needs few copies") {
  // An image of three channels, with a weight for each channel.
  const store_plan p = plan_of({{500, 3, 3, 0}, {3, 1, 1, 1}});
  CHECK(p.joins_lanes());
  CHECK(p.packed == 4);
  // For a few pixels, copying the weights would cost more time than it saves.
  CHECK_FALSE(plan_of({{30, 3, 3, 0}, {3, 1, 1, 1}}).joins_lanes());
  // Nine elements or more are never joined.
  const store_plan wide = plan_of({{600, 8, 8, 0}, {8, 1, 1, 1}});
  CHECK(wide.joins_lanes());
  CHECK(wide.width * 8 == 1024);
  CHECK_FALSE(plan_of({{60000, 9, 9, 0}, {9, 1, 1, 1}}).joins_lanes());
  // Both operands use three of four channels. The copies would take longer than short rows.
  const store_plan apart = plan_of({{500, 4, 4, 4}, {3, 1, 1, 1}});
  CHECK_FALSE(apart.joins_lanes());
  CHECK(apart.packed == 0);
}

TEST_CASE("an element that is constant along rows is copied several times") {
  // One element for each row, and one for all rows, which is copied only once. The pieces of a row
  // are computed one after the other.
  const store_plan each = plan_of({{100, 2000, 2000, 1}, {2000, 1, 1, 0}}),
                   one = plan_of({{100, 2000, 2000, 0}, {2000, 1, 1, 0}});
  CHECK(each.width == 128);
  CHECK(each.repeated);
  CHECK(one.width == 1024);
  CHECK(one.repeated);
  CHECK_FALSE((each.one_line || one.one_line));
  // Short rows become one row if they follow each other in all operands.
  const store_plan line = plan_of({{100, 60, 60, 1}, {60, 1, 1, 0}});
  CHECK(line.width == 60);
  CHECK(line.line == 60);
  CHECK(line.one_line);
  const store_plan rows = plan_of({{100, 60, 0, 1}, {60, 1, 1, 0}});
  CHECK(rows.width == 60);
  CHECK_FALSE(rows.one_line);
  CHECK_FALSE(plan_of({{100, 61, 61, 1}, {60, 1, 1, 0}}).one_line);
  // Other operands that are copied have other elements in each piece.
  CHECK_FALSE(plan_of({{100, 2000, 4000, 1}, {2000, 1, 2, 0}}).repeated);
}

TEMPLATE_TEST_CASE("an element is repeated in rows of any length", "", std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t) {
  using T = TestType;
  const std::vector<T> elements{1, 2, 3, 4, 5};
  for (const index step : {-2, 0, 1, 2})
    for (index n = 1; n < 200; n += n < 70 ? 1 : 9) {
      CAPTURE(step, n);
      const index line = n + 3;
      std::vector<T> wanted(static_cast<std::size_t>(2 * line + n + 64), T(9)), to = wanted;
      for (index r = 0; r < 3; ++r)
        for (index k = 0; k < n; ++k)
          wanted[static_cast<std::size_t>(r * line + k)] =
              elements[static_cast<std::size_t>(step < 0 ? 4 + step * r : step * r)];
      const auto* const from = reinterpret_cast<const std::byte*>(elements.data());
      detail::pack_rows<typename detail::bits_of<sizeof(T)>::type>(
          {from + (step < 0 ? 4 * sizeof(T) : 0), n, 0, 1, 0, 3, step},
          reinterpret_cast<std::byte*>(to.data()), line);
      REQUIRE(to == wanted); // nothing beyond a row is written
    }
}

TEMPLATE_TEST_CASE("operands of one column or one element are broadcast at run time", "",
                   std::uint8_t, float, std::complex<double>) {
  using T = TestType;
  const auto value = [](index k) { return T(static_cast<unsigned char>(k * 7 % 53)); };
  for (const index n0 : {1, 3, 40, 70, 130})
    for (const index n1 : {1, 7, 16, 40, 47, 49, 64, 100, 128, 129, 250, 301, 2100}) {
      if (n0 * n1 > 40000)
        continue;
      CAPTURE(n0, n1);
      dtensor<T, 2> a(n0, n1), column(n0, 1), row(1, n1), one(1, 1), wide(n0, n1 + 2);
      for (index i = 0; i < n0; ++i) {
        column[i, 0] = value(3 * i + 1);
        for (index k = 0; k < n1; ++k)
          a[i, k] = value(i * n1 + k);
      }
      for (index k = 0; k < n1; ++k)
        row[0, k] = value(5 * k);
      one[0, 0] = value(4);
      wide = full(T(1), n0, n1 + 2);
      const dtensor<T, 2> sum = a + column, outer = column + row,
                          both = (a + column) * column + one, shifted = a + one;
      dtensor<T, 2> t = a, back = a;
      t += column;
      back[rev(), rev()] = a + column;
      wide[_, range(1, n1 + 1)] = a + column;
      bool equal = true;
      for (index i = 0; i < n0; ++i) {
        const T c = column[i, 0];
        for (index k = 0; k < n1; ++k) {
          const T x = static_cast<T>(a[i, k] + c);
          equal = equal && sum[i, k] == x && t[i, k] == x && back[n0 - 1 - i, n1 - 1 - k] == x &&
                  wide[i, k + 1] == x && outer[i, k] == static_cast<T>(c + row[0, k]) &&
                  both[i, k] == static_cast<T>(x * c + one[0, 0]) &&
                  shifted[i, k] == static_cast<T>(a[i, k] + one[0, 0]);
        }
        equal = equal && wide[i, 0] == T(1) && wide[i, n1 + 1] == T(1);
      }
      CHECK(equal);
      dtensor<T, 1> list(n0);
      for (index i = 0; i < n0; ++i)
        list[i] = column[i, 0];
      wide[_, range(1, n1 + 1)] = list[_, newaxis];
      equal = true;
      for (index i = 0; i < n0; ++i)
        for (index k = 0; k < n1 + 2; ++k)
          equal = equal && wide[i, k] == (k == 0 || k == n1 + 1 ? T(1) : list[i]);
      CHECK(equal);
    }
}

TEST_CASE("cubes of one column are broadcast at run time") {
  for (const auto& n :
       {std::array<index, 3>{3, 5, 400}, {20, 20, 30}, {20, 17, 90}, {2, 3, 2000}}) {
    CAPTURE(n[0], n[1], n[2]);
    dtensor<float, 3> a(n[0], n[1], n[2]), inner(n[0], n[1], 1), outer(n[0], 1, 1);
    for (index i = 0; i < n[0]; ++i)
      for (index j = 0; j < n[1]; ++j) {
        inner[i, j, 0] = static_cast<float>(i * 3 + j);
        outer[i, 0, 0] = static_cast<float>(i * 100);
        for (index k = 0; k < n[2]; ++k)
          a[i, j, k] = static_cast<float>(k % 50);
      }
    const dtensor<float, 3> r = a + inner, s = a * inner - outer;
    bool equal = true;
    for (index i = 0; i < n[0]; ++i)
      for (index j = 0; j < n[1]; ++j)
        for (index k = 0; k < n[2]; ++k)
          equal = equal && r[i, j, k] == a[i, j, k] + inner[i, j, 0] &&
                  s[i, j, k] == a[i, j, k] * inner[i, j, 0] - outer[i, 0, 0];
    CHECK(equal);
  }
}

TEMPLATE_TEST_CASE("short pieces are copied like any other elements", "", std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t) {
  using T = TestType;
  constexpr index middle = 40000, apart = 7;
  std::vector<T> memory(2 * middle);
  for (std::size_t i = 0; i < memory.size(); ++i)
    memory[i] = static_cast<T>(i * 2654435761U >> 3);
  const auto* const from = reinterpret_cast<const std::byte*>(memory.data() + middle);
  // Pieces that repeat an element, are reversed, lie in planes, or are part of longer ones.
  for (const index n : {1, 2, 3, 4, 5, 8, 17, 33, 70})
    for (const index pieces : {1, 15, 16, 33, 400, 1100})
      for (const index step : {-2, -1, 0, 1, 3, 5000})
        for (const index step2 : {-1, 0, 1, 2, 3, 4, 5}) {
          if (n * step > 30000) // beyond the memory
            continue;
          CAPTURE(n, pieces, step, step2);
          const detail::strided_rows rows{from, n, step, pieces, step2, 2, apart};
          const auto count = static_cast<std::size_t>(2 * n * pieces);
          std::vector<T> wanted(count), moved(count), packed(count);
          std::size_t to = 0;
          for (index r = 0; r < 2; ++r)
            for (index p = 0; p < pieces; ++p)
              for (index k = 0; k < n; ++k)
                wanted[to++] =
                    memory[static_cast<std::size_t>(middle + r * apart + p * step2 + k * step)];
          const auto target = [](std::vector<T>& v) {
            return reinterpret_cast<std::byte*>(v.data());
          };
          using bits = detail::bits_of<sizeof(T)>::type;
          detail::move_rows<bits>(rows, {target(moved), n, 1, pieces, n, 2, n * pieces});
          detail::pack_rows<bits>(rows, target(packed), n * pieces);
          REQUIRE(moved == wanted);
          REQUIRE(packed == wanted);
        }
}

TEST_CASE("a target that is not contiguous is written through a buffer") {
  const store_plan p = plan_of({{100, 200, 100, 0}, {100, 2, 1, 1}});
  CHECK(p.packed == 1);
  CHECK(p.height > 1);
}

TEST_CASE("elements with wide gaps are computed one at a time if this is light") {
  const auto plan = [](const std::vector<axis_row>& rows, bool light) {
    two_operands s(rows);
    detail::sort_by_target(s);
    store_plan p;
    detail::plan_store(s, nullptr, false, light, p);
    return p;
  };
  // q[_, 3] = q[_, 1] * q[_, 2]
  const store_plan p = plan({{1000, 16, 16, 16}}, true);
  CHECK(p.packed == 0);
  CHECK(p.lane.n == 1);
  CHECK(p.rows.n == 1000);
  CHECK(p.height == 1000);
  CHECK(plan({{1000, 16, 16, 16}}, false).packed == 7);
  // Half of the operands have wide gaps: v = q[_, 1] * 2; a number does not count.
  CHECK(plan({{1000, 1, 16, 0}}, true).packed == 0);
  CHECK(plan({{1000, 1, -16, 1}}, true).packed == 2);
  // Shuffles copy steps of up to 4.
  CHECK(plan({{1000, 2, 4, 3}}, true).lane.n == 1000);
  // Two axes are rows of a panel; the others are outer axes.
  const store_plan q = plan({{10, 9000, 9000, 9000}, {20, 300, 300, 300}, {10, 16, 16, 32}}, true);
  CHECK(q.packed == 0);
  CHECK(q.height == 200);
  CHECK(q.outers == 1);
  // Operands that are contiguous along another axis are transposed.
  CHECK(plan({{100, 1, 100, 0}, {100, 200, 1, 0}}, true).transposed);
}

/// to[...] = from[...] for every pair of steps and many lengths: elements with gaps of up to three
/// others are loaded and stored by vectors under masks, which must leave what lies between them.
TEMPLATE_TEST_CASE("elements with small gaps are copied and nothing is written between them", "",
                   std::uint8_t, std::int16_t, float, double, std::complex<float>) {
  using T = TestType;
  bool same = true;
  for (const index n : {0, 1, 7, 8, 15, 16, 17, 33, 64, 100, 1100})
    for (const index from_step : {1, 2, 3, 4, 5, -1, -2, -3})
      for (const index to_step : {2, 3, 4, 5, -2, -3}) {
        const index size = 5 * n + 3;
        const auto begin = [&](index step) { return step > 0 ? 1 : size - 2; };
        tensor<T, dyn> a(size), r(size);
        for (index i = 0; i < size; ++i) {
          a(i) = static_cast<T>(static_cast<float>(i % 90 + 1));
          r(i) = static_cast<T>(static_cast<float>(100 + i % 20));
        }
        auto expected = r;
        const auto slice = [&](index step) {
          const index end = begin(step) + n * step;
          return step < 0 && end < 0 ? range(size, size, 1) : range(begin(step), end, step);
        };
        const auto to = slice(to_step), from = slice(from_step);
        r[to] = a[from];
        for (index k = 0; k < n; ++k)
          expected(begin(to_step) + k * to_step) = a(begin(from_step) + k * from_step);
        same = same && all_of(r == expected);
        if constexpr (std::is_arithmetic_v<T>) {
          r[to] += a[from];
          for (index k = 0; k < n; ++k) {
            T& x = expected(begin(to_step) + k * to_step);
            x = static_cast<T>(x + a(begin(from_step) + k * from_step));
          }
          same = same && all_of(r == expected);
        }
        r[to] = static_cast<T>(7);
        for (index k = 0; k < n; ++k)
          expected(begin(to_step) + k * to_step) = static_cast<T>(7);
        same = same && all_of(r == expected);
      }
  CHECK(same);
}

TEMPLATE_TEST_CASE("rows with small gaps are stored, and neighbours are packed together", "",
                   std::uint8_t, float, double) {
  using T = TestType;
  for (const index step : {2, 3, 4})
    for (const index columns : {9, 25, 50, 200}) {
      const index rows = 12, width = (columns - 2) / step; // of these every second one
      tensor<T, dyn, dyn> a(rows, columns), r(rows, columns);
      for (index i = 0; i < rows; ++i)
        for (index k = 0; k < columns; ++k) {
          a(i, k) = static_cast<T>((i * 7 + k * 3) % 50);
          r(i, k) = static_cast<T>(200 + k % 9);
        }
      auto expected = r;
      const auto at = [&](index first) { return range(first, first + width * step, step); };
      const auto even = range(0, rows, 2), odd = range(1, rows, 2);
      r[odd, at(1)] = a[even, at(0)] + a[even, at(1)] + a[odd, at(1)] + a[odd, at(0)];
      for (index i = 0; i < rows; i += 2)
        for (index k = 0; k < width; ++k)
          expected(i + 1, 1 + k * step) = static_cast<T>(
              a(i, k * step) + a(i, k * step + 1) + a(i + 1, k * step + 1) + a(i + 1, k * step));
      CHECK(all_of(r == expected));
      // The operands overlap the target.
      const auto before = r;
      r[even, at(1)] = r[even, at(0)] - r[even, at(1)];
      for (index i = 0; i < rows; i += 2)
        for (index k = 0; k < width; ++k)
          expected(i, 1 + k * step) = static_cast<T>(before(i, k * step) - before(i, k * step + 1));
      CHECK(all_of(r == expected));
      // A column per row: the source is transposed, or reversed.
      r[even, at(0)] = a[odd, at(0)][_, rev()];
      for (index i = 0; i < rows; i += 2)
        for (index k = 0; k < width; ++k)
          expected(i, k * step) = a(i + 1, (width - 1 - k) * step);
      CHECK(all_of(r == expected));
    }
}

TEST_CASE("an operand that is read twice is copied once") {
  two_operands s({{100, 100, 1, 1}, {100, 1, 100, 100}});
  s.of[2].base = s.of[1].base;
  detail::sort_by_target(s);
  store_plan p;
  detail::plan_store(s, nullptr, false, false, p);
  CHECK(p.same[2] == 1);
  CHECK(p.packed == 2);
}

TEST_CASE("an element that no operand moves along is computed once and repeated") {
  const auto repeats = [](const std::vector<axis_row>& rows, bool elementwise) {
    two_operands s(rows);
    detail::sort_by_target(s);
    store_plan p;
    detail::take_repeats(s, elementwise, p);
    detail::plan_store(s, nullptr, false, false, p);
    CHECK((p.repeats > 1) == p.packs(0));
    return p.repeats;
  };
  CHECK(repeats({{16, 3, 3, 1}, {3, 1, 0, 0}}, true) == 3);
  CHECK(repeats({{16, 3, 3, 1}, {3, 1, 0, 0}}, false) == 1); // the target is read
  CHECK(repeats({{7, 3, 3, 1}, {3, 1, 0, 0}}, true) == 1);
  CHECK(repeats({{16, 8, 1, 1}, {8, 1, 0, 0}}, true) == 8);
  CHECK(repeats({{16, 9, 1, 1}, {9, 1, 0, 0}}, true) == 1);
  CHECK(repeats({{16, 3, 3, 1}, {3, 1, 1, 0}}, true) == 1);
  CHECK(repeats({{3, 1, 0, 0}}, true) == 1);
}

TEMPLATE_TEST_CASE("repeated results", "", float, double, std::int16_t, std::uint8_t, bool,
                   std::complex<float>) {
  using T = TestType;
  const auto filled = [](index n, index m, index c) {
    dtensor<T, 3> t(n, m, c);
    for (index k = 0; k < t.size(); ++k)
      t.data()[k] = T(static_cast<float>((k * k + k) % 61 % 7));
    return t;
  };
  for (const index n : {0, 1, 15, 16, 17, 64, 65, 700})
    for (const index repeated : {1, 2, 3, 4, 5, 8, 9})
      for (const index m : {1, 3, 20}) {
        CAPTURE(n, m, repeated);
        const auto a = filled(m, n, 3);
        const auto e = cast<T>(a[_, _, _0] * a[_, _, _1] + a[_, _, _2] * a[_, _, _0]);
        const auto once = test::values(e);
        const auto check = [&](auto&& r) {
          r = e[ellipsis, newaxis];
          bool same = true;
          for (index i = 0; i < m; ++i)
            for (index j = 0; j < n; ++j)
              for (index k = 0; k < repeated; ++k)
                same = same && r(i, j, k) == once[static_cast<std::size_t>(i * n + j)];
          CHECK(same);
        };
        dtensor<T, 3> r(m, n, repeated), wide(m, n, 2 * repeated + 1), turned(repeated, n, m),
            across(m, repeated, n);
        check(r[ellipsis]);
        check(wide[_, _, range(1, _, 2)]);
        check(wide[rev(), rev(), rev(_, 1, 2)]);
        check(permute<2, 1, 0>(turned));
        check(permute<0, 2, 1>(across));
        const auto sums = test::values(cast<T>(r + e[ellipsis, newaxis]));
        r[ellipsis] = cast<T>(r + e[ellipsis, newaxis]);
        CHECK(test::values(r) == sums);
      }
}

TEMPLATE_TEST_CASE("short rows of operands that occur twice", "", std::uint8_t, std::int16_t, float,
                   double) {
  using T = TestType;
  const auto check = [](auto columns) {
    constexpr index k = decltype(columns)::value;
    for (const index n : {1, 2, 40, 300, 9000}) {
      tensor<T, dyn, k> a(n), b(n), r(n);
      dtensor<T, 1> w(n), v(n);
      for (index i = 0; i < n; ++i) {
        w(i) = static_cast<T>(i % 11);
        v(i) = static_cast<T>(i % 5);
        for (index j = 0; j < k; ++j) {
          a(i, j) = static_cast<T>((i + j) % 7);
          b(i, j) = static_cast<T>((3 * i + j) % 9);
        }
      }
      const auto x = w[_, newaxis], y = v[_, newaxis];
      const auto z = w[range(_, _, -1)][_, newaxis];
      r = cast<T>(a * x + b * (T(20) - x) + x);
      for (index i = 0; i < n; ++i)
        for (index j = 0; j < k; ++j)
          REQUIRE(r(i, j) == static_cast<T>(a(i, j) * w(i) + b(i, j) * (T(20) - w(i)) + w(i)));
      r = cast<T>(a * x + y * z - x * y);
      for (index i = 0; i < n; ++i)
        for (index j = 0; j < k; ++j)
          REQUIRE(r(i, j) == static_cast<T>(a(i, j) * w(i) + v(i) * w(n - 1 - i) - w(i) * v(i)));
    }
  };
  check(std::integral_constant<index, 2>());
  check(std::integral_constant<index, 3>());
  check(std::integral_constant<index, 4>());
}

TEMPLATE_TEST_CASE("a channel that occurs twice beside a broadcast operand", "", std::uint8_t,
                   float, double) {
  using T = TestType;
  const auto check = [](const auto& m, auto second) {
    dtensor<T, 1> c(m.shape()[0]);
    for (index i = 0; i < c.size(); ++i)
      c(i) = static_cast<T>(i % 7 + 1);
    const auto x = m[_, _, 0], y = m[_, _, 1], z = m[_, _, second];
    const dtensor<T, 2> squares = cast<T>(x * x + y * c[_, newaxis]),
                        products = cast<T>(y * x + y * c[_, newaxis] - z);
    bool same = true;
    for (index i = 0; i < m.shape()[0]; ++i)
      for (index j = 0; j < m.shape()[1]; ++j) {
        const T p = m(i, j, 0), q = m(i, j, 1);
        same = same && squares(i, j) == static_cast<T>(p * p + q * c(i)) &&
               products(i, j) == static_cast<T>(q * p + q * c(i) - m(i, j, second));
      }
    CHECK(same);
  };
  for (const index channels : {2, 3, 4})
    for (const index n : {20, 300}) {
      CAPTURE(channels, n);
      dtensor<T, 3> m(40, n, channels);
      for (index k = 0; k < m.size(); ++k)
        m.data()[k] = static_cast<T>(k * k % 97 % 11);
      check(m, channels - 1);
      check(m, 0);
    }
}

TEST_CASE("interleaved operands are copied together") {
  const auto plan = [](two_operands&& s) {
    s.of[2].base = s.of[1].base + 4;
    detail::sort_by_target(s);
    store_plan p;
    detail::plan_store(s, nullptr, false, false, p);
    return p;
  };
  const store_plan p = plan(two_operands({{100, 100, 200, 200}, {100, 1, 2, 2}}));
  CHECK(p.interleaves(1));
  CHECK(p.interleaves(2));
  CHECK(p.with[1] == 1);
  CHECK(p.with[2] == 1);
  CHECK(p.place[1] == 0);
  CHECK(p.place[2] == 1);
  // Two of three channels are a group of two if they are neighbours.
  const store_plan some = plan(two_operands({{100, 100, 300, 300}, {100, 1, 3, 3}}));
  CHECK(some.interleaved == 6);
  CHECK(some.together[1] == 2);
  CHECK(some.place[2] == 1);
  const auto apart = [] {
    two_operands s({{100, 100, 300, 300}, {100, 1, 3, 3}});
    s.of[2].base = s.of[1].base + 8;
    detail::sort_by_target(s);
    store_plan q;
    detail::plan_store(s, nullptr, false, false, q);
    return q;
  };
  CHECK(apart().interleaved == 0);
  CHECK(apart().packed == 6);
  // Four of four channels, which is the maximum, and five of five.
  const auto channels = [](int count) {
    detail::space_of<2, 5> s;
    std::byte memory[64] = {}, target[64] = {};
    s.rank = 2;
    s.operands = count + 1;
    for (int i = 0; i <= count; ++i) {
      s.axis[0].step[i] = i == 0 ? 100 : 100 * count;
      s.axis[1].step[i] = i == 0 ? 1 : count;
      s.accesses[i] = {i == 0 ? target : memory + 4 * (i - 1), 4};
    }
    s.axis[0].n = s.axis[1].n = 100;
    detail::sort_by_target(s);
    store_plan q;
    detail::plan_store(s, nullptr, false, false, q);
    return q;
  };
  CHECK(channels(4).interleaved == 30);
  CHECK(channels(5).interleaved == 0);
  // The operands begin one element apart, but the strides of their rows differ.
  CHECK(plan(two_operands({{100, 100, 200, 400}, {100, 1, 2, 2}})).interleaved == 0);
}

TEMPLATE_TEST_CASE("channels of pictures", "", float, double, std::int16_t, std::uint8_t, bool,
                   std::complex<float>) {
  using T = TestType;
  const auto filled = [](index n, index m, index c) {
    dtensor<T, 3> t(n, m, c);
    for (index k = 0; k < t.size(); ++k)
      t.data()[k] = T(static_cast<float>((k * k + k) % 61 % 7));
    return t;
  };
  const auto check = [](const auto& e) { CHECK(test::evaluated(e) == test::values(e)); };
  // The memory of each tensor ends with its last element, so that sanitizers detect reads beyond
  // it.
  for (const auto& [n, m] : std::vector<std::pair<index, index>>{
           {1, 1}, {7, 5}, {3, 33}, {40, 129}, {2, 5000}, {500, 3}}) {
    CAPTURE(n, m);
    const auto a = filled(n, m, 2), b = filled(n, m, 3), c = filled(n, m, 4);
    check(where(b[_, _, _2] == T(1), b[_, _, _0], b[_, _, _1]));
    check(b[_, _, _1] + b[_, _, _2] + b[_, _, _0] + b[_, _, _1]);
    check(b[_, _, _0] + b[_, _, _2]);
    check(b[_, rev(), _2] + b[_, rev(), _1] + b[_, rev(), _0] + c[_, _, _0]);
    check(c[_, _, _3] * c[_, _, _0] + c[_, _, _2] * c[_, _, _1]);
    check(c[_, _, _1] + c[_, _, _2] + c[_, _, _3]);
    // Transposed, and short rows with a weight for each column.
    check(transpose(b[_, _, _0]) + transpose(b[_, _, _1]) + transpose(b[_, _, _2]));
    const dtensor<T, 1> weights = b[0, _, 1];
    check(b[_, _, _0] + b[_, _, _1] + b[_, _, _2] * weights);
    check(a[_, _, _1] + weights + a[_, _, _0]);
    // Every other row, and channels of two pictures.
    const auto every_other = range(_, _, 2);
    check(a[every_other, _, _0] + a[every_other, _, _1] + b[every_other, _, _0]);
    dtensor<T, 2> r = a[_, _, 1];
    const auto expected = test::values(cast<T>(r + a[_, _, _1] * a[_, _, _0]));
    r += a[_, _, _1] * a[_, _, _0];
    CHECK(test::values(r) == expected);
  }
}

namespace {

/// out = a + b, or out += a + b, or out = a.
enum class action : unsigned char { store, update, copy };

template <class U> struct sum_fn {
  static constexpr bool pure = true;
  template <class A, class B> constexpr auto operator()(A x, B y) const {
    return static_cast<U>(x + static_cast<A>(y));
  }
};
template <class T> struct add_to {
  static constexpr bool pure = true;
  template <class U> constexpr T operator()(T x, U y) const {
    return static_cast<T>(x + static_cast<T>(y));
  }
};

/// Memory of rank 3: axes in any order, with gaps, reversed, and broadcast if allowed.
struct placed {
  std::array<index, 3> step{};
  index low = 0, high = 0;

  template <class Pick> placed(const std::array<index, 3>& n, bool broadcast, const Pick& pick) {
    std::array<std::size_t, 3> order{2, 1, 0};
    for (std::size_t k = pick(0, 1) == 0 ? 2 : 0; k > 0; --k)
      std::swap(order[k], order[static_cast<std::size_t>(pick(0, static_cast<index>(k)))]);
    index next = pick(0, 2) == 0 ? pick(1, 3) : 1;
    for (std::size_t k : order) {
      const index size = n[k] == 0 ? 1 : n[k];
      step[k] = broadcast && pick(0, 5) == 0 ? 0 : pick(0, 5) == 0 ? -next : next;
      (step[k] < 0 ? low : high) += step[k] * (size - 1);
      next = next * size + (pick(0, 4) == 0 ? pick(0, 9) : 0);
    }
  }
  std::size_t size() const { return static_cast<std::size_t>(high - low + 1); }
  index at(index i, index j, index k) const {
    return i * step[0] + j * step[1] + k * step[2] - low;
  }
};

template <action What, class T, class U, index HintA, index HintB> void compare(std::mt19937& g) {
  const auto pick = [&](index low, index high) {
    return std::uniform_int_distribution<index>(low, high)(g);
  };
  std::array<index, 3> n{};
  for (index& k : n)
    k = pick(0, 5) == 0 ? 1 : pick(0, 30) == 0 ? 0 : pick(0, 2) == 0 ? pick(1, 9) : pick(1, 70);
  const placed to(n, false, pick), from_a(n, true, pick), from_b(n, true, pick);
  std::vector<T> out(to.size());
  std::vector<U> a(from_a.size());
  std::vector<T> b(from_b.size());
  for (T& v : out)
    v = static_cast<T>(pick(0, 40));
  for (U& v : a)
    v = static_cast<U>(pick(0, 40));
  for (T& v : b)
    v = static_cast<T>(pick(0, 40));
  std::vector<T> expected = out;
  for (index i = 0; i < n[0]; ++i)
    for (index j = 0; j < n[1]; ++j)
      for (index k = 0; k < n[2]; ++k) {
        T& v = expected[static_cast<std::size_t>(to.at(i, j, k))];
        const U x = a[static_cast<std::size_t>(from_a.at(i, j, k))];
        const T y = b[static_cast<std::size_t>(from_b.at(i, j, k))];
        v = What == action::copy    ? static_cast<T>(x)
            : What == action::store ? static_cast<T>(sum_fn<U>{}(x, y))
                                    : add_to<T>{}(v, sum_fn<U>{}(x, y));
      }
  using in_a = detail::strided_cursor<const U, 3, HintA>;
  using in_b = detail::strided_cursor<const T, 3, HintB>;
  const in_a source_a{a.data(), -from_a.low, from_a.step};
  const detail::strided_cursor<T, 3, 1> target{out.data(), -to.low, to.step};
  const detail::map_cursor<sum_fn<U>, std::index_sequence<0, 1>, in_a, in_b> both{
      {source_a}, {in_b{b.data(), -from_b.low, from_b.step}}, {}};
  if constexpr (What == action::copy)
    detail::run_loop<detail::store_kernel>(n, target, source_a);
  else if constexpr (What == action::store)
    detail::run_loop<detail::store_kernel>(n, target, both);
  else
    detail::run_loop<detail::update_kernel<add_to<T>>>(n, target, both);
  CHECK(out == expected);
}

} // namespace

TEST_CASE("stores to random memory equal those of a plain loop") {
  std::mt19937 g(11);
  for (int i = test::cases(150); i > 0; --i) {
    compare<action::store, float, float, 1, 1>(g);
    compare<action::store, float, float, 0, 1>(g);
    compare<action::store, double, float, -1, 0>(g);
    compare<action::store, std::int16_t, std::int32_t, 1, 0>(g);
    compare<action::update, float, float, 1, 1>(g);
    compare<action::update, std::int32_t, std::uint8_t, 0, 1>(g);
    compare<action::copy, float, float, 1, 1>(g);
    compare<action::copy, double, double, -1, 1>(g);
    compare<action::copy, std::uint8_t, std::uint8_t, 1, 1>(g);
    compare<action::copy, std::int16_t, std::int16_t, 1, 1>(g);
    compare<action::copy, double, std::int32_t, 1, 1>(g);
  }
}

TEST_CASE("complex numbers and bools are copied, too") {
  dtensor<std::complex<double>, 2> z(40, 37), w(37, 40);
  dtensor<bool, 2> flags(40, 37), turned(37, 40);
  for (index i = 0; i < 40; ++i)
    for (index j = 0; j < 37; ++j) {
      z[i, j] = {static_cast<double>(i), static_cast<double>(j)};
      flags[i, j] = (i + j) % 3 == 0;
    }
  w = transpose(z);
  turned = transpose(flags);
  dtensor<std::complex<double>, 2> sums(37, 40);
  sums = w + transpose(z);
  dtensor<bool, 2> both(37, 40);
  both = turned && transpose(flags);
  bool right = true;
  for (index i = 0; i < 40; ++i)
    for (index j = 0; j < 37; ++j)
      right = right && w[j, i] == z[i, j] && sums[j, i] == 2. * z[i, j] &&
              turned[j, i] == flags[i, j] && both[j, i] == flags[i, j];
  CHECK(right);
}

TEST_CASE("complex numbers with the alignment of their parts") {
  using number = std::complex<float>;
  for (const auto& [n, m] : std::vector<std::pair<index, index>>{{7, 5}, {33, 40}, {2, 1000}}) {
    CAPTURE(n, m);
    dtensor<number, 3> a(n, m, 3);
    for (index k = 0; k < a.size(); ++k)
      a.data()[k] = {static_cast<float>(k % 61), static_cast<float>(k % 7)};
    std::vector<float> parts(static_cast<std::size_t>(2 * a.size() + 1));
    using memory = view<number, detail::strided_layout(detail::unknown_shape<3>())>;
    memory v(reinterpret_cast<number*>(parts.data() + 1), a.size(), {0, {n, m, 3}, {3 * m, 3, 1}});
    v = a;
    CHECK(test::evaluated(v) == test::values(a));
    // Three elements, elements with a step of three, interleaved, reversed and transposed ones.
    CHECK(test::evaluated(v[_, _, _1]) == test::values(a[_, _, _1]));
    CHECK(test::evaluated(permute<2, 1, 0>(v)) == test::values(permute<2, 1, 0>(a)));
    CHECK(test::evaluated(permute<1, 0, 2>(v) + 1.F) == test::values(permute<1, 0, 2>(a) + 1.F));
    CHECK(test::evaluated(v[_, _, _0] * v[_, _, _1] + v[_, _, _2]) ==
          test::values(a[_, _, _0] * a[_, _, _1] + a[_, _, _2]));
    CHECK(test::evaluated(v[_, rev(), _2] + v[_, range(_, _, -1), _0]) ==
          test::values(a[_, rev(), _2] + a[_, rev(), _0]));
    CHECK(test::evaluated(sum(permute<2, 0, 1>(v), _0)) ==
          test::values(sum(permute<2, 0, 1>(a), _0)));
    v[_, _, _1] = a[_, _, _0];
    v[_, rev(), _2] = a[_, _, _0] + 1.F;
    a[_, _, _1] = eval(a[_, _, _0]);
    a[_, rev(), _2] = eval(a[_, _, _0] + 1.F);
    CHECK(test::evaluated(v) == test::values(a));
  }
}

TEST_CASE("a target that is read at the same places, and the end of its rows") {
  // This fails if the last vectors of a row overlap elements that were already written.
  for (index n : {1, 5, 17, 63, 64, 65, 100, 1000, 1025, 5000}) {
    dtensor<float, 2> a(3, n), b(n, 3);
    a = 3.f;
    b = 2.f;
    a = a * transpose(b) + a;
    CHECK(all_of(a == 9.f));
    a[_, rev()] *= transpose(b);
    CHECK(all_of(a == 18.f));
  }
}

namespace {

/// A sum of 31 operands, each in separate memory.
template <class T, std::size_t... K> auto total(const T* first, std::index_sequence<K...>) {
  return (transpose(first[K]) + ...);
}

/// 31 copies that are transposed, or repeated along the rows, share the buffer.
template <class T> bool many_operands(index n) {
  std::vector<dtensor<T, 2>> t(31, dtensor<T, 2>(n, n)), narrow(31, dtensor<T, 2>(1, n));
  T sum{};
  for (std::size_t k = 0; k < t.size(); ++k) {
    t[k] = T(static_cast<int>(k + 1));
    narrow[k] = T(static_cast<int>(k + 1));
    sum += T(static_cast<int>(k + 1));
  }
  constexpr auto all = std::make_index_sequence<31>();
  dtensor<T, 2> r(n, n);
  r = total(t.data(), all);
  const bool turned = all_of(r == sum);
  r = T();
  r[_, _] = total(narrow.data(), all); // shapes (n, 1)
  return turned && all_of(r == sum);
}

} // namespace

TEST_CASE("the maximum number of operands") {
  for (index n : test::sizes({20, 65, 300})) {
    CHECK(many_operands<float>(n));
    CHECK(many_operands<std::complex<double>>(n));
    CHECK(many_operands<std::uint8_t>(n));
  }
}

// SPDX-License-Identifier: BSL-1.0
// Assignments whose source and target overlap. The result is the same as if the source had
// been copied first. With most of these sizes, only a few rows are buffered.
#include "../support/allocations.hpp"
#include "catch.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>
#include <limits>
#include <string>

using namespace stria;

namespace {

template <class T> T element(stria::index i) {
  if constexpr (std::same_as<T, std::string>)
    return std::to_string(i);
  else
    return static_cast<T>(static_cast<short>(i % 997));
}
template <class T> T counted(T t) {
  for (stria::index i = 0; i < t.size(); ++i)
    t.data()[i] = element<typename T::value_type>(i);
  return t;
}

/// Checks that f(t, t) has the same result as f(t, copy of t).
template <class T, class F> bool as_if_copied(const T& start, F f) {
  T once = start, twice = start;
  f(once, once);
  f(twice, start);
  for (stria::index i = 0; i < once.size(); ++i)
    if (once.data()[i] != twice.data()[i])
      return false;
  return true;
}

/// The bytes that f allocates.
template <class F> std::size_t bytes_of(F f) {
  const std::size_t before = test::allocated_bytes();
  f();
  return test::allocated_bytes() - before;
}

// Many short rows, a single column, two very long rows, and a few rows that are each larger than a
// slot of the buffer.
template <class F> void for_all_shapes(F f) {
  for (const auto& [rows, columns] :
       {std::pair{700, 70}, {401, 7}, {9000, 1}, {2, 9000}, {20, 3000}}) {
    INFO(rows << " x " << columns);
    f(counted(dtensor<float, 2>(rows, columns)));
  }
}

} // namespace

TEST_CASE("rows moved by one and by many, both ways") {
  for_all_shapes([](const auto& t) {
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(1, _)] = s[range(_, -1)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(_, -1)] = s[range(1, _)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(1, _)] = 2 * s[range(_, -1)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(_, -1)] = 2 * s[range(1, _)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(1, _)] += s[range(_, -1)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(_, -1)] *= s[range(1, _)] + 1; }));
    for (stria::index by : {17, 60, 150})
      if (by < t.extent(0)) {
        CHECK(as_if_copied(t, [=](auto& a, const auto& s) { a[range(by, _)] = s[range(_, -by)]; }));
        CHECK(
            as_if_copied(t, [=](auto& a, const auto& s) { a[range(_, -by)] = -s[range(by, _)]; }));
      }
  });
}

TEST_CASE("rows before and after are read") {
  for_all_shapes([](const auto& t) {
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      if (a.extent(0) > 2)
        a[range(_, -2)] = s[range(2, _)] - s[range(1, -1)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      if (a.extent(0) > 2)
        a[range(2, _)] = s[range(_, -2)] - s[range(1, -1)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      if (a.extent(0) > 2)
        a[range(1, -1)] = s[range(_, -2)] + s[range(2, _)] - a[range(1, -1)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      if (a.extent(0) > 60)
        a[range(50, -9)] = s[range(_, -59)] + s[range(59, _)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[_, range(1, _)] = s[_, range(_, -1)]; }));
    CHECK(as_if_copied(
        t, [](auto& a, const auto& s) { a[rev(), range(1, _)] = s[rev(), range(_, -1)] + 1; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      const auto half = s.extent(0) / 2;
      a[range(_, half)] = s[range(_, 2 * half, 2)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      const auto half = s.extent(0) / 2;
      a[range(_, 2 * half, 2)] = s[range(_, half)];
    }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[_, _] = s[_1, newaxis]; }));
  });
}

TEST_CASE("reversed rows, and rows with their mirror images") {
  for_all_shapes([](const auto& t) {
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a = s[rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a = s[rev(), rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a = s[_, rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[rev()] = s; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(1, _)] = s[range(1, _)][rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a[range(1, _)] = s[rev()][range(1, _)]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a = 0.5f * (s + s[rev()]); }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a += 3 * s[rev(), rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) { a = s[rev()] + s[_, rev()]; }));
    CHECK(as_if_copied(t, [](auto& a, const auto& s) {
      a[range(1, _)] = s[range(_, -1)] + s[rev()][range(1, _)];
    }));
  });
}

TEMPLATE_TEST_CASE("reversed and transposed in place, of all sizes", "", float, std::uint8_t,
                   std::int16_t, double, std::complex<double>, std::string) {
  using T = TestType;
  for (stria::index n = 0; n < 140; n += n < 72 ? 1 : 67) {
    CAPTURE(n);
    const auto line = counted(dtensor<T, 1>(n));
    CHECK(as_if_copied(line, [](auto& a, const auto& s) { a = s[rev()]; }));
    CHECK(as_if_copied(line, [](auto& a, const auto& s) { a[rev()] = s; }));
    if (n > 4) {
      const auto inner = range(1, -2);
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[inner] = s[inner][rev()]; }));
      const auto other = range(2, -1); // not the same block
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[inner] = s[other][rev()]; }));
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[other] = s[inner][rev()]; }));
    }
  }
  for (stria::index n = 0; n < 9; ++n) {
    CAPTURE(n);
    const auto square = counted(dtensor<T, 2>(n, n)), wide = counted(dtensor<T, 2>(n, 3 * n + 1));
    CHECK(as_if_copied(square, [](auto& a, const auto& s) { a = transpose(s); }));
    CHECK(as_if_copied(square, [](auto& a, const auto& s) { a[rev()] = transpose(s); }));
    CHECK(as_if_copied(
        square, [](auto& a, const auto& s) { a[rev(), rev()] = transpose(s[rev(), rev()]); }));
    CHECK(as_if_copied(square, [](auto& a, const auto& s) { a[_, rev()] = transpose(s[rev()]); }));
    CHECK(as_if_copied(wide, [=](auto& a, const auto& s) {
      a[_, range(1, n + 1)] = transpose(s[_, range(1, n + 1)]);
    }));
    CHECK(as_if_copied(wide, [=](auto& a, const auto& s) {
      a[_, range(0, n)] = transpose(s[_, range(1, n + 1)]);
    }));
    CHECK(as_if_copied(wide, [](auto& a, const auto& s) { a = s[_, rev()]; }));
    CHECK(as_if_copied(wide, [](auto& a, const auto& s) { a = s[rev(), rev()]; }));
    CHECK(as_if_copied(wide, [](auto& a, const auto& s) { a = s[rev()]; }));
  }
  tensor<T, 5> fixed = counted(tensor<T, 5>());
  CHECK(as_if_copied(fixed, [](auto& a, const auto& s) { a = s[rev()]; }));
  CHECK(as_if_copied(counted(tensor<T, 3, 3>()), [](auto& a, const auto& s) { a = transpose(s); }));
}

TEST_CASE("long rows are reversed into other memory") {
  for (stria::index n : {1024, 1025, 1500, 4096, 4097, 9000}) {
    CAPTURE(n);
    const auto from = counted(dtensor<float, 1>(n));
    dtensor<float, 1> to(n);
    to = from[rev()];
    dtensor<float, 2> rows(2, n), single(2, n);
    rows[0] = from;
    rows[1] = 2 * from;
    single = rows[_, rev()];
    bool right = true;
    for (stria::index i = 0; i < n; ++i)
      right = right && to(i) == from(n - 1 - i) && single(0, i) == from(n - 1 - i) &&
              single(1, i) == 2 * from(n - 1 - i);
    CHECK(right);
  }
}

TEST_CASE("few elements that are read ahead of, and behind, the place that is written") {
  const auto first = range(_, -1);
  const auto later = range(1, _);
  for (stria::index n = 2; n < 40; ++n) {
    CAPTURE(n);
    const auto line = counted(dtensor<float, 1>(n));
    const auto rows = counted(dtensor<float, 2>(n, 3)), columns = counted(dtensor<float, 2>(3, n));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] = s[later] + s[first]; }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[later] = s[later] + s[first]; }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] += 2 * s[later]; }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[later] += 2 * s[first]; }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) {
      a[rev()][later] = s[rev()][first] + s[rev()][later];
    }));
    for (const auto& t : {rows, columns}) {
      CHECK(as_if_copied(t, [=](auto& a, const auto& s) { a[first] = s[later] + s[first]; }));
      CHECK(as_if_copied(t, [=](auto& a, const auto& s) { a[later] = s[later] + s[first]; }));
      CHECK(as_if_copied(t,
                         [=](auto& a, const auto& s) { a[_, first] = s[_, later] + s[_, first]; }));
      CHECK(as_if_copied(t, [=](auto& a, const auto& s) { a[_, later] += s[_, first]; }));
      CHECK(as_if_copied(
          t, [=](auto& a, const auto& s) { a[later, first] = s[first, later] + s[later, first]; }));
      CHECK(as_if_copied(t, [=](auto& a, const auto& s) {
        transpose(a)[first] = transpose(s)[later] + transpose(s)[first];
      }));
      CHECK(as_if_copied(t, [=](auto& a, const auto& s) {
        transpose(a)[_, first] = transpose(s)[_, later] + transpose(s)[_, first];
      }));
      CHECK(as_if_copied(
          t, [=](auto& a, const auto& s) { a[first, rev()] = s[later, rev()] + s[first, rev()]; }));
    }
  }
  for (stria::index n = 1; n < 7; ++n) // an element, a column and a row of the matrix
    CHECK(as_if_copied(counted(dtensor<float, 2>(n, n)), [=](auto& d, const auto& s) {
      d = minimum(s, s[_, n / 2][_, newaxis] + s[n / 2] - 40.f);
    }));
}

TEST_CASE("rows at places given by an index") {
  for_all_shapes([](const auto& t) {
    dtensor<stria::index, 1> last_first(t.extent(0));
    for (stria::index k = 0; k < t.extent(0); ++k)
      last_first(k) = t.extent(0) - 1 - k;
    CHECK(as_if_copied(t, [&](auto& a, const auto& s) { a[_, _] = s[last_first] + 1; }));
  });
}

TEST_CASE("ranks 1 and 3, views of const, and elements that are not numbers") {
  const auto line = counted(dtensor<std::string, 1>(5000));
  CHECK(as_if_copied(line, [](auto& a, const auto& s) { a[range(1, _)] = s[range(_, -1)]; }));
  CHECK(as_if_copied(line, [](auto& a, const auto& s) { a[range(_, -2)] = s[range(2, _)]; }));
  CHECK(as_if_copied(line, [](auto& a, const auto& s) { a = s[rev()]; }));
  CHECK(as_if_copied(line, [](auto& a, const auto& s) { a[range(1, _)] += s[range(_, -1)]; }));
  const auto cube = counted(dtensor<double, 3>(60, 9, 31));
  const auto m = range(1, -1);
  CHECK(as_if_copied(cube, [m](auto& a, const auto& s) {
    a[m, m, m] = s[range(_, -2), m, m] + s[range(2, _), m, m] + s[m, range(_, -2), m] +
                 s[m, range(2, _), m] + s[m, m, range(_, -2)] + s[m, m, range(2, _)];
  }));
  CHECK(as_if_copied(cube, [](auto& a, const auto& s) { a = s[rev(), _, rev()]; }));
  CHECK(as_if_copied(cube, [](auto& a, const auto& s) { a[_, range(2, _)] = s[_, range(_, -2)]; }));
  CHECK(as_if_copied(counted(dtensor<int, 3>(1, 4000, 3)), [](auto& a, const auto& s) {
    a[_, range(1, _)] = cast<int>(cast<float>(s[_, range(_, -1)]) * 0.5f);
  }));
}

TEST_CASE("a stateful function is called in row-major order") {
  dtensor<int, 1> t(20000);
  int calls = 0;
  const auto note = [&calls](int) { return calls++; };
  bool ordered = true;
  for (int turn = 0; turn < 2; ++turn) {
    calls = 0;
    if (turn == 0)
      t[range(1, _)] = map(note, t[range(_, -1)]);
    else
      t[range(1, _)] = map(note, t[rev()][range(_, -1)]);
    for (stria::index i = 1; i < t.size(); ++i)
      ordered = ordered && t(i) == static_cast<int>(i - 1);
  }
  CHECK(ordered);
}

TEST_CASE("a function of assign_with is called in row-major order") {
  dtensor<int, 1> t(20000);
  int calls = 0;
  auto v = t[range(1, _)];
  assign_with(v, t[range(_, -1)] * 1, [&calls](int, int) { return calls++; });
  bool ordered = true;
  for (stria::index i = 1; i < t.size(); ++i)
    ordered = ordered && t(i) == static_cast<int>(i - 1);
  CHECK(ordered);
  // With a mask, the function is called only for the selected elements.
  dtensor<float, 1> f(10);
  const tensor some{true, false, false, true, false, false, false, true, false, false};
  calls = 0;
  assign_with(f[some], 1.f, [&calls](float x, float y) { return ++calls, x + y; });
  CHECK(calls == 3);
  CHECK(f(0) == 1);
  CHECK(f(1) == 0);
}

TEST_CASE("empty tensors with sizes and strides whose products overflow an index") {
  const stria::index huge = stria::index{1} << 61, most = std::numeric_limits<stria::index>::max();
  dtensor<float, 3> t(0, huge, 4), u(0, huge, 4);
  t[_, _, _] = u + 1.f;
  CHECK(t.size() == 0);
  dtensor<float, 2> s(4, 4), q(0, 0);
  s[range(0, 0, most / 4), range(0, 0, most)] = q + 1.f;
  CHECK(s(3, 3) == 0);
}

TEMPLATE_TEST_CASE("elements that are read before they are stored", "", float, signed char, double,
                   std::string) {
  using T = TestType;
  for (stria::index n : {2, 3, 17, 65, 300, 2100, 9001}) {
    const auto line = counted(dtensor<T, 1>(n));
    CAPTURE(n);
    const auto first = range(_, -1);
    const auto later = range(1, _);
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] = s[first] + s[later]; }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] += s[later] + s[first]; }));
    const auto odd = range(1, _, 2);
    const auto even = range(0, 2 * (n / 2), 2);
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[even] = s[odd] + s[even]; }));
    if (n > 8)
      CHECK(as_if_copied(line, [](auto& a, const auto& s) {
        a[range(_, -5)] = s[range(2, -3)] + s[range(5, _)];
      }));
    CHECK(as_if_copied(line, [=](auto& a, const auto& s) {
      a[rev()][first] = s[rev()][later] + s[rev()][first];
    }));
    if constexpr (std::floating_point<T>) {
      CHECK(as_if_copied(
          line, [=](auto& a, const auto& s) { a[first] = exp(s[later] * T(0.001)) - s[first]; }));
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) {
        a[first] = exp(s[later] * T(0.001)) + exp(s[later] * T(0.001)) * s[first];
      }));
    }
  }
}

TEMPLATE_TEST_CASE("reads a few elements ahead of the place that is written", "", float,
                   std::int16_t, std::uint8_t, double, std::complex<float>) {
  using T = TestType;
  for (stria::index n : {30, 64, 79, 140, 1023, 9000}) {
    const auto line = counted(dtensor<T, 1>(n));
    const auto other = counted(dtensor<T, 1>(n));
    const auto rows = counted(dtensor<T, 2>(n / 10, 37));
    for (stria::index by = 1; by < 29; by += by < 4 ? 1 : 5) {
      CAPTURE(n, by);
      const auto first = range(_, -by);
      const auto later = range(by, _);
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] = s[later] - s[first]; }));
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[later] = s[later] - s[first]; }));
      CHECK(as_if_copied(
          line, [&](auto& a, const auto& s) { a[first] = s[later] - other[first][rev()]; }));
      CHECK(as_if_copied(line, [=](auto& a, const auto& s) { a[first] += s[later] * s[later]; }));
      CHECK(as_if_copied(rows,
                         [=](auto& a, const auto& s) { a[_, first] = s[_, later] - s[_, first]; }));
      CHECK(as_if_copied(rows, [=](auto& a, const auto& s) {
        a[_, range(_, -by)] = s[_, later] - s[_, later][rev()];
      }));
      if (by < 3) {
        CHECK(as_if_copied(rows, [=](auto& a, const auto& s) { a[first] = s[later] - s[first]; }));
        CHECK(as_if_copied(rows, [=](auto& a, const auto& s) {
          a[first, range(3, _)] -= s[later, range(_, -3)] - s[first, range(3, _)];
        }));
        CHECK(as_if_copied(rows, [=](auto& a, const auto& s) {
          a[first, range(_, -3)] = s[later, range(3, _)] - s[_1, newaxis, range(3, _)];
        }));
      }
    }
  }
}

TEST_CASE("no copy is made of the right side") {
  dtensor<float, 2> u(512, 512);
  u = 1;
  const std::size_t some = 64 * 1024; // the target has 1 MiB
  CHECK(bytes_of([&] { u[range(1, _)] = u[range(_, -1)]; }) == 0);
  CHECK(bytes_of([&] { u[range(_, -1)] = u[range(1, _)]; }) == 0);
  CHECK(bytes_of([&] { u[range(1, _)] = 2 * u[range(_, -1)]; }) < some);
  CHECK(bytes_of([&] { u[range(_, -1)] = 2 * u[range(1, _)]; }) == 0);
  CHECK(bytes_of([&] { u[_, range(_, -1)] += 2 * u[_, range(1, _)]; }) == 0);
  CHECK(bytes_of([&] {
          const auto m = range(1, -1);
          u[m, m] = 0.25f * (u[range(_, -2), m] + u[range(2, _), m] + u[m, range(_, -2)] +
                             u[m, range(2, _)]);
        }) < some);
  dtensor<float, 3> one(1, 512, 512);
  CHECK(bytes_of([&] { one[_, range(1, _)] = 2 * one[_, range(_, -1)]; }) < some);
  // Each row is needed to compute all other rows.
  CHECK(bytes_of([&] { u = transpose(u) + u; }) > some);
}

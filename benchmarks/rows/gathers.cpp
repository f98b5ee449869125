// SPDX-License-Identifier: BSL-1.0
// Gathers and scatters. The hand-written loops check all indices first, as stria does, but do not
// support negative ones.
#include "rows.hpp"

#include <cstdlib>

namespace rows {
namespace {

template <class I> inline void check(const I* __restrict idx, index n, index size) {
  bool bad = false;
  for (index i = 0; i < n; ++i)
    bad |= static_cast<std::size_t>(idx[i]) >= static_cast<std::size_t>(size);
  if (bad)
    std::abort();
}
template <class I = index> dtensor<I, 1> places(index n, index size, std::size_t seed) {
  bench::dice d{seed};
  dtensor<I, 1> r(n);
  for (I& i : r.storage())
    i = static_cast<I>(d(size));
  return r;
}

template <class T, class I> void lines(bench::suite& s, const size& z, const std::string& kind) {
  const index n = z.count<T>(), bins = z.bytes == 0 ? 8 : 1000;
  const auto a = integers(dtensor<T, 1>(n), 1);
  const auto idx = places<I>(n, n, 2), into = places<I>(n, bins, 3);
  dtensor<T, 1> r(n), sums(bins), lookup(bins);
  lookup = integers(std::move(lookup), 4);
  const dtensor<T, 1> zero(n);
  const table row(s, "gathers", type_name<T>() + kind, z.name);
  row("a[idx]", r, STATEMENT(r = a[idx]), [&, n] {
    check(idx.data(), n, n);
    const T* __restrict x = a.data();
    each([=](I i) { return x[i]; }, r, idx);
  });
  row("look-up table", r, STATEMENT(r = lookup[into]), [&, n, bins] {
    check(into.data(), n, bins);
    const T* __restrict x = lookup.data();
    each([=](I i) { return x[i]; }, r, into);
  });
  row("a[idx] * s + b", r, STATEMENT(r = a[idx] * T(2) + a), [&, n] {
    check(idx.data(), n, n);
    const T* __restrict x = a.data();
    each([=](I i, T y) { return x[i] * T(2) + y; }, r, idx, a);
  });
  row("take", r, STATEMENT(r = take(a, idx)), [&, n] {
    check(idx.data(), n, n);
    const T* __restrict x = a.data();
    each([=](I i) { return x[i]; }, r, idx);
  });
  row("t[idx] = e", r, STATEMENT(r[idx] = a), [&, n] {
    check(idx.data(), n, n);
    T* __restrict to = r.data();
    const T* __restrict x = a.data();
    const I* __restrict at = idx.data();
    for (index i = 0; i < n; ++i)
      to[at[i]] = x[i];
  });
  row("t[idx] = s", r, STATEMENT(r[idx] = T(1)), [&, n] {
    check(idx.data(), n, n);
    T* __restrict to = r.data();
    const I* __restrict at = idx.data();
    for (index i = 0; i < n; ++i)
      to[at[i]] = T(1);
  });
  row("t[idx] += e", sums, STATEMENT(sums[into] += zero), [&, n, bins] {
    check(into.data(), n, bins);
    T* __restrict to = sums.data();
    const T* __restrict x = zero.data();
    const I* __restrict at = into.data();
    for (index i = 0; i < n; ++i)
      to[at[i]] += x[i];
  });
  dtensor<index, 1> counts(bins);
  row("bincount", counts, STATEMENT(counts = bincount(into)), [&, n, bins] {
    I most = 0, least = 0;
    for (index i = 0; i < n; ++i) {
      most = into.data()[i] > most ? into.data()[i] : most;
      least = into.data()[i] < least ? into.data()[i] : least;
    }
    if (least < 0)
      std::abort();
    index* __restrict to = counts.data();
    std::fill_n(to, bins, 0);
    for (index i = 0; i < n; ++i)
      ++to[into.data()[i]];
  });
}

template <class T> void matrices(bench::suite& s, const size& z) {
  const index n0 = z.rows<T>(), n1 = z.columns, n = n0 * n1;
  const auto a = integers(dtensor<T, 2>(n0, n1), 1);
  const auto some = places(n0, n0, 2), columns = places(n1, n1, 3);
  const auto at0 = places(n, n0, 4), at1 = places(n, n1, 5);
  dtensor<index, 2> along(n0, n1);
  std::copy_n(at1.data(), n, along.data());
  dtensor<T, 2> r(n0, n1);
  dtensor<T, 1> flat(n);
  const auto order = eval(argsort(a, _1));
  const table row(s, "gathers", type_name<T>(), z.name);
  row("a[idx, _]", r, STATEMENT(r = a[some, _]), [&, n0, n1] {
    check(some.data(), n0, n0);
    for (index i = 0; i < n0; ++i)
      std::copy_n(a.data() + some.data()[i] * n1, n1, r.data() + i * n1);
  });
  row("a[_, idx]", r, STATEMENT(r = a[_, columns]), [&, n0, n1] {
    check(columns.data(), n1, n1);
    const index* __restrict at = columns.data();
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] = x[at[k]];
    }
  });
  row("a[rows, cols]", flat, STATEMENT(flat = a[at0, at1]), [&, n, n0, n1] {
    check(at0.data(), n, n0);
    check(at1.data(), n, n1);
    const T* __restrict x = a.data();
    each([=](index i, index k) { return x[i * n1 + k]; }, flat, at0, at1);
  });
  row("ix_", r, STATEMENT(r = a[ix_(some, columns)]), [&, n0, n1] {
    check(some.data(), n0, n0);
    check(columns.data(), n1, n1);
    const index* __restrict at = columns.data();
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + some.data()[i] * n1;
      T* __restrict to = r.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] = x[at[k]];
    }
  });
  row("take_along_axis", r, STATEMENT(r = take_along_axis(a, along, _1)), [&, n, n0, n1] {
    check(along.data(), n, n1);
    for (index i = 0; i < n0; ++i) {
      const T* __restrict x = a.data() + i * n1;
      const index* __restrict at = along.data() + i * n1;
      T* __restrict to = r.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] = x[at[k]];
    }
  });
  row("t[idx, _] = rows", r, STATEMENT(r[some, _] = a), [&, n0, n1] {
    check(some.data(), n0, n0);
    for (index i = 0; i < n0; ++i)
      std::copy_n(a.data() + i * n1, n1, r.data() + some.data()[i] * n1);
  });
  const dtensor<T, 2> zero(n0, n1);
  row("t[idx, _] += rows", r, STATEMENT(r[some, _] += zero), [&, n0, n1] {
    check(some.data(), n0, n0);
    for (index i = 0; i < n0; ++i) {
      T* __restrict to = r.data() + some.data()[i] * n1;
      const T* __restrict x = zero.data() + i * n1;
      for (index k = 0; k < n1; ++k)
        to[k] += x[k];
    }
  });
  const auto marks = places(n0, n1, 7);
  const auto all_rows = eval(arange(n0));
  dtensor<T, 1> picked(n0);
  row("a[arange, labels]", picked, STATEMENT(picked = a[all_rows, marks]), [&, n0, n1] {
    check(all_rows.data(), n0, n0);
    check(marks.data(), n0, n1);
    const T* __restrict x = a.data();
    for (index i = 0; i < n0; ++i)
      picked.data()[i] = x[i * n1 + marks.data()[i]];
  });
  const auto u = numbers(dtensor<T, 1>(n), 8);
  dtensor<index, 1> bins(10);
  row("histogram", bins, STATEMENT(bins = histogram(u, 10, 0, 1)), [&, n] {
    index* __restrict to = bins.data();
    std::fill_n(to, 10, 0);
    for (index i = 0; i < n; ++i) {
      const T x = u.data()[i];
      if (x >= 0 && x <= 1) {
        const index k = static_cast<index>(x * T(10));
        ++to[k < 10 ? k : 9];
      }
    }
  });
}

} // namespace

void gathers(bench::suite& s) {
  at(s, {tiny, small, L1, L2, L3}, [&](const size& z) {
    lines<float, index>(s, z, "");
    matrices<float>(s, z);
  });
  at(s, {L2}, [&](const size& z) {
    lines<float, std::int32_t>(s, z, ", int32 indices");
    lines<std::uint8_t, index>(s, z, "");
  });
}

} // namespace rows

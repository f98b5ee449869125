// SPDX-License-Identifier: BSL-1.0
// rows/rows.hpp: compares a statement of stria with the loop that a programmer would write for it.
#pragma once

#include "../harness.hpp"
#include "../workloads/hand_sums.hpp"

#include <stria/stria.hpp>

#include <complex>
#include <cstdint>

/// Expands to the text of a statement and to the statement, so that the printed text cannot differ
/// from the code.
#define STATEMENT(...) #__VA_ARGS__, [&] { __VA_ARGS__; }

namespace rows {

using namespace stria;
using bench::index; // not the function index() of POSIX

/// The size of the matrices of a row. The number of rows is fixed, or is chosen to fill `bytes`.
/// The number of columns of large matrices is not a power of two, so that vector loops have tails.
struct size {
  const char* name;
  index columns, fixed_rows, bytes;
  template <class T> index rows() const {
    return bytes == 0 ? fixed_rows : bytes / (columns * static_cast<index>(sizeof(T)));
  }
  template <class T> index count() const { return rows<T>() * columns; }
};
inline constexpr size tiny{"tiny", 4, 2, 0}, small{"small", 8, 6, 0}, L1{"L1", 50, 0, 1 << 13},
    L2{"L2", 250, 0, 1 << 18}, L3{"L3", 1000, 0, 1 << 23}, DRAM{"DRAM", 4000, 0, 1 << 28};

/// Runs f(size) for each requested size.
template <class F> void at(bench::suite& s, std::initializer_list<size> sizes, F f) {
  for (const size& z : sizes)
    if (s.wants(bench::size{z.name, 0}))
      f(z);
}

template <class T> const char* type_name() {
  if constexpr (std::is_same_v<T, bool>)
    return "bool";
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? "float" : "double";
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1 ? "int8" : sizeof(T) == 2 ? "int16" : sizeof(T) == 4 ? "int32" : "int64";
  else
    return sizeof(T) == 1 ? "uint8" : sizeof(T) == 2 ? "uint16" : "uint32";
}
template <class T>
inline constexpr double usual_tolerance = !std::is_floating_point_v<T> ? 0
                                          : sizeof(T) == 4             ? 1e-5
                                                                       : 1e-12;

// The values as they are compared: bools as bytes, complex numbers as pairs.
template <class T> std::span<T> comparable(std::span<T> s) { return s; }
inline std::span<unsigned char> comparable(std::span<bool> s) {
  return {reinterpret_cast<unsigned char*>(s.data()), s.size()};
}
template <class T> std::span<T> comparable(std::span<std::complex<T>> s) {
  return {reinterpret_cast<T*>(s.data()), 2 * s.size()};
}

// The loop over the calls is compiled once, and used for the comparison and for the timing.
template <class F> [[gnu::noinline]] void calls(F& f, long n) {
  for (long i = 0; i < n; ++i) {
    f();
    benchmark::ClobberMemory();
  }
}
template <class F> bench::contestant contestant(std::string name, F f) {
  auto held = std::make_shared<F>(std::move(f));
  return {std::move(name),
          [held] { calls(*held, 1); },
          [held](benchmark::State& state) {
            while (state.KeepRunningBatch(state.max_iterations))
              calls(*held, static_cast<long>(state.max_iterations));
          },
          {}};
}

/// The rows of one class, type and size: `row("hypot", r, STATEMENT(r = hypot(a, b)), loop)`.
class table {
  bench::suite& suite_;
  std::string group_, type_;
  const char* size_;

public:
  table(bench::suite& s, std::string group, std::string type, const char* size)
      : suite_(s), group_(std::move(group)), type_(std::move(type)), size_(size) {}

  /// `stria` and `hand` write `out`. Their values may have a relative difference of `tolerance`.
  template <class Out, class Stria, class Hand>
  void operator()(const std::string& name, Out& out, const char* text, Stria stria, Hand hand,
                  double tolerance = usual_tolerance<typename Out::value_type>) const {
    const auto values = comparable(out.storage());
    using element = typename decltype(values)::element_type;
    // An assignment may replace the memory of the tensor, so its values are copied for the
    // comparison.
    std::vector<element> kept(values.begin(), values.end());
    const auto compared = [&](bench::contestant c) {
      c.bare = c.once;
      c.once = [&kept, &out, once = std::move(c.once)] {
        std::copy(kept.begin(), kept.end(), comparable(out.storage()).begin());
        once();
        const auto now = comparable(out.storage());
        std::copy(now.begin(), now.end(), kept.begin());
      };
      return c;
    };
    bench::row<element>(suite_, bench::weight::info, group_ + "/" + name, text, size_,
                        static_cast<double>(values.size_bytes()), static_cast<double>(out.size()),
                        kept, tolerance, type_)
        .add(compared(contestant("hand", std::move(hand))))
        .add(compared(contestant("stria", std::move(stria))));
  }
};

/// The hand-written loop of element-wise operations: r[i] = f(a[i], b[i], ...).
template <class R, class F, class... A>
inline void each(index n, F f, R* __restrict r, const A* __restrict... a) {
  for (index i = 0; i < n; ++i)
    r[i] = static_cast<R>(f(a[i]...));
}
template <class F, class R, class... A> inline void each(F f, R& r, const A&... a) {
  each(r.size(), f, r.data(), a.data()...);
}
/// The same in place: r[i] = f(r[i], a[i], ...).
template <class R, class F, class... A>
inline void update(index n, F f, R* __restrict r, const A* __restrict... a) {
  for (index i = 0; i < n; ++i)
    r[i] = static_cast<R>(f(r[i], a[i]...));
}
template <class F, class R, class... A> inline void update(F f, R& r, const A&... a) {
  update(r.size(), f, r.data(), a.data()...);
}

/// Fills a tensor with integers from low to high, so that sums and products are exact.
template <class Tensor> Tensor integers(Tensor t, unsigned seed, int low = 0, int high = 15) {
  bench::dice d{seed};
  for (auto& x : t.storage())
    x = static_cast<typename Tensor::value_type>(low + d(high - low + 1));
  return t;
}
/// Fills a tensor with numbers from low to high.
template <class Tensor> Tensor numbers(Tensor t, unsigned seed, double low = 0, double high = 1) {
  bench::dice d{seed};
  for (auto& x : t.storage())
    x = static_cast<typename Tensor::value_type>(
        low + (high - low) * static_cast<double>(1 + d(1 << 20)) / ((1 << 20) + 1.));
  return t;
}

} // namespace rows

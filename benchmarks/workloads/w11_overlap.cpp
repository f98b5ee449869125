// SPDX-License-Identifier: BSL-1.0
// W11: copies whose source and target overlap.
#include "../harness.hpp"
#include "workloads.hpp"

#include <stria/stria.hpp>

namespace {

using bench::index;
using namespace stria;
using enum bench::weight;

template <class T> void run(bench::suite& s, const bench::size& size) {
  const index n = size.count<T>();
  dtensor<T, 1> x(n);
  bench::fill<T>(x.storage(), 1);
  const auto count = static_cast<std::size_t>(n - 1) * sizeof(T);
  const double bytes = 2 * static_cast<double>(size.bytes), elements = static_cast<double>(n);
  const bench::problem<T> p{x.data(), x.data(), nullptr, nullptr, nullptr, nullptr, nullptr, n};
  bench::row<T>(s, info, "W11a", "t[range(_1, _)] = t[range(_, -_1)]", size.name, bytes, elements,
                x.storage())
      .hand([&, count] { std::memmove(x.data() + 1, x.data(), count); })
      .plain([&, n] {
        T* t = x.data();
        for (index i = n - 1; i > 0; --i)
          t[i] = t[i - 1];
      })
      .stria([&] { x[range(_1, _)] = x[range(_, -_1)]; })
      .others(p);
  bench::row<T>(s, info, "W11b", "t[range(_, -_1)] = t[range(_1, _)]", size.name, bytes, elements,
                x.storage())
      .hand([&, count] { std::memmove(x.data(), x.data() + 1, count); })
      .plain([&, n] {
        T* t = x.data();
        for (index i = 0; i < n - 1; ++i)
          t[i] = t[i + 1];
      })
      .stria([&] { x[range(_, -_1)] = x[range(_1, _)]; })
      .others(p);
  bench::row<T>(s, info, "W11c", "a = a[rev()]", size.name, bytes, elements, x.storage())
      .hand([&, n] { std::reverse(x.data(), x.data() + n); })
      .stria([&] { x = x[rev()]; });
}

} // namespace

void overlap(bench::suite& s) {
  bench::each_size(s, [&]<class T>(const bench::size& n) { run<T>(s, n); });
}

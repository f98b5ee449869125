// SPDX-License-Identifier: BSL-1.0
// Measures the time per element of r = a * b + c * 2 - a. Whole tensors run as one loop for every
// rank. If every second outer axis of `a` is reversed, no axes can be joined.
#include "harness.hpp"
#include "others.hpp"

#include <stria/stria.hpp>

#include <cstdio>

namespace bench {

namespace {

using namespace stria;

template <std::size_t I, std::size_t Rank> auto item() {
  if constexpr (I + 1 < Rank && I % 2 == 0)
    return rev();
  else
    return _;
}

// The outer axes have two elements each; the inner axis has the rest.
template <std::size_t... I> void one_rank(suite& s, stria::index n, std::index_sequence<I...>) {
  constexpr std::size_t rank = sizeof...(I);
  const stria::index inner = n >> (rank - 1);
  const auto tensor_of = [&] {
    return dtensor<float, rank>((I + 1 == rank ? inner : stria::index{2})...);
  };
  auto a = tensor_of(), b = tensor_of(), c = tensor_of(), r = tensor_of();
  fill<float>(a.storage(), 1);
  fill<float>(b.storage(), 2);
  fill<float>(c.storage(), 3);
  const std::string name = "rank " + std::to_string(rank);
  const double elements = static_cast<double>(r.size());
  row<float>(s, weight::info, "scale", name + ", whole", "scale", 16 * elements, elements,
             r.storage())
      .stria([&] { r = a * b + c * 2.f - a; });
  if constexpr (rank > 1)
    row<float>(s, weight::info, "scale", name + ", reversed axes", "scale", 16 * elements, elements,
               r.storage())
        .stria([&] { r = a[item<I, rank>()...] * b + c * 2.f - a[item<I, rank>()...]; });
}

template <std::size_t Rank> void ranks(suite& s, stria::index n) {
  one_rank(s, n, std::make_index_sequence<Rank>());
  if constexpr (Rank < 8)
    ranks<Rank + 1>(s, n);
}

} // namespace

int scale(suite& s) {
  for (const stria::index n : {1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000})
    ranks<1>(s, n);
  return s.failed() ? 1 : 0;
}

} // namespace bench

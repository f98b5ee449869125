// SPDX-License-Identifier: BSL-1.0
// support/memory_store.hpp: stored arrays whose elements are in memory. The elements that are
// fetched are counted.
#pragma once

#include <stria/parts/stored_view.hpp>
#include <stria/stria.hpp>

#include "regions.hpp"

namespace test {

struct memory_loops;

template <class T, std::size_t R> struct memory_store {
  using value_type = T;
  using back_end = memory_loops;
  static constexpr std::size_t axes = R;
  static constexpr stria::detail::place where = stria::detail::place::files;
  stria::dtensor<T, R> values;
  std::array<stria::index, R> sizes() const { return values.shape(); }
};

inline stria::index fetched_elements = 0;

/// Fetches the region of a store that a region of a leaf reads.
struct memory_taker : stria::detail::part_taker {
  template <class N, std::size_t R>
  auto operator()(const N& leaf, const stria::detail::region<R>& r) const {
    using namespace stria::detail;
    const auto where = stored_region(leaf, r);
    auto values = region_slice(leaf.stored()->values, where);
    fetched_elements += values.size();
    return box<value_t<N>, extents_of<N>, N::store_type::axes>(
        values_in_region(std::move(values), where), leaf.refs(),
        std::array<stria::index, R>(leaf.shape()));
  }
};

/// Assignments compute all values before they write any.
struct memory_loops {
  static constexpr const char* name = "memory";
  template <class N> static auto values(const N& n) {
    return stria::detail::values_of(
        n, stria::detail::whole_region(std::array<stria::index, N::extents.rank()>(n.shape())),
        memory_taker());
  }
  template <class Op, class Target, class E> static void run(const Target& target, const E& e) {
    using namespace stria::detail;
    const auto right = stria::eval(e);
    auto& store = *target.stored();
    constexpr std::size_t B = Target::store_type::axes, R = Target::extents.rank();
    placed<R> at{0, target.shape(), {}};
    const auto strides = store.values.strides();
    for (std::size_t k = 0; k < B; ++k) {
      at.offset += target.refs()[k].begin * strides[k];
      if (target.refs()[k].loop >= 0)
        at.strides[static_cast<std::size_t>(target.refs()[k].loop)] =
            target.refs()[k].step * strides[k];
    }
    stria::view<value_t<Target>, strided_layout(Target::extents)> to(store.values.data(),
                                                                     store.values.size(), at);
    assigned<Op, decltype(to), decltype(right)&>::run(to, right);
  }
};

/// A stored copy of a tensor.
template <class T, stria::extent... E> auto stored(const stria::tensor<T, E...>& t) {
  using namespace stria::detail;
  using store_type = memory_store<T, sizeof...(E)>;
  return stored_view<store_type, unknown_shape<sizeof...(E)>()>(
      std::make_shared<store_type>(store_type{t}));
}

} // namespace test

// SPDX-License-Identifier: BSL-1.0
// parts/box.hpp: an operand that replaces another of the same sizes, and has only the elements of
// one region. Tests: tests/parts/parts.cpp.
#pragma once

#include <stria/expr/node.hpp>
#include <stria/parts/regions.hpp>
#include <stria/tensor/tensor.hpp>

#include <memory>

namespace stria::detail {

/// Memory with the elements of a region of an array: element begin + step * i of the array is
/// data[i . strides]. If `owner` is not null, it keeps the memory.
template <class T, std::size_t B> struct fetched_region {
  const T* data = nullptr;
  region<B> where;
  std::array<index, B> strides{};
  std::shared_ptr<const void> owner{};
};

/// The elements of a tensor that has the sizes of the region.
template <class Tensor, std::size_t B>
fetched_region<value_t<Tensor>, B> values_in_region(Tensor&& values, const region<B>& where) {
  auto kept = std::make_shared<Tensor>(std::move(values));
  return {kept->data(), where, kept->strides(), kept};
}

/// Replaces an operand with the sizes `sizes`, whose axes are those of an array of rank B through
/// `refs`. Elements of the array that were not fetched may not be read.
template <class T, auto Extents, std::size_t B>
class box : public subscriptable<box<T, Extents, B>> {
  static constexpr std::size_t R = Extents.rank();
  fetched_region<T, B> at_;
  axis_refs<B> refs_;
  std::array<index, R> sizes_;

public:
  using value_type = T;
  static constexpr auto extents = Extents;
  static constexpr index rank = static_cast<index>(R);
  using ready = std::true_type;

  box(fetched_region<T, B> at, const axis_refs<B>& refs, const std::array<index, R>& sizes)
      : at_(std::move(at)), refs_(refs), sizes_(sizes) {}
  STRIA_NO_TARGET(box);

  axis_array<R> shape() const { return {sizes_}; }
  template <inner_hint H, std::size_t L> auto cursor(const axis_refs<R>& refs) const {
    auto r = compose(refs_, refs);
    for (std::size_t k = 0; k < B; ++k) {
      r[k].begin = (r[k].begin - at_.where.begin[k]) / at_.where.step[k];
      r[k].step /= at_.where.step[k];
    }
    constexpr index hint = H.axis < 0 ? 0 : 1;
    return make_cursor<hint, L>(at_.data, 0, at_.strides, r);
  }
};

/// A box of the elements of an operand itself.
template <auto Extents, class T, std::size_t R>
box<T, Extents, R> box_of(fetched_region<T, R> at, const std::array<index, R>& sizes) {
  return {std::move(at), straight_refs<R>(), sizes};
}

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// gather/few.hpp: the places of a few elements at the positions of an index, without cursors of the
// whole selection.
#pragma once

#include <stria/gather/compress.hpp>
#include <stria/gather/list.hpp>
#include <stria/gather/resolve.hpp>
#include <stria/layout/overlap.hpp>

namespace stria::detail {

/// The axes of an index along which the entries of one of its arrays differ: all, or one of two.
enum class along : unsigned char { both, inner, outer };
/// Whether no array before number k is added to the same offsets.
constexpr bool is_first_along(const along* axes, std::size_t k) {
  for (std::size_t i = 0; i < k; ++i)
    if ((axes[i] == along::outer) == (axes[k] == along::outer))
      return false;
  return true;
}
/// Adds a row of offsets, or stores the first ones. The highest bit of the result is set if an
/// entry is outside its axis of n elements.
template <bool Wraps, class Row>
STRIA_INLINE std::size_t add_offsets(const Row& row, index* to, index length, bool first,
                                     std::size_t n, std::size_t by) {
  std::size_t bits = 0;
#if defined(__clang__)
#pragma clang loop interleave_count(1)
#else
  STRIA_INDEPENDENT
#endif
  for (index i = 0; i < length; ++i) {
    const index entry = to_index(row[i]);
    const auto place = static_cast<std::size_t>(entry);
    bits |= (Wraps ? place + n : place) | (n - 1 - place);
    // The product may overflow if the entry is outside its axis.
    const std::size_t offset =
        static_cast<std::size_t>(position_of<Wraps>(entry, static_cast<index>(n))) * by;
    to[i] = static_cast<index>(first ? offset : static_cast<std::size_t>(to[i]) + offset);
  }
  return bits;
}

/// The places that an index selects in memory of type S, as offsets on the stack. At most one axis
/// of the memory is not indexed (gather_spec).
template <class S, auto Spec, class Index> class few_places {
  static constexpr std::size_t R = rank_of<S>, B = Index::extents.rank(), D = Spec.count;
  static constexpr std::size_t other = [] {
    std::size_t k = 0;
    while (k < R && Spec.indexed(k))
      ++k;
    return k;
  }();
  static constexpr auto layout = [] {
    if constexpr (view_operand<S>)
      return S::layout;
    else
      return row_major(S::extents);
  }();

public:
  static constexpr std::size_t rank = R - D + B;
  static constexpr bool possible = R <= D + 1 && B != 0 && B <= 2 &&
                                   std::same_as<typename Index::policy, out_of_bounds::raise_t> &&
                                   (Index::in_memory || (Index::is_one_mask && D == 1));
  /// Whether there is an axis that is not indexed, and whether it precedes those of the index.
  static constexpr bool has_rows = R != D, rows_first = Spec.front != 0;

  /// The number of places, of elements along the axis that is not indexed, and their distance.
  index count = 1, width = 1, step = 1;

  /// Computes the offsets. Returns false if there are too many elements, or if an entry is outside
  /// its axis.
  STRIA_INLINE bool resolve(const S& source, const Index& index_) {
    const auto sizes = source.shape();
    const auto strides = source.strides();
    std::uint64_t bits = 0;
    if constexpr (!Index::is_one_mask)
      n = index_.shape();
    else if (take_line(bits, std::array<index, 1>{sizes[Spec.axes[0]]}, index_.mask()))
      n = {__builtin_popcountll(bits)};
    else
      return false;
    for (std::size_t k = 0; k < B; ++k) {
      if (n[k] > limits::few_elements)
        return false;
      count *= n[k];
    }
    if constexpr (has_rows) {
      width = sizes[other];
      step = layout.strides[other] != unknown_stride ? layout.strides[other] : strides[other];
      if (width > limits::few_elements)
        return false;
    }
    const index all = count * width;
    if (all == 0 || count > limits::few_elements || all > limits::few_elements)
      return false;
    if constexpr (Index::is_one_mask) {
      const index by = stride(strides, 0);
      for (index* to = at_; bits != 0; bits &= bits - 1)
        *to++ = __builtin_ctzll(bits) * by;
      return true;
    } else {
      return index_.resolved().components(
          [&]<class... C>(const C&... component) __attribute__((always_inline)) {
            constexpr along axes[]{along_of<C>...};
            line_ = ((along_of<C> == along::both) || ...) ? n[B - 1] : 0;
            if constexpr (B == 2 && !((along_of<C> == along::outer) || ...))
              for (index k = 0; k < n[0]; ++k)
                base_[k] = 0;
            std::size_t k = 0;
            bool good = true;
            (..., (good = good && add(component, is_first_along(axes, k), sizes[Spec.axes[k]],
                                      stride(strides, k)),
                   ++k));
            return good;
          });
    }
  }
  /// The sizes of the result.
  STRIA_INLINE std::array<index, rank> shape() const {
    std::array<index, rank> of;
    for (std::size_t k = 0; k < B; ++k)
      of[Spec.front + k] = n[k];
    if constexpr (has_rows)
      of[rows_first ? 0 : B] = width;
    return of;
  }
  /// Calls f(number, offset) for each element of the result, in order.
  template <class F> STRIA_INLINE void each(const F& f) const {
    const index fronts = rows_first && has_rows ? width : 1, backs = rows_first ? 1 : width;
    const index lines = B == 1 ? 1 : n[0], length = n[B - 1], by = step;
    index number = 0;
    for (index i = 0, front = 0; i < fronts; ++i, front += by) {
      const index* line = at_;
      for (index r = 0; r < lines; ++r, line += line_, number += length * backs) {
        const index from = B == 1 ? front : front + base_[r];
        for (index k = 0; k < length; ++k) {
          if constexpr (has_rows && !rows_first)
            for (index b = 0; b < backs; ++b)
              f(number + k * backs + b, from + line[k] + b * by);
          else
            f(number + k, from + line[k]);
        }
      }
    }
  }
  /// The region of the memory.
  STRIA_INLINE static memory_region<value_t<S>> region(const S& source) {
    const reach r = reach_of(0, source.strides(), source.shape());
    return {source.data(), r.low, r.high};
  }

private:
  // The offset of a place is the sum of the two. The rows of `at_` are `line_` apart, which is 0 if
  // all are equal. With one axis, there is only one row and no `base_`.
  std::array<index, B> n; // the sizes of the index
  alignas(64) index at_[limits::few_elements];
  index line_ = 0, base_[B == 1 ? 1 : limits::few_elements];

  template <class C>
  static constexpr along along_of = B == 1 || rank_of<C> == 0                       ? along::both
                                    : extents_of<C>[rank_of<C> - 1].size == 1       ? along::outer
                                    : rank_of<C> == 1 || extents_of<C>[0].size == 1 ? along::inner
                                                                                    : along::both;
  /// The stride of the indexed axis with the number k.
  STRIA_INLINE static index stride(const std::array<index, R>& strides, std::size_t k) {
    const std::size_t axis = Spec.axes[k];
    return layout.strides[axis] != unknown_stride ? layout.strides[axis] : strides[axis];
  }
  /// Adds the offsets of entries along an axis of this size and stride.
  template <class C> STRIA_INLINE bool add(const C& component, bool first, index size, index by) {
    auto c = input_cursor<B, Index::extents>(component);
    const auto elements = static_cast<std::size_t>(size), step_ = static_cast<std::size_t>(by);
    std::size_t bits = 0;
    if constexpr (along_of<C> == along::outer) {
      bits =
          add_offsets<Index::wraps>(c.template row<false>(0), base_, n[0], first, elements, step_);
    } else {
      if (!c.fits(B - 1))
        return false;
      index rows = 1, length = n[B - 1];
      if constexpr (B == 2) {
        if (along_of<C> == along::both && c.joins(0, 1, length))
          length = count;
        else if (line_ != 0)
          rows = n[0];
      }
      for (index k = 0; k < rows; ++k) {
        bits |= add_offsets<Index::wraps>(c.template row<true>(B - 1), at_ + k * length, length,
                                          first, elements, step_);
        if constexpr (B == 2)
          c.advance(0, 1);
      }
    }
    return static_cast<index>(bits) >= 0;
  }
};

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// base/short_list.hpp: a list of at most N values without heap memory.
#pragma once

#include <stria/base/temporary.hpp>

#include <array>
#include <cstddef>

namespace stria {

/// A list of at most N values, usable in constant expressions. It is a contiguous range, so it
/// converts to `std::span<const T>`. Results of slice_plan have this type. Iterators of a temporary
/// list do not compile, because they would outlive it.
///
/// \usage  `for (index_t n : plan.shape()) ...`
template <class T, std::size_t N> class short_list {
  std::array<T, N> values_{};
  std::size_t size_ = 0;

public:
  /// The type of the values.
  using value_type = T;

  constexpr short_list() = default;

  /// The number of values.
  constexpr std::size_t size() const { return size_; }
  /// True if there are no values.
  constexpr bool empty() const { return size_ == 0; }
  /// A pointer to the first value.
  constexpr const T* data() const& { return values_.data(); }
  STRIA_NOT_OF_TEMPORARY(data);
  /// A pointer to the first value, as an iterator.
  constexpr const T* begin() const& { return values_.data(); }
  STRIA_NOT_OF_TEMPORARY(begin);
  /// A pointer past the last value, as an iterator.
  constexpr const T* end() const& { return values_.data() + size_; }
  STRIA_NOT_OF_TEMPORARY(end);
  /// Value number i, which must be less than size().
  constexpr const T& operator[](std::size_t i) const { return values_[i]; }
  /// Value number i, as a reference that can be assigned to.
  constexpr T& operator[](std::size_t i) { return values_[i]; }

  /// Appends a value.
  ///
  /// The list must have fewer than N values.
  constexpr void push_back(const T& value) { values_[size_++] = value; }

  /// True if the range has the same values in the same order.
  template <class Range>
  friend constexpr auto operator==(const short_list& a, const Range& b)
      -> decltype(b.size() == a.size_ && b[0] == a[0]) {
    if (b.size() != a.size_)
      return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (!(b[i] == a[i]))
        return false;
    return true;
  }
};

} // namespace stria

namespace std {
STRIA_FREE_NOT_OF_TEMPORARY(begin, (stria::short_list<T, N>), class T, size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(end, (stria::short_list<T, N>), class T, size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(cbegin, (stria::short_list<T, N>), class T, size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(cend, (stria::short_list<T, N>), class T, size_t N);
STRIA_FREE_NOT_OF_TEMPORARY(data, (stria::short_list<T, N>), class T, size_t N);
} // namespace std

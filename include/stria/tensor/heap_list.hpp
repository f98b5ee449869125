// SPDX-License-Identifier: BSL-1.0
// tensor/heap_list.hpp: a list on the heap with a run-time number of values.
#pragma once

#include <stria/base/errors.hpp>
#include <stria/base/refuse.hpp>

#include <cstddef>
#include <string> // and with it std::allocator and std::construct_at
#include <utility>

namespace stria::detail {

/// Checks a position in a list of n elements.
///
/// \throws  index_error unless 0 <= i < n
constexpr void check_place(std::size_t i, std::size_t n) {
  if (i >= n)
    raise<index_error>(message("stria: there is no element ")
                       << static_cast<std::ptrdiff_t>(i) << " in a list of " << n);
}

/// Refuses temporary lists as targets.
struct temporary_list_verdict {
  static constexpr message text() {
    return message("stria: the left side is a temporary list, and the assignment would be lost; "
                   "assign to a list with a name or, one by one, to the parts of the list");
  }
};

/// A minimal std::vector, also usable in constant expressions. The library uses it to hold the
/// parts of a split or joined tensor, and to print. A position outside the list raises
/// `index_error`. Including <vector> would add a thirteenth to the compile time of
/// <stria/stria.hpp>.
template <class T> class heap_list {
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;

  constexpr void swap(heap_list& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  constexpr heap_list() = default;
  constexpr heap_list(const heap_list& other) : heap_list() {
    reserve(other.size_);
    for (const T& x : other)
      push_back(x);
  }
  constexpr heap_list(heap_list&& other) noexcept { swap(other); }
  constexpr heap_list& operator=(heap_list other) & noexcept {
    swap(other);
    return *this;
  }
  template <class Right = in_braces>
  auto operator=(const Right&) && -> refusal_where<sizeof(Right*) != 0, temporary_list_verdict>;
  constexpr ~heap_list() {
    clear();
    if (data_ != nullptr)
      std::allocator<T>().deallocate(data_, room_);
  }

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* data() { return data_; }
  constexpr const T* data() const { return data_; }
  constexpr T* begin() { return data_; }
  constexpr T* end() { return data_ + size_; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }

  constexpr T& operator[](std::size_t i) {
    check_place(i, size_);
    return data_[i];
  }
  constexpr const T& operator[](std::size_t i) const {
    check_place(i, size_);
    return data_[i];
  }
  constexpr T& at(std::size_t i) { return (*this)[i]; }
  constexpr const T& at(std::size_t i) const { return (*this)[i]; }
  constexpr T& front() { return (*this)[0]; }
  constexpr const T& front() const { return (*this)[0]; }
  constexpr T& back() { return (*this)[size_ - 1]; }
  constexpr const T& back() const { return (*this)[size_ - 1]; }

  /// Removes all values; the capacity is kept.
  constexpr void clear() {
    for (T& x : *this)
      x.~T();
    size_ = 0;
  }
  /// Reserves capacity for n elements.
  constexpr void reserve(std::size_t n) {
    if (n <= room_)
      return;
    heap_list larger;
    larger.data_ = std::allocator<T>().allocate(n);
    larger.room_ = n;
    for (T& x : *this)
      larger.push_back(static_cast<T&&>(x));
    swap(larger);
  }
  constexpr void push_back(T x) {
    if (size_ == room_)
      reserve(room_ == 0 ? 4 : 2 * room_);
    std::construct_at(data_ + size_, static_cast<T&&>(x));
    ++size_;
  }
};

} // namespace stria::detail

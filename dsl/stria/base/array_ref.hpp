// SPDX-License-Identifier: BSL-1.0
// base/array_ref.hpp: values that stand somewhere else, one behind the other.
//
// What a std::span<const T> is to functions that read a few sizes. The span brings iterators that
// are asked for every concept of <ranges>: a twentieth of what stria.hpp takes to compile with g++
// (docs/compile-time.md). What stria gives to users, storage(), is a std::span.
#pragma once

#include <concepts>
#include <cstddef>

namespace stria {

/// A reference to consecutive values, to be read; as an argument made of a std::span, std::array,
/// std::vector, an array or a pointer and a count.
template <class T> class array_ref {
  const T* data_ = nullptr;
  std::size_t size_ = 0;

public:
  using value_type = T;

  constexpr array_ref() = default;
  constexpr array_ref(const T* data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N> constexpr array_ref(const T (&values)[N]) : data_(values), size_(N) {}
  template <class Range>
    requires requires(const Range& r) {
      { r.data() } -> std::convertible_to<const T*>;
      { r.size() } -> std::convertible_to<std::size_t>;
    }
  constexpr array_ref(const Range& values) : data_(values.data()), size_(values.size()) {}

  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T& operator[](std::size_t k) const { return data_[k]; }
};

} // namespace stria

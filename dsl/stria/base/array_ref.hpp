// SPDX-License-Identifier: BSL-1.0
// base/array_ref.hpp: values that stand somewhere else, one behind the other.
//
// What a std::span<const T> is to functions that read a few sizes. The span brings iterators that
// are asked for every concept of <ranges>: a twentieth of what stria.hpp takes to compile with g++
// (docs/compile-time.md). What users give and get, plan_slice's arguments and storage(), is a
// std::span.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace stria::detail {

/// A reference to consecutive values, to be read; as an argument made of what std::data and
/// std::size can be asked for (an array, std::array, std::vector, std::span, short_list) if its
/// values are of the type T itself, or of a pointer and a count.
template <class T> class array_ref {
  const T* data_ = nullptr;
  std::size_t size_ = 0;

public:
  using value_type = T;

  constexpr array_ref() = default;
  // A template, so that a literal 0 is no pointer: {0, 3} are two sizes to whoever writes it.
  template <class Pointee>
    requires std::same_as<const Pointee, const T>
  constexpr array_ref(Pointee* data, std::size_t size) : data_(data), size_(size) {}
  template <class Range>
    requires requires(const Range& r) {
      requires std::same_as<const std::remove_reference_t<decltype(*std::data(r))>, const T>;
      { std::size(r) } -> std::convertible_to<std::size_t>;
    }
  constexpr array_ref(const Range& values) : data_(std::data(values)), size_(std::size(values)) {}

  constexpr const T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const T* begin() const { return data_; }
  constexpr const T* end() const { return data_ + size_; }
  constexpr const T& operator[](std::size_t k) const { return data_[k]; }
};

} // namespace stria::detail

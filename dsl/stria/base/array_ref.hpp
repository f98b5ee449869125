// SPDX-License-Identifier: BSL-1.0
// base/array_ref.hpp: a non-owning view of contiguous values.
//
// array_ref replaces std::span<const T> in functions that read a few sizes. With g++, std::span
// costs a twentieth of the compile time of stria.hpp, because its iterators are checked against
// every concept of <ranges> (docs/compile-time.md). The public interface, such as the parameters of
// plan_slice and the result of storage(), uses std::span.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace stria::detail {

/// A read-only, non-owning view of contiguous values. It converts from anything that std::data and
/// std::size accept (an array, std::array, std::vector, std::span, short_list), if the values have
/// exactly the type T.
template <class T> class array_ref {
  const T* data_ = nullptr;
  std::size_t size_ = 0;

public:
  using value_type = T;

  constexpr array_ref() = default;
  // The constructor is a template. Otherwise the 0 in {0, 3}, a list of two sizes, could convert to
  // a null pointer.
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

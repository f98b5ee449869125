// SPDX-License-Identifier: BSL-1.0
// layout/buffer.hpp: the storage of a tensor: inline when small and static, else 64-byte aligned.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/index.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// Storage on the heap begins at a multiple of this many bytes.
inline constexpr std::size_t heap_alignment = 64;
/// Static tensors of at most this many bytes hold their elements themselves.
inline constexpr std::size_t inline_bytes = 1024;

/// Elements that are about to be overwritten need not be set first.
struct uninitialized_t {};

/// A block of n elements on the heap, in constant expressions too.
template <class T> class heap_buffer {
  T* data_ = nullptr;
  index size_ = 0;

  static constexpr bool blank = std::is_trivially_default_constructible_v<T> &&
                                std::is_trivially_destructible_v<T>;

  static constexpr T* allocate(index n) {
    if (n == 0)
      return nullptr;
    if consteval {
      return std::allocator<T>().allocate(static_cast<std::size_t>(n));
    } else {
      constexpr std::size_t most = static_cast<std::size_t>(PTRDIFF_MAX) / sizeof(T);
      if (static_cast<std::size_t>(n) > most)
        throw std::bad_array_new_length();
      return static_cast<T*>(::operator new(static_cast<std::size_t>(n) * sizeof(T),
                                            std::align_val_t{alignment()}));
    }
  }
  static constexpr void release(T* p, index n) {
    if (p == nullptr)
      return;
    if consteval {
      std::allocator<T>().deallocate(p, static_cast<std::size_t>(n));
    } else {
      ::operator delete(p, std::align_val_t{alignment()});
    }
  }
  static constexpr std::size_t alignment() {
    return alignof(T) > heap_alignment ? alignof(T) : heap_alignment;
  }

  // Destroys what was constructed if a constructor throws.
  template <class Make> constexpr void fill(Make make) {
    struct guard {
      heap_buffer* self;
      index done = 0;
      constexpr ~guard() {
        if (self != nullptr) {
          std::destroy_n(self->data_, done);
          release(self->data_, self->size_);
          self->data_ = nullptr;
        }
      }
    } g{this};
    for (; g.done < size_; ++g.done)
      make(data_ + g.done);
    g.self = nullptr;
  }

public:
  constexpr heap_buffer() = default;
  /// n value-initialised elements.
  constexpr explicit heap_buffer(index n) : data_(allocate(n)), size_(n) {
    fill([](T* p) { std::construct_at(p); });
  }
  /// n elements that nobody may read yet, where the type allows it.
  constexpr heap_buffer(index n, uninitialized_t) : data_(allocate(n)), size_(n) {
    if constexpr (blank) {
      if consteval {
        fill([](T* p) { std::construct_at(p); });
      }
    } else {
      fill([](T* p) { std::construct_at(p); });
    }
  }
  constexpr heap_buffer(const heap_buffer& other)
      : data_(allocate(other.size_)), size_(other.size_) {
    fill([&](T* p) { std::construct_at(p, other.data_[p - data_]); });
  }
  constexpr heap_buffer(heap_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  constexpr heap_buffer& operator=(heap_buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  constexpr ~heap_buffer() {
    if (data_ != nullptr) {
      if constexpr (!std::is_trivially_destructible_v<T>)
        std::destroy_n(data_, size_);
      release(data_, size_);
    }
  }

  constexpr T* data() { return data_; }
  constexpr const T* data() const { return data_; }
  constexpr index size() const { return size_; }
};

/// N elements within the object itself.
template <class T, index N> class inline_buffer {
  static constexpr std::size_t bytes = sizeof(T) * static_cast<std::size_t>(N);
  static constexpr std::size_t wanted = bytes >= 64 ? 64 : bytes >= 32 ? 32 : bytes >= 16 ? 16 : 1;
  // Set by the constructors, not by a `{}` here, for which g++ and clang overlook that T may throw.
  alignas(wanted > alignof(T) ? wanted : alignof(T)) T data_[N == 0 ? 1 : N];

public:
  constexpr inline_buffer() noexcept(std::is_nothrow_default_constructible_v<T>) : data_() {}
  constexpr explicit inline_buffer(index) : data_() {}
  constexpr inline_buffer(index, uninitialized_t) : data_() {}

  constexpr T* data() { return data_; }
  constexpr const T* data() const { return data_; }
  static constexpr index size() { return N; }
};

/// Static tensors above `inline_bytes`: the size is known, the place is the heap.
template <class T, index N> struct fixed_heap_buffer : heap_buffer<T> {
  using heap_buffer<T>::heap_buffer;
  constexpr fixed_heap_buffer() : heap_buffer<T>(N) {}
  constexpr fixed_heap_buffer(const fixed_heap_buffer&) = default;
  constexpr fixed_heap_buffer& operator=(const fixed_heap_buffer&) = default;
  // The type promises N elements of what was moved from, too: it gets fresh ones.
  constexpr fixed_heap_buffer(fixed_heap_buffer&& other) : heap_buffer<T>(N) {
    std::swap<heap_buffer<T>>(*this, other);
  }
  constexpr fixed_heap_buffer& operator=(fixed_heap_buffer&& other) noexcept {
    std::swap<heap_buffer<T>>(*this, other);
    return *this;
  }
  constexpr ~fixed_heap_buffer() = default;
};

template <class T, index N>
using buffer_for = std::conditional_t<
    (N < 0), heap_buffer<T>,
    std::conditional_t<(static_cast<std::size_t>(N) * sizeof(T) <= inline_bytes),
                       inline_buffer<T, (N < 0 ? 0 : N)>, fixed_heap_buffer<T, (N < 0 ? 0 : N)>>>;

} // namespace stria::detail

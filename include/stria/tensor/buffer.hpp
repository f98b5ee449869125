// SPDX-License-Identifier: BSL-1.0
// tensor/buffer.hpp: the storage of a tensor: inline if the tensor is small and static, otherwise
// on the heap, aligned to 64 bytes.
#pragma once

#include <stria/base/config.hpp>
#include <stria/base/errors.hpp>
#include <stria/base/index.hpp>
#include <stria/tensor/aligned_memory.hpp>

#include <cstddef>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// Static tensors of at most this many bytes store their elements inline.
inline constexpr std::size_t inline_bytes = 1024;

/// A tag: the elements are about to be overwritten and need not be initialised.
struct uninitialized_t {};

[[noreturn]] [[gnu::cold]] inline void raise_too_many(index n, std::size_t bytes) {
  raise<value_error>(message("stria: more elements than memory can hold: ")
                     << n << " elements of " << bytes << " bytes");
}

/// A block of n elements on the heap, also usable in constant expressions. In constant expressions,
/// new T[n]() creates the elements. At run time, placement new creates them in memory aligned for
/// vectors, an alignment that std::allocator does not guarantee.
template <class T> class heap_buffer {
  T* data_ = nullptr;
  index size_ = 0;

  // True if the elements may be left uninitialised, without a call of a constructor. This includes
  // complex numbers, whose constructor would write zeros.
  static constexpr bool blank = std::is_trivially_copyable_v<T>;

  // This function is not inlined, because otherwise it would be a third of the code of every tensor
  // constructor.
  STRIA_NOINLINE static T* allocate(index n) {
    constexpr std::size_t alignment = alignof(T) > heap_alignment ? alignof(T) : heap_alignment;
    // A block may have at most PTRDIFF_MAX bytes, with its alignment and the header of a page.
    constexpr std::size_t most =
        (static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - alignment - 4096) /
        sizeof(T);
    if (static_cast<std::size_t>(n) > most) [[unlikely]]
      raise_too_many(n, sizeof(T));
    return static_cast<T*>(allocate_aligned(static_cast<std::size_t>(n) * sizeof(T), alignment));
  }
  static void destroy(T* p, index n) {
    if constexpr (!std::is_trivially_destructible_v<T>)
      for (index i = 0; i < n; ++i)
        p[i].~T();
  }

  // Calls make(place, i) for each element; if one throws, destroys those already constructed.
  template <class Make> void construct(Make make) {
    struct guard {
      T* data;
      index done = 0;
      ~guard() {
        if (data != nullptr) {
          destroy(data, done);
          release_aligned(data);
        }
      }
    } g{allocate(size_)};
    for (; g.done < size_; ++g.done)
      make(static_cast<void*>(g.data + g.done), g.done);
    data_ = std::exchange(g.data, nullptr);
  }

public:
  constexpr heap_buffer() = default;
  /// n value-initialised elements.
  constexpr explicit heap_buffer(index n) : size_(n) {
    if (n == 0)
      return;
    if consteval {
      data_ = new T[static_cast<std::size_t>(n)]();
    } else {
      if constexpr (std::is_arithmetic_v<T>) {
        data_ = allocate(n);
        __builtin_memset(data_, 0, static_cast<std::size_t>(n) * sizeof(T));
      } else {
        construct([](void* p, index) { ::new (p) T(); });
      }
    }
  }
  /// n elements that are uninitialised if the type allows it.
  constexpr heap_buffer(index n, uninitialized_t) : size_(n) {
    if (n == 0)
      return;
    if consteval {
      data_ = new T[static_cast<std::size_t>(n)]();
    } else {
      if constexpr (blank)
        data_ = allocate(n);
      else
        construct([](void* p, index) { ::new (p) T(); });
    }
  }
  constexpr heap_buffer(const heap_buffer& other) : size_(other.size_) {
    if (size_ == 0)
      return;
    if consteval {
      data_ = new T[static_cast<std::size_t>(size_)]();
      for (index i = 0; i < size_; ++i)
        data_[i] = other.data_[i];
    } else {
      if constexpr (std::is_arithmetic_v<T>) {
        data_ = allocate(size_);
        __builtin_memcpy(data_, other.data_, static_cast<std::size_t>(size_) * sizeof(T));
      } else {
        construct([&](void* p, index i) { ::new (p) T(other.data_[i]); });
      }
    }
  }
  constexpr heap_buffer(heap_buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  constexpr heap_buffer& operator=(heap_buffer other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  constexpr ~heap_buffer() {
    if (data_ == nullptr)
      return;
    if consteval {
      delete[] data_;
    } else {
      destroy(data_, size_);
      release_aligned(data_);
    }
  }

  STRIA_INLINE constexpr T* data() { return data_; }
  STRIA_INLINE constexpr const T* data() const { return data_; }
  constexpr index size() const { return size_; }
};

/// N elements stored inside the object.
template <class T, index N> class inline_buffer {
  static constexpr std::size_t bytes = sizeof(T) * static_cast<std::size_t>(N);
  static constexpr std::size_t wanted = bytes >= 64 ? 64 : bytes >= 32 ? 32 : bytes >= 16 ? 16 : 1;
  // The constructors initialise `data_`. With a `{}` here, g++ and clang overlook that the
  // constructor of T may throw.
  alignas(wanted > alignof(T) ? wanted : alignof(T)) T data_[N == 0 ? 1 : N];

public:
  constexpr inline_buffer() noexcept(std::is_nothrow_default_constructible_v<T>) : data_() {}
  constexpr explicit inline_buffer(index) : data_() {}
  constexpr inline_buffer(index, uninitialized_t) : data_() {}

  STRIA_INLINE constexpr T* data() { return data_; }
  STRIA_INLINE constexpr const T* data() const { return data_; }
  static constexpr index size() { return N; }
};

/// The storage of static tensors larger than `inline_bytes`: known size, on the heap.
template <class T, index N> struct fixed_heap_buffer : heap_buffer<T> {
  using heap_buffer<T>::heap_buffer;
  constexpr fixed_heap_buffer() : heap_buffer<T>(N) {}
  constexpr fixed_heap_buffer(const fixed_heap_buffer&) = default;
  constexpr fixed_heap_buffer& operator=(const fixed_heap_buffer&) = default;
  // The type of the tensor promises N elements even after a move, so the moved-from tensor gets new
  // ones.
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

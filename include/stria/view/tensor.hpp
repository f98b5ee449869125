// SPDX-License-Identifier: BSL-1.0
// view/tensor.hpp: tensor, which owns its elements.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/layout/buffer.hpp>
#include <stria/token/bound.hpp>
#include <stria/view/assignable.hpp>
#include <stria/view/braces.hpp>
#include <stria/view/cursor.hpp>
#include <stria/view/element.hpp>
#include <stria/view/hold.hpp>
#include <stria/view/prepare.hpp>
#include <stria/view/subscript.hpp>

#include <initializer_list>
#include <span>

namespace stria {

namespace detail {

template <class T, std::size_t R> struct nested_list {
  using type = std::initializer_list<typename nested_list<T, R - 1>::type>;
};
template <class T> struct nested_list<T, 0> {
  using type = T;
};

template <class T, std::size_t R>
constexpr void measure_list(const typename nested_list<T, R>::type& list, index* sizes) {
  if constexpr (R > 0) {
    *sizes = static_cast<index>(list.size());
    if constexpr (R > 1)
      if (list.size() > 0)
        measure_list<T, R - 1>(*list.begin(), sizes + 1);
  }
}

template <class T, std::size_t R>
constexpr void copy_list(const typename nested_list<T, R>::type& list, const index* sizes, T*& to) {
  if constexpr (R == 0) {
    *to++ = list;
  } else {
    if (static_cast<index>(list.size()) != *sizes)
      raise<shape_error>(message("stria: a row of ")
                         << list.size() << " elements among rows of " << *sizes
                         << "; all rows of a tensor have the same length");
    for (const auto& row : list)
      copy_list<T, R - 1>(row, sizes + 1, to);
  }
}

[[noreturn]] [[gnu::cold]] inline void raise_size_negative_or_too_large(array_ref<index> sizes) {
  message m("stria: no tensor can have the shape ");
  say_shape(m, sizes);
  raise<value_error>(m << ": a size is negative, or their product is too large");
}

[[noreturn]] [[gnu::cold]] inline void raise_static_size(array_ref<extent> extents, std::size_t k,
                                                         index given) {
  message m("stria: a tensor of the extents ");
  say_shape(m, extents);
  raise<shape_error>(m << " cannot have the size " << given << " on axis " << k);
}

/// The number of elements of sizes given by the caller, else `value_error`.
STRIA_NOINLINE constexpr index count_or_raise(array_ref<index> sizes) {
  const index n = count_elements(sizes);
  if (n < 0)
    raise_size_negative_or_too_large(sizes);
  return n;
}
/// The same where most products are plain: what is negative or overflows is looked at again, out of
/// line and not in each constructor.
STRIA_INLINE constexpr index checked_count(const index* sizes, std::size_t rank) {
  index n = 1;
  bool odd = false;
  for (std::size_t k = 0; k < rank; ++k)
    odd = odd | (sizes[k] < 0) | !multiply_fits(n, sizes[k], n);
  return odd ? count_or_raise({sizes, rank}) : n;
}

} // namespace detail

/// Elements of type T in row-major order, with a shape of static, dynamic and named extents.
/// `tensor<float, 2, 3>` is all zero, `tensor<float, dyn, 3> c(10)` has the shape (10, 3).
/// Parentheses give sizes, braces give elements. Rank 0 is its element. NumPy: `np.ndarray`.
template <class T, extent... E>
class tensor : public detail::subscriptable_owner<tensor<T, E...>>,
               public detail::assignable<tensor<T, E...>> {
  static constexpr std::size_t R = sizeof...(E);

public:
  using value_type = T;
  static constexpr static_shape<R> extents = detail::shape_of<E...>();
  static constexpr detail::static_layout<R> layout = detail::row_major(extents);
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  static constexpr bool ready = true;

private:
  static constexpr index static_size =
      extents.is_static() ? detail::count_elements(extents.sizes()) : -1;
  static_assert(!extents.is_static() || static_size >= 0,
                "stria: the extents of this tensor multiply to more elements than can be counted");
  static constexpr std::size_t dynamic_count = extents.dynamic_count();

  using sizes_t = detail::sizes_of<extents>;
  using buffer_t = detail::buffer_for<T, static_size>;

  static constexpr std::array<index, R> empty_sizes() {
    std::array<index, R> s = extents.sizes();
    for (index& n : s)
      n = n < 0 ? 0 : n;
    return s;
  }
  template <class... S> static constexpr std::array<index, R> sizes_from(S... sizes) {
    const index given[] = {detail::size_value(sizes)...};
    std::array<index, R> s = extents.sizes();
    std::size_t next = 0;
    for (index& n : s)
      n = n < 0 ? given[next++] : n;
    return s;
  }

  template <class... S> static constexpr std::array<index, R> all_sizes_from(S... sizes) {
    const std::array<index, R> s = {detail::size_value(sizes)...};
    for (std::size_t k = 0; k < R; ++k)
      if (extents[k].is_static() && extents[k].size != s[k]) [[unlikely]]
        detail::raise_static_size(extents.view(), k, s[k]);
    return s;
  }

  static constexpr index count_of(const sizes_t& sizes) {
    if constexpr (static_size >= 0)
      return static_size;
    else
      return detail::checked_count(sizes.list(), R);
  }

  STRIA_EMPTY sizes_t sizes_{empty_sizes()};
  buffer_t buffer_{};

public:
  /// Zeros of the static shape; dynamic extents are 0.
  constexpr tensor() = default;

  /// Zeros, with the sizes of the dynamic extents in their order. `value_error` for a negative size
  /// or too many elements. NumPy: `np.zeros(shape)`.
  template <detail::size_item... S>
    requires(sizeof...(S) == dynamic_count && dynamic_count > 0)
  constexpr explicit tensor(S... sizes) : sizes_(sizes_from(sizes...)), buffer_(count_of(sizes_)) {}

  /// The same with the sizes of all axes: `tensor<double, dyn, 3> points(n, 3)`. `shape_error` for
  /// another one than a static extent, where it is no constant.
  template <detail::size_item... S>
    requires(sizeof...(S) == R && detail::partly_static<R, dynamic_count> &&
             !detail::sizes_contradict<tensor, S...>)
  constexpr explicit tensor(S... sizes)
      : sizes_(all_sizes_from(sizes...)), buffer_(count_of(sizes_)) {}

private:
  template <class... S>
  using refused_sizes = detail::refusal_where<((R > 0 || sizeof...(S) > 1) &&
                                               detail::refused_sizes<tensor, dynamic_count, S...>),
                                              detail::parentheses_verdict<extents, S...>>;

public:
  template <class S, class Because = refused_sizes<S>> explicit tensor(S) = delete;
  // Of several not explicit, so that `= {1, 2}` reads the same.
  template <class S, class Q, class... More, class Because = refused_sizes<S, Q, More...>>
  tensor(S, Q, More...) = delete;

  /// The elements in nested braces. `shape_error` for rows of different lengths, and for extents
  /// that don't fit. NumPy: `np.array([[1, 2], [3, 4]])`.
  constexpr tensor(typename detail::nested_list<T, R>::type list)
    requires(R > 0)
      : tensor(measured(list), detail::uninitialized_t{}) {
    T* to = data();
    const std::array<index, R> s = shape();
    detail::copy_list<T, R>(list, s.data(), to);
  }

  // More levels of braces than axes, or fewer; one too many, around all, changes nothing.
  template <class U, std::size_t... M,
            class Because = detail::refusal_where<
                sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 2>>>
    requires(((R == 1 && sizeof...(M) > 1) || R > 2) && !std::is_array_v<U>)
  tensor(U (&&... rows)[M]) = delete;
  template <class U, std::size_t... N, std::size_t... M,
            class Because = detail::refusal_where<
                sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 3>>>
    requires((R == 1 || (R == 2 && sizeof...(M) > 1) || R > 3) && !std::is_array_v<U>)
  tensor(U (&&... rows)[N][M]) = delete;

  /// Rank 0 from its element.
  template <class V>
    requires(R == 0 && !detail::operand<V>) && std::convertible_to<V, T>
  constexpr tensor(V&& value) {
    *data() = static_cast<T>(static_cast<V&&>(value));
  }

  /// The values of an expression. Refuses shapes that don't fit.
  template <detail::operand X>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor> &&
             detail::constructed<tensor, X>::accepted)
  constexpr tensor(X&& x) : tensor(detail::prepare_to_store<T>(x), detail::uninitialized_t{}) {}
  template <detail::operand X,
            class Because = detail::refusal_where<!detail::constructed<tensor, X>::accepted,
                                                  typename detail::constructed<tensor, X>::judged>>
    requires(!std::same_as<std::remove_cvref_t<X>, tensor>)
  constexpr tensor(X&&) = delete;

  /// The values of a prepared expression, for the library's own use.
  template <detail::operand X>
  constexpr tensor(const X& ready_, detail::uninitialized_t u)
      : tensor(detail::constructed<tensor, X>::sizes(ready_), u) {
    detail::constructed<tensor, X>::fill(*this, ready_);
  }

  /// What was computed as such a tensor, for the library's own use.
  template <std::same_as<tensor> X>
  constexpr tensor(X&& ready_, detail::uninitialized_t) : tensor(std::move(ready_)) {}

  /// Elements that are not set, for the library's own use: the sizes are those of the extents.
  constexpr tensor(const std::array<index, R>& sizes, detail::uninitialized_t u)
      : sizes_(sizes), buffer_(count_of(sizes_), u) {}

  constexpr tensor(const tensor&) = default;
  constexpr tensor(tensor&& other) noexcept(std::is_nothrow_move_constructible_v<buffer_t>)
      : sizes_(other.sizes_), buffer_(std::move(other.buffer_)) {
    other.sizes_ = sizes_t(empty_sizes());
  }
  /// Copies; keeps its memory where the size is unchanged.
  constexpr tensor& operator=(const tensor& other) {
    detail::assigned<detail::assign_op, tensor, const tensor&>::run(*this, other);
    return *this;
  }
  constexpr tensor&
  operator=(tensor&& other) noexcept(std::is_nothrow_move_assignable_v<buffer_t>) {
    if (this != &other) {
      buffer_ = std::move(other.buffer_);
      sizes_ = other.sizes_;
      other.sizes_ = sizes_t(empty_sizes());
    }
    return *this;
  }
  constexpr ~tensor() = default;

  /// Takes the values and, in its dynamic extents, the shape of an expression; a scalar fills the
  /// shape it has. Keeps its memory where the size is unchanged. Refuses static extents that don't
  /// fit: `shape_error` where only the run time can know.
  template <class X>
  STRIA_INLINE constexpr auto operator=(X&& x)
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, tensor, X>), *this, x);

  template <class U, std::size_t N>
    requires(R > 1 && !std::is_array_v<U>)
  auto operator=(U (&&)[N])
      -> detail::refusal_where<sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 1>>;
  template <class U, std::size_t N, std::size_t M>
    requires((R == 1 || R > 2) && !std::is_array_v<U>)
  auto operator=(U (&&)[N][M])
      -> detail::refusal_where<sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 2>>;

  template <class X,
            class Because = detail::refusal_where<sizeof(X) != 0, detail::no_target_verdict>>
  void operator=(const X&) const = delete;

  /// The sizes of the axes; a range of `index` with [].
  STRIA_INLINE constexpr std::array<index, R> shape() const { return sizes_.sizes(); }
  /// Steps between neighbours along each axis, in elements.
  STRIA_INLINE constexpr std::array<index, R> strides() const {
    return detail::row_major_strides(shape());
  }
  /// The size of axis k; a negative k counts from the end. `index_error` for others.
  constexpr index extent(index k) const {
    return sizes_.size(static_cast<std::size_t>(detail::checked_axis(k, rank)));
  }
  /// The number of elements.
  constexpr index size() const {
    if constexpr (static_size >= 0) {
      return static_size;
    } else {
      // No overflow: they were counted when the tensor was made. Not buffer_.size(), which tells
      // the compiler nothing of subscripts.
      std::size_t n = 1;
      for (std::size_t k = 0; k < R; ++k)
        n *= static_cast<std::size_t>(sizes_.size(k));
      // g++ warns of what cannot be without this.
      if (static_cast<index>(n) < 0)
        __builtin_unreachable();
      return static_cast<index>(n);
    }
  }
  /// The first element of the storage; 64-byte aligned where it is on the heap.
  STRIA_INLINE constexpr T* data() STRIA_LIFETIMEBOUND { return buffer_.data(); }
  STRIA_INLINE constexpr const T* data() const STRIA_LIFETIMEBOUND { return buffer_.data(); }
  /// Always true: a tensor is one row-major block.
  static constexpr bool is_contiguous() { return true; }
  /// All elements in row-major order.
  constexpr std::span<T> storage() STRIA_LIFETIMEBOUND {
    return {data(), static_cast<std::size_t>(size())};
  }
  constexpr std::span<const T> storage() const STRIA_LIFETIMEBOUND {
    return {data(), static_cast<std::size_t>(size())};
  }

  /// Rank 0 is its element.
  constexpr operator T&()
    requires(R == 0)
  {
    return *data();
  }
  constexpr operator const T&() const
    requires(R == 0)
  {
    return *data();
  }

  // For the library's own use: the number of elements in memory.
  STRIA_INLINE constexpr index storage_size() const { return buffer_.size(); }

  // The operand's side; see view/operand.hpp.
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) const {
    return detail::make_cursor<detail::hinted_stride(layout, H), N>(data(), 0, strides(), refs);
  }
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) {
    return detail::make_cursor<detail::hinted_stride(layout, H), N>(data(), 0, strides(), refs);
  }

private:
  friend struct detail::member_access;

  STRIA_INLINE constexpr const index* size_list() const { return sizes_.list(); }
  constexpr void take_sizes(const std::array<index, R>& sizes) { sizes_ = sizes_t(sizes); }

  // No array of strides: without optimisation that would take longer than all else.
  template <std::size_t... K> STRIA_INLINE constexpr T& item(std::same_as<index> auto... i) {
    return buffer_.data()[place_of<K...>(i...)];
  }
  template <std::size_t... K>
  STRIA_INLINE constexpr const T& item(std::same_as<index> auto... i) const {
    return buffer_.data()[place_of<K...>(i...)];
  }
  template <std::size_t... K>
  STRIA_INLINE constexpr index place_of(std::same_as<index> auto... i) const {
    std::size_t at = 0;
    ((at = detail::step_into(at, i, sizes_.size(K), K)), ...);
    return static_cast<index>(at);
  }
  static constexpr std::array<index, R>
  measured(const typename detail::nested_list<T, R>::type& l) {
    std::array<index, R> s{};
    detail::measure_list<T, R>(l, s.data());
    for (std::size_t k = 0; k < R; ++k)
      if (extents[k].is_static() && extents[k].size != s[k]) {
        message m("stria: the elements in braces have the shape ");
        detail::say_shape(m, s);
        m << ", the tensor ";
        detail::say_shape(m, extents.view());
        raise<shape_error>(m);
      }
    return s;
  }
};

/// A tensor of rank Rank whose sizes are all known at run time only.
namespace detail {
template <class T, class Seq> struct dtensor_of;
template <class T, std::size_t... K> struct dtensor_of<T, std::index_sequence<K...>> {
  using type = tensor<T, (static_cast<void>(K), extent(dyn))...>;
};
template <class T, auto Shape, class Seq = std::make_index_sequence<Shape.rank()>> struct tensor_of;
template <class T, auto Shape, std::size_t... K>
struct tensor_of<T, Shape, std::index_sequence<K...>> {
  using type = tensor<T, Shape[K]...>;
};
} // namespace detail

/// A tensor whose extents are all known at run time: `dtensor<float, 2> m(3, 4)`.
template <class T, std::size_t Rank>
  requires(Rank <= 64)
using dtensor = typename detail::dtensor_of<T, std::make_index_sequence<Rank>>::type;

// Braces give a static shape.
template <class T, class... U>
  requires(!detail::operand<T> && (std::same_as<T, U> && ...))
tensor(T, U...) -> tensor<T, 1 + sizeof...(U)>;
template <class T, std::size_t N, std::same_as<T>... U, std::size_t... M>
  requires((M == N) && ...)
tensor(const T (&)[N], const U (&... rows)[M]) -> tensor<T, 1 + sizeof...(M), N>;
template <class T, std::size_t N, std::size_t K, std::same_as<T>... U, std::size_t... M>
  requires((M == N) && ...)
tensor(const T (&)[N][K], const U (&... rows)[M][K]) -> tensor<T, 1 + sizeof...(M), N, K>;
template <class T, std::size_t N, std::size_t K, std::size_t L, std::same_as<T>... U,
          std::size_t... M>
  requires((M == N) && ...)
tensor(const T (&)[N][K][L], const U (&... rows)[M][K][L]) -> tensor<T, 1 + sizeof...(M), N, K, L>;

// Rows of different lengths or types do not compile: the tensor of what was refused cannot be
// destroyed.
template <class T, extent... E>
  requires(detail::is_refused<T>)
class tensor<T, E...> {
public:
  template <class... U, std::size_t... M> tensor(const U (&... rows)[M]);
  template <class... U> tensor(const U&... elements);
  tensor(detail::uneven, detail::uneven = {}, detail::uneven = {}, detail::uneven = {},
         detail::uneven = {}, detail::uneven = {}, detail::uneven = {}, detail::uneven = {});
#if defined(__clang__)
private:
  ~tensor();
#else
  ~tensor() = delete;
#endif
};
template <class T, std::size_t N, std::same_as<T>... U, std::size_t... M>
tensor(const T (&)[N], const U (&... rows)[M])
    -> tensor<detail::refusal_where<((M != N) || ...), detail::ragged_verdict<N, M...>>>;
template <class T, class... U>
  requires(!detail::operand<T> && !(detail::operand<U> || ...))
tensor(T, U...) -> tensor<
    detail::refusal_where<!(std::same_as<T, U> && ...),
                          detail::mixed_verdict<std::index_sequence<1 + sizeof...(U)>, T, U...>>>;
template <class T, std::size_t N, class... U, std::size_t... M>
tensor(const T (&)[N], const U (&... rows)[M]) -> tensor<detail::refusal_where<
    !(std::same_as<T, U> && ...),
    detail::mixed_verdict<std::index_sequence<1 + sizeof...(M), N>, T, U...>>>;
template <std::same_as<detail::uneven> B = detail::uneven>
tensor(B, B = {}, B = {}, B = {}, B = {}, B = {}, B = {}, B = {})
    -> tensor<detail::refusal_where<std::same_as<B, detail::uneven>, detail::uneven_verdict>>;
// A guide cannot name as many extents as an expression has.
template <detail::operand X>
  requires(!detail::tensor_operand<X>)
tensor(X&&) -> tensor<detail::refusal_where<detail::operand<X>, detail::untyped_verdict>>;
template <std::same_as<detail::uneven> B = detail::uneven>
tensor() -> tensor<detail::refusal_where<std::same_as<B, detail::uneven>, detail::untyped_verdict>>;

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// tensor/tensor.hpp: the class tensor, which owns its elements. Tests: tests/tensor/construct.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/tensor/assignable.hpp>
#include <stria/tensor/braces.hpp>
#include <stria/tensor/buffer.hpp>
#include <stria/tensor/cursor.hpp>
#include <stria/tensor/element.hpp>
#include <stria/tensor/hold.hpp>
#include <stria/tensor/prepare.hpp>
#include <stria/tensor/subscript.hpp>
#include <stria/token/bound.hpp>

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
                         << "; all rows must have the same length");
    for (const auto& row : list)
      copy_list<T, R - 1>(row, sizes + 1, to);
  }
}

/// Completes a message about a shape that no tensor can have.
constexpr message& say_why_impossible(message& m, array_ref<index> sizes) {
  for (const index n : sizes)
    if (n < 0)
      return m << ": a size is negative";
  return m << ": the product of the sizes is too large";
}
[[noreturn]] [[gnu::cold]] inline void raise_size_negative_or_too_large(array_ref<index> sizes) {
  message m("stria: no tensor can have the shape ");
  say_shape(m, sizes);
  raise<value_error>(say_why_impossible(m, sizes));
}

[[noreturn]] [[gnu::cold]] inline void raise_static_size(array_ref<extent> extents, std::size_t k,
                                                         index given) {
  message m("stria: a tensor of the extents ");
  say_shape(m, extents);
  raise<shape_error>(m << " cannot have the size " << given << " on axis " << k);
}

/// The number of elements for sizes given by the caller.
///
/// \throws  value_error for a negative size or too many elements
STRIA_NOINLINE constexpr index count_or_raise(array_ref<index> sizes) {
  const index n = count_elements(sizes);
  if (n < 0)
    raise_size_negative_or_too_large(sizes);
  return n;
}
/// Like count_or_raise(), with a fast path for common sizes. Negative sizes and overflow are
/// handled in a separate function, not in each constructor.
STRIA_INLINE constexpr index checked_count(const index* sizes, std::size_t rank) {
  index n = 1;
  bool odd = false;
  for (std::size_t k = 0; k < rank; ++k)
    odd = odd | (sizes[k] < 0) | !multiply_fits(n, sizes[k], n);
  return odd ? count_or_raise({sizes, rank}) : n;
}

} // namespace detail

/// A multidimensional array that owns its elements, in row-major order.
///
/// The extents are static (integers), dynamic (`dyn`) or named (`dim` objects). Small static
/// tensors store their elements inline, all others on the heap, 64-byte aligned. Parentheses give
/// sizes, braces give elements. A tensor of rank 0 converts to its element.
///
/// \tparam T  the element type: any regular type. Arithmetic needs an arithmetic type, `bool` or
///            `std::complex`
/// \tparam E  one extent per axis
/// \numpy     `np.ndarray`
/// \usage     `tensor<float, 2, 3> a;`, `tensor<float, dyn, 3> b(10);`, `tensor c{{1, 2}, {3, 4}};`
template <class T, extent... E>
class tensor : public detail::subscriptable_owner<tensor<T, E...>>,
               public detail::assignable_owner<tensor<T, E...>> {
  static constexpr std::size_t R = sizeof...(E);

public:
  /// The element type.
  using value_type = T;
  /// The extents, as known at compile time.
  static constexpr static_shape<R> extents = detail::shape_of<E...>();
  /// \internal
  /// Extents and strides, as known at compile time.
  static constexpr detail::static_layout<R> layout = detail::row_major(extents);
  /// The number of axes.
  static constexpr index rank = static_cast<index>(R);
  /// \internal
  /// Nothing must be computed before the elements can be read.
  using ready = std::true_type;

private:
  static constexpr index static_size =
      extents.is_static() ? detail::count_elements(extents.sizes()) : -1;
  static_assert(!extents.is_static() || static_size >= 0,
                "stria: this tensor would have more elements than index can count");
  static constexpr std::size_t dynamic_count = extents.dynamic_count();

  using sizes_t = detail::sizes_of<extents>;
  using buffer_t = detail::buffer_for<T, static_size>;

  static constexpr std::array<index, R> empty_sizes() {
    std::array<index, R> s = extents.sizes();
    for (index& n : s)
      n = n < 0 ? 0 : n;
    return s;
  }
  /// The smallest sizes that the extents allow.
  static constexpr std::array<index, R> least_sizes() {
    std::array<index, R> s{};
    for (std::size_t k = 0; k < R; ++k)
      s[k] = detail::least_size(extents[k]);
    return s;
  }
  static constexpr bool can_be_empty = extents.is_static() || least_sizes() == empty_sizes();
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
    else {
      const index n = detail::checked_count(sizes.list(), R);
      detail::check_names<extents>({sizes.list(), R});
      return n;
    }
  }

  STRIA_EMPTY sizes_t sizes_{empty_sizes()};
  buffer_t buffer_{};

public:
  /// A tensor whose elements are value-initialised (zero for numbers); dynamic extents are 0, or
  /// the smallest size that their names allow.
  ///
  /// \numpy  `np.zeros(shape)`
  /// \usage  `tensor<float, 2, 3> a;`
  constexpr tensor()
    requires(can_be_empty)
  = default;
  constexpr tensor()
    requires(!can_be_empty)
      : sizes_(least_sizes()), buffer_(count_of(sizes_)) {}

  /// A tensor of the given sizes, with value-initialised elements (zero for numbers).
  ///
  /// \param sizes  the sizes of the dynamic extents in order, as integers or constants
  /// \throws       value_error for a negative size or too many elements
  /// \refuses      another number of sizes, and arguments that are not integers
  /// \numpy        `np.zeros(shape)`
  /// \usage        `dtensor<float, 2> a(128, 64);`
  template <detail::size_item... S>
    requires(sizeof...(S) == dynamic_count && dynamic_count > 0)
  constexpr explicit tensor(S... sizes) : sizes_(sizes_from(sizes...)), buffer_(count_of(sizes_)) {}

  /// A tensor of the given sizes, one for each axis.
  ///
  /// \throws   shape_error if a run-time size differs from a static extent; value_error for a
  ///           negative size or too many elements
  /// \refuses  a constant that differs from a static extent
  /// \usage    `tensor<double, dyn, 3> points(n, 3);`
  template <detail::size_item... S>
    requires(sizeof...(S) == R && detail::partly_static<R, dynamic_count> &&
             !detail::sizes_contradict<tensor, S...>)
  constexpr explicit tensor(S... sizes)
      : sizes_(all_sizes_from(sizes...)), buffer_(count_of(sizes_)) {}

  /// A tensor whose sizes follow from those of the names in its extents, given in any order.
  ///
  /// \throws  value_error if a name is missing, is not part of the extents, or has two sizes;
  ///          shape_error if a size is smaller than its name promises
  /// \usage   `tensor<float, n - 1, 2 * m> t(n(64), m(48));`
  template <std::same_as<dim_size>... D>
    requires(sizeof...(D) > 0 && detail::sizes_of_all<tensor, D...>)
  constexpr explicit tensor(D... names)
      : sizes_(detail::sizes_of_names(extents, std::array{names...})), buffer_(count_of(sizes_)) {}

private:
  template <class... S>
  using refused_sizes = detail::refusal_where<((R > 0 || sizeof...(S) > 1) &&
                                               detail::refused_sizes<tensor, dynamic_count, S...>),
                                              detail::parentheses_verdict<extents, S...>>;

public:
  template <class S, class Because = refused_sizes<S>> explicit tensor(S) = delete;
  // The overload for several arguments is not explicit, so that `= {1, 2}` gives the same message.
  template <class S, class Q, class... More, class Because = refused_sizes<S, Q, More...>>
  tensor(S, Q, More...) = delete;

  /// A tensor with the elements of nested braces, one level per axis.
  ///
  /// \throws   shape_error for rows of different lengths and for rows that do not fit the static
  ///           extents
  /// \refuses  another number of levels
  /// \numpy    `np.array([[1, 2], [3, 4]])`
  /// \usage    `dtensor<double, 2> a{{2., 1.}, {1., 3.}};`
  constexpr tensor(typename detail::nested_list<T, R>::type list)
    requires(R > 0)
      : tensor(measured(list), detail::uninitialized_t{}) {
    T* to = data();
    const std::array<index, R> s = shape();
    detail::copy_list<T, R>(list, s.data(), to);
  }

  // Refuses more or fewer levels of braces than axes. One extra pair of braces around everything is
  // allowed.
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

  // Refuses integers in one level of braces, which would be sizes. Rows that convert to sizes are
  // rows, because the constructor above is no template.
  template <detail::size_item S,
            class Because = detail::refusal_where<
                sizeof(S) != 0, detail::sizes_in_braces_verdict<detail::shape_of<E...>()>>>
    requires(R > 1 && dynamic_count > 0)
  tensor(std::initializer_list<S>) = delete;
  /// Refuses integers of different types in braces.
  template <int = 0>
    requires(R > 1 && dynamic_count > 0)
  tensor(std::initializer_list<detail::size_in_braces>);

  /// A tensor of rank 0 with the given element.
  template <class V>
    requires(R == 0 && !detail::operand<V>) && std::convertible_to<V, T>
  constexpr tensor(V&& value) {
    *data() = static_cast<T>(static_cast<V&&>(value));
  }

  /// Evaluates an expression into a new tensor.
  ///
  /// \param x     a tensor, view or expression of the same rank
  /// \throws      shape_error if a run-time size does not fit a static extent
  /// \refuses     another rank, and extents that do not fit
  /// \complexity  one fused loop; no temporaries for element-wise expressions
  /// \usage       `dtensor<float, 2> c = a * 2.f + b[_, newaxis];`
  template <detail::operand X>
    requires(!std::same_as<detail::bare<X>, tensor> && detail::constructed<tensor, X>::accepted)
  constexpr tensor(X&& x) : tensor(detail::prepare_to_store<T>(x), detail::uninitialized_t{}) {}
  template <detail::operand X,
            class Because = detail::refusal_where<!detail::constructed<tensor, X>::accepted,
                                                  typename detail::constructed<tensor, X>::judged>>
    requires(!std::same_as<detail::bare<X>, tensor>)
  constexpr tensor(X&&) = delete;

  /// \internal
  /// A tensor with the values of a prepared expression.
  template <detail::operand X>
  constexpr tensor(const X& ready_, detail::uninitialized_t u)
      : tensor(detail::constructed<tensor, X>::sizes(ready_), u) {
    detail::constructed<tensor, X>::fill(*this, ready_);
  }

  /// \internal
  /// Moves a computed tensor.
  template <std::same_as<tensor> X>
  constexpr tensor(X&& ready_, detail::uninitialized_t) : tensor(std::move(ready_)) {}

  /// \internal
  /// A tensor with uninitialised elements. The sizes must be those of the extents.
  constexpr tensor(const std::array<index, R>& sizes, detail::uninitialized_t u)
      : sizes_(sizes), buffer_(count_of(sizes_), u) {}

  /// Copies the elements.
  constexpr tensor(const tensor&) = default;
  /// Moves the elements; the dynamic extents of `other` become 0.
  constexpr tensor(tensor&& other) noexcept(std::is_nothrow_move_constructible_v<buffer_t>)
      : sizes_(other.sizes_), buffer_(std::move(other.buffer_)) {
    other.sizes_ = sizes_t(empty_sizes());
  }
  /// Copies the elements. The dynamic extents follow `other`; the memory is kept if the size is
  /// unchanged.
  constexpr tensor& operator=(const tensor& other) & {
    detail::assigned<detail::assign_op, tensor, const tensor&>::run(*this, other);
    return *this;
  }
  /// Moves the elements; the dynamic extents of `other` become 0. Views of this tensor become
  /// invalid.
  constexpr tensor&
  operator=(tensor&& other) & noexcept(std::is_nothrow_move_assignable_v<buffer_t>) {
    if (this != &other) {
      buffer_ = std::move(other.buffer_);
      sizes_ = other.sizes_;
      other.sizes_ = sizes_t(empty_sizes());
    }
    return *this;
  }
  constexpr ~tensor() = default;

  /// Evaluates an expression into this tensor. Dynamic extents follow the expression; a scalar
  /// fills the existing shape. The memory is kept if the size is unchanged; otherwise views of this
  /// tensor become invalid. The expression may read this tensor.
  ///
  /// \param x     a tensor, view, expression or scalar
  /// \returns     a reference to this tensor
  /// \throws      shape_error if a run-time size does not fit a static extent
  /// \refuses     another rank, extents that do not fit, braces with another number of levels, and
  ///              temporary tensors as targets
  /// \complexity  one fused loop; a temporary only if source and target overlap in a way that needs
  ///              one
  /// \numpy       `a = x.copy()`
  /// \usage       `c = a + b;`
  template <class X>
      STRIA_INLINE constexpr auto operator=(X&& x) &
      STRIA_RUN_OR_REFUSE((detail::assigned<detail::assign_op, tensor, X>), *this, x);

  template <class U, std::size_t N>
    requires(R > 1 && !std::is_array_v<U>)
  auto operator=(U (&&)[N]) & -> detail::refusal_where<
      sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 1>>;
  template <class U, std::size_t N, std::size_t M>
    requires((R == 1 || R > 2) && !std::is_array_v<U>)
  auto operator=(U (&&)[N][M]) & -> detail::refusal_where<
      sizeof(U) != 0, detail::levels_verdict<detail::shape_of<E...>(), 2>>;

  STRIA_LVALUE_TARGET;

  /// The sizes of the axes, as an array of `index_t`.
  ///
  /// \numpy  `a.shape`
  /// \usage  `a.shape()[0]`
  STRIA_INLINE constexpr const axis_array<R> shape() const { return {sizes_.sizes()}; }
  /// For each axis, the distance between neighbouring elements, in elements.
  ///
  /// \numpy  `a.strides`, which counts bytes
  /// \usage  `a.strides()[0]`
  STRIA_INLINE constexpr const axis_array<R> strides() const {
    return {detail::row_major_strides(shape())};
  }
  /// The size of one axis.
  ///
  /// \param k  the axis; negative values count from the last one
  /// \throws   index_error if there is no such axis
  /// \numpy    `a.shape[k]`
  /// \usage    `a.extent(-1)`
  constexpr index extent(index k) const {
    return sizes_.size(static_cast<std::size_t>(detail::checked_axis(k, rank)));
  }
  /// The number of elements.
  ///
  /// \numpy  `a.size`
  /// \usage  `a.size()`
  constexpr index size() const {
    if constexpr (static_size >= 0) {
      return static_size;
    } else {
      // The product cannot overflow: it was checked when the tensor was made. The function does not
      // return buffer_.size(), because that would give the optimiser no information about
      // subscripts.
      std::size_t n = 1;
      for (std::size_t k = 0; k < R; ++k)
        n *= static_cast<std::size_t>(sizes_.size(k));
      // Prevents a g++ warning about an impossible case.
      if (static_cast<index>(n) < 0)
        __builtin_unreachable();
      return static_cast<index>(n);
    }
  }
  /// A pointer to the first element; 64-byte aligned if the elements are on the heap.
  ///
  /// \numpy  `a.ctypes.data`
  /// \usage  `read(a.data(), a.size())`
  STRIA_INLINE constexpr T* data() STRIA_LIFETIMEBOUND { return buffer_.data(); }
  /// A read-only pointer to the first element of a const tensor.
  STRIA_INLINE constexpr const T* data() const STRIA_LIFETIMEBOUND { return buffer_.data(); }
  /// Always true: a tensor is one row-major block.
  ///
  /// \numpy  `a.flags.c_contiguous`
  /// \usage  `static_assert(a.is_contiguous());`
  static constexpr bool is_contiguous() { return true; }
  /// All elements in row-major order, as a `std::span`.
  ///
  /// \numpy  `a.ravel()`
  /// \usage  `for (float& x : a.storage()) ...`
  constexpr const std::span<T> storage() STRIA_LIFETIMEBOUND {
    return {data(), static_cast<std::size_t>(size())};
  }
  /// All elements of a const tensor in row-major order, read-only.
  constexpr const std::span<const T> storage() const STRIA_LIFETIMEBOUND {
    return {data(), static_cast<std::size_t>(size())};
  }

  /// A tensor of rank 0 converts to its element.
  constexpr operator T&()
    requires(R == 0)
  {
    return *data();
  }
  /// A const tensor of rank 0 converts to its element, read-only.
  constexpr operator const T&() const
    requires(R == 0)
  {
    return *data();
  }

private:
  friend struct detail::member_access;
  template <class N> friend struct detail::ref;
  template <std::size_t N, auto Extents, class X>
  friend constexpr auto detail::input_cursor(const X& e);
  template <class F, class Seq, class... A> friend class detail::map_node;

  STRIA_INLINE constexpr std::array<index, R> leading_sizes() const { return shape(); }

  /// The number of elements of the storage.
  STRIA_INLINE constexpr index storage_size() const { return buffer_.size(); }

  /// The operand interface; see tensor/operand.hpp.
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) const {
    return detail::make_cursor<detail::hinted_stride(layout, H), N>(data(), 0, strides(), refs);
  }
  /// The operand interface of a target.
  template <detail::inner_hint H, std::size_t N>
  STRIA_INLINE constexpr auto cursor(const detail::axis_refs<R>& refs) {
    return detail::make_cursor<detail::hinted_stride(layout, H), N>(data(), 0, strides(), refs);
  }

  STRIA_INLINE constexpr const index* size_list() const { return sizes_.list(); }
  constexpr void take_sizes(const std::array<index, R>& sizes) { sizes_ = sizes_t(sizes); }

  // This function uses no array of strides, because the array would dominate the cost in
  // unoptimised builds.
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
        detail::message m("stria: the elements in braces have the shape ");
        detail::say_shape(m, s);
        m << ", but the tensor has ";
        detail::say_shape(m, extents.view());
        raise<shape_error>(m);
      }
    return s;
  }
};

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
/// A tensor of T for the results of a function of A, in the same memory as A. For operands on a
/// device, a specialisation uses device memory.
template <class A, class T, auto Shape> struct tensor_with : tensor_of<T, Shape> {
  static constexpr auto make(const A&, const std::array<index, Shape.rank()>& sizes) {
    return typename tensor_of<T, Shape>::type(sizes, uninitialized_t{});
  }
};
} // namespace detail

/// A tensor of dynamic extents only, of rank `Rank`.
///
/// \tparam T     the element type
/// \tparam Rank  the number of axes, at most 64
/// \numpy        `np.ndarray`
/// \usage        `dtensor<float, 2> m(3, 4);`
template <class T, std::size_t Rank>
  requires(Rank <= 64)
using dtensor = typename detail::dtensor_of<T, std::make_index_sequence<Rank>>::type;

// Elements in braces give a static shape.
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

// Rows of different lengths or types do not compile: the tensor of a refused type cannot be
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
// This declaration is refused, because a deduction guide cannot name the extents of an expression.
template <detail::operand X>
  requires(!detail::tensor_operand<X>)
tensor(X&&) -> tensor<detail::refusal_where<detail::operand<X>, detail::untyped_verdict>>;
template <std::same_as<detail::uneven> B = detail::uneven>
tensor() -> tensor<detail::refusal_where<std::same_as<B, detail::uneven>, detail::untyped_verdict>>;

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// ranges.hpp: tensors as ranges and ranges as tensors, for range-v3 and std::ranges.
// Tests: tests/numpy/ranges.cpp, tests/numpy/subviews.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

// This header is included first. Errors point into it, and g++ prints the chain of includes that
// leads to it; the chain is shortest this way.
#include <stria/base/refuse.hpp>

#include <stria/arguments/axes.hpp>
#include <stria/assign/swap.hpp>
#include <stria/evaluate/as_tensor.hpp>
#include <stria/numpy/shape/reorder.hpp>
#include <stria/numpy/shape/reshape.hpp>
#include <stria/tensor/foreign.hpp>

#if defined(STRIA_NO_RANGE_V3)
#elif !__has_include(<range/v3/range_fwd.hpp>)
#error "stria: ranges.hpp needs range-v3 (Debian: librange-v3-dev) or STRIA_NO_RANGE_V3"
#else
// The macro of <complex.h>, as in token/constant.hpp.
#pragma push_macro("I")
#undef I
#include <range/v3/range_fwd.hpp>
#pragma pop_macro("I")
#endif

#include <compare>
#include <iterator>
#include <memory>
#include <ranges>

namespace stria {

namespace detail {

/// The coordinates of element i in row-major order. At the position past the end, the first
/// coordinate is the size of its axis.
template <std::size_t R>
constexpr std::array<index, R> coordinates(const std::array<index, R>& sizes, index i) {
  std::array<index, R> at{};
  // An empty shape has only the position 0, which is also its end.
  for (std::size_t k = R; i != 0 && k-- > 0; i /= sizes[k])
    at[k] = k == 0 ? i : i % sizes[k];
  return at;
}
/// Moves coordinates to the next element, or to the one before. Calls moved(axis, steps) for each
/// axis along which they move.
template <bool Forward, std::size_t R, class Moved>
STRIA_INLINE constexpr void step_coordinates(const std::array<index, R>& sizes,
                                             std::array<index, R>& at, const Moved& moved) {
  for (std::size_t k = R; k-- > 0;) {
    const index last = Forward ? sizes[k] - 1 : 0, first = Forward ? 0 : sizes[k] - 1;
    if (at[k] != last || k == 0) {
      at[k] += Forward ? 1 : -1;
      moved(k, Forward ? 1 : -1);
      return;
    }
    at[k] = first;
    moved(k, first - last);
  }
}

// The sources of ranges. start(i) returns position i, step<Forward>(p) moves a position to the next
// one or to the one before, and get(p) returns the element there.

/// The elements of a tensor, in memory.
template <class T> struct line_elements {
  T* first = nullptr;

  using place = index;
  static constexpr place start(index i) { return i; }
  template <bool Forward> static constexpr void step(place& i) { i += Forward ? 1 : -1; }
  STRIA_INLINE constexpr T& get(place i) const { return first[i]; }
};

/// The elements of a view, in memory.
template <class T, std::size_t R> struct memory_elements {
  T* first = nullptr;
  std::array<index, R> sizes{}, strides{};

  struct place {
    std::array<index, R> at{};
    index offset = 0;
  };
  constexpr place start(index i) const {
    place p{coordinates(sizes, i), 0};
    for (std::size_t k = 0; k < R; ++k)
      p.offset += p.at[k] * strides[k];
    return p;
  }
  template <bool Forward> STRIA_INLINE constexpr void step(place& p) const {
    step_coordinates<Forward>(sizes, p.at,
                              [&](std::size_t k, index steps) { p.offset += steps * strides[k]; });
  }
  constexpr T& get(const place& p) const { return first[p.offset]; }
};

/// The elements of an expression as a row, if its operands have one shape.
template <class N>
using line_of = decltype(std::declval<const N&>().line(
    std::declval<const std::array<index, rank_of<N>>&>(), std::declval<bool&>()));

/// True if the elements of an expression whose operands have one shape can be computed from their
/// positions in row-major order. Functions over blocks compute single elements in another way.
/// Iterators contain the row, so it must have a default constructor.
template <class N>
inline constexpr bool is_numbered = [] {
  if constexpr (member_access::in_line<N>)
    return !is_staged<line_of<N>> && std::is_default_constructible_v<line_of<N>>;
  else
    return false;
}();

/// True for an expression that a range and its iterators contain. Others are on the heap, where the
/// range owns them.
template <class N>
inline constexpr bool is_in_iterators =
    is_light<N> && static_cast<index>(sizeof(N)) <= limits::iterator_bytes;

/// An expression on the heap, or none.
template <class N, bool InIterators = is_in_iterators<N>> class source_node {
  const N* node_ = nullptr;

public:
  constexpr source_node() = default;
  constexpr source_node(const N& n) : node_(&n) {}
  constexpr bool exists() const { return node_ != nullptr; }
  constexpr const N& get() const { return *node_; }
};
/// A small expression, or none.
template <class N> class source_node<N, true> {
  union optional_node {
    char none;
    N node;
    constexpr optional_node() : none(0) {}
    constexpr optional_node(const N& n) : node(n) {}
    constexpr optional_node(const optional_node&) = default;
    // An expression cannot be assigned to.
    constexpr optional_node& operator=(const optional_node& o) noexcept {
      return *std::construct_at(this, o);
    }
  };
  optional_node node_;
  bool exists_ = false;

public:
  constexpr source_node() = default;
  constexpr source_node(const N& n) : node_(n), exists_(true) {}
  constexpr bool exists() const { return exists_; }
  constexpr const N& get() const { return node_.node; }
};

/// The elements of an expression, computed on access.
template <class N, bool Numbered = is_numbered<N>> struct node_elements {
  source_node<N> node{};
  std::array<index, rank_of<N>> sizes{};

  using place = std::array<index, rank_of<N>>;
  constexpr place start(index i) const { return coordinates(sizes, i); }
  template <bool Forward> STRIA_INLINE constexpr void step(place& p) const {
    step_coordinates<Forward>(sizes, p, [](std::size_t, index) {});
  }
  constexpr element_value<value_t<N>> get(const place& p) const {
    axis_refs<rank_of<N>> refs{};
    for (std::size_t k = 0; k < rank_of<N>; ++k)
      refs[k].begin = p[k];
    return member_access::cursor<no_hint, 0>(node.get(), refs).item();
  }
};
/// The elements of an expression that is_numbered. If an operand is broadcast, which is decided at
/// run time, they are computed from coordinates, by a function that is not inlined, so that loops
/// over the other elements are vectorised.
template <class N> struct node_elements<N, true> {
  source_node<N> node{};

  /// An iterator holds the addresses of the operands. If it read them from the node again for each
  /// element, g++ would not vectorise loops that store.
  struct place {
    line_of<N> line{};
    bool in_line = true; // all operands have the same sizes
    index i = 0;
  };
  constexpr place start(index i) const {
    if (!node.exists())
      return {};
    bool fits = true;
    const auto line = node.get().line(sizes_of_line(node.get()), fits);
    return {line, fits, i};
  }
  template <bool Forward> static constexpr void step(place& p) { p.i += Forward ? 1 : -1; }
  STRIA_INLINE constexpr element_value<value_t<N>> get(const place& p) const {
    return p.in_line ? p.line[p.i] : broadcast(node, p.i);
  }
  STRIA_NOINLINE static constexpr element_value<value_t<N>> broadcast(source_node<N> node,
                                                                      index i) {
    const auto sizes = node.get().shape();
    return node_elements<N, false>{node, sizes}.get(coordinates(sizes, i));
  }
  /// The sizes of all operands, if these are equal.
  STRIA_INLINE static constexpr auto sizes_of_line(const N& n) {
    if constexpr (member_access::leads<N>)
      return n.leading_sizes();
    else
      return n.shape();
  }
};

/// The multi-indices of a shape.
template <std::size_t R> struct shape_indices {
  std::array<index, R> sizes{};

  using place = std::array<index, R>;
  constexpr place start(index i) const { return coordinates(sizes, i); }
  template <bool Forward> STRIA_INLINE constexpr void step(place& p) const {
    step_coordinates<Forward>(sizes, p, [](std::size_t, index) {});
  }
  constexpr std::array<index, R> get(const place& p) const { return p; }
};

template <auto L, std::size_t Axis> constexpr auto layout_without() {
  constexpr std::size_t R = L.rank();
  static_layout<R - 1> r{unknown_shape<R - 1>(), {}};
  for (std::size_t k = 0; k + 1 < R; ++k) {
    r.shape[k] = L.shape[k < Axis ? k : k + 1];
    r.strides[k] = L.strides[k < Axis ? k : k + 1];
  }
  return r;
}

/// The views at each position along an axis of a tensor or view.
template <class T, auto L, std::size_t Axis> struct axis_views {
  static constexpr std::size_t R = L.rank();
  static constexpr auto layout = layout_without<L, Axis>();
  T* base = nullptr;
  index storage_size = 0, offset = 0, stride = 0;
  std::array<index, R - 1> sizes{}, strides{};

  using place = index;
  constexpr place start(index i) const { return i; }
  template <bool Forward> constexpr void step(place& i) const { i += Forward ? 1 : -1; }
  constexpr view<T, layout> get(place i) const {
    return {base, storage_size, {offset + i * stride, sizes, strides}};
  }
};

/// The type of a copy of what an iterator refers to. A view is a reference to its elements, so a
/// copy of these is a tensor: algorithms that move values store them in variables of this type.
template <class Reference> struct copied_from {
  using type = std::remove_cvref_t<Reference>;
};
template <class T, auto L>
struct copied_from<view<T, L>> : tensor_of<std::remove_const_t<T>, L.shape> {};

/// Iterates over the positions 0, 1, 2, ... of a source.
template <class Source> class place_iterator {
  Source source_{};
  index i_ = 0;
  typename Source::place place_{};

public:
  using reference = decltype(std::declval<const Source&>().get(place_));
  using value_type = typename copied_from<std::remove_cv_t<reference>>::type;
  using difference_type = index;
  using pointer = void;
  using iterator_concept = std::random_access_iterator_tag;
  // Like std::vector<bool>, the iterators over views claim random access, which the older
  // algorithms require to move values.
  using iterator_category =
      std::conditional_t<std::is_lvalue_reference_v<reference> || view_operand<reference>,
                         std::random_access_iterator_tag, std::input_iterator_tag>;

  constexpr place_iterator() = default;
  constexpr place_iterator(const Source& source, index i)
      : source_(source), i_(i), place_(source.start(i)) {}

  constexpr reference operator*() const { return source_.get(place_); }
  constexpr reference operator[](index n) const { return source_.get(source_.start(i_ + n)); }
  constexpr place_iterator& operator++() {
    ++i_;
    source_.template step<true>(place_);
    return *this;
  }
  constexpr place_iterator operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }
  constexpr place_iterator& operator--() {
    --i_;
    source_.template step<false>(place_);
    return *this;
  }
  constexpr place_iterator operator--(int) {
    auto before = *this;
    --*this;
    return before;
  }
  constexpr place_iterator& operator+=(index n) {
    i_ += n;
    place_ = source_.start(i_);
    return *this;
  }
  constexpr place_iterator& operator-=(index n) { return *this += -n; }
  friend constexpr place_iterator operator+(place_iterator it, index n) { return it += n; }
  friend constexpr place_iterator operator+(index n, place_iterator it) { return it += n; }
  friend constexpr place_iterator operator-(place_iterator it, index n) { return it -= n; }
  friend constexpr index operator-(const place_iterator& a, const place_iterator& b) {
    return a.i_ - b.i_;
  }
  friend constexpr bool operator==(const place_iterator& a, const place_iterator& b) {
    return a.i_ == b.i_;
  }
  friend constexpr std::strong_ordering operator<=>(const place_iterator& a,
                                                    const place_iterator& b) {
    return a.i_ <=> b.i_;
  }
};

/// True if a tensor of N axes can copy the elements of a view of M axes.
template <class T, std::size_t N, class U, std::size_t M>
concept copies = N == M && std::same_as<T, std::remove_const_t<U>>;

/// A base class that makes a class a view for std::ranges and for range-v3.
#if defined(STRIA_NO_RANGE_V3)
struct range_view_base : std::ranges::view_base {};
#else
struct range_view_base : std::ranges::view_base, ::ranges::view_base {};
#endif

/// The elements at the positions 0 to size - 1 of a source, as a view for std::ranges and range-v3.
/// The source may refer to an object that the owner keeps alive.
template <class Source, class Owner = std::nullptr_t>
class place_range : public range_view_base, public operators::no_update_base {
  Source source_{};
  index size_ = 0;
  Owner owner_{};

public:
  using no_update =
      sentence<"stria: a range of elements or subviews cannot be assigned to; assign to the tensor "
               "or view itself, or copy with std::ranges::copy">;
  place_range(const place_range&) = default;
  place_range(place_range&&) = default;
  /// A variable can be assigned to from a range of the same type; elements cannot be assigned.
  place_range& operator=(const place_range&) & = default;
  place_range& operator=(place_range&&) & = default;
  template <class X = in_braces>
  auto operator=(const X&) const -> refusal_where<sizeof(X*) != 0, no_update>;
  using iterator = place_iterator<Source>;
  using value_type = typename iterator::value_type;

  constexpr place_range() = default;
  constexpr place_range(const Source& source, index size, Owner owner = {})
      : source_(source), size_(size), owner_(std::move(owner)) {}

  constexpr iterator begin() const { return {source_, 0}; }
  constexpr iterator end() const { return {source_, size_}; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr decltype(auto) operator[](index i) const { return source_.get(source_.start(i)); }
};

/// The range of the elements of an expression.
template <class N, class Owner> constexpr auto range_of_node(const N& n, Owner owner) {
  using source = node_elements<N>;
  if constexpr (is_numbered<N>) {
    const auto sizes = source::sizes_of_line(n);
    bool fits = true;
    static_cast<void>(n.line(sizes, fits));
    return place_range<source, Owner>({n}, fits ? count_elements(sizes) : count_or_raise(n.shape()),
                                      owner);
  } else {
    const auto sizes = n.shape();
    return place_range<source, Owner>({n, sizes}, count_or_raise(sizes), owner);
  }
}

template <class A> constexpr auto memory_range(A& a) {
  using T = std::remove_reference_t<decltype(*a.data())>;
  constexpr std::size_t R = rank_of<A>;
  T* first = a.storage().data();
  if constexpr (tensor_operand<A>)
    return place_range<line_elements<T>>(line_elements<T>{first}, a.size());
  else
    return place_range<memory_elements<T, R>>(
        memory_elements<T, R>{first + a.offset(), a.shape(), a.strides()}, a.size());
}

} // namespace detail

namespace detail {
/// An expression and what prepare() computes from it.
template <class E> struct prepared_range {
  E e;
  std::remove_cvref_t<decltype(prepare(std::declval<const E&>()))> ready;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, prepared_range>)
  explicit prepared_range(U&& u) : e(static_cast<U&&>(u)), ready(prepare(std::as_const(e))) {}
};
} // namespace detail

/// The elements of an operand in row-major order, as a random-access range.
///
/// \param e     a named tensor or a view, whose elements are references; or a temporary tensor or
///              an expression, whose elements are values, computed on access
/// \returns     a range that is also a view for std::ranges and range-v3; it owns the operand if
///              the operand is an expression or a temporary tensor. Iterators of a range that owns
///              nothing stay valid after the range
/// \throws      the exceptions that computing an operand throws, if the call must compute one;
///              value_error if the product of the sizes overflows
/// \complexity  O(1), unless the operand is an expression that the call must compute first
/// \numpy       `a.flat`
/// \usage       `for (float& x : elements(a)) x = 0.f;`
template <detail::operand E> constexpr auto elements(E&& e) {
  if constexpr (detail::view_operand<E>) {
    return detail::memory_range(e);
  } else {
    using ready = std::remove_cvref_t<decltype(detail::prepare(e))>;
    if constexpr (!std::same_as<ready, std::remove_cvref_t<E>>) {
      // What is computed may refer to parts of the expression, so the range owns both.
      auto both = std::make_shared<const detail::prepared_range<std::remove_cvref_t<E>>>(
          static_cast<E&&>(e));
      return detail::range_of_node(both->ready, std::shared_ptr<const ready>(both, &both->ready));
    } else if constexpr (detail::is_in_iterators<ready>) {
      return detail::range_of_node(e, nullptr);
    } else {
      // The range owns the operand on the heap, so that the range is cheap to copy and its
      // iterators stay valid as long as the range or a copy exists.
      auto owner = std::make_shared<const ready>(static_cast<E&&>(e));
      return detail::range_of_node(*owner, owner);
    }
  }
}

/// The elements of a tensor, which the range refers to.
template <detail::tensor_operand A> constexpr auto elements(A& a STRIA_LIFETIMEBOUND) {
  return detail::memory_range(a);
}

/// All multi-indices of a shape in row-major order, as a random-access range.
///
/// \param shape  the sizes, such as `a.shape()`, or an operand
/// \returns      a range of `std::array<index_t, R>`
/// \throws       value_error if a size is negative, or if the product of the sizes overflows
/// \complexity   O(1)
/// \numpy        `np.ndindex(shape)`
/// \usage        `for (auto [i, j] : indices(a.shape())) ...`
template <std::size_t R> constexpr auto indices(const std::array<index, R>& shape) {
  return detail::place_range<detail::shape_indices<R>>(detail::shape_indices<R>{shape},
                                                       detail::count_or_raise(shape));
}
/// All multi-indices of the shape of an operand, in row-major order.
template <detail::operand E> constexpr auto indices(const E& e) { return indices(e.shape()); }

namespace detail {
/// A tensor or view whose elements outlive the call, so that views of them can be returned.
template <class A>
concept seen_through = view_operand<A> || lvalue_tensor<A>;
} // namespace detail

namespace detail {
template <std::size_t Axis, class A> constexpr auto views_along(A& a) {
  constexpr std::size_t R = rank_of<A>, axis = Axis;
  using T = std::remove_reference_t<decltype(*a.data())>;
  using source = axis_views<T, std::remove_cvref_t<A>::layout, axis>;
  source s;
  const auto sizes = a.shape();
  const auto strides = a.strides();
  s.base = a.storage().data();
  s.storage_size = static_cast<index>(a.storage().size());
  if constexpr (requires { a.offset(); })
    s.offset = a.offset();
  s.stride = strides[axis];
  for (std::size_t k = 0; k + 1 < R; ++k) {
    s.sizes[k] = sizes[k < axis ? k : k + 1];
    s.strides[k] = strides[k < axis ? k : k + 1];
    if (s.sizes[k] == 0)
      s.stride = 0; // views without elements must not leave the storage
  }
  return place_range<source>(s, sizes[axis]);
}
} // namespace detail

/// The views at each position along an axis of a tensor or a view, as a random-access range. Each
/// view has all axes except that one.
///
/// Algorithms that sort, move or exchange the elements of the range do so with the elements of the
/// tensor. The value type of the range is a tensor, which copies them.
///
/// \param a     an lvalue tensor or a view
/// \param axis  a constant, such as `_0`, or `axis(k)`
/// \returns     a range of views
/// \throws      index_error if an axis(k) does not exist
/// \refuses     an axis that is neither a constant nor `axis(k)`, or that the operand does not
///              have; temporaries and expressions
/// \complexity  O(1)
/// \numpy       `for s in np.moveaxis(a, axis, 0)`
/// \usage       `for (auto row : subviews(a, _0)) row = 1.f;`,
///              `std::ranges::sort(subviews(a, _0), {}, [](const auto& row) { return row[0]; });`
template <detail::operand A, class Axis>
  requires(detail::one_axis_verdict<A, Axis>::accepted && detail::view_operand<A>)
constexpr auto subviews(A&& a, Axis) {
  return detail::views_along<detail::axis_of<A, Axis>>(a);
}
/// The views at each position along an axis of a tensor.
template <detail::tensor_operand A, class Axis>
  requires(detail::one_axis_verdict<A&, Axis>::accepted)
constexpr auto subviews(A& a STRIA_LIFETIMEBOUND, Axis) {
  return detail::views_along<detail::axis_of<A, Axis>>(a);
}
/// The views at each position along an axis known only at run time: `subviews(a, axis(k))`.
template <detail::operand_with_axes A>
  requires detail::seen_through<A>
constexpr auto subviews(A&& a, axis k) {
  return subviews(detail::reorder(static_cast<A&&>(a), detail::first_order<A>(k)), constant<0>());
}
template <detail::operand A, class Axis>
auto subviews(A&&, Axis) -> detail::refusal_where<!detail::one_axis_verdict<A, Axis>::accepted,
                                                  detail::one_axis_verdict<A, Axis>>;
template <detail::operand A, class Axis>
auto subviews(A&&, Axis) -> detail::refusal_where<
    detail::one_axis_verdict<A, Axis>::accepted && !detail::seen_through<A>,
    detail::sentence<"stria: subviews needs a tensor or a view that outlives the result; give the "
                     "temporary a name: auto t = eval(...)">>;
STRIA_FOREIGN_LACKS(subviews, "the axis is", "subviews(t, _0)", detail::ours);

/// Copies a range into a tensor, as as_tensor() does.
///
/// \param range  any range; its elements may be ranges
/// \returns      a tensor of rank 1, or of a higher rank if the elements are ranges
/// \throws       shape_error if rows have different lengths
/// \complexity   O(n); allocates the result
/// \numpy        `np.array(list(range))`
/// \usage        `auto t = to_tensor(v | ranges::views::transform(f));`
template <class Range> constexpr auto to_tensor(Range&& range) { return as_tensor(range); }
/// Copies the elements of a range into a tensor of the given sizes.
///
/// \param range  any range
/// \param sizes  constants, integers or one array of them; one may be -1
/// \throws       shape_error if the sizes do not match the number of elements, or if rows of the
///               range have different lengths; value_error if a size is negative, except for one -1
/// \numpy        `np.fromiter(range, float).reshape(shape)`
/// \usage        `to_tensor(v, 2, 3)`
template <class Range, class... S>
  requires(sizeof...(S) > 0)
constexpr auto to_tensor(Range&& range, const S&... sizes) {
  const auto flat = as_tensor(range);
  return eval(reshape(flat, sizes...));
}

} // namespace stria

// Subviews and the values that algorithms copy from them have a common type, so that algorithms of
// std::ranges and range-v3 can sort and move subviews. Iterators of a range that owns nothing
// remain valid after the range.
template <class T, stria::extent... E, class U, auto L, template <class> class P,
          template <class> class Q>
  requires stria::detail::copies<T, sizeof...(E), U, L.rank()>
struct std::basic_common_reference<stria::tensor<T, E...>, stria::view<U, L>, P, Q> {
  using type = stria::tensor<T, E...>;
};
template <class T, stria::extent... E, class U, auto L, template <class> class P,
          template <class> class Q>
  requires stria::detail::copies<T, sizeof...(E), U, L.rank()>
struct std::basic_common_reference<stria::view<U, L>, stria::tensor<T, E...>, P, Q> {
  using type = stria::tensor<T, E...>;
};
template <class Source>
inline constexpr bool
    std::ranges::enable_borrowed_range<stria::detail::place_range<Source, std::nullptr_t>> = true;

#if !defined(STRIA_NO_RANGE_V3)
template <class T, stria::extent... E, class U, auto L, template <class> class P,
          template <class> class Q>
  requires stria::detail::copies<T, sizeof...(E), U, L.rank()>
struct concepts::basic_common_reference<stria::tensor<T, E...>, stria::view<U, L>, P, Q> {
  using type = stria::tensor<T, E...>;
};
template <class T, stria::extent... E, class U, auto L, template <class> class P,
          template <class> class Q>
  requires stria::detail::copies<T, sizeof...(E), U, L.rank()>
struct concepts::basic_common_reference<stria::view<U, L>, stria::tensor<T, E...>, P, Q> {
  using type = stria::tensor<T, E...>;
};
template <class Source>
inline constexpr bool
    ranges::enable_borrowed_range<stria::detail::place_range<Source, std::nullptr_t>> = true;
#endif

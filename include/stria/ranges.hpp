// SPDX-License-Identifier: BSL-1.0
// ranges.hpp: tensors as ranges, and ranges as tensors; for range-v3 and std::ranges alike.
#pragma once

// First: errors point into this one, and g++ shows the way to it.
#include <stria/base/refuse.hpp>

#include <stria/args/axes.hpp>
#include <stria/eval/as_tensor.hpp>
#include <stria/fn/reshape.hpp>

#if defined(STRIA_NO_RANGE_V3)
#elif !__has_include(<range/v3/range_fwd.hpp>)
#error "stria: ranges.hpp needs range-v3 (Debian: librange-v3-dev) or STRIA_NO_RANGE_V3"
#else
#include <range/v3/range_fwd.hpp>
#endif

#include <compare>
#include <iterator>
#include <memory>
#include <ranges>

namespace stria {

namespace detail {

/// Calls f(axis, place) for the place of element i in row-major order.
template <std::size_t R, class F>
constexpr void each_coordinate(const std::array<index, R>& sizes, index i, F f) {
  for (std::size_t k = R; k-- > 0;) {
    f(k, i % sizes[k]);
    i /= sizes[k];
  }
}

/// The elements of memory.
template <class T, std::size_t R> struct memory_elements {
  T* first = nullptr;
  std::array<index, R> sizes{}, strides{};
  constexpr T& at(index i) const {
    index offset = 0;
    each_coordinate(sizes, i, [&](std::size_t k, index place) { offset += place * strides[k]; });
    return first[offset];
  }
};

/// The elements of an expression, computed when they are looked at.
template <class N> struct node_elements {
  const N* node = nullptr;
  std::array<index, rank_of<N>> sizes{};
  constexpr value_t<N> at(index i) const {
    axis_refs<rank_of<N>> refs{};
    each_coordinate(sizes, i, [&](std::size_t k, index place) { refs[k].begin = place; });
    return node->template cursor<no_hint, 0>(refs).item();
  }
};

/// The multi-indices of a shape.
template <std::size_t R> struct shape_indices {
  std::array<index, R> sizes{};
  constexpr std::array<index, R> at(index i) const {
    std::array<index, R> r{};
    each_coordinate(sizes, i, [&](std::size_t k, index place) { r[k] = place; });
    return r;
  }
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

/// The views along an axis of memory.
template <class T, auto L, std::size_t Axis> struct axis_views {
  static constexpr std::size_t R = L.rank();
  static constexpr auto layout = layout_without<L, Axis>();
  T* base = nullptr;
  index storage_size = 0, offset = 0, step = 0;
  std::array<index, R - 1> sizes{}, strides{};
  constexpr view<T, layout> at(index i) const {
    return {base, storage_size, {offset + i * step, sizes, strides}};
  }
};

/// Steps through what a source has at 0, 1, 2, ...
template <class Source> class place_iterator {
  Source source_{};
  index i_ = 0;

public:
  using reference = decltype(std::declval<const Source&>().at(0));
  using value_type = std::remove_cvref_t<reference>;
  using difference_type = index;
  using pointer = void;
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category =
      std::conditional_t<std::is_lvalue_reference_v<reference>, std::random_access_iterator_tag,
                         std::input_iterator_tag>;

  constexpr place_iterator() = default;
  constexpr place_iterator(const Source& source, index i) : source_(source), i_(i) {}

  constexpr reference operator*() const { return source_.at(i_); }
  constexpr reference operator[](index n) const { return source_.at(i_ + n); }
  constexpr place_iterator& operator++() {
    ++i_;
    return *this;
  }
  constexpr place_iterator operator++(int) {
    auto before = *this;
    ++i_;
    return before;
  }
  constexpr place_iterator& operator--() {
    --i_;
    return *this;
  }
  constexpr place_iterator operator--(int) {
    auto before = *this;
    --i_;
    return before;
  }
  constexpr place_iterator& operator+=(index n) {
    i_ += n;
    return *this;
  }
  constexpr place_iterator& operator-=(index n) {
    i_ -= n;
    return *this;
  }
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

/// Bases that make a class a view for std::ranges and for range-v3.
#if defined(STRIA_NO_RANGE_V3)
struct range_view_base : std::ranges::view_base {};
#else
struct range_view_base : std::ranges::view_base, ::ranges::view_base {};
#endif

/// What a source has at 0 to size - 1: a view in the sense of std::ranges and of range-v3. The
/// owner, if there is one, keeps alive what the source looks at.
template <class Source, class Owner = std::nullptr_t> class place_range : public range_view_base {
  Source source_{};
  index size_ = 0;
  Owner owner_{};

public:
  using iterator = place_iterator<Source>;
  using value_type = typename iterator::value_type;

  constexpr place_range() = default;
  constexpr place_range(const Source& source, index size, Owner owner = {})
      : source_(source), size_(size), owner_(std::move(owner)) {}

  constexpr iterator begin() const { return {source_, 0}; }
  constexpr iterator end() const { return {source_, size_}; }
  constexpr std::size_t size() const { return static_cast<std::size_t>(size_); }
  constexpr bool empty() const { return size_ == 0; }
  constexpr decltype(auto) operator[](index i) const { return source_.at(i); }
};

template <class A> constexpr auto memory_range(A& a) {
  using T = std::remove_reference_t<decltype(*a.data())>;
  constexpr std::size_t R = rank_of<A>;
  T* first = a.storage().data();
  if constexpr (requires { a.offset(); })
    first += a.offset();
  return place_range<memory_elements<T, R>>(memory_elements<T, R>{first, a.shape(), a.strides()},
                                            a.size());
}

} // namespace detail

/// The elements of an operand in row-major order, as a random-access range and view; of a tensor or
/// a view by reference, to be written as well. What must be computed first is computed here. NumPy:
/// `a.flat`.
template <detail::operand E> constexpr auto elements(E&& e) {
  if constexpr (detail::view_operand<E> ||
                (detail::tensor_operand<E> && std::is_lvalue_reference_v<E>)) {
    return detail::memory_range(e);
  } else {
    // On the heap, so that the range can be copied in no time and its iterators live as long as it.
    using ready = std::remove_cvref_t<decltype(detail::prepare(e))>;
    auto owner = [&] {
      if constexpr (std::same_as<ready, std::remove_cvref_t<E>>)
        return std::make_shared<const ready>(static_cast<E&&>(e));
      else
        return std::make_shared<const ready>(detail::prepare(e));
    }();
    const auto sizes = owner->shape();
    return detail::place_range<detail::node_elements<ready>, std::shared_ptr<const ready>>(
        {owner.get(), sizes}, detail::count_elements(sizes), owner);
  }
}

/// All multi-indices of a shape in row-major order, as a random-access range of arrays. NumPy:
/// `np.ndindex(shape)`.
template <std::size_t R> constexpr auto indices(const std::array<index, R>& shape) {
  return detail::place_range<detail::shape_indices<R>>(detail::shape_indices<R>{shape},
                                                       detail::count_elements(shape));
}
template <detail::operand E> constexpr auto indices(const E& e) { return indices(e.shape()); }

namespace detail {
/// What a view can be taken of: it lives on.
template <class A>
concept seen_through = view_operand<A> || lvalue_tensor<A>;
} // namespace detail

/// The views along an axis (a constant) of a tensor or a view, as a random-access range; each has
/// all axes but that one. NumPy: `for s in np.moveaxis(a, axis, 0)`.
template <detail::operand A, class Axis>
  requires(detail::one_axis_verdict<A, Axis>::accepted && detail::seen_through<A>)
constexpr auto subviews(A&& a, Axis) {
  constexpr std::size_t R = detail::rank_of<A>, axis = detail::axis_of<A, Axis>;
  using T = std::remove_reference_t<decltype(*a.data())>;
  using source = detail::axis_views<T, std::remove_cvref_t<A>::layout, axis>;
  source s;
  const auto sizes = a.shape();
  const auto strides = a.strides();
  s.base = a.storage().data();
  s.storage_size = static_cast<index>(a.storage().size());
  if constexpr (requires { a.offset(); })
    s.offset = a.offset();
  s.step = strides[axis];
  for (std::size_t k = 0; k + 1 < R; ++k) {
    s.sizes[k] = sizes[k < axis ? k : k + 1];
    s.strides[k] = strides[k < axis ? k : k + 1];
  }
  return detail::place_range<source>(s, sizes[axis]);
}
template <detail::operand A, class Axis>
auto subviews(A&&, Axis) -> detail::refusal_where<!detail::one_axis_verdict<A, Axis>::accepted,
                                                  detail::one_axis_verdict<A, Axis>>;
template <detail::operand A, class Axis>
auto subviews(A&&, Axis) -> detail::refusal_where<
    detail::one_axis_verdict<A, Axis>::accepted && !detail::seen_through<A>,
    detail::sentence<"stria: subviews looks into a tensor or a view that lives on; give what is "
                     "computed a name: auto t = eval(...)">>;

/// A range as a tensor: of rank 1, or of more where its elements are ranges. NumPy:
/// `np.array(list(range))`.
template <class Range> constexpr auto to_tensor(Range&& range) { return as_tensor(range); }
/// The elements of a range as a tensor of these sizes (constants, integers or one array).
/// `shape_error` unless there are as many. NumPy: `np.fromiter(range, ...).reshape(shape)`.
template <class Range, class... S>
  requires(sizeof...(S) > 0)
constexpr auto to_tensor(Range&& range, const S&... sizes) {
  const auto flat = as_tensor(range);
  return eval(reshape(flat, sizes...));
}

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// parts/stored_view.hpp: an array that is stored in files or on other ranks, or a slice of one, as
// an operand and a target. Tests: tests/parts/parts.cpp.
#pragma once

#include <stria/assign/assign.hpp>
#include <stria/parts/part.hpp>
#include <stria/subscript/dispatch.hpp>

#include <concepts>
#include <memory>

namespace stria::detail {

/// A stored array of `axes` axes with elements value_type.
///   sizes()     the sizes of the array
///   where       the place of its elements
///   back_end    runs assignments: back_end::run<Op>(target, e) for a stored_view `target`, and
///               back_end::values(v) returns the elements of a stored_view as a tensor
/// The stores of files also have the members of file_store (io/file_array.hpp).
template <class S>
concept store = requires(const S& s) {
  typename S::value_type;
  typename S::back_end;
  requires std::same_as<decltype(S::where), const place>;
  { s.sizes() } -> std::convertible_to<std::array<index, S::axes>>;
};

/// A stored array, or a slice of it with its axes in any order. It keeps the store. Copying a view
/// copies the reference, and assigning to it writes the elements.
template <store S, auto Extents>
class stored_view : public node<stored_view<S, Extents>, typename S::value_type, Extents>,
                    public assignable<stored_view<S, Extents>> {
  static constexpr std::size_t R = Extents.rank(), B = S::axes;
  std::shared_ptr<S> store_;
  axis_refs<B> refs_;
  std::array<index, R> sizes_;

public:
  using store_type = S;
  using back_end = typename S::back_end;
  using ready = std::false_type;
  static constexpr computation how = computation::first;

  stored_view(std::shared_ptr<S> s, const axis_refs<B>& refs, const std::array<index, R>& sizes)
      : store_(std::move(s)), refs_(refs), sizes_(sizes) {}
  /// All elements of a store.
  explicit stored_view(std::shared_ptr<S> s)
    requires(R == B)
      : stored_view(s, straight_refs<R>(), s->sizes()) {}
  stored_view(const stored_view&) = default;

  /// Writes an expression or a scalar, broadcast. NumPy: `v[...] = e`.
  stored_view& operator=(const stored_view& other) {
    assigned<assign_op, stored_view, const stored_view&>::run(*this, other);
    return *this;
  }
  template <class X>
  auto operator=(X&& x) STRIA_RUN_OR_REFUSE((assigned<assign_op, stored_view, X>), *this, x);
  /// Braces have no type, so they are refused.
  template <class U, std::size_t N>
  auto operator=(U (&&)[N]) -> refusal_where<sizeof(U) != 0, braces_verdict>;

  axis_array<R> shape() const { return {sizes_}; }
  template <class F> static constexpr decltype(auto) operands(const F& f) { return f(); }
  stored_view over() const { return *this; }
  auto prepared() const { return back_end::values(*this); }

  // For internal use.
  const std::shared_ptr<S>& stored() const { return store_; }
  /// How the axes of the stored array follow those of the view.
  const axis_refs<B>& refs() const { return refs_; }
};
template <class S, auto X> inline constexpr bool is_stored<stored_view<S, X>> = true;
template <class S, auto X> inline constexpr place leaf_place<stored_view<S, X>> = S::where;

template <class N>
concept stored_array = is_stored<bare<N>>;

// A slice of a stored array is a view of it, also if all items are integers, so that it can be
// assigned to.
template <class Self, auto Code>
  requires stored_array<Self>
struct slice_by<Self, Code, false> {
  using whole = bare<Self>;
  static constexpr auto result = result_shape<whole::extents, Code>();
  using type = stored_view<typename whole::store_type, result>;
  static constexpr bool known = false;
  template <class S> static type get(S&& self, const encoded<Code>& items) {
    const auto w = walk_slice<whole::extents, Code>(self.shape(), items);
    return type(self.stored(), compose(self.refs(), sliced_refs(w, straight_refs<result.rank()>())),
                w.size);
  }
};
template <class Self, class... Ix>
  requires stored_array<Self>
struct subscript_by<subscript_kind::element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};
template <class Self, class... Ix>
  requires stored_array<Self>
struct subscript_by<subscript_kind::text_element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};

} // namespace stria::detail

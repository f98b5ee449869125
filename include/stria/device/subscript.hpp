// SPDX-License-Identifier: BSL-1.0
// device/subscript.hpp: [] of tensors on a device: views, and gathers over them.
// Tests: tests/device/assign.cpp, tests/device/scatter.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/tensor.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/subscript/dispatch.hpp>

namespace stria::detail {

template <class E> value_tensor<E> copy_to_host(const E& e);

/// An index array or a mask on a device. Unless a kernel reads it, its values are copied to the
/// host, where the positions are computed and checked.
template <class H> class fetched : public node<fetched<H>, value_t<H>, extents_of<H>> {
  H source_;

public:
  using ready = std::false_type;

  template <class U>
    requires(!std::same_as<std::remove_cvref_t<U>, fetched>)
  explicit fetched(U&& source) : source_(static_cast<U&&>(source)) {}
  STRIA_NO_TARGET(fetched);

  auto shape() const { return source_.shape(); }
  const H& source() const { return source_; }
  template <class F> decltype(auto) operands(const F& f) const { return f(source_); }
  template <class M> static auto over(M&& source) {
    return fetched<std::remove_cvref_t<M>>(static_cast<M&&>(source));
  }
  value_tensor<H> prepared() const { return copy_to_host(source_); }
};

template <device_operand Ix> struct index_hold<Ix> {
  using type = fetched<hold_t<Ix>>;
};

// The loops of a target on the host cannot read a mask on a device, so its positions are found
// first.
template <class S, auto Spec, class Seq, class H, class E>
  requires(member_access::selects<gather<S, Spec, index_list<Seq, index_mask<fetched<H>>>>> ==
               by_mask &&
           is_one_value<E>)
inline constexpr bool blends<gather<S, Spec, index_list<Seq, index_mask<fetched<H>>>>, E> = false;

/// Memory of a device that outlives the subscript: an lvalue tensor (Self is T& or const T&) or any
/// view.
template <class Self>
concept lasting_device_memory =
    device_memory<Self> && (std::is_lvalue_reference_v<Self> || !device_owner<Self>);

/// The element type of a view of Self.
template <class Self> struct device_element_of {
  using type = typename std::remove_cvref_t<Self>::element_type;
};
template <device_owner Self> struct device_element_of<Self> {
  using value = value_t<Self>;
  using type =
      std::conditional_t<std::is_const_v<std::remove_reference_t<Self>>, const value, value>;
};

template <lasting_device_memory Self, auto Code> struct slice_by<Self, Code, false> {
  static constexpr auto layout = sliced_layout<std::remove_cvref_t<Self>::layout, Code>();
  using type = device_view<typename device_element_of<Self>::type, layout>;
  static constexpr bool known = false;

  template <class S> static type get(S&& self, const encoded<Code>& items) {
    using entries = std::make_index_sequence<static_plan_of<extents_of<Self>, Code>.count>;
    const auto strides = self.strides();
    index from = 0;
    if constexpr (!device_owner<Self>)
      from = self.offset();
    return {self.context(), self.base(), from,
            place_entries<extents_of<Self>, Code>(member_access::size_list(self), strides.data(),
                                                  items, entries())};
  }
};

// A permutation of axes is also a view, so its elements can be written.
template <lasting_device_memory A, auto Map> struct move_call<A, Map> {
  static constexpr bool accepted = true;
  static constexpr auto layout = moved_layout<std::remove_cvref_t<A>::layout, Map>();
  using type = device_view<typename device_element_of<A>::type, layout>;
  static type run(A&& a) {
    check_dropped<extents_of<A>, Map>(a);
    index from = 0;
    if constexpr (!device_owner<A>)
      from = a.offset();
    return {a.context(), a.base(), from,
            placed<Map.rank()>{0, moved_values<Map>(a.shape(), index{1}),
                               moved_values<Map>(a.strides(), index{0})}};
  }
};

// A gather holds a view of its source, through which a scatter writes.
template <lasting_device_memory Self> struct gather_source<Self> {
  using type =
      device_view<typename device_element_of<Self>::type, std::remove_cvref_t<Self>::layout>;
};

// Integers for all axes of memory give a view of rank 0, which can be assigned to. For an
// expression they give a slice of rank 0.
template <subscript_kind Kind, class Self, class... Ix>
struct device_subscript : subscript_by<Kind, Self, Ix...> {};
template <class Self, class... Ix>
struct device_subscript<subscript_kind::element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};
template <class Self, class... Ix>
struct device_subscript<subscript_kind::text_element, Self, Ix...>
    : slice_of<verdict_of<Self, Ix...>::accepted, Self, Ix...> {};

template <device_operand Self, class... Ix>
struct subscript_of<Self, Ix...>
    : device_subscript<subscript_kind_of<rank_of<Self>, Ix...>(), Self, Ix...> {};

} // namespace stria::detail

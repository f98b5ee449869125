// SPDX-License-Identifier: BSL-1.0
// evaluate/computed.hpp: nodes whose values are computed before the loop that uses them.
// Tests: tests/evaluate/computed_first.cpp.
#pragma once

#include <stria/evaluate/materialize.hpp>

namespace stria::detail {

/// A node that is evaluated into a tensor before it is used. Self provides shape() and prepared(),
/// which returns the tensor.
template <class Self, class T, auto Extents>
class made_first : public node<Self, T, Extents>, public keeper<Self, true> {
public:
  using ready = std::false_type;
  static constexpr computation how = computation::first;
};

/// A node that provides shape() and writes its values with compute(target) into a tensor of that
/// shape.
template <class Self, class T, auto Extents> class computed : public made_first<Self, T, Extents> {
public:
  static constexpr bool computes_itself = true;
  static constexpr int computes = 1;
  /// The result as a tensor.
  STRIA_INLINE constexpr auto prepared() const {
    typename tensor_of<T, Extents>::type result(this->self().shape(), uninitialized_t{});
    this->self().compute(result);
    return result;
  }
};

/// The prepared operand, for a computation that reads elements more than once. The values of a
/// function with state are stored first, because such a function must be called only once for each
/// element.
template <class N> constexpr decltype(auto) prepare_to_reread(const N& n) {
  if constexpr (parts_split<std::remove_cvref_t<decltype(prepare(n))>>)
    return prepare(n);
  else
    return eval(n);
}

template <class N> inline constexpr bool calls_with_state = false;
struct any_call_with_state {
  template <class... N> constexpr auto operator()(const N&...) const {
    return std::bool_constant<(calls_with_state<N> || ...)>();
  }
};
/// True for expressions that call a function with state. They are stored before they become two
/// operands of another expression.
template <class N>
  requires(operand<N> && place_of<N> <= place::files && !memory_operand<N> && operand_count<N> != 0)
inline constexpr bool calls_with_state<N> =
    !parts_split<std::remove_cvref_t<decltype(prepare(std::declval<const N&>()))>> ||
    decltype(member_access::operands(std::declval<const N&>(), any_call_with_state{}))::value;

// The class depends on A, so that tensor<index, dyn> is instantiated only where it is used.
template <class A> struct counters_for {
  using type = tensor<index, dyn>;
};
/// The type tensor<index, dyn>, for use in a template with a parameter A.
template <class A> using counters = typename counters_for<A>::type;

/// The values of an operand in contiguous memory: the tensor itself, or a copy of any other
/// operand.
template <class N> constexpr decltype(auto) as_block(const N& n) {
  if constexpr (tensor_operand<N>)
    return (n);
  else if constexpr (is_ref<N> && memory_operand<N>)
    return (*n.node);
  else
    return eval(n);
}

template <class Target> constexpr void set_to_zero(Target& target) {
  for (auto& v : target.storage())
    v = value_t<Target>();
}

/// The part of one axis to copy: `count` elements of the target from `to` on, from elements `from`,
/// from + step, ... of the source.
struct axis_piece {
  index to = 0, from = 0, step = 1, count = 0;
};

// With these functions, compute(target) of a node writes its target. Other back ends overload them
// for their targets, so that one compute(target) serves all back ends.

/// An operand in a form from which its elements can be copied to the target.
template <class Target, class N>
STRIA_INLINE constexpr decltype(auto) prepare_for(const Target&, const N& n) {
  return prepare(n);
}
/// The values of an operand as a tensor.
template <class Target, class N> constexpr auto evaluate_for(const Target&, const N& n) {
  return eval(n);
}
/// Copies elements of a source to elements of the target, with loops of sizes n.
template <inner_hint H = no_hint, class Target, class E, std::size_t L>
constexpr void copy_loops(Target& target, const std::array<index, L>& n,
                          const axis_refs<rank_of<Target>>& out, const E& source,
                          const axis_refs<rank_of<E>>& in) {
  run_loop<store_kernel>(n, member_access::cursor<straight_hint<rank_of<Target>>, L>(target, out),
                         member_access::cursor<H, L>(source, in));
}
/// A view of the memory of the target with another shape. The memory is one block.
template <auto Layout, class Target, std::size_t R>
constexpr auto block_of(Target& target, const std::array<index, R>& sizes) {
  return view<value_t<Target>, Layout>(target.data(), target.size(),
                                       {0, sizes, row_major_strides(sizes)});
}
template <auto Layout, class T, extent... E, std::size_t R>
constexpr auto block_of(const tensor<T, E...>& source, const std::array<index, R>& sizes) {
  return view<const T, Layout>(source.data(), source.size(), {0, sizes, row_major_strides(sizes)});
}

/// Copies a region of a prepared source into a region of a target of the same rank.
template <class Target, class E, std::size_t R>
constexpr void copy_box(Target& target, const E& source, const std::array<axis_piece, R>& box) {
  std::array<index, R> n{};
  axis_refs<R> out{}, in{};
  for (std::size_t k = 0; k < R; ++k) {
    n[k] = box[k].count;
    out[k] = {box[k].to, 1, static_cast<int>(k)};
    in[k] = {box[k].from, box[k].step, static_cast<int>(k)};
  }
  copy_loops<straight_hint<R>>(target, n, out, source, in);
}

/// The address of the elements of a prepared source if they have the type T and are one block of
/// memory in row-major order; otherwise null. If `Column`, the last axis must have size 1.
template <class T, bool Column = false, class E> constexpr const T* block_address(const E& e) {
  constexpr std::size_t R = rank_of<E>;
  using cursor = decltype(member_access::cursor<straight_hint<R>, R>(e, straight_refs<R>()));
  const auto find = [&e](const T* first, const auto& strides) {
    const auto n = e.shape();
    bool block = !Column || n[R - 1] == 1;
    index next = 1;
    for (std::size_t k = R - (Column ? 1 : 0); k-- > 0; next *= n[k])
      block &= n[k] == 1 || strides[k] == next;
    return block ? first : nullptr;
  };
  if constexpr (view_operand<E> && std::same_as<value_t<E>, T>) {
    return find(e.data(), e.strides());
  } else if constexpr (is_strided_cursor<cursor>) {
    const cursor c = member_access::cursor<straight_hint<R>, R>(e, straight_refs<R>());
    if constexpr (std::same_as<std::remove_const_t<std::remove_pointer_t<decltype(c.base)>>, T>)
      return find(c.base + c.offset, c.strides);
  }
  return nullptr;
}
/// True for targets to which blocks of memory are copied.
template <class Target>
inline constexpr bool takes_blocks =
    tensor_operand<Target> && is_on_host<Target> && is_number<value_t<Target>>;
/// The address of a prepared source of which parts of n elements are to be copied to the target;
/// null if it is not one block of memory, or if copy_box() is faster.
template <class Target, class E>
constexpr const value_t<Target>* block_to_copy(const Target& target, const E& source, index n) {
  using T = value_t<Target>;
  if constexpr (takes_blocks<Target>)
    if !consteval {
      const index all = target.size();
      if (n < limits::cache_line / index{sizeof(T)} && all > limits::panel)
        return nullptr;
#if defined(STRIA_USE_THREADS)
      if (pays_threads(all))
        return nullptr;
#endif
      return block_address<T>(source);
    }
  return nullptr;
}
/// Parts of n elements that are copied from element `from` of a block on, to element `to` of the
/// target on. Each part is copied `times` times, one copy behind the other.
struct copied_parts {
  index n, count, to, to_step, from, from_step, times = 1;
};
template <class Target>
void copy_parts(Target& target, const value_t<Target>* block, const copied_parts& p) {
  if constexpr (takes_blocks<Target>) {
    constexpr index bytes = sizeof(value_t<Target>);
    copy_blocks({reinterpret_cast<std::byte*>(target.data() + p.to),
                 reinterpret_cast<const std::byte*>(block + p.from), p.n * bytes, p.to_step * bytes,
                 p.from_step * bytes, p.count, p.times});
  }
}
/// The number of elements of the axes [begin, end).
template <std::size_t R>
constexpr index elements_of_axes(const std::array<index, R>& n, std::size_t begin,
                                 std::size_t end) {
  index all = 1;
  for (std::size_t k = begin; k < end; ++k)
    all *= n[k];
  return all;
}

/// The first axis whose number is not 1, or the last axis.
template <std::size_t R>
constexpr std::size_t first_other_than_one(const std::array<index, R>& numbers) {
  std::size_t k = 0;
  while (k + 1 < R && numbers[k] == 1)
    ++k;
  return k;
}

/// The box that contains a whole source. The caller moves it to its place in the target.
template <std::size_t R>
constexpr std::array<axis_piece, R> whole_box(const std::array<index, R>& sizes) {
  std::array<axis_piece, R> box{};
  for (std::size_t k = 0; k < R; ++k)
    box[k] = {0, 0, 1, sizes[k]};
  return box;
}

} // namespace stria::detail

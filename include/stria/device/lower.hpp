// SPDX-License-Identifier: BSL-1.0
// device/lower.hpp: turns an expression into the operands of a kernel and the text of a value.
// Tests: tests/device/assign.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/draft.hpp>
#include <stria/device/functions.hpp>
#include <stria/device/subscript.hpp>
#include <stria/device/tensor.hpp>
#include <stria/expr/positions.hpp>
#include <stria/numpy/join/split.hpp>
#include <stria/numpy/select/scatter_nd.hpp>
#include <stria/subscript/gather.hpp>

#include <array>
#include <string>

namespace stria::detail {

/// Computes a node before the kernel that reads it: `compute(node)` stores its values in the memory
/// of a device and returns them as a device_value. device/fold.hpp and other headers specialise the
/// class.
///
/// `stores` is true if store(target, node) writes the values to contiguous memory of the same shape
/// and type.
template <class N> struct device_computation {
  static constexpr bool known = false, stores = false;
};

template <class N> inline constexpr bool is_positions = false;
template <extent N> inline constexpr bool is_positions<positions<N>> = true;
template <class N> inline constexpr bool is_windowed = false;
template <class N, std::size_t Axis, extent Window>
inline constexpr bool is_windowed<windowed<N, Axis, Window>> = true;
template <class N> inline constexpr bool is_scattered = false;
template <class Op, class Base, class Index, class U>
inline constexpr bool is_scattered<scattered<Op, Base, Index, U>> = true;
template <class N> inline constexpr bool is_gather = false;
template <class S, auto Spec, class Index>
inline constexpr bool is_gather<gather<S, Spec, Index>> = true;

template <class E> device_value<E> device_eval(const E& e);
template <class E> value_tensor<E> copy_to_host(const E& e);

// --- expressions without a kernel ---

enum class kernel_fault : unsigned char { none, element, host_memory, function, complex, node };

template <class N> constexpr kernel_fault kernel_fault_of();
template <class... N> constexpr kernel_fault first_fault() {
  kernel_fault f = kernel_fault::none;
  ((f = f == kernel_fault::none ? kernel_fault_of<N>() : f), ...);
  return f;
}
struct ask_for_kernel {
  template <class... N>
  constexpr std::integral_constant<kernel_fault, first_fault<N...>()>
  operator()(const N&...) const {
    return {};
  }
};
template <class N> inline constexpr bool calls_kernel_function = true;
template <class F, class Seq, class... A>
inline constexpr bool calls_kernel_function<map_node<F, Seq, A...>> = is_kernel_function<F>;

/// Whether kernels compute the function of a node for the element types of its operands.
template <class N> inline constexpr bool has_kernel_types = true;
template <class F, class Seq, class... A>
inline constexpr bool has_kernel_types<map_node<F, Seq, A...>> =
    takes_complex<F> ||
    !(is_complex<value_t<map_node<F, Seq, A...>>>::value || ... || is_complex<value_t<A>>::value);

/// The reason why kernels cannot compute an expression. The index of a gather is not checked.
template <class N> constexpr kernel_fault kernel_fault_of() {
  if constexpr (is_ref<N>)
    return kernel_fault::host_memory;
  else if constexpr (!device_element<value_t<N>>)
    return kernel_fault::element;
  else if constexpr (device_memory<N> || is_scalar<N> || is_positions<N>)
    return kernel_fault::none;
  else if constexpr (memory_operand<N>)
    return kernel_fault::host_memory;
  else if constexpr (is_gather<N>)
    return kernel_fault_of<std::remove_cvref_t<decltype(std::declval<const N&>().source())>>();
  else if constexpr (is_scattered<N>)
    return first_fault<std::remove_cvref_t<decltype(std::declval<const N&>().base())>,
                       std::remove_cvref_t<decltype(std::declval<const N&>().updates())>>();
  else if constexpr (!calls_kernel_function<N>)
    return kernel_fault::function;
  else if constexpr (!has_kernel_types<N>)
    return kernel_fault::complex;
  else if constexpr (is_map<N> || is_moving<N> || is_windowed<N> || device_computation<N>::known)
    return decltype(std::declval<const N&>().operands(ask_for_kernel{}))::value;
  else
    return kernel_fault::node;
}

constexpr message kernel_fault_text(kernel_fault fault) {
  switch (fault) {
  case kernel_fault::element:
    return message("stria: devices compute with bool, integers, float, double and complex numbers "
                   "of these two; an operand has elements of another type");
  case kernel_fault::host_memory:
    return message(
        "stria: one operand is in the memory of a device and another in the memory of the host; "
        "to_device(t, d) copies a tensor to a device, to_host(c) back");
  case kernel_fault::function:
    return message("stria: a function in this expression has no text for a kernel; define it with "
                   "STRIA_DEVICE_FUNCTION(name, (float x), { return ...; })");
  case kernel_fault::complex:
    return message("stria: a function in this expression has no kernel for complex numbers; "
                   "to_host(c) copies its operand, docs/devices.md lists the functions");
  case kernel_fault::node:
    return message("stria: a function in this expression has no kernel for devices; to_host(c) "
                   "copies its operand, docs/devices.md lists what runs where");
  case kernel_fault::none: break;
  }
  return {};
}

// --- operands and text ---

/// A target in new memory, which no operand reads.
struct fresh_target {};
/// A target that is written at indexed positions. An operand in the same allocation is a conflict.
struct scattered_target {
  device_address base;
};

/// D strides known only at run time.
template <std::size_t D> constexpr std::array<index, D> unknown_steps() {
  std::array<index, D> steps{};
  for (index& s : steps)
    s = unknown_stride;
  return steps;
}

template <class C> using value_tensor_of_places = typename tensor_of<index, extents_of<C>>::type;

/// The smallest and the largest entry of an index array on a device; defined in device/fold.hpp.
template <class E> entry_range device_range(const E& e);

/// Whether an index consists of integer arrays, some of them on a device.
template <class Index> inline constexpr bool reads_places = false;
template <class P> inline constexpr bool is_array_part = false;
template <class H> inline constexpr bool is_array_part<index_array<H>> = true;
template <class P> inline constexpr bool is_device_part = false;
template <class H> inline constexpr bool is_device_part<index_array<fetched<H>>> = true;
template <class Seq, class... P>
inline constexpr bool reads_places<index_list<Seq, P...>> =
    (is_array_part<P> && ...) && (is_device_part<P> || ...);
template <class Seq, class... P>
inline constexpr bool reads_places<bounded_list<out_of_bounds::raise_t, Seq, P...>> =
    reads_places<index_list<Seq, P...>>;
template <class H, std::size_t D>
inline constexpr bool reads_places<nd_index<fetched<H>, D, out_of_bounds::raise_t>> = true;

/// Calls visit(entries) for each array of an index that consists of integer arrays. An array on a
/// device is passed as an expression on that device.
template <class H, class Visit>
void visit_entries(const index_array<fetched<H>>& part, const Visit& visit) {
  visit(part.entries().source());
}
template <class H, class Visit> void visit_entries(const index_array<H>& part, const Visit& visit) {
  visit(part.entries());
}
template <class Index, class Visit> void visit_components(const Index& items, const Visit& visit) {
  items.visit_parts([&](const auto& part) { visit_entries(part, visit); });
}
template <class H, std::size_t D, class P, class Visit>
void visit_components(const nd_index<fetched<H>, D, P>& items, const Visit& visit) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (visit(sliced<H, code_of<ellipsis_t, constant<static_cast<index>(K)>>>(
         items.indices().source(), encode(ellipsis, constant<static_cast<index>(K)>{}))),
     ...);
  }(std::make_index_sequence<D>());
}

/// Whether a node reads memory of a device without computing anything.
template <class N> inline constexpr bool is_device_entry = device_memory<N>;
template <class N>
  requires(is_moving<N> && !device_memory<N>)
inline constexpr bool is_device_entry<N> =
    is_device_entry<std::remove_cvref_t<decltype(std::declval<const N&>().source())>>;

/// Applies `change` to the parts of an index that are on a device, and keeps the others.
template <class P, class Change> decltype(auto) changed_part(const P& part, const Change&) {
  return (part);
}
template <class H, class Change>
decltype(auto) changed_part(const fetched<H>& part, const Change& change) {
  return change(part.source());
}
template <class Index, class Change> auto changed_parts(const Index& items, const Change& change) {
  return items.operands(
      [&](const auto&... part) { return items.over(changed_part(part, change)...); });
}
template <class Index>
inline constexpr bool has_device_parts =
    decltype(std::declval<const Index&>().operands(join_places{}))::value == place::device;
/// The index with all arrays and masks on the host. Those on a device are computed and copied once.
template <class Index> decltype(auto) index_on_host(const Index& items) {
  if constexpr (has_device_parts<Index>)
    return changed_parts(items, [](const auto& e) { return copy_to_host(e); });
  else
    return (items);
}
/// Whether the index of a gather is resolved on the host although a part of it is on a device.
template <class N> inline constexpr bool fetches_index = false;
template <class S, auto Spec, class Index>
inline constexpr bool fetches_index<gather<S, Spec, Index>> =
    has_device_parts<Index> && !reads_places<Index>;

/// Whether an index has an array on a device that is not in memory and must be computed.
template <class Index> inline constexpr bool has_computed_parts = false;
struct ask_for_computed {
  template <class H> static constexpr bool is_computed(const fetched<H>*) {
    return !is_device_entry<H>;
  }
  static constexpr bool is_computed(const void*) { return false; }
  template <class... P>
  constexpr std::bool_constant<(is_computed(static_cast<const P*>(nullptr)) || ...)>
  operator()(const P&...) const {
    return {};
  }
};
template <class Index>
  requires(reads_places<Index>)
inline constexpr bool has_computed_parts<Index> =
    decltype(std::declval<const Index&>().operands(ask_for_computed{}))::value;

/// Checks an index and returns the positions in the source that it selects, as a tensor on the
/// host. A position is the sum of index times stride.
template <auto Spec, class Index, class M>
auto resolved_places(const Index& given, const M& source) {
  const auto& items = index_on_host(given);
  const auto sizes = indexed_only<Spec>(source.shape());
  items.check(sizes.data());
  return typename tensor_of<index, Index::extents>::type(
      resolve_places<unknown_steps<Spec.count>(), false>(
          items.resolved(), sizes, indexed_only<Spec>(source.strides()), named_axes<Spec>.data()));
}

/// Checks masks and the entries of index arrays.
template <class S, auto Spec, class Index> void check_index(const gather<S, Spec, Index>& n) {
  const auto sizes = indexed_only<Spec>(n.source().shape());
  n.places().check(sizes.data());
  if constexpr (Spec.count > 0)
    n.places().resolved().components([&](const auto&... component) {
      std::size_t k = 0;
      (..., (check_entries<Index>(component, sizes[k], named_axes<Spec>[k]), ++k));
    });
}
/// Checks every index in an expression that is not computed because it has no elements.
template <class N> void check_places(const N& n) {
  if constexpr (is_gather<N>)
    check_index(n);
  member_access::operands(n, [](const auto&... o) { (check_places(o), ...); });
}

/// Adds the operands of an expression to a draft with L loops. Out is the cursor of the target. Its
/// addresses are only compared, never dereferenced.
template <std::size_t L, class Out> class lowering {
  kernel_draft& draft_;
  const std::array<index, L>& sizes_;
  const Out& out_;
  bool met_ = false;

public:
  lowering(kernel_draft& draft, const std::array<index, L>& sizes, const Out& out)
      : draft_(draft), sizes_(sizes), out_(out) {}

  /// Whether the target's memory is read at positions other than the ones being written.
  bool met() const { return met_; }

  template <class N> kernel_operand operator()(const N& n, const axis_refs<rank_of<N>>& refs) {
    if constexpr (device_memory<N>) {
      check_context(n.context());
      return memory<value_t<N>>(n.base(), offset_of(n), n.strides(), refs);
    } else if constexpr (is_scalar<N>) {
      return {draft_.add_scalar(n.value), kernel_type_of<value_t<N>>()};
    } else if constexpr (is_positions<N>) {
      const auto c =
          make_cursor<1, L>(static_cast<const char*>(nullptr), 0, std::array<index, 1>{1}, refs);
      return {draft_.add_counter(c.offset, c.strides.data()), kernel_type::i64};
    } else if constexpr (is_map<N>) {
      return call(n, refs);
    } else if constexpr (is_gather<N>) {
      return gathered(n, refs);
    } else if constexpr (is_moving<N>) {
      return (*this)(n.source(), n.source_refs(refs));
    } else if constexpr (is_windowed<N>) {
      return windows(n, operand_at<0>(n), refs);
    } else {
      return computed_first(device_computation<N>::compute(n), refs);
    }
  }

private:
  template <class N> static index offset_of(const N& n) {
    if constexpr (device_owner<N>)
      return 0;
    else
      return n.offset();
  }
  void check_context(const device_context_ptr& other) const {
    check_same_device(draft_.context(), other);
  }

  template <class T, std::size_t R>
  kernel_operand memory(device_address base, index offset, const std::array<index, R>& strides,
                        const axis_refs<R>& refs) {
    const auto c = make_cursor<1, L>(reinterpret_cast<const T*>(base), offset, strides, refs);
    if constexpr (std::same_as<Out, scattered_target>)
      met_ = met_ || base == out_.base;
    else if constexpr (!std::same_as<Out, fresh_target>)
      met_ = met_ || may_conflict(sizes_, out_, c);
    return {draft_.add_memory(kernel_type_of<T>(), base, c.offset, c.strides.data()),
            kernel_type_of<T>()};
  }
  template <class D, std::size_t R>
  kernel_operand computed_first(D&& values, const axis_refs<R>& refs) {
    using T = value_t<D>;
    check_context(values.context());
    const auto c =
        make_cursor<1, L>(reinterpret_cast<const T*>(values.base()), 0, values.strides(), refs);
    draft_.keep(static_cast<D&&>(values).take_buffer());
    return {draft_.add_memory(kernel_type_of<T>(), reinterpret_cast<device_address>(c.base),
                              c.offset, c.strides.data()),
            kernel_type_of<T>()};
  }

  /// Adds sliding windows over memory. A source that is not memory is computed first. The axis of
  /// the windows and the axis within a window have the same stride.
  template <class N, class S, std::size_t R>
  kernel_operand windows(const N& n, const S& source, const axis_refs<R>& refs) {
    if constexpr (device_memory<S>) {
      check_context(source.context());
      const auto own = source.strides();
      std::array<index, R> strides{};
      for (std::size_t k = 0; k + 1 < R; ++k)
        strides[k] = own[k];
      strides[R - 1] = own[N::axis];
      return memory<value_t<S>>(source.base(), offset_of(source), strides, refs);
    } else {
      device_value<S> values = device_eval(source);
      kernel_operand result = windows(n, values, refs);
      draft_.keep(std::move(values).take_buffer());
      return result;
    }
  }

  template <class F, class Seq, class... A>
  kernel_operand call(const map_node<F, Seq, A...>& n,
                      const axis_refs<map_node<F, Seq, A...>::extents.rank()>& refs) {
    using N = map_node<F, Seq, A...>;
    constexpr kernel_type result = kernel_type_of<value_t<N>>();
    kernel_operand operand[sizeof...(A)];
    std::size_t k = 0;
    for_each_operand(n, [&](const auto& o) {
      using O = std::remove_cvref_t<decltype(o)>;
      const auto own = broadcast_refs(refs, o.shape());
      if constexpr (N::template computes_first<O>)
        operand[k++] = computed_first(device_eval(o), own);
      else
        operand[k++] = (*this)(o, own);
    });
    return {kernel_call<F>::text(draft_, n.function(), result, operand, sizeof...(A)), result};
  }

  /// Adds a gather. Its positions are computed and checked by the same rules as on the host.
  template <class S, auto Spec, class Index, std::size_t R>
  kernel_operand gathered(const gather<S, Spec, Index>& n, const axis_refs<R>& refs) {
    if constexpr (device_memory<S>) {
      return at_places(n, n.source(), refs);
    } else {
      device_value<S> values = device_eval(n.source());
      auto result = at_places(n, values, refs);
      draft_.keep(std::move(values).take_buffer());
      return result;
    }
  }
  template <class S, auto Spec, class Index, class M, std::size_t R>
  kernel_operand at_places(const gather<S, Spec, Index>& n, const M& source,
                           const axis_refs<R>& refs) {
    using T = value_t<M>;
    constexpr std::size_t B = Index::extents.rank();
    check_context(source.context());
    std::string place = add_places<Spec, B>(n.places(), source, place_refs<Spec, B>(refs));
    const auto c = make_cursor<1, L>(reinterpret_cast<const T*>(source.base()), offset_of(source),
                                     source.strides(), source_refs<Spec, rank_of<M>, B>(refs));
    if constexpr (std::same_as<Out, scattered_target>)
      met_ = met_ || source.base() == out_.base;
    else if constexpr (!std::same_as<Out, fresh_target>)
      met_ = met_ || may_conflict(sizes_, out_, all_of_it(source));
    constexpr bool drops = std::same_as<typename Index::policy, out_of_bounds::drop_t>;
    return {draft_.add_memory(kernel_type_of<T>(), source.base(), c.offset, c.strides.data(),
                              std::move(place), drops),
            kernel_type_of<T>()};
  }
  /// Checks the entries of one index array against the size of its axis.
  template <class Index, class C>
  void check_component(const C& component, index size, std::size_t axis) {
    if constexpr (!device_operand<C>) {
      check_entries<Index>(prepare(component), size, axis);
    } else if (component.size() > 0) {
      check_context(context_of(component));
      const auto [low, high] = device_range(component);
      if (!inside(position_of<Index::wraps>(low, size), size) ||
          !inside(position_of<Index::wraps>(high, size), size))
        check_entries<Index>(copy_to_host(component), size, axis); // throws, naming the entry
    }
  }
  /// The text that computes the position of an entry of one index array.
  template <class Index, class C, std::size_t B>
  std::string component_text(const C& component, index size, index stride,
                             const axis_refs<B>& refs) {
    if constexpr (!device_operand<C>) {
      return add_table(places_along<Index>(prepare(component), size, stride), refs);
    } else {
      const kernel_operand v = (*this)(component, broadcast_refs(refs, component.shape()));
      const std::string n = draft_.add_scalar(size), step = draft_.add_scalar(stride);
      if (!draft_.writing())
        return {};
      const std::string x = converted_text(v.text, v.type, kernel_type::i64);
      return (Index::wraps ? "(" + x + " < 0 ? " + x + " + " + n + " : " + x + ")" : x) + " * " +
             step;
    }
  }

public:
  /// The text that computes the positions of an index. If the index consists of integer arrays and
  /// some are on the device, the kernel reads the arrays. Otherwise the host computes the positions
  /// and uploads them. If several axes are indexed, there is one table for each array, because
  /// these tables are smaller than one table of all positions.
  template <auto Spec, std::size_t B, class Index, class M>
  std::string add_places(const Index& items, const M& source, const axis_refs<B>& refs) {
    const auto sizes = indexed_only<Spec>(source.shape());
    const auto strides = indexed_only<Spec>(source.strides());
    std::string sum;
    const auto join = [&](const std::string& text) { sum += (sum.empty() ? "" : " + ") + text; };
    const auto add = [&](const auto& places) { join(add_table(places, refs)); };
    if constexpr (has_computed_parts<Index>) {
      // The arrays are computed once, for the check and for the kernel.
      auto in_memory = changed_parts(items, [](const auto& e) {
        return fetched<device_value<std::remove_cvref_t<decltype(e)>>>(device_eval(e));
      });
      auto held = std::make_shared<decltype(in_memory)>(std::move(in_memory));
      draft_.keep_alive(held);
      return add_places<Spec, B>(*held, source, refs);
    } else if constexpr (reads_places<Index>) {
      // All components are checked before the first is read.
      std::size_t k = 0;
      visit_components(items, [&](const auto& c) {
        check_component<Index>(c, sizes[k], named_axes<Spec>[k]);
        ++k;
      });
      k = 0;
      visit_components(items, [&](const auto& c) {
        join(component_text<Index>(c, sizes[k], strides[k], refs));
        ++k;
      });
    } else if constexpr (Spec.count < 2 ||
                         std::same_as<typename Index::policy, out_of_bounds::drop_t>) {
      add(resolved_places<Spec>(items, source));
    } else {
      const auto& on_host = index_on_host(items);
      on_host.check(sizes.data());
      on_host.resolved().components([&](const auto&... component) {
        std::size_t k = 0;
        // All components are checked before the first is uploaded.
        (..., (check_entries<Index>(component, sizes[k], named_axes<Spec>[k]), ++k));
        k = 0;
        (..., (add(places_along<Index>(component, sizes[k], strides[k])), ++k));
      });
    }
    return "(" + sum + ")";
  }

private:
  template <class Index, class C>
  static value_tensor_of_places<C> places_along(const C& component, index size, index stride) {
    using fn = place_fn<typename Index::policy, Index::wraps, unknown_steps<1>()>;
    return value_tensor_of_places<C>(map_of<fn, ref<C>>(fn{{size}, {stride}}, ref<C>(component)));
  }
  /// Uploads a tensor from the host as an operand, and returns its name.
  template <class P, std::size_t B>
  std::string add_table(const P& places, const axis_refs<B>& refs) {
    device_buffer buffer(draft_.context(), bytes_of_elements(places.size(), sizeof(index)));
    if (places.size() > 0)
      draft_.context()->write(buffer.base(), 0, places.data(), buffer.bytes());
    const auto c = make_cursor<1, L>(reinterpret_cast<const index*>(buffer.base()), 0,
                                     places.strides(), broadcast_refs(refs, places.shape()));
    std::string name =
        draft_.add_memory(kernel_type::i64, buffer.base(), c.offset, c.strides.data());
    draft_.keep(std::move(buffer));
    return name;
  }
  template <class M> static memory_region<value_t<M>> all_of_it(const M& m) {
    const auto n = m.shape();
    const auto* base = reinterpret_cast<const value_t<M>*>(m.base());
    if (count_elements(n) == 0)
      return {base, 0, -1};
    const reach r = reach_of(offset_of(m), m.strides(), n);
    return {base, r.low, r.high};
  }
};

/// Maps the axes of an operand to the loops of a target of rank L, with broadcasting. Leading axes
/// that the target does not have must have size 1 and are dropped.
template <std::size_t L, class E> axis_refs<rank_of<E>> refs_into(const E& e) {
  constexpr std::size_t N = rank_of<E>;
  if constexpr (N <= L) {
    return broadcast_refs(straight_refs<L>(), e.shape());
  } else {
    const auto own = e.shape();
    axis_refs<N> refs{};
    for (std::size_t k = N - L; k < N; ++k)
      if (own[k] != 1)
        refs[k] = {0, 1, static_cast<int>(k - (N - L))};
    return refs;
  }
}

} // namespace stria::detail

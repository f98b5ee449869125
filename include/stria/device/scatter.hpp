// SPDX-License-Identifier: BSL-1.0
// device/scatter.hpp: assignment through index arrays to a target on a device, by the rules of
// assign/scatter.hpp.
//
// Positions are resolved and checked before anything is written. For `=` the last update of a
// position wins: one kernel finds the number of the last update of each position, and a second
// kernel stores these updates. For op=, one work item applies all updates of a position in order.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/device/masked.hpp>
#include <stria/device/store.hpp>
#include <stria/device/subscript.hpp>
#include <stria/device/updates.hpp>
#include <stria/numpy/select/scatter_nd.hpp>

#include <limits>

namespace stria::detail {

template <class Op, class Target, class E> class device_scatter;
template <class Op, class S, auto Spec, class Index, class E>
class device_scatter<Op, gather<S, Spec, Index>, E> {
  using target = gather<S, Spec, Index>;
  using T = value_t<S>;
  static constexpr std::size_t R = rank_of<S>, B = Index::extents.rank(), L = rank_of<target>;

public:
  static constexpr bool accepted = true;
  using type = target&;

  template <bool = true> static type run(target& t, const std::remove_reference_t<E>& e) {
    using masked = device_masked<Op, target, E>;
    if constexpr (masked::of_selection)
      if (masked::selects_alike(t, e)) {
        masked::run_selection(t, e);
        return t;
      }
    if constexpr (masked::of_one_value) {
      masked::run_value(t, e);
      return t;
    } else if constexpr (is_plain<Op> && reads_places<Index>) {
      const auto n = t.shape();
      if constexpr (operand<E>)
        check_updates<target, E>(n, e.shape());
      if (count_elements(n) == 0)
        return check_all(t), t;
      const auto places = places_on_device(t);
      // Every position in the source lies between these bounds.
      index low = 0, high = 0;
      const auto sizes = t.source().shape();
      const auto strides = t.source().strides();
      for (std::size_t k = 0; k < Spec.count; ++k) {
        const index span = (sizes[Spec.axes[k]] - 1) * strides[Spec.axes[k]];
        low += span < 0 ? span : 0;
        high += span < 0 ? 0 : span;
      }
      if constexpr (operand<E>)
        store_last(t.source(), places, low, high, n, e);
      else
        store_last(t.source(), places, low, high, n, hold_t<E, target>(e));
      return t;
    } else {
      const auto places = resolved_places<Spec>(t.places(), t.source());
      const auto n = gathered_sizes<Spec>(t.source().shape(), places.shape());
      if constexpr (operand<E>) {
        check_updates<target, E>(n, e.shape());
        write(t.source(), places, n, e);
      } else {
        write(t.source(), places, n, hold_t<E, target>(e));
      }
      return t;
    }
  }
  template <bool = true>
  static void ask(target&, const std::remove_reference_t<E>&, chosen_route& found) {
    found.way = route::backend;
  }

private:
  template <class P, class X>
  static void write(const S& source, const P& places, const std::array<index, L>& n, const X& e) {
    if (count_elements(n) == 0)
      return check_places(e);
    if constexpr (is_plain<Op>)
      store_last(source, places, n, e);
    else
      update_in_order(source, places, n, e);
  }
  /// The cursor of the target along the axes that are not indexed.
  static auto target_cursor(const S& source) {
    return make_cursor<1, L>(reinterpret_cast<T*>(source.base()), source.offset(), source.strides(),
                             source_refs<Spec, R, B>(straight_refs<L>()));
  }

  using place_tensor = typename device_tensor_of<index, Index::extents>::type;

  /// Checks the positions of an index and stores them on the device, where kernels read them.
  static place_tensor places_on_device(const target& t) {
    const auto sizes = t.places().shape();
    place_tensor result(t.source().context(), sizes);
    static kernel_body body;
    kernel_draft draft(result.context(), body, sizes.data(), B);
    const auto strides = result.strides();
    static_cast<void>(draft.add_memory(kernel_type::i64, result.base(), 0, strides.data()));
    const fresh_target fresh;
    lowering<B, fresh_target> lower(draft, sizes, fresh);
    std::string place =
        lower.template add_places<Spec, B>(t.places(), t.source(), straight_refs<B>());
    draft.store(std::move(place), kernel_type::i64, false);
    return result;
  }
  /// Checks the positions for an assignment that writes nothing.
  static void check_all(const target& t) {
    if (count_elements(t.places().shape()) > 0)
      static_cast<void>(places_on_device(t));
  }

  /// Assignment with positions on the host.
  template <class P, class X>
  static void store_last(const S& source, const P& places, const std::array<index, L>& n,
                         const X& e) {
    index low = std::numeric_limits<index>::max(), high = std::numeric_limits<index>::min();
    for (index i = 0; i < places.size(); ++i)
      if (const index p = places.data()[i]; p > dropped_place) {
        low = p < low ? p : low;
        high = p > high ? p : high;
      }
    if (low > high)
      return;
    store_last(source, to_device(places, device_access::make(source.context())), low, high, n, e);
  }
  /// Assigns to positions on the device, all of which lie between `low` and `high`.
  template <class P, class X>
  static void store_last(const S& source, const P& places, index low, index high,
                         const std::array<index, L>& n, const X& e) {
    const auto& context = source.context();
    const index count = places.size();
    if (count > std::numeric_limits<std::int32_t>::max())
      raise<device_error>(message("stria: device: a scatter has at most 2^31 - 1 positions"));
    static kernel_body body;
    kernel_draft draft(context, body, n.data(), L);
    const auto out = target_cursor(source);
    const std::string old =
        draft.add_memory(kernel_type_of<T>(), source.base(), out.offset, out.strides.data());
    const scattered_target to{source.base()};
    lowering<L, scattered_target> lower(draft, n, to);
    const kernel_operand value = lower(e, refs_into<L>(e));
    if (lower.met()) {
      const device_value<X> copy = device_eval(e);
      return store_last(source, places, low, high, n,
                        device_view<const value_t<X>, device_value<X>::layout>(copy));
    }
    device_buffer last = last_updates(context, places.base(), count, low, high);
    const auto along = batch_steps(places.strides());
    const std::string place = draft.add_memory(kernel_type::i64, places.base(), 0, along.data());
    const std::string number = draft.add_counter(0, along.data());
    const std::array<index, L> still{};
    const std::string winner = draft.add_position(kernel_type::i32, last.base(), 0, still.data());
    const std::string first = draft.add_scalar(low);
    draft.keep(std::move(last));
    if (draft.writing())
      draft.scatter_to(place,
                       place + " >= " + first + " && p" + winner + "[" + place + " - " + first +
                           "] == (i32)" + number,
                       {});
    if constexpr (L == B) {
      // If there are not many positions without an update, the kernel reads the winners and writes
      // the target in order.
      constexpr index few_updates = 8;
      const index positions = high - low + 1;
      draft.sweep(positions / few_updates <= count ? positions : 0, winner, first);
    }
    draft.store(stored_text<assign_op, T, value_t<X>>(draft, old, value), kernel_type_of<T>(),
                false);
  }

  template <class P, class X>
  static void update_in_order(const S& source, const P& places, const std::array<index, L>& n,
                              const X& e) {
    const auto& context = source.context();
    const grouped_updates groups(places.data(), places.size(), dropped_place + 1);
    if (groups.place.empty())
      return;
    // The updates, broadcast to the shape of the target.
    using V = value_t<X>;
    device_tensor_dyn<V> updates(context, n);
    device_loops::run<assign_op>(updates.whole(), e);
    // The kernel has one loop over the positions that occur, and one for each axis that is not
    // indexed.
    constexpr std::size_t K = L - B + 1;
    std::array<index, K> sizes{static_cast<index>(groups.place.size())}, to{}, from{}, one{1};
    const auto strides = updates.strides();
    const auto own = source.strides();
    index entry = 1;
    for (std::size_t k = 0; k < B; ++k)
      entry = strides[Spec.front + B - 1];
    std::size_t at = 1;
    for (std::size_t k = 0; k < R; ++k)
      if (!Spec.indexed(k)) {
        const std::size_t axis = result_axis(Spec, k, B);
        sizes[at] = n[axis];
        to[at] = own[k];
        from[at++] = strides[axis];
      }
    static kernel_body body;
    kernel_draft draft(context, body, sizes.data(), K);
    const std::string old =
        draft.add_memory(kernel_type_of<T>(), source.base(), source.offset(), to.data());
    device_buffer table = copy_to_device(context, groups.place.data(), groups.place.size()),
                  begin = copy_to_device(context, groups.begin.data(), groups.begin.size()),
                  order = copy_to_device(context, groups.order.data(), groups.order.size());
    const std::string place = draft.add_memory(kernel_type::i64, table.base(), 0, one.data());
    const std::string first = draft.add_memory(kernel_type::i64, begin.base(), 0, one.data());
    const std::string end = draft.add_memory(kernel_type::i64, begin.base(), 1, one.data());
    const std::array<index, K> still{};
    const std::string in_order =
        draft.add_position(kernel_type::i64, order.base(), 0, still.data());
    const std::string update =
        draft.add_position(kernel_type_of<V>(), updates.base(), 0, from.data());
    const std::string step = draft.add_scalar(entry);
    draft.keep(std::move(table));
    draft.keep(std::move(begin));
    draft.keep(std::move(order));
    draft.keep(std::move(updates).take_buffer());
    if (draft.writing()) {
      const std::string t(type_text(kernel_type_of<T>())), v(type_text(kernel_type_of<V>()));
      draft.scatter_to(place, {},
                       "    " + t + " a = " + old + ";\n    for (i64 k = " + first + "; k < " +
                           end + "; ++k) {\n      const " + v + " u = p" + update + "[a" + update +
                           " + p" + in_order + "[k] * " + step + "];\n      a = " +
                           stored_text<Op, T, V>(draft, "a", {"u", kernel_type_of<V>()}) +
                           ";\n    }\n");
    }
    draft.store("a", kernel_type_of<T>(), true);
  }

  /// The strides of the positions for the loops of the result: `strides` along the axes of the
  /// index, 0 along the other axes.
  static std::array<index, L> batch_steps(const std::array<index, B>& strides) {
    std::array<index, L> steps{};
    for (std::size_t k = 0; k < B; ++k)
      steps[Spec.front + k] = strides[k];
    return steps;
  }
  template <class V>
  using device_tensor_dyn = typename device_tensor_of<V, unknown_shape<L>()>::type;
};

template <class S, class Index> struct device_scatter_verdict {
  static constexpr scatter_fault fault = std::is_const_v<typename S::element_type>
                                             ? scatter_fault::read_only
                                         : is_single_place<Index> ? scatter_fault::rank_one
                                                                  : scatter_fault::none;
};
template <bool Accepted, class Op, class Target, class E>
struct device_scatter_if : refused_call<typename device_judged<Op, Target, E>::verdict> {};
template <class Op, class Target, class E>
struct device_scatter_if<true, Op, Target, E> : device_scatter<Op, Target, E> {};
template <scatter_fault Fault, class Op, class Target, class E>
struct device_scatter_unless : refused_call<scatter_refused<Op, Target, Fault>> {};
template <class Op, class Target, class E>
struct device_scatter_unless<scatter_fault::none, Op, Target, E>
    : device_scatter_if<device_judged<Op, Target, E>::accepted, Op, Target, E> {};

template <class Op, device_memory S, auto Spec, class Index, class E>
struct scatter_unless<scatter_fault::lazy, Op, gather<S, Spec, Index>, E>
    : device_scatter_unless<device_scatter_verdict<S, Index>::fault, Op, gather<S, Spec, Index>,
                            E> {};

template <device_operand Base> struct scattered_values<Base> {
  using type = device_value<Base>;
};
template <class Op, class Base, class Index, class U>
struct device_computation<scattered<Op, Base, Index, U>> {
  using node = scattered<Op, Base, Index, U>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    device_value<node> result = device_eval(n.base());
    auto places = result[n.places()];
    assigned<Op, decltype(places), const U&>::run(places, n.updates());
    return result;
  }
};

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// device/store.hpp: assignments to targets on a device, and eval() of expressions on a device.
// Tests: tests/device/assign.cpp, tests/device/forms.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/assign/tie.hpp>
#include <stria/device/lower.hpp>
#include <stria/device/subscript.hpp>

namespace stria {
namespace detail {

/// The reason why an expression cannot be assigned to a target on a device.
template <class E> struct kernel_verdict {
  static constexpr kernel_fault fault = [] {
    if constexpr (operand<E>)
      return kernel_fault_of<std::remove_cvref_t<E>>();
    else
      return device_element<std::remove_cvref_t<E>> ? kernel_fault::none : kernel_fault::element;
  }();
  static constexpr bool accepted = fault == kernel_fault::none;
  static constexpr message text() { return kernel_fault_text(fault); }
};

/// Whether kernels can call the function of an update.
template <class Op> inline constexpr bool updates_in_kernels = true;
template <class F> inline constexpr bool updates_in_kernels<update_op<F>> = is_kernel_function<F>;
struct update_verdict {
  static constexpr message text() { return kernel_fault_text(kernel_fault::function); }
};

template <class Target> inline constexpr bool is_read_only = false;
template <class T, auto L> inline constexpr bool is_read_only<device_view<const T, L>> = true;
struct read_only_verdict {
  static constexpr message text() {
    return message(
        "stria: this is a view of a const tensor on a device and cannot be written; take a view of "
        "a tensor that is not const, or write to a copy made with eval()");
  }
};

/// The verdict on an assignment on a device. The rules for all targets come first, then the limits
/// of kernels.
template <class Op, class Target, class E> struct device_judged {
  using first = assign_verdict<Op, Target, E>;
  using kernel = std::conditional_t<updates_in_kernels<Op>, kernel_verdict<E>, update_verdict>;
  using verdict = std::conditional_t<is_read_only<Target>, read_only_verdict,
                                     std::conditional_t<!first::accepted, first, kernel>>;
  static constexpr bool accepted = !is_read_only<Target> && first::accepted &&
                                   updates_in_kernels<Op> && kernel_verdict<E>::accepted;
};

/// Assignment to a tensor that adopts the shape of the expression.
template <class Target, class E> struct device_tensor_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    if constexpr (!operand<E>) {
      device_loops::run<assign_op>(target.whole(), hold_t<E, Target>(e));
    } else {
      const auto sizes = tensor_sizes<Target>(e);
      if (sizes == target.shape() && !target.is_moved_from()) {
        device_loops::run<assign_op>(target.whole(), e);
      } else {
        // The shape is changed last, because the expression may read the old values.
        Target fresh(target.context(), sizes);
        device_loops::run<assign_op>(fresh.whole(), e);
        target = std::move(fresh);
      }
    }
    return target;
  }
  template <bool = true>
  static void ask(Target&, const std::remove_reference_t<E>& e, chosen_route& found) {
    if constexpr (operand<E>)
      static_cast<void>(tensor_sizes<Target>(e));
    found.way = route::backend;
  }
};
template <class Op, class Target, class E> struct device_view_assignment {
  static constexpr bool accepted = true;
  using type = Target&;

  template <bool = true> static type run(Target& target, const std::remove_reference_t<E>& e) {
    if constexpr (operand<E>) {
      check_fit<extents_of<Target>, extents_of<E>>(target.shape(), e.shape());
      device_loops::run<Op>(target.whole(), e);
    } else {
      device_loops::run<Op>(target.whole(), hold_t<E, Target>(e));
    }
    return target;
  }
  template <bool = true>
  static void ask(Target& target, const std::remove_reference_t<E>& e, chosen_route& found) {
    if constexpr (operand<E>)
      check_fit<extents_of<Target>, extents_of<E>>(target.shape(), e.shape());
    found.way = route::backend;
  }
};

template <bool Accepted, class Op, class Target, class E>
struct device_assigned : refused_call<typename device_judged<Op, Target, E>::verdict> {};
template <class Op, class Target, class E>
struct device_assigned<true, Op, Target, E> : device_view_assignment<Op, Target, E> {};
template <device_owner Target, class E>
struct device_assigned<true, assign_op, Target, E> : device_tensor_assignment<Target, E> {};

template <class Op, class T, extent... X, class E>
  requires(!is_refused<std::remove_cvref_t<E>>)
struct assigned<Op, device_tensor<T, X...>, E>
    : device_assigned<device_judged<Op, device_tensor<T, X...>, E>::accepted, Op,
                      device_tensor<T, X...>, E> {};
template <class Op, class T, auto L, class E>
  requires(!is_refused<std::remove_cvref_t<E>>)
struct assigned<Op, device_view<T, L>, E>
    : device_assigned<device_judged<Op, device_view<T, L>, E>::accepted, Op, device_view<T, L>, E> {
};

/// The name of the function of an update, and the type of its result for one element.
template <class Op, class T, class V> struct updated_element {
  using type = T;
};
template <class F, class T, class V> struct updated_element<update_op<F>, T, V> {
  static constexpr const char* name = F::text;
  using type =
      std::remove_cvref_t<decltype(F{}(std::declval<const T&>(), std::declval<const V&>()))>;
};

/// The value that an assignment stores: e, or the result of the function of an update for the
/// target and e.
template <class Op, class T, class V>
std::string stored_text(const kernel_draft& draft, const std::string& old,
                        const kernel_operand& v) {
  constexpr kernel_type to = kernel_type_of<T>();
  if (!draft.writing())
    return {};
  if constexpr (is_plain<Op>) {
    return converted_text(v.text, v.type, to);
  } else {
    constexpr kernel_type result = kernel_type_of<typename updated_element<Op, T, V>::type>();
    const kernel_operand both[] = {{old, to}, v};
    return converted_text(function_text(updated_element<Op, T, V>::name, result, both, 2), result,
                          to);
  }
}

} // namespace detail

template <class Op, class Target, class E>
void detail::device_loops::run(const Target& target, const E& e) {
  constexpr std::size_t L = rank_of<Target>;
  using T = value_t<Target>;
  const auto n = target.shape();
  if (count_elements(n) == 0)
    return check_places(e);
  if constexpr (is_plain<Op> && rank_of<E> == L && device_computation<E>::stores)
    if constexpr (std::same_as<T, value_t<E>>)
      if (target.is_contiguous() && e.shape() == n)
        return device_computation<E>::store(target, e);
  static kernel_body body;
  kernel_draft draft(target.context(), body, n.data(), L);
  const auto out = make_cursor<1, L>(reinterpret_cast<T*>(target.base()), target.offset(),
                                     target.strides(), straight_refs<L>());
  const std::string old =
      draft.add_memory(kernel_type_of<T>(), target.base(), out.offset, out.strides.data());
  lowering<L, std::remove_const_t<decltype(out)>> lower(draft, n, out);
  const kernel_operand value = lower(e, refs_into<L>(e));
  if (lower.met()) {
    // All values are computed before the first is stored.
    const device_value<E> copy = device_eval(e);
    return run<Op>(target, device_view<const value_t<E>, device_value<E>::layout>(copy));
  }
  draft.store(stored_text<Op, T, value_t<E>>(draft, old, value), kernel_type_of<T>(),
              !is_plain<Op>);
}

namespace detail {

template <class E> device_value<E> device_eval(const E& e) {
  if constexpr (device_computation<E>::known) {
    return device_computation<E>::compute(e);
  } else if constexpr (fetches_index<E>) {
    // The masks are fetched once, here. Otherwise the shape, which depends on the masks, would
    // fetch them again.
    return device_eval(e.operands([&](const auto& source, const auto&... part) {
      return e.over(source,
                    changed_part(part, [](const auto& items) { return copy_to_host(items); })...);
    }));
  } else {
    device_value<E> values(context_of(e), e.shape());
    device_loops::run<assign_op>(values.whole(), e);
    return values;
  }
}

template <class E> value_tensor<E> copy_to_host(const E& e) {
  if constexpr (device_owner<E>) {
    value_tensor<E> values(e.shape(), uninitialized_t{});
    if (values.size() > 0)
      e.context()->read(values.data(), e.base(), 0,
                        bytes_of_elements(values.size(), sizeof(value_t<E>)));
    return values;
  } else {
    return copy_to_host(device_eval(e));
  }
}

} // namespace detail

namespace detail {

template <class E> struct device_eval_call {
  static constexpr bool accepted = true;
  using type = device_value<E>;
  static type run(const E& e) { return device_eval(e); }
};
template <class E> struct to_host_call {
  static constexpr bool accepted = true;
  using type = value_tensor<E>;
  static type run(const E& e) { return copy_to_host(e); }
};
template <class E, template <class> class Call>
using device_call = judged_call<kernel_verdict<E>, Call<E>>;

} // namespace detail

/// The values of an expression on a device as a new device_tensor. NumPy: `np.array(e)`.
template <detail::device_operand E>
auto eval(const E& e) STRIA_RUN_OR_REFUSE((detail::device_call<E, detail::device_eval_call>), e);

namespace detail {

/// Several targets on a device: all values are computed, then stored.
template <class... T, class... E>
  requires(device_memory<T> && ...)
struct tied_result<std::tuple<T...>, std::tuple<E...>> {
  static constexpr auto judge() {
    if constexpr (sizeof...(T) != sizeof...(E))
      return std::type_identity<refused_call<tied_count_verdict>>();
    else if constexpr ((device_judged<assign_op, T, const std::remove_cvref_t<E>&>::accepted &&
                        ...))
      return std::type_identity<tied_result>();
    else
      return std::type_identity<first_refusal<
          typename device_judged<assign_op, T, const std::remove_cvref_t<E>&>::verdict...>>();
  }
  static constexpr bool accepted = true;
  using type = void;

  static void run(const std::tuple<T&...>& to, const std::tuple<E...>& from) {
    run_each(to, from, std::index_sequence_for<T...>());
  }

private:
  template <class V> static auto computed(const V& v) {
    if constexpr (device_operand<V>)
      return device_eval(v);
    else
      return v;
  }
  template <class Target, class V> static void check(const Target& t, const V& v) {
    if constexpr (operand<V>) {
      if constexpr (device_owner<Target>)
        static_cast<void>(tensor_sizes<Target>(v));
      else
        check_fit<extents_of<Target>, extents_of<V>>(t.shape(), v.shape());
    }
  }
  template <std::size_t... Ix>
  static void run_each(const std::tuple<T&...>& to, const std::tuple<E...>& from,
                       std::index_sequence<Ix...>) {
    (check(std::get<Ix>(to), std::get<Ix>(from)), ...);
    std::tuple values(computed(std::get<Ix>(from))...);
    ((std::get<Ix>(to) = std::get<Ix>(values)), ...);
  }
};

} // namespace detail

/// `noalias(c) = e` for targets on a device: the same as `c = e`.
template <detail::device_owner T>
  requires(!std::is_const_v<T>)
auto noalias(T& t) {
  return detail::noalias_target<T, T&>(t);
}
/// `noalias(v) = e` for a view on a device.
template <class T, auto L> auto noalias(const detail::device_view<T, L>& v) {
  using view = detail::device_view<T, L>;
  return detail::noalias_target<view, view>(v);
}

namespace detail {

template <class E> struct upload_verdict : device_tensor_verdict {
  static constexpr bool accepted = device_element<value_t<E>>;
};
template <class E> struct upload {
  static constexpr bool accepted = true;
  using type = device_value<E>;
  static type run(const E& e, const device& d) {
    if constexpr (tensor_operand<E>)
      return copy(e, device_access::context(d));
    else
      return copy(eval(e), device_access::context(d));
  }

private:
  template <class H> static type copy(const H& t, const device_context_ptr& context) {
    type result(context, t.shape());
    if (t.size() > 0)
      context->write(result.base(), 0, t.data(), bytes_of_elements(t.size(), sizeof(value_t<E>)));
    return result;
  }
};
// Empty for types that are not operands, because clang needs the return type before it checks the
// constraint.
template <class E> struct upload_call {};
template <operand E> struct upload_call<E> : judged_call<upload_verdict<E>, upload<E>> {};

} // namespace detail

/// Copies a tensor, or the values of an expression, to the memory of a device.
///
/// \param e      an operand on the host, of any shape
/// \param d      the device
/// \returns      device_tensor of the same extents
/// \throws       device_error if there is not enough memory
/// \refuses      element types other than bool, integers, float, double, and complex numbers of the
///               last two
/// \complexity   O(n); an expression is evaluated into a temporary on the host first
/// \numpy        `cupy.asarray(t)`
/// \usage        `auto c = to_device(t, d)`
template <detail::operand E>
  requires(!detail::device_operand<E>)
auto to_device(const E& e, const device& d) STRIA_RUN_OR_REFUSE((detail::upload_call<E>), e, d);

/// Copies a tensor, or the values of an expression, from a device to the host.
///
/// Waits for the operations of the device, unless a stream is given.
///
/// \param e      an operand on a device, of any shape
/// \param s      a stream, which makes the copy in the background
/// \returns      tensor of the same extents; with a stream, a host_copy of it
/// \throws       device_error if the device fails
/// \refuses      expressions that have no kernel
/// \complexity   O(n); an expression is evaluated into a temporary on the device first
/// \numpy        `cupy.asnumpy(c)`
/// \usage        `dtensor<float, 2> t = to_host(c)`
template <detail::device_operand E>
auto to_host(const E& e) STRIA_RUN_OR_REFUSE((detail::device_call<E, detail::to_host_call>), e);

namespace detail {

template <class E> struct explain_kernel_call {
  static constexpr bool accepted = true;
  using type = std::string;
  static type run(const E& e) {
    const kernel_listener listener;
    static_cast<void>(device_eval(e));
    return listener.heard();
  }
};

} // namespace detail

/// Describes the kernels that compute an expression on a device.
///
/// The expression is computed once to find them.
///
/// \param e      an operand on a device
/// \returns      a text with, for each kernel, its source, its work groups, the least number of
///               bytes that it must move and, if the driver reports them, its registers
/// \throws       device_error if the device fails
/// \refuses      expressions that have no kernel
/// \complexity   that of evaluating `e`
/// \numpy        none
/// \usage        `std::cout << explain_kernel(sqrt(a) * 2.f)`
template <detail::device_operand E>
auto explain_kernel(const E& e)
    STRIA_RUN_OR_REFUSE((detail::device_call<E, detail::explain_kernel_call>), e);

} // namespace stria

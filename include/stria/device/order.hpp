// SPDX-License-Identifier: BSL-1.0
// device/order.hpp: scans, sorting, searching and counting on a device: cumsum, sort, argsort,
// top_k, unique, searchsorted, digitize, isin, nonzero, percentile, histogram, bincount.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/arguments/integer.hpp>
#include <stria/device/first.hpp>
#include <stria/device/rows.hpp>
#include <stria/device/scatter.hpp>
#include <stria/numpy/order/partition.hpp>
#include <stria/numpy/order/sets.hpp>
#include <stria/numpy/order/sort.hpp>
#include <stria/numpy/reduce/scan.hpp>
#include <stria/numpy/select/nonzero.hpp>
#include <stria/numpy/statistics/count.hpp>
#include <stria/numpy/statistics/digitize.hpp>
#include <stria/numpy/statistics/quantile.hpp>

namespace stria {
namespace detail {

// Kernels do not sort or search complex numbers.
template <device_operand A>
  requires is_complex<value_t<A>>::value
struct sortable_verdict<A> {
  static constexpr bool accepted = false;
  static constexpr message text() { return kernel_fault_text(kernel_fault::complex); }
};
template <class S, class V>
inline constexpr bool has_kernel_types<searched<S, V>> =
    !is_complex<value_t<S>>::value && !is_complex<value_t<V>>::value;

template <std::size_t R> device_rows rows_along(const std::array<index, R>& n, std::size_t axis) {
  device_rows rows{1, n[axis], 1};
  for (std::size_t k = 0; k < axis; ++k)
    rows.outer *= n[k];
  for (std::size_t k = axis + 1; k < R; ++k)
    rows.inner *= n[k];
  return rows;
}

/// Calls run(from) with the place of the elements of `e`, which have the shape and the type of the
/// contiguous memory `to`. They are stored there first if they are not contiguous memory, or
/// overlap `to`.
template <class Target, class E, class Run>
void from_memory(const Target& to, const E& e, const Run& run) {
  if constexpr (device_memory<E> && std::same_as<value_t<E>, value_t<Target>>) {
    const device_place from{e.base(), offset_of_memory(e)};
    if (e.is_contiguous() && (from.base != to.base() || from.offset == to.offset())) {
      check_same_device(to.context(), context_of(e));
      return run(from);
    }
  }
  device_loops::run<assign_op>(to, e);
  run(device_place{to.base(), to.offset()});
}

template <class Op, class N, std::size_t Axis>
  requires(std::same_as<Op, sum_op> || std::same_as<Op, prod_op>)
struct device_computation<scan<Op, N, Axis>> {
  using node = scan<Op, N, Axis>;
  static constexpr bool known = true, stores = true;
  static device_value<node> compute(const node& n) {
    device_value<node> result(context_of(n), n.shape());
    device_loops::run<assign_op>(result.whole(), n);
    return result;
  }
  template <class Target> static void store(const Target& to, const node& n) {
    from_memory(to, operand_at<0>(n), [&](const device_place& from) {
      scan_rows(to.context(), from, {to.base(), to.offset()}, kernel_type_of<value_t<node>>(),
                rows_along(to.shape(), Axis), std::same_as<Op, prod_op>);
    });
  }
};

/// Stores the elements of an operand, sorted along an axis, in contiguous memory. `places` receives
/// their positions, unless its base is 0.
template <class Target, class E>
void store_sorted(const Target& to, const device_place& places, const E& e, std::size_t axis,
                  bool descending = false) {
  from_memory(to, e, [&](const device_place& from) {
    sort_rows(to.context(), from, {to.base(), to.offset()}, kernel_type_of<value_t<E>>(), places,
              rows_along(to.shape(), axis), descending);
  });
}
/// The elements of an operand sorted along an axis, and their positions.
template <class E> struct device_sorted {
  device_value<E> values;
  typename device_tensor_of<index, extents_of<E>>::type places;

  device_sorted(const E& e, std::size_t axis, bool descending = false)
      : values(context_of(e), e.shape()), places(values.context(), e.shape()) {
    if (values.size() > 0)
      store_sorted(values.whole(), {places.base(), 0}, e, axis, descending);
    else
      values = e; // checks indices
  }
};

// partition() sorts the whole row, because in a sorted row every element is at its position.
template <order_kind Kind, class N, std::size_t Axis>
struct device_computation<sorted<Kind, N, Axis>> {
  using node = sorted<Kind, N, Axis>;
  static constexpr bool known = true, stores = true;
  static device_value<node> compute(const node& n) {
    device_value<node> result(context_of(n), n.shape());
    device_loops::run<assign_op>(result.whole(), n);
    return result;
  }
  template <class Target> static void store(const Target& to, const node& n) {
    store_sorted(to, {0, 0}, operand_at<0>(n), Axis);
  }
};
template <class N, std::size_t Axis> struct device_computation<sorted_places<N, Axis>> {
  static constexpr bool known = true, stores = false;
  static auto compute(const sorted_places<N, Axis>& n) {
    return device_sorted(operand_at<0>(n), Axis).places;
  }
};

template <class E, std::uint64_t Bits, bool Keep>
struct device_computation<statistic<percentile_op, E, Bits, Keep>> {
  using node = statistic<percentile_op, E, Bits, Keep>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using D = value_t<node>;
    using V = value_t<E>;
    const auto sizes = n.source().shape();
    const index count = reduced_count<Bits>(sizes);
    const percentile_op op = n.operation();
    if (!op.of_any && count == 0)
      raise_empty_reduction(percentile_op::text, sizes);
    device_value<node> result(context_of(n), n.shape());
    if (result.size() == 0)
      return result;
    if (count == 0) {
      result = std::numeric_limits<D>::quiet_NaN();
      return result;
    }
    constexpr auto map = reduced_last<Bits, rank_of<E>>();
    auto all = device_eval(n.source());
    auto moved_all = device_eval(moved<device_value<E>, map>(std::move(all)));
    const auto context = moved_all.context();
    device_tensor<V, dyn, dyn> rows(context, {result.size(), count},
                                    std::move(moved_all).take_buffer());
    store_sorted(rows.whole(), {0, 0}, rows, 1);
    const double place = op.q * static_cast<double>(count - 1);
    const index k = static_cast<index>(place);
    const D part = static_cast<D>(place - static_cast<double>(k));
    const index next = k + 1 < count ? k + 1 : k;
    const auto lower = cast<D>(rows[_, k]), upper = cast<D>(rows[_, next]);
    const auto last = cast<D>(rows[_, count - 1]);
    auto to = block_of<row_major(unknown_shape<1>())>(result, std::array<index, 1>{result.size()});
    // The interpolation begins at the nearer element. NaNs sort last.
    if (part < D(0.5))
      to = where(isnan(last), last, lower + (upper - lower) * part);
    else
      to = where(isnan(last), last, upper - (upper - lower) * (D{1} - part));
    return result;
  }
};

template <class S, class V> struct device_computation<searched<S, V>> {
  using node = searched<S, V>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    using T = value_t<S>;
    using X = value_t<V>;
    using C = typename joined_pair<T, X>::type;
    constexpr bool mixed = mixed_integers<T, X>;
    const auto table = device_eval(operand_at<0>(n));
    const auto& v = operand_at<1>(n);
    constexpr std::size_t L = rank_of<V>;
    const auto sizes = v.shape();
    device_value<node> result(table.context(), sizes);
    if (table.size() == 0)
      result = index{0};
    if (table.size() == 0 || result.size() == 0)
      return result;
    static kernel_body body[2];
    kernel_draft draft(result.context(), body[n.right() ? 1 : 0], sizes.data(), L);
    const auto strides = result.strides();
    static_cast<void>(draft.add_memory(kernel_type::i64, result.base(), 0, strides.data()));
    const fresh_target fresh;
    const kernel_operand value =
        lowering<L, fresh_target>(draft, sizes, fresh)(v, straight_refs<L>());
    const std::array<index, L> still{};
    const std::string at = draft.add_position(kernel_type_of<T>(), table.base(), 0, still.data());
    const std::string count = draft.add_scalar(table.size());
    if (draft.writing()) {
      // Integers of different signedness are compared by value, in their own types.
      constexpr kernel_type c = kernel_type_of<C>();
      constexpr kernel_type tx = mixed ? kernel_type_of<X>() : c;
      constexpr kernel_type te = mixed ? kernel_type_of<T>() : c;
      const std::string x = converted_text(value.text, value.type, tx);
      const std::string e = converted_text("p" + at + "[mid]", kernel_type_of<T>(), te);
      const kernel_operand both[] = {{"e", te}, {"x", tx}};
      const std::string order = function_text(n.right() ? "<=" : "<", kernel_type::b8, both, 2);
      // NaN sorts last.
      constexpr bool has_nan = std::floating_point<C>;
      const std::string before = !has_nan    ? order
                                 : n.right() ? "!(x < e || (e != e && x == x))"
                                             : "(e < x || (x != x && e == e))";
      draft.scatter_to({}, {},
                       "    const " + std::string(type_text(tx)) + " x = " + x +
                           ";\n    i64 from = 0, to = " + count +
                           ";\n    while (from < to) {\n      const i64 mid = from + (to - from) / "
                           "2;\n      const " +
                           std::string(type_text(te)) + " e = " + e + ";\n      if (" + before +
                           ")\n        from = mid + 1;\n      else\n        to = mid;\n    }\n");
    }
    draft.store("from", kernel_type::i64, false);
    return result;
  }
};

/// isin() searches the sorted values from the left and from the right. The two positions differ
/// only for an element that occurs.
template <device_operand A, class B> struct members_call<A, B> {
  static constexpr bool accepted = true;
  using C = typename set_element<value_t<A>, value_t<B>>::type;
  using type = typename device_tensor_of<bool, extents_of<A>>::type;
  static type run(const A& a, const B& b, bool invert) {
    // Integers of different signedness are searched as they are.
    constexpr bool mixed = mixed_integers<value_t<A>, value_t<B>>;
    using X = std::conditional_t<mixed, value_t<A>, C>;
    using T = std::conditional_t<mixed, value_t<B>, C>;
    const device_tensor<T, dyn> values = values_of<T>(b, context_of(a));
    type result(context_of(a), a.shape());
    const auto x = as_elements<X>(a);
    if constexpr (is_complex<C>::value) {
      result = invert;
      const auto on_host = copy_to_host(values);
      for (const C& v : on_host.storage())
        result = where(x == v, !invert, result);
    } else {
      const auto s = eval(sort(values));
      const auto from = searchsorted(s, x), to = searchsorted(s, x, search_side::right);
      result = (from != to && x == x) != invert; // NaN is never found
    }
    return result;
  }

private:
  template <class T> static auto values_of(const B& b, const device_context_ptr& context) {
    if constexpr (device_operand<B>)
      return eval(cast<T>(ravel(b)));
    else
      return to_device(cast<T>(ravel(b)), device_access::make(context));
  }
};

template <class V, class B> struct device_computation<digitized<V, B>> {
  using node = digitized<V, B>;
  static constexpr bool known = true, stores = false;
  static device_value<node> compute(const node& n) {
    return n.operands([&](const auto& values, const auto& given) {
      auto edges = device_eval(given);
      const index count = edges.size();
      const auto before = edges[range(index{0}, count > 0 ? count - 1 : 0)],
                 next = edges[range(index{1}, count > 0 ? count : 1)];
      const bool rises = all_of(before <= next);
      if (!rises && !all_of(before >= next)) [[unlikely]]
        raise_unordered_edges();
      if (!rises)
        edges = flip(edges);
      const auto place =
          searchsorted(edges, values, n.right() ? search_side::left : search_side::right);
      device_value<node> result(edges.context(), n.shape());
      if (rises)
        result = place;
      else
        result = count - place;
      return result;
    });
  }
};

template <class N, extent Bins> struct device_computation<counted_bins<N, Bins>> {
  using node = counted_bins<N, Bins>;
  static constexpr bool known = true, stores = false;
  // The bins are found by a search among the edges, because a quotient could round to another bin.
  static device_value<node> compute(const node& n) {
    const index bins = n.shape()[0];
    tensor<double, dyn> edges(bins + 1);
    for (index k = 0; k < bins; ++k)
      edges.data()[k] =
          n.low() + static_cast<double>(k) * ((n.high() - n.low()) / static_cast<double>(bins));
    edges.data()[bins] = n.high();
    const auto context = context_of(n);
    const auto flat = device_eval(cast<double>(ravel(operand_at<0>(n))));
    device_value<node> counts(context, n.shape());
    counts = index{0};
    if (flat.size() == 0)
      return counts;
    const auto on_device = to_device(edges, device_access::make(context));
    // The upper edge belongs to the last bin; elements outside and NaN are dropped.
    const auto inside_range = flat >= n.low() && flat <= n.high();
    const auto bin = eval(
        where(inside_range,
              minimum(searchsorted(on_device, flat, search_side::right) - 1, bins - 1), index{-1}));
    const auto kept = eval(bin[bin >= index{0}]);
    if (kept.size() > 0)
      counts[kept] += index{1};
    return counts;
  }
};

/// top_k() of an expression on a device; values and indices are on the device.
template <bool Smallest, bool Sorted, device_operand A, class K>
auto first_of_rows(top_k_kind<Smallest, Sorted>, const A& a, const K& k) {
  constexpr std::size_t R = rank_of<A>;
  check_top_k(size_value(k), a.shape()[R - 1]);
  const device_sorted<A> s(a, R - 1, !Smallest);
  const auto first = range(0, k);
  auto values = eval(s.values[ellipsis, first]);
  auto indices = eval(s.places[ellipsis, first]);
  return top_k_result<decltype(values), decltype(indices)>{std::move(values), std::move(indices)};
}

/// unique() of an expression on a device; the result is on the device. All NaNs count as one.
template <device_operand A>
auto different_elements(distinct_kind<false>, const A& a) -> device_tensor<value_t<A>, dyn> {
  const auto flat = eval(ravel(a));
  const auto s = eval(sort(flat));
  const index n = s.size();
  if (n < 2)
    return s;
  const auto before = s[range(0, n - 1)], next = s[range(1, n)];
  device_tensor<bool, dyn> first(flat.on(), n);
  first[0] = true;
  // NaNs count as equal.
  first[range(1, n)] = before < next || (next != next && before == before);
  return s[first];
}

} // namespace detail

// The host must know the number of results, so it finds the positions.

/// flatnonzero() of an expression on a device; the result is on the device.
template <detail::device_operand A> auto flatnonzero(const A& a) -> device_tensor<index, dyn> {
  const auto mask = detail::copy_to_host(a != detail::value_t<A>());
  return to_device(flatnonzero(mask), detail::device_access::make(detail::context_of(a)));
}
/// nonzero() of an expression on a device; the result is on the device.
template <detail::device_operand A> auto nonzero(const A& a) {
  const auto mask = detail::copy_to_host(a != detail::value_t<A>());
  return to_device(nonzero(mask), detail::device_access::make(detail::context_of(a)));
}
/// argwhere() of an expression on a device; the result is on the device.
template <detail::device_operand A> auto argwhere(const A& a) { return nonzero(a); }

/// bincount() of an expression on a device.
///
/// \param a          integers of any shape, none negative
/// \param minlength  the least number of bins
/// \returns          device_tensor [max(a) + 1, or minlength if larger] of index, on the device of
///                   `a`
/// \throws           value_error if an element or minlength is negative
/// \complexity       several kernels; the host groups the elements by bin
/// \numpy            `np.bincount(a.ravel(), minlength=minlength)`
/// \usage            `bincount(c, 10)`
template <detail::device_operand A>
  requires(std::integral<detail::value_t<A>>)
auto bincount(const A& a, detail::integer_argument minlength = 0) -> device_tensor<index, dyn> {
  const index shortest = minlength;
  if (shortest < 0) [[unlikely]]
    raise<value_error>(detail::message("stria: bincount: the minlength ")
                       << shortest << " is negative; it must be 0 or more");
  const auto values = eval(ravel(a));
  index largest = -1;
  if (values.size() > 0) {
    const index least = detail::to_index(min(values));
    if (least < 0) [[unlikely]]
      raise<value_error>(detail::message("stria: bincount: ") << least << " is negative");
    largest = detail::to_index(max(values));
  }
  const index n = detail::add_or_raise("bincount", largest, 1);
  device_tensor<index, dyn> counts(values.on(), n > shortest ? n : shortest);
  if (values.size() > 0)
    counts[cast<index>(values)] += index{1};
  return counts;
}

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// assign/scatter.hpp: scatter: t[idx] = and op=, assign_max, assign_min, assign_with; checked
// before the first write. Tests: tests/laws/scatter.cpp, tests/subscript/places.cpp,
// tests/subscript/nd.cpp, tests/subscript/items.cpp.
#pragma once

#include <stria/assign/masked.hpp>
#include <stria/expr/extremes.hpp>
#include <stria/subscript/dispatch.hpp>
#include <stria/tensor/overlap.hpp>

namespace stria {
namespace detail {

// Scatter writes elements one by one, in the row-major order of the updates. If a place occurs
// several times, = stores its last update, and op= applies all of its updates. Within one place,
// all elements are distinct.
struct scatter_kernel : row_kernel {
  template <class O, class Ix> static constexpr void row(O out, Ix in, index n) {
    using T = bare<decltype(out[0])>;
    if constexpr (is_place_row<O>)
      for (index i = 0; i < n; ++i)
        out[i] = convert_to<T>(in[i]);
    else
      store_kernel::row(out, in, n);
  }
};

/// `target = f(target, value)` with a callable that may be stateful.
template <class F> struct scatter_update_kernel : row_kernel {
  template <class O, class Ix> static constexpr void row(O out, Ix in, index n) {
    using T = bare<decltype(out[0])>;
    if constexpr (drops_elements<O>) {
      // Dropped updates are not computed: they might divide by 0, for example.
      for (index i = 0; i < n; ++i)
        if (!out.drops(i))
          out[i] = convert_to<T>(F{}(out[i], in[i]));
    } else if constexpr (is_place_row<O>)
      for (index i = 0; i < n; ++i)
        out[i] = convert_to<T>(F{}(out[i], in[i]));
    else
      update_kernel<F>::row(out, in, n);
  }
};

template <class Op> struct scatter_kernel_of {
  using type = scatter_kernel;
};
template <class F> struct scatter_kernel_of<update_op<F>> {
  using type = scatter_update_kernel<F>;
};

// Updates at nd indices must have the shape of the places, as in TensorFlow. A scalar fills all
// places.
template <class S, auto Spec, class Ix, std::size_t D, class P>
inline constexpr bool wants_exact<gather<S, Spec, nd_index<Ix, D, P>>> = true;

/// An nd index for a single place.
template <class Index> inline constexpr bool is_single_place = false;
template <class Ix, std::size_t D, class P>
inline constexpr bool is_single_place<nd_index<Ix, D, P>> = rank_of<Ix> < 2;

enum class scatter_fault : unsigned char { none, read_only, lazy, rank_one };

template <class S, class Index> constexpr scatter_fault scatter_fault_of() {
  if constexpr (!view_operand<S>)
    return scatter_fault::lazy;
  else if constexpr (std::is_const_v<typename source_element<S>::type>)
    return scatter_fault::read_only;
  else
    // TensorFlow and ONNX interpret a single place differently, so it is refused.
    return is_single_place<Index> ? scatter_fault::rank_one : scatter_fault::none;
}

template <class Op, class Target, scatter_fault Fault> struct scatter_refused {
  static constexpr bool accepted = false;
  static constexpr message text() {
    switch (Fault) {
    case scatter_fault::read_only:
      return message("stria: this is a selection from a const tensor and cannot be written; select "
                     "from one that "
                     "is not const");
    case scatter_fault::lazy:
      return message(
          "stria: this is a selection from an expression, which has no memory to write into; "
          "eval() makes a tensor");
    case scatter_fault::rank_one:
      return message("stria: scatter needs nd indices of rank 2 or more, batch + (depth,); for one "
                     "place write nd({{0, 1}})");
    case scatter_fault::none: break;
    }
    return {};
  }
};

/// Raises `shape_error` unless updates of these sizes fit the places of a scatter.
template <class Target, class E, std::size_t R, std::size_t U>
constexpr void check_updates(const std::array<index, R>& places,
                             const std::array<index, U>& updates) {
  if constexpr (wants_exact<Target> && rank_of<E> != 0) {
    if (places != updates) [[unlikely]]
      raise_shape_does_not_fit(extents_of<Target>.view(), places, extents_of<E>.view(), updates);
  } else {
    check_fit<extents_of<Target>, extents_of<E>>(places, updates);
  }
}

template <class Op, class Target, class E> class scatter_assignment {
  using alike = masked_alike<Op, Target, E>;

public:
  static constexpr bool accepted = true;
  using type = Target&;

  // noalias() refuses selections, so the parameter is always true: a scatter is always checked.
  template <bool = true>
  static constexpr type run(Target& target, const std::remove_reference_t<E>& e) {
    drop_kept(target);
    if constexpr (alike::possible)
      if !consteval {
        if (alike::holds(target, e)) {
          alike::run(target, e);
          return target;
        }
      }
    // Every index is checked here, before the first write (check_entries, subscript/resolve.hpp).
    auto places = target.located();
    if (places.index_meets_memory()) [[unlikely]] {
      auto own = places.with_own_places();
      write_to(own, e, run_chosen());
    } else {
      write_to(places, e, run_chosen());
    }
    return target;
  }

  template <class Ask = ask_chosen>
  static void ask(Target& target, const std::remove_reference_t<E>& e, chosen_route& found) {
    if constexpr (alike::possible)
      if (alike::holds(target, e)) {
        alike::run(target, e, found);
        found.way = route::scatter;
        found.detail = route_detail::masked;
        return;
      }
    auto places = target.located();
    write_to(places, e, Ask{&found});
    found.way = route::scatter;
  }

private:
  template <class P, class R> static constexpr void check_shape(const P& places, const R& ready_) {
    check_updates<Target, E>(places.shape(), ready_.shape());
  }
  template <class P, class Act>
  static constexpr void write_to(P& places, const std::remove_reference_t<E>& e, Act act) {
    if constexpr (!operand<E>) {
      write(places, hold_t<E, Target>(e), act);
    } else {
      const auto& ready_ = prepare(e);
      check_shape(places, ready_);
      const auto region = region_of_target(places);
      const auto n = places.shape();
      if (count_elements(n) != 0 && meets(region, n, ready_)) {
        act([] {}, by<route::scatter>());
        write(places, eval(ready_), act);
      } else {
        write(places, ready_, act);
      }
    }
  }
  /// Whether an expression, in the loops of the sizes n, reads memory of a region.
  template <class Region, class R>
  static constexpr bool meets(const Region& region, const std::array<index, rank_of<Target>>& n,
                              const R& e) {
    bool found = false;
    input_cursor<rank_of<Target>, extents_of<Target>>(e).visit_memory(
        [&](const auto& leaf) { found = found || regions_meet(region, region_of(leaf, n)); });
    return found;
  }
  template <class P> static constexpr auto region_of_target(const P& places) {
    return places.template cursor<no_hint, 0>({}).region;
  }
  template <class P, class R, class Act>
  static constexpr void write(P& places, const R& e, Act act) {
    using kernel = typename scatter_kernel_of<Op>::type;
    const auto n = places.shape();
    const auto to = output_cursor(places);
    const auto from = input_cursor<rank_of<Target>, extents_of<Target>>(e);
    act([&] { run_loop<kernel>(n, to, from); }, by<route::plan>(), with_kernel<kernel>(), n, to,
        from);
  }
};

template <bool Accepted, class Op, class Target, class E>
struct scatter_if : refused_call<assign_verdict<Op, Target, E>> {};
template <class Op, class Target, class E>
struct scatter_if<true, Op, Target, E> : scatter_assignment<Op, Target, E> {};
template <class Op, class Target, class E>
  requires(blends<Target, E>)
struct scatter_if<true, Op, Target, E> : masked_assignment<Op, Target, E> {};

template <scatter_fault Fault, class Op, class Target, class E>
struct scatter_unless : refused_call<scatter_refused<Op, Target, Fault>> {};
template <class Op, class Target, class E>
struct scatter_unless<scatter_fault::none, Op, Target, E>
    : scatter_if<assign_verdict<Op, Target, E>::accepted, Op, Target, E> {};

template <class Op, class S, auto Spec, class Index, class E>
  requires(!is_refused<bare<E>>)
struct assigned<Op, gather<S, Spec, Index>, E>
    : scatter_unless<scatter_fault_of<S, Index>(), Op, gather<S, Spec, Index>, E> {};

} // namespace detail

namespace detail {

// Empty for a target that is not an operand, because clang needs the return type before it checks
// the constraint.
template <class Op, class Target, class E> struct updated {};
template <class Op, operand Target, class E>
struct updated<Op, Target, E> : assigned<Op, bare<Target>, E> {};
template <class Op, no_target Target, class E>
  requires operand<Target>
struct updated<Op, Target, E> : refused_call<no_target_because<Target>> {};

} // namespace detail

#define STRIA_ASSIGN_WITH(name, fn)                                                                \
  template <detail::operand Target, class E>                                                       \
  constexpr auto name(Target&& target, E&& e)                                                      \
      STRIA_RUN_OR_REFUSE((detail::updated<detail::update_op<fn>, Target, E>), target, e)

/// Replaces each element of the target by the larger of itself and its update. If an index array
/// lists an element several times, all of its updates count.
///
/// \param target  a tensor, view or selection by index arrays (`t[idx]`)
/// \param e       the updates; they broadcast to the shape of the target. At an nd index they must
///                have exactly this shape, or be one value
/// \returns       a reference to the target
/// \throws        index_error for an index outside its axis, shape_error if shapes do not fit, both
///                before the first write
/// \refuses       const targets and expressions, and static shapes that do not fit
/// \complexity    O(n)
/// \numpy         `np.maximum.at(t, idx, e)`
/// \usage         `assign_max(t[idx], updates);`
STRIA_ASSIGN_WITH(assign_max, elementwise::maximum_fn);
/// Replaces each element of the target by the smaller of itself and its update. If an index array
/// lists an element several times, all of its updates count.
///
/// \param target  a tensor, view or selection by index arrays (`t[idx]`)
/// \param e       the updates; they broadcast to the shape of the target. At an nd index they must
///                have exactly this shape, or be one value
/// \returns       a reference to the target
/// \throws        index_error for an index outside its axis, shape_error if shapes do not fit, both
///                before the first write
/// \refuses       const targets and expressions, and static shapes that do not fit
/// \complexity    O(n)
/// \numpy         `np.minimum.at(t, idx, e)`
/// \usage         `assign_min(t[idx], updates);`
STRIA_ASSIGN_WITH(assign_min, elementwise::minimum_fn);

#undef STRIA_ASSIGN_WITH

namespace detail {

/// An update of assign_with: a value and the function to call with it.
template <class Op, class V> struct bound_update {
  static constexpr bool pure = std::is_empty_v<Op>;
  const Op* op;
  V value;
  // The verdict uses this conversion to check that the value converts to the element type of the
  // target.
  template <class T>
    requires std::constructible_from<T, const V&>
  explicit constexpr operator T() const {
    return static_cast<T>(value);
  }
};
template <class Op, class V>
inline constexpr bool is_pure_value<bound_update<Op, V>> = bound_update<Op, V>::pure;
template <class Op> struct bind_fn {
  static constexpr const char* text = "assign_with";
  static constexpr bool pure = std::is_empty_v<Op>;
  const Op* op;
  template <class V> constexpr bound_update<Op, V> operator()(const V& v) const { return {op, v}; }
};
struct apply_bound_fn {
  static constexpr const char* text = "assign_with";
  template <class T, class Op, class V>
    requires requires(const T& t, const bound_update<Op, V>& u) { (*u.op)(t, u.value); }
  STRIA_INLINE constexpr auto operator()(const T& t, const bound_update<Op, V>& u) const {
    return (*u.op)(t, u.value);
  }
};

template <class Target, class E, class Op> struct with_call {};
template <operand Target, class E, class Op>
  requires operand_with<E, Target>
struct with_call<Target, E, Op> {
  using updates = map_of<bind_fn<Op>, hold_t<E, Target>>;
  using call = updated<update_op<apply_bound_fn>, Target, const updates&>;
  using type = typename call::type;
  static constexpr bool accepted = call::accepted;
  template <class T, class U> static constexpr decltype(auto) run(T& target, U&& e, const Op& op) {
    return call::run(target, updates(bind_fn<Op>{&op}, static_cast<U&&>(e)));
  }
};

} // namespace detail

/// Replaces each element of the target by op(element, update). If an index array lists an element
/// several times, all of its updates are applied, in row-major order of the updates.
///
/// \param target  a tensor, view or selection by index arrays (`t[idx]`)
/// \param e       the updates; they broadcast to the shape of the target. At an nd index they must
///                have exactly this shape, or be one value
/// \param op      a callable (element, update) -> element
/// \returns       a reference to the target
/// \throws        index_error for an index outside its axis, shape_error if shapes do not fit, both
///                before the first write
/// \refuses       const targets and expressions, static shapes that do not fit, and callables that
///                do not accept the elements
/// \complexity    O(n) calls
/// \numpy         `np.frompyfunc(op, 2, 1).at(t, idx, e)`
/// \usage         `assign_with(t[idx], updates, [](float a, float u) { return a + u; });`
template <detail::operand Target, class E, class Op>
  requires detail::operand_with<E, Target>
constexpr auto assign_with(Target&& target, E&& e, const Op& op)
    STRIA_RUN_OR_REFUSE((detail::with_call<Target, E, Op>), target, static_cast<E&&>(e), op);

} // namespace stria

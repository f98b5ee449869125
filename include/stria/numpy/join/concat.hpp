// SPDX-License-Identifier: BSL-1.0
// numpy/join/concat.hpp: concat and stack, which join operands along an axis.
// Tests: tests/numpy/join/join.cpp.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/computed.hpp>
#include <stria/evaluate/held_first.hpp>
#include <stria/expr/selected.hpp>
#include <stria/numpy/shape/permute.hpp>
#include <stria/tensor/foreign.hpp>
#include <stria/tensor/heap_list.hpp>

#include <tuple>
#include <utility>

namespace stria {

namespace detail {

/// Checks the axis and computes the extents of the joined operands.
template <class Axis, class First, class... More> struct concat_verdict {
  static constexpr std::size_t R = rank_of<First>;
  static constexpr bool axis_known = constant_item<Axis>;
  static constexpr bool ranks = ((rank_of<More> == R) && ...);
  static constexpr bool elements =
      requires { typename joined_element<value_t<First>, value_t<More>...>::type; };
  static constexpr std::size_t axis = [] {
    if constexpr (axis_known)
      return static_cast<std::size_t>(wrap(constant_traits<Axis>::value, static_cast<index>(R)));
    else
      return std::size_t{0};
  }();

  struct plan_t {
    static_shape<R> shape = extents_of<First>;
    extent_fault fault = extent_fault::none;
    std::size_t at = 0, which = 0;
  };
  static constexpr plan_t plan = [] {
    plan_t p;
    if constexpr (axis_known && ranks)
      if (axis < R) {
        std::size_t which = 0;
        const auto add = [&](const static_shape<R>& s) {
          ++which;
          for (std::size_t k = 0; k < R; ++k) {
            if (k == axis) {
              p.shape[k] = add_extents(p.shape[k], s[k]);
              continue;
            }
            const joined_extent e = equal_extents(p.shape[k], s[k]);
            p.shape[k] = e.result;
            if (e.fault != extent_fault::none && p.fault == extent_fault::none) {
              p.fault = e.fault;
              p.at = k;
              p.which = which;
            }
          }
        };
        (add(extents_of<More>), ...);
      }
    return p;
  }();
  static constexpr bool accepted =
      axis_known && ranks && elements && axis < R && plan.fault == extent_fault::none;

  static constexpr message text() { return text_of_call("concat"); }
  /// The message for a refused call of the function `name`.
  static constexpr message text_of_call(std::string_view name) {
    message m("stria: ");
    m << name << ": ";
    if constexpr (!axis_known)
      return m << (name == "append"
                       ? "the axis comes last, as a constant or axis(k): append(a, b, _0)"
                       : "the axis comes first, as a constant: concat(_0, a, b)");
    const extent* shapes[] = {extents_of<First>.view().data(), extents_of<More>.view().data()...};
    const std::size_t sizes[] = {R, rank_of<More>...};
    if constexpr (!ranks) {
      std::size_t k = 1;
      while (sizes[k] == R)
        ++k;
      m << "the shapes ";
      say_shape(m, extents_of<First>.view());
      m << " and ";
      say_shape(m, array_ref<extent>(shapes[k], sizes[k]));
      return m << " have different ranks";
    }
    if (axis >= R) {
      say_axes_fault(m, axes_fault::outside, axis_value(), extents_of<First>.view(), R);
      return m;
    }
    if (!elements)
      return m << "the element types have no common type; convert one with cast<T>()";
    m << "the shapes ";
    say_shape(m, extents_of<First>.view());
    m << " and ";
    say_shape(m, array_ref<extent>(shapes[plan.which], R));
    m << " differ in axis " << plan.at << "; they may differ in axis " << axis << " only";
    return m;
  }

private:
  static constexpr index axis_value() {
    if constexpr (axis_known)
      return constant_traits<Axis>::value;
    else
      return 0;
  }
};

/// Raises shape_error because the sizes of two operands of the function `name` differ along another
/// axis than the one along which they are joined.
template <std::size_t R>
[[noreturn]] [[gnu::cold]] STRIA_NOINLINE constexpr void
raise_joined_sizes(std::string_view name, array_ref<extent> extents, std::array<index, R> n,
                   std::array<index, R> own, std::size_t axis) {
  std::size_t k = 0;
  while (k == axis || own[k] == n[k])
    ++k;
  message m("stria: ");
  m << name << ": the shapes ";
  say_shape(m, extents, n);
  m << " and ";
  say_shape(m, extents, own);
  raise<shape_error>(m << " differ in axis " << k << "; they may differ in axis " << axis
                       << " only");
}
/// Adds the size of another operand along the axis. Raises shape_error if the sizes along other
/// axes differ; the message mentions the function `name`. The sizes stay in registers.
template <std::size_t Axis, std::size_t R, class E>
STRIA_INLINE constexpr void add_joined_sizes(std::string_view name, std::array<index, R>& n,
                                             bool& first, const E& e) {
  const std::array<index, R> own = e.shape();
  if (std::exchange(first, false)) {
    n = own;
    return;
  }
  bool same = true;
  for (std::size_t k = 0; k < R; ++k)
    same &= k == Axis || own[k] == n[k];
  if (!same) [[unlikely]]
    raise_joined_sizes(name, extents_of<E>.view(), n, own, Axis);
  n[Axis] = add_or_raise(name, n[Axis], own[Axis]);
}
/// Copies an operand to the target, beginning at position `at` of an axis, and advances `at`.
template <std::size_t Axis, class Target, class E>
constexpr void put_joined(Target& target, index& at, const E& e) {
  const auto own = e.shape();
  const index first = std::exchange(at, at + own[Axis]);
  constexpr std::size_t R = rank_of<E>;
  const index n = elements_of_axes(own, Axis, R), inner = elements_of_axes(own, Axis + 1, R);
  if (const auto* block = block_to_copy(target, e, n); block != nullptr)
    return copy_parts(
        target, block,
        {n, elements_of_axes(own, 0, Axis), first * inner, target.shape()[Axis] * inner, 0, n});
  auto box = whole_box(own);
  box[Axis].to = first;
  copy_box(target, e, box);
}

/// Joins two to four operands along the last axis, in which each of them has size 1. Returns false
/// if that is not possible.
template <class T, class... E> bool put_columns(T* to, index count, const E&... e) {
  constexpr auto operands = static_cast<index>(sizeof...(E));
  if constexpr (operands >= 2 && operands <= limits::interleaved && is_number<T> &&
                shuffles_bytes(sizeof(T))) {
    if (count == 0)
      return true;
    const void* const from[] = {e.shape()[rank_of<E> - 1] == 1 ? block_address<T>(e) : nullptr...};
    for (const void* block : from)
      if (block == nullptr)
        return false;
#if defined(STRIA_USE_THREADS)
    if (pays_threads(count))
      return false;
#endif
    interleave_blocks<typename bits_of<sizeof(T)>::type, operands>(from, count / operands, to);
    return true;
  }
  return false;
}

struct made_in_place_t {};

template <class Seq, std::size_t Axis, auto Extents, class T, class... N> class concatenation;

/// Operands joined along an axis.
template <std::size_t... K, std::size_t Axis, auto Extents, class T, class... N>
class concatenation<std::index_sequence<K...>, Axis, Extents, T, N...>
    : public computed<concatenation<std::index_sequence<K...>, Axis, Extents, T, N...>, T, Extents>,
      slot<K, N>... {
  static constexpr std::size_t R = Extents.rank();

public:
  /// Checks the sizes of the operands. Messages mention the function `name`.
  template <class... U>
  constexpr explicit concatenation(std::string_view name, U&&... u)
      : slot<K, N>{N(static_cast<U&&>(u))}... {
    static_cast<void>(shape_for(name));
  }
  /// The same for operands that are results of functions. They are not copied, because the copy of
  /// a view waits until all its members have been stored.
  template <class... Make>
  constexpr concatenation(made_in_place_t, std::string_view name, const Make&... make)
      : slot<K, N>{make()}... {
    static_cast<void>(shape_for(name));
  }
  STRIA_NO_TARGET(concatenation);

  constexpr axis_array<R> shape() const { return {shape_for("concat")}; }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(slot<K, N>::value...);
  }
  static constexpr bool only_operands = true;
  template <class... M> static constexpr auto over(M&&... m) {
    return concatenation<std::index_sequence<K...>, Axis, Extents, T, std::remove_cvref_t<M>...>(
        "concat", static_cast<M&&>(m)...);
  }
  /// Computes all operands before it writes the first, so an exception leaves the target unchanged.
  template <class Target> constexpr void compute(Target& target) const {
    put_all(target, prepare_for(target, slot<K, N>::value)...);
  }

private:
  constexpr std::array<index, R> shape_for(std::string_view name) const {
    std::array<index, R> n{};
    bool first = true;
    (add_joined_sizes<Axis>(name, n, first, slot<K, N>::value), ...);
    return n;
  }
  template <class Target, class... E> static constexpr void put_all(Target& target, const E&... e) {
    if constexpr (Axis + 1 == R && tensor_operand<Target> && is_on_host<Target>)
      if !consteval {
        if (put_columns(target.data(), target.size(), e...))
          return;
      }
    index at = 0;
    (put_joined<Axis>(target, at, e), ...);
  }
};

/// An operand A of the function Name whose elements become a T.
template <class T, fixed_string Name, class A> struct joined_operand {
  using type = hold_t<A>;
};
template <class T, fixed_string Name, class A>
  requires may_not_fit<T, value_t<A>>
struct joined_operand<T, Name, A> {
  using type = held_first<T, Name, hold_t<A>>;
};

template <fixed_string Name, class Axis, class... A> struct concat_call {
  static constexpr bool accepted = true;
  using verdict = concat_verdict<Axis, A...>;
  using T = typename joined_element<value_t<A>...>::type;
  using type = concatenation<std::index_sequence_for<A...>, verdict::axis, verdict::plan.shape, T,
                             typename joined_operand<T, Name, A>::type...>;
  static constexpr type run(A&&... a) { return type(Name.view(), static_cast<A&&>(a)...); }
};
/// A call of concat() from the function Name. Messages mention that function.
template <fixed_string Name, class Axis, class... A>
struct named_concat_verdict : concat_verdict<Axis, A...> {
  static constexpr message text() { return concat_verdict<Axis, A...>::text_of_call(Name.view()); }
};
template <fixed_string Name, class Axis, class... A>
struct named_concat
    : judged_call<named_concat_verdict<Name, Axis, A...>, concat_call<Name, Axis, A...>> {};

/// Refuses arguments that are not operands. A template, so that only refused calls compose the
/// text.
template <class> struct joined_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: concat and stack take the axis, as a constant, and then one or more "
                   "tensors or expressions: concat(_0, a, b)");
  }
};
template <class Axis, class... A>
inline constexpr bool joins_ours = constant_item<Axis> || operand<Axis> || (operand<A> || ...);

// Empty for calls without an operand, so that other overloads are found.
template <class Axis, class... A> struct concat_result {};
template <class Axis, class... A>
  requires joins_ours<Axis, A...>
struct concat_result<Axis, A...> : refused_call<joined_verdict<Axis>> {};
template <class Axis, operand A, operand... More>
struct concat_result<Axis, A, More...>
    : judged_call<concat_verdict<Axis, A, More...>, concat_call<"concat", Axis, A, More...>> {};

/// Checks the new axis and the ranks of the operands.
template <class Axis, class First, class... More> struct stack_verdict {
  using axis = move_verdict<expand_dims_plan, extents_of<First>, Axis>;
  static constexpr std::size_t R = rank_of<First>;
  static constexpr bool ranks = ((rank_of<More> == R) && ...);
  /// The number of the first operand whose shape differs from that of operand 0; 0 if there is
  /// none.
  static constexpr std::size_t other = [] {
    std::size_t which = 0, k = 0;
    if constexpr (ranks) {
      const auto compare = [&](const static_shape<R>& s) {
        ++k;
        for (std::size_t j = 0; j < R && which == 0; ++j)
          if (equal_extents(extents_of<First>[j], s[j]).fault != extent_fault::none)
            which = k;
      };
      (compare(extents_of<More>), ...);
    }
    return which;
  }();
  static constexpr bool accepted = axis::accepted && ranks && other == 0;
  static constexpr message text() {
    if constexpr (!ranks)
      return concat_verdict<constant<0>, First, More...>::text_of_call("stack");
    message m("stria: stack: ");
    if constexpr (other != 0) {
      const extent* shapes[] = {extents_of<First>.view().data(), extents_of<More>.view().data()...};
      m << "the shapes ";
      say_shape(m, extents_of<First>.view());
      m << " and ";
      say_shape(m, array_ref<extent>(shapes[other], R));
      return m << " differ; all operands must have the same shape";
    }
    say_axes_fault(m, axis::plan.axes, axis::plan.value, extents_of<First>.view(), R + 1);
    return m;
  }
};

/// Raises shape_error if a shape differs from the shape of the first operand.
template <class First, class... More>
constexpr void check_same_shapes(const First& a, const More&... more) {
  [[maybe_unused]] const auto check = [&a]<class E>(const E& e) {
    if (!are_equal(e.shape(), a.shape())) [[unlikely]] {
      message m("stria: stack: the shapes ");
      say_shape(m, extents_of<First>.view(), a.shape());
      m << " and ";
      say_shape(m, extents_of<E>.view(), e.shape());
      raise<shape_error>(m << " differ; all operands must have the same shape");
    }
  };
  (check(more), ...);
}
template <class Axis, class... A>
using stack_parts =
    named_concat<"stack", Axis, typename checked_call<expand_dims_function, A, Axis>::type...>;
template <class Axis, class... A> struct stack_call {
  static constexpr bool accepted = stack_parts<Axis, A...>::accepted;
  using type = typename stack_parts<Axis, A...>::type;
  static constexpr type run(A&&... a) {
    check_same_shapes(a...);
    return type(made_in_place_t(), "stack", [&a]() __attribute__((always_inline)) {
      return checked_call<expand_dims_function, A, Axis>::run(static_cast<A&&>(a), Axis());
    }...);
  }
};

template <class Axis, class... A> struct stack_result {};
template <class Axis, class... A>
  requires joins_ours<Axis, A...>
struct stack_result<Axis, A...> : refused_call<joined_verdict<Axis>> {};
template <class Axis, operand A, operand... More>
struct stack_result<Axis, A, More...>
    : judged_call<stack_verdict<Axis, A, More...>, stack_call<Axis, A, More...>> {};

// --- tuples and lists of operands ---

template <class T> inline constexpr bool is_tuple = false;
template <class... T> inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class T>
concept tuple_of_operands = is_tuple<std::remove_cvref_t<T>>;

/// The type of std::get<K>(t) as a forwarding parameter: T& or T.
template <class T, std::size_t K>
using tuple_part =
    std::conditional_t<std::is_lvalue_reference_v<decltype(std::get<K>(std::declval<T>()))>,
                       decltype(std::get<K>(std::declval<T>())),
                       std::remove_reference_t<decltype(std::get<K>(std::declval<T>()))>>;

/// Passes the operands in a tuple to Call as separate arguments. Call<A...> is the result class of
/// a call with operands of the types A.
template <template <class...> class Call, class T,
          class Seq = std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<T>>>>
struct call_with_tuple;
template <template <class...> class Call, class T, std::size_t... K>
struct call_with_tuple<Call, T, std::index_sequence<K...>> : Call<tuple_part<T, K>...> {
  static constexpr auto run(T&& t) -> typename Call<tuple_part<T, K>...>::type {
    return Call<tuple_part<T, K>...>::run(std::get<K>(static_cast<T&&>(t))...);
  }
};

/// A range of tensors, views or expressions of one type, whose length is known at run time.
template <class L>
concept list_of_operands = !operand<L> && requires(std::remove_reference_t<L>& l) {
  requires operand<decltype(*std::begin(l))>;
  std::end(l);
};
template <list_of_operands L> using listed = decltype(*std::begin(std::declval<L&>()));

/// Joins the operands of a list along an axis. Lift transforms each operand first. The result is a
/// tensor, computed immediately.
template <class Axis, template <class> class Lift, class L, fixed_string Name = "concat">
struct list_call {
  using held = hold_t<listed<L>>;
  using part = typename Lift<const held&>::type;
  using verdict = concat_verdict<Axis, part>;
  static constexpr std::size_t R = rank_of<part>, axis = verdict::axis;
  static constexpr auto extents = [] {
    auto s = extents_of<part>;
    if (axis < R)
      s[axis] = extent::unknown();
    return s;
  }();
  static constexpr bool accepted = true;
  using type = typename tensor_of<value_t<part>, extents>::type;

  template <class List> static constexpr type run(List&& list) {
    // The range may be single-pass, and may create its elements as it is read.
    heap_list<held> all;
    for (auto&& e : list)
      all.push_back(held(static_cast<decltype(e)>(e)));
    if (all.empty()) [[unlikely]]
      raise<value_error>(message("stria: ")
                         << Name.view() << " needs at least one operand; this list is empty");
    std::array<index, R> n{};
    bool first = true;
    for (const held& e : all) {
      if constexpr (Name.view() == "stack")
        check_same_shapes(*all.begin(), e);
      add_joined_sizes<axis>(Name.view(), n, first, Lift<const held&>::run(e));
    }
    type t(n, uninitialized_t{});
    index at = 0;
    for (const held& e : all) {
      const auto lifted = Lift<const held&>::run(e);
      put_joined<axis>(t, at, prepare(lifted));
    }
    return t;
  }
};
template <class A> struct as_it_is {
  using type = A;
  static constexpr A run(A a) { return static_cast<A>(a); }
};

template <class Axis, list_of_operands L>
  requires joins_ours<Axis, L>
struct concat_result<Axis, L>
    : judged_call<concat_verdict<Axis, listed<L>>, list_call<Axis, as_it_is, L>> {};
template <class Axis> struct concat_along {
  template <class... A> using of = concat_result<Axis, A...>;
};
template <class Axis, tuple_of_operands T>
  requires joins_ours<Axis, T>
struct concat_result<Axis, T> : call_with_tuple<concat_along<Axis>::template of, T> {};

template <class Axis> struct stack_along {
  template <class... A> using of = stack_result<Axis, A...>;
  template <class A> struct lift {
    using type = typename checked_call<expand_dims_function, A, Axis>::type;
    static constexpr type run(A a) {
      return expand_dims_function::run(static_cast<A&&>(a), Axis());
    }
  };
};
template <class Axis, list_of_operands L>
  requires joins_ours<Axis, L>
struct stack_result<Axis, L>
    : judged_call<stack_verdict<Axis, listed<L>>,
                  list_call<Axis, stack_along<Axis>::template lift, L, "stack">> {};
template <class Axis, tuple_of_operands T>
  requires joins_ours<Axis, T>
struct stack_result<Axis, T> : call_with_tuple<stack_along<Axis>::template of, T> {};

/// A tuple or a list of operands, as NumPy functions accept them.
template <class T>
concept tuple_or_list = tuple_of_operands<T> || list_of_operands<T>;

} // namespace detail

#define STRIA_JOINING(name, result)                                                                \
  template <class Axis, class... A>                                                                \
  constexpr auto name(Axis, A&&... a)                                                              \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, A...>), static_cast<A&&>(a)...);                   \
  /** Joins the operands in a tuple, or in a range; a range is joined immediately. */              \
  template <detail::tuple_or_list T, class Axis = constant<0>>                                     \
  constexpr auto name(T&& operands, Axis = {})                                                     \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, T>), static_cast<T&&>(operands));                  \
  /** Joins operands of one type in braces. */                                                     \
  template <class Axis, detail::operand E, std::size_t N>                                          \
  constexpr auto name(Axis, const E(&operands)[N])                                                 \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, const E(&)[N]>), operands);                        \
  /** Joins operands of one type in braces, by default along axis 0. */                            \
  template <detail::operand E, std::size_t N, class Axis = constant<0>>                            \
  constexpr auto name(const E(&operands)[N], Axis = {})                                            \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, const E(&)[N]>), operands);                        \
  STRIA_BORROWING((class Axis, detail::tensor_operand... S, class = detail::lvalues<S...>), name,  \
                  (Axis, S & ... a STRIA_LIFETIMEBOUND), (detail::result<Axis, S&...>), a...);     \
  STRIA_FOREIGN(name, detail::not_ours_nor_braces, detail::whatever = {}, detail::whatever = {},   \
                detail::whatever = {});                                                            \
  STRIA_FOREIGN_JOINED(name, #name "(_0, a, b)");                                                  \
  template <class Axis, class V = detail::joined_braces_verdict<#name "(_0, a, b)">>               \
  detail::said_of_not_ours<V> name(const Axis&, detail::only_braces);

/// Joins operands along an existing axis.
///
/// The operands follow the axis, or are given as a tuple, as a range of operands of one type, or in
/// braces. Operands in a range or in braces are joined immediately, and the result is a tensor.
///
/// \param axis a constant or axis(k). It is the first argument. For operands in a tuple, a range or
///             braces, it can also be the last argument, or be omitted (default 0)
/// \param a    the operands; their shapes are equal except along the axis
/// \returns    an expression whose size along the axis is the sum of the sizes; elements of the
///             type that holds those of all operands, by the rules of NumPy, with int64 in place of
///             double for signed and unsigned integers
/// \throws     shape_error if the shapes differ along another axis; value_error for an empty range;
///             value_error, before anything is written, if a uint64 is too large for a result of
///             int64; index_error if an axis(k) does not exist
/// \refuses    different ranks, an axis that the operands do not have, static shapes that differ
///             along another axis, and element types without a common type
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.concatenate((a, b), axis)`
/// \usage      `concat(_0, a, b)`, `concat(_1, vector_of_tensors)`
/// \see        stack, append, block
STRIA_JOINING(concat, concat_result)
/// Joins operands along an existing axis; another name for concat().
///
/// \param axis a constant or axis(k). It is the first argument. For operands in a tuple, a range or
///             braces, it can also be the last argument, or be omitted (default 0)
/// \param a    the operands; their shapes are equal except along the axis
/// \returns    as for concat()
/// \throws     shape_error if the shapes differ along another axis; value_error for an empty range;
///             index_error if an axis(k) does not exist
/// \refuses    as for concat()
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.concatenate((a, b), axis)`
/// \usage      `concatenate(std::tuple{a, b}, _1)`
/// \see        concat
STRIA_JOINING(concatenate, concat_result)

/// Joins operands of one shape along a new axis.
///
/// The operands follow the axis, or are given as a tuple, as a range of operands of one type, or in
/// braces. Operands in a range or in braces are joined immediately, and the result is a tensor.
///
/// \param axis the position of the new axis in the result, a constant or axis(k). It is the first
///             argument. For operands in a tuple, a range or braces, it can also be the last
///             argument, or be omitted (default 0)
/// \param a    the operands, all of the same shape
/// \returns    an expression with one more axis, whose size is the number of operands; elements of
///             the type that holds those of all operands, as in concat()
/// \throws     shape_error if the shapes differ; value_error for an empty range, and for elements
///             as in concat(); index_error if an axis(k) does not exist
/// \refuses    different ranks, static shapes that differ, and an axis outside the result
/// \complexity O(n); lazy, written directly into the target
/// \numpy      `np.stack((a, b), axis)`
/// \usage      `stack(-_1, a, b)`
/// \see        concat
STRIA_JOINING(stack, stack_result)

#undef STRIA_JOINING

namespace detail {

/// Raises the shape_error of concat() if the shapes differ along an axis other than `axis`. In the
/// message, the axes of both shapes are in the caller's order.
template <class A, class B> constexpr void check_joined(const A& a, const B& b, std::size_t axis) {
  const auto n = a.shape();
  const auto m = b.shape();
  for (std::size_t k = 0; k < n.size(); ++k)
    if (k != axis && n[k] != m[k]) [[unlikely]] {
      message text("stria: concat: the shapes ");
      say_shape(text, n);
      text << " and ";
      say_shape(text, m);
      raise<shape_error>(text << " differ in axis " << k << "; they may differ in axis " << axis
                              << " only");
    }
}
template <class A, class... More>
concept of_one_rank =
    operand<A> && (operand<More> && ...) && ((rank_of<More> == rank_of<A>) && ...);

} // namespace detail

/// Joins operands along an axis known only at run time: `concat(axis(k), a, b)`.
template <detail::operand_with_axes A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto concat(axis k, A&& a, More&&... more) {
  const auto order = detail::first_order<A>(k);
  (detail::check_joined(a, more, order[0]), ...);
  auto joined = concat(constant<0>(), detail::reorder(static_cast<A&&>(a), order),
                       detail::reorder(static_cast<More&&>(more), order)...);
  return detail::reorder(std::move(joined), detail::inverse_order(order));
}
/// Joins operands along an axis known only at run time; another name of concat().
template <detail::operand_with_axes A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto concatenate(axis k, A&& a, More&&... more) {
  return concat(k, static_cast<A&&>(a), static_cast<More&&>(more)...);
}
/// Joins operands of one shape along a new axis at a position known only at run time.
template <detail::operand A, class... More>
  requires detail::of_one_rank<A, More...>
constexpr auto stack(axis k, A&& a, More&&... more) {
  constexpr std::size_t R = detail::rank_of<A> + 1;
  const std::size_t place = detail::axis_place<R>(k);
  auto stacked = stack(constant<0>(), static_cast<A&&>(a), static_cast<More&&>(more)...);
  return detail::reorder(std::move(stacked), detail::order_with_moved<R>(0, place));
}

namespace detail {

/// The rank of the operands in the range L; 0 if L is not a range of operands.
template <class L> inline constexpr std::size_t rank_listed = 0;
template <list_of_operands L> inline constexpr std::size_t rank_listed<L> = rank_of<listed<L>>;

} // namespace detail

#define STRIA_JOINING_ALONG_AXIS(name, more)                                                       \
  /** Joins the operands in a tuple, or in a range, along an axis known only at run time. */       \
  template <detail::tuple_or_list T> constexpr auto name(axis k, T&& operands) {                   \
    if constexpr (detail::tuple_of_operands<T>)                                                    \
      return std::apply([&]<class... A>(A&&... a) { return name(k, static_cast<A&&>(a)...); },     \
                        static_cast<T&&>(operands));                                               \
    else                                                                                           \
      return detail::call_at<detail::rank_listed<std::remove_reference_t<T>> + more>(              \
          k, [&](auto x) { return name(x, static_cast<T&&>(operands)); });                         \
  }                                                                                                \
  /** Joins the operands in a tuple, or in a range, along an axis that follows them. */            \
  template <detail::tuple_or_list T> constexpr auto name(T&& operands, axis k) {                   \
    return name(k, static_cast<T&&>(operands));                                                    \
  }                                                                                                \
  /** Joins operands of one type in braces along an axis known only at run time. */                \
  template <detail::operand E, std::size_t N> constexpr auto name(axis k, const E(&operands)[N]) { \
    return detail::call_at<detail::rank_of<E> + more>(k,                                           \
                                                      [&](auto x) { return name(x, operands); });  \
  }                                                                                                \
  /** Joins operands of one type in braces along an axis that follows them. */                     \
  template <detail::operand E, std::size_t N> constexpr auto name(const E(&operands)[N], axis k) { \
    return name(k, operands);                                                                      \
  }

STRIA_JOINING_ALONG_AXIS(concat, 0)
STRIA_JOINING_ALONG_AXIS(concatenate, 0)
STRIA_JOINING_ALONG_AXIS(stack, 1)
#undef STRIA_JOINING_ALONG_AXIS

} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// fn/concat.hpp: operands one after the other along an axis: concat, stack, concatenate.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/computed.hpp>
#include <stria/fn/permute.hpp>
#include <stria/layout/heap_list.hpp>

#include <tuple>
#include <utility>

namespace stria {

namespace detail {

template <class... T> struct common_element {};
template <class... T>
  requires requires { typename std::common_type<T...>::type; }
struct common_element<T...> {
  using type = typename std::common_type<T...>::type;
};
// Without promotion: bytes beside bytes are bytes.
template <class T, std::same_as<T>... More> struct common_element<T, More...> {
  using type = T;
};

/// The axis, as a constant, of operands one after the other, and their extents together.
template <class Axis, class First, class... More> struct concat_verdict {
  static constexpr std::size_t R = rank_of<First>;
  static constexpr bool axis_known = constant_item<Axis>;
  static constexpr bool ranks = ((rank_of<More> == R) && ...);
  static constexpr bool elements =
      requires { typename common_element<value_t<First>, value_t<More>...>::type; };
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
              index size = 0;
              const bool known = p.shape[k].is_static() && s[k].is_static() &&
                                 add_fits(p.shape[k].size, s[k].size, size);
              p.shape[k] = known ? extent::make(size) : extent::unknown();
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

  static constexpr message text() {
    message m("stria: concat: ");
    if constexpr (!axis_known)
      return m << "the axis stands first, as a constant: concat(_0, a, b)";
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
      return m << "the element types have no common type; cast<T>() says which is meant";
    m << "the shapes ";
    say_shape(m, extents_of<First>.view());
    m << " and ";
    say_shape(m, array_ref<extent>(shapes[plan.which], R));
    m << " differ in axis " << plan.at << "; they may differ in axis " << axis << " alone";
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

/// Adds the sizes of one more operand to those of the others. `shape_error` where they differ away
/// from the axis.
template <std::size_t Axis, std::size_t R>
constexpr void add_joined_sizes(std::array<index, R>& n, bool& first,
                                const std::array<index, R>& own) {
  if (std::exchange(first, false)) {
    n = own;
    return;
  }
  for (std::size_t k = 0; k < R; ++k) {
    if (k != Axis && own[k] != n[k]) [[unlikely]] {
      message m("stria: concat: the shapes ");
      say_shape(m, n);
      m << " and ";
      say_shape(m, own);
      raise<shape_error>(m << " differ in axis " << k << "; they may differ in axis " << Axis
                           << " alone");
    }
  }
  n[Axis] = add_or_raise("concat", n[Axis], own[Axis]);
}
/// Copies an operand to the place that begins at `at` along an axis, and moves `at` behind it.
template <std::size_t Axis, class Target, class E>
constexpr void put_joined(Target& target, index& at, const E& e) {
  auto box = whole_box(e.shape());
  box[Axis].to = at;
  at += box[Axis].count;
  copy_box(target, e, box);
}

template <class Seq, std::size_t Axis, auto Extents, class T, class... N> class concatenation;

/// Operands one after the other along an axis.
template <std::size_t... K, std::size_t Axis, auto Extents, class T, class... N>
class concatenation<std::index_sequence<K...>, Axis, Extents, T, N...>
    : public computed<concatenation<std::index_sequence<K...>, Axis, Extents, T, N...>, T, Extents>,
      slot<K, N>... {
  static constexpr std::size_t R = Extents.rank();

public:
  template <class... U>
  constexpr explicit concatenation(std::in_place_t, U&&... u)
      : slot<K, N>{N(static_cast<U&&>(u))}... {
    static_cast<void>(shape());
  }
  STRIA_NO_TARGET(concatenation);

  constexpr std::array<index, R> shape() const {
    std::array<index, R> n{};
    bool first = true;
    (add_joined_sizes<Axis>(n, first, slot<K, N>::value.shape()), ...);
    return n;
  }
  template <class G> constexpr decltype(auto) operands(const G& g) const {
    return g(slot<K, N>::value...);
  }
  template <class... M> static constexpr auto over(M&&... m) {
    return concatenation<std::index_sequence<K...>, Axis, Extents, T, std::remove_cvref_t<M>...>(
        std::in_place, static_cast<M&&>(m)...);
  }
  /// All operands are computed before the first is written: none can fail half-way.
  template <class Target> constexpr void compute(Target& target) const {
    put_all(target, prepare_for(target, slot<K, N>::value)...);
  }

private:
  template <class Target, class... E> static constexpr void put_all(Target& target, const E&... e) {
    index at = 0;
    (put_joined<Axis>(target, at, e), ...);
  }
};

template <class Axis, class... A> struct concat_call {
  static constexpr bool accepted = true;
  using verdict = concat_verdict<Axis, A...>;
  using type = concatenation<std::index_sequence_for<A...>, verdict::axis, verdict::plan.shape,
                             typename common_element<value_t<A>...>::type, hold_t<A>...>;
  static constexpr type run(A&&... a) { return type(std::in_place, static_cast<A&&>(a)...); }
};

/// What is joined holds something that is no operand.
struct joined_verdict {
  static constexpr bool accepted = false;
  static constexpr message text() {
    return message("stria: concat and stack take the axis, as a constant, and then one or more "
                   "tensors or expressions: concat(_0, a, b)");
  }
};
template <class Axis, class... A>
inline constexpr bool joins_ours = constant_item<Axis> || operand<Axis> || (operand<A> || ...);

// Empty for calls that are not meant for stria.
template <class Axis, class... A> struct concat_result {};
template <class Axis, class... A>
  requires joins_ours<Axis, A...>
struct concat_result<Axis, A...> : refused_call<joined_verdict> {};
template <class Axis, operand A, operand... More>
struct concat_result<Axis, A, More...>
    : judged_call<concat_verdict<Axis, A, More...>, concat_call<Axis, A, More...>> {};

/// The new axis, which all operands can have.
template <class Axis, class First, class... More> struct stack_verdict {
  using axis = move_verdict<expand_dims_plan, extents_of<First>, Axis>;
  static constexpr std::size_t R = rank_of<First>;
  static constexpr bool ranks = ((rank_of<More> == R) && ...);
  static constexpr bool accepted = axis::accepted && ranks;
  static constexpr message text() {
    if constexpr (!ranks)
      return concat_verdict<constant<0>, First, More...>::text();
    message m("stria: stack: ");
    say_axes_fault(m, axis::plan.axes, axis::plan.value, extents_of<First>.view(), R + 1);
    return m;
  }
};

template <class Axis, class... A>
using stack_parts = concat_result<Axis, typename move_result<expand_dims_plan, A, Axis>::type...>;
template <class Axis, class... A> struct stack_call {
  static constexpr bool accepted = stack_parts<Axis, A...>::accepted;
  using type = typename stack_parts<Axis, A...>::type;
  static constexpr type run(A&&... a) {
    return stack_parts<Axis, A...>::run(
        move_result<expand_dims_plan, A, Axis>::run(static_cast<A&&>(a))...);
  }
};

template <class Axis, class... A> struct stack_result {};
template <class Axis, class... A>
  requires joins_ours<Axis, A...>
struct stack_result<Axis, A...> : refused_call<joined_verdict> {};
template <class Axis, operand A, operand... More>
struct stack_result<Axis, A, More...>
    : judged_call<stack_verdict<Axis, A, More...>, stack_call<Axis, A, More...>> {};

// --- tuples and lists of operands ---

template <class T> inline constexpr bool is_tuple = false;
template <class... T> inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class T>
concept tuple_of_operands = is_tuple<std::remove_cvref_t<T>>;

/// What std::get<K> gives, as a function that forwards has it: T& or T.
template <class T, std::size_t K>
using tuple_part =
    std::conditional_t<std::is_lvalue_reference_v<decltype(std::get<K>(std::declval<T>()))>,
                       decltype(std::get<K>(std::declval<T>())),
                       std::remove_reference_t<decltype(std::get<K>(std::declval<T>()))>>;

/// Call, a result class of operands, for those of a tuple.
template <template <class...> class Call, class T,
          class Seq = std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<T>>>>
struct call_with_tuple;
template <template <class...> class Call, class T, std::size_t... K>
struct call_with_tuple<Call, T, std::index_sequence<K...>> : Call<tuple_part<T, K>...> {
  static constexpr auto run(T&& t) -> typename Call<tuple_part<T, K>...>::type {
    return Call<tuple_part<T, K>...>::run(std::get<K>(static_cast<T&&>(t))...);
  }
};

/// A range of tensors, views or expressions of one type: how many there are, the run time knows.
template <class L>
concept list_of_operands = !operand<L> && requires(std::remove_reference_t<L>& l) {
  requires operand<decltype(*std::begin(l))>;
  std::end(l);
};
template <list_of_operands L> using listed = decltype(*std::begin(std::declval<L&>()));

/// Operands of a list along an axis, each as Lift makes it; a tensor, computed at once.
template <class Axis, template <class> class Lift, class L> struct list_call {
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
    // A range may be read once only, and make its elements on the way.
    heap_list<held> all;
    for (auto&& e : list)
      all.push_back(held(static_cast<decltype(e)>(e)));
    if (all.empty()) [[unlikely]]
      raise<value_error>(message("stria: concat and stack take at least one operand, and this list "
                                 "has none"));
    std::array<index, R> n{};
    bool first = true;
    for (const held& e : all)
      add_joined_sizes<axis>(n, first, Lift<const held&>::run(e).shape());
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
  template <class A> using lift = move_result<expand_dims_plan, A, Axis>;
};
template <class Axis, list_of_operands L>
  requires joins_ours<Axis, L>
struct stack_result<Axis, L> : judged_call<stack_verdict<Axis, listed<L>>,
                                           list_call<Axis, stack_along<Axis>::template lift, L>> {};
template <class Axis, tuple_of_operands T>
  requires joins_ours<Axis, T>
struct stack_result<Axis, T> : call_with_tuple<stack_along<Axis>::template of, T> {};

/// A tuple or a list of operands, as functions of NumPy take them.
template <class T>
concept tuple_or_list = tuple_of_operands<T> || list_of_operands<T>;

} // namespace detail

#define STRIA_JOINING(name, result)                                                                \
  template <class Axis, class... A>                                                                \
  constexpr auto name(Axis, A&&... a)                                                              \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, A...>), static_cast<A&&>(a)...);                   \
  /** The same of the operands in a tuple, or in a range: of one type, computed at once. */        \
  template <detail::tuple_or_list T, class Axis = constant<0>>                                     \
  constexpr auto name(T&& operands, Axis = {})                                                     \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, T>), static_cast<T&&>(operands));                  \
  /** The same of operands of one type in braces. */                                               \
  template <class Axis, detail::operand E, std::size_t N>                                          \
  constexpr auto name(Axis, const E(&operands)[N])                                                 \
      STRIA_RUN_OR_REFUSE((detail::result<Axis, const E(&)[N]>), operands);

/// Operands one after the other along an axis, computed once. Shapes: alike but for the axis, whose
/// sizes add up; other extents keep what is known of any. Refuses other shapes and ranks:
/// `shape_error` where only the run time can know; an empty range is a `value_error`. NumPy:
/// `np.concatenate((a, b), axis)`.
STRIA_JOINING(concat, concat_result)
/// concat() by NumPy's name.
STRIA_JOINING(concatenate, concat_result)

/// Operands of one shape along a new axis. NumPy: `np.stack((a, b), axis)`.
STRIA_JOINING(stack, stack_result)

#undef STRIA_JOINING

} // namespace stria

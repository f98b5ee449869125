// SPDX-License-Identifier: BSL-1.0
// subscript/index_list.hpp: the index arrays and boolean masks of one subscript, broadcast
// together. Tests: tests/subscript/items.cpp, tests/laws/masks.cpp.
#pragma once

#include <stria/evaluate/as_tensor.hpp>
#include <stria/subscript/mask_bits.hpp>
#include <stria/subscript/nd_item.hpp>

#include <tuple>

namespace stria {
namespace detail {

/// Integers, each the position of an element along one axis.
template <class H> class index_array {
  H entries_;

public:
  static constexpr std::size_t axes = 1;
  static constexpr auto extents = extents_of<H>;
  static constexpr bool is_mask = false;
  static constexpr bool in_memory = is_memory<H>;

  template <class U>
    requires(!std::same_as<bare<U>, index_array>)
  constexpr explicit index_array(U&& u) : entries_(static_cast<U&&>(u)) {}

  constexpr auto shape() const { return entries_.shape(); }
  /// The entries are read more than once, so they are computed now.
  STRIA_INLINE constexpr auto resolved() const {
    using part = decltype(prepare_part(entries_));
    if constexpr (is_memory<bare<part>>)
      return index_array<part>(prepare_part(entries_));
    else
      return index_array<value_tensor<H>>(eval(entries_));
  }
  constexpr const H& entries() const { return entries_; }
  static constexpr std::size_t operands_held = 1;
  template <class F> constexpr decltype(auto) operands(const F& f) const { return f(entries_); }
  template <class M> static constexpr auto over(M&& entries) {
    return index_array<bare<M>>(static_cast<M&&>(entries));
  }
  /// Calls f(entries).
  template <class F> STRIA_INLINE constexpr auto components(const F& f) const {
    return f(entries_);
  }
  constexpr void check(const index*) const {}
};

/// The places where a mask of rank R is true, in row-major order: one list of positions per axis.
template <std::size_t R> class mask_places {
  tensor<index, R, dyn> places_;

public:
  static constexpr bool in_memory = false;
  static constexpr bool is_mask = false;
  static constexpr std::size_t axes = R;
  static constexpr auto extents = shape_of<dyn>();

  constexpr explicit mask_places(index count)
      : places_(std::array<index, 2>{static_cast<index>(R), count}, uninitialized_t{}) {}

  constexpr index* data(std::size_t axis) {
    return places_.data() + static_cast<index>(axis) * places_.shape()[1];
  }
  constexpr axis_array<1> shape() const { return {places_.shape()[1]}; }
  /// Calls f(positions along each axis...).
  template <class F> constexpr auto components(const F& f) const {
    return rows(f, std::make_index_sequence<R>());
  }

private:
  template <class F, std::size_t... K>
  constexpr auto rows(const F& f, std::index_sequence<K...>) const {
    return f(places_[constant<static_cast<index>(K)>{}]...);
  }
};

/// Calls found(number, place) for each place where a mask of the sizes n is true, in row-major
/// order.
template <std::size_t R, class F>
constexpr void for_each_true(const mask_bits& bits, const std::array<index, R>& n, const F& found) {
  if constexpr (R > 0) {
    // `row` is the number of the first element of the row, `at` its place.
    std::array<index, R> at{};
    index row = 0, next = 0;
    for (index first = 0; next < bits.count(); first += 64)
      for (std::uint64_t rest = mask_bits::at(bits.words(), first, 64); rest != 0;
           rest &= rest - 1) {
        const index element = first + __builtin_ctzll(rest);
        while (element - row >= n[R - 1]) {
          row += n[R - 1];
          for (std::size_t k = R - 1; k-- > 0;) {
            if (++at[k] < n[k])
              break;
            at[k] = 0;
          }
        }
        at[R - 1] = element - row;
        found(next++, at);
      }
  }
}

/// The places where a mask is true, as in `np.nonzero(m)`.
template <class M> constexpr auto find_true(const M& mask) {
  constexpr std::size_t R = rank_of<M>;
  const auto& ready = prepare(mask);
  const mask_bits bits(ready);
  mask_places<R> found(bits.count());
  for_each_true(bits, ready.shape(), [&](index next, const std::array<index, R>& at) {
    for (std::size_t k = 0; k < R; ++k)
      found.data(k)[next] = at[k];
  });
  return found;
}

[[noreturn]] [[gnu::cold]] inline void raise_mask(index mask_size, index size) {
  raise<shape_error>(message("stria: a mask of ")
                     << mask_size << " entries cannot index an axis of " << size
                     << "; a mask must have the sizes of its axes");
}

/// A bool array. It indexes as many axes as its rank, and selects the places where it is true.
template <class H> class index_mask {
  H mask_;

public:
  static constexpr std::size_t axes = rank_of<H>;
  static constexpr auto extents = shape_of<dyn>();
  static constexpr auto mask_extents = extents_of<H>;
  static constexpr bool is_mask = true;
  static constexpr bool in_memory = false;

  template <class U>
    requires(!std::same_as<bare<U>, index_mask>)
  constexpr explicit index_mask(U&& u) : mask_(static_cast<U&&>(u)) {}

  constexpr axis_array<1> shape() const { return {mask_bits(prepare(mask_)).count()}; }
  constexpr auto resolved() const { return find_true(mask_); }
  constexpr const H& mask() const { return mask_; }
  static constexpr std::size_t operands_held = 1;
  template <class F> constexpr decltype(auto) operands(const F& f) const { return f(mask_); }
  template <class M> static constexpr auto over(M&& mask) {
    return index_mask<bare<M>>(static_cast<M&&>(mask));
  }
  /// Raises `shape_error` unless the mask has the sizes of the axes that it indexes.
  constexpr void check(const index* sizes) const {
    const auto own = mask_.shape();
    for (std::size_t k = 0; k < axes; ++k)
      if (own[k] != sizes[k]) [[unlikely]]
        raise_mask(own[k], sizes[k]);
  }
};

// The code of N items: `_` at position k, newaxis elsewhere.
template <std::size_t N> constexpr subscript_code<N> outer_code(std::size_t k) {
  subscript_code<N> c{};
  for (std::size_t i = 0; i < N; ++i)
    c.items[i] = mark_code(i == k ? item_kind::slice : item_kind::new_axis);
  return c;
}

template <std::size_t Ix, class T> constexpr const T& slot_value(const slot<Ix, T>& s) {
  return s.value;
}

/// Calls f(operand...) with the operands of all parts, in order.
template <class F> constexpr decltype(auto) operands_of(const F& f) { return f(); }
template <class F, class P, class... More>
constexpr decltype(auto) operands_of(const F& f, const P& part, const More&... more) {
  return part.operands([&](const auto&... own) -> decltype(auto) {
    return operands_of([&](const auto&... rest) -> decltype(auto) { return f(own..., rest...); },
                       more...);
  });
}
/// The same part over new operands, which are the elements of the tuple from number First on.
template <std::size_t First, class P, class All> constexpr auto part_over(const P& part, All& all) {
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return part.over(std::get<First + K>(std::move(all))...);
  }(std::make_index_sequence<P::operands_held>());
}
/// The number of operands in the first N parts.
template <class... P> constexpr std::size_t operands_before(std::size_t n) {
  std::size_t count = 0, k = 0;
  ((count += k++ < n ? P::operands_held : 0), ...);
  return count;
}

/// Several index arrays, masks and integers in order, as the List that derives from it. For each
/// part, List::along<Part>(entries) are its entries in the axes of the list.
template <template <class, class...> class List, class Seq, class... P> class part_list;
template <template <class, class...> class List, std::size_t... K, class... P>
class part_list<List, std::index_sequence<K...>, P...> : protected slot<K, P>... {
  static constexpr std::size_t N = sizeof...(P);
  template <class... Q> using list_with = List<std::index_sequence<K...>, Q...>;

public:
  static constexpr bool in_memory = (P::in_memory && ...);
  /// The number of axes of the tensor that the parts index together.
  static constexpr std::size_t axes = (std::size_t{0} + ... + P::axes);
  static constexpr std::size_t operands_held = operands_before<P...>(N);

  template <class... U>
  constexpr explicit part_list(std::in_place_t, U&&... u) : slot<K, P>{P(static_cast<U&&>(u))}... {}

  STRIA_INLINE constexpr auto resolved() const {
    return from_parts(slot<K, P>::value.resolved()...);
  }
  /// Calls visit(part) for each part.
  template <class Visit> constexpr void visit_parts(Visit visit) const {
    (visit(slot<K, P>::value), ...);
  }
  template <class F> constexpr decltype(auto) operands(const F& f) const {
    return operands_of(f, slot<K, P>::value...);
  }
  template <class... M> constexpr auto over(M&&... operand) const {
    std::tuple<M&&...> all(static_cast<M&&>(operand)...);
    return from_parts(part_over<operands_before<P...>(K)>(slot<K, P>::value, all)...);
  }
  /// Calls f(entries along each axis...).
  template <class F> STRIA_INLINE constexpr auto components(const F& f) const {
    return collect<0>(f);
  }
  /// Raises `shape_error` unless every mask has the sizes of the axes that it indexes. `sizes` has
  /// the sizes of all indexed axes.
  constexpr void check(const index* sizes) const {
    (slot<K, P>::value.check(sizes + first_axis<K>()), ...);
  }

protected:
  /// Calls f with the shapes of all parts.
  template <class F> STRIA_INLINE constexpr auto shapes(const F& f) const {
    return f(slot<K, P>::value.shape()...);
  }

private:
  template <class... Q> STRIA_INLINE static constexpr auto from_parts(Q&&... part) {
    return list_with<Q...>(std::in_place, static_cast<Q&&>(part)...);
  }
  template <std::size_t Part, class F, class... C>
  STRIA_INLINE constexpr auto collect(const F& f, const C&... before) const {
    if constexpr (Part == N)
      return f(before...);
    else
      return slot_value<Part>(*this).components([&](const auto&... own) {
        return collect<Part + 1>(f, before..., list_with<P...>::template along<Part>(own)...);
      });
  }
  template <std::size_t Part> static constexpr std::size_t first_axis() {
    return (std::size_t{0} + ... + (K < Part ? P::axes : 0));
  }
};

/// One-dimensional parts, each along a separate axis of the broadcast index.
template <class Seq, class... P> class outer_parts : public part_list<outer_parts, Seq, P...> {
  static constexpr std::size_t N = sizeof...(P);

public:
  static constexpr bool is_mask = false;
  static constexpr auto extents = static_shape<N>{P::extents[0]...};

  using part_list<outer_parts, Seq, P...>::part_list;
  STRIA_VARIABLE_TARGET(outer_parts);

  STRIA_INLINE constexpr axis_array<N> shape() const {
    return this->shapes([](const auto&... own) { return axis_array<N>{own[0]...}; });
  }
  template <std::size_t Part, class C> STRIA_INLINE static constexpr auto along(const C& entries) {
    using entries_t = decltype(prepare_part(entries));
    constexpr auto code = outer_code<N>(Part);
    encoded<code> items{};
    for (index& s : items.strides)
      s = 1;
    return sliced<entries_t, code>(prepare_part(entries), items);
  }
};

/// The index arrays, masks and integers of a subscript in order. Negative entries count from the
/// end.
template <class Seq, class... P> class index_list : public part_list<index_list, Seq, P...> {
public:
  using policy = out_of_bounds::raise_t;
  static constexpr bool wraps = true;
  static constexpr bool is_one_mask = sizeof...(P) == 1 && (P::is_mask && ...);
  static constexpr auto joined_extents = join_all(P::extents...);
  static constexpr auto extents = joined_extents.shape;

  using part_list<index_list, Seq, P...>::part_list;

  STRIA_INLINE constexpr axis_array<extents.rank()> shape() const {
    axis_array<extents.rank()> out{};
    for (index& n : out)
      n = 1;
    this->shapes([&](const auto&... own) { (join(out, own), ...); });
    return out;
  }
  template <std::size_t Part, class C>
  STRIA_INLINE static constexpr const C& along(const C& entries) {
    return entries;
  }
  /// The mask, if the list consists of one mask.
  constexpr const auto& mask() const
    requires(sizeof...(P) == 1)
  {
    return slot_value<0>(*this).mask();
  }

private:
  template <std::size_t R>
  STRIA_INLINE static constexpr void join(std::array<index, extents.rank()>& out,
                                          const std::array<index, R>& own) {
    for (std::size_t k = 0; k < R; ++k) {
      index& n = out[k + (extents.rank() - R)];
      const index j = join_sizes(n, own[k]);
      if (j < 0) [[unlikely]]
        raise<shape_error>(message("stria: the index arrays of the subscript do not broadcast: ")
                           << "axis " << k + (extents.rank() - R) << " would have the sizes " << n
                           << " and " << own[k]);
      n = j;
    }
  }
};

/// A list with a policy for entries out of bounds. Negative entries are out of bounds, as in an nd
/// index.
template <class Policy, class Seq, class... P> class bounded_list : public index_list<Seq, P...> {
public:
  using policy = Policy;
  static constexpr bool wraps = false;
  using index_list<Seq, P...>::index_list;
  constexpr explicit bounded_list(index_list<Seq, P...> list)
      : index_list<Seq, P...>(std::move(list)) {}
  constexpr auto resolved() const { return bounded(index_list<Seq, P...>::resolved()); }
  template <class... M> constexpr auto over(M&&... operand) const {
    return bounded(index_list<Seq, P...>::over(static_cast<M&&>(operand)...));
  }

private:
  template <class... Q> static constexpr auto bounded(index_list<Seq, Q...> list) {
    return bounded_list<Policy, Seq, Q...>(std::move(list));
  }
};

// --- what each item of a subscript becomes ---

/// The part of the index that an item becomes. An item that is not an array has none.
template <class Ix> struct part_of {
  static constexpr bool is_array = false;
};
template <class Ix>
concept integer_operand = operand<Ix> && integer_item<value_t<Ix>>;
template <class Ix>
concept bool_operand = operand<Ix> && std::same_as<value_t<Ix>, bool>;

template <integer_operand Ix> struct part_of<Ix> {
  static constexpr bool is_array = true;
  using type = index_array<index_hold_t<Ix>>;
  template <class U> static constexpr type make(U&& u) { return type(static_cast<U&&>(u)); }
};
template <bool_operand Ix> struct part_of<Ix> {
  static constexpr bool is_array = true;
  using type = index_mask<index_hold_t<Ix>>;
  template <class U> static constexpr type make(U&& u) { return type(static_cast<U&&>(u)); }
};

template <class T>
concept index_element = integer_item<T> || std::same_as<T, bool>;

/// A range of integers or bools that is not an operand: std::vector, std::array, a range-v3 view.
/// Characters are not integers here, so texts are excluded.
template <class Ix>
concept integer_range = !operand<Ix> && requires { typename list_traits<bare<Ix>>::element; } &&
                        list_traits<bare<Ix>>::extents.rank() > 0 &&
                        index_element<typename list_traits<bare<Ix>>::element>;

template <integer_range Ix> struct part_of<Ix> {
  static constexpr bool is_array = true;
  using tensor_t = decltype(as_tensor(std::declval<Ix&>()));
  using type = typename part_of<tensor_t>::type;
  template <class U> static constexpr type make(U&& u) { return type(as_tensor(u)); }
};

template <class... P> using outer_parts_of = outer_parts<std::index_sequence_for<P...>, P...>;
template <class Seq, class... P> struct part_of<outer_parts<Seq, P...>> {
  static constexpr bool is_array = true;
  using type = outer_parts<Seq, P...>;
  static constexpr const type& make(const type& p) { return p; }
};
template <class Ix>
  requires(std::is_reference_v<Ix> && !operand<Ix> && !integer_range<Ix>)
struct part_of<Ix> : part_of<bare<Ix>> {};

/// The type in which an integer is an index. One that may exceed the largest index keeps its type,
/// because messages show its value.
template <class Ix> struct held_integer {
  using type = index;
};
template <integer_item Ix>
  requires may_exceed_index<Ix>
struct held_integer<Ix> {
  using type = Ix;
};
template <class Ix> constexpr auto hold_integer(const Ix& i) -> typename held_integer<Ix>::type {
  if constexpr (std::same_as<typename held_integer<Ix>::type, Ix>)
    return i;
  else
    return index_value(i);
}
/// An integer next to arrays is an array of rank 0.
template <class Ix> using integer_part = index_array<scalar<typename held_integer<bare<Ix>>::type>>;

/// True for a part that indexes one axis, by entries or by a mask.
template <class P>
inline constexpr bool is_row = P::axes == 1 && (P::is_mask || P::extents.rank() == 1);

template <class... Ix> struct outer_verdict {
  static constexpr bool accepted = [] {
    bool ok = sizeof...(Ix) > 0;
    [[maybe_unused]] const auto look = [&]<class X>(std::type_identity<X>) {
      if constexpr (part_of<X>::is_array)
        ok = ok && is_row<typename part_of<X>::type>;
      else
        ok = false;
    };
    (look(std::type_identity<Ix>{}), ...);
    return ok;
  }();
  static constexpr message text() {
    return message(
        "stria: ix_ takes one-dimensional arrays of integers or bools; ravel(a) flattens "
        "other arrays");
  }
};

template <class... Ix> struct outer_call {
  static constexpr bool accepted = true;
  using type = outer_parts_of<typename part_of<Ix>::type...>;
  static constexpr type run(Ix&&... items) {
    return type(std::in_place, part_of<Ix>::make(static_cast<Ix&&>(items))...);
  }
};
template <class... Ix>
struct outer_result : judged_call<outer_verdict<Ix...>, outer_call<Ix...>> {};

} // namespace detail

/// The outer product of index arrays as one item: element (i, j, ...) of `t[ix_(a, b, ...)]` is
/// t[a[i], b[j], ...].
///
/// \param items  one-dimensional arrays of integers or bools: tensors, expressions, ranges, or
///               braces
/// \returns      an item for operator[]; it indexes one axis per argument
/// \throws       from the subscript, index_error for an entry outside its axis, and shape_error for
///               a mask of another size than its axis
/// \refuses      arrays of another rank, and other element types
/// \complexity   O(1) for tensors and expressions, of which temporaries are moved into the item;
///               ranges and braces are copied
/// \numpy        `np.ix_(a, b)`
/// \usage        `t[ix_(rows, cols)]`, `t[ix_({0, 2}, {1, 3})]`
template <class... Ix>
constexpr auto ix_(Ix&&... items)
    STRIA_RUN_OR_REFUSE((detail::outer_result<Ix...>), static_cast<Ix&&>(items)...);

/// The outer product of index arrays that are given in braces: `ix_({0, 2}, {1, 3})`.
template <class... T, std::size_t... N>
  requires(sizeof...(N) > 0)
constexpr auto ix_(const T (&... rows)[N])
    STRIA_RUN_OR_REFUSE((detail::outer_result<const T (&)[N]...>), rows...);

} // namespace stria

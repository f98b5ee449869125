// SPDX-License-Identifier: BSL-1.0
// expr/map.hpp: the element-wise node: one function over broadcast operands.
#pragma once

#include <stria/base/refuse.hpp>
#include <stria/expr/function.hpp>
#include <stria/expr/node.hpp>
#include <stria/shape/broadcast.hpp>
#include <stria/tensor/hold.hpp>
#include <stria/tensor/opaque.hpp>

namespace stria {
namespace detail {

template <std::size_t Ix, class T> struct slot {
  STRIA_EMPTY T value;
};
template <std::size_t Ix, class T> STRIA_INLINE constexpr const T& value_in(const slot<Ix, T>& s) {
  return s.value;
}

template <class F, class R, class T>
STRIA_INLINE constexpr auto with_scalar_row(const R& r, const scalar_row<T>& one, index i) {
  return F::template with_scalar_row<R>(r[i], one[i]);
}

template <class F, class Seq, class... R> struct map_row;
template <class F, std::size_t... Ix, class... R>
struct map_row<F, std::index_sequence<Ix...>, R...> : slot<Ix, R>... {
  STRIA_EMPTY F f;
  // Returns a value even if f returns a reference, because the reference could refer to a computed
  // or converted element that lives no longer than the call.
  STRIA_ELEMENT constexpr auto operator[](index i) const {
    if constexpr (has_one<F, R...>)
      return with_scalar_row<F>(slot<Ix, R>::value..., i);
    else
      return f(slot<Ix, R>::value[i]...);
  }
};

/// True if the elements of a row may be computed in any order or several at once, because no
/// function holds state that another call could change.
template <class Row> inline constexpr bool in_any_order = true;
template <class F, class Seq, class... R>
inline constexpr bool in_any_order<map_row<F, Seq, R...>> = is_pure<F> && (in_any_order<R> && ...);
template <class T, index Stride>
inline constexpr bool in_any_order<static_row<T, Stride>> = is_pure_value<std::remove_const_t<T>>;
template <class T>
inline constexpr bool in_any_order<dynamic_row<T>> = is_pure_value<std::remove_const_t<T>>;

/// Calls body(i) for the n positions of a row, in any order if the row allows it.
template <class Row, class Body> STRIA_INLINE constexpr void for_places(index n, const Body& body) {
  if constexpr (in_any_order<Row>) {
    STRIA_INDEPENDENT
    for (index i = 0; i < n; ++i)
      body(i);
  } else {
    for (index i = 0; i < n; ++i)
      body(i);
  }
}

/// True for operands that can be split among several threads.
template <class N> inline constexpr bool parts_split = false;
template <class N>
  requires(N::ready::value)
inline constexpr bool parts_split<N> = splits<decltype(member_access::cursor<no_hint, rank_of<N>>(
    std::declval<const N&>(), axis_refs<rank_of<N>>()))>;

/// member_access::in_line, also for a reference to an operand.
template <class N> inline constexpr bool in_one_line = member_access::in_line<N>;
template <class N> inline constexpr bool in_one_line<const N&> = member_access::in_line<N>;
/// True for operands that call no function with state. The same as parts_split, but lines of
/// tensors, which are frequent, compile faster.
template <class N> inline constexpr bool has_no_state = parts_split<N>;
template <class N>
  requires(in_one_line<N>)
inline constexpr bool has_no_state<N> = true;

template <class F, class Seq, class... C> struct map_cursor;
template <class F, std::size_t... Ix, class... C>
struct map_cursor<F, std::index_sequence<Ix...>, C...> : slot<Ix, C>... {
  STRIA_EMPTY F f;

  static constexpr bool may_split = (splits<C> && ...) && is_pure<F>;
  // The function uses conditional expressions instead of &&, because with a branch per operand, g++
  // considers the fast loop unlikely and does not vectorise it. With &, small static shapes are
  // four times slower.
  STRIA_INLINE constexpr bool fits(std::size_t axis) const {
    bool all = true;
    ((all = slot<Ix, C>::value.fits(axis) ? all : false), ...);
    return all;
  }
  STRIA_INLINE constexpr bool joins(std::size_t outer, std::size_t inner, index n) const {
    return (slot<Ix, C>::value.joins(outer, inner, n) && ...);
  }
  STRIA_INLINE constexpr void advance(std::size_t axis, index by) {
    (slot<Ix, C>::value.advance(axis, by), ...);
  }
  template <bool Hinted> STRIA_INLINE constexpr auto row(std::size_t axis) const {
    return map_row<F, std::index_sequence<Ix...>,
                   decltype(slot<Ix, C>::value.template row<Hinted>(axis))...>{
        {slot<Ix, C>::value.template row<Hinted>(axis)}..., f};
  }
  STRIA_INLINE constexpr auto item() const { return f(slot<Ix, C>::value.item()...); }
  template <class Visit> constexpr void visit_memory(Visit visit) const {
    (slot<Ix, C>::value.visit_memory(visit), ...);
  }
  template <class Visit> STRIA_INLINE constexpr void visit_memory(Visit visit) {
    (slot<Ix, C>::value.visit_memory(visit), ...);
  }
};

// Joins the extents of several operands; the first fault is kept.
template <std::size_t A> constexpr joined_shape<A> join_all(const static_shape<A>& a) {
  return {a};
}
template <std::size_t A, std::size_t B, std::size_t... More>
constexpr auto join_all(const static_shape<A>& a, const static_shape<B>& b,
                        const static_shape<More>&... more) {
  const auto ab = join_shapes(a, b);
  auto r = join_all(ab.shape, more...);
  if (ab.fault != extent_fault::none) {
    r.fault = ab.fault;
    r.axis = ab.axis + (r.shape.rank() - ab.shape.rank());
  }
  return r;
}

/// The broadcast shape of the operands.
template <class... A> inline constexpr auto joined = join_all(extents_of<A>...);

constexpr void say_and(message& m, std::size_t k, std::size_t n) {
  if (k > 0)
    m << (k + 1 == n ? " and " : ", ");
}

[[noreturn]] [[gnu::cold]] inline void raise_broadcast(const char* what, std::size_t operands,
                                                       const array_ref<extent>* extents,
                                                       const array_ref<index>* sizes,
                                                       std::size_t axis) {
  message m("stria: ");
  m << what << ": the shapes ";
  for (std::size_t k = 0; k < operands; ++k) {
    say_and(m, k, operands);
    say_shape(m, extents[k], sizes[k]);
  }
  m << " do not broadcast: axis " << axis << " of the result would have the sizes ";
  std::size_t rank = 0;
  for (std::size_t k = 0; k < operands; ++k)
    rank = sizes[k].size() > rank ? sizes[k].size() : rank;
  bool first = true;
  for (std::size_t k = 0; k < operands; ++k) {
    const std::size_t missing = rank - sizes[k].size();
    if (axis < missing)
      continue;
    m << (first ? "" : " and ") << sizes[k][axis - missing];
    first = false;
  }
  raise<shape_error>(m);
}

/// The sizes of an operand: an array or a pointer.
struct size_numbers {
  const index* list;
  STRIA_INLINE constexpr size_numbers(const index* at) : list(at) {}
  template <std::size_t N>
  STRIA_INLINE constexpr size_numbers(const std::array<index, N>& sizes) : list(sizes.data()) {}
};
/// The sizes of an operand, without a copy if it is a reference to a tensor.
template <class A> STRIA_INLINE constexpr auto sizes_in(const A& a) { return a.shape(); }
template <tensor_operand N> STRIA_INLINE constexpr const index* sizes_in(const ref<N>& a) {
  return member_access::size_list(*a.node);
}

/// The sizes that result from broadcasting operands with these extents together, -1 along an axis
/// where they do not fit. All expressions with such operands share this function.
template <auto... Extents, class... S>
[[gnu::pure]] STRIA_NOINLINE constexpr auto join_sizes_of(S... operand) {
  constexpr std::size_t R = join_all(Extents...).shape.rank();
  std::array<index, R> out{};
  for (index& n : out)
    n = 1;
  const auto join = [&](const index* sizes, std::size_t rank) {
    for (std::size_t k = 0; k < rank; ++k) {
      index& n = out[k + (R - rank)];
      index own = sizes[k];
      if !consteval {
        // A vector load would wait until the sizes have been stored one by one.
        make_opaque(own);
      }
      n = join_sizes(n, own);
    }
  };
  (join(operand.list, Extents.rank()), ...);
  return out;
}
/// The first axis along which operands do not fit, as join_sizes_of() marks it; the rank if they
/// fit.
template <std::size_t R>
STRIA_INLINE constexpr std::size_t first_misfit(const std::array<index, R>& joined) {
  std::size_t k = 0;
  while (k < R && joined[k] >= 0)
    ++k;
  return k;
}
template <auto... Extents, class... S>
[[noreturn]] [[gnu::cold]] STRIA_NOINLINE constexpr void
raise_misfit(const char* what, std::size_t axis, S... operand) {
  const array_ref<extent> extents[] = {Extents.view()...};
  const array_ref<index> sizes[] = {array_ref<index>(operand.list, Extents.rank())...};
  raise_broadcast(what, sizeof...(Extents), extents, sizes, axis);
}

/// \throws  shape_error if they do not fit
template <auto... Extents, class... S>
STRIA_INLINE constexpr auto join_or_raise(const char* what, const S&... operand) {
  const auto n = join_sizes_of<Extents...>(operand...);
  if (const std::size_t axis = first_misfit(n); axis != n.size()) [[unlikely]]
    raise_misfit<Extents...>(what, axis, operand...);
  return n;
}

/// The sizes that result from broadcasting operands together. Operands without axes are ignored.
///
/// \throws  shape_error if they do not fit
template <class A, class... More>
STRIA_INLINE constexpr auto joined_sizes(const char* what, const A& a, const More&... more) {
  if constexpr (extents_of<A>.is_static() && (extents_of<More>.is_static() && ...))
    return joined<A, More...>.shape.sizes();
  else if constexpr (((rank_of<More> == 0) && ...))
    return a.shape();
  else if constexpr (rank_of<A> == 0)
    return joined_sizes(what, more...);
  else
    return join_or_raise<extents_of<A>, extents_of<More>...>(what, size_numbers(sizes_in(a)),
                                                             size_numbers(sizes_in(more))...);
}

/// True if the types show that the result repeats an operand along some axis.
template <std::size_t A, std::size_t R>
constexpr bool is_repeated(const static_shape<A>& own, const static_shape<R>& result) {
  for (std::size_t k = 0; k < R; ++k)
    if (result[k].size != 1 && (k + A < R || own[k + A - R].size == 1))
      return true;
  return false;
}

template <class P, class N> P program_from(const N& n); // evaluate/nest/program.hpp
template <class F, class Seq, class... A> class map_node;
template <class N> inline constexpr bool is_map = false;
template <class F, class Seq, class... A>
inline constexpr bool is_map<map_node<F, Seq, A...>> = true;

/// The sizes of a result of rank R, from those of its operands, except along axes where the types
/// show that an operand is broadcast.
template <std::size_t R> struct agreed_sizes {
  std::array<index, R> n;
  bool agree = true; // all operands have these sizes

  STRIA_INLINE constexpr agreed_sizes() {
    for (index& size : n)
      size = 1;
  }
  /// Adds the sizes of an operand. `Given` has a bit for each axis that already has a size.
  template <auto Extents, std::uint64_t Given, std::size_t... K>
  STRIA_INLINE constexpr void add(const std::array<index, sizeof...(K)>& own,
                                  std::index_sequence<K...>) {
    constexpr std::size_t from = R - sizeof...(K);
    (add_axis < K + from, Extents[K].size == 1, (Given >> (K + from) & 1U) != 0 > (own[K]), ...);
  }
  template <std::size_t K, bool Repeated, bool Given>
  STRIA_INLINE constexpr void add_axis(index size) {
    if constexpr (!Repeated && Given)
      agree &= size == n[K];
    else if constexpr (!Repeated)
      n[K] = size;
  }
};
/// The axes of a result that have sizes from the first `count` operands, one bit each.
constexpr std::uint64_t axes_given(std::size_t rank, std::size_t count,
                                   std::initializer_list<array_ref<extent>> operands) {
  std::uint64_t axes = 0;
  for (const array_ref<extent>& own : operands) {
    if (count-- == 0)
      break;
    for (std::size_t k = 0; k < own.size(); ++k)
      if (own[k].size != 1)
        axes |= std::uint64_t{1} << (k + rank - own.size());
  }
  return axes;
}
/// The first operand that has every axis of the result, as far as the types show; the number of
/// operands if there is none.
constexpr std::size_t leading_operand(array_ref<extent> result,
                                      std::initializer_list<array_ref<extent>> operands) {
  std::size_t leader = 0;
  for (const array_ref<extent>& own : operands) {
    bool all = own.size() == result.size();
    for (std::size_t k = 0; all && k < own.size(); ++k)
      all = own[k].size != 1 || result[k].size == 1;
    if (all)
      return leader;
    ++leader;
  }
  return leader;
}

/// True for a map that contains a reduction that can be computed row by row
/// (evaluate/materialize.hpp).
template <class N> inline constexpr bool has_row_folds = false;
template <class N> inline constexpr bool has_row_folds<const N> = has_row_folds<N>;
/// An operand of a result of rank R that is, or contains, a reduction that can be computed row by
/// row (evaluate/materialize.hpp).
template <class A, std::size_t R>
concept row_fold_operand = rank_of<A> == R && (member_access::folds_rows<A> || has_row_folds<A>);
template <class F, class Seq, class... A>
  requires(rank_of<map_node<F, Seq, A...>> >= 2)
inline constexpr bool has_row_folds<map_node<F, Seq, A...>> =
    (row_fold_operand<A, rank_of<map_node<F, Seq, A...>>> || ...);

/// The element type that f returns for elements of these operands.
template <class F, class... A>
using mapped_type = bare<decltype(std::declval<const F&>()(std::declval<const value_t<A>&>()...))>;

/// The sizes of an operand, as join_sizes_of() marks them if its own operands do not fit.
template <class A> STRIA_INLINE constexpr auto joined_in(const A& a) {
  if constexpr (is_map<A>)
    return a.joined_operands();
  else
    return sizes_in(a);
}

struct changed_operands {};
struct fitting_operands {};
#if !defined(__clang__)
struct copied_operands {};
/// A new operand A made from u. A map is copied operand by operand: g++ would copy it as a block of
/// memory, and wait until the addresses in it have been stored.
template <class A, class U> STRIA_INLINE constexpr A new_operand(U&& u) {
  if constexpr (is_map<A> && A::ready::value && std::same_as<A, bare<U>>)
    return A(copied_operands{}, static_cast<U&&>(u));
  else
    return A(static_cast<U&&>(u));
}
#endif

/// True for a reduction of which as_terms() is a map of a few terms (fold/unrolled.hpp).
template <class N> inline constexpr bool has_terms = false;

/// True if a map with this shape computes none of its operands before the loops.
template <auto Extents, class... A>
inline constexpr bool prepares_no_operand =
    ((A::ready::value && !(member_access::is_expensive<A> && is_repeated(A::extents, Extents))) &&
     ...);

/// Applies f to corresponding elements of the broadcast operands.
template <class F, std::size_t... Ix, class... A>
class map_node<F, std::index_sequence<Ix...>, A...>
    : public node<map_node<F, std::index_sequence<Ix...>, A...>, mapped_type<F, A...>,
                  joined<A...>.shape>,
      public keeper<map_node<F, std::index_sequence<Ix...>, A...>,
                    !prepares_no_operand<joined<A...>.shape, A...>>,
      slot<Ix, A>... {
  STRIA_EMPTY F f_;

  /// Raises `shape_error` unless the operands broadcast together; quick if they have the same
  /// sizes. An operand that is a map was checked when it was constructed, so it is enough to
  /// compare its leading sizes. If there are two maps, or reductions of maps, and a leading size is
  /// 1, the axis may be longer in one of them; then the shapes are compared in full.
  STRIA_INLINE constexpr void check() const {
    // A single operand was checked when it was constructed.
    constexpr bool several = ((rank_of<A> != 0 ? 1 : 0) + ...) > 1;
    if constexpr (several && !(extents_of<A>.is_static() && ...)) {
      if constexpr (leads) {
        agreed_sizes<extents.rank()> sizes;
        (sizes.template add<extents_of<A>,
                            axes_given(extents.rank(), Ix, {extents_of<A>.view()...})>(
             member_access::leading_sizes(slot<Ix, A>::value),
             std::make_index_sequence<rank_of<A>>()),
         ...);
        bool same = sizes.agree;
        if constexpr ((((is_map<A> || !A::ready::value) && rank_of<A> != 0 ? 1 : 0) + ...) > 1)
          for (std::size_t k = 0; k < extents.rank(); ++k)
            same = same && (extents[k].size == 1 || sizes.n[k] != 1);
        if (same) [[likely]]
          return;
        // A node whose address is taken cannot stay in registers.
        if constexpr (is_light<map_node>) {
          const map_node copy(*this);
          if (const auto n = copy.joined_operands(); first_misfit(n) != n.size()) {
            static_cast<void>(copy.shape()); // raises
            __builtin_trap();
          }
          return;
        }
      }
      static_cast<void>(shape());
    }
  }

public:
  using value_type = mapped_type<F, A...>;
  static constexpr auto extents = joined<A...>.shape;
  static constexpr index rank = static_cast<index>(extents.rank());
  /// True for an operand that is expensive and whose elements are each used several times.
  template <class N>
  static constexpr bool computes_first =
      member_access::is_expensive<N> && is_repeated(N::extents, extents);
  /// True for a reduction that the loops compute element by element.
  template <class N>
  static constexpr bool computes_terms = has_terms<N> && !is_repeated(N::extents, extents);
  using ready = std::bool_constant<prepares_no_operand<extents, A...>>;
  static constexpr bool is_expensive =
      is_expensive_function<F> || (member_access::is_expensive<A> || ...);
  static constexpr int computes = (member_access::computes<A> + ...);
  /// True if all operands are tensors of numbers and have the rank of the result or rank 0. If the
  /// shapes are also equal, the operands form a line of memory (evaluate/line.hpp).
  static constexpr bool in_line = rank > 0 && is_number<value_type> &&
                                  ((member_access::in_line<A> &&
                                    (rank_of<A> == 0 || rank_of<A> == extents.rank())) &&
                                   ...) &&
                                  is_pure<F>;

  template <class Change, class... Old>
  constexpr map_node(changed_operands, const F& f, Change& change, const Old&... old)
      : slot<Ix, A>{change(old)}..., f_(f) {
    check();
  }
  template <class... U>
  STRIA_INLINE constexpr explicit map_node(F f, U&&... u)
#if defined(__clang__)
      : slot<Ix, A>{A(static_cast<U&&>(u))}..., f_(static_cast<F&&>(f)) {
#else
      : slot<Ix, A>{new_operand<A>(static_cast<U&&>(u))}..., f_(static_cast<F&&>(f)) {
#endif
    check();
  }
#if !defined(__clang__)
  STRIA_INLINE constexpr map_node(copied_operands, const map_node& from)
      : slot<Ix, A>{new_operand<A>(static_cast<const slot<Ix, A>&>(from).value)}..., f_(from.f_) {}
  STRIA_INLINE constexpr map_node(copied_operands, map_node&& from)
      : slot<Ix, A>{new_operand<A>(static_cast<A&&>(static_cast<slot<Ix, A>&>(from).value))}...,
        f_(static_cast<F&&>(from.f_)) {}
#endif
  /// For operands that are known to broadcast together.
  template <class... U>
  STRIA_INLINE constexpr map_node(fitting_operands, F f, U&&... u)
      : slot<Ix, A>{A(static_cast<U&&>(u))}..., f_(static_cast<F&&>(f)) {}
  STRIA_NO_TARGET(map_node);

  constexpr axis_array<extents.rank()> shape() const {
    if constexpr (((rank_of<A> != 0 ? 1 : 0) + ...) > 1 && !(extents_of<A>.is_static() && ...)) {
      agreed_sizes<extents.rank()> sizes;
      (sizes.template add<extents_of<A>, axes_given(extents.rank(), Ix, {extents_of<A>.view()...})>(
           slot<Ix, A>::value.shape(), std::make_index_sequence<rank_of<A>>()),
       ...);
      if (sizes.agree) [[likely]]
        return {sizes.n};
      if constexpr (is_light<map_node>) {
        const map_node copy(*this); // a node whose address is taken cannot stay in registers
        const auto n = copy.joined_operands();
        if (const std::size_t axis = first_misfit(n); axis != n.size()) [[unlikely]] {
          (static_cast<void>(slot<Ix, A>::value.shape()),
           ...); // names an operand that does not fit
          raise_misfit<extents_of<A>...>(name_of<F>(), axis,
                                         size_numbers(joined_in(slot<Ix, A>::value))...);
        }
        return {n};
      } else {
        return {joined_sizes(name_of<F>(), slot<Ix, A>::value...)};
      }
    } else {
      return {joined_sizes(name_of<F>(), slot<Ix, A>::value...)};
    }
  }
  /// True if the operands are tensors, views, maps of these, and scalars. The leading sizes are
  /// those of one operand, if the types show that it has all axes of the result.
  static constexpr bool leads = rank > 0 && ((rank_of<A> == 0 || member_access::leads<A>) && ...);
  STRIA_INLINE constexpr std::array<index, extents.rank()> leading_sizes() const
    requires(leads)
  {
    if constexpr (has_leader) {
      return value_in<leader>(*this).leading_sizes();
    } else {
      agreed_sizes<extents.rank()> sizes;
      (sizes.template add<extents_of<A>, axes_given(extents.rank(), Ix, {extents_of<A>.view()...})>(
           member_access::leading_sizes(slot<Ix, A>::value),
           std::make_index_sequence<rank_of<A>>()),
       ...);
      return sizes.n;
    }
  }
  static constexpr std::size_t leader = leading_operand(extents.view(), {extents_of<A>.view()...});
  static constexpr bool has_leader = leads && leader < sizeof...(A);

  /// The sizes of the result, -1 along an axis where the operands do not fit. A pure function:
  /// compilers need not read the operands again after the call, as they would after a call that may
  /// also raise.
  [[gnu::cold, gnu::pure]] STRIA_NOINLINE constexpr auto joined_operands() const {
    return join_sizes_of<extents_of<A>...>(size_numbers(joined_in(slot<Ix, A>::value))...);
  }

  constexpr const F& function() const { return f_; }
  template <class G> STRIA_INLINE constexpr decltype(auto) operands(G g) const {
    return g(slot<Ix, A>::value...);
  }
  template <class... O> constexpr auto over(O&&... o) const {
    return map_node<F, std::index_sequence<Ix...>, bare<O>...>(static_cast<F>(f_),
                                                               static_cast<O&&>(o)...);
  }
  template <std::size_t K> constexpr auto needed(const region<extents.rank()>& of_result) const {
    return broadcast_region(of_result, operand_at<K>(*this).shape());
  }
  /// Constructs the new operands in place, in order.
  template <class Change> constexpr auto rebuilt(Change change) const {
    return map_node<F, std::index_sequence<Ix...>, decltype(change(slot<Ix, A>::value))...>(
        changed_operands{}, f_, change, slot<Ix, A>::value...);
  }

  /// All elements as a row; sets `fits` to false if an operand has other sizes than n. Operands are
  /// compared with the leading one, as by check(), so that compilers compare them once.
  STRIA_INLINE constexpr auto line(const std::array<index, extents.rank()>& n, bool& fits) const {
    std::array<index, extents.rank()> lead = n;
    if constexpr (has_leader)
      lead = value_in<leader>(*this).leading_sizes();
    return map_row<F, std::index_sequence<Ix...>, decltype(slot<Ix, A>::value.line(n, fits))...>{
        {slot<Ix, A>::value.line(Ix == leader ? n : lead, fits)}..., f_};
  }
  /// The program of this map, whose operands have the programs P.
  template <class... P>
  STRIA_INLINE auto program(const map_cursor<F, std::index_sequence<Ix...>, P...>*) const {
    return map_cursor<F, std::index_sequence<Ix...>, P...>{{program_from<P>(slot<Ix, A>::value)}...,
                                                           f_};
  }
  /// Calls visit(operand) for each operand, in order.
  template <class Visit> STRIA_INLINE void visit_operands(Visit& visit) const {
    (visit(slot<Ix, A>::value), ...);
  }
  template <inner_hint H, std::size_t L>
  STRIA_INLINE constexpr auto cursor(const axis_refs<extents.rank()>& refs) const {
    return map_cursor<
        F, std::index_sequence<Ix...>,
        decltype(slot<Ix, A>::value.template cursor<broadcast_hint(H, extents_of<A>, extents), L>(
            operand_refs(refs, slot<Ix, A>::value)))...>{
        {slot<Ix, A>::value.template cursor<broadcast_hint(H, extents_of<A>, extents), L>(
            operand_refs(refs, slot<Ix, A>::value))}...,
        f_};
  }
  constexpr auto prepared() const {
    if constexpr (computes > 1)
      return prepare_parts<0>(*this);
    else
      return rebuilt([](const auto& o) { return prepare_operand(o); });
  }
  /// Prepares an operand of this node.
  template <class N> static constexpr auto prepare_operand(const N& n) {
    if constexpr (computes_first<N>)
      return eval(n);
    else if constexpr (computes_terms<N>)
      return n.as_terms();
    else
      return prepare_part(n);
  }
  static constexpr bool wraps = !has_row_folds<map_node> && (member_access::wraps<A> || ...);
  constexpr auto prepared_to_loop() const {
    return rebuilt([](const auto& o) {
      using O = bare<decltype(o)>;
      if constexpr (member_access::wraps<O> && !computes_first<O>)
        return o.prepared_to_loop();
      else
        return prepare_operand(o);
    });
  }
  /// A map that is stored as a whole is left unprepared, because it may be computed row by row.
  constexpr const map_node& prepared_whole() const { return *this; }
};

template <class N>
  requires has_row_folds<N>
inline constexpr bool stores_whole<N, value_t<N>> = true;

/// True for roll() of memory, and for an expression that only rearranges such a roll.
template <class N> inline constexpr bool is_rolled = member_access::wraps<N> && !is_map<N>;

template <class F, class Seq, class... A>
inline constexpr bool parts_split<map_node<F, Seq, A...>> = (parts_split<A> && ...) && is_pure<F>;

template <class F, class Seq, class... A>
inline constexpr bool owns_no_memory<map_node<F, Seq, A...>> =
    (owns_no_memory<A> && ...) && __is_trivially_constructible(F, const F&);

template <class F, class... A> using map_of = map_node<F, std::index_sequence_for<A...>, A...>;

/// The verdict on a call of F: the operands must broadcast, and F must accept their elements.
template <class F, class... A> struct broadcast_verdict {
  static constexpr bool broadcasts = joined<A...>.fault == extent_fault::none;
  static constexpr bool callable = requires(const F& f, const value_t<A>&... v) { f(v...); };
  static constexpr bool accepted = broadcasts && callable;
  static constexpr message text() {
    if constexpr (!broadcasts)
      return shapes_text();
    else if constexpr (requires(F& f, const value_t<A>&... v) { f(v...); })
      return message("stria: ") << name_of<F>()
                                << ": the function must be callable as const; a lambda must not be "
                                   "mutable";
    else
      return call_text<F>(sizeof...(A));
  }
  static constexpr message shapes_text() {
    constexpr auto& j = joined<A...>;
    constexpr std::size_t n = sizeof...(A), R = j.shape.rank();
    const array_ref<extent> shapes[] = {extents_of<A>.view()...};
    message m("stria: ");
    m << name_of<F>() << ": the shapes ";
    for (std::size_t k = 0; k < n; ++k) {
      say_and(m, k, n);
      say_shape(m, shapes[k]);
    }
    m << " do not broadcast: axis " << j.axis << " of the result would be ";
    bool first = true;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t missing = R - shapes[k].size();
      if (j.axis < missing)
        continue;
      m << (first ? "" : " and ");
      say_extent(m, shapes[k][j.axis - missing]);
      first = false;
    }
    if (j.fault == extent_fault::names)
      m << "; extents with names must be equal";
    else
      m << "; sizes must be equal or 1, newaxis adds an axis of size 1";
    return m;
  }
};

/// The element type of an operand, or the type of a single value.
template <class X> struct own_element {
  using type = bare<X>;
};
template <operand X> struct own_element<X> {
  using type = value_t<X>;
};
template <class X> using value_or_self = typename own_element<X>::type;

/// The verdict on element types, with the message of Says.
template <bool Accepted, class Says> struct element_type_verdict : Says {
  static constexpr bool accepted = Accepted;
};

} // namespace detail
} // namespace stria

// SPDX-License-Identifier: BSL-1.0
// eval/few_rows.hpp: computes a few elements of tensors and views as one panel, which is made
// without a plan.
#pragma once

#include <stria/eval/materialize.hpp>
#include <stria/eval/once.hpp>
#include <stria/eval/reads.hpp>
#include <stria/expr/map.hpp>
#include <stria/expr/positions.hpp>
#include <stria/layout/overlap.hpp>
#include <stria/nest/move_strided.hpp>
#include <stria/nest/run_store.hpp>
#include <stria/view/tensor.hpp>
#include <stria/view/view.hpp>

namespace stria::detail {

/// The step of memory with the layout l along axis k of R axes: 0 if the types show that it is
/// broadcast along this axis.
template <std::size_t R, std::size_t N>
constexpr index step_along(const static_layout<N>& l, std::size_t k) {
  return k + N < R || l.shape[k + N - R].size == 1 ? 0 : l.strides[k + N - R];
}
/// The steps of memory along R axes. Those that are known at compile time are constants.
template <auto L, std::size_t R>
STRIA_INLINE std::array<index, R> steps_along(const std::array<index, L.rank()>& strides) {
  std::array<index, R> steps{};
  STRIA_AXES
  for (std::size_t k = 0; k < R; ++k) {
    const index known = step_along<R>(L, k);
    steps[k] = known == unknown_stride ? strides[k + L.rank() - R] : known;
  }
  return steps;
}
template <class T, std::size_t R>
STRIA_INLINE byte_range bytes_at(const T* p, const std::array<index, R>& steps,
                                 const std::array<index, R>& n) {
  const reach r = reach_of(0, steps, n);
  return bytes_of(memory_region<T>{p, r.low, r.high});
}

/// Whether an element that begins `gap` bytes after the first one of others, which are `step`
/// elements of `size` bytes apart, lies between the first two of them. With the same step, all
/// elements that follow it lie between those that follow the others.
STRIA_INLINE constexpr bool begins_between(index gap, index step, index size) {
  const auto length = [](index k) { return k < 0 ? -k : k; };
  return length(gap) >= size && length(gap) <= (length(step) - 1) * size;
}

/// Instead of the storage of a tensor, which is the range of its elements.
inline constexpr byte_range any_storage{0, UINTPTR_MAX};

/// Where an operand reads memory that is written: only where it is written by the same element, or
/// not at all; also at elements that are written later in the order of the loops; or anywhere.
enum class read_place : unsigned char { apart, ahead, elsewhere };

/// The memory that is written.
template <class T, std::size_t R> struct written_memory {
  T* p;
  std::array<index, R> steps;
  byte_range bytes;

  /// Where an operand at q reads this memory. Most views belong to other storage, which takes less
  /// time to see than which elements they reach.
  template <class U>
  STRIA_INLINE read_place place_of(const U* q, byte_range storage, const std::array<index, R>& at,
                                   const std::array<index, R>& n) const {
    if (!ranges_meet(storage, bytes)) [[likely]]
      return read_place::apart;
    bool same = sizeof(U) == sizeof(T);
    STRIA_AXES
    for (std::size_t k = 0; k < R; ++k)
      same &= at[k] == steps[k];
    if ((same && static_cast<const void*>(q) == p) || !ranges_meet(bytes_at(q, at, n), bytes))
      return read_place::apart;
    const auto gap = static_cast<index>(reinterpret_cast<std::uintptr_t>(q) -
                                        reinterpret_cast<std::uintptr_t>(p));
    if (R == 1 && same && begins_between(gap, steps[0], index{sizeof(T)}))
      return read_place::apart;
    // The places ascend in the order of the loops, and each element is read behind its place.
    bool ahead = same && __is_same(const U, const T) && gap > 0 && steps[R - 1] > 0;
    STRIA_AXES
    for (std::size_t k = 0; k + 1 < R; ++k)
      ahead &= steps[k] >= steps[k + 1] * n[k + 1];
    return ahead ? read_place::ahead : read_place::elsewhere;
  }
};
template <std::size_t R> struct reads_elsewhere {};

/// Whether an operand of a panel may be read after it has been written. `along` are the steps along
/// a row. Operands whose elements lie between those of the target do not conflict with it. This is
/// examined only where it is likely: for operands that are broadcast, and those that begin between
/// two elements of the target; elsewhere the examination takes longer than a buffer.
template <std::size_t R>
STRIA_NOINLINE bool rows_conflict(const std::array<index, R>& n, const panel_args& panel,
                                  const index* along, const unsigned char* bytes, int operands) {
  const auto length = [](index step) { return step < 0 ? -step : step; };
  if (R == 1 ? length(along[0]) == 1 : length(panel.step[0]) == n[R - 1] * length(along[0]))
    return true; // nothing lies between the elements of the target
  const auto steps_of = [&](int i) {
    std::array<index, R> steps{};
    steps[R - 1] = along[i];
    if constexpr (R > 1)
      steps[R - 2] = panel.step[i];
    if constexpr (R > 2)
      steps[0] = panel.jump[i] + panel.step[i] * n[1];
    return steps;
  };
  const auto begin = [&](int i) { return reinterpret_cast<std::uintptr_t>(panel.at[i]); };
  const auto range = [&](int i) {
    const reach r = reach_of(0, steps_of(i), n);
    return byte_range{begin(i) + static_cast<std::uintptr_t>(r.low) * bytes[i],
                      begin(i) + (static_cast<std::uintptr_t>(r.high) + 1) * bytes[i]};
  };
  const bool nested =
      R == 1 || (length(panel.step[0]) > n[R - 1] * length(along[0]) &&
                 (R == 2 || length(steps_of(0)[0]) >= n[R - 2] * length(panel.step[0])));
  for (int i = 1; i < operands; ++i) {
    const auto gap = static_cast<index>(begin(i) - begin(0));
    // An operand with the steps of the target that begins between its first two elements, as in
    // p[:, -1] = p[:, -2]. This needs no division.
    if (nested && bytes[i] == bytes[0] && begins_between(gap, along[0], bytes[0]) &&
        along[i] == along[0] && panel.step[i] == panel.step[0] && panel.jump[i] == panel.jump[0])
      continue;
    if (ranges_meet(range(i), range(0))) {
      const bool repeats = along[i] == 0 || (R > 1 && panel.step[i] == 0);
      if (!repeats && length(gap) >= length(along[0]) * bytes[0])
        return true;
      if (bytes[i] != bytes[0] || gap % bytes[0] != 0 ||
          walks_conflict(n, steps_of(0), steps_of(i), gap / bytes[0]))
        return true;
    }
  }
  return false;
}

/// Memory as an operand sees it, in the form of a view.
template <class T, auto Extents> struct seen_memory {
  using value_type = T;
  static constexpr static_layout<Extents.rank()> layout = [] {
    static_layout<Extents.rank()> l{Extents, {}};
    for (index& s : l.strides)
      s = unknown_stride;
    return l;
  }();
  T* p;
  std::array<index, Extents.rank()> sizes, steps;

  constexpr T* data() const { return p; }
  constexpr const std::array<index, Extents.rank()>& shape() const { return sizes; }
  constexpr const std::array<index, Extents.rank()>& strides() const { return steps; }
};
/// Calls visit(memory) for the memory that an operand reads through its cursor, such as a slice of
/// an expression.
template <class E, class Visit>
STRIA_INLINE void visit_seen_memory(const E& e, const Visit& visit) {
  constexpr std::size_t N = rank_of<E>;
  const auto own = e.shape();
  member_access::cursor<straight_hint<N>, N>(e, straight_refs<N>())
      .visit_memory(
          [&]<class T, index H>(const strided_cursor<T, N, H>& c) __attribute__((always_inline)) {
            visit(seen_memory<const T, extents_of<E>>{
                reinterpret_cast<const T*>(address_of(c.base, c.offset)), own, c.strides});
          });
}

/// Whether store_lane() computes elements of type T.
template <class T>
inline constexpr bool has_lanes =
    std::is_arithmetic_v<T> && !std::same_as<T, bool> && sizeof(T) <= 8;
/// Computes the elements [i, i + few_lane) of a row; they are read before the first is written.
template <class Kernel, class Out, class In>
STRIA_INLINE void store_lane(const Out& out, const In& in, index i) {
  using T = bare<decltype(out[i])>;
  const auto value = [&](index k) __attribute__((always_inline)) {
    T v{};
    if constexpr (Kernel::reads_target)
      v = out[k];
    Kernel::element(v, in[k]);
    return v;
  };
  typedef T vector __attribute__((vector_size(limits::few_lane * sizeof(T))));
  const vector values{value(i), value(i + 1), value(i + 2), value(i + 3)};
  __builtin_memcpy(&out[i], &values, sizeof values);
}
/// Computes the elements of R loops: vectors of four along rows with the steps that the types show,
/// the others one by one. Four elements are read before the first of them is written.
template <class Kernel, std::size_t R, class Out, class In>
STRIA_INLINE void store_one_by_one(const std::array<index, R>& n, Out to, In from) {
  using T = std::remove_reference_t<decltype(to.item())>;
  constexpr index lane = limits::few_lane;
  const bool even = has_lanes<T> && n[R - 1] >= lane && to.fits(R - 1) && from.fits(R - 1);
  for (index o = R > 2 ? n[0] : 1; o > 0; --o) {
    for (index r = R > 1 ? n[R - 2] : 1; r > 0; --r) {
      const auto out = to.template row<false>(R - 1);
      const auto in = from.template row<false>(R - 1);
      index i = 0;
      if constexpr (has_lanes<T>)
        if (even) {
          const auto even_out = to.template row<true>(R - 1);
          const auto even_in = from.template row<true>(R - 1);
          for (; i + lane <= n[R - 1]; i += lane) {
            store_lane<Kernel>(even_out, even_in, i);
            STRIA_ONE_BY_ONE;
          }
        }
      for (; i < n[R - 1]; ++i) {
        Kernel::element(out[i], in[i]);
        STRIA_ONE_BY_ONE;
      }
      if constexpr (R > 1) {
        to.advance(R - 2, 1);
        from.advance(R - 2, 1);
      }
    }
    if constexpr (R > 2) {
      to.advance(R - 2, -n[R - 2]);
      from.advance(R - 2, -n[R - 2]);
      to.advance(0, 1);
      from.advance(0, 1);
    }
  }
}
/// Whether elements at this step follow each other in reverse.
constexpr bool is_reversed(index step) { return step == -1; }

/// The steps of the operands along a row.
template <std::size_t Operands> struct few_steps {
  index of[Operands];
};

/// Lists the operands of an expression as rows of a panel in loops of the sizes n. `Target` is
/// reads_elsewhere if the operands do not overlap the memory that is written. `Owner` means that
/// this memory belongs to a tensor, so that an operand that is a tensor is either the target or
/// does not overlap it. `Rotates` means that there are rotated operands, which are copied.
template <std::size_t R, class Target = reads_elsewhere<R>, bool Owner = false,
          bool Rotates = false>
struct few_rows {
  std::array<index, R> n;
  STRIA_EMPTY Target target{};
  int operand = 1;
  /// Set to false if an operand has other sizes than n along an axis where the types do not show
  /// that it is broadcast.
  bool fits = true;
  /// Set to true if an operand may be read after it has been overwritten, in any order of the
  /// elements, and in the order of the loops.
  bool meets = false, behind = false;
  /// The first elements and the steps of the operands, from 1 on. The panel is described later,
  /// because few elements are computed without it.
  const void* at[limits::nest_operands];
  std::array<index, R> steps[limits::nest_operands];
  /// Whether the elements of each row follow each other, or have the steps of the hinted kernel.
  bool plain = true, hinted = true;
  /// Whether the rows along the last axis but one, and those along the first of three, follow each
  /// other.
  bool joins = R > 1, joins_outer = R > 2;
  /// The memory of copies, and the operands that are copied, one bit each.
  STRIA_EMPTY std::conditional_t<Rotates, few_lines, reads_elsewhere<R>> lines;
  std::uint64_t copied = 0;

  STRIA_INLINE explicit few_rows(const std::array<index, R>& sizes) : n(sizes) {}
  /// True if there are so few rows and elements, but at least one, that a plan would take longer.
  /// That the sizes are positive saves comparisons in reach_of().
  STRIA_INLINE bool are_few() const {
    const auto is_up_to = [](index size, index most) __attribute__((always_inline)) {
      return static_cast<std::size_t>(size) - 1 < static_cast<std::size_t>(most);
    };
    index rows = 1;
    STRIA_AXES
    for (std::size_t k = 0; k + 1 < R; ++k) {
      if (!is_up_to(n[k], limits::few_rows))
        return false;
      rows *= n[k];
    }
    return rows <= limits::few_rows && is_up_to(n[R - 1], limits::line) &&
           rows * n[R - 1] <= limits::line;
  }
  STRIA_INLINE void set(int i, const void* p, const std::array<index, R>& by) {
    at[i] = p;
    steps[i] = by;
  }
  /// Whether `is` is true for the step along a row of one of the operands Ix.
  template <std::size_t... Ix>
  STRIA_INLINE bool any_along(bool (*is)(index), std::index_sequence<Ix...>) const {
    return (is(steps[Ix][R - 1]) | ...);
  }
  /// Describes the rows of the panel, and of its operands from `First` on. `hints` are those of the
  /// hinted kernel, or null. Returns the steps along a row.
  template <std::size_t First, std::size_t... Ix>
  STRIA_INLINE few_steps<sizeof...(Ix)> make_panel(panel_args& panel, const signed char* hints,
                                                   std::index_sequence<Ix...>) {
    panel.turn = R > 2 ? n[1] : -1;
    panel.first = 0;
    panel.begun = false;
    panel.rows = 1;
    STRIA_AXES
    for (std::size_t k = 0; k + 1 < R; ++k)
      panel.rows *= n[k];
    panel.width = n[R - 1];
    (put(panel, hints, First + Ix), ...);
    return {{steps[First + Ix][R - 1]...}};
  }
  /// Makes one row of rows that follow each other; of three axes, only of the last two unless
  /// `outer`.
  STRIA_INLINE void join_rows(panel_args& panel, int operands, bool outer = true) const {
    if (!joins)
      return;
    if (R == 2 || (outer && joins_outer)) {
      panel.width *= panel.rows;
      panel.rows = 1;
      return;
    }
    if constexpr (R > 2) {
      panel.width *= n[1];
      panel.rows = n[0];
      panel.turn = -1;
      for (int i = 0; i < operands; ++i)
        panel.step[i] = panel.jump[i] + panel.step[i] * n[1];
    }
  }
  /// Gives the operands that a cursor reads the first elements and the steps that were listed. The
  /// steps in the cursor depend on run-time sizes, because a size of 1 is broadcast; here all sizes
  /// fit, so that those which the types state are constants.
  template <class In> STRIA_INLINE void place(In& in) const {
    int i = 1;
    in.visit_memory([&]<class T, index H>(strided_cursor<T, R, H>& c)
                        __attribute__((always_inline)) {
                          c = {static_cast<T*>(const_cast<void*>(at[i])), 0, steps[i]};
                          ++i;
                        });
  }
  template <class T> STRIA_INLINE void operator()(const scalar<T>&) {}
  template <class T, extent... E> STRIA_INLINE void operator()(const tensor<T, E...>& e) {
    memory<tensor<T, E...>::layout, Owner>(e, any_storage);
  }
  template <class T, auto L> STRIA_INLINE void operator()(const view<T, L>& e) {
    memory<L, false>(e, member_access::storage_range(e));
  }
  template <class N> STRIA_INLINE void operator()(const ref<N>& e) { return (*this)(*e.node); }
  template <class N> STRIA_INLINE void operator()(const kept<N>& e) { return (*this)(e.values()); }
  template <class F, std::size_t... Ix, class... A>
  STRIA_INLINE void operator()(const map_node<F, std::index_sequence<Ix...>, A...>& e) {
    e.visit_operands(*this);
  }
  template <class S> STRIA_INLINE void operator()(const cyclic<S>& e) {
    using T = value_t<S>;
    constexpr std::size_t N = rank_of<S>;
    const auto own = e.shape();
    STRIA_AXES
    for (std::size_t k = 0; k < N; ++k)
      fits &= extents_of<S>[k].size == 1 || own[k] == n[k + R - N];
    if (!fits) [[unlikely]]
      return;
    const index count = count_elements(own);
    constexpr index most = R > 1 ? limits::few_rotated : limits::few_rotated_row;
    std::byte* const line = count <= most ? lines.next(count * index{sizeof(T)}) : nullptr;
    if (line == nullptr) {
      fits = false;
      return;
    }
    if (count != 0) {
      const auto from = member_access::cursor<straight_hint<N>, N>(e.source(), straight_refs<N>());
      rotated_axes axes{{1, 1, 1}, {}, {}};
      STRIA_AXES
      for (std::size_t k = 0; k < N; ++k) {
        axes.n[k + 3 - N] = own[k];
        axes.by[k + 3 - N] = e.by()[k];
        axes.steps[k + 3 - N] = from.strides[k];
      }
      copy_rotated<typename bits_of<sizeof(T)>::type>(axes, address_of(from.base, from.offset),
                                                      line);
    }
    copied |= std::uint64_t{1} << operand;
    set(operand++, line, steps_along<row_major(extents_of<S>), R>(row_major_strides(own)));
  }
  template <detail::operand E> STRIA_INLINE void operator()(const E& e) {
    fit<extents_of<E>>(e.shape());
    visit_seen_memory(e, [this](const auto& m) __attribute__((always_inline)) {
      this->template memory<bare<decltype(m)>::layout, false>(m, any_storage);
    });
  }

private:
  /// Compares the sizes of an operand with n.
  template <auto Extents> STRIA_INLINE void fit(const std::array<index, Extents.rank()>& own) {
    constexpr std::size_t rank = Extents.rank();
    STRIA_AXES
    for (std::size_t k = 0; k < rank; ++k)
      fits &= Extents[k].size == 1 || own[k] == n[k + R - rank];
  }
  STRIA_INLINE void put(panel_args& panel, const signed char* hints, std::size_t i) {
    const std::array<index, R>& by = steps[i];
    panel.at[i] = static_cast<const std::byte*>(at[i]);
    panel.step[i] = R > 1 ? by[R - 2] : 0;
    panel.jump[i] = R > 2 ? by[0] - by[1] * n[1] : 0;
    if constexpr (R > 1)
      joins &= by[R - 2] == n[R - 1];
    if constexpr (R > 2)
      joins_outer &= by[0] == by[1] * n[1];
    plain &= by[R - 1] == 1 || n[R - 1] == 1; // the step of a single element does not matter
    if (hints != nullptr)
      hinted &= by[R - 1] == hints[i];
  }
  template <auto L, bool Apart, class N>
  STRIA_INLINE void memory(const N& e, [[maybe_unused]] byte_range storage) {
    const int number =
        operand++; // the compiler knows this number only if it never depends on sizes
    fit<L.shape>(e.shape());
    if (!fits) [[unlikely]] // with other sizes, the products below could overflow
      return;
    const auto by = steps_along<L, R>(e.strides());
    if constexpr (!Apart && !std::same_as<Target, reads_elsewhere<R>>) {
      const read_place place = target.place_of(e.data(), storage, by, n);
      meets |= place != read_place::apart;
      behind |= place == read_place::elsewhere;
    }
    set(number, e.data(), by);
  }
};

/// The number of operands in memory that a cursor reads. -1 if it needs more than numbers, memory
/// at strides, positions, and functions that may be called in any order.
template <class C> inline constexpr int seen_operands = program_of<C>::leaves;
template <std::size_t L, index H> inline constexpr int seen_operands<position_cursor<L, H>> = 0;
template <class F, std::size_t... Ix, class... C>
inline constexpr int seen_operands<map_cursor<F, std::index_sequence<Ix...>, C...>> =
    is_pure<F> && ((seen_operands<C> >= 0) && ...) ? (seen_operands<C> + ...) : -1;
/// True for a cursor whose elements can be computed one by one without a plan.
template <class In>
inline constexpr bool is_seen = seen_operands<In> >= 0 && seen_operands<In> < limits::nest_operands;

/// True for an expression that reads memory through its cursor.
template <class E> inline constexpr bool reads_seen_memory = false;
template <class E>
  requires(E::ready::value && rank_of<E> != 0)
inline constexpr bool reads_seen_memory<E> =
    is_seen<decltype(member_access::cursor<no_hint, rank_of<E>>(std::declval<const E&>(),
                                                                axis_refs<rank_of<E>>()))>;
/// True for a target of a few axes and an expression of tensors and views, all of numbers. Operands
/// may be broadcast.
template <class E, class Target>
concept few_rows_possible =
    operand<E> && (tensor_operand<Target> || view_operand<Target>) && is_number<value_t<Target>> &&
    rank_of<Target> != 0 && rank_of<Target> <= limits::few_rows_axes &&
    rank_of<E> <= rank_of<Target> && (member_access::in_rows<E> || reads_seen_memory<E>);

/// Whether a tensor with the sizes n would keep them if E were assigned to it; false if the types
/// do not show it.
template <class E, std::size_t R>
STRIA_INLINE constexpr bool keeps_sizes(const std::array<index, R>& n) {
  bool keeps = rank_of<E> == R;
  if constexpr (rank_of<E> == R) {
    STRIA_AXES
    for (std::size_t k = 0; k < R; ++k)
      keeps &= extents_of<E>[k].size != 1 || n[k] == 1;
  }
  return keeps;
}

/// The storage that contains a target.
template <class Target> STRIA_INLINE byte_range storage_of_target(const Target& t) {
  if constexpr (tensor_operand<Target>)
    return bytes_of(memory_region<value_t<Target>>{t.data(), 0, t.size() - 1});
  else
    return member_access::storage_range(t);
}

/// The bytes from the first to the last element of a target that has elements.
template <class Target> STRIA_INLINE byte_range written_bytes(const Target& t) {
  if constexpr (tensor_operand<Target>)
    return storage_of_target(t);
  else
    return bytes_at(t.data(), steps_along<Target::layout, rank_of<Target>>(t.strides()), t.shape());
}

/// Describes an operand in memory as the source of a copy in loops of the sizes n.
template <std::size_t R> struct copy_source {
  std::array<index, R> n;
  const void* from = nullptr;
  std::array<index, R> steps{};
  bool fits = true;                 // as in few_rows
  byte_range storage = any_storage; // that contains it

  template <class T, extent... E> STRIA_INLINE void operator()(const tensor<T, E...>& e) {
    memory<tensor<T, E...>::layout>(e.data(), e);
  }
  template <class T, auto L> STRIA_INLINE void operator()(const view<T, L>& e) {
    storage = member_access::storage_range(e);
    memory<L>(e.data(), e);
  }
  template <class N> STRIA_INLINE void operator()(const ref<N>& e) { return (*this)(*e.node); }
  template <class N> STRIA_INLINE void operator()(const kept<N>& e) { return (*this)(e.values()); }
  template <detail::operand E> STRIA_INLINE void operator()(const E& e) {
    visit_seen_memory(e, [this](const auto& m) __attribute__((always_inline)) {
      this->template memory<bare<decltype(m)>::layout>(m.data(), m);
    });
  }

private:
  template <auto L, class N> STRIA_INLINE void memory(const void* p, const N& e) {
    const auto own = e.shape();
    for (std::size_t k = 0; k < L.rank(); ++k)
      fits &= L.shape[k].size == 1 || own[k] == n[k + R - L.rank()];
    from = p;
    steps = steps_along<L, R>(one_by_one(e.strides()));
  }
};
/// Whether there are at most `most` elements, but at least one.
template <std::size_t R> STRIA_INLINE bool has_up_to(index most, const std::array<index, R>& n) {
  const auto limit = static_cast<std::size_t>(most);
  std::size_t all = 1;
  STRIA_AXES
  for (std::size_t k = 0; k < R; ++k) {
    const auto size = static_cast<std::size_t>(n[k]);
    if (size - 1 >= limit)
      return false;
    all *= size;
  }
  return all <= limit;
}
/// Elements up to which computing them one by one takes less time than calling a kernel.
STRIA_INLINE index most_one_by_one(bool gaps, bool reversed, bool light) {
  return gaps && light      ? limits::few_uneven
         : gaps || reversed ? limits::few_reversed
                            : limits::few_even;
}
/// Stores such elements. If an operand is read after it has been overwritten (`behind`), the values
/// pass through a buffer.
template <class Kernel, class T, std::size_t R, class In>
STRIA_INLINE void run_one_by_one(const std::array<index, R>& n,
                                 const strided_cursor<T, R, 1>& target, const In& in, bool behind) {
  alignas(T) std::byte room[static_cast<std::size_t>(limits::few_uneven) * sizeof(T)];
  const auto line = row_major_strides(n);
  auto to = target;
  if (behind) {
    to.base = reinterpret_cast<T*>(room);
    to.strides = line;
  }
  store_one_by_one<Kernel>(n, to, in);
  if (behind)
    copy_one_by_one<typename bits_of<sizeof(T)>::type>(
        strided_copy<R>{reinterpret_cast<std::byte*>(target.base), room, n, target.strides, line});
}

/// The code for few elements. Without a plan there are no kernels.
template <class Kernel, class T, class In> struct few_kernels {
  using row = decltype(std::declval<const In&>().template row<false>(0));
  static constexpr store_code code{nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   sized_copies<sizeof(T)>::code,
                                   1 + seen_operands<In>,
                                   Kernel::reads_target,
                                   is_light_row<row>,
                                   false,
                                   false,
                                   false,
                                   least_for_thread<row_bytes<row>>,
                                   is_spaced<row>};
};
template <class Kernel, class T, class In, bool Planned> constexpr const store_code& code_of_few() {
  if constexpr (Planned)
    return code_of_store<Kernel, T, In>();
  else
    return few_kernels<Kernel, T, In>::code;
}

/// How run_few_rows() has stored the elements.
enum class few_rows_way : unsigned char { none, direct, by_buffer };

/// Stores the values of e if there are few and the operands fit; otherwise writes nothing. If an
/// operand may be read after it has been overwritten, the values pass through a buffer. `Fresh`
/// means that no operand reads the memory of the target, and `Whole` that the target, a tensor,
/// must have the sizes of e. With a note, nothing is stored, and the rows are reported to it.
template <class Kernel, bool Fresh, bool Whole, class Target, class E, class... Note>
STRIA_INLINE few_rows_way run_few_rows(Target& target, const E& e, Note&... note) {
  constexpr bool writes = sizeof...(Note) == 0;
  constexpr std::size_t R = rank_of<Target>;
  using T = value_t<Target>;
  using Out = decltype(output_cursor(target));
  using Read = decltype(input_cursor<R, extents_of<Target>>(e));
  constexpr bool rotates = is_cyclic<Read>;
  using In = typename straight_cursor<rotates>::template of<Read>;
  constexpr bool planned = is_stored_by_plan<Kernel, R, Out, In>;
  if constexpr (!planned && !(Kernel::is_planned && packs<T> && is_seen<In>)) {
    return few_rows_way::none;
  } else if constexpr (copies_elements<Kernel, T, In> && writes && !rotates) {
    const auto n = target.shape();
    copy_source<R> source{n};
    source(e);
    if constexpr (Whole)
      source.fits &= keeps_sizes<E>(n);
    if (!source.fits) [[unlikely]]
      return few_rows_way::none;
    // Two tensors do not overlap, and a tensor may be copied to itself.
    constexpr bool apart = Fresh || (tensor_operand<Target> && reads_tensors<E>);
    const auto steps = steps_along<Target::layout, R>(target.strides());
#if !defined(STRIA_USE_THREADS)
    if constexpr (R == 1) // a block, if the types show it
      if (const bool block = steps[0] == 1 && source.steps[0] == 1;
          __builtin_constant_p(block) && block) {
        if (n[0] > limits::line)
          return few_rows_way::none;
        __builtin_memmove(target.data(), source.from, static_cast<std::size_t>(n[0]) * sizeof(T));
        return few_rows_way::direct;
      }
#endif
    const bool meets = !apart && ranges_meet(source.storage, storage_of_target(target));
    using bits = typename bits_of<sizeof(T)>::type;
    const strided_copy<R> c{reinterpret_cast<std::byte*>(target.data()),
                            static_cast<const std::byte*>(source.from), n, steps, source.steps};
    const index in_step = source.steps[R - 1], out_step = steps[R - 1];
    if (has_up_to(most_one_by_one(is_gap(in_step) || is_gap(out_step),
                                  in_step == -1 || out_step == -1, true),
                  n)) {
      if constexpr (!apart)
        if (meets &&
            written_memory<T, R>{target.data(), steps, bytes_at(target.data(), steps, n)}.place_of(
                static_cast<const T*>(source.from), source.storage, source.steps, n) ==
                read_place::elsewhere) {
          copy_in_place<bits>(as_argument(c));
          return few_rows_way::direct;
        }
      copy_one_by_one<bits>(c);
      return few_rows_way::direct;
    }
    return move_strided<bits>(strided_copy<R>(c), !meets) ? few_rows_way::direct
                                                          : few_rows_way::none;
  } else {
    constexpr const store_code& code = code_of_few<Kernel, T, In, planned>();
    const auto n = target.shape();
    T* const to = target.data();
    const auto steps = steps_along<Target::layout, R>(target.strides());
    using written = std::conditional_t<Fresh, reads_elsewhere<R>, written_memory<T, R>>;
    constexpr bool spaced = code.is_spaced && !rotates;
    constexpr std::make_index_sequence<static_cast<std::size_t>(code.operands)> every;
#if !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" // if all operands fit, all steps are set
#endif
    few_rows<R, written, tensor_operand<Target>, rotates> rows(n);
    const bool even =
        spaced && code.light && has_up_to(planned ? limits::few_even : limits::few_uneven, n);
    if (!even && (!planned || !rows.are_few()))
      return few_rows_way::none;
    if constexpr (Whole)
      rows.fits &= keeps_sizes<E>(n);
    if (!rows.fits)
      return few_rows_way::none;
    if constexpr (!Fresh)
      rows.target = {to, steps, written_bytes(target)};
    rows(e);
    if (!rows.fits) [[unlikely]]
      return few_rows_way::none;
    rows.set(0, to, steps);
    if constexpr (spaced) {
      // The elements of tensors have no gaps.
      constexpr bool dense = tensor_operand<Target> && reads_tensors<E>;
      if (even ||
          (!dense &&
           has_up_to(most_one_by_one(rows.any_along(is_gap, every),
                                     rows.any_along(is_reversed, every) || rows.behind, code.light),
                     n)))
        if (!(Kernel::reads_target && rows.behind)) {
          In in = input_cursor<R, extents_of<Target>>(e);
          rows.place(in);
          const strided_cursor<T, R, 1> out{to, 0, steps};
          if constexpr (!writes)
            (note.few_rows(n, in, count_elements(n) / n[R - 1], 0, nullptr), ...);
          else if constexpr (Fresh)
            store_one_by_one<Kernel>(n, out, in);
          else
            run_one_by_one<Kernel>(n, out, in, rows.behind);
          return rows.behind ? few_rows_way::by_buffer : few_rows_way::direct;
        }
    }
    if constexpr (!planned) {
      return few_rows_way::none;
    } else {
      constexpr bool copies = code.is_copy;
      const signed char* const hints = code.hints_for(n[R - 1], R > 1);
      panel_args panel;
      auto along = rows.template make_panel<0>(panel, hints, every);
      if constexpr (!Fresh) {
        // The kernel loads a vector before it stores one, so reads ahead of it need no buffer.
        if constexpr (!copies)
          rows.meets &= rows.behind;
        if (rows.meets && (R > 1 || steps[0] != 1)) {
          const auto sizes = n;
          rows.meets = rows_conflict(sizes, panel, along.of, code.bytes, code.operands);
        }
      }
      const few_rows_way way = rows.meets ? few_rows_way::by_buffer : few_rows_way::direct;
      if constexpr (R == 1 && copies)
        if (rows.plain) // memmove() needs no buffer
          rows.meets = false;
      const bool gaps = !rows.plain && !(hints != nullptr && rows.hinted);
      [[maybe_unused]] std::uint64_t copied = 0;
      const auto store = [&](const void* program) __attribute__((always_inline)) {
        if (!gaps && !rows.meets) [[likely]] {
#if defined(STRIA_USE_THREADS)
          if (pays_threads(panel.rows * panel.width, code.least))
            return false;
#endif
          if (rows.plain)
            rows.join_rows(panel, code.operands);
          if constexpr (writes) {
            if constexpr (copies)
              move_rows(panel, sizeof(T));
            else if (R > 1 && rows.plain && code.has_short_rows(panel.width, panel.rows))
                [[unlikely]]
              store_short_rows(code, program, panel);
            else
              (rows.plain ? code.plain : code.hinted)(program, panel);
          }
          return true;
        }
        return store_uneven<typename bits_of<sizeof(T)>::type>(
            code, program, panel, along.of, {gaps, rows.meets, !gaps && !rows.plain},
            writes ? nullptr : &copied);
      };
      using program = program_of<In, true>;
      if constexpr (copies || !writes || is_blank<typename program::type>) {
        if (!store(nullptr))
          return few_rows_way::none;
      } else if constexpr (rotates) {
        const auto p = program::make(straightened(input_cursor<R, extents_of<Target>>(e)));
        if (!store(&p))
          return few_rows_way::none;
      } else {
        const auto p = program::make(input_cursor<R, extents_of<Target>>(e));
        if (!store(&p))
          return few_rows_way::none;
      }
      if constexpr (!writes) {
        const auto report = [&](const auto& in) {
          (note.few_rows(n, in, panel.rows, copied | rows.copied,
                         gaps || rows.plain ? nullptr : code.hints),
           ...);
        };
        if constexpr (rotates)
          report(straightened(input_cursor<R, extents_of<Target>>(e)));
        else
          report(input_cursor<R, extents_of<Target>>(e));
      }
      return way;
    }
#if !defined(__clang__)
#pragma GCC diagnostic pop
#endif
  }
}

} // namespace stria::detail

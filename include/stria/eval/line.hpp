// SPDX-License-Identifier: BSL-1.0
// eval/line.hpp: stores expressions of tensors of one rank: a few elements in a single loop, others
// by a function that all such expressions share.
#pragma once

#include <stria/eval/materialize.hpp>
#include <stria/eval/once.hpp>
#include <stria/expr/map.hpp>
#include <stria/nest/run_store.hpp>
#include <stria/view/tensor.hpp>

namespace stria::detail {

/// True if E consists of tensors with the rank of the target, a tensor or a view. If their shapes
/// are also equal, the elements of E form a line.
template <class E, class Target>
concept forms_line = operand<E> && !tensor_operand<E> && is_number<value_t<Target>> &&
                     member_access::in_number_line<E> && rank_of<E> == rank_of<Target>;
/// The same for a target that is a tensor, so that it does not share memory with E.
template <class E, class Target>
concept line_possible = forms_line<E, Target> && tensor_operand<Target>;

/// An expression of tensors of one rank, without its type.
struct listed_store {
  const store_code& code;
  panel_args& panel;         // has the addresses of the tensors, from 1 on
  const index* const* sizes; // of the tensors, from 1 on
  const void* program;
};

/// Stores `count` elements of tensors that have the sizes of the target.
template <class = this_build>
STRIA_NOINLINE void store_line(const void* to, index count, const listed_store& e) {
  const store_code& code = e.code;
  panel_args& panel = e.panel;
  panel.at[0] = static_cast<const std::byte*>(to);
  STRIA_FEW
  for (int i = 0; i < code.operands; ++i)
    panel.step[i] = panel.jump[i] = 0;
  panel.turn = -1;
  panel.first = 0;
  panel.begun = false;
  panel.rows = 1;
  panel.width = count;
  if (code.plain == nullptr)
    move_rows(panel, code.bytes[0]);
  else
    code.plain(e.program, panel);
}

/// Stores up to limits::few_elements elements into a tensor of the sizes n, to which the tensors of
/// an expression are broadcast. Returns false, and stores nothing, if there are more elements, if
/// the sizes do not fit, if `covers` and the tensors together are broadcast too, or if elements
/// that are broadcast cannot be copied.
template <std::size_t R, class = this_build>
STRIA_NOINLINE bool store_few_listed(const index* n, const void* to, const listed_store& e,
                                     bool covers) {
  constexpr index most = limits::few_elements;
  constexpr index line =
      most * index{sizeof(std::uint64_t)} + limits::cache_line; // bytes of a copy
  static_assert(index{loop_vector_bytes} <= limits::cache_line);
  const store_code& code = e.code;
  const int operands = code.operands;
  const index width = n[R - 1], rows = R > 1 ? n[R > 1 ? R - 2 : 0] : 1, outer = R > 2 ? n[0] : 1;
  if (width > most || rows > most || outer > most || width * rows * outer > most ||
      operands > limits::few_bytes / line || code.plain == nullptr || code.has_hints)
    return false;
  const index all = width * rows * outer;
#if defined(STRIA_USE_THREADS)
  if (pays_threads(all, code.least))
    return false;
#endif
  panel_args& panel = e.panel;
  alignas(limits::cache_line) std::byte room[static_cast<std::size_t>(limits::few_bytes)];
  const std::byte* given[static_cast<std::size_t>(limits::few_bytes / line)];
  // The axes along which a tensor is not broadcast, one bit each.
  constexpr unsigned every = 7;
  unsigned seen = covers ? 0 : every;
  bool joins = true; // all rows follow each other: each tensor, or its copy, has all elements
  int i = 1;
  STRIA_FEW
  for (; i < operands; ++i) {
    const index* const own = e.sizes[i];
    const index w = own[R - 1], h = R > 1 ? own[R > 1 ? R - 2 : 0] : 1, o = R > 2 ? own[0] : 1;
    const unsigned has = (w == width ? 1U : 0) | (h == rows ? 2U : 0) | (o == outer ? 4U : 0);
    given[i] = panel.at[i];
    index step = width, jump = 0;
    if (has != every) {
      if ((has | (w == 1 ? 1U : 0) | (h == 1 ? 2U : 0) | (o == 1 ? 4U : 0)) != every)
        break;
      const index bytes = code.bytes[i], count = h * o;
      const bool single = w == 1 && count == 1;
      step = h == 1 ? 0 : width;
      jump = (o == 1 ? 0 : h * width) - step * rows;
      if (single || w != width) {
        if (bytes > index{sizeof(std::uint64_t)})
          break;
        std::byte* const copy = room + i * line;
        repeat_loosely(bytes, panel.at[i], 1, count, single ? all : width, copy);
        panel.at[i] = copy;
      }
      joins &= single || (h == rows && o == outer);
    }
    seen |= has;
    panel.step[i] = step;
    panel.jump[i] = jump;
  }
  if (i < operands || seen != every) {
    while (--i > 0)
      panel.at[i] = given[i];
    return false;
  }
  if (all == 0)
    return true;
  panel.at[0] = static_cast<const std::byte*>(to);
  panel.step[0] = width;
  panel.jump[0] = 0;
  panel.turn = R > 2 ? rows : -1;
  panel.first = 0;
  panel.begun = false;
  panel.rows = joins ? 1 : rows * outer;
  panel.width = joins ? all : width;
  code.plain(e.program, panel);
  return true;
}

/// Stores an expression into a tensor of the sizes n, to which its tensors are broadcast. Returns
/// true if there are few elements, so that no plan was considered. If not `writes`, only the result
/// is computed.
template <std::size_t R, class = this_build>
STRIA_NOINLINE bool store_listed(const index* n, const void* to, const listed_store& e,
                                 bool writes) {
  if constexpr (few_axes<R> != 0)
    if (writes && store_few_listed<R>(n, to, e, false))
      return true;
  const store_code& code = e.code;
  index all = 1;
  bool few = are_few(n, R, limits::line, all);
#if defined(STRIA_USE_THREADS)
  few = few && !pays_threads(all, code.least);
#endif
  if (few && all == 0)
    return true;
  loop_operand of[limits::nest_operands];
  index steps[limits::nest_operands][R];
  STRIA_FEW
  for (int i = 0; i < code.operands; ++i) {
    const index* const own = i == 0 ? n : e.sizes[i];
    of[i] = {i == 0 ? static_cast<const std::byte*>(to) : e.panel.at[i], steps[i]};
    // The product can overflow only if there are no elements.
    std::size_t step = 1;
    for (std::size_t k = R; k-- > 0;) {
      steps[i][k] = own[k] == 1 && i != 0 ? 0 : static_cast<index>(step);
      step *= static_cast<std::size_t>(own[k]);
    }
  }
  const expression_store store{code, of, n, static_cast<int>(R), e.program};
  if constexpr (few_axes<R> != 0) {
    std::uint64_t copied = 0;
    if (few && code.plain != nullptr &&
        store_repeated<few_axes<R>>(store, writes ? nullptr : &copied))
      return true;
  }
  if (writes)
    store_directly<few_axes<R>>(store, nullptr);
  return false;
}

/// Lists the tensors of an expression, in order.
struct tensor_lister {
  const std::byte** at;
  const index** sizes;

  template <class T> STRIA_INLINE void operator()(const scalar<T>&) {}
  template <class T, extent... E> STRIA_INLINE void operator()(const tensor<T, E...>& e) {
    *at++ = reinterpret_cast<const std::byte*>(e.data());
    *sizes++ = member_access::size_list(e);
  }
  template <class N> STRIA_INLINE void operator()(const ref<N>& e) { (*this)(*e.node); }
  template <class N> STRIA_INLINE void operator()(const kept<N>& e) { (*this)(e.values()); }
  template <class F, std::size_t... Ix, class... A>
  STRIA_INLINE void operator()(const map_node<F, std::index_sequence<Ix...>, A...>& e) {
    e.visit_operands(*this);
  }
};

/// The cursor of an expression in the loops of a target, and whether a kernel has a function for
/// it.
template <class Target, class E>
using line_cursor =
    decltype(input_cursor<rank_of<Target>, extents_of<Target>>(std::declval<const E&>()));
template <class Kernel, class Target, class E>
inline constexpr bool stores_list =
    E::ready::value && // no operand is computed first
    is_stored_by_plan<Kernel, rank_of<Target>, decltype(output_cursor(std::declval<Target&>())),
                      line_cursor<Target, E>>;

/// Calls run(list) with e as a listed_store.
template <class Kernel, class Target, class E, class Run>
STRIA_INLINE decltype(auto) with_list(const E& e, const Run& run) {
  using In = line_cursor<Target, E>;
  using program = program_of<In, true>;
  constexpr const store_code& code = code_of_store<Kernel, value_t<Target>, In>();
  panel_args panel;
  const index* shapes[static_cast<std::size_t>(program::leaves + 1)];
  tensor_lister list{panel.at + 1, shapes + 1};
  list(e);
  if constexpr (code.is_copy || is_blank<typename program::type>) {
    return run(listed_store{code, panel, shapes, nullptr});
  } else {
    const auto p = program_from<typename program::type>(e);
    return run(listed_store{code, panel, shapes, &p});
  }
}

/// Whether the values of e, which has the sizes of the target or is broadcast to them by a compound
/// assignment, are stored as few elements.
template <class Kernel, class Target, class E>
bool is_few_rows_of_list(const Target& target, const E& e) {
  if constexpr (stores_list<Kernel, Target, E>) {
    const auto n = target.shape(), sizes = e.shape();
    for (std::size_t k = 0; k < sizes.size(); ++k)
      if (sizes[k] != n[k] && !(Kernel::reads_target && sizes[k] == 1))
        return false;
    return with_list<Kernel, Target>(e, [&](const listed_store& list) {
      return store_listed<rank_of<Target>>(n.data(), target.data(), list, false);
    });
  }
  return false;
}

/// What run_line() has found: the values are stored, or they form a line that is too long to be
/// stored inline, or neither.
enum class line_way : unsigned char { stored, line, none };

/// Stores the values of e if they form a short line; otherwise writes nothing. An expression for
/// which stores_list is false may form a line of any length up to limits::line. For others, a
/// longer line takes one call of the kernel too. If not `Writes`, nothing is stored, and the result
/// is also `stored` for other few elements.
template <class Kernel, bool Writes, class Target, class E>
STRIA_INLINE line_way run_line(Target& target, const E& e) {
  const auto n = target.shape();
  const index count = target.size();
  bool fits = true;
  const auto row = e.line(n, fits);
  if (!fits || count > limits::short_line) [[unlikely]] {
    if constexpr (stores_list<Kernel, Target, E> && !Writes)
      if (!fits && is_few_rows_of_list<Kernel>(target, e))
        return line_way::stored;
    if (!fits)
      return line_way::none;
#if defined(STRIA_USE_THREADS)
    if (pays_threads(count, least_for_thread<row_bytes<std::remove_cv_t<decltype(row)>>>))
      return line_way::none;
#endif
    if constexpr (stores_list<Kernel, Target, E> && Writes)
      return line_way::line;
    if (count > limits::line)
      return line_way::none;
  }
  const static_row<value_t<Target>, 1> to{target.data()};
  if constexpr (!Writes)
    return line_way::stored;
  else if constexpr (extents_of<Target>.is_static())
    Kernel::row(to, row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else if constexpr (extents_of<E>.is_static() &&
                     count_elements(extents_of<E>.sizes()) <= limits::short_line)
    // g++ does not know that the sizes are equal, and would warn about a longer row.
    Kernel::row(to, row, std::integral_constant<index, count_elements(extents_of<E>.sizes())>());
  else if constexpr (stores_list<Kernel, Target, E>)
    Kernel::row(to, row, few_in_row{count});
  else
    Kernel::row(to, row, count);
  return line_way::stored;
}

} // namespace stria::detail

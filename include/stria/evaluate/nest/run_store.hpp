// SPDX-License-Identifier: BSL-1.0
// evaluate/nest/run_store.hpp: the kernels of one assignment, and the call of the planned loops.
// Tests: tests/evaluate/store_plan.cpp.
#pragma once

#include <stria/evaluate/common_parts.hpp>
#include <stria/evaluate/nest/drive_store.hpp>
#include <stria/evaluate/nest/program.hpp>
#include <stria/evaluate/vectors.hpp>

namespace stria::detail {

/// Whether a program has parts that are equal to each other in every row of a panel. It is enough
/// to check the first row and, if the panel has them, the second row and the first row after a
/// turn.
template <bool Hinted, class P>
STRIA_NOINLINE bool shares_parts(const panel_rows<P>& rows, index count) {
  using row = decltype(rows.template row<Hinted>(0));
  using shared = shared_row<row, 1>;
  const row first = rows.template row<Hinted>(0);
  if (!shared::pays(first))
    return false;
  const index left = rows.turn < 0 ? count : rows.turn - rows.at; // of this turn
  if (count > 1 && left > 1) {
    P next = rows.program;
    next.advance(0, 1);
    if (!shared::keeps(first, next.template row<Hinted>(0)))
      return false;
  }
  if (count <= left)
    return true;
  P advanced = rows.program;
  advanced.advance(0, left);
  advanced.advance(1, 1);
  return shared::keeps(first, advanced.template row<Hinted>(0));
}

/// The rows of a program with the steps of a panel.
template <class P>
using row_of_program = decltype(std::declval<const panel_rows<P>&>().template row<false>(0));

/// True if an element of a row takes no longer than loads of the operands.
template <class Row>
inline constexpr bool is_light_row = !is_staged<Row> && row_work<Row> < limits::shared_work;

/// The elements of the vector that ends a row of n elements of T, or 0. Where many elements would
/// be left after whole vectors, they are computed by a last vector that begins before the end of
/// the others. Some elements are computed twice, so this is possible only if no operand reads those
/// elements. An operand reads the target at the place that is written or ahead of it, or not at all
/// (it would be copied), so it is enough to compare addresses.
template <class T> inline constexpr index loop_lane = loop_vector_bytes / sizeof(T);
template <class Kernel, class T, class Row>
inline constexpr bool may_end_by_vector =
    Kernel::copies && std::is_arithmetic_v<T> && loop_lane<T> >= limits::short_loop &&
    in_any_order<Row> && !is_staged<Row> && !repeats_part<Row>;
template <class T> STRIA_INLINE index last_vector(const panel_args& at, int operands) {
  constexpr index lane = loop_lane<T>;
  if (at.width <= lane || at.width % lane <= lane / 4)
    return 0;
  bool reads = false;
  for (int i = 1; i < operands; ++i)
    reads |=
        reinterpret_cast<std::uintptr_t>(at.at[i]) - reinterpret_cast<std::uintptr_t>(at.at[0]) <
        std::size_t{loop_vector_bytes};
  return reads ? 0 : lane;
}

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // because of independent_elements
#endif
/// Computes out[k] = program, or a compound assignment, for the rows of a panel, with the loops of
/// the kernel.
template <class Kernel, class T, bool Hinted, class P>
STRIA_NOINLINE STRIA_LOOPS void store_panel(const void* program, const panel_args& at) {
  panel_rows<P> rows(program_at<P>(program), at);
  program_leaf<T> target{reinterpret_cast<T*>(const_cast<std::byte*>(at.at[0])), at.step[0],
                         at.jump[0]};
  const index count = at.rows;
  const independent_elements width{at.width};
  using row = decltype(rows.template row<Hinted>(0));
  constexpr bool repeats = repeats_part<row>;
  [[maybe_unused]] bool shares = false;
  if constexpr (repeats)
    shares = shares_parts<Hinted>(rows, count);
  // Rows of one element are computed without the loop over a row.
  if constexpr (!Hinted && Kernel::by_element && is_light_row<row>)
    if (width.n == 1) {
      index first = at.first, left = count; // the rest of a turn begins at `first`
      do {
        index n = at.turn > first && at.turn - first < left ? at.turn - first : left;
        left -= n;
        STRIA_FEW
        for (; n > 0; --n) {
          Kernel::element(*const_cast<T*>(target.p), rows.template row<Hinted>(0)[0]);
          target.advance(0, 1);
          rows.program.advance(0, 1);
        }
        first = 0; // at the end of a turn, or of all rows
        target.advance(1, 1);
        rows.program.advance(1, 1);
      } while (left > 0);
      return;
    }
  constexpr bool may_end = may_end_by_vector<Kernel, T, row>;
  [[maybe_unused]] index last = 0;
  if constexpr (may_end)
    last = last_vector<T>(at, types_of_operands<T, P>().count);
  [[maybe_unused]] const independent_elements vectors{last == 0 ? width.n
                                                                : width.n - width.n % last};
  for (index r = 0; r < count; ++r) {
    const static_row<T, 1> to{const_cast<T*>(target.p)};
    const row in = rows.template row<Hinted>(0);
    if constexpr (repeats) {
      if (shares)
        run_shared<Kernel>(to, in, at.width);
      else
        Kernel::row_unshared(to, in, width);
    } else if constexpr (may_end) {
      Kernel::row_unshared(to, in, vectors);
      if (last != 0) // the compiler knows the number of elements
        Kernel::row_unshared(shifted(to, width.n - last), shifted(in, width.n - last),
                             independent_elements{loop_lane<T>});
    } else {
      Kernel::row_unshared(to, in, width);
    }
    target.advance(0, 1);
    if (rows.advance(0, 1))
      target.advance(1, 1);
  }
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The code for a store of P by a kernel.
template <class Kernel, class T, class P> struct store_kernels {
  static constexpr operand_types types = types_of_operands<T, P>();
  using row = row_of_program<P>;
  static constexpr auto count = static_cast<std::size_t>(types.count);
  static constexpr auto bytes = first_of<count>(types.bytes), hints = first_of<count>(types.hints);
  static constexpr store_kernel_fn hinted_kernel() {
    if constexpr (types.hinted)
      return store_panel<Kernel, T, true, P>;
    else
      return nullptr;
  }
  static constexpr store_code code{store_panel<Kernel, T, false, P>,
                                   hinted_kernel(),
                                   types.hinted ? hints.data() : nullptr,
                                   bytes.data(),
                                   sized_copies<types.sizes>::code,
                                   types.count,
                                   Kernel::reads_target,
                                   is_light_row<row>,
                                   false,
                                   types.hinted,
                                   is_staged<row>,
                                   {least_for_thread<row_bytes<row>>}};
};
/// The code for a copy of unchanged elements.
template <class T> struct copy_kernels {
  static constexpr unsigned char bytes[] = {sizeof(T), sizeof(T)};
  static constexpr store_code code{
      nullptr, nullptr, nullptr, bytes, sized_copies<sizeof(T)>::code,    2, false,
      false,   true,    false,   false, {least_for_thread<2 * sizeof(T)>}};
};

/// True if the plan of a store supports this cursor and the target of this kernel.
template <class Kernel, std::size_t L, class Out, class In>
inline constexpr bool is_stored_by_plan = false;
template <class Kernel, std::size_t L, class T, index H, class In>
inline constexpr bool is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, In> =
    Kernel::is_planned && packs<T> && packs_bytes(sizeof(T)) && is_planned<L, In>;

/// True if the kernel copies elements of the same type from memory to the target, unchanged.
template <class Kernel, class T, class In> inline constexpr bool copies_elements = false;
template <class Kernel, class T, class U, std::size_t L, index Hint>
inline constexpr bool copies_elements<Kernel, T, strided_cursor<U, L, Hint>> =
    Kernel::copies && std::is_same_v<T, std::remove_const_t<U>>;

/// True for numbers copied from memory to memory, or one number copied to all elements.
template <class Kernel, class Out, class In> inline constexpr bool copies_memory = false;
template <class Kernel, class T, std::size_t L, index H, class U, index G>
inline constexpr bool copies_memory<Kernel, strided_cursor<T, L, H>, strided_cursor<U, L, G>> =
    Kernel::copies &&
    is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, strided_cursor<U, L, G>>;
template <class Kernel, class T, std::size_t L, index H, class U>
inline constexpr bool copies_memory<Kernel, strided_cursor<T, L, H>, scalar_cursor<U>> =
    Kernel::copies && is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, scalar_cursor<U>>;

/// The code by which a kernel computes `out = in` or a compound assignment.
template <class Kernel, class T, class In> constexpr const store_code& code_of_store() {
  if constexpr (copies_elements<Kernel, T, In>)
    return copy_kernels<T>::code;
  else
    return store_kernels<Kernel, T, typename program_of<In, true>::type>::code;
}

/// Lists the operands of an expression, in order.
template <class T> STRIA_INLINE void list_operands(loop_operand*&, const scalar_cursor<T>&) {}
template <class T, std::size_t L, index H>
STRIA_INLINE void list_operands(loop_operand*& to, const strided_cursor<T, L, H>& c) {
  *to++ = {address_of(c.base, c.offset), c.strides.data()};
}
template <class F, std::size_t... Ix, class... C>
STRIA_INLINE void list_operands(loop_operand*& to,
                                const map_cursor<F, std::index_sequence<Ix...>, C...>& c) {
  (list_operands(to, static_cast<const slot<Ix, C>&>(c).value), ...);
}

/// Stores directly into the target.
template <class = this_build> void store_apart(const expression_store& e, const void*) {
  store_directly(e);
}

/// Runs a kernel over the sizes n, which may be 0. `drive` chooses the loops.
template <class Kernel, std::size_t L, class T, index H, class In>
STRIA_NOINLINE void run_planned_store(const std::array<index, L>& n,
                                      const strided_cursor<T, L, H>& out, const In& in,
                                      store_driver drive = store_apart, const void* how = nullptr) {
  for (const index size : n)
    if (size == 0)
      return;
  using program = program_of<In, true>;
  constexpr const store_code& code = code_of_store<Kernel, T, In>();
  loop_operand of[program::leaves + 1];
  loop_operand* to = of;
  list_operands(to, out);
  list_operands(to, in);
  if constexpr (is_blank<typename program::type>) {
    drive({code, of, n.data(), static_cast<int>(L), nullptr}, how);
  } else {
    const auto p = program::make(in);
    drive({code, of, n.data(), static_cast<int>(L), &p}, how);
  }
}

} // namespace stria::detail

// SPDX-License-Identifier: BSL-1.0
// nest/run_store.hpp: the kernels of one assignment, and the call of the planned loops around them.
#pragma once

#include <stria/nest/drive_store.hpp>
#include <stria/nest/program.hpp>

namespace stria::detail {

/// out[k] = program, or op= of it, for the rows of a panel; the kernel's row() says which.
template <class Kernel, class T, bool Hinted, class P>
STRIA_NOINLINE STRIA_LOOPS void store_panel(const void* program, const panel_args& at) {
  panel_rows<P> rows(*static_cast<const P*>(program), at);
  program_leaf<T> target{reinterpret_cast<T*>(const_cast<std::byte*>(at.at[0])), at.step[0],
                         at.jump[0]};
  const index count = at.rows, width = at.width;
  for (index r = 0; r < count; ++r) {
    Kernel::row(static_row<T, 1>{const_cast<T*>(target.p)}, rows.template row<Hinted>(0), width);
    target.advance(0, 1);
    if (rows.advance(0, 1))
      target.advance(1, 1);
  }
}

/// The code of a store of P by a kernel.
template <class Kernel, class T, class P> struct store_kernels {
  static constexpr auto hints = hints_of<P>();
  static constexpr bool hinted = [] {
    for (signed char h : hints)
      if (h != 1)
        return true;
    return false;
  }();
  static constexpr store_kernel_fn hinted_kernel() {
    if constexpr (hinted)
      return store_panel<Kernel, T, true, P>;
    else
      return nullptr;
  }
  static constexpr store_code code{store_panel<Kernel, T, false, P>, hinted_kernel(),
                                   hinted ? hints.data() : nullptr, Kernel::reads_target};
};
inline constexpr store_code copy_code{nullptr, nullptr, nullptr, false};

/// A cursor, and the target of a kernel, can be planned.
template <class Kernel, std::size_t L, class Out, class In>
inline constexpr bool is_stored_by_plan = false;
template <class Kernel, std::size_t L, class T, index H, class In>
inline constexpr bool is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, In> =
    Kernel::is_planned && packs<T> && packs_bytes(sizeof(T)) && is_planned<L, In>;

/// Memory of the same type as the target's, and nothing is computed.
template <class Kernel, class T, class In> inline constexpr bool copies_elements = false;
template <class Kernel, class T, class U, std::size_t L, index Hint>
inline constexpr bool copies_elements<Kernel, T, strided_cursor<U, L, Hint>> =
    Kernel::copies && std::is_same_v<T, std::remove_const_t<U>>;

/// Numbers from memory to memory, or one of them to all of it.
template <class Kernel, class Out, class In> inline constexpr bool copies_memory = false;
template <class Kernel, class T, std::size_t L, index H, class U, index G>
inline constexpr bool copies_memory<Kernel, strided_cursor<T, L, H>, strided_cursor<U, L, G>> =
    Kernel::copies &&
    is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, strided_cursor<U, L, G>>;
template <class Kernel, class T, std::size_t L, index H, class U>
inline constexpr bool copies_memory<Kernel, strided_cursor<T, L, H>, scalar_cursor<U>> =
    Kernel::copies && is_stored_by_plan<Kernel, L, strided_cursor<T, L, H>, scalar_cursor<U>>;

/// A kernel over the sizes n, which may be empty.
template <class Kernel, std::size_t L, class T, index H, class In>
STRIA_NOINLINE void run_planned_store(const std::array<index, L>& n,
                                      const strided_cursor<T, L, H>& out, const In& in) {
  using program = program_of<In, true>;
  space_of<L, static_cast<std::size_t>(program::leaves)> s;
  fill_space(s, n, 0, out, in);
  if constexpr (copies_elements<Kernel, T, In>) {
    run_store(s, copy_code, nullptr, true);
  } else {
    const auto p = program::make(in);
    run_store(s, store_kernels<Kernel, T, typename program::type>::code, &p, true);
  }
}

/// What that would do, for explain_route(): the space, sorted, and its plan. It is not empty.
template <class Kernel, std::size_t L, class Out, class In> struct planned_store {
  using program = program_of<In, true>;
  using T = std::remove_reference_t<decltype(std::declval<const Out&>().item())>;
  static constexpr store_code code = copies_elements<Kernel, T, In>
                                         ? copy_code
                                         : store_kernels<Kernel, T, typename program::type>::code;

  space_of<L, static_cast<std::size_t>(program::leaves)> over;
  store_plan plan;

  planned_store(const std::array<index, L>& n, const Out& out, const In& in) {
    fill_space(over, n, 0, out, in);
    sort_by_target(over);
    plan_store(over, code.hints, code.plain == nullptr, plan);
  }
};

} // namespace stria::detail

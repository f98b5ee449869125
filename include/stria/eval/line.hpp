// SPDX-License-Identifier: BSL-1.0
// eval/line.hpp: computes a few elements of tensors of one shape in a single loop.
#pragma once

#include <stria/expr/map.hpp>
#include <stria/nest/run_store.hpp>
#include <stria/view/tensor.hpp>

namespace stria::detail {

/// True if E and the target consist of tensors of one rank, which do not share memory with each
/// other. If their shapes are also equal, the elements of E form a line.
template <class E, class Target>
concept line_possible =
    operand<E> && !tensor_operand<E> && std::is_arithmetic_v<value_t<Target>> &&
    tensor_operand<Target> && member_access::in_line<E> && rank_of<E> == rank_of<Target>;

/// Stores `count` values of e, which form a `line` or have operands that are broadcast at run time.
/// Returns false, and stores nothing, if the kernel has no function for this or the operands do not
/// fit. If not `Writes`, nothing is stored.
template <class Kernel, bool Writes, class Target, class E>
STRIA_NOINLINE bool run_listed(Target& target, const E& e, index count, bool line) {
  constexpr std::size_t R = rank_of<Target>;
  const auto in = input_cursor<R, extents_of<Target>>(e);
  const auto out = output_cursor(target);
  using In = std::remove_const_t<decltype(in)>;
  if constexpr (is_stored_by_plan<Kernel, R, std::remove_const_t<decltype(out)>, In>) {
    constexpr const store_code& code = code_of_store<Kernel, value_t<Target>, In>();
    if constexpr (!code.is_copy) {
      using program = program_of<In, true>;
      const auto run = [&](const void* p) __attribute__((always_inline)) {
        loop_operand of[program::leaves + 1];
        loop_operand* to = of;
        if (!line) {
          if constexpr (few_axes<R> == 0)
            return false;
          const auto n = target.shape(), sizes = e.shape();
          for (std::size_t k = 0; k < R; ++k)
            if (sizes[k] != n[k] && !(Kernel::reads_target && sizes[k] == 1))
              return false;
          // These cursors are made again, because those of a line need no steps.
          const auto steps_out = output_cursor(target);
          const auto steps_in = input_cursor<R, extents_of<Target>>(e);
          list_operands(to, steps_out);
          list_operands(to, steps_in);
          std::uint64_t copied = 0;
          return count == 0 ||
                 store_repeated<few_axes<R>>({code, of, n.data(), static_cast<int>(R), p},
                                             Writes ? nullptr : &copied);
        }
        list_operands(to, out);
        list_operands(to, in);
        panel_args panel;
        for (int i = 0; i < code.operands; ++i) {
          panel.at[i] = of[i].at;
          panel.step[i] = panel.jump[i] = 0;
        }
        panel.turn = -1;
        panel.first = 0;
        panel.rows = 1;
        panel.width = count;
        if constexpr (Writes)
          code.plain(p, panel);
        return true;
      };
      if constexpr (is_blank<typename program::type>) {
        return run(nullptr);
      } else {
        const auto p = program::make(in);
        return run(&p);
      }
    }
  }
  return false;
}

/// Stores the values of e if they form a line, or a few rows with operands that are broadcast at
/// run time; otherwise returns false and writes nothing. If not `Writes`, nothing is stored.
template <class Kernel, bool Writes, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  const auto n = target.shape();
  const index count = count_elements(n);
  bool fits = true;
  const auto row = e.line(n, fits);
  if (!fits || count > limits::short_line) [[unlikely]] {
    if (count > limits::line)
      return false;
#if defined(STRIA_USE_THREADS)
    if (pays_threads(count))
      return false;
#endif
    if (run_listed<Kernel, Writes>(target, as_argument(e), count, fits))
      return true;
    if (!fits)
      return false;
  }
  const static_row<value_t<Target>, 1> to{target.data()};
  if constexpr (!Writes)
    return true;
  else if constexpr (extents_of<Target>.is_static())
    Kernel::row(to, row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else
    Kernel::row(to, row, count);
  return true;
}

} // namespace stria::detail

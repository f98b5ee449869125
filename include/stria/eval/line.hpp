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
concept line_beside =
    operand<E> && !tensor_operand<E> && std::is_arithmetic_v<value_t<Target>> &&
    tensor_operand<Target> && member_access::in_line<E> && rank_of<E> == rank_of<Target>;

/// Stores the values of e, which form a line, with one call of the kernel. Returns false if the
/// kernel has no such function.
template <class Kernel, class Target, class E>
STRIA_NOINLINE bool run_long_line(Target& target, const E& e, index count) {
  const auto in = input_cursor<rank_of<Target>, extents_of<Target>>(e);
  const auto out = output_cursor(target);
  using In = std::remove_const_t<decltype(in)>;
  if constexpr (is_stored_by_plan<Kernel, rank_of<Target>, std::remove_const_t<decltype(out)>,
                                  In>) {
    constexpr const store_code& code = code_of_store<Kernel, value_t<Target>, In>();
    if constexpr (!code.is_copy) {
      using program = program_of<In, true>;
      loop_operand of[program::leaves + 1];
      loop_operand* to = of;
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
      if constexpr (is_blank<typename program::type>) {
        code.plain(nullptr, panel);
      } else {
        const auto p = program::make(in);
        code.plain(&p, panel);
      }
      return true;
    }
  }
  return false;
}

/// Stores the values of e if they form a line; otherwise returns false and writes nothing.
template <class Kernel, class Target, class E>
STRIA_INLINE bool run_line(Target& target, const E& e) {
  const auto n = target.shape();
  const index count = count_elements(n);
  bool fits = count <= limits::line;
  const auto row = e.line(n, fits);
  if (!fits) [[unlikely]]
    return false;
  if (count > limits::short_line) {
#if defined(STRIA_USE_THREADS)
    if (pays_threads(count))
      return false;
#endif
    if (run_long_line<Kernel>(target, e, count))
      return true;
  }
  const static_row<value_t<Target>, 1> to{target.data()};
  if constexpr (extents_of<Target>.is_static())
    Kernel::row(to, row,
                std::integral_constant<index, count_elements(extents_of<Target>.sizes())>());
  else
    Kernel::row(to, row, count);
  return true;
}

} // namespace stria::detail

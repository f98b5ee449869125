// SPDX-License-Identifier: BSL-1.0
// assign/store_list.hpp: assigns an expression of tensors of one rank to a tensor, by a function
// that all expressions with this type of target share.
#pragma once

#include <stria/assign/verdict.hpp>
#include <stria/eval/line.hpp>

#include <utility>

namespace stria::detail {

/// Whether store_list() stores an expression into a tensor.
template <class Kernel, class Target, class E> inline constexpr bool lists_tensors = false;
template <class Kernel, class Target, class E>
  requires line_possible<E, Target>
inline constexpr bool lists_tensors<Kernel, Target, E> = stores_list<Kernel, Target, E>;

/// How the shape of an expression must fit the target: the target adopts it, it is broadcast to the
/// target, or it is already the shape of the target.
enum class list_rule : unsigned char { adopt, broadcast, same };

/// The shape of a list of tensors of rank R. Returns false if they do not broadcast together.
template <std::size_t R>
STRIA_INLINE bool join_list(const listed_store& e, std::array<index, R>& n) {
  for (std::size_t k = 0; k < R; ++k)
    n[k] = 1;
  bool fits = true;
  STRIA_FEW
  for (int i = 1; i < e.code.operands; ++i)
    for (std::size_t k = 0; k < R; ++k) {
      n[k] = join_sizes(n[k], e.sizes[i][k]);
      fits &= n[k] >= 0;
    }
  return fits;
}

/// Assigns a list of tensors, of which the shape is known in part (`extents`). Returns false, and
/// stores nothing, if they do not broadcast together.
///
/// \throws  shape_error if their shape does not fit the target
template <list_rule Rule, class Target>
STRIA_NOINLINE bool assign_list(Target& target, const listed_store& e, const extent* extents) {
  constexpr std::size_t R = rank_of<Target>;
  constexpr auto known = extents_of<Target>;
  if constexpr (few_axes<R> != 0)
    if (store_few_listed<R>(target.shape().data(), target.data(), e, Rule == list_rule::adopt))
      return true;
  std::array<index, R> n;
  if (!join_list(e, n))
    return false;
  if constexpr (Rule == list_rule::adopt) {
    check_extents<Target>(n, {extents, R});
    if constexpr (!known.is_static())
      if (count_elements(n) != target.size()) {
        Target fresh(n, uninitialized_t{});
        store_listed<R>(n.data(), fresh.data(), e, true);
        target = std::move(fresh);
        return true;
      }
  } else {
    const auto to = target.shape();
    bool fits = true;
    for (std::size_t k = 0; k < R; ++k)
      fits &= n[k] == to[k] || n[k] == 1;
    if (!fits) [[unlikely]]
      raise_shape_does_not_fit(known.view(), to, {extents, R}, n);
    n = to;
  }
  // The shape changes last, because the expression may still read the old one.
  store_listed<R>(n.data(), target.data(), e, true);
  if constexpr (Rule == list_rule::adopt)
    member_access::take_sizes(target, n);
  return true;
}

/// Stores an expression by its list of tensors, after run_line() has returned `way`.
template <class Kernel, list_rule Rule, class Target, class E>
STRIA_NOINLINE void store_list(Target& target, const E& e, line_way way) {
  const auto run = [&](const listed_store& list) __attribute__((always_inline)) {
    if (way == line_way::line) [[likely]] {
      store_line(target.data(), target.size(), list);
    } else if constexpr (Rule == list_rule::same) {
      const auto n = target.shape();
      store_listed<rank_of<Target>>(n.data(), target.data(), list, true);
    } else if (!assign_list<Rule>(target, list, extents_of<E>.view().data())) [[unlikely]] {
      static_cast<void>(e.shape()); // raises the exception
    }
  };
  with_list<Kernel, Target>(e, run);
}

} // namespace stria::detail

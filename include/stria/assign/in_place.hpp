// SPDX-License-Identifier: BSL-1.0
// assign/in_place.hpp: an expression into memory that it reads at other places.
//
// u[m, m] = 0.25f * (u[range(_, -2), m] + u[range(2, _), m] + ...) has to store what it would have
// stored after a copy of u. Where the same rows are met again and again, a few of them are computed
// ahead of those that are stored, so that two rows are held and not the whole right side.
// docs/design/in_place.md.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/loop.hpp>
#include <stria/layout/met_rows.hpp>
#include <stria/view/tensor.hpp>

namespace stria::detail {

/// What is done with some rows: they are computed into memory of their own, or stored from there,
/// or both at once, where they read nothing that is written.
enum class row_action : unsigned char { compute, store, compute_and_store };

/// The rows of a target, and room for a few of them that are computed before they are stored. The
/// expression, its type forgotten, is the context of act().
template <class V, std::size_t L> class rows_in_place {
public:
  using room_cursor = strided_cursor<V, L, 1>;
  using act_type = void (*)(void* context, row_action, const std::array<index, L>& n, index from,
                            const room_cursor&);

private:
  std::array<index, L> n_;
  std::size_t axis_;
  index rows_; // of a slot
  dtensor<V, L> room_;
  void* context_;
  act_type act_;

  std::array<index, L> sizes(index rows) const {
    auto n = n_;
    n[axis_] = rows;
    return n;
  }
  void handle(row_action what, index from, index rows, index slot) {
    const auto strides = row_major_strides(room_.shape());
    act_(context_, what, sizes(rows), from, {room_.data(), slot * rows_ * strides[axis_], strides});
  }

public:
  rows_in_place(const met_rows<L>& met, index rows, index slots, void* context, act_type act)
      : n_(met.n), axis_(met.axis), rows_(rows), room_(sizes(rows * slots), uninitialized_t{}),
        context_(context), act_(act) {}

  /// All rows, each stored `delay` slots after it was computed; from the last one on if `back`.
  void run(index delay, bool back) {
    const index all = n_[axis_], slots = delay + 1, count = (all + rows_ - 1) / rows_;
    const auto slot = [&](row_action what, index k) {
      const index from = (back ? count - 1 - k : k) * rows_;
      handle(what, from, all - from < rows_ ? all - from : rows_, k % slots);
    };
    for (index k = 0; k < count + delay; ++k) {
      if (k < count)
        slot(row_action::compute, k);
      if (k >= delay)
        slot(row_action::store, k - delay);
    }
  }
  /// All rows, those that read each other one after the other.
  void run_mirrored() {
    const index all = n_[axis_], half = all / 2;
    for (index from = 0; from < half; from += rows_) {
      const index rows = half - from < rows_ ? half - from : rows_;
      handle(row_action::compute, from, rows, 0);
      handle(row_action::compute_and_store, all - from - rows, rows, 0);
      handle(row_action::store, from, rows, 0);
    }
    if (all % 2 == 1) {
      handle(row_action::compute, half, 1, 0);
      handle(row_action::store, half, 1, 0);
    }
  }
};

/// Computes everything, and stores it then. own: the sizes of the expression, 1 where the target
/// repeats it.
template <class V, std::size_t L>
void run_through_copy(const std::array<index, L>& n, const std::array<index, L>& own, void* context,
                      typename rows_in_place<V, L>::act_type act) {
  dtensor<V, L> copy(own, uninitialized_t{});
  auto strides = row_major_strides(own);
  act(context, row_action::compute, own, 0, {copy.data(), 0, strides});
  for (std::size_t k = 0; k < L; ++k)
    strides[k] = own[k] == 1 ? 0 : strides[k];
  act(context, row_action::store, n, 0, {copy.data(), 0, strides});
}

/// How many rows are computed before the first of them is stored; all of them, a copy, if `rows`
/// is 0.
struct held_rows {
  index rows = 0;  // of a slot
  index delay = 0; // slots between computing and storing
  bool back = false;
};
/// any_order: the rows may be computed in any.
template <class V, std::size_t L, class Out>
STRIA_INLINE held_rows plan_held_rows(const met_rows<L>& met, const Out& out, bool any_order) {
  any_order = any_order && met.apart(out);
  if (!met.known || (met.mirrored && (met.straight || !any_order)))
    return {};
  const index all = met.n[met.axis];
  index row = 0;
  if (!multiply_fits(count_elements(met.n) / all, static_cast<index>(sizeof(V)), row))
    return {};
  const index rows = row < limits::in_place_bytes ? limits::in_place_bytes / row : 1;
  // From the end that is read behind what is written.
  const bool back = any_order && met.ahead.high < -met.ahead.low;
  const index behind = back ? met.ahead.high : -met.ahead.low;
  const index delay = (behind + rows - 1) / rows;
  if (2 * (delay + 1) * rows > all)
    return {};
  return {rows, delay, back};
}

/// Runs the rows through room for a few of them; where these are as good as all, through a copy.
template <class V, std::size_t L, class Out>
STRIA_NOINLINE void run_rows_in_place(const met_rows<L>& met, const std::array<index, L>& own,
                                      const Out& out, bool any_order, void* context,
                                      typename rows_in_place<V, L>::act_type act) {
  const held_rows held = plan_held_rows<V>(met, out, any_order);
  if (held.rows == 0)
    return run_through_copy<V>(met.n, own, context, act);
  rows_in_place<V, L> loop(met, held.rows, held.delay + 1, context, act);
  if (met.mirrored)
    loop.run_mirrored();
  else
    loop.run(held.delay, held.back);
}

/// Copies of elements to the places of others of the same type.
template <class Kernel, class Out, class In> inline constexpr bool moves_elements = false;
template <class T, class U, std::size_t L, index H, index G>
inline constexpr bool
    moves_elements<store_kernel, strided_cursor<T, L, H>, strided_cursor<U, L, G>> =
        std::same_as<T, std::remove_const_t<U>> && std::is_trivially_copyable_v<T>;

/// They move as one block.
template <std::size_t L, class Out, class In>
STRIA_INLINE bool moves_block(const loop_nest<L>& nest, const Out& out, const In& in) {
  return nest.depth == 1 && out.strides[nest.inner()] == 1 && in.strides[nest.inner()] == 1;
}

/// A target, its expression, and the loop that the rows run along.
template <class Kernel, class V, std::size_t L, class Out, class In> struct in_place_loops {
  const Out& out;
  const In& in;
  std::size_t axis;

  static void act(void* context, row_action what, const std::array<index, L>& n, index from,
                  const strided_cursor<V, L, 1>& room) {
    const auto& me = *static_cast<const in_place_loops*>(context);
    Out to = me.out;
    In source = me.in;
    to.advance(me.axis, from);
    source.advance(me.axis, from);
    if (what == row_action::store)
      return run_loop<Kernel>(n, to,
                              strided_cursor<const V, L, 1>{room.base, room.offset, room.strides});
    if constexpr (std::same_as<Kernel, store_kernel> && std::same_as<Out, strided_cursor<V, L, 1>>)
      run_loop<Kernel>(n, what == row_action::compute ? room : to, source);
    else if (what == row_action::compute)
      run_loop<store_kernel>(n, room, source);
    else
      run_loop<Kernel>(n, to, source);
  }
};

/// The sizes of an expression along the loops of a target that broadcasts it.
template <std::size_t L, std::size_t N>
constexpr std::array<index, L> nest_sizes(const std::array<index, N>& own) {
  std::array<index, L> n{};
  for (std::size_t k = 0; k < L; ++k)
    n[k] = k + N < L ? 1 : own[k + N - L];
  return n;
}

/// Runs a kernel where the target and what is read overlap: with few rows held where that can be
/// done, else through a copy of the expression, whose sizes are `own`.
template <class Kernel, class V, std::size_t L, class Out, class In>
void run_in_place(const met_rows<L>& met, const std::array<index, L>& own, const Out& out,
                  const In& in) {
  if constexpr (L == 0) {
    // One element is read before it is written.
    run_loop<Kernel>(met.n, out, in);
  } else {
    if constexpr (moves_elements<Kernel, Out, In>) {
      const loop_nest<L> nest = collapse(met.n, out, in);
      if (moves_block(nest, out, in)) {
        __builtin_memmove(out.base + out.offset, in.base + in.offset,
                          static_cast<std::size_t>(nest.inner_size()) * sizeof(V));
        return;
      }
    }
    using loops = in_place_loops<Kernel, V, L, Out, In>;
    loops context{out, in, met.axis};
    run_rows_in_place<V>(met, own, out, splits<In>, &context, loops::act);
  }
}

} // namespace stria::detail

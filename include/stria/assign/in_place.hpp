// SPDX-License-Identifier: BSL-1.0
// assign/in_place.hpp: stores an expression into memory that it reads at other positions.
//
// u[m, m] = 0.25f * (u[range(_, -2), m] + u[range(2, _), m] + ...) must store the same values as if
// it read a copy of u. If each row reads only rows near itself, the loop computes a few rows ahead
// of the row that it stores. It then needs a buffer for these few rows instead of the whole right
// side. See docs/design/in_place.md.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/evaluate/loop.hpp>
#include <stria/tensor/build.hpp>
#include <stria/tensor/met_rows.hpp>
#include <stria/tensor/tensor.hpp>
#include <stria/threads/parallel.hpp>

#include <tuple>

namespace stria::detail {

/// An action on some rows. `compute` writes their values into a buffer, and `store` copies them
/// from there to the target.
enum class row_action : unsigned char { compute, store };

/// The overlap of a target with its operands. `own` has the sizes of the expression, with 1 along
/// axes where it is broadcast; `any_order` says that the rows may be computed in any order.
struct met_loops : met_rows {
  const index* own;
  bool any_order;
};

/// How many rows are computed before the first of them is stored. If `rows` is 0, all values are
/// computed into a copy first.
struct held_rows {
  index rows = 0;  // rows in a slot of the buffer
  index delay = 0; // number of slots between computing a slot and storing it
};
template <class = this_build>
STRIA_SMALL STRIA_NOINLINE held_rows plan_held_rows(const met_loops& met, index bytes) {
  const bool any_order = met.any_order && met.disjoint();
  const index apart = met.head + met.tail;
  if (!met.known || (apart > 0 && !any_order))
    return {};
  const index all = met.n[met.axis];
  index row = 0;
  if (!multiply_fits(met.elements() / all, bytes, row))
    return {};
  const index rows = row < limits::stack_bytes ? limits::stack_bytes / row : 1;
  const index delay = divide_up(-met.ahead.low, rows);
  if (2 * ((delay + 1) * rows + apart) > all)
    return {};
  return {rows, delay};
}
/// Computes and stores rows, and allocates the buffer, without exposing the type of the expression.
struct row_runner {
  void* self;
  /// Allocates a buffer for n[0] * n[1] * ... values.
  void* (*allocate)(void* self, const index* n);
  /// Performs the row_action on n elements, beginning at row `from`. `room` is the part of the
  /// buffer into which values are computed, or from which they are stored.
  void (*act)(void* self, row_action, const index* n, index from, void* room,
              const index* room_strides);
  loop_split split;
};

/// Computes and stores some rows of a target, with a buffer for the few rows that are computed
/// before they are stored. Threads have an object each.
class rows_in_place {
  const met_loops& met_;
  const row_runner& runner_;
  index* n_; // the sizes of some rows
  const index* strides_;
  index row_bytes_;

public:
  /// `n` has room for a size per loop. `strides` and `row_bytes` describe the buffer.
  rows_in_place(const met_loops& met, const row_runner& runner, index* n, const index* strides,
                index row_bytes)
      : met_(met), runner_(runner), n_(n), strides_(strides), row_bytes_(row_bytes) {
    for (std::size_t k = 0; k < met.loops; ++k)
      n_[k] = met.n[k];
  }
  /// `at` is the row of the buffer for the first of the rows.
  void handle(row_action what, index from, index rows, std::byte* room, index at) {
    if (rows == 0)
      return;
    n_[met_.axis] = rows;
    runner_.act(runner_.self, what, n_, from, room + at * row_bytes_, strides_);
  }
  /// Runs the rows from `first` to `last`. Each slot is stored `delay` slots after it was computed.
  STRIA_SMALL void run(const held_rows& held, index first, index last, std::byte* room) {
    const index all = last - first, buffers = held.delay + 1, count = divide_up(all, held.rows);
    for (index step = 0; step < count + held.delay; ++step)
      for (const row_action what : {row_action::compute, row_action::store}) {
        const index k = what == row_action::compute ? step : step - held.delay;
        if (k < 0 || k >= count)
          continue;
        const index from = k * held.rows;
        handle(what, first + from, all - from < held.rows ? all - from : held.rows, room,
               k % buffers * held.rows);
      }
  }
};

/// The number of parts of the rows, each of which a thread runs with its own buffer. Before they
/// begin, the rows that read rows of other parts are computed; they are at most about an eighth.
inline index parts_in_place(const met_loops& met, const held_rows& held, const loop_split& split) {
  const int each = split.chunks(met.elements());
  if (each > 0 && met.any_order && met.loops <= std::size_t{limits::nest_axes} && met.disjoint()) {
    const index edges = met.ahead.high - met.ahead.low + met.head + met.tail;
    const index ring = 2 * (held.delay + 1) * held.rows;
    const index least_rows = edges > ring / 8 ? 8 * edges : ring;
    return clamp(met.n[met.axis] / least_rows, 1, index{each} * split.threads());
  }
  return 1;
}

/// Runs the rows with a buffer for a few of them, or with a copy of all values if the buffer would
/// be about as large. `bytes` is the size of a value, and `scratch` has room for two numbers per
/// loop.
template <class = this_build>
STRIA_SMALL STRIA_NOINLINE void run_rows_in_place(const met_loops& met, index bytes,
                                                  const row_runner& runner, index* scratch) {
  const held_rows held = plan_held_rows(met, bytes);
  index* const strides = scratch + met.loops;
  if (held.rows == 0) {
    void* const copy = runner.allocate(runner.self, met.own);
    index step = 1;
    for (std::size_t k = met.loops; k-- > 0; step *= met.own[k])
      strides[k] = step;
    runner.act(runner.self, row_action::compute, met.own, 0, copy, strides);
    for (std::size_t k = 0; k < met.loops; ++k)
      strides[k] = met.own[k] == 1 ? 0 : strides[k];
    runner.act(runner.self, row_action::store, met.n, 0, copy, strides);
    return;
  }
  const index rows = met.n[met.axis];
  const index parts = parts_in_place(met, held, runner.split);
  const index ring = (held.delay + 1) * held.rows;
  // The first and last rows of a part that are computed before all others, and stored after them.
  const index before = parts == 1 ? 0 : -met.ahead.low, after = parts == 1 ? 0 : met.ahead.high;
  const index most_before = before > met.head ? before : met.head;
  const index most_after = after > met.tail ? after : met.tail;
  const index room_rows = ring + most_before + most_after; // of each part
  for (std::size_t k = 0; k < met.loops; ++k)
    scratch[k] = k == met.axis ? parts * room_rows : met.n[k];
  std::byte* const room = static_cast<std::byte*>(runner.allocate(runner.self, scratch));
  index step = 1;
  for (std::size_t k = met.loops; k-- > 0; step *= scratch[k])
    strides[k] = step;
  const index row_bytes = strides[met.axis] * bytes;
  const index size = rows / parts;
  const auto part = [&](row_action what, index p, index* n) {
    rows_in_place loop(met, runner, n, strides, row_bytes);
    std::byte* const own = room + p * room_rows * row_bytes;
    const index first = p * size, last = p + 1 == parts ? rows : first + size;
    const index head = p == 0 ? met.head : before, tail = p + 1 == parts ? met.tail : after;
    if (what == row_action::store)
      loop.run(held, first + head, last - tail, own);
    loop.handle(what, first, head, own, ring);
    loop.handle(what, last - tail, tail, own, ring + most_before);
  };
  for (index p = 0; p < parts; ++p)
    part(row_action::compute, p, scratch);
  if (parts == 1)
    part(row_action::store, 0, scratch);
  else
    runner.split.run(
        parts, 1,
        [&](index from, index to) {
          index n[limits::nest_axes];
          for (index p = from; p < to; ++p)
            part(row_action::store, p, n);
        },
        limits::chunks_per_thread);
}

/// The type in which the buffer holds a value of an expression. A number that is only stored is
/// held in the element type of the target.
template <class Kernel, class Target, class V>
using held_value = std::conditional_t<std::same_as<Kernel, store_kernel> &&
                                          std::is_arithmetic_v<Target> && std::is_arithmetic_v<V>,
                                      Target, V>;

/// Memory for the values of some rows: on the stack if they are few.
class row_room {
  heap_buffer<std::byte> on_heap_{};
  alignas(limits::cache_line) std::byte on_stack_[static_cast<std::size_t>(limits::stack_bytes)];

public:
  row_room() {}
  /// Memory for n[0] * n[1] * ... elements of `bytes` bytes.
  std::byte* take(index bytes, const index* n, std::size_t loops) {
    for (std::size_t k = 0; k < loops; ++k)
      if (!multiply_fits(bytes, n[k], bytes))
        raise_size_negative_or_too_large({n, loops});
    if (bytes <= index{sizeof(on_stack_)})
      return on_stack_;
    on_heap_ = heap_buffer<std::byte>(bytes, uninitialized_t{});
    return on_heap_.data();
  }
};

constexpr index most_of(std::initializer_list<index> all) {
  index most = 0;
  for (index n : all)
    most = n > most ? n : most;
  return most;
}

/// The rows of several targets, and the cursors of the expressions that are stored into them. The
/// buffer holds numbers of type V; for some rows, it has the values of one target after those of
/// another.
template <class Kernel, std::size_t L, class V, class Outs, class Ins> struct cursor_rows;
template <class Kernel, std::size_t L, class... V, class... Out, class... In>
struct cursor_rows<Kernel, L, std::tuple<V...>, std::tuple<Out...>, std::tuple<In...>> {
  const std::tuple<Out...>& out;
  const std::tuple<In...>& in;
  std::size_t axis;
  row_room room{};

  static constexpr index each = most_of({index{sizeof(V)}...}), bytes = each * sizeof...(V);

  static void* allocate(void* self, const index* n) {
    return static_cast<cursor_rows*>(self)->room.take(bytes, n, L);
  }
  static void act(void* self, row_action what, const index* sizes, index from, void* memory,
                  const index* strides) {
    const auto& me = *static_cast<const cursor_rows*>(self);
    std::array<index, L> n, steps;
    for (std::size_t k = 0; k < L; ++k) {
      n[k] = sizes[k];
      steps[k] = strides[k];
    }
    const index next = count_elements(n) * each;
    std::byte* values = static_cast<std::byte*>(memory);
    const auto one = [&]<class T>(std::type_identity<T>, auto to, auto source) {
      const strided_cursor<T, L, 1> own{reinterpret_cast<T*>(values), 0, steps};
      values += next;
      if (what == row_action::compute) {
        source.advance(me.axis, from);
        run_loop<store_kernel>(n, own, source);
      } else {
        to.advance(me.axis, from);
        run_loop<Kernel>(n, to, strided_cursor<const T, L, 1>{own.base, 0, steps});
      }
    };
    [&]<std::size_t... K>(std::index_sequence<K...>) {
      (one(std::type_identity<V>(), std::get<K>(me.out), std::get<K>(me.in)), ...);
    }(std::index_sequence_for<V...>());
  }
  /// Stores as if the expressions were copied first. `own` has the sizes of the expressions.
  static void run(const met_rows& met, const index* own, const std::tuple<Out...>& out,
                  const std::tuple<In...>& in) {
    cursor_rows rows{out, in, met.axis};
    index scratch[2 * L];
    run_rows_in_place({met, own, (splits<In> && ...)}, bytes,
                      {&rows, allocate, act, {most_of({least_of_cursor<In>...})}}, scratch);
  }
};

/// The code of a planned store in place: one computes the values, the other stores them.
struct in_place_code {
  const store_code *compute, *store;
};
class planned_rows {
  const expression_store& e_;
  const in_place_code& code_;
  std::size_t axis_;
  row_room room_{};

  loop_operand rows_from(int i, index from) const {
    const loop_operand& all = e_.of[i];
    return {all.at + from * all.steps[axis_] * e_.code.bytes[i], all.steps};
  }

public:
  planned_rows(const expression_store& e, const in_place_code& code, std::size_t axis)
      : e_(e), code_(code), axis_(axis) {}

  static void* allocate(void* self, const index* n) {
    auto& me = *static_cast<planned_rows*>(self);
    return me.room_.take(me.code_.compute->bytes[0], n, static_cast<std::size_t>(me.e_.loops));
  }
  STRIA_SMALL static void act(void* self, row_action what, const index* n, index from, void* room,
                              const index* strides) {
    const auto& me = *static_cast<const planned_rows*>(self);
    const expression_store& e = me.e_;
    const loop_operand values{static_cast<const std::byte*>(room), strides};
    const bool stores = what == row_action::store;
    const store_code& code = stores ? *me.code_.store : *me.code_.compute;
    loop_operand of[limits::nest_operands];
    for (int i = 0; i < code.operands; ++i)
      of[i] = i == (stores ? 1 : 0) ? values : me.rows_from(i, from);
    store_directly({code, of, n, e.loops, e.program});
  }
};

inline walk walk_of(const expression_store& e, int i) {
  return {reinterpret_cast<std::uintptr_t>(e.of[i].at), e.code.bytes[i], e.of[i].steps};
}
template <class = this_build>
void store_checked(const expression_store& e, const in_place_code& code);

/// The copies of the operands that overlap the target and are the same along some loop.
struct operand_copies {
  merged_loops m;
  strided_rows rows[limits::nest_operands];
  index bytes[limits::nest_operands] = {}, all = 0;

  operand_copies(const expression_store& e, const byte_range& written) : m(loops_of(e)) {
    for (int i = 1; m.fits && i < e.code.operands; ++i) {
      if (!ranges_meet(walk_of(e, i).range(e.n, static_cast<std::size_t>(e.loops)), written))
        continue;
      rows[i] = m.rows_once(e.of[i]);
      const index count = rows[i].n * rows[i].n2 * rows[i].rows; // at most those of the target
      bytes[i] = count < m.elements ? round_up(count * e.code.bytes[i], limits::cache_line) : 0;
      all += bytes[i];
    }
  }
};
/// Copies these operands, then stores.
template <class = this_build>
STRIA_SMALL STRIA_NOINLINE void store_with_copies(const expression_store& e, const met_rows& met,
                                                  const in_place_code& code) {
  const operand_copies copies(e, met.written);
  const merged_loops& m = copies.m;
  heap_buffer<std::byte> room(copies.all, uninitialized_t{});
  std::byte* to = room.data();
  const index n[] = {m.size[2], m.size[1], m.size[0]};
  index steps[limits::nest_operands][3];
  loop_operand of[limits::nest_operands];
  for (int i = 0; i < e.code.operands; ++i) {
    of[i] = {e.of[i].at, steps[i]};
    for (int k = 0; k < 3; ++k)
      steps[i][2 - k] = m.step(e.of[i], k);
    if (copies.bytes[i] == 0)
      continue;
    const strided_rows& rows = copies.rows[i];
    const index line = rows.n * rows.n2;
    e.code.copies.pack(rows, e.code.bytes[i], to, line);
    of[i].at = to;
    const index next[] = {line, rows.n, 1};
    for (int k = 0; k < 3; ++k)
      steps[i][k] = steps[i][k] == 0 ? 0 : next[k];
    to += copies.bytes[i];
  }
  store_checked({e.code, of, n, 3, e.program}, code);
}

/// The bytes of a copy from one block of memory to another; 0 for other stores.
inline index bytes_of_block(const expression_store& e) {
  if (!e.code.is_copy)
    return 0;
  const merged_loops m = loops_of(e);
  const bool one = m.depth == 1 && m.step(e.of[0], 0) == 1 && m.step(e.of[1], 0) == 1;
  return one ? m.elements * e.code.bytes[0] : 0;
}

/// How a store runs if its operands overlap the target: not at all (`none`: no operand is read
/// after it was overwritten), by values on the stack, by a move of one block, in an order that
/// reads each element before it is written, with copies of some operands, or by rows.
enum class overlap_way : unsigned char { none, aside, block, ahead, copies, rows };

/// store_checked() runs it, and explain_route() prints it. There must be elements.
struct overlap_choice {
  met_rows met;
  index own[limits::nest_axes]; // of rows: the sizes of the expression
  held_rows held{};             // of rows
  overlap_way way;

  overlap_choice(const expression_store& e, const in_place_code& code)
      : met(e.n, static_cast<std::size_t>(e.loops), walk_of(e, 0)), way(way_of(e, code)) {}
  overlap_choice(const overlap_choice&) = delete;

  met_loops loops() const { return {met, own, true}; }

private:
  overlap_way way_of(const expression_store& e, const in_place_code& code);
};
STRIA_INLINE overlap_way overlap_choice::way_of(const expression_store& e,
                                                const in_place_code& code) {
  bool meets = false;
  for (int i = 1; i < e.code.operands; ++i)
    if (const walk read = walk_of(e, i); ranges_meet(read.range(e.n, met.loops), met.written))
      meets = meets || read.at != met.out.at || read.bytes != met.out.bytes ||
              !same_walk(read.strides, met.out.strides, e.n, met.loops);
  if (!meets) [[likely]]
    return overlap_way::none;
  const index each = code.compute->bytes[0];
  index bytes = each;
  for (std::size_t k = 0; k < met.loops; ++k)
    bytes = bytes <= limits::stack_bytes ? bytes * e.n[k] : bytes;
  if (bytes <= limits::stack_bytes && !e.code.is_copy)
    return overlap_way::aside;
  for (int i = 1; i < e.code.operands; ++i)
    met.add(walk_of(e, i));
  if (!met.found)
    return overlap_way::none;
  if (bytes_of_block(e) > 0)
    return overlap_way::block;
  // The kernel loads a vector before it stores one, so reads ahead of the stores need no buffer.
  if (met.reads_ahead() && store_choice(e).way == store_way::one_call)
    return overlap_way::ahead;
  for (int k = 0; k < e.loops; ++k) {
    own[k] = 1;
    for (int i = 1; i < e.code.operands; ++i)
      if (e.of[i].steps[k] != 0)
        own[k] = e.n[k];
  }
  held = plan_held_rows(loops(), each);
  return held.rows == 0 && operand_copies(e, met.written).all > 0 ? overlap_way::copies
                                                                  : overlap_way::rows;
}

/// Stores with a few rows held back, or with a copy of all values.
template <class = this_build>
STRIA_SMALL STRIA_NOINLINE void store_in_place(const expression_store& e, const overlap_choice& c,
                                               const in_place_code& code) {
  planned_rows rows(e, code, c.met.axis);
  index scratch[2 * limits::nest_axes];
  run_rows_in_place(c.loops(), code.compute->bytes[0],
                    {&rows, planned_rows::allocate, planned_rows::act, code.compute->split},
                    scratch);
}

/// Computes all values into a buffer on the stack, then stores them.
template <class = this_build>
STRIA_NOINLINE void store_aside(const expression_store& e, const in_place_code& code) {
  alignas(limits::cache_line) std::byte room[static_cast<std::size_t>(limits::stack_bytes)];
  index steps[limits::nest_axes], next = 1;
  for (int k = e.loops; k-- > 0; next *= e.n[k])
    steps[k] = next;
  const loop_operand values{room, steps};
  loop_operand of[limits::nest_operands] = {values};
  for (int i = 1; i < e.code.operands; ++i)
    of[i] = e.of[i];
  store_directly({*code.compute, of, e.n, e.loops, e.program});
  const loop_operand both[] = {e.of[0], values};
  store_directly({*code.store, both, e.n, e.loops, nullptr});
}

/// Stores as if the operands were copied first. There must be elements.
template <class>
STRIA_NOINLINE void store_checked(const expression_store& e, const in_place_code& code) {
  const overlap_choice c(e, code);
  switch (c.way) {
  case overlap_way::none:
  case overlap_way::ahead: return store_directly(e);
  case overlap_way::aside: return store_aside(e, code);
  case overlap_way::block:
    return move_block(const_cast<std::byte*>(e.of[0].at), e.of[1].at, bytes_of_block(e));
  case overlap_way::copies: return store_with_copies(e, c.met, code);
  case overlap_way::rows: return store_in_place(e, c, code);
  }
}
template <class = this_build> void store_checked(const expression_store& e, const void* code) {
  store_checked(e, *static_cast<const in_place_code*>(code));
}

/// The code by which a kernel stores in place a planned expression whose values are held as V.
template <class Kernel, class T, class V, std::size_t L, class In>
inline constexpr in_place_code code_in_place{
    &code_of_store<store_kernel, V, In>(),
    &code_of_store<Kernel, T, strided_cursor<const V, L, 1>>()};

/// The sizes of an expression along the loops of its target; 1 for axes that the expression lacks.
template <std::size_t L, std::size_t N>
constexpr std::array<index, L> nest_sizes(const std::array<index, N>& own) {
  std::array<index, L> n{};
  for (std::size_t k = 0; k < L; ++k)
    n[k] = k + N < L ? 1 : own[k + N - L];
  return n;
}

/// Runs a kernel that is not planned and whose target overlaps its operands: with a few held rows
/// if possible, otherwise with a copy of all values of the expression. `own` has the sizes of the
/// expression.
template <class Kernel, class V, std::size_t L, class Out, class In>
void run_in_place(const met_rows& met, const std::array<index, L>& own,
                  const std::array<index, L>& n, const Out& out, const In& in) {
  if constexpr (L == 0) {
    // A single element is read before it is written.
    run_loop<Kernel>(n, out, in);
  } else {
    if constexpr (is_number<V>) {
      using rows = cursor_rows<Kernel, L, std::tuple<V>, std::tuple<Out>, std::tuple<In>>;
      rows::run(met, own.data(), {out}, {in});
    } else {
      const dtensor<V, L> values(own, uninitialized_t{});
      run_loop<store_kernel>(
          own, strided_cursor<V, L, 1>{const_cast<V*>(values.data()), 0, values.strides()}, in);
      run_loop<Kernel>(n, out, input_cursor<L, extents_of<dtensor<V, L>>>(values));
    }
  }
}

} // namespace stria::detail

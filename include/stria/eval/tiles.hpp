// SPDX-License-Identifier: BSL-1.0
// eval/tiles.hpp: loop nests in which some memory is not consecutive along the inner loop.
//
// r = a + transpose(b): row by row, each element of b would come from another cache line. Tile by
// tile, what lies across is copied into a small buffer, and the loop reads that. So are operands
// that keep two loops from being one where the inner one has a few turns, the channels of an image.
// docs/design/tiles.md.
#pragma once

#include <stria/base/checked.hpp>
#include <stria/eval/limits.hpp>
#include <stria/eval/walk.hpp>
#include <stria/expr/map.hpp>
#include <stria/layout/overlap.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace stria::detail {

/// Elements of the buffer of a tile.
inline constexpr auto tile_elements = static_cast<std::size_t>(limits::tile * limits::tile);

struct tile_plan;

/// Elements that can lie in a buffer.
template <class T>
inline constexpr bool lies_in_tiles =
    std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<std::remove_const_t<T>> &&
    sizeof(T) <= 8;

/// How many leaves a cursor has of which all that it reads is made, too many where it reads more.
template <class C> inline constexpr std::size_t only_leaves = limits::tile_leaves + 1;
template <class T> inline constexpr std::size_t only_leaves<scalar_cursor<T>> = 0;
template <class T, std::size_t L, index Hint>
  requires lies_in_tiles<T>
inline constexpr std::size_t only_leaves<strided_cursor<T, L, Hint>> = 1;
template <class F, class Seq, class... C>
inline constexpr std::size_t only_leaves<map_cursor<F, Seq, C...>> = (only_leaves<C> + ... + 0);

// What plans and packs knows neither the expression nor how many loops there are: programs compile
// it once.

/// Strided memory that the loops read, its type forgotten: its cursor lies `place` bytes within
/// that of the whole expression.
struct tile_leaf {
  const index* strides;
  index bytes; // of an element
  index hint;  // the inner stride that the type expects
  std::ptrdiff_t place;
  // With copy == false the buffer has what it needs.
  void (*pack)(void* cursor, const tile_plan&, index rows, index columns, void* to, bool copy);
};

/// The leaves of an expression that can lie in a buffer, as far as there is room for them.
struct tile_leaves {
  void* whole;
  std::size_t count = 0;
  bool complete = true; // all memory that is read can lie in a buffer
  tile_leaf leaf[limits::tile_leaves];

  explicit tile_leaves(void* expression) : whole(expression) {}

  template <class T, std::size_t L, index Hint> void add(const strided_cursor<T, L, Hint>& c) {
    if constexpr (lies_in_tiles<T>)
      if (count < limits::tile_leaves) {
        leaf[count++] = {c.strides.data(), sizeof(T), Hint,
                         reinterpret_cast<const std::byte*>(&c) - static_cast<std::byte*>(whole),
                         pack_leaf<T, L, Hint>};
        return;
      }
    complete = false;
  }
  /// Places in no known order.
  template <class T> void add(const memory_region<T>&) { complete = false; }
  /// Two loops change places.
  void exchange(std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < count; ++i) {
      // The expression is no constant; it shows its memory as one.
      auto* const strides = const_cast<index*>(leaf[i].strides);
      std::swap(strides[a], strides[b]);
    }
  }

private:
  /// The tile that the cursor stands at is copied, and the cursor reads the copy.
  template <class T, std::size_t L, index Hint>
  static void pack_leaf(void* cursor, const tile_plan& p, index rows, index columns, void* to,
                        bool copy);
};

/// Adds what a cursor's visit_memory shows.
struct tile_leaf_visitor {
  tile_leaves* leaves;
  template <class Leaf> void operator()(const Leaf& leaf) const { leaves->add(leaf); }
};

/// The loops of the tiles: `across` beside the inner one, of so many turns at the most. Joined: the
/// two run as one loop.
struct tile_plan {
  std::size_t across = 0, inner = 0;
  unsigned packed = 0; // leaves, a bit for each
  unsigned once = 0;   // of these, what is the same for all tiles
  index height = limits::tile, width = limits::tile;
  bool joined = false;

  /// The loops of a tile.
  template <std::size_t L> loop_nest<L> tile(index rows, index columns) const {
    loop_nest<L> nest{};
    nest.n[across] = rows;
    nest.n[inner] = joined ? rows * columns : columns;
    nest.order[0] = joined ? inner : across;
    nest.order[1] = inner;
    nest.depth = joined ? 1 : 2;
    return nest;
  }
};

/// A stride of so many bytes meets a new cache line, or not.
constexpr bool is_far(index stride, index bytes) {
  const index line = (limits::cache_line + bytes - 1) / bytes;
  return stride >= line || stride <= -line;
}
constexpr bool is_near(index stride, index bytes) { return stride != 0 && !is_far(stride, bytes); }

/// A loop nest of however many loops.
struct nest_ref {
  index* n;
  const std::size_t* order;
  std::size_t depth;

  template <std::size_t L>
  explicit nest_ref(loop_nest<L>& nest)
      : n(nest.n.data()), order(nest.order.data()), depth(nest.depth) {}
  std::size_t inner() const { return order[depth - 1]; }
  index inner_size() const { return n[inner()]; }
  bool is_short() const { return inner_size() <= limits::short_loop; }
};

/// Whether the nest pays to be looked at, for a target with elements of `bytes`.
STRIA_NOINLINE inline bool pays_tiles(nest_ref nest, index bytes) {
  const index n = nest.inner_size();
  for (std::size_t i = 0; i < nest.depth; ++i)
    if (!multiply_fits(bytes, nest.n[nest.order[i]], bytes))
      return false;
  return bytes >= limits::tiled_bytes && (n >= limits::tile / 2 || nest.is_short());
}

inline constexpr std::size_t no_loop = static_cast<std::size_t>(-1);

/// The loop, of those outside of the inner one, along which memory that is far there lies near.
STRIA_NOINLINE inline std::size_t near_loop(nest_ref nest, const index* strides, index bytes) {
  if (is_far(strides[nest.inner()], bytes))
    for (std::size_t i = nest.depth - 1; i-- > 0;) {
      const std::size_t k = nest.order[i];
      if (nest.n[k] >= limits::tile / 2 && is_near(strides[k], bytes))
        return k;
    }
  return no_loop;
}

STRIA_NOINLINE inline tile_plan plan_tiles(nest_ref nest, const tile_leaves& leaves) {
  tile_plan p{.across = nest.inner(), .inner = nest.inner()};
  std::size_t packed = 0;
  for (std::size_t i = 0; i < leaves.count && packed < limits::tile_buffers; ++i) {
    const std::size_t k = near_loop(nest, leaves.leaf[i].strides, leaves.leaf[i].bytes);
    if (k == no_loop || (p.across != p.inner && p.across != k))
      continue;
    p.across = k;
    p.packed |= 1U << i;
    ++packed;
  }
  return p;
}

/// A short inner loop and the next one as one, over memory that joins them or lies in a buffer.
STRIA_NOINLINE inline tile_plan plan_joined(nest_ref nest, const index* out, index out_hint,
                                            const tile_leaves& leaves) {
  const tile_plan none{.across = nest.inner(), .inner = nest.inner()};
  const index n = nest.inner_size();
  if (nest.depth < 2 || !leaves.complete || out[none.inner] != out_hint)
    return none;
  tile_plan p = none;
  p.across = nest.order[nest.depth - 2];
  if (out[p.across] != out[p.inner] * n || nest.n[p.across] * n < limits::tile)
    return none;
  std::size_t packed = 0;
  for (std::size_t i = 0; i < leaves.count; ++i) {
    const index* const s = leaves.leaf[i].strides;
    if (s[p.across] == s[p.inner] * n && s[p.inner] == leaves.leaf[i].hint)
      continue;
    if (leaves.leaf[i].hint != 1 || ++packed > limits::tile_buffers)
      return none;
    p.packed |= 1U << i;
    bool same = true;
    for (std::size_t k = 0; k + 1 < nest.depth; ++k)
      same = same && s[nest.order[k]] == 0;
    p.once |= same ? 1U << i : 0U;
  }
  p.height = static_cast<index>(tile_elements) / n;
  p.joined = true;
  return p;
}

STRIA_NOINLINE inline tile_plan plan_nest(nest_ref nest, const index* out, index out_hint,
                                          const tile_leaves& leaves) {
  return nest.is_short() ? plan_joined(nest, out, out_hint, leaves) : plan_tiles(nest, leaves);
}

/// The loop that changes places with the inner one, for a target that lies across.
STRIA_NOINLINE inline std::size_t loop_to_turn(nest_ref nest, const index* out, index bytes) {
  return nest.is_short() ? no_loop : near_loop(nest, out, bytes);
}

/// turn() of what is nothing but leaves.
STRIA_NOINLINE inline void turn_leaves(nest_ref nest, index* out, index bytes,
                                       tile_leaves& leaves) {
  const std::size_t inner = nest.inner();
  if (const std::size_t k = loop_to_turn(nest, out, bytes); k != no_loop) {
    std::swap(out[k], out[inner]);
    leaves.exchange(k, inner);
    std::swap(nest.n[k], nest.n[inner]);
  }
}

/// Bytes of the widest vectors that hold shuffles in one instruction.
#if defined(__AVX__)
inline constexpr index block_bytes = 32;
#else
inline constexpr index block_bytes = 16;
#endif

/// to[i][j] = from[j][i] for as many lines of elements as a vector holds; the lines of the two are
/// `to_line` and `from_line` elements apart.
template <class Bits>
STRIA_INLINE void transpose_block(const void* from, index from_line, void* to, index to_line) {
  typedef Bits vector __attribute__((vector_size(block_bytes)));
  constexpr index n = block_bytes / sizeof(Bits);
  const auto step = static_cast<index>(sizeof(Bits));
  vector r[n], s[n];
  for (index k = 0; k < n; ++k)
    __builtin_memcpy(&r[k], static_cast<const std::byte*>(from) + k * from_line * step,
                     block_bytes);
  if constexpr (n == 8) {
    // Pairs of elements, then of pairs, then of halves.
    for (index k = 0; k < 8; k += 2) {
      s[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 8, 1, 9, 4, 12, 5, 13);
      s[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (index k = 0; k < 8; k += 4)
      for (index h = 0; h < 2; ++h) {
        r[k + 2 * h] = __builtin_shufflevector(s[k + h], s[k + h + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[k + 2 * h + 1] =
            __builtin_shufflevector(s[k + h], s[k + h + 2], 2, 3, 10, 11, 6, 7, 14, 15);
      }
    for (index k = 0; k < 4; ++k) {
      s[k] = __builtin_shufflevector(r[k], r[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
      s[k + 4] = __builtin_shufflevector(r[k], r[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
  } else if constexpr (n == 4 && block_bytes == 32) {
    vector t[4];
    for (index k = 0; k < 4; k += 2) {
      t[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 4, 2, 6);
      t[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 1, 5, 3, 7);
    }
    for (index k = 0; k < 2; ++k) {
      s[k] = __builtin_shufflevector(t[k], t[k + 2], 0, 1, 4, 5);
      s[k + 2] = __builtin_shufflevector(t[k], t[k + 2], 2, 3, 6, 7);
    }
  } else if constexpr (n == 4) {
    vector t[4];
    for (index k = 0; k < 4; k += 2) {
      t[k] = __builtin_shufflevector(r[k], r[k + 1], 0, 4, 1, 5);
      t[k + 1] = __builtin_shufflevector(r[k], r[k + 1], 2, 6, 3, 7);
    }
    for (index k = 0; k < 2; ++k) {
      s[2 * k] = __builtin_shufflevector(t[k], t[k + 2], 0, 1, 4, 5);
      s[2 * k + 1] = __builtin_shufflevector(t[k], t[k + 2], 2, 3, 6, 7);
    }
  } else {
    s[0] = __builtin_shufflevector(r[0], r[1], 0, 2);
    s[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
  }
  for (index k = 0; k < n; ++k)
    __builtin_memcpy(static_cast<std::byte*>(to) + k * to_line * step, &s[k], block_bytes);
}

/// to[i * line + j] = from[i * row + j * column] for a tile.
template <class T>
STRIA_NOINLINE void pack_tile(const T* from, index row, index column, index rows, index columns,
                              T* to, index line = limits::tile) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
    using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    constexpr index n = block_bytes / sizeof(T);
    if (row == 1 && rows % n == 0 && columns % n == 0) {
      // All lines are asked for before the first one is waited for.
      for (index j = 0; j < columns; ++j)
        for (index i = 0; i < rows; i += limits::cache_line / static_cast<index>(sizeof(T)))
          __builtin_prefetch(from + i + j * column);
      for (index j = 0; j < columns; j += n)
        for (index i = 0; i < rows; i += n)
          transpose_block<bits>(from + i + j * column, column, to + i * line + j, line);
      return;
    }
  }
  for (index j = 0; j < columns; ++j)
    for (index i = 0; i < rows; ++i)
      to[i * line + j] = from[i * row + j * column];
}

/// to[i * columns + j] = from[i * row + j * column] for a few columns.
template <class T>
STRIA_NOINLINE void pack_joined(const T* from, index row, index column, index rows, index columns,
                                T* to) {
  const auto copy = [=](auto n, auto step) __attribute__((always_inline)) {
    for (index i = 0; i < rows; ++i)
      for (index j = 0; j < n; ++j)
        to[i * n + j] = from[i * row + j * step];
  };
  // Of three and four channels the compiler knows the number.
  constexpr std::integral_constant<index, 1> one;
  if (columns == 3)
    column == 1 ? copy(std::integral_constant<index, 3>(), one)
                : copy(std::integral_constant<index, 3>(), column);
  else if (columns == 4)
    column == 1 ? copy(std::integral_constant<index, 4>(), one)
                : copy(std::integral_constant<index, 4>(), column);
  else
    copy(columns, column);
}

/// Buffers for one tile of each leaf that lies across.
struct tile_memory {
  alignas(64) std::byte bytes[limits::tile_buffers][tile_elements * 8];
};

template <class T, std::size_t L, index Hint>
void tile_leaves::pack_leaf(void* cursor, const tile_plan& p, index rows, index columns, void* to,
                            bool copy) {
  auto& c = *static_cast<strided_cursor<T, L, Hint>*>(cursor);
  auto* const buffer = static_cast<std::remove_const_t<T>*>(to);
  const T* const from = c.base + c.offset;
  if (copy && p.joined)
    pack_joined(from, c.strides[p.across], c.strides[p.inner], rows, columns, buffer);
  else if (copy)
    pack_tile(from, c.strides[p.across], c.strides[p.inner], rows, columns, buffer);
  c.strides[p.across] = p.joined ? columns : limits::tile;
  c.strides[p.inner] = 1;
  c.base = buffer;
  c.offset = 0;
}

/// The leaves that p packs are copied, but for those of which a bit is in `there`, for the tile
/// that the expression's cursor stands at.
STRIA_NOINLINE inline void pack_leaves(const tile_plan& p, const tile_leaves& leaves, index rows,
                                       index columns, void* whole, tile_memory& memory,
                                       unsigned there) {
  std::size_t buffer = 0;
  for (std::size_t i = 0; i < leaves.count; ++i)
    if ((p.packed >> i & 1U) != 0)
      leaves.leaf[i].pack(static_cast<std::byte*>(whole) + leaves.leaf[i].place, p, rows, columns,
                          memory.bytes[buffer++], (there >> i & 1U) == 0);
}

/// step(context, height, width) for all tiles, and all places of the loops around them; `at`, zeros
/// at first, says where.
STRIA_NOINLINE inline void for_tiles(nest_ref nest, const tile_plan& p, index* at, void* context,
                                     void (*step)(void*, index, index)) {
  const index rows = nest.n[p.across], columns = nest.n[p.inner];
  for (;;) {
    for (index i = 0; i < rows; i += p.height)
      for (index j = 0; j < columns; j += p.width) {
        at[p.across] = i;
        at[p.inner] = j;
        step(context, rows - i < p.height ? rows - i : p.height,
             columns - j < p.width ? columns - j : p.width);
      }
    std::size_t i = nest.depth - 1;
    for (; i > 0; --i) {
      const std::size_t k = nest.order[i - 1];
      if (k == p.across)
        continue;
      if (++at[k] < nest.n[k])
        break;
      at[k] = 0;
    }
    if (i == 0)
      return;
  }
}

/// Loops that may run in any order, over memory that can be copied.
template <class Kernel, std::size_t L, class Out, class In> inline constexpr bool may_tile = false;
template <class Kernel, std::size_t L, class T, index Hint, class In>
inline constexpr bool may_tile<Kernel, L, strided_cursor<T, L, Hint>, In> = L >= 2 && requires {
  requires Kernel::independent;
} && splits<In> && std::is_trivially_copyable_v<T>;

/// A kernel that only copies, of memory with the same small elements.
template <class Kernel, class T, class In> inline constexpr bool copies_elements = false;
template <class Kernel, class T, class U, std::size_t L, index Hint>
  requires requires { requires Kernel::copies; }
inline constexpr bool copies_elements<Kernel, T, strided_cursor<U, L, Hint>> =
    std::is_same_v<T, std::remove_const_t<U>> && sizeof(T) <= 8;

/// Shows the memory that it reads. One whose visit_memory is static has none.
template <class In>
concept shows_memory = requires(const In& in) { in.visit_memory(tile_leaf_visitor()); } &&
                       !requires { In::visit_memory(tile_leaf_visitor()); };

/// The lines of the target come while what goes there is read.
STRIA_NOINLINE inline void expect_lines(const void* to, index row, index column, index rows,
                                        index columns, index bytes) {
  const index line = bytes < limits::cache_line ? limits::cache_line / bytes : 1;
  for (index i = 0; i < rows; ++i)
    for (index j = 0; j < columns; j += line)
      __builtin_prefetch(static_cast<const std::byte*>(to) + (i * row + j * column) * bytes, 1);
}

/// A nest that runs by tiles; run(nest, out, in) runs one. Copies: that is out = in, of one type.
template <bool Copies, std::size_t L, class Out, class In> struct tiled_loops {
  using run_type = void (*)(const loop_nest<L>&, Out&, In&);
  Out& out;
  In& in;
  run_type run;
  tile_plan plan;
  tile_leaves leaves;
  std::array<index, L> at{};
  tile_memory memory;
  unsigned there = 0; // what is in the buffers for all tiles

  tiled_loops(Out& to, In& from, run_type r) : out(to), in(from), run(r), leaves(&from) {}

  // Little code, for each expression has its own.
  [[gnu::cold]] static void step(void* context, index height, index width) {
    auto& me = *static_cast<tiled_loops*>(context);
    const tile_plan& p = me.plan;
    Out to = me.out;
    In from = me.in;
    for (std::size_t k = 0; k < L; ++k) {
      to.advance(k, me.at[k]);
      from.advance(k, me.at[k]);
    }
    auto* const first = to.base + to.offset;
    const index row = to.strides[p.across], column = to.strides[p.inner];
    if (!p.joined)
      expect_lines(first, row, column, height, width, sizeof(*first));
    if constexpr (Copies)
      if (column == 1) {
        // Straight to its place: 32 rows of at most 256 bytes stay in the nearest cache.
        const auto* const source = from.base + from.offset;
        const index s = from.strides[p.across], t = from.strides[p.inner];
        using element = std::remove_cvref_t<decltype(*first)>;
        return p.joined ? pack_joined<element>(source, s, t, height, width, first)
                        : pack_tile<element>(source, s, t, height, width, first, row);
      }
    pack_leaves(p, me.leaves, height, width, &from, me.memory, me.there);
    me.there = p.once;
    me.run(p.template tile<L>(height, width), to, from);
  }
  /// With the leaves in buffers the two loops are one, what is no memory included.
  bool joins(index turns) {
    In from = in;
    pack_leaves(plan, leaves, 0, turns, &from, memory, plan.packed);
    return from.fits(plan.inner) && from.joins(plan.across, plan.inner, turns);
  }
};

/// Two loops change places, where the target lies across.
template <class Out, class In> void turn(nest_ref nest, Out& out, In& in) {
  if constexpr (exchanges<In>)
    if (const std::size_t k = loop_to_turn(nest, out.strides.data(), sizeof(*out.base));
        k != no_loop) {
      const std::size_t inner = nest.inner();
      out.exchange(k, inner);
      in.exchange(k, inner);
      std::swap(nest.n[k], nest.n[inner]);
    }
}

/// Runs a nest of depth >= 1 by tiles; false, and nothing is done but that loops may have changed
/// places, where that does not pay. Little code, as in step().
template <class Kernel, std::size_t L, class T, index Hint, class In>
[[gnu::cold]] STRIA_NOINLINE bool
run_in_tiles(loop_nest<L>& nest, strided_cursor<T, L, Hint>& out, In& in,
             void (*run)(const loop_nest<L>&, strided_cursor<T, L, Hint>&, In&)) {
  constexpr bool simple = only_leaves<In> > 0 && only_leaves<In> <= limits::tile_leaves;
  const nest_ref all(nest);
  if constexpr (!simple && !shows_memory<In>) {
    turn(all, out, in);
    return false;
  } else {
    using loops = tiled_loops<copies_elements<Kernel, T, In>, L, strided_cursor<T, L, Hint>, In>;
    loops tiled(out, in, run);
    if constexpr (!simple)
      turn(all, out, in);
    in.visit_memory(tile_leaf_visitor{&tiled.leaves});
    if constexpr (simple)
      turn_leaves(all, out.strides.data(), sizeof(T), tiled.leaves);
    tiled.plan = plan_nest(all, out.strides.data(), Hint, tiled.leaves);
    if (tiled.plan.packed == 0)
      return false;
    if constexpr (!simple)
      if (all.is_short() && !tiled.joins(nest.inner_size()))
        return false;
    for_tiles(all, tiled.plan, tiled.at.data(), &tiled, loops::step);
    return true;
  }
}

} // namespace stria::detail

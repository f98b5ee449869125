// SPDX-License-Identifier: BSL-1.0
// io/tile_loops.hpp: statements over arrays in files, computed tile by tile within a budget of
// memory. docs/design/parts.md has the design. Tests: tests/io/tiles.cpp.
#pragma once
#if !defined(STRIA_WARNINGS)
#pragma GCC system_header
#endif

#include <stria/io/npy_array.hpp>
#include <stria/parts/block_fold.hpp>
#include <stria/parts/hoist.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace stria::detail {

/// The number in a file such as /sys/fs/cgroup/memory.max; the largest number if there is none.
inline index number_in(const char* path) {
  constexpr index none = std::numeric_limits<index>::max();
  std::ifstream file(path);
  index n = 0;
  return file >> n && n > 0 ? n : none;
}
/// The bytes of memory that the process may use: those of the machine, of its control group, and of
/// its limit of addresses.
inline index usable_memory() {
  index n = number_in("/sys/fs/cgroup/memory.max");
  n = std::min(n, number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  std::ifstream machine("/proc/meminfo");
  std::string name;
  if (index kilobytes = 0; machine >> name >> kilobytes && name == "MemTotal:")
    n = std::min(n, kilobytes * 1024);
#if defined(__linux__)
  posix::limits addresses{};
  if (posix::get_limits(posix::limit_of_addresses, &addresses) == 0 &&
      std::cmp_less(addresses.now, n))
    n = static_cast<index>(addresses.now);
#endif
  return n == std::numeric_limits<index>::max() ? index{8} << 30 : n;
}
inline std::atomic<index>& budget_of_files() {
  static std::atomic<index> bytes = std::max(index{1} << 20, usable_memory() / 8);
  return bytes;
}

/// A sum of bytes that does not overflow.
struct byte_count {
  index bytes = 0;
  void add(index elements, std::size_t size, index times = 1) {
    if (!multiply_fits(elements, static_cast<index>(size), elements) ||
        !multiply_fits(elements, times, elements) || !add_fits(bytes, elements, bytes))
      bytes = std::numeric_limits<index>::max();
  }
};

/// The elements of the stored leaves that a tile needs, read before the tile is computed.
class tile_reads {
  struct one {
    file_array* array;
    std::vector<index> key; // begin, step and size of the region
    std::shared_ptr<std::byte[]> memory;
    template <std::size_t R> static std::vector<index> key_of(const region<R>& r) {
      std::vector<index> k(r.begin.begin(), r.begin.end());
      k.insert(k.end(), r.step.begin(), r.step.end());
      k.insert(k.end(), r.size.begin(), r.size.end());
      return k;
    }
    void read() const {
      const std::size_t n = key.size() / 3;
      const std::span<const index> all(key);
      region_ref r(region<0>{});
      r.begin = all.first(n);
      r.step = all.subspan(n, n);
      r.size = all.last(n);
      array->read(r, memory.get());
    }
  };
  std::vector<one> reads_{};

public:
  template <class Store, std::size_t B> void add(const Store& s, const region<B>& r) {
    const auto key = one::key_of(r);
    for (const one& known : reads_)
      if (known.array == &s.array() && known.key == key)
        return;
    const auto bytes = static_cast<std::size_t>(count(r)) * sizeof(typename Store::value_type);
    reads_.push_back({&s.array(), key, std::shared_ptr<std::byte[]>(new std::byte[bytes])});
  }
  void read() const {
    for (const one& o : reads_)
      o.read();
  }
  template <class Store, std::size_t B>
  fetched_region<typename Store::value_type, B> find(const Store& s, const region<B>& r) const {
    using T = typename Store::value_type;
    const auto key = one::key_of(r);
    for (const one& known : reads_)
      if (known.array == &s.array() && known.key == key)
        return {reinterpret_cast<const T*>(known.memory.get()), r, row_major_strides(r.size),
                known.memory};
    tile_reads now;
    now.add(s, r);
    now.read();
    return now.find(s, r);
  }
};

/// Replaces the leaves by what has been read; reductions are folded block by block.
struct tile_taker : block_taker<tile_taker> {
  const tile_reads* reads;
  explicit tile_taker(const tile_reads& r) : reads(&r) {}
  template <class N, std::size_t R> auto operator()(const N& leaf, const region<R>& r) const {
    using store_type = typename N::store_type;
    return box<value_t<N>, extents_of<N>, store_type::axes>(
        reads->find(*leaf.stored(), stored_region(leaf, r)), leaf.refs(),
        std::array<index, R>(leaf.shape()));
  }
};

/// Adds the bytes that are in memory while a region of n is computed: two buffers for each stored
/// leaf, and the values of nodes that are not computed in the loop.
template <class N, std::size_t R> void add_bytes(byte_count& b, const N& n, const region<R>& r) {
  if constexpr (is_ref<N>) {
    add_bytes(b, *n.node, r);
  } else if constexpr (is_stored<N>) {
    b.add(count(stored_region(n, r)), sizeof(value_t<N>), 2);
  } else if constexpr (is_hoisted<N>) {
    if (!n.has_values())
      add_bytes(b, n.node(), r);
  } else if constexpr (reads_stored<N>) {
    if constexpr (N::how != computation::in_the_loop)
      b.add(count(region_computed(n, r)), sizeof(value_t<N>));
    n.operands([&](const auto&... o) {
      [&]<std::size_t... K>(std::index_sequence<K...>) {
        const auto each = [&]<class O>(const O& operand, const auto& needed) {
          if constexpr (reads_stored<O>) {
            if constexpr (N::how != computation::in_the_loop)
              b.add(count(needed), sizeof(value_t<O>));
            add_bytes(b, operand, needed);
          }
        };
        (each(o, n.template needed<K>(r)), ...);
      }(std::make_index_sequence<sizeof...(o)>());
    });
  }
}

/// The number of rows along axis 0 that the leaves of n read together.
template <class N, std::size_t R> index rows_together(const N& n, const region<R>& r) {
  index rows = 1;
  for_stored(n, r, [&](const auto& leaf, const auto&) {
    rows = std::max(rows, leaf.stored()->array().rows_together());
  });
  return rows;
}

[[noreturn]] [[gnu::cold]] inline void raise_over_budget(index bytes, index budget) {
  raise<value_error>(message("stria: files: one element of this statement needs ")
                     << bytes << " bytes of memory, and the budget is " << budget
                     << "; files::budget(bytes) sets it");
}

/// The sizes of the tiles of a region of sizes n: whole axes from the last on; the axis before is
/// cut so that bytes(region) is within the budget, and those before that have size 1.
template <std::size_t R, class Bytes>
std::array<index, R> tile_sizes(const std::array<index, R>& n, index together, const Bytes& bytes) {
  const index budget = budget_of_files();
  std::array<index, R> tile = n;
  const auto fits = [&] {
    region<R> first = whole_region(tile), last = first;
    for (std::size_t k = 0; k < R; ++k)
      last.begin[k] = n[k] - tile[k];
    return std::max(bytes(first), bytes(last));
  };
  index needed = fits();
  for (std::size_t k = 0; k < R && needed > budget; ++k) {
    const index all = tile[k];
    if (all < 2)
      continue;
    tile[k] = 1;
    needed = fits();
    if (needed > budget)
      continue;
    while (tile[k] < all) {
      const index before = tile[k];
      tile[k] = std::min(all, 2 * before);
      if (fits() > budget) {
        tile[k] = before;
        break;
      }
    }
    if (k == 0 && tile[0] > together)
      tile[0] -= tile[0] % together;
    needed = fits();
    break;
  }
  if (needed > budget)
    raise_over_budget(needed, budget);
  return tile;
}
/// Calls f(tile) for each tile of a region of sizes n, in row-major order, until it returns false.
template <std::size_t R, class F>
bool for_tiles(const std::array<index, R>& n, const std::array<index, R>& tile, const F& f,
               std::size_t axis = 0, region<R> r = {}) {
  if (axis == R)
    return f(r);
  for (index at = 0; at < n[axis]; at += tile[axis]) {
    set_axis(r, axis, at, 1, std::min(tile[axis], n[axis] - at));
    if (!for_tiles(n, tile, f, axis + 1, r))
      return false;
  }
  return true;
}

/// Calls compute(tile, taker) for the tiles of a result of the sizes n. The elements of the next
/// tile are read by another thread meanwhile. region_of(tile) is the region of e that a tile needs.
template <class E, std::size_t R, class RegionOf, class Compute>
void run_tiles(const E& e, const std::array<index, R>& n, const std::array<index, R>& tile,
               const RegionOf& region_of, const Compute& compute) {
  struct job {
    region<R> tile;
    std::unique_ptr<tile_reads> reads;
    std::future<void> done;
  };
  std::optional<job> before;
  const auto run = [&](job& j) {
    j.done.get();
    compute(j.tile, tile_taker(*j.reads));
  };
  for_tiles(n, tile, [&](const region<R>& r) {
    job next{r, std::make_unique<tile_reads>(), {}};
    for_stored(e, region_of(r), [&](const auto& leaf, const auto& of_leaf) {
      next.reads->add(*leaf.stored(), stored_region(leaf, of_leaf));
    });
    const auto reader = [reads = next.reads.get()] { reads->read(); };
    next.done = std::async(before ? std::launch::async : std::launch::deferred, reader);
    if (before)
      run(*before);
    before.reset();
    before.emplace(std::move(next));
    return true;
  });
  if (before)
    run(*before);
}

/// All values of a node, folded block by block while its operand is read tile by tile.
template <class N> auto fold_files(const N& n) {
  constexpr std::size_t R = rank_of<N>;
  return fold_by_blocks(
      n, whole_region(std::array<index, R>(n.shape())),
      [&]<class O, std::size_t L>(const O& source, const region<L>& needed, const auto& f) {
        const auto tile =
            tile_sizes(needed.size, rows_together(source, needed), [&](const region<L>& r) {
              byte_count b;
              b.add(count(r), sizeof(value_t<O>));
              add_bytes(b, source, r);
              return b.bytes;
            });
        run_tiles(
            source, needed.size, tile, [](const region<L>& r) { return r; },
            [&](const region<L>& r, const tile_taker& take) {
              f(values_of(source, r, take), r.begin);
            });
      });
}

template <class E> auto evaluate_files(const E& given);

/// Chooses the nodes whose values are computed once, before the tiles.
struct plan_files {
  template <class N> auto operator()(const N& n) const {
    constexpr std::size_t R = rank_of<N>;
    using values = dtensor<value_t<N>, R>;
    const auto whole = whole_region(std::array<index, R>(n.shape()));
    byte_count results;
    results.add(count(whole), sizeof(value_t<N>));
    const index budget = budget_of_files();
    if (is_empty(whole) || results.bytes > budget / 4 || !needs_all_rows(n, whole))
      return std::optional<values>();
    if constexpr (folds_blocks<N>) {
      return std::optional<values>(fold_files(n));
    } else {
      byte_count b;
      add_bytes(b, n, whole);
      if (b.bytes <= budget)
        return std::optional<values>(all_values(n, whole));
      return std::optional<values>();
    }
  }

private:
  template <class N, std::size_t R>
  static dtensor<value_t<N>, R> all_values(const N& n, const region<R>& whole) {
    const tile_reads none;
    return values_of(n, whole, tile_taker(none));
  }
  /// Whether one element needs all rows of a file.
  template <class N, std::size_t R> static bool needs_all_rows(const N& n, const region<R>& whole) {
    auto one = whole;
    for (std::size_t k = 0; k < R; ++k)
      set_axis(one, k, 0, 1, 1);
    bool all = false;
    for_stored(n, one, [&](const auto& leaf, const auto& r) {
      const auto read = stored_region(leaf, r);
      const auto every = stored_region(
          leaf, whole_region(std::array<index, rank_of<decltype(leaf)>>(leaf.shape())));
      if constexpr (rank_of<decltype(leaf)> != 0)
        all = all || (every.size[0] > 1 && read.size[0] == every.size[0]);
    });
    return all || R == 0;
  }
};

/// The values of an expression, as a tensor.
template <class E> auto evaluate_files(const E& given) {
  constexpr std::size_t R = rank_of<E>;
  using result = value_tensor<E>;
  const auto e = hoist(given, plan_files());
  const std::array<index, R> n = given.shape();
  result values(n, uninitialized_t{});
  if (values.size() == 0)
    return values;
  const auto tile = tile_sizes(n, rows_together(e, whole_region(n)), [&](const region<R>& r) {
    byte_count b;
    add_bytes(b, e, r);
    return b.bytes;
  });
  run_tiles(
      e, n, tile, [](const region<R>& r) { return r; },
      [&](const region<R>& r, const tile_taker& take) {
        const auto p = part(e, r, take);
        if constexpr (R == 0)
          values = value_tensor<E>(p);
        else
          with_ranges(r, [&](const auto&... along) { values[along...] = p[along...]; });
      });
  return values;
}

/// An expression of arrays in files.
template <class N>
concept file_operand = operand<N> && place_of<bare<N>> == place::files && reads_stored<bare<N>>;

/// The back end of arrays in files.
struct tile_loops {
  static constexpr const char* name = "files";

  template <class N> static auto values(const N& n) { return evaluate_files(n); }

  template <class Op, class Target, class E> static void run(const Target& target, const E& given) {
    constexpr std::size_t R = rank_of<Target>;
    file_array& array = target.stored()->array();
    if (!array.writable())
      raise<io_error>(say_file(array.name())
                      << "the file is open for reading only; files::open<T, E...>(path, "
                         "read_write) opens it for both");
    if (target.size() == 0)
      return;
    const auto e = hoist(given, plan_files());
    const auto tile = sizes_of<Op>(target, e);
    if (!reads_written<R>(target, e, tile))
      return write_tiles<Op>(target, e, tile, array, true);
    if constexpr (is_plain<Op> && R == Target::store_type::axes) {
      if (is_whole(target) &&
          array.replace([&](file_array& fresh) { write_tiles<Op>(target, e, tile, fresh, false); }))
        return;
    }
    through_copy<Op>(target, e, tile);
  }

  /// The sizes of the tiles of a statement.
  template <class Op, class Target, class E>
  static auto sizes_of(const Target& target, const E& e) {
    constexpr std::size_t R = rank_of<Target>;
    const std::array<index, R> n = target.shape();
    const auto of_e = [&](const region<R>& r) { return operand_region(r, e); };
    index together = target.stored()->array().rows_together();
    together = std::max(together, rows_together(e, of_e(whole_region(n))));
    return tile_sizes(n, together, [&](const region<R>& r) {
      byte_count b;
      b.add(count(r), sizeof(value_t<Target>));
      add_bytes(b, e, of_e(r));
      return b.bytes;
    });
  }

  /// Computes the tiles of `target` and writes them to `array`. If it `keeps` elements, an error
  /// states how many rows were written.
  template <class Op, class Target, class E, std::size_t R>
  static void write_tiles(const Target& target, const E& e, const std::array<index, R>& tile,
                          file_array& array, bool keeps) {
    using T = value_t<Target>;
    const std::array<index, R> n = target.shape();
    std::unique_ptr<T[]> memory;
    index room = -1, rows = 0;
    try {
      run_tiles(
          e, n, tile, [&](const region<R>& r) { return operand_region(r, e); },
          [&](const region<R>& r, const tile_taker& take) {
            const auto where = stored_region(target, r);
            const index size = count(where);
            if (size > room) {
              memory.reset(new T[static_cast<std::size_t>(size)]);
              room = size;
            }
            if constexpr (!is_plain<Op>)
              array.read(where, memory.get());
            const auto to = view_of(target, r, where, memory.get(), size);
            assign<Op>(to, e, r, take);
            array.write(where, memory.get());
            if constexpr (R > 0)
              rows = r.begin[0] + r.size[0];
          });
    } catch (const io_error& problem) {
      if (!keeps)
        throw;
      raise<io_error>(message("") << problem.what() << "; " << rows << " of " << (R == 0 ? 1 : n[0])
                                  << " rows had been written");
    }
  }

private:
  template <class E, std::size_t R> static auto operand_region(const region<R>& r, const E& e) {
    return assigned_region(r, std::array<index, rank_of<E>>(e.shape()));
  }
  template <class Target> static bool is_whole(const Target& target) {
    const auto& refs = target.refs();
    bool whole = true;
    for (std::size_t k = 0; k < refs.size(); ++k)
      whole =
          whole &&
          (target.shape()[k] == 1 || (refs[k].loop == static_cast<int>(k) && refs[k].step == 1)) &&
          refs[k].begin == 0 && target.stored()->sizes()[k] == target.shape()[k];
    return whole;
  }
  /// Whether a tile reads elements of the file that an earlier tile writes.
  template <std::size_t R, class Target, class E>
  static bool reads_written(const Target& target, const E& e, const std::array<index, R>& tile) {
    constexpr std::size_t B = Target::store_type::axes;
    const file_array& array = target.stored()->array();
    region<B> written{};
    return !for_tiles(std::array<index, R>(target.shape()), tile, [&](const region<R>& r) {
      bool met = false;
      for_stored(e, operand_region(r, e), [&]<class N>(const N& leaf, const auto& of_leaf) {
        if (!array.is_same_file(leaf.stored()->array()))
          return;
        if constexpr (N::store_type::axes == B)
          met = met || meet(stored_region(leaf, of_leaf), written).has_value();
        else
          met = true;
      });
      written = hull(written, stored_region(target, r));
      return !met;
    });
  }
  /// The memory of the elements `where` of the store as a view with the sizes of the tile r.
  template <class Target, std::size_t R, std::size_t B, class T>
  static auto view_of(const Target& target, const region<R>& r, const region<B>& where, T* memory,
                      index size) {
    const auto refs = compose(target.refs(), refs_of(r));
    const auto strides = row_major_strides(where.size);
    placed<R> at{0, r.size, {}};
    for (std::size_t k = 0; k < B; ++k) {
      at.offset += (refs[k].begin - where.begin[k]) / where.step[k] * strides[k];
      if (refs[k].loop >= 0)
        at.strides[static_cast<std::size_t>(refs[k].loop)] =
            refs[k].step / where.step[k] * strides[k];
    }
    return view<T, strided_layout(unknown_shape<R>())>(memory, size, at);
  }
  template <class Op, class To, class E, std::size_t R>
  static void assign(const To& to, const E& e, const region<R>& r, const tile_taker& take) {
    const auto store = [&](const auto& right) {
      using right_type = decltype(right);
      To copy = to;
      assigned<Op, To, right_type>::run(copy, right);
    };
    const auto of_e = operand_region(r, e);
    const auto p = part(e, of_e, take);
    if constexpr (rank_of<E> == 0)
      store(p);
    else
      with_ranges(of_e, [&](const auto&... along) {
        if constexpr (is_ref<std::remove_const_t<decltype(p)>>)
          store((*p.node)[along...]);
        else
          store(p[along...]);
      });
  }
  /// Computes all values into a temporary file beside that of the target, then copies them.
  template <class Op, class Target, class E, std::size_t R>
  static void through_copy(const Target& target, const E& e, const std::array<index, R>& tile) {
    using V = value_t<E>;
    const std::array<index, R> n = target.shape();
    const replacement place(target.stored()->array().file());
    const auto copy = npy_array::make(place.path(), npy_type_of<V>, n);
    const stored_view<file_store<V, R>, unknown_shape<R>()> values(
        std::make_shared<file_store<V, R>>(copy));
    write_tiles<assign_op>(values, e, tile, *copy, false);
    write_tiles<Op>(target, values, sizes_of<Op>(target, values), target.stored()->array(), true);
  }
};

// The host computes the values of such an expression tile by tile.
template <class N, class T>
  requires(file_operand<N> && !has_row_folds<N>)
inline constexpr bool stores_whole<N, T> = true;
template <file_operand N> struct whole_values<N> {
  static auto run(const N& n) { return evaluate_files(n); }
};
template <class Op, class Target, file_operand E>
  requires(is_on_host<Target> && place_of<bare<Target>> == place::host &&
           assign_verdict<Op, Target, E>::accepted)
struct assigned<Op, Target, E> {
  static constexpr bool accepted = true;
  using type = Target&;
  template <bool Checked = true>
  static type run(Target& target, const std::remove_reference_t<E>& e) {
    using values = value_tensor<std::remove_cvref_t<E>>;
    assigned<Op, Target, const values&>::template run<Checked>(target, evaluate_files(e));
    return target;
  }
};

/// Refuses `c[places] = e` for an array in a file.
struct file_scatter_verdict {
  static constexpr message text() {
    return message(
        "stria: an array in a file cannot be assigned to by index arrays or masks; slices "
        "can be: c[range(2, 5)] = e, and c = where(mask, x, c) replaces elements");
  }
};
template <class Op, class S, auto X, auto Spec, class Index, class E>
struct assigned<Op, gather<stored_view<S, X>, Spec, Index>, E>
    : refused_call<file_scatter_verdict> {};

/// A reduction over all axes is computed at once, tile by tile.
template <class Node>
  requires(place_of<Node> == place::files)
struct element_call<Node> {
  static constexpr bool accepted = true;
  using type = element_value<typename Node::value_type>;
  template <class... A> static type run(A&&... a) {
    return single_element(evaluate_files(Node(static_cast<A&&>(a)...)));
  }
};

} // namespace stria::detail
